"""Battles and pieces of the worked examples."""

from __future__ import annotations

from dataclasses import replace

from rules.mobile_frame_zero.attack import Attack
from rules.mobile_frame_zero.sheet import Battle, Company, Frame, Kind, Range, Size, Station, System, Terrain
from rules.table import Dice, Pick

SHORT = {
    "Rh": ("blade", Kind.HAND),
    "Rd": ("rifle", Kind.DIRECT),
    "Ra": ("cannon", Kind.ARTILLERY),
    "B": ("shield", Kind.BLUE),
    "Y": ("sensors", Kind.YELLOW),
    "G": ("thrusters", Kind.GREEN),
}


def systems(owner: str, short: str) -> tuple[System, ...]:
    """Systems from their short names: ``Rd Y B B``."""
    return tuple(System(f"{owner}-{number}", *SHORT[code]) for number, code in enumerate(short.split(), start=1))


def frame(name: str, company: str, short: str, **more: object) -> Frame:
    """A frame with the systems of those short names."""
    key = name.lower().replace(" ", "-")
    return replace(Frame(key, name, company, systems(key, short)), **more)  # type: ignore[arg-type]


ATTACKER = frame("Raider", "red", "Rd Rh Ra G", acted=True)
TARGET = frame("Osprey", "blue", "Rd Y B B", acted=True, defence=5)


def battle(
    target: Frame = TARGET,
    *others: Frame,
    attacker: Frame = ATTACKER,
    terrain: tuple[Terrain, ...] = (),
    stations: tuple[Station, ...] = (),
) -> Battle:
    """A battle of two companies at 5 points per asset, with scores that fit."""
    frames = (attacker, target, *others)
    points = {
        side: 5 * (sum(f.company == side and f.standing for f in frames) + sum(s.owner == side for s in stations))
        for side in ("red", "blue")
    }
    companies = (
        Company("red", "Red company", 5, points["red"]),
        Company("blue", "Blue company", 5, points["blue"]),
    )
    return Battle(companies, frames, terrain, stations)


def attack(value: int, reach: Range = Range.DIRECT, **more: object) -> Attack:
    """An attack of the raider on the osprey."""
    return replace(Attack("raider", "osprey", reach, value), **more)  # type: ignore[arg-type]


def damage(*faces: int) -> Dice:
    """Damage dice as they fell."""
    return Dice("damage", (faces,))


def lost(*keys: str) -> tuple[Pick, ...]:
    """The systems that the owner chose."""
    return tuple(Pick("system lost", key) for key in keys)


EKAUECHIHE = Frame(
    "ekauechihe",
    "Ghanat Ekauechihé",
    "sebastian",
    (
        System("ekauechihe-rifle", "rifle", Kind.DIRECT),
        System("ekauechihe-scope", "second rifle", Kind.DIRECT),
        System("ekauechihe-legs", "scrambler legs", Kind.GREEN),
    ),
    acted=True,
    defence=2,
)
DOAJIHE = Frame(
    "doajihe",
    "Ghanat Doajihé",
    "sebastian",
    (
        System("doajihe-mast", "sensor mast", Kind.YELLOW),
        System("doajihe-eyes", "spotter's scope", Kind.YELLOW),
        System("doajihe-legs", "scrambler legs", Kind.GREEN),
    ),
    acted=True,
    attacked=True,
    has_spotted=True,
    defence=3,
)
KADER = Frame(
    "kader",
    "ST-10 Osprey, Captain Kader",
    "joshua",
    (
        System("kader-grenades", "grenade launcher", Kind.DIRECT),
        System("kader-sensors", "sensor pod", Kind.YELLOW),
        System("kader-armour", "body armour", Kind.BLUE),
        System("kader-shield", "shield", Kind.BLUE),
    ),
    acted=True,
    defence=5,
    spot=5,
)
WALL = Terrain("wall", "ragged wall", 1)
OSPREY_BATTLE = Battle(
    companies=(Company("joshua", "Joshua", 5, 5), Company("sebastian", "Sebastian", 5, 10)),
    frames=(KADER, DOAJIHE, EKAUECHIHE),
    terrain=(WALL,),
)
OSPREY_ATTACK = Attack("ekauechihe", "kader", Range.DIRECT, 3, use_spot=True, cover="wall")

RUINS = (Terrain("ruin", "ruin", 3),)
COVERING = frame("Shieldmate", "blue", "B")
ABSORBING = frame("Shieldmate", "blue", "B B")
STATIONS = tuple(Station(f"station-{n}", f"Station {n}", "blue") for n in range(1, 7))


def start(*companies: tuple[int, int], each: int) -> Battle:
    """A battle before its start: for every company its frames and systems, and the stations that each controls."""
    frames: list[Frame] = []
    stations: list[Station] = []
    kinds = ["Rd", "Y", "B", "G"]
    for number, (count, total) in enumerate(companies, start=1):
        side = f"p{number}"
        for n in range(count):
            short = " ".join(kinds[: total // count + (n < total % count)])
            frames.append(frame(f"{side} frame {n + 1}", side, short, rockets=1 if n < 3 else 0))
        stations += [Station(f"{side}-station-{n}", f"Station {side} {n}", side) for n in range(1, each + 1)]
    sides = tuple(Company(f"p{n}", f"P{n}") for n in range(1, len(companies) + 1))
    return Battle(sides, tuple(frames), stations=tuple(stations), size=Size.BATTLE, started=False)


SEIZED = Battle(
    (Company("p1", "P1", 7, 7), Company("p2", "P2", 3, 6)),
    (frame("One", "p1", "Rd"), frame("Two", "p2", "Rd")),
    stations=(Station("hill", "Hill", "p2"),),
)


def spotting(short: str) -> Battle:
    """A battle whose attacker, with these systems, has an enemy without a spot."""
    return battle(replace(TARGET, spot=None), attacker=frame("Raider", "red", short, acted=True))
