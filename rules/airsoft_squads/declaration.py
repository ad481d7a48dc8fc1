"""What is declared: an ATTACK."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attack:
    """What is declared: who attacks whom, and the keys of the modifiers whose conditions hold."""

    actor: str
    target: str
    met: tuple[str, ...] = ()
