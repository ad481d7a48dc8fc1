"""The lines of a trace with where each comes from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.queries.rulings import decided
from rules.game import Game
from rules.origins import Origin
from rules.table import Step


@dataclass(frozen=True)
class Line:
    """One step: its origin, the values that went into it, and the rulings that decide of it."""

    label: str
    value: str
    source: str
    origin: Origin | None
    made_of: tuple[Step, ...]
    rulings: tuple[tuple[str, str], ...]


def explained(
    game: Game[Any], procedure: str, steps: Iterable[Step], *, with_rulings: bool = False
) -> tuple[Line, ...]:
    """The steps of a procedure with their origins, and with all that was decided of them if that is wanted."""
    told = tuple(steps)
    return tuple(_line(game, procedure, step, told[:place], with_rulings) for place, step in enumerate(told))


def _line(game: Game[Any], procedure: str, step: Step, before: tuple[Step, ...], with_rulings: bool) -> Line:
    origin = game.origin(procedure, step.label, step.value)
    made_of = tuple(earlier for earlier in before if origin and origin.is_made_of(earlier.label))
    known = decided(game.slug) if with_rulings and origin else {}
    rulings = tuple((question, known[question]) for question in (origin.decided if origin else ()) if question in known)
    return Line(step.label, step.value, step.source, origin, made_of, rulings)
