"""A battle that is over: who is asked whether its result is right, what they say, and what that leads to."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from companion.models import Battle, Campaign, Result, Side, Verdict
from companion.queries.standings import standings_of
from companion.services.auditing import audited
from companion.services.catching_up import keep_after_migrating
from companion.verdicts import Said, State, asked_of, state_of
from rules.results import How
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, forms_of, text_of
from tests.companion.season import battle_of, correct, end

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def group():
    """Olga organises, Anna and Ben play, Sam looks on, and the tablet is nobody's."""
    campaign = Campaign.objects.create(name="A season")
    olga = organise(campaign, name="Olga")
    devices = {name: invited(campaign, name) for name in ("Anna", "Ben")}
    devices |= {"Olga": olga, "Sam": invited(campaign, "Sam", "spectator"), "tablet": Client()}
    return campaign, devices


def answer(device, agrees, note="", seen=None):
    seen = device.seen if seen is None else seen
    return device.post("answer", agrees="yes" if agrees else "no", note=note, seen=seen)


def state(battle):
    (found,) = set(Result.objects.filter(battle=battle).values_list("state", flat=True))
    return found


def counted(campaign):
    return {line.name: line.tally.played for game in standings_of(campaign) for line in game.lines}


def test_the_results_of_both_sides_are_kept_when_a_battle_ends(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    assert not Result.objects.exists()
    end(battle, 1, 3, client=devices["Anna"])
    found = [(r.player.name, r.how, r.score, r.rival) for r in Result.objects.filter(battle=battle)]
    assert found == [("Anna", "lost", 1, 3), ("Ben", "won", 3, 1)]
    battle.refresh_from_db()
    assert battle.ended_by.name == "Anna"
    assert battle.ending == battle.last_event
    assert audited(Battle.objects.get(pk=battle.pk)).is_clean


def test_an_undone_end_leaves_no_result_and_a_redone_one_brings_it_back(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    anna = end(battle, 1, 3, client=devices["Anna"])
    assert anna.undo().status_code == 302
    assert not Result.objects.exists()
    battle.refresh_from_db()
    assert (battle.ended, battle.ending, battle.ended_by) == (None, 0, None)
    assert anna.post("redo", event=anna.last.number, seen=anna.seen).status_code == 302
    assert Result.objects.count() == 2


def test_the_side_that_did_not_end_it_confirms_with_one_tap(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    anna = end(battle, 1, 3, client=devices["Anna"])
    assert state(battle) == State.OPEN
    assert counted(campaign) == {}
    assert "Ben can say so" in text_of(anna.get())
    assert "/answer/" not in text_of(anna.get())
    ben = Device(battle, devices["Ben"])
    form = next(form for form in forms_of(ben.get()) if ("agrees", "yes") in form["buttons"])
    assert ben.client.post(form["action"], {**form["fields"], "agrees": "yes"}).status_code == 302
    assert state(battle) == State.CONFIRMED
    assert counted(campaign) == {"Anna": 1, "Ben": 1}
    assert "The result is confirmed" in text_of(anna.get())


def test_the_page_shows_what_the_result_does_to_the_standings_before_the_tap(group):
    campaign, devices = group
    first = battle_of(campaign, "Anna", "Ben", name="The first")
    end(first, 3, 1, client=devices["Ben"])
    answer(Device(first, devices["Anna"]), agrees=True)
    battle = battle_of(campaign, "Anna", "Olga", name="The second")
    anna = end(battle, 1, 3, client=devices["Anna"])
    assert "The standings with it: Anna 1 → 1, Olga 1." in text_of(Device(battle, devices["Olga"]).get())
    page = " ".join(text_of(anna.get()).split())
    assert "What it will do to the standings" in page
    assert '<th scope="row">Olga</th><td>won</td><td>none</td><td class="is-last">1</td>' in page
    assert '<th scope="row">Anna</th><td>lost</td><td>1</td><td class="is-last">1</td>' in page


def test_whoever_is_not_asked_changes_nothing(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    end(battle, 1, 3, client=devices["Anna"])
    before = everything()
    for name, status in (("Anna", 422), ("tablet", 422), ("Sam", 403)):
        for agrees in (True, False):
            refused = answer(Device(battle, devices[name]), agrees, "No.")
            assert refused.status_code == status, name
            assert status == 403 or "Ben or an organiser says whether the result is right" in text_of(refused)
    assert everything() == before


def test_a_dispute_needs_a_note_takes_the_result_out_and_a_confirmation_brings_it_back(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    anna = end(battle, 1, 3, client=devices["Anna"])
    ben = Device(battle, devices["Ben"])
    before = everything()
    assert answer(ben, False, "  ").status_code == 422
    assert answer(ben, False, "x" * 201).status_code == 422
    assert everything() == before
    assert answer(ben, False, "I had four.").status_code == 302
    assert state(battle) == State.DISPUTED
    assert counted(campaign) == {}
    assert "I had four." in text_of(anna.get())
    assert answer(ben, True).status_code == 302
    assert state(battle) == State.CONFIRMED


def test_an_organiser_settles_what_is_disputed(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    anna = end(battle, 1, 3, client=devices["Anna"])
    answer(Device(battle, devices["Ben"]), False, "I had four.")
    olga = Device(battle, devices["Olga"])
    assert "Settle it: the result is right" in text_of(olga.get())
    assert answer(olga, True).status_code == 302
    assert state(battle) == State.CONFIRMED
    assert "organiser" in text_of(anna.get())


def test_a_second_tap_is_the_same_word_and_a_stale_page_says_nothing(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    end(battle, 1, 3, client=devices["Anna"])
    ben = Device(battle, devices["Ben"])
    seen = ben.seen
    assert [answer(ben, True).status_code for _ in range(2)] == [302, 302]
    assert Verdict.objects.count() == 1
    ben.undo()
    before = everything()
    assert answer(ben, True, seen=seen).status_code == 409
    assert answer(ben, True).status_code == 422
    assert everything() == before


def test_without_an_answer_it_counts_after_the_time_that_the_campaign_sets(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    end(battle, 1, 3, client=devices["Anna"])
    Result.objects.update(ended=timezone.now() - timedelta(hours=71))
    assert counted(campaign) == {}
    campaign.accepted_after = 24
    campaign.save()
    assert counted(campaign) == {"Anna": 1, "Ben": 1}


def test_at_a_table_without_members_it_counts_at_once_and_anybody_may_confirm_it():
    battle = battle_of()
    device = end(battle, 1, 3)
    names = {side.name: 1 for side in battle.sides.all()}
    assert state(battle) == State.ACCEPTED
    assert counted(battle.campaign) == names
    assert answer(device, True).status_code == 302
    assert state(battle) == State.CONFIRMED
    assert answer(device, False, "No.").status_code == 302
    assert counted(battle.campaign) == {}
    assert answer(device, True).status_code == 302
    assert counted(battle.campaign) == names


def test_a_tablet_that_is_nobodys_asks_who_has_not_won(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    tablet = end(battle, 1, 3, client=devices["tablet"])
    assert "Anna can say so" in text_of(tablet.get())
    assert answer(Device(battle, devices["Ben"]), True).status_code == 422
    assert answer(Device(battle, devices["Anna"]), True).status_code == 302
    assert state(battle) == State.CONFIRMED


def test_a_correction_of_a_confirmed_battle_says_that_it_was_confirmed_before(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    anna = end(battle, 1, 3, client=devices["Anna"])
    answer(Device(battle, devices["Ben"]), True)
    assert "confirmed before the battle was corrected" not in text_of(anna.get())
    correct(anna, 5, 3)
    assert "It was confirmed before the battle was corrected." in text_of(anna.get())
    assert [(r.how, r.score) for r in Result.objects.all()] == [("won", 5), ("lost", 3)]
    assert audited(Battle.objects.get(pk=battle.pk)).is_clean


def test_another_player_in_a_seat_has_the_result(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    end(battle, 1, 3, client=devices["Anna"])
    olga = Device(battle, devices["Olga"])
    side = battle.sides.last()
    assert olga.post("seat", side.pk, member=member("Olga").pk).status_code == 302
    assert Result.objects.get(side=side).player.name == "Olga"
    assert audited(Battle.objects.get(pk=battle.pk)).is_clean


def test_the_audit_tells_of_a_result_that_is_not_the_battles(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    end(battle, 1, 3, client=devices["Anna"])
    Result.objects.filter(how="won").update(score=9)
    assert [found.sentence for found in audited(battle).differs] == [
        "the result that is kept for the standings is another than the battle's."
    ]


def test_battles_of_earlier_versions_get_their_results():
    battle = battle_of()
    end(battle, 1, 3)
    kept = list(Result.objects.values_list("side", "how", "score", "ended"))
    Result.objects.all().delete()
    Battle.objects.update(ended=None, ending=0)
    keep_after_migrating()
    assert list(Result.objects.values_list("side", "how", "score", "ended")) == kept


def test_a_side_that_is_gone_takes_its_result_along():
    battle = battle_of()
    end(battle, 1, 3)
    Side.objects.filter(battle=battle).first().delete()
    assert Result.objects.count() == 1


@pytest.mark.parametrize(
    ("players", "ended_by", "asked"),
    [
        ({}, None, set()),
        ({1: How.WON, 2: How.LOST}, 1, {2}),
        ({1: How.WON, 2: How.LOST}, 2, {1}),
        ({1: How.WON, 2: How.LOST}, None, {2}),
        ({1: How.WON, 2: How.LOST}, 9, {2}),
        ({1: How.TIED, 2: How.TIED}, None, {1, 2}),
        ({1: How.WON}, None, {1}),
        ({1: How.WON}, 1, set()),
        ({1: How.WON, 2: How.LOST, 3: How.LOST}, 2, {1, 3}),
    ],
)
def test_who_is_asked(players, ended_by, asked):
    assert asked_of(players, ended_by) == asked


@pytest.mark.parametrize(
    ("asked", "said", "state"),
    [
        ((), (), State.ACCEPTED),
        ((), (Said(None, True),), State.CONFIRMED),
        ((1,), (), State.OPEN),
        ((1, 2), (Said(1, True),), State.OPEN),
        ((1, 2), (Said(1, True), Said(2, True)), State.CONFIRMED),
        ((1, 2), (Said(1, True), Said(2, False)), State.DISPUTED),
        ((1, 2), (Said(1, False), Said(9, True, settles=True)), State.CONFIRMED),
        ((1,), (Said(9, True, settles=True), Said(1, False)), State.DISPUTED),
        ((1,), (Said(9, False, settles=True),), State.DISPUTED),
        ((1,), (Said(1, False), Said(1, True)), State.CONFIRMED),
    ],
)
def test_where_it_has_come_to(asked, said, state):
    assert state_of(asked, said) is state


def test_who_has_agreed_is_not_asked_again_while_the_other_is(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    end(battle, 2, 2, client=devices["tablet"])

    def asks(name):
        return "The result is right" in text_of(devices[name].get(battle.get_absolute_url()))

    assert asks("Anna")
    assert asks("Ben")
    assert "<p>Anna and Ben can say so." in text_of(devices["Anna"].get(battle.get_absolute_url()))
    answer(Device(battle, devices["Anna"]), agrees=True)
    assert state(battle) == State.OPEN
    assert not asks("Anna")
    assert asks("Ben")
    assert "<p>Ben can say so." in text_of(devices["Anna"].get(battle.get_absolute_url()))
    answer(Device(battle, devices["Olga"]), agrees=False, note="Count again.")
    assert asks("Anna"), "an organiser has said otherwise since"
