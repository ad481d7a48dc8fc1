"""The trace says which damage die did what, on which chart and page, and when the chart changes to 2."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.mobile_frame_zero.attack import resolve
from rules.mobile_frame_zero.damage import ABANDON, HOLD
from rules.mobile_frame_zero.samples import OSPREY_ATTACK, OSPREY_BATTLE, TARGET, attack, battle, damage, frame
from rules.mobile_frame_zero.sheet import Range, Station, Terrain
from rules.play import play
from rules.table import Pick

PAGES = "rulebook, pp. 119-123"
MATE = frame("Shieldmate", "blue", "B")
ABSORBING = frame("Shieldmate", "blue", "B B")
HILL = (Station("hill", "Hill", "blue"),)
BARE = replace(TARGET, defence=0)


def told(stage, declared, *replies):
    """The chart, or the chart with its page, of each line that tells what dice did, with what it says."""
    trace = play(resolve, Declared(stage, declared), replies).trace
    return [(step.label, step.value) for step in trace if step.label.startswith("chart ")]


def ruin(hits):
    return (Terrain("ruin", "ruin", hits),)


def test_the_example_of_the_rulebook_tells_when_its_wall_falls():
    assert told(OSPREY_BATTLE, OSPREY_ATTACK, damage(1, 4, 5)) == [
        (f"chart 3 ({PAGES})", "1 die misses; 4 hits the cover, which is ruined"),
        (f"chart 2 ({PAGES})", "5 hits the target"),
    ]


@pytest.mark.parametrize(
    ("chart", "stage", "declared", "dice", "lines"),
    [
        (2, battle(BARE), attack(4), (1, 4, 5, 6), ["2 dice miss; 5 and 6 hit the target"]),
        (2, battle(BARE), attack(2), (1, 4), ["2 dice miss"]),
        (1, battle(BARE), attack(3, Range.HAND), (4, 6, 3), ["1 die misses; 4 and 6 hit the target"]),
        (5, battle(terrain=ruin(2)), attack(3, target="ruin"), (4, 4, 4), ["4, 4 and 4 hit the target"]),
        (3, battle(BARE, terrain=ruin(2)), attack(1, cover="ruin"), (4,), ["4 hits the cover"]),
        (
            3,
            battle(BARE, terrain=ruin(3)),
            attack(4, cover="ruin"),
            (6, 5, 4, 1),
            ["1 die misses; 4 and 5 hit the cover; 6 hits the target"],
        ),
        (
            3,
            battle(BARE, terrain=ruin(1)),
            attack(5, cover="ruin"),
            (6, 5, 4, 4, 2),
            ["1 die misses; 4 hits the cover, which is ruined", "4 misses; 5 and 6 hit the target"],
        ),
        (
            3,
            battle(BARE, terrain=ruin(2)),
            attack(2, cover="ruin"),
            (4, 5),
            ["4 and 5 hit the cover, which is ruined"],
        ),
        (
            4,
            battle(BARE, MATE),
            attack(6, cover="shieldmate"),
            (5, 5, 5, 5, 6, 4),
            ["1 die misses; 5, 5 and 5 hit the cover, which is destroyed", "5 and 6 hit the target"],
        ),
        (
            4,
            battle(BARE, ABSORBING),
            attack(4, cover="shieldmate"),
            (5, 5, 6, 1),
            ["1 die misses; 5 and 5 hit the cover, which takes no damage; 6 hits the target"],
        ),
    ],
)
def test_every_die_is_told(chart, stage, declared, dice, lines):
    asked = told(stage, declared, damage(*dice), *lost(stage, declared, damage(*dice)))
    assert asked == [(f"chart {where} ({PAGES})", line) for where, line in zip((chart, 2), lines, strict=False)]


def lost(stage, declared, *replies):
    """The first system on offer, as often as one is asked for."""
    picks = ()
    while (found := play(resolve, Declared(stage, declared), (*replies, *picks))) and hasattr(found, "ask"):
        picks += (Pick(found.ask.label, found.ask.options[0]),)
    return picks


@pytest.mark.parametrize(
    ("position", "dice", "lines"),
    [
        (HOLD, (1, 5, 6), ["1 die misses; 5 hits the cover; 6 hits the target"]),
        (ABANDON, (1, 5, 6), ["1 die misses; 5 hits the cover, which ignores one; 6 hits the target"]),
        (HOLD, (5, 5, 5, 5), ["5, 5 and 5 hit the cover, which is destroyed", "5 hits the target"]),
        (ABANDON, (5, 5, 5), ["5, 5 and 5 hit the cover, which ignores one"]),
        (
            ABANDON,
            (5, 5, 5, 5, 5),
            ["5, 5, 5 and 5 hit the cover, which ignores one and is destroyed", "5 hits the target"],
        ),
    ],
)
def test_a_cover_that_abandons_its_position_ignores_one_of_its_hits(position, dice, lines):
    stage, declared = (
        battle(BARE, MATE, stations=HILL),
        attack(len(dice), cover="shieldmate", cover_beside="hill"),
    )
    replies = (damage(*dice), Pick("covering frame's position", position))
    asked = told(stage, declared, *replies, *lost(stage, declared, *replies))
    assert asked == [(f"chart {where} ({PAGES})", line) for where, line in zip((4, 2), lines, strict=False)]


def test_a_frame_that_nothing_hits_is_not_asked_and_its_dice_are_told():
    stage = battle(BARE, MATE, stations=HILL)
    declared = attack(1, cover="shieldmate", cover_beside="hill")
    assert told(stage, declared, damage(2)) == [(f"chart 4 ({PAGES})", "1 die misses")]
