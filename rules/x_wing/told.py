"""What a change means at the table."""

from __future__ import annotations

from rules.changes import Change, Value, keyed
from rules.game import Told, tell_plainly
from rules.x_wing.cards import Card
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Weapon
from rules.x_wing.tokens import NAMES

UNSAID = ("destroyed_by", "engaged")
"""Tracks that the headline tells already, or that only the app needs."""

WORDS: dict[str, tuple[str, dict[Value, str]]] = {
    "status": ("on the board", {"active": "yes", "destroyed": "destroyed", "removed": "removed"}),
    "unseen": ("facedown damage cards", {}),
    "attacked": ("attack", {False: "not made", True: "made"}),
    "bonus_attacked": ("bonus attack", {False: "not made", True: "made"}),
    "lock": ("lock on", {None: "nobody"}),
    "initiative": ("engaging initiative", {}),
    "first": ("first player", {}),
    "unseen_discarded": ("discarded damage cards", {}),
    "mission": ("scenario points", {}),
    **{track: (f"{name} tokens", {}) for track, name in NAMES.items()},
}


def tell(battle: Battle, change: Change) -> Told | None:
    """A change in the game's words; ``None`` for one that players need not be told."""
    if change.track in UNSAID:
        return None
    part = keyed(battle).get(change.piece)
    if isinstance(part, Card):
        return _card(battle, part, change)
    told = tell_plainly(battle, change)
    if told is None:
        return None
    if isinstance(part, Weapon):
        ship = next(ship for ship in battle.ships if part in ship.weapons)
        return Told(ship.name, f"{told.what} of {part.name}", told.before, told.after)
    what, values = WORDS.get(change.track, (told.what, {}))
    return Told(told.piece, what, values.get(change.before, told.before), values.get(change.after, told.after))


def _card(battle: Battle, card: Card, change: Change) -> Told | None:
    names = {ship.key: ship.name for ship in battle.ships}
    if change.track == "ship":
        holder = change.after or change.before
        dealt = ("in the deck", "dealt") if change.after else ("dealt", "off the ship")
        return Told(names.get(str(holder), "a ship"), card.title, *dealt)
    if change.track == "faceup" and card.ship:
        sides = {True: "faceup", False: "facedown"}
        return Told(names.get(card.ship, "a ship"), card.title, sides[bool(change.before)], sides[bool(change.after)])
    return None
