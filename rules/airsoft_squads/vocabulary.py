"""What a change means at the table."""

from __future__ import annotations

from dataclasses import replace

from rules.airsoft_squads.pieces import IN_HAND, Lies
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.staying import HELD
from rules.changes import Change, Value, keyed
from rules.vocabulary import ChangeInWords, Track, Vocabulary


def _where(place: Value) -> str:
    return str(place) if place else "SAVEZONE"


def _of_conditions_and_cards(battle: Battle, change: Change, words: ChangeInWords) -> ChangeInWords | None:
    """A condition by its modifier's name; a card with a bearer goes without saying attached, one elsewhere has none."""
    if (change.track == "lies" and change.after == Lies.ATTACHED) or (change.track == "bearer" and not change.after):
        return None
    if change.track.startswith(HELD):
        name = getattr(keyed(battle).get(change.track.removeprefix(HELD)), "name", "a condition")
        return replace(words, what=f"stays up by {name}")
    return words


VOCABULARY = Vocabulary(
    {
        "objective": Track("objective counter"),
        "medics": Track("MEDICs this TURN"),
        "bonus": Track("BONUS ACTION"),
        "place": Track("position", _where),
        "aim": Track("objective"),
        "lies": Track("card", {Lies.APART: IN_HAND}),
        "bearer": Track("attached to"),
        "stat": Track("what it changes"),
        "reach": Track("whom it is for"),
        "side": Track("counts for"),
    },
    unsaid=frozenset({"acted", "fallen", "moves"}),
    own=_of_conditions_and_cards,
)
