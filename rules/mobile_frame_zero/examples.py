"""Worked examples: the rulebook's and others, each a whole battle that can be resolved."""

from __future__ import annotations

from dataclasses import replace

from rules.game import Example
from rules.mobile_frame_zero.attack import Attack
from rules.mobile_frame_zero.forced import ROLL
from rules.mobile_frame_zero.sheet import Battle, Company, Frame, Kind, Range, Size, Station, System, Terrain
from rules.mobile_frame_zero.spot import Spot
from rules.mobile_frame_zero.start import Start
from rules.mobile_frame_zero.stations import Holding
from rules.mobile_frame_zero.turn import Activation
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

TERRAIN_3 = (Terrain("ruin", "ruin", 3),)
COVERING = frame("Shieldmate", "blue", "B")
ABSORBING = frame("Shieldmate", "blue", "B B")
STATIONS = tuple(Station(f"station-{n}", f"Station {n}", "blue") for n in range(1, 7))


def _start(*companies: tuple[int, int], each: int) -> Battle:
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


def _spotting(short: str) -> Battle:
    return battle(replace(TARGET, spot=None), attacker=frame("Raider", "red", short, acted=True))


EXAMPLES = (
    Example(
        "M1",
        "The Osprey behind a ragged wall",
        "attack",
        OSPREY_BATTLE,
        OSPREY_ATTACK,
        (damage(1, 4, 5), *lost("kader-shield")),
        headline=(
            "Ghanat Ekauechihé hits ST-10 Osprey, Captain Kader, which loses shield; "
            "ragged wall loses 6 pieces and is ruined."
        ),
        expected=(
            ("kader-shield", "lost", True),
            ("kader", "white", 2),
            ("kader", "spot", None),
            ("wall", "hits_left", 0),
        ),
        story=(
            "An attack of 3 and the spot of 5 against a defence of 5: three damage dice on chart 3. The 1 misses, "
            "the 4 ruins the wall, and the 5 goes through to the frame."
        ),
    ),
    Example(
        "M2",
        "An equal defence",
        "attack",
        battle(),
        attack(5),
        (),
        headline="Raider misses Osprey: attack 5 against defence 5.",
        expected=(("osprey", "white", 2), ("raider", "attacked", True)),
        story="The defence equals the attack: no damage dice.",
    ),
    Example(
        "M4",
        "In the open, with a spot",
        "attack",
        battle(replace(TARGET, spot=4)),
        attack(6, use_spot=True),
        (damage(1, 2, 5, 5, 6), *lost("osprey-1", "osprey-2")),
        expected=(("osprey-3", "lost", True), ("osprey-4", "lost", False), ("osprey", "spot", None)),
        story="6 and a spot of 4 against 5: five dice on chart 2, of which 5, 5 and 6 hit.",
    ),
    Example(
        "M5",
        "Artillery with everything",
        "attack",
        battle(replace(TARGET, spot=6, defence=2)),
        attack(8, Range.ARTILLERY, use_spot=True),
        (damage(1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6),),
        expected=(("osprey-1", "lost", True), ("osprey-4", "lost", True), ("osprey", "white", 2)),
        story="Twelve dice, four hits: all four systems go, the white dice stay.",
    ),
    Example(
        "M7",
        "Hand to hand behind terrain",
        "attack",
        battle(frame("Osprey", "blue", "Rd Y B", acted=True, defence=2), terrain=TERRAIN_3),
        attack(4, Range.HAND, cover="ruin"),
        (damage(4, 4), *lost("osprey-1", "osprey-2")),
        expected=(("osprey-3", "lost", False), ("ruin", "hits_left", 3)),
        story="Hand-to-hand attacks ignore cover: chart 1, both 4s hit.",
    ),
    Example(
        "M8",
        "Cover that holds",
        "attack",
        battle(frame("Osprey", "blue", "Rd Y B", acted=True, defence=3), terrain=TERRAIN_3),
        attack(6, cover="ruin"),
        (damage(4, 5, 6), *lost("osprey-1")),
        expected=(("ruin", "hits_left", 1), ("osprey-1", "lost", True), ("osprey-2", "lost", False)),
        story="The cover takes the 4 and the 5, twelve pieces in all; only the 6 reaches the frame.",
    ),
    Example(
        "M10",
        "Through a covering frame",
        "attack",
        battle(replace(TARGET, spot=4), COVERING),
        attack(6, use_spot=True, cover="shieldmate"),
        (damage(5, 5, 5, 5, 6), *lost("osprey-1", "osprey-2")),
        expected=(
            ("shieldmate", "status", "destroyed"),
            ("shieldmate", "destroyed_by", "Raider"),
            ("osprey-1", "lost", True),
            ("osprey-3", "lost", False),
            ("blue", "score", 5),
        ),
        story="Three 5s destroy the covering frame; the fourth 5 and the 6 hit the target on chart 2.",
    ),
    Example(
        "M11",
        "A covering frame with two blue systems",
        "attack",
        battle(replace(TARGET, spot=4, defence=4), ABSORBING),
        attack(3, use_spot=True, cover="shieldmate"),
        (damage(5, 5, 6), *lost("osprey-1")),
        expected=(("shieldmate", "white", 2), ("shieldmate-1", "lost", False), ("osprey-1", "lost", True)),
        story="Two blue systems absorb the 5s; the 6 hits the target.",
    ),
    Example(
        "M13",
        "Terrain as the target",
        "attack",
        battle(terrain=(Terrain("tower", "tower", 4),)),
        replace(attack(5), target="tower"),
        (damage(1, 3, 4, 5, 6),),
        headline="Raider attacks tower: tower loses 18 pieces.",
        expected=(("tower", "hits_left", 1),),
        story="Terrain has no defence: five dice on chart 5, three hits of six pieces each.",
    ),
    Example(
        "M14",
        "More damage than it takes",
        "attack",
        Battle(
            (Company("red", "Red company", 5, 5), Company("blue", "Blue company", 6, 42)),
            (ATTACKER, frame("Osprey", "blue", "", acted=True, defence=2)),
            stations=STATIONS,
        ),
        attack(6, Range.HAND),
        (damage(1, 4, 5, 6),),
        headline="Raider hits Osprey, which is destroyed.",
        expected=(("osprey", "status", "destroyed"), ("osprey", "white", 0), ("blue", "score", 36)),
        story="Three hits on a frame with two white dice: destroyed, one hit is wasted, the score falls from 42 to 36.",
    ),
    Example(
        "M16",
        "A 4 in the open",
        "attack",
        battle(replace(TARGET, defence=0)),
        attack(1),
        (damage(4),),
        headline="Raider does no damage to Osprey.",
        expected=(("osprey-1", "lost", False),),
        story="A single die, and a 4 misses on chart 2.",
    ),
    Example(
        "M17-direct",
        "The pool for direct fire with a rocket",
        "activation",
        battle(attacker=frame("Raider", "red", "Rd Rd B G", rockets=1)),
        Activation("raider", Range.DIRECT, 1),
        (),
        waits_for="pool",
        story="Two white d6, two red d6 and a red d8 for the weapons, a red d8 for the rocket, a blue and a green d6.",
    ),
    Example(
        "M17-hand",
        "The same frame hand to hand",
        "activation",
        battle(attacker=frame("Raider", "red", "Rd Rd B G", rockets=1)),
        Activation("raider", Range.HAND),
        (),
        waits_for="pool",
        story="Two white d6, a blue and a green d6: no red dice for this range, no sprint die while it has a rifle.",
    ),
    Example(
        "M19",
        "The pool after the last ranged weapon",
        "activation",
        battle(attacker=frame("Raider", "red", "B G")),
        Activation("raider", Range.HAND),
        (),
        waits_for="pool",
        story="Without a ranged weapon it rolls a green d8 besides.",
    ),
    Example(
        "M20",
        "Points per asset of two players",
        "start",
        _start((5, 18), (6, 22), each=3),
        Start(),
        (),
        headline="The battle starts: P1 56 (defence), P2 27 (point offence).",
        expected=(
            ("p1", "points_per_asset", 7),
            ("p2", "points_per_asset", 3),
            ("p1", "score", 56),
            ("p2", "score", 27),
        ),
        story="Fewest frames and fewest systems make 7, most of both make 3.",
    ),
    Example(
        "M22",
        "Points per asset of three players",
        "start",
        _start((4, 16), (5, 16), (5, 20), each=2),
        Start(),
        (),
        headline="The battle starts: P1 42 (defence), P2 35 (offence), P3 21 (point offence).",
        expected=(
            ("p1", "points_per_asset", 7),
            ("p2", "points_per_asset", 5),
            ("p3", "points_per_asset", 3),
            ("p1", "score", 42),
            ("p2", "score", 35),
            ("p3", "score", 21),
        ),
        story="Everybody in a tie gets the adjustment.",
    ),
    Example(
        "M23",
        "A station changes hands",
        "holding",
        SEIZED,
        Holding("hill", "p1"),
        (),
        headline="P1 takes Hill.",
        expected=(("hill", "owner", "p1"), ("p1", "score", 14), ("p2", "score", 3)),
        story="The winner gains its own points per asset, 7, and the loser gives up its own, 3.",
    ),
    Example(
        "M25-cover",
        "Spotting into cover without communications",
        "spot",
        _spotting("Rd"),
        Spot("raider", "osprey", 4, in_cover=True),
        (),
        refused="Osprey is in cover: spotting it takes a yellow system.",
        story="Without a yellow system a white die spots only targets in the open.",
    ),
    Example(
        "M25-one",
        "Spotting into cover with one yellow system",
        "spot",
        _spotting("Rd Y"),
        Spot("raider", "osprey", 4, in_cover=True),
        (),
        headline="Raider spots Osprey with 4.",
        expected=(("osprey", "spot", 4),),
        story="With one yellow system cover does not matter within direct fire.",
    ),
    Example(
        "M25-far",
        "Spotting far away with one yellow system",
        "spot",
        _spotting("Rd Y"),
        Spot("raider", "osprey", 4, beyond_direct_fire=True),
        (),
        refused="Osprey is beyond direct fire: spotting it takes two yellow systems.",
        story="Nine units are beyond direct fire.",
    ),
    Example(
        "M25-two",
        "Spotting far away with two yellow systems",
        "spot",
        _spotting("Rd Y Y"),
        Spot("raider", "osprey", 4, beyond_direct_fire=True),
        (),
        headline="Raider spots Osprey with 4.",
        expected=(("osprey", "spot", 4),),
        story="Two yellow systems spot anything anywhere.",
    ),
    Example(
        "under-attack",
        "Attacked before it has acted",
        "attack",
        battle(frame("Osprey", "blue", "Rd Y B B")),
        attack(6),
        (
            Pick("defence", ROLL),
            Pick("named range", "direct fire"),
            Dice("pool", ((2, 4), (3, 5), (1, 4), (6,))),
            Pick("defence die", "B:4"),
            damage(5, 1),
            *lost("osprey-2"),
        ),
        expected=(
            ("osprey", "defence", 4),
            ("osprey", "rolled", "W:4 W:2 R:5 R:3 B:1 Y:6"),
            ("osprey-2", "lost", True),
        ),
        story="The target rolls its pool at once and assigns its defence; the other dice wait for its own turn.",
    ),
)
