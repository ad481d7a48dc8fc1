"""Setting a ship right by hand, when the table and the app disagree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.changes import Change, apply, keyed, merged
from rules.following import Following, following
from rules.game import Answer, Answers, Asked, Count, Declared, Illegal, Option, Outcome, Question
from rules.records import from_json
from rules.table import Table
from rules.x_wing.cards import Card
from rules.x_wing.damage import destruction, removal
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship, Status

BY = "a correction"
FLAGS = {"engaged": "Has engaged", "attacked": "Has attacked", "bonus_attacked": "Has made its bonus attack"}

DECK, DISCARDED, FACEUP, FACEDOWN = "in the deck", "discarded", "faceup", "facedown"
PLACES = (FACEUP, FACEDOWN, DECK, DISCARDED)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a ship should show: pairs of a track (or the key of a weapon or a damage card) and its value."""

    actor: str
    values: tuple[tuple[str, int | str | bool | None], ...]


def correct(declared: Declared[Battle, Correction], table: Table) -> Outcome:
    """Set a ship right; ``Illegal`` when it cannot show that or shows it already.

    With as many damage cards as hull it is destroyed.
    """
    battle, correction = declared.battle, declared.declaration
    ship = battle.ship(correction.actor)
    asked = {question.name: question for question in questions(battle, {"actor": correction.actor})}
    changes: list[Change] = []
    for name, value in dict(correction.values).items():
        if name not in asked:
            raise Illegal(f"{ship.name} has no “{name}” to correct.")
        _check_answer(asked[name], value)
        changes += _changes(battle, ship, name, value)
    now = apply(battle, merged(changes))
    followed = follows(battle, now).changes
    settled = with_scores(battle, (*changes, *followed))
    if not settled:
        raise Illegal(f"{ship.name} shows that already.")
    destroyed = any(change.track == "destroyed_by" for change in followed)
    return Outcome(f"{ship.name} is corrected by hand{', and is destroyed' if destroyed else ''}.", settled)


def follows(before: Battle, edited: Battle) -> Following:
    """A ship that an edit leaves without hull is destroyed, and one that it removes leaves no tokens and locks behind.

    A status that the edit sets stays, and cards taken off a destroyed ship do not bring it back (dossier, A11).
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


def questions(battle: Battle, answers: Answers) -> tuple[Asked, ...]:
    """What can be set right, showing what the ship has now."""
    ship = battle.ship(str(answers.get("actor")))
    return (
        Question("status", "On the board", tuple(Option(s.value, _status(s)) for s in Status), ship.status.value),
        *_left(ship, "shields"),
        Count("unseen", "Facedown damage cards without a title", 0, 99, ship.unseen),
        *(_card_question(card) for card in battle.cards(ship)),
        *_left(ship, "force"),
        *_left(ship, "charges"),
        *(Count(w.key, f"Charges of {w.name}", 0, w.most_charges, w.charges) for w in ship.weapons if w.most_charges),
        *(
            Question(track, label, (Option(False, "no"), Option(True, "yes")), getattr(ship, track))
            for track, label in FLAGS.items()
        ),
    )


def make(answers: Answers) -> Correction:
    """The correction that the answers make; ``BadRecord`` when they name no ship."""
    values = tuple((name, value) for name, value in answers.items() if name not in ("actor", "target"))
    actor = from_json(str, answers.get("actor"), "Correct by hand.actor")
    return Correction(actor, values)


def _left(ship: Ship, track: str) -> Iterator[Count]:
    """What is left of something that the ship has at all."""
    if most := getattr(ship, f"most_{track}"):
        yield Count(track, track.capitalize(), 0, most, getattr(ship, track))


def _status(status: Status) -> str:
    return {Status.ACTIVE: "yes", Status.DESTROYED: "destroyed, not removed yet", Status.REMOVED: "removed"}[status]


def _card_question(card: Card) -> Question:
    options = tuple(Option(place, place) for place in PLACES)
    return Question(card.key, card.title, options, FACEUP if card.faceup else FACEDOWN)


def _check_answer(question: Asked, value: Answer) -> None:
    if isinstance(question, Count):
        fits = isinstance(value, int) and not isinstance(value, bool) and question.least <= value <= question.most
    else:
        options = question.options if isinstance(question, Question) else ()
        fits = any(value == option.value and type(value) is type(option.value) for option in options)
    if not fits:
        raise Illegal(f"“{question.label}” cannot be {value}.")


def _changes(battle: Battle, ship: Ship, name: str, value: Answer) -> Iterator[Change]:
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
