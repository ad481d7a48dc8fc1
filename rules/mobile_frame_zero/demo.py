"""A battle to try the game with: two small companies at the point of the worked attack of the examples."""

from __future__ import annotations

from dataclasses import replace

from rules.examples import Demo
from rules.mobile_frame_zero.samples import OSPREY_BATTLE
from rules.mobile_frame_zero.sheet import Frame, Kind, Size, Station, System, Terrain


def _frame(key: str, name: str, company: str, rockets: int, *systems: tuple[str, Kind]) -> Frame:
    named = (System(f"{key}-{number}", called, kind) for number, (called, kind) in enumerate(systems, start=1))
    return Frame(key, name, company, tuple(named), rockets=rockets)


MORE_FRAMES = (
    _frame(
        *("vane", "ST-10 Osprey, Lieutenant Vane", "joshua", 1),
        ("grenade launcher", Kind.DIRECT),
        ("shield", Kind.BLUE),
        ("jump jets", Kind.GREEN),
    ),
    _frame(
        *("oke", "ST-07 Heron, Sergeant Oke", "joshua", 2),
        ("long gun", Kind.ARTILLERY),
        ("long gun loader", Kind.ARTILLERY),
        ("sensor pod", Kind.YELLOW),
    ),
    _frame(
        *("tishihe", "Ghanat Tishihé", "sebastian", 3),
        ("war pick", Kind.HAND),
        ("second pick", Kind.HAND),
        ("plating", Kind.BLUE),
        ("scrambler legs", Kind.GREEN),
    ),
)


DEMO = Demo(
    "The ragged wall",
    replace(
        OSPREY_BATTLE,
        companies=tuple(replace(company, score=20) for company in OSPREY_BATTLE.companies),
        frames=(*OSPREY_BATTLE.frames, *MORE_FRAMES),
        terrain=(*OSPREY_BATTLE.terrain, Terrain("tower", "water tower", 4)),
        stations=(Station("pad", "landing pad", "joshua"), Station("mast", "relay mast", "sebastian")),
        size=Size.AGREED,
    ),
)
