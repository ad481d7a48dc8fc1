"""Setting a ship right by hand, when the table and the app disagree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.asks import Answer, Option
from rules.changes import Change, apply, keyed, merged
from rules.correction import BY, Settled, Value
from rules.following import Following, following
from rules.questions import Answers, AnyQuestion, Count, Question, choice_of, count_of
from rules.table import Table
from rules.x_wing.cards import Card
from rules.x_wing.damage import destruction, removal
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship, Status
from rules.x_wing.upgrade import HUNTING

FLAGS = {"engaged": "Has engaged", "attacked": "Has attacked", "bonus_attacked": "Has made its bonus attack"}

DECK, DISCARDED, FACEUP, FACEDOWN = "in the deck", "discarded", "faceup", "facedown"
PLACES = (FACEUP, FACEDOWN, DECK, DISCARDED)


def settle(battle: Battle, key: str, said: Sequence[Change], table: Table) -> Settled:
    """With as many damage cards as hull a ship is destroyed."""
    followed = follows(battle, apply(battle, said)).changes
    destroyed = any(change.track == "destroyed_by" for change in followed)
    return Settled(with_scores(battle, (*said, *followed)), ", and is destroyed." if destroyed else "")


def follows(before: Battle, edited: Battle) -> Following:
    """A ship that an edit leaves without hull is destroyed, and one that it removes leaves no tokens and locks behind.

    A status that the edit sets stays, and cards taken off a destroyed ship do not bring it back.
    """
    had_hull = {ship.key for ship in before.ships if ship.status is Status.ACTIVE and before.hull_left(ship)}
    stood = {ship.key for ship in before.ships if ship.standing}
    changes: tuple[Change, ...] = ()
    for ship in edited.ships:
        now = apply(edited, changes)
        if ship.key in stood and not ship.standing:
            changes = merged((*changes, *removal(now, now.ship(ship.key))))
        if ship.key in had_hull and ship.status is Status.ACTIVE and not edited.hull_left(ship):
            changes = merged((*changes, *destruction(now, now.ship(ship.key), BY)))
    return following(before, edited, changes)


def questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """What can be set right, showing what the ship has now."""
    ship = battle.ship(str(answers.get("actor")))
    return (
        Question("status", "On the board", tuple(map(_status, Status)), ship.status.value),
        count_of(ship, "initiative", "Initiative"),
        *_left(ship, "shields"),
        count_of(ship, "unseen", "Facedown damage cards without a title"),
        *(_card_question(card) for card in battle.cards(ship)),
        *_left(ship, "force"),
        *_left(ship, "charges"),
        *_left(ship, "energy"),
        *(
            Count(part.key, f"Charges of {part.name}", 0, part.most_charges, part.charges)
            for part in ship.parts
            if part.most_charges
        ),
        *(choice_of(ship, track, label) for track, label in FLAGS.items()),
        *([choice_of(ship, "hunted", "Is Hunted")] if ship.hunted or _hunted_by_any(battle, ship) else []),
    )


def _hunted_by_any(battle: Battle, ship: Ship) -> bool:
    """Whether an enemy has the card by which a ship can be Hunted."""
    enemies = (each for each in battle.ships if each.squad != ship.squad)
    return any(card.xws in HUNTING for each in enemies for card in each.upgrades)


def _left(ship: Ship, track: str) -> Iterator[Count]:
    """What is left of something that the ship has at all."""
    if getattr(ship, f"most_{track}"):
        yield count_of(ship, track, track.capitalize())


def _status(status: Status) -> Option:
    if status is Status.DESTROYED:
        return Option(status.value, "destroyed", "not removed yet")
    return Option(status.value, "yes" if status is Status.ACTIVE else "removed")


def _card_question(card: Card) -> Question:
    options = tuple(Option(place, place) for place in PLACES)
    return Question(card.key, card.title, options, FACEUP if card.faceup else FACEDOWN)


def said(battle: Battle, key: str, name: str, value: Value) -> Iterator[Change]:
    """A damage card by its key lies somewhere, a weapon or an upgrade has charges; all else is a track of the ship."""
    assert not isinstance(value, tuple)  # nothing of a ship is a set of names
    ship = battle.ship(key)
    part = keyed(battle).get(name)
    if isinstance(part, Card):
        yield from _moved(part, ship, value)
    elif part is not None:
        yield Change(name, "charges", part.charges, value)
    else:
        yield Change(ship.key, name, getattr(ship, name), value)
    if name == "status" and value == Status.ACTIVE and ship.status is not Status.ACTIVE:
        yield Change(ship.key, "destroyed_by", ship.destroyed_by, "")
    if name == "status" and value != Status.ACTIVE and ship.status is Status.ACTIVE:
        yield Change(ship.key, "destroyed_by", ship.destroyed_by, BY)


def _moved(card: Card, ship: Ship, place: Answer) -> Iterator[Change]:
    wanted: Mapping[str, Answer] = {
        "ship": ship.key if place in (FACEUP, FACEDOWN) else None,
        "faceup": place == FACEUP,
        "discarded": place == DISCARDED,
    }
    for track, value in wanted.items():
        yield Change(card.key, track, getattr(card, track), value)
