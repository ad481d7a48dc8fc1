"""Soulshards, which win the battle, and how a side stands (SCO)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.bounds import bounds_of
from rules.gods_gloom.sheet import Army, Battle


def score(battle: Battle) -> Mapping[str, int]:
    """The Soulshards of each army as they were counted; nothing in the text makes them follow from the pieces."""
    return {army.key: army.soulshards for army in battle.armies}


def with_soulshards(army: Army, soulshards: int) -> Army:
    """The army with so many Soulshards, at most and at least what can be kept."""
    bounds = bounds_of(Army, "soulshards")
    kept = min(bounds.most, max(bounds.least, soulshards))
    return replace(army, soulshards=kept, score=kept)


def left(battle: Battle, army: str) -> tuple[tuple[str, str], ...]:
    """An army's Command Seals and Momentum."""
    found = battle.army(army)
    return (("Seals", str(found.seals)), ("Momentum", str(found.momentum)))
