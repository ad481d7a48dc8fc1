"""Pieces that were taken out while a battle or a roster was set up, put back as they were: each is the same piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.models import Battle, Event
from companion.services.building import TAKEN_OUT, building
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.services.writing import SET_UP, write_sheet
from companion.sheets import stored
from rules.changes import keyed
from rules.games import GAMES
from rules.parts import Part, Unlike, joined
from rules.parts_as_json import parts_from_json
from rules.records import BadRecord

GONE = "gone"
"""Where the set-up page finds them, as its forms say it."""

MOST, READ = 6, 30
"""How many of them are offered, and in how many entries they are looked for: those that were taken out last."""


@dataclass(frozen=True)
class Gone:
    """A piece that was taken out, as it was."""

    part: Part

    @property
    def piece(self) -> Any:
        """The piece."""
        return self.part.was

    @property
    def place(self) -> str:
        """Where it is found."""
        return f"{GONE}.{self.piece.key}"


def taken_out(battle: Battle, sheet: Any, side: str) -> tuple[Gone, ...]:
    """The pieces of a side that were taken out before the start and are not there, the last one first."""
    if battle.started or battle.over:
        return ()
    told = Event.objects.filter(battle=battle.pk, kind=SET_UP, headline__endswith=TAKEN_OUT)
    there, found = {*keyed(sheet)}, list[Gone]()
    for event in told.order_by("-number")[:READ]:
        for gone in _gone(battle, event):
            if gone.piece.side == side and gone.piece.key not in there:
                there.add(gone.piece.key)
                found.append(gone)
    return tuple(found[:MOST])


def put_back(*, key: str, who: str, seen: int, piece: str, side: str) -> None:
    """Put a piece of a side back, by the key that it had: what has pointed to it points to nothing now."""
    with locked(key) as battle:
        read = stored(battle)
        found = next((gone for gone in taken_out(battle, read.sheet, side) if gone.piece.key == piece), None)
        if found is None:
            raise Refusal("That piece was not taken out of here, or is back. Nothing was changed.")
        with building(key, who, seen, f"{found.piece.name} is put back."):
            part = found.part.undone()
            part = replace(part, at=min(part.at, len(getattr(read.sheet, part.field))))
            try:
                after = joined(read.sheet, [part])
            except Unlike as problem:
                raise Refusal(f"{found.piece.name} cannot be put back: {problem}. Nothing was changed.") from problem
            write_sheet(read, after, "changed")


def _gone(battle: Battle, event: Event) -> Iterator[Gone]:
    try:
        parts = parts_from_json(GAMES[battle.game], event.parts or (), event.shape)
    except BadRecord:
        return
    for part in parts:
        if part.now is None and hasattr(part.was, "side"):
            yield Gone(part)
