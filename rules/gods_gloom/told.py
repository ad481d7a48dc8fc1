"""What a change means at the table."""

from __future__ import annotations

from rules.changes import Change, Value
from rules.game import Told, tell_plainly
from rules.gods_gloom.sheet import Battle

UNSAID = ("destroyed_by", "charged", "loser", "score")
"""Tracks that the headline tells already, or that only the app needs."""

WORDS: dict[str, tuple[str, dict[Value, str]]] = {
    "current_health": ("Health", {}),
    "morale_tokens": ("Morale tokens", {}),
    "weak": ("Weak", {False: "no", True: "yes"}),
    "boost": ("Boost", {False: "no", True: "yes"}),
    "slow": ("Slow", {False: "no", True: "yes"}),
    "fast": ("Fast", {False: "no", True: "yes"}),
    "activated": ("activation", {False: "to come", True: "taken"}),
    "shot": ("ranged attack", {False: "to come", True: "made"}),
    "status": ("on the board", {"active": "yes", "destroyed": "Destroyed", "removed": "removed"}),
    "seals": ("Command Seals", {}),
    "momentum": ("Momentum", {}),
    "soulshards": ("Soulshards", {}),
}


def tell(battle: Battle, change: Change) -> Told | None:
    """A change in the game's words; ``None`` for one that players need not be told."""
    told = tell_plainly(battle, change)
    if change.track in UNSAID or told is None:
        return None
    what, values = WORDS.get(change.track, (told.what, {}))
    before, after = values.get(change.before, told.before), values.get(change.after, told.after)
    return Told(told.piece, what, before, after)
