"""What a change means at the table."""

from __future__ import annotations

from rules.airsoft_squads.pieces import Lies
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.staying import HELD
from rules.changes import Change, keyed
from rules.game import Told, tell_plainly

UNSAID = ("destroyed_by", "acted", "fallen", "moves")
"""Tracks that the headline tells already, or that only the app needs."""

WORDS = {
    "hits": "hit counter",
    "objective": "objective counter",
    "moved": "MOVEs this TURN",
    "medics": "MEDICs this TURN",
    "bonus": "BONUS ACTION",
    "place": "position",
    "aim": "objective",
    "lies": "card",
    "bearer": "attached to",
}


def tell(battle: Battle, change: Change) -> Told | None:
    """A change in the game's words; ``None`` for one that players need not be told."""
    told = None if _unsaid(change) else tell_plainly(battle, change)
    if told is None:
        return None
    if change.track.startswith(HELD):
        return Told(told.piece, f"stays up by {_named(battle, change)}", told.before, told.after)
    if change.track == "place":
        before, after = (f"{place}" if place else "SAVEZONE" for place in (change.before, change.after))
        return Told(told.piece, WORDS["place"], before, after)
    return Told(told.piece, WORDS.get(change.track, told.what), told.before, told.after)


def _named(battle: Battle, change: Change) -> str:
    """The name of the modifier by whose condition an operator stays up."""
    return getattr(keyed(battle).get(change.track.removeprefix(HELD)), "name", "a condition")


def _unsaid(change: Change) -> bool:
    """Whether it goes without saying: that a card which gets a bearer is attached, or one put elsewhere has none."""
    attached = change.track == "lies" and change.after == Lies.ATTACHED
    return attached or change.track in UNSAID or (change.track == "bearer" and change.after is None)
