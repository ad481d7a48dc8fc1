"""The set-up page: one side with its pieces, what is wrong with it, the forms that add more, and what is next."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.looks import COLOURS, EMBLEMS, NOBODY, Look
from companion.models import Battle, Roster
from companion.queries.cards import card_template
from companion.queries.catalogue import EarlierBattle, Known, earlier_battle, search
from companion.queries.meant import of_keys
from companion.queries.placing import Placing, placing
from companion.queries.rosters import rosters_for, without_lost
from companion.queries.setup_forms import SetupForm, Shown, fold, forms_for
from companion.queries.starting import next_step, why_not_start
from companion.queries.table_view import looks_in
from companion.services.putting_back import Gone, taken_out
from companion.services.whose import Taps, anybody
from companion.setups.setup import Setup, SideLink, row_of
from companion.setups.usual import setup_of
from companion.sheets import Stored, stored
from rules.changes import keyed
from rules.games import GAMES
from rules.sheets import PieceSheet, SideSheet
from rules.words import counted


@dataclass(frozen=True)
class SetupPiece:
    """One piece as the card that it will be, and where it is changed (empty where no form does that)."""

    piece: Any
    pk: int
    template: tuple[str, str]
    look: Look
    change: str
    token: tuple[str, str]

    @property
    def name(self) -> str:
        """Its name."""
        return str(self.piece.name)


@dataclass(frozen=True)
class SetupSide:
    """One side: its look, what it has so far in words, what is wrong with its build, and what it may still want."""

    key: str
    name: str
    pk: int
    look: Look
    has: str
    problems: tuple[str, ...]
    hints: tuple[str, ...]


@dataclass(frozen=True)
class Swatch:
    """A colour or an emblem that the side may choose, has, or cannot have because another one does."""

    name: str
    chosen: bool
    taken: bool


@dataclass(frozen=True)
class Found:
    """What is known by the letters that are looked for, a few pieces of it, to join a side; ``more`` if there are."""

    side: str
    colour: str
    asks: str
    find: str
    known: tuple[Known, ...] = ()
    more: bool = False


@dataclass(frozen=True)
class SetupPage:
    """Everything that the set-up page shows; ``sheet`` is the battle as the rules see it.

    ``side`` is the one that is built now, with its ``pieces``, and those that are ``gone`` and can be put back;
    ``board`` are the pieces of no side. ``needed`` is what the battle still needs before it can start, empty when it
    can; ``next`` is the side that should be built now instead, if any.
    """

    sheet: Any
    sides: tuple[SetupSide, ...]
    side: SetupSide
    pieces: tuple[SetupPiece, ...]
    board: tuple[SetupPiece, ...]
    gone: tuple[Gone, ...]
    links: tuple[SideLink, ...]
    forms: tuple[SetupForm, ...]
    placing: Placing[SetupPiece] | None
    found: Found
    earlier: EarlierBattle | None
    rosters: tuple[Roster, ...]
    needed: str
    next: SetupSide | None
    once: str
    builds: bool
    """Whether the side is set up by whoever looks."""

    @property
    def colours(self) -> tuple[Swatch, ...]:
        """The colours for the side."""
        others = {side.look.colour for side in self.sides if side != self.side}
        return tuple(Swatch(name, name == self.side.look.colour, name in others) for name in COLOURS)

    @property
    def emblems(self) -> tuple[Swatch, ...]:
        """The emblems for the side."""
        others = {side.look.emblem for side in self.sides if side != self.side}
        return tuple(Swatch(name, name == self.side.look.emblem, name in others) for name in EMBLEMS)

    @property
    def changing(self) -> bool:
        """Whether one of the forms changes a piece, which going on would leave behind."""
        return any(form.changing for form in self.forms)

    @property
    def next_step(self) -> str:
        """What to do about a battle that cannot start yet."""
        return next_step(self.sheet)


def setup_page(battle: Battle, shown: Shown, taps: Taps = anybody) -> SetupPage | None:
    """Read a battle for its set-up page; ``None`` where staff have taken all its sides out.

    Whoever looks ``taps`` for some of its sides, and is offered what is taken of them.
    """
    setup = setup_of(battle.game)
    read = stored(battle)
    sheet = read.sheet
    if not sheet.sides:
        return None
    looks = looks_in(read)
    sides = tuple(_side(battle, read, side, looks[side.key]) for side in sheet.sides)
    chosen = _chosen(sheet, shown)
    side = next(known for known in sides if known.key == chosen)
    builds = of_keys(sheet, {chosen}).is_taken(taps)
    shown = replace(shown, edit=_own(sheet, shown.edit, taps), hand=_own(sheet, shown.hand, taps))
    pieces = [(piece.side, _piece(battle, setup, read, piece, looks)) for piece in sheet.pieces]
    cards = {card.piece.key: card for _, card in pieces}
    empty = not any(owner == chosen for owner, _ in pieces)
    built = battle.started or battle.roster_id
    needed = "" if built else why_not_start(GAMES[battle.game], sheet)
    return SetupPage(
        sheet=sheet,
        sides=sides,
        side=side,
        pieces=tuple(piece for owner, piece in pieces if owner == chosen),
        board=tuple(piece for owner, piece in pieces if owner is None),
        gone=taken_out(battle, sheet, chosen) if builds else (),
        links=tuple(setup.side_links(battle).get(chosen, ())) if builds else (),
        forms=forms_for(battle, setup, read, read.rows[chosen], shown) if builds else (),
        placing=placing(GAMES[battle.game], sheet, cards, chosen, shown.hand) if builds and not built else None,
        found=_found(battle, side.key, side.look, shown.find, builds=builds),
        earlier=earlier_battle(battle, side.name, shown.earlier, shown.older)
        if builds and empty and not battle.started
        else None,
        rosters=rosters_for(battle) if builds and not built else (),
        needed=needed,
        next=_next(side, sides) if needed else None,
        once=secrets.token_urlsafe(9),
        builds=builds,
    )


def found_page(battle: Battle, shown: Shown, taps: Taps = anybody) -> Found | None:
    """What the letters find, without the rest of the page; ``None`` where staff have taken all sides out."""
    read = stored(battle)
    if not read.sheet.sides:
        return None
    side = _chosen(read.sheet, shown)
    builds = of_keys(read.sheet, {side}).is_taken(taps)
    return _found(battle, side, looks_in(read)[side], shown.find, builds=builds)


def form_page(battle: Battle, shown: Shown, part: str, taps: Taps = anybody) -> SetupForm | None:
    """One form for the side that is shown, without the rest of the page; ``None`` where the page has it no more."""
    read = stored(battle)
    side = _chosen(read.sheet, shown) if read.sheet.sides else ""
    if not side or not of_keys(read.sheet, {side}).is_taken(taps):
        return None
    shown = replace(shown, unfolded=(fold(side, part),))
    forms = forms_for(battle, setup_of(battle.game), read, read.rows[side], shown)
    return next((form for form in forms if form.slug == part), None)


def _found(battle: Battle, side: str, look: Look, find: str, *, builds: bool) -> Found:
    loaded = setup_of(battle.game).loaded
    found = Found(side, look.colour, loaded.asks if loaded else "A few letters of its name", find)
    if not builds or battle.over:
        return found
    known, more = search(battle, find)
    return replace(found, known=known, more=more)


def _own(sheet: Any, key: str, taps: Taps) -> str:
    """The key of what somebody wants to change, where it is theirs to change; else none."""
    return key if of_keys(sheet, {key}).is_taken(taps) else ""


def _chosen(sheet: Any, shown: Shown) -> str:
    """The key of the side to show: the one that is named, that of what is changed, or the first."""
    keys: list[str] = [side.key for side in sheet.sides]
    changed = [piece.side for piece in sheet.pieces if shown.edit in keyed(piece)]
    return next((key for key in (shown.side, *changed) if key in keys), keys[0])


def _next(side: SetupSide, sides: Sequence[SetupSide]) -> SetupSide | None:
    """The other side to build now: one that has nothing, or, where all is well with this one, one that has problems."""
    if not side.has:
        return None
    others = [other for other in sides if other != side]
    wrong = [other for other in others if other.problems and not side.problems]
    return next((other for other in others if not other.has), next(iter(wrong), None))


def _side(battle: Battle, read: Stored, side: SideSheet, look: Look) -> SetupSide:
    kinds = Counter(type(piece).__name__.lower() for piece in read.sheet.pieces if piece.side == side.key)
    has = ", ".join(counted(number, kind) for kind, number in kinds.items())
    sheet = without_lost(read.sheet) if battle.roster_id else read.sheet
    problems = () if battle.started else tuple(GAMES[battle.game].problems(sheet, side.key))
    hints = () if battle.started else tuple(setup_of(battle.game).hints(sheet, side.key))
    return SetupSide(side.key, side.name, read.rows[side.key].pk, look, has, problems, hints)


def _piece(battle: Battle, setup: Setup, read: Stored, piece: PieceSheet, looks: Mapping[str, Look]) -> SetupPiece:
    row = read.rows[piece.key]
    slug = next((part.slug for part in setup.parts if row_of(part, read, piece.key)), "")
    change = f"?edit={piece.key}#part-{slug}" if slug and not battle.started else ""
    look = looks.get(piece.side or "", NOBODY)
    token = card_template(battle.game, piece, "_token")
    return SetupPiece(piece, row.pk, card_template(battle.game, piece), look, change, token)
