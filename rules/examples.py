"""What a game is tried with: its worked examples, and a battle to begin with."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.asks import Declared
from rules.changes import Value
from rules.sheets import BattleSheet
from rules.table import Reply

B = TypeVar("B", bound=BattleSheet)


@dataclass(frozen=True, slots=True)
class Example(Generic[B]):
    """A worked example: a battle, what is declared in it, the replies, and what must come of it."""

    slug: str
    title: str
    procedure: str
    battle: B
    declaration: Hashable
    replies: tuple[Reply, ...]
    headline: str = ""
    expected: tuple[tuple[str, str, Value | frozenset[str]], ...] = ()
    """Piece, track and value afterwards."""
    waits_for: str = ""
    """The label of the ask at which the replies run out, if they do."""
    refused: str = ""
    """The sentence of the refusal, if the rules do not allow it."""
    story: str = ""

    @property
    def declared(self) -> Declared[B, Any]:
        """What its procedure resolves."""
        return Declared(self.battle, self.declaration)


@dataclass(frozen=True, slots=True)
class Demo(Generic[B]):
    """A battle to try a game with, and what it is called; ``began`` is the same before anything has happened."""

    name: str
    battle: B
    began: B | None = None
    """Nothing where the battle to try has only just begun."""

    @property
    def beginning(self) -> B:
        """The battle with its pieces as they were built."""
        return self.began or self.battle
