"""Dice that the app threw are struck out by an organiser, or when the players of both sides agree to it."""

import pytest
from django.urls import reverse

from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.models import Battle, Campaign, Declaration, Event, Member
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, form_to, text_of
from tests.companion.test_attack_path import EKAUECHIHE, KADER, declare
from tests.companion.test_correcting import filled
from tests.companion.test_seats import group, side_of, sit

pytestmark = pytest.mark.any_database

__all__ = ("group",)

SEATED = ((EKAUECHIHE, "Anna"), (KADER, "Ben"))


@pytest.fixture
def number(group):
    """An entry for which the app has thrown dice."""
    tablet = group["tablet"]
    declare(tablet)
    while hasattr(tablet.played(), "ask"):
        ask = tablet.played().ask
        if hasattr(ask, "pools"):
            tablet.roll()
        else:
            tablet.choose(str(ask.options[0]))
    tablet.apply()
    return tablet.last.number


@pytest.fixture
def seats(group, number):
    for piece, whom in SEATED:
        sit(group[whom], side_of(group[whom], piece), whom)


def strike(device, number):
    form = form_to(device.get("correct", number), f"/{number}/correct/")
    return device.post("correct", number, **(filled(form) | {"how": "struck", "agreed": "on"}), commit="1")


def dispute(device, number):
    return device.post("dispute", number=number, seen=device.seen)


def is_struck(device, number):
    return Event.objects.filter(battle=device.battle, kind="amended", versions__of__number=number).exists()


def test_where_nobody_sits_the_table_agrees_by_a_tick(group, number):
    assert strike(group["tablet"], number).status_code == 302
    assert is_struck(group["tablet"], number)


def test_an_organiser_strikes_out_alone(group, seats, number):
    assert strike(group["Olga"], number).status_code == 302


@pytest.mark.parametrize("name", ["Anna", "Ben", "tablet"])
def test_nobody_else_does_that_alone_whatever_is_ticked(group, seats, number, name):
    before = everything()
    answer = strike(group[name], number)
    assert answer.status_code == 422
    assert "agree" in text_of(answer)
    page = group[name].post("correct", number, how="struck")
    assert 'name="agreed"' not in text_of(page), "a tick is no agreement of somebody else"
    assert everything() == before


@pytest.mark.parametrize("name", ["Anna", "tablet"])
def test_nor_where_the_rules_cannot_read_any_more_what_was_declared(group, seats, number, name):
    found = Declaration.objects.filter(events__number=number, battle=group[name].battle)
    assert found.update(edition="Rapid Attack 0", declared={"from": "long ago"}) == 1
    before = everything()
    answer = strike(group[name], number)
    assert (answer.status_code, everything()) == (422, before)
    assert "agree" in text_of(answer)
    assert strike(group["Olga"], number).status_code == 302


def test_one_player_alone_does_not_agree_for_a_free_seat_as_well(group, number):
    anna, tablet = group["Anna"], group["tablet"]
    sit(anna, side_of(anna, EKAUECHIHE), "Anna")
    free = side_of(anna, KADER)
    before = everything()
    told = f"an organiser: somebody else for {free} disputes the entry, and then you strike it out."
    answer = strike(anna, number)
    assert (answer.status_code, told in text_of(answer)) == (422, True)
    assert everything() == before
    page = anna.post("correct", number, how="struck")
    assert told in text_of(page), "said before anything is sent"
    assert 'name="agreed"' not in text_of(page)
    dispute(tablet, number)
    assert strike(anna, number).status_code == 302
    assert is_struck(anna, number)


def test_nobody_agrees_alone_by_standing_up(group, number):
    anna, tablet = group["Anna"], group["tablet"]
    side = side_of(anna, EKAUECHIHE)
    sit(anna, side, "Anna")
    assert sit(anna, side, "").status_code == 302
    before = everything()
    answer = strike(anna, number)
    told = "an organiser: another member disputes the entry, and then you strike it out."
    assert (answer.status_code, told in text_of(answer)) == (422, True)
    assert everything() == before
    dispute(anna, number)
    assert strike(anna, number).status_code == 422, "nobody agrees with oneself"
    assert strike(tablet, number).status_code == 302
    assert is_struck(tablet, number)


def test_nobody_agrees_alone_by_taking_the_other_seat_too_or_by_doing_it_again(group, number):
    anna, ben = group["Anna"], group["Ben"]
    for piece in (EKAUECHIHE, KADER):
        sit(anna, side_of(anna, piece), "Anna")
    told = "an organiser: another member disputes the entry, and then you strike it out."
    assert told in text_of(strike(anna, number))
    for piece in (EKAUECHIHE, KADER):
        sit(anna, side_of(anna, piece), "")
    sat = anna.last.number
    while anna.last.number < sat + 2:
        anna.post("undo", event=number, seen=anna.seen)
        assert anna.post("redo", event=anna.last.number, seen=anna.seen).status_code == 302
    again = anna.last.number
    assert told in text_of(strike(anna, again))
    dispute(ben, again)
    assert strike(anna, again).status_code == 302


