"""What is declared: an attack, or one that is called in (Attacking)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attack:
    """Who attacks whom."""

    actor: str
    target: str


@dataclass(frozen=True, slots=True)
class CallIn:
    """Who calls an attack on whom in, and from which unit with indirect fire."""

    actor: str
    target: str
    fires: str | None = None
