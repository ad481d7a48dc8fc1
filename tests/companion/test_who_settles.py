"""Who settles a result that is disputed: whoever its page names, and nobody else."""

import re

import pytest
from django.urls import reverse

from companion.models import Battle, Result, Side
from companion.queries.result_view import result_view
from companion.services.auditing import audited
from companion.services.catching_up import keep_after_migrating
from companion.verdicts import Said, State, state_of
from tests.companion.group import invited, member
from tests.companion.playing import Device, everything, text_of
from tests.companion.season import battle_of, end
from tests.companion.test_life_of_a_battle import answer, state
from tests.companion.test_life_of_a_battle import group as small_group

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

__all__ = ("small_group",)


@pytest.fixture
def group(small_group):
    """The same with Cleo, who plays too."""
    campaign, devices = small_group
    return campaign, devices | {"Cleo": invited(campaign, "Cleo")}


def disputed(group, *players, by="Ben", ended_by="Anna"):
    """A battle of these players whose result one of them disputes."""
    campaign, devices = group
    battle = battle_of(campaign, *players)
    end(battle, 2, 2, client=devices[ended_by])
    assert answer(Device(battle, devices[by]), False, "I had four.").status_code == 302
    assert state(battle) == State.DISPUTED
    return battle


def hand_over(group, battle, place, whom):
    """Give a seat to somebody, or to nobody."""
    side = battle.sides.all()[place]
    given = {"member": member(whom).pk if whom else ""}
    assert Device(battle, group[1]["Olga"]).post("seat", side.pk, **given).status_code == 302


def demote(group, name, role="spectator"):
    campaign, devices = group
    address = reverse("people-role", args=[campaign.key, member(name).pk])
    assert devices["Olga"].post(address, {"role": role}).status_code == 302


def forget(group, name):
    campaign, devices = group
    address = reverse("people-forgotten", args=[campaign.key, member(name).pk])
    assert devices["Olga"].post(address).status_code == 302


def named(device):
    """Who settles it, as the page says."""
    text = " ".join(re.sub(r"<[^>]+>", " ", text_of(device.get())).split())
    return re.search(r"until it is settled: (.*?)\. What was entered wrongly", text)[1]


def confirms(device):
    """Whether the page offers to confirm, and whether that settles the dispute."""
    offered = 'value="yes"' in text_of(device.get())
    taken = answer(device, True).status_code == 302
    assert offered is taken
    return taken and state(device.battle) != State.DISPUTED


def test_who_disputed_and_has_no_seat_any_more_says_otherwise_or_the_next_player_does(group):
    for name in ("Ben", "Cleo"):
        battle = disputed(group, "Anna", "Ben")
        hand_over(group, battle, 1, "Cleo")
        table = Device(battle, group[1]["tablet"])
        assert state(battle) == State.DISPUTED
        assert named(table) == "Ben or Cleo confirms it, or an organiser"
        before = everything()
        assert not confirms(Device(battle, group[1]["Anna"]))
        assert not confirms(table)
        assert everything() == before
        assert confirms(Device(battle, group[1][name]))
        assert audited(Battle.objects.get(pk=battle.pk)).is_clean


@pytest.mark.parametrize("gone", [demote, forget, lambda group, name: None])
def test_where_nobody_is_asked_any_more_the_last_word_counts(group, gone):
    battle = disputed(group, "Anna", "Ben")
    gone(group, "Ben")
    hand_over(group, battle, 1, "")
    table = Device(battle, group[1]["tablet"])
    assert state(battle) == State.DISPUTED
    assert named(table) == "somebody at the table confirms it"
    assert confirms(table)
    assert state(battle) == State.CONFIRMED
    assert audited(Battle.objects.get(pk=battle.pk)).is_clean


def test_who_only_looks_on_by_now_is_named_no_more(group):
    battle = disputed(group, "Anna", "Ben", ended_by="tablet")
    assert named(Device(battle, group[1]["tablet"])) == "Ben confirms it, or an organiser"
    demote(group, "Ben")
    assert named(Device(battle, group[1]["tablet"])) == "Anna confirms it, or an organiser"
    assert confirms(Device(battle, group[1]["Anna"]))
    assert state(battle) == State.CONFIRMED