def test_guests_of_a_battle_without_members_agree_among_themselves(group, number):
    anna = group["Anna"]
    sit(anna, side_of(anna, EKAUECHIHE), "Anna")
    (brought,) = bring_in(battle_file(anna.battle)).battles
    assert strike(Device(brought), number).status_code == 302


def test_whoever_plays_a_free_seat_strikes_out_what_the_player_of_the_other_one_disputes(group, number):
    anna, tablet = group["Anna"], group["tablet"]
    sit(anna, side_of(anna, EKAUECHIHE), "Anna")
    answer = strike(tablet, number)
    assert answer.status_code == 422
    assert "an organiser: Anna disputes the entry, and then you strike it out." in text_of(answer)
    dispute(anna, number)
    told = f"you dispute the entry already, and somebody else for {side_of(anna, KADER)} strikes it out."
    answer = strike(anna, number)
    assert (answer.status_code, told in text_of(answer)) == (422, True), "nobody agrees with oneself"
    assert strike(tablet, number).status_code == 302
    assert is_struck(tablet, number)


def test_where_only_players_tap_a_free_seat_is_taken_first(group, number):
    anna, ben = group["Anna"], group["Ben"]
    sit(anna, side_of(anna, EKAUECHIHE), "Anna")
    assert group["Olga"].post("seats", seated="1").status_code == 302
    told = f"whoever takes the seat of {side_of(anna, KADER)} disputes the entry, and then you strike it out."
    assert told in text_of(strike(anna, number))
    assert dispute(ben, number).status_code == 403
    sit(ben, side_of(ben, KADER), "Ben")
    assert dispute(ben, number).status_code == 302
    assert strike(anna, number).status_code == 302


def test_who_plays_both_sides_agrees_for_both(group, request):
    anna = group["Anna"]
    for piece in (EKAUECHIHE, KADER):
        sit(anna, side_of(anna, piece), "Anna")
    number = request.getfixturevalue("number")
    assert "struck out: Anna agrees, or an organiser." in text_of(strike(group["Ben"], number))
    assert strike(anna, number).status_code == 302


def test_where_both_seats_are_taken_nobody_else_agrees(group, seats, number):
    assert "struck out: Anna and Ben agree, or an organiser." in text_of(strike(group["tablet"], number))


def test_who_disputes_an_entry_agrees_that_the_other_side_strikes_it_out(group, seats, number):
    anna, ben = group["Anna"], group["Ben"]
    assert "Ben disputes the entry, and then you strike it out" in text_of(strike(anna, number))
    dispute(ben, number)
    assert strike(ben, number).status_code == 422, "nobody agrees with oneself"
    assert strike(anna, number).status_code == 302
    assert is_struck(anna, number)


@pytest.mark.parametrize("gone", ["people-role", "people-forgotten"])
def test_who_only_looks_on_by_now_or_was_forgotten_is_waited_for_by_nobody(group, seats, number, gone):
    """In a battle that is over they have their seat still."""
    battle = group["tablet"].battle
    Battle.objects.filter(pk=battle.pk).update(over=True)
    address = reverse(gone, args=[battle.campaign.key, member("Ben").pk])
    assert group["Olga"].client.post(address, {"role": "spectator"}).status_code == 302
    assert strike(group["Anna"], number).status_code == 302
    assert is_struck(group["Anna"], number)


def test_a_dispute_of_somebody_unknown_or_of_who_sits_elsewhere_agrees_to_nothing(group, seats, number):
    dispute(group["tablet"], number)
    assert strike(group["Anna"], number).status_code == 422
    carl = Device(group["Anna"].battle, invited(group["Anna"].battle.campaign, "Carl"))
    dispute(carl, number)
    assert strike(group["Anna"], number).status_code == 422


def test_a_player_agrees_to_what_the_table_disputes_already(group, seats, number):
    dispute(group["tablet"], number)
    dispute(group["Ben"], number)
    assert strike(group["Anna"], number).status_code == 302


def test_a_dispute_that_is_settled_agrees_to_nothing_any_more(group, seats, number):
    dispute(group["Ben"], number)
    assert group["Olga"].post("rule", number, ruling="It stands.").status_code == 302
    assert strike(group["Anna"], number).status_code == 422


def test_only_organisers_rule_where_there_are_members(group, number):
    dispute(group["tablet"], number)
    group["tablet"].client.get(group["tablet"].battle.campaign.get_absolute_url())
    before = everything()
    for name in ("tablet", "Anna", "Sam"):
        answer = group[name].post("rule", number, ruling="It stands.")
        assert answer.status_code == 403, name
        assert "/ruling/" not in text_of(group[name].get("event", number))
    assert everything() == before
    assert group["Olga"].post("rule", number, ruling="It stands.").status_code == 302


def test_a_campaign_from_before_rules_as_before_until_somebody_organises_it(demo):
    tablet = Device(demo)
    declare(tablet)
    tablet.roll()
    tablet.call_off()
    number = tablet.last.number
    dispute(tablet, number)
    tablet.client.get(demo.campaign.get_absolute_url())
    organise(Campaign.objects.create(name="Elsewhere"))
    assert tablet.post("rule", number, ruling="So it was.").status_code == 302
    assert not Member.objects.filter(campaign=demo.campaign).exists()
