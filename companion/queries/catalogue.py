"""What may join a side without being typed: pieces that are known by name, and whole sides of earlier battles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.models import Battle
from companion.queries.cards import card_template
from companion.services.earlier import began, beginnings, earlier_battles
from companion.services.leaving import leaving_of
from companion.setups.usual import setup_of
from companion.sheets import belongs, stored
from rules.games import GAMES
from rules.words import owners

LOOKED_AT = 6
"""How many earlier battles are looked at."""

MOST = 12
"""How many pieces are shown at once."""

MOST_EARLIER = 50
"""How many earlier battles are offered at once to take a side from; older ones are on pages of their own."""

DEMO = "demo"
DATA = "data"


@dataclass(frozen=True)
class Known:
    """A piece that is known from elsewhere, its game, the sheet that it stands in, and what both are called."""

    place: str
    game: str
    piece: Any
    source: Any
    origin: str

    @property
    def kind(self) -> str:
        """What it is."""
        return type(self.piece).__name__.lower()

    @property
    def template(self) -> tuple[str, str]:
        """The templates that may draw it in a few signs."""
        return card_template(self.game, self.piece, "_known")

    def marked(self, find: str) -> tuple[str, str, str]:
        """Its name in three parts, the middle one what was looked for."""
        name: str = self.piece.name
        at = name.lower().find(find.lower())
        if not find or at < 0 or len(name.lower()) != len(name):
            return name, "", ""
        return name[:at], name[at : at + len(find)], name[at + len(find) :]


@dataclass(frozen=True)
class Offer:
    """A side of an earlier battle: how many pieces it began with, and how many are left of them, if that is news."""

    key: str
    name: str
    began: int
    ended: int

    @property
    def whose(self) -> str:
        """Its name as that of an owner."""
        return owners(self.name)


@dataclass(frozen=True)
class EarlierBattle:
    """An earlier battle of the campaign by the same rules, what its sides can lend, and the ``others`` that may.

    The others are those on one ``page`` of all, from 0 on; ``older`` is the number of the next one, 0 where none is.
    """

    pk: int
    name: str
    offers: tuple[Offer, ...]
    others: tuple[Battle, ...]
    page: int
    older: int

    @property
    def newer(self) -> int:
        """The number of the page before."""
        return self.page - 1


def catalogue(battle: Battle) -> tuple[Known, ...]:
    """The pieces that are known for a battle by the same rules, one of each name, the latest first."""
    found: dict[tuple[str, str], Known] = {}
    for known in _everything(battle):
        if battle.roster_id and known.piece.side is None:
            continue
        found.setdefault((known.kind, known.piece.name), known)
    return tuple(found.values())


def search(battle: Battle, find: str) -> tuple[tuple[Known, ...], bool]:
    """Those with these letters in their names, first where a word begins with them; and whether there are more.

    What the loaded data finds comes after what battles have had, where both fit as well.
    """
    wanted = " ".join(find.lower().split())
    loaded = setup_of(battle.game).loaded
    fitting = [one for one in catalogue(battle) if wanted in one.piece.name.lower()]
    fitting += _loaded(battle, loaded.find(battle, wanted, MOST + 1)) if loaded else []
    found = sorted(fitting, key=lambda one: f" {wanted}" not in f" {one.piece.name.lower()}".replace("“", " "))
    return tuple(found[:MOST]), len(found) > MOST


def known_at(battle: Battle, place: str) -> Known | None:
    """The piece that was offered with that place, if it is still known."""
    source, _, key = place.partition(".")
    loaded = setup_of(battle.game).loaded
    offered = _loaded(battle, loaded.take(battle, key)) if loaded and source == DATA else catalogue(battle)
    return next((one for one in offered if one.place == place), None)


def _loaded(battle: Battle, sheet: Any) -> list[Known]:
    return [Known(f"{DATA}.{piece.key}", battle.game, piece, sheet, "the data") for piece in sheet.pieces]


def earlier_battle(battle: Battle, side: str, chosen: int, page: int = 0) -> EarlierBattle | None:
    """What can be taken from the chosen battle, or else from the last one; ``None`` where there is none before it.

    A side of the same name comes first.
    """
    every = earlier_battles(battle)
    found = list(every[page * MOST_EARLIER : (page + 1) * MOST_EARLIER + 1])
    known = found[:MOST_EARLIER]
    last = next((one for one in known if one.pk == chosen), None)
    if last is None and (chosen > 0 or page):
        last = every.filter(pk=chosen).first() or every.first()
    last = last or next(iter(known), None)
    if last is None:
        return None
    then, now = began(last), stored(last).sheet
    offers = [_offer(then, now, one) for one in sorted(now.sides, key=lambda one: bool(one.name != side))]
    offered = tuple(offer for offer in offers if offer.began or offer.ended)
    others = tuple(one for one in known if one != last)
    if not (offered or others or page):
        return None
    older = page + 1 if len(found) > MOST_EARLIER else 0
    return EarlierBattle(last.pk, last.name, offered, others, page, older)


def _offer(then: Any | None, now: Any, side: Any) -> Offer:
    before = [piece for piece in then.pieces if belongs(piece, side.key)] if then else []
    after = [piece for piece in now.pieces if belongs(piece, side.key) and piece.standing]
    return Offer(side.key, side.name, len(before), 0 if before == after else len(after))


def _everything(battle: Battle) -> Iterator[Known]:
    rested = leaving_of(battle.game).rested
    earlier = list(earlier_battles(battle)[:LOOKED_AT])
    sheets = beginnings(earlier)
    sources = [(str(one.pk), sheet, one.name) for one in earlier if (sheet := sheets.get(one.pk))]
    demo = GAMES[battle.game].demo
    for place, sheet, origin in (*sources, (DEMO, demo.beginning, demo.name)):
        for piece in sheet.pieces:
            yield Known(f"{place}.{piece.key}", battle.game, rested(piece), sheet, origin)
