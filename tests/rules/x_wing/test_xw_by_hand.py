"""Ships that are set right by hand, and ships that leave the board."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.correction import Correction
from rules.game import Illegal
from rules.play import play
from rules.x_wing import GAME
from rules.x_wing.cards import Title
from rules.x_wing.correct import follows
from rules.x_wing.damage import destruction
from rules.x_wing.declaration import why_not_attack
from rules.x_wing.leaving import Leaving, leave
from rules.x_wing.phases import ToEngagement
from rules.x_wing.samples import ACADEMY, HOWLRUNNER, WEDGE, battle, with_cards
from rules.x_wing.sheet import Phase
from rules.x_wing.ship import FLEEING, Status

CORRECT = GAME.procedure("correction").resolve


def settled(resolver, sheet, declaration):
    return apply(sheet, play(resolver, Declared(sheet, declaration), ()).outcome.changes)


def corrected(sheet, **values):
    return settled(CORRECT, sheet, Correction("howlrunner", tuple(values.items())))


LOCKED = battle(replace(WEDGE, lock="howlrunner"), replace(HOWLRUNNER, focus=1, stress=2, cloak=1, lock="wedge"))


def is_off_the_board_with_everything(sheet):
    ship = sheet.ship("howlrunner")
    tokens = (ship.focus, ship.stress, ship.cloak, ship.lock)
    return ship.status is Status.REMOVED and tokens == (0, 0, 0, None) and sheet.ship("wedge").lock is None


@pytest.mark.parametrize("phase", Phase)
def test_a_ship_that_leaves_the_board_is_removed_at_once_and_scored(phase):
    sheet = replace(LOCKED, phase=phase)
    outcome = play(leave, Declared(sheet, Leaving("howlrunner")), ()).outcome
    ended = apply(sheet, outcome.changes)
    assert outcome.headline == "Howlrunner has fled: it left the board."
    assert is_off_the_board_with_everything(ended)
    assert (ended.ship("howlrunner").destroyed_by, ended.squad("rebels").score) == ("fleeing", 40)


@pytest.mark.parametrize("name", [FLEEING, "Fleeing", "Wedge"])
def test_a_ship_that_was_destroyed_has_not_fled_whatever_its_destroyer_is_called(name):
    sheet = replace(LOCKED, phase=Phase.SYSTEM)
    ended = apply(sheet, tuple(destruction(sheet, sheet.ship("howlrunner"), name)))
    assert is_off_the_board_with_everything(ended)
    assert name in ended.ship("howlrunner").destroyed_by
    assert not ended.ship("howlrunner").fled
    assert settled(leave, sheet, Leaving("howlrunner")).ship("howlrunner").fled


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (Status.DESTROYED, "Howlrunner is destroyed: it goes with its initiative."),
        (Status.REMOVED, "Howlrunner is no longer on the board."),
    ],
)
def test_a_ship_that_is_destroyed_or_gone_cannot_leave(status, sentence):
    with pytest.raises(Illegal) as refusal:
        play(leave, Declared(battle(WEDGE, replace(HOWLRUNNER, status=status)), Leaving("howlrunner")), ())
    assert str(refusal.value) == sentence


def test_a_correction_that_removes_a_ship_returns_its_tokens_and_every_lock():
    ended = corrected(LOCKED, status="removed")
    assert is_off_the_board_with_everything(ended)
    assert ended.ship("howlrunner").destroyed_by == "a correction"


def test_a_destroyed_ship_that_is_removed_by_hand_keeps_its_destroyer():
    sheet = battle(replace(WEDGE, lock="howlrunner"), replace(HOWLRUNNER, status=Status.DESTROYED, destroyed_by="Luke"))
    ended = corrected(sheet, status="removed")
    assert is_off_the_board_with_everything(ended)
    assert ended.ship("howlrunner").destroyed_by == "Luke"


@pytest.mark.parametrize(
    ("phase", "status"), [(Phase.ENGAGEMENT, Status.DESTROYED), (Phase.ACTIVATION, Status.REMOVED)]
)
@pytest.mark.parametrize("values", [{"unseen": 3}, {"unseen": 5}, {"unseen": 3, "status": "active"}])
def test_a_ship_that_is_given_as_many_cards_as_hull_is_destroyed(phase, status, values):
    sheet = replace(LOCKED, phase=phase)
    outcome = play(CORRECT, Declared(sheet, Correction("howlrunner", tuple(values.items()))), ()).outcome
    ended = apply(sheet, outcome.changes)
    assert outcome.headline == "Howlrunner is corrected by hand, and is destroyed."
    assert (ended.ship("howlrunner").status, ended.ship("howlrunner").destroyed_by) == (status, "a correction")
    assert ended.squad("rebels").score == 40
    assert (ended.ship("wedge").lock is None) is (status is Status.REMOVED)


def test_a_known_card_that_is_put_on_a_ship_counts_too():
    sheet = with_cards(battle(WEDGE, replace(HOWLRUNNER, unseen=1), decks=True), "howlrunner", Title.CONSOLE_FIRE)
    assert corrected(sheet, unseen=2).ship("howlrunner").status is Status.DESTROYED
    (card,) = sheet.cards(sheet.ship("howlrunner"))
    assert corrected(sheet, unseen=2, **{card.key: "in the deck"}).ship("howlrunner").status is Status.ACTIVE


def test_a_status_that_is_set_with_the_cards_stays_as_it_is_set():
    dead = battle(WEDGE, replace(HOWLRUNNER, unseen=3, status=Status.DESTROYED, destroyed_by="Luke"))
    back = corrected(dead, unseen=4, status="active")
    assert (back.ship("howlrunner").status, back.ship("howlrunner").destroyed_by) == (Status.ACTIVE, "")
    repaired = battle(WEDGE, replace(HOWLRUNNER, unseen=2, status=Status.DESTROYED, destroyed_by="Luke"))
    assert corrected(repaired, unseen=4, status="active").ship("howlrunner").status is Status.ACTIVE
    assert corrected(battle(), unseen=4, status="removed").ship("howlrunner").status is Status.REMOVED


def test_a_correction_of_something_else_destroys_nobody():
    alive = battle(WEDGE, replace(HOWLRUNNER, unseen=3))
    assert corrected(alive, engaged=True).ship("howlrunner").status is Status.ACTIVE
    assert corrected(alive, unseen=2).ship("howlrunner").status is Status.ACTIVE


def test_an_edit_of_several_ships_at_once_leads_to_what_the_rules_make_of_it():
    before = battle(replace(WEDGE, lock="academy"), replace(HOWLRUNNER, lock="academy"), replace(ACADEMY, focus=1))
    edited = battle(
        replace(before.ships[0], hull=1, unseen=1),
        replace(before.ships[1], unseen=3),
        replace(before.ships[2], status=Status.REMOVED),
        replace(ACADEMY, key="new", unseen=9, weapons=()),
    )
    ended = apply(edited, follows(before, edited).changes)
    told = {ship.key: (ship.status, ship.destroyed_by, ship.lock, ship.focus) for ship in ended.ships}
    assert told == {
        "wedge": (Status.DESTROYED, "a correction", None, 0),
        "howlrunner": (Status.DESTROYED, "a correction", None, 0),
        "academy": (Status.REMOVED, "", None, 0),
        "new": (Status.ACTIVE, "", None, 0),
    }


@pytest.mark.parametrize("initiative", [7, 0])
def test_a_card_that_gives_another_initiative_is_set_right_by_hand_and_the_ship_engages_with_it(initiative):
    sheet = replace(battle(), phase=Phase.ACTIVATION, initiative=None)
    (asked,) = (
        one
        for one in GAME.procedure("correction").questions(sheet, {"actor": "howlrunner"})
        if one.name == "initiative"
    )
    assert (asked.usual, asked.label) == (5, "Initiative")
    engaging = settled(GAME.procedure("engagement").resolve, corrected(sheet, initiative=initiative), ToEngagement())
    assert engaging.initiative == max(initiative, 5)
    assert (why_not_attack(engaging, engaging.ship("howlrunner")) == "") is (initiative == 7)
    assert (why_not_attack(engaging, engaging.ship("wedge")) == "") is (initiative == 0)
