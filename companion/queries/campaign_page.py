"""The battles of a campaign as scoreboards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Prefetch

from companion.looks import Look, looks_of
from companion.models import Battle, Campaign, Side
from companion.models.campaign import new_key
from companion.queries.games import OfferedGame, offered_games
from companion.queries.of_late import Sides
from companion.sheets import sheets_of
from companion.sheets.plan import id_of
from companion.verdicts import State
from rules.games import GAMES
from rules.results import How, results_of
from rules.words import counted, listed

AT_ONCE = 30
"""How many battles a page shows."""

ANSWERS = {State.OPEN: "not confirmed", State.CONFIRMED: "confirmed", State.DISPUTED: "disputed"}


@dataclass(frozen=True)
class SideOfBattle:
    """One side on a scoreboard; ``score`` is empty where the rules give none, and ``pale`` is who has lost."""

    name: str
    look: Look
    score: int | None
    pale: bool


@dataclass(frozen=True)
class Scoreboard:
    """One battle: its game, where it has come to, its sides, and the number that makes two taps one rematch.

    ``answer`` is what was said of its result, where that is worth a word; ``goes_on`` whether it is being played.
    """

    battle: Battle
    game: OfferedGame
    state: str
    answer: str
    goes_on: bool
    sides: tuple[SideOfBattle, ...]
    once: str
    players: frozenset[int]


def scoreboards(campaign: Campaign, page: str) -> Page[Scoreboard]:
    """A page of a campaign's battles: those first that go on, then those that are over, the newest first."""
    games = {game.slug: game for game in offered_games()}
    battles = campaign.battles.filter(archived=None, deleted=None).order_by("over", "-created")
    pages = Paginator(
        battles.prefetch_related(Prefetch("sides", Side.objects.select_related("player")), "results"), AT_ONCE
    )
    found: Page[Any] = pages.get_page(page)
    shown = list(found.object_list)
    hows = _hows(shown)
    found.object_list = [_scoreboard(battle, games[battle.game], hows[battle.pk]) for battle in shown]
    return found


def sides_on(boards: Iterable[Scoreboard]) -> Sides:
    """The sides of the battles on scoreboards, which were read for these."""
    return {board.battle.pk: tuple(board.battle.sides.all()) for board in boards}


def _hows(battles: Sequence[Battle]) -> Mapping[int, Mapping[int, How]]:
    """How each side of battles ended, by their ids; where somebody has several sides, only the pieces tell of each."""
    found = {battle.pk: {one.side_id: How(one.how) for one in battle.results.all()} for battle in battles}
    untold = [battle for battle in battles if 0 < len(found[battle.pk]) < len(battle.sides.all())]
    for game in {battle.game for battle in untold}:
        # One that cannot be read is for the audit to tell of.
        with suppress(ValueError):
            for pk, sheet in sheets_of([battle for battle in untold if battle.game == game]).items():
                found[pk] = {id_of(one.side): one.how for one in results_of(GAMES[game], sheet)}
    return found


def _scoreboard(battle: Battle, game: OfferedGame, hows: Mapping[int, How]) -> Scoreboard:
    answer = next((ANSWERS.get(State(result.state), "") for result in battle.results.all()), "")
    goes_on = battle.started and not battle.over
    players = frozenset(side.player.pk for side in battle.sides.all() if side.player and side.player.plays)
    return Scoreboard(battle, game, _state(battle, hows), answer, goes_on, _sides(battle, hows), new_key(), players)


def _state(battle: Battle, hows: Mapping[int, How]) -> str:
    if not battle.over:
        return f"round {battle.round}" if battle.started else "being set up"
    first = [side.name for side in battle.sides.all() if hows.get(side.pk) in (How.WON, How.TIED)]
    if not first:
        return "over"
    return f"{listed(first)} {'won' if len(first) == 1 else 'tied'} in {counted(battle.round, 'round')}"


def _sides(battle: Battle, hows: Mapping[int, How]) -> tuple[SideOfBattle, ...]:
    sides = list(battle.sides.all())
    return tuple(
        SideOfBattle(side.name, look, side.score if battle.has_points else None, hows.get(side.pk) is How.LOST)
        for side, look in zip(sides, looks_of(sides), strict=True)
    )
