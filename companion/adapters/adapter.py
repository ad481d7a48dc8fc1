"""What a game supplies to be stored and shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models

from companion.models import Battle, Side, Token
from rules.changes import NAMED
from rules.game import Game


@dataclass(frozen=True)
class Stored:
    """A battle's sheet and, by key, the rows that its parts were read from."""

    sheet: Any
    rows: Mapping[str, models.Model]


@dataclass(frozen=True)
class Adapter:
    """One game's models and how they become its sheet.

    A row's field has the name of the sheet's field; a track that is no field of the row is a token of that kind, and
    of that name where the sheet's field is a set of names.
    """

    game: Game
    battle: type[Battle]
    side: type[Side]
    load: Callable[[Battle], Stored]
    sides: str = "battle/_sides.html"
    """The template that draws the sides of a battle; a game may have one of its own."""


def key_of(row: models.Model) -> str:
    """The key of a stored row in its sheet."""
    return f"{row._meta.model_name}-{row.pk}"


def tokens_of(battle: Battle) -> defaultdict[int, dict[str, int]]:
    """The tokens of a battle by the id of their piece and the track that they show."""
    found: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for token in Token.objects.filter(piece__battle=battle):
        found[token.piece_id][token.track] = token.value
    return found


def names_of(tokens: Mapping[str, int], kind: str) -> frozenset[str]:
    """The names of the tokens of one kind among a piece's tokens, by the tracks that they show."""
    named = f"{kind}{NAMED}"
    return frozenset(track.removeprefix(named) for track, value in tokens.items() if value and track.startswith(named))
