"""Which sides a tap means, by what it says: the table of rights tells by whom of those who have seats it is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.models import Battle, Declaration, Event, Version
from companion.permissions import By
from companion.services.refusals import Refusal
from companion.services.under_way import find_declaration, replies_shown, replies_to
from companion.services.whose import Sides, Taps, UnderWay, acting_in, concerned_by, sides_of, under_way
from companion.services.writing import UNDO
from companion.sheets import stored
from rules.changes import keyed
from rules.dice import Face
from rules.games import GAMES
from rules.parts_as_json import parts_from_json
from rules.timeline import How

DECLARED = ("declaration", "undoes__declaration")


@dataclass(frozen=True)
class Said:
    """What a tap says of whom it means: the ids and keys in its address and its form, each if there is one.

    ``answer`` is the last reply that its page showed and ``waiting`` how many hands; ``typed`` are dice that are
    entered, none where the app rolls them.
    """

    declaration: int = 0
    answer: int = 0
    waiting: int = 0
    typed: Sequence[Sequence[Face]] | None = None
    entry: int = 0
    piece: int = 0
    side: int = 0
    showing: str = ""
    attacker: str = ""


@dataclass(frozen=True)
class Meant:
    """The sides that a tap means: taken of who taps for one of them, or for ``every`` one; of none, for any side."""

    sides: Sides = ()
    every: bool = False

    def is_taken(self, taps: Taps) -> bool:
        """Whether it is taken of somebody who ``taps`` so."""
        return all(taps((side,)) for side in self.sides) if self.every and self.sides else taps(self.sides)


def meant(battle: Battle, by: By, said: Said) -> Meant:
    """The sides that a tap means."""
    return MEANT[by](battle, said)


def of_rows(battle: Battle, rows: Iterable[object]) -> Meant:
    """The sides among rows of a battle, and those of its pieces and of their parts."""
    read = stored(battle)
    given = list(rows)
    return of_keys(read.sheet, {key for key, row in read.rows.items() if row in given})


def of_keys(sheet: Any, keys: set[str]) -> Meant:
    """The sides that have these keys, and those of the pieces that have them, or parts with them."""
    return Meant((*(side.key for side in sheet.sides if side.key in keys), *sides_of(sheet, keys)))


def corrected(battle: Battle, number: int) -> Meant:
    """The sides of what an entry was declared for, at first or as it stands, or each of those that it sets up now."""
    told = _told(_entry(battle, number))
    if told is None:
        return Meant()
    stands = told.later_versions.filter(amendment__undone_by=None).exclude(how=How.STRUCK)
    now = stands.order_by("amendment__number").last()
    if told.declaration:
        return Meant(concerned_by(_declared(battle, told), *((now.answers,) if now and now.answers else ())))
    return Meant(_set_up(battle, now or told), every=True)


def entered(battle: Battle, event: Event | None, sheet: Callable[[], Any]) -> Meant:
    """The side that acted in an entry, those that may correct what a correction corrected, or each of edited pieces.

    An entry that takes another back is that one's. ``sheet`` reads the battle as it stands.
    """
    told = _told(event)
    if told is None:
        return Meant()
    if told.declaration:
        return Meant(acting_in(_declared(battle, told)))
    # Before consequences were told as such, what was corrected was always the first; done again late it need not be.
    first = told.versions.order_by("consequence", "of__number").values_list("of__number", flat=True).first()
    if first:
        return corrected(battle, first)
    return Meant(sides_of(sheet(), {change["piece"] for change in told.changes}), every=True)


def _set_up(battle: Battle, row: Event | Version) -> Sides:
    """The sides of what joined or left by an event or a version of it, and of what else that changed."""
    parts = parts_from_json(GAMES[battle.game], row.parts or (), row.shape)
    pieces = [piece for part in parts for piece in keyed(part.now or part.was).values()]
    changed = sides_of(stored(battle).sheet, {change["piece"] for change in row.changes})
    return tuple(dict.fromkeys((*(side for piece in pieces if (side := getattr(piece, "side", None))), *changed)))


def _chosen(battle: Battle, said: Said) -> Meant:
    return of_keys(stored(battle).sheet, {said.attacker})


def _acting(battle: Battle, said: Said) -> Meant:
    row = _row(battle, said)
    return Meant(acting_in(row) if row else ())


def _concerned(battle: Battle, said: Said) -> Meant:
    row = _row(battle, said)
    return Meant(concerned_by(row) if row else ())


def _asked(battle: Battle, said: Said) -> Meant:
    return Meant(_under_way(battle, said).answers)


def _rolling(battle: Battle, said: Said) -> Meant:
    found = _under_way(battle, said)
    if said.typed is None:
        return Meant(found.throws)
    typed = (side for side, shown in zip(found.pools, said.typed, strict=False) if shown and side)
    return Meant(tuple(dict.fromkeys(typed)), every=True)


def _answered(battle: Battle, said: Said) -> Meant:
    row = _row(battle, said)
    if row is None:
        return Meant()
    given = replies_to(row)
    # Of an answer that is gone nothing is taken back: a second tap is anybody's whom it concerns.
    return Meant(under_way(row, given[: replies_shown(given, said.answer) or 0], said.waiting).gave)


def _entered(battle: Battle, said: Said) -> Meant:
    return entered(battle, _entry(battle, said.entry), lambda: stored(battle).sheet)


def _of_piece(battle: Battle, said: Said) -> Meant:
    read = stored(battle)
    return of_keys(read.sheet, {piece.key for piece in read.sheet.pieces if read.rows[piece.key].pk == said.piece})


def _of_side(battle: Battle, said: Said) -> Meant:
    read = stored(battle)
    keys = {side.key for side in read.sheet.sides}
    found = {key for key in keys if read.rows[key].pk == said.side}
    return of_keys(read.sheet, found or keys & {said.showing})


MEANT: Mapping[By, Callable[[Battle, Said], Meant]] = {
    By.SEATED: lambda battle, said: Meant(),
    By.OWNED: lambda battle, said: Meant(),
    By.CHOSEN: _chosen,
    By.ACTING: _acting,
    By.CONCERNED: _concerned,
    By.ASKED: _asked,
    By.ROLLING: _rolling,
    By.ANSWERED: _answered,
    By.ENTERED: _entered,
    By.CORRECTED: lambda battle, said: corrected(battle, said.entry),
    By.PIECE: _of_piece,
    By.SIDE: _of_side,
}
"""How the sides are found, for each line of the table of rights."""


def _under_way(battle: Battle, said: Said) -> UnderWay:
    row = _row(battle, said)
    if row is None:
        return UnderWay((), (), ())
    given = replies_to(row)
    return under_way(row, given[: replies_shown(given, said.answer)])


def _entry(battle: Battle, number: int) -> Event | None:
    return Event.objects.filter(battle=battle, number=number).select_related("undoes", *DECLARED).first()


def _told(event: Event | None) -> Event | None:
    """What an undo takes back; any other event itself: what is done again tells all of what it does."""
    return event.undoes if event and event.kind == UNDO else event


def _declared(battle: Battle, event: Event) -> Declaration:
    assert event.declaration
    event.declaration.battle = battle
    return event.declaration


def _row(battle: Battle, said: Said) -> Declaration | None:
    try:
        return find_declaration(battle, said.declaration)
    except Refusal:
        return None
