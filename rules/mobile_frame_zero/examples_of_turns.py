"""Worked examples of the dice of a turn that are assigned later, or were rolled without the app."""

from __future__ import annotations

from dataclasses import replace

from rules.examples import Example
from rules.mobile_frame_zero.samples import ATTACKER, TARGET, battle
from rules.mobile_frame_zero.sheet import Battle, Range
from rules.mobile_frame_zero.turn import Assignment
from rules.mobile_frame_zero.values import Values
from rules.table import Pick

TURNS: tuple[Example[Battle], ...] = (
    Example(
        "assignment",
        "What is left of a pool rolled under attack",
        "assignment",
        battle(replace(TARGET, rolled="W:4 R:5 Y:6", range=Range.DIRECT)),
        Assignment("osprey"),
        (Pick("attack die", "R:5"), Pick("movement die", "W:4"), Pick("spot die", "Y:6")),
        headline="Osprey finishes its turn: defence 5, attack 5, movement 4, spot 6.",
        expected=(("osprey", "rolled", ""), ("osprey", "attack", 5), ("osprey", "spotting", 6)),
        story="Its defence was assigned when it was attacked; each other action takes one of the dice that are left.",
    ),
    Example(
        "values",
        "Dice rolled without the app",
        "values",
        battle(attacker=replace(ATTACKER, acted=False)),
        Values("raider", defence=3, attack=6),
        (),
        headline="Raider assigns defence 3, attack 6.",
        expected=(("raider", "acted", True), ("raider", "defence", 3), ("raider", "attack", 6)),
        story="The players type in what they assigned at the table.",
    ),
)
