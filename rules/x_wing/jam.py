"""Jam tokens: what a jammed ship loses (dossier, A9)."""

from __future__ import annotations

from rules.changes import Change
from rules.table import Side, Table
from rules.x_wing.ship import Ship
from rules.x_wing.tokens import green

LOCK = "lock"


def jammed(ship: Ship, gained: int, by: Side, table: Table) -> tuple[Change, ...]:
    """What a ship loses to jam tokens that it gains.

    For each the jamming player chooses a green token or the lock; a jam token that finds neither stays.
    """
    tokens = {track: getattr(ship, track) for track in green(ship)}
    lock, jam = ship.lock, ship.jam
    for _ in range(gained):
        options = (*(track for track, count in tokens.items() if count), *([LOCK] if lock else []))
        if not options:
            jam += 1
            continue
        lost = table.choose("jam removes", by, options, about=ship)
        if lost == LOCK:
            lock = None
        else:
            tokens[lost] -= 1
    changes = [Change(ship.key, track, getattr(ship, track), count) for track, count in tokens.items()]
    changes += [Change(ship.key, "lock", ship.lock, lock), Change(ship.key, "jam", ship.jam, jam)]
    return tuple(change for change in changes if change.before != change.after)
