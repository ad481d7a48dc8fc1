"""Setting up a battle of frames: frames with their systems, terrain, stations and what is agreed on."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import models

from companion.models import Battle, Company, Frame, FrameBattle, Station, System, Terrain
from companion.services.building import building


def add_frame(
    *, key: str, who: str, seen: int, company: Company, name: str, rockets: int, systems: Sequence[tuple[str, str]]
) -> None:
    """Add a frame with its systems, each a name and a kind."""
    with building(key, who, seen, f"{name} joins {company}.") as battle:
        frame = Frame.objects.create(battle=battle, company=company, name=name, rockets=rockets)
        System.objects.bulk_create(System(frame=frame, name=label, kind=kind) for label, kind in systems)


def add_terrain(*, key: str, who: str, seen: int, name: str, hits_left: int) -> None:
    """Add a piece of terrain."""
    with building(key, who, seen, f"{name} is put on the board.") as battle:
        Terrain.objects.create(battle=battle, name=name, hits_left=hits_left)


def add_station(*, key: str, who: str, seen: int, name: str, owner: Company | None) -> None:
    """Add a station."""
    with building(key, who, seen, f"{name} is put on the board.") as battle:
        Station.objects.create(battle=battle, name=name, owner=owner)


def agree(*, key: str, who: str, seen: int, size: str, replacing: str, abandoning: str) -> None:
    """Agree on the size and on the readings of the rules."""
    with building(key, who, seen, "The players agree on the size and the readings of the rules.") as battle:
        _frame_battle(battle).update(size=size, replacing=replacing, abandoning=abandoning)


def _frame_battle(battle: Battle) -> models.QuerySet[FrameBattle]:
    return FrameBattle.objects.filter(pk=battle.pk)
