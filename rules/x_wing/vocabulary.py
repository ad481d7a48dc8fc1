"""What a change means at the table."""

from __future__ import annotations

from dataclasses import replace

from rules.changes import Change, keyed
from rules.vocabulary import ChangeInWords, Track, Vocabulary
from rules.x_wing.cards import Card
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import ATTACKED, Weapon
from rules.x_wing.tokens import NAMES
from rules.x_wing.upgrade import Upgrade


def _of_parts(battle: Battle, change: Change, told: ChangeInWords) -> ChangeInWords | None:
    """A damage card by the ship that it lies on, a weapon or an upgrade by the ship that carries it."""
    if change.track.startswith(ATTACKED):
        return None
    part = keyed(battle).get(change.piece)
    if isinstance(part, Card):
        return _card(battle, part, change)
    if isinstance(part, Weapon | Upgrade):
        ship = next(ship for ship in battle.ships if part in ship.parts)
        return replace(told, piece=ship.name, what=f"{told.what} of {part.name}")
    return told


def _card(battle: Battle, card: Card, change: Change) -> ChangeInWords | None:
    names = {ship.key: ship.name for ship in battle.ships}
    if change.track == "ship":
        holder = change.after or change.before
        dealt = ("in the deck", "dealt") if change.after else ("dealt", "off the ship")
        return ChangeInWords(names.get(str(holder), "a ship"), card.title, *dealt)
    if change.track == "faceup" and card.ship:
        sides = {True: "faceup", False: "facedown"}
        return ChangeInWords(
            names.get(card.ship, "a ship"), card.title, sides[bool(change.before)], sides[bool(change.after)]
        )
    return None


VOCABULARY = Vocabulary(
    {
        "attacked": Track("attack", {False: "not made", True: "made"}),
        "bonus_attacked": Track("bonus attack", {False: "not made", True: "made"}),
        "fired": Track("bonus attacks made"),
        "lock": Track("lock on", {None: "nobody"}),
        "first": Track("first player"),
        "used": Track("cards used this round"),
        "hunted": Track("Hunted", {False: "no", True: "yes"}),
        "xws": Track("id"),
        "pilot": Track("id of the pilot"),
        "special": Track("special weapon"),
        "bonus_only": Track("only for bonus attacks"),
        "more": Track("more than the app knows"),
        **{track: Track(f"{name} tokens") for track, name in NAMES.items()},
    },
    unsaid=frozenset({"engaged", "fired_at"}),
    own=_of_parts,
)