def test_what_two_dispute_is_settled_by_both(group):
    battle = disputed(group, "Anna", "Ben", ended_by="tablet")
    assert answer(Device(battle, group[1]["Anna"]), False, "Three.").status_code == 302
    assert named(Device(battle, group[1]["tablet"])) == "Anna and Ben confirm it, or an organiser"
    assert not confirms(Device(battle, group[1]["Anna"]))
    assert named(Device(battle, group[1]["tablet"])) == "Ben confirms it, or an organiser"
    assert confirms(Device(battle, group[1]["Ben"]))


def test_what_an_organiser_disputes_all_who_are_asked_settle(group):
    battle = disputed(group, "Anna", "Ben", by="Olga", ended_by="tablet")
    assert named(Device(battle, group[1]["tablet"])) == "Anna and Ben confirm it, or an organiser"
    assert not confirms(Device(battle, group[1]["Anna"]))
    assert confirms(Device(battle, group[1]["Ben"]))
    assert state(battle) == State.CONFIRMED


def test_where_each_taps_for_the_own_side_who_has_none_is_not_named(group):
    battle = disputed(group, "Anna", "Ben")
    Battle.objects.filter(pk=battle.pk).update(seated=True)
    hand_over(group, battle, 1, "Cleo")
    assert named(Device(battle, group[1]["tablet"])) == "Cleo confirms it, or an organiser"
    assert answer(Device(battle, group[1]["Ben"]), True).status_code == 403
    assert confirms(Device(battle, group[1]["Cleo"]))


def test_an_organiser_who_is_asked_is_named_once(group):
    battle = disputed(group, "Anna", "Olga", by="Olga")
    assert named(Device(battle, group[1]["tablet"])) == "Olga confirms it, or an organiser"
    assert confirms(Device(battle, group[1]["Olga"]))


@pytest.mark.parametrize(
    ("asked", "said", "state"),
    [
        ((1,), (Said(7, False),), State.DISPUTED),
        ((1,), (Said(7, False), Said(1, True)), State.CONFIRMED),
        ((1,), (Said(1, True), Said(7, False)), State.DISPUTED),
        ((1, 2), (Said(2, True), Said(7, False), Said(1, True)), State.CONFIRMED),
        ((1, 2), (Said(7, False), Said(1, True)), State.DISPUTED),
        ((1, 2), (Said(7, False), Said(7, True)), State.OPEN),
        ((1,), (Said(9, False, settles=True), Said(1, True)), State.CONFIRMED),
        ((1,), (Said(1, True), Said(9, False, settles=True)), State.DISPUTED),
        ((), (Said(7, False), Said(None, True)), State.CONFIRMED),
        ((), (Said(9, False, settles=True), Said(None, True)), State.CONFIRMED),
        ((), (Said(None, True), Said(7, False)), State.DISPUTED),
    ],
)
def test_where_a_word_of_who_is_not_asked_leads(asked, said, state):
    assert state_of(asked, said) is state


def test_results_that_an_earlier_version_kept_follow_without_a_word_of_the_audit(group):
    """Before, a dispute stood for ever where whoever made it was not asked any more, and who looked on was asked."""
    first = disputed(group, "Anna", "Ben")
    Side.objects.filter(pk=first.sides.all()[1].pk).update(player=member("Olga"))
    Result.objects.filter(side=first.sides.all()[1]).update(player=member("Olga"))
    assert answer(Device(first, group[1]["Olga"]), True).status_code == 302
    second = battle_of(group[0], "Anna", "Sam", name="The second")
    end(second, 2, 2, client=group[1]["Anna"])
    Result.objects.filter(battle=first).update(state=State.DISPUTED)
    Result.objects.filter(battle=second).update(state=State.OPEN)
    keep_after_migrating()
    assert (state(first), state(second)) == (State.CONFIRMED, State.ACCEPTED)
    assert all(audited(battle).is_clean for battle in Battle.objects.all())


def test_who_looks_on_is_not_asked_and_a_player_again_is(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    anna = end(battle, 2, 2, client=devices["Anna"])
    assert "Ben can say so" in text_of(anna.get())
    demote(group, "Ben")
    assert state(battle) == State.ACCEPTED
    assert "Ben can say so" not in text_of(anna.get())
    assert result_view(Battle.objects.get(pk=battle.pk)).names == []
    assert audited(Battle.objects.get(pk=battle.pk)).is_clean
    demote(group, "Ben", "player")
    assert state(battle) == State.OPEN
    assert audited(Battle.objects.get(pk=battle.pk)).is_clean
