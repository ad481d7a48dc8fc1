"""The battles of a campaign as scoreboards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from companion.looks import Look, looks_of
from companion.models import Battle, Campaign
from companion.models.campaign import new_key
from companion.queries.games import OfferedGame, offered_games
from companion.verdicts import State

AT_ONCE = 30
"""How many battles a page shows."""

ANSWERS = {State.OPEN: "not confirmed", State.CONFIRMED: "confirmed", State.DISPUTED: "disputed"}


@dataclass(frozen=True)
class SideOfBattle:
    """One side on a scoreboard; ``score`` is empty where the rules give none."""

    name: str
    look: Look
    score: int | None


@dataclass(frozen=True)
class Scoreboard:
    """One battle: its game, where it has come to, its sides, and the number that makes two taps one rematch.

    ``answer`` is what was said of its result, where that is worth a word.
    """

    battle: Battle
    game: OfferedGame
    state: str
    answer: str
    sides: tuple[SideOfBattle, ...]
    once: str


def scoreboards(campaign: Campaign, page: str) -> Page[Scoreboard]:
    """A page of a campaign's battles: those first that go on, then those that are over, the newest first."""
    games = {game.slug: game for game in offered_games()}
    battles = campaign.battles.filter(archived=None, deleted=None).order_by("over", "-created")
    pages = Paginator(battles.prefetch_related("sides", "results"), AT_ONCE)
    found: Page[Any] = pages.get_page(page)
    found.object_list = [
        Scoreboard(battle, games[battle.game], _state(battle), _answer(battle), _sides(battle), new_key())
        for battle in found.object_list
    ]
    return found


def _state(battle: Battle) -> str:
    if battle.over:
        return "over"
    return f"round {battle.round}" if battle.started else "being set up"


def _answer(battle: Battle) -> str:
    result = next(iter(battle.results.all()), None)
    return ANSWERS.get(State(result.state), "") if result else ""


def _sides(battle: Battle) -> tuple[SideOfBattle, ...]:
    sides = list(battle.sides.all())
    looks = looks_of([(side.name, side.colour, side.emblem) for side in sides])
    return tuple(
        SideOfBattle(side.name, look, side.score if battle.has_points else None)
        for side, look in zip(sides, looks, strict=True)
    )
