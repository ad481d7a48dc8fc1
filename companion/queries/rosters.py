"""The rosters of a campaign, and one of them with its pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import JSONObject

from companion.looks import NOBODY, Look
from companion.members import Rights
from companion.models import Battle, Campaign, Deployment, Event, Piece, Roster
from companion.models.campaign import new_key
from companion.queries.cards import card_template
from companion.queries.games import OfferedGame, offered_games
from companion.setups.setup import SideLink
from companion.setups.usual import setup_of
from companion.sheets import stored
from rules.changes import apply, keyed
from rules.games import GAMES
from rules.parts import let_go
from rules.words import count_or_no, counted

LATEST = 12
"""How many entries of its log the page of a roster shows."""

STANDING = Count("holder__pieces", filter=Q(holder__pieces__status=Piece.Status.ACTIVE))
"""How many pieces a roster has that are not lost."""


WAITS = Subquery(
    Deployment.objects.filter(roster=OuterRef("pk"), homecoming=None, battle__over=True, battle__deleted=None)
    .order_by("battle__ended", "pk")
    .values(battle_that=JSONObject(key="battle__key", name="battle__name"))[:1]
)
"""The first battle that is over of which nobody has said yet who comes home to a roster: its key and its name."""


@dataclass(frozen=True)
class Listed:
    """One roster in the list: its game, what it has, and whether the visitor changes it."""

    roster: Roster
    has: str
    may_change: bool
    once: str

    @property
    def game(self) -> str:
        """The name of its game."""
        return GAMES[self.roster.game].name


@dataclass(frozen=True)
class RosterList:
    """The rosters of a campaign, game by game, and those that are put away."""

    there: tuple[tuple[OfferedGame, tuple[Listed, ...]], ...]
    away: tuple[Listed, ...]


@dataclass(frozen=True)
class Card:
    """One piece of a roster as the card that it will be."""

    piece: Any
    template: tuple[str, str]
    look: Look = NOBODY


@dataclass(frozen=True)
class RosterPage:
    """One roster: its pieces, those that it has lost, what it has in words, and what is wrong with its build."""

    game: str
    pieces: tuple[Card, ...]
    lost: tuple[Card, ...]
    has: str
    problems: tuple[str, ...]
    log: tuple[Event, ...]
    links: tuple[SideLink, ...]
    once: str


def roster_list(campaign: Campaign, rights: Rights) -> RosterList:
    """The rosters of a campaign."""
    found = Roster.objects.filter(campaign=campaign).select_related("campaign", "owner", "holder")
    rows = [
        Listed(roster, count_or_no(roster.standing, "piece"), rights.may_change(roster), new_key())
        for roster in found.annotate(standing=STANDING)
    ]
    there = [row for row in rows if row.roster.put_away is None]
    by_game = [(game, tuple(row for row in there if row.roster.game == game.slug)) for game in offered_games()]
    return RosterList(
        tuple((game, listed) for game, listed in by_game if listed),
        tuple(row for row in rows if row.roster.put_away),
    )


def latest_game(campaign: Campaign) -> str:
    """The game of the battle that a campaign's page lists first; empty where there is none."""
    return campaign.battles.order_by("over", "-created").values_list("game", flat=True).first() or ""


def rosters_for(battle: Battle) -> tuple[Roster, ...]:
    """The rosters that can be taken into a battle: those of its campaign and game that have any pieces."""
    found = Roster.objects.filter(campaign=battle.campaign_id, game=battle.game, put_away=None)
    return tuple(found.select_related("owner").annotate(standing=STANDING).filter(standing__gt=0))


def roster_page(roster: Roster) -> RosterPage:
    """Read a roster for its page."""
    sheet = stored(roster.holder).sheet
    game = GAMES[roster.game]
    standing = [piece for piece in sheet.pieces if piece.standing]
    return RosterPage(
        game.name,
        _cards(roster, standing),
        _cards(roster, [piece for piece in sheet.pieces if not piece.standing]),
        has(standing),
        tuple(problem for side in sheet.sides for problem in game.problems(without_lost(sheet), side.key)),
        tuple(Event.objects.filter(battle=roster.holder).order_by("-number")[:LATEST]),
        tuple(link for links in setup_of(roster.game).side_links(roster.holder).values() for link in links),
        new_key(),
    )


def without_lost(sheet: Any) -> Any:
    """The sheet of a roster without the pieces that it has lost: these are no part of its build."""
    lost = {piece.key: keyed(piece) for piece in sheet.pieces if not piece.standing}
    gone = frozenset(key for parts in lost.values() for key in parts)
    freed = apply(sheet, let_go(sheet, gone))
    held = {field.name: getattr(freed, field.name) for field in fields(freed)}
    kept = {
        name: tuple(part for part in value if getattr(part, "key", "") not in gone)
        for name, value in held.items()
        if isinstance(value, tuple)
    }
    return replace(freed, **kept)


def has(pieces: Sequence[Any]) -> str:
    """What some pieces are, counted by their kinds."""
    kinds = Counter(type(piece).__name__.lower() for piece in pieces)
    return ", ".join(counted(number, kind) for kind, number in kinds.items())


def _cards(roster: Roster, pieces: Sequence[Any]) -> tuple[Card, ...]:
    return tuple(Card(piece, card_template(roster.game, piece)) for piece in pieces)
