"""Pieces that were taken out of a roster, put back as they were: each is the same piece.

In a battle an entry that has joined it is corrected, or a piece joins anew: there the log has to be played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.models import Battle, Event, Piece
from companion.services.building import building
from companion.services.locking import locked
from companion.services.putting import check_free
from companion.services.refusals import Refusal
from companion.services.writing import SET_UP, write_sheet
from companion.sheets import Stored, leads_to, letting_go, stored
from companion.sheets.plan import id_of
from rules.changes import keyed
from rules.games import GAMES
from rules.parts import Part, Unlike, joined
from rules.parts_as_json import parts_from_json
from rules.records import BadRecord
from rules.words import next_name

GONE = "gone"
"""Where the set-up page finds them, as its forms say it."""

MOST, READ = 6, 30
"""How many of them are offered, and in how many entries they are looked for: those that were taken out last."""

LONGEST_NAME: int = Piece._meta.get_field("name").max_length or 0


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
    """The pieces of a side of what holds a roster that were taken out and are not there, the last one first."""
    if battle.roster_id is None:
        return ()
    told = Event.objects.filter(battle=battle.pk, kind=SET_UP, parts__isnull=False)
    there, found = {*keyed(sheet)}, list[Gone]()
    for event in told.order_by("-number")[:READ]:
        for gone in _gone(battle, event):
            if gone.piece.side == side and gone.piece.key not in there:
                there.add(gone.piece.key)
                found.append(gone)
    return tuple(found[:MOST])


def put_back(*, key: str, who: str, seen: int, piece: str, side: str) -> None:
    """Put a piece of a side back, by the key that it had; what it or another pointed to that left is let go."""
    with locked(key) as battle:
        read = stored(battle)
        found = next((gone for gone in taken_out(battle, read.sheet, side) if gone.piece.key == piece), None)
        if found is None:
            raise Refusal("That piece was not taken out of here, or is back. Nothing was changed.")
        back = _back(found.part, read.sheet)
        with building(key, who, seen, f"{back.now.name} is put back."):
            try:
                after = joined(read.sheet, [back])
            except Unlike as problem:
                raise Refusal(f"{found.piece.name} cannot be put back: {problem}. Nothing was changed.") from problem
            _check_square(battle, read, after, piece)
            write_sheet(read, after, "changed")


def _back(part: Part, sheet: Any) -> Part:
    """What puts a piece back where rows stand in their order, under a name that no other has taken since.

    It lets go of what is gone.
    """
    names = {piece.name for piece in sheet.pieces}
    gone = leads_to(part.was) - keyed(part.was).keys() - keyed(sheet).keys()
    piece = letting_go(replace(part.was, name=next_name(part.was.name, names, LONGEST_NAME)), gone)
    before = [other for other in getattr(sheet, part.field) if id_of(other.key) < id_of(piece.key)]
    return Part(part.field, len(before), None, piece)


def _check_square(battle: Battle, read: Stored, after: Any, piece: str) -> None:
    """Raise ``Refusal`` where another stands where a piece has stood."""
    boards = (GAMES[battle.game].board(sheet, "") for sheet in (read.sheet, after))
    before, now = boards
    if before and now:
        for square in (square for key, square in now.squares if key == piece):
            check_free(before, read, square)


def _gone(battle: Battle, event: Event) -> Iterator[Gone]:
    try:
        parts = parts_from_json(GAMES[battle.game], event.parts or (), event.shape)
    except BadRecord:
        return
    for part in parts:
        if part.now is None and hasattr(part.was, "side"):
            yield Gone(part)
