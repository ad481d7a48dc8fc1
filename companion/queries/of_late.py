"""What players have done of late: how their last battles ended, and the colour and emblem that they had in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from django.db.models import QuerySet

from companion.looks import Look, looks_of
from companion.models import Result, Side
from rules.results import How

Player: TypeAlias = tuple[int | None, str]
"""Who plays: a member by the id, or else the name of the side that nobody of the campaign plays."""

Sides: TypeAlias = Mapping[int, Sequence[Side]]
"""The sides of battles in their order, by the ids of the battles."""

LAST = 6
"""How many of the last battles of a player are told."""

READ = 600
"""How many results are read for it, the newest first: whoever is in none of them has not played of late."""


@dataclass(frozen=True)
class OfLate:
    """How the last battles of a player ended, the newest last, and the look of the side in the newest of them."""

    hows: tuple[How, ...] = ()
    look: Look | None = None


NOT_OF_LATE = OfLate()


def player_of(row: Result | Side) -> Player:
    """Who plays the side, or the one of a result."""
    return (None, row.name) if row.player_id is None else (row.player_id, "")


def of_late(results: QuerySet[Result], known: Sides = MappingProxyType({})) -> Mapping[str, Mapping[Player, OfLate]]:
    """What all players have done in their last battles of each game, in two queries.

    It is one query where the sides of all those battles are ``known``.
    """
    newest = results.order_by("-ended", "-battle")
    hows: defaultdict[tuple[str, Player], list[str]] = defaultdict(list)
    last: dict[tuple[str, Player], int] = {}
    # The columns of the index of the newest, and no other: the rows themselves are not looked at.
    for game, player, name, how, battle in newest.values_list("game", "player", "name", "how", "battle")[:READ]:
        key = game, (player, "" if player else name)
        hows[key].append(how)
        last.setdefault(key, battle)
    looks = _looks_in(set(last.values()), known)
    found: defaultdict[str, dict[Player, OfLate]] = defaultdict(dict)
    for (game, who), battle in last.items():
        ended = tuple(map(How, reversed(hows[game, who][:LAST])))
        found[game][who] = OfLate(ended, looks.get((battle, who)))
    return found


def _looks_in(battles: Set[int], known: Sides) -> Mapping[tuple[int, Player], Look]:
    """The looks of all sides of battles, by the battle and who plays the side; of two sides of one player the first."""
    sides = {number: known[number] for number in battles & known.keys()} | _sides_of(battles - known.keys())
    found: dict[tuple[int, Player], Look] = {}
    for number, of_battle in sides.items():
        for side, look in zip(of_battle, looks_of(of_battle), strict=True):
            found.setdefault((number, player_of(side)), look)
    return found


def _sides_of(battles: Set[int]) -> dict[int, list[Any]]:
    """The sides of battles: of each only what its look and its player are told by, which takes half as long."""
    rows = Side.objects.filter(battle__in=battles)
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for side in rows.values_list("battle_id", "name", "player_id", "colour", "emblem", named=True):
        found[side.battle_id].append(side)
    return {**found}
