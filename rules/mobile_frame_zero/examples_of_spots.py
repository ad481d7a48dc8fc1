"""Worked examples of spotting."""

from __future__ import annotations

from rules.examples import Example
from rules.mobile_frame_zero.samples import (
    spotting,
)
from rules.mobile_frame_zero.spot import Spot

SPOTS = (
    Example(
        "M25-cover",
        "Spotting into cover without communications",
        "spot",
        spotting("Rd"),
        Spot("raider", "osprey", 4, in_cover=True),
        (),
        refused="Osprey is in cover: spotting it takes a yellow system.",
        story="Without a yellow system a white die spots only targets in the open.",
    ),
    Example(
        "M25-one",
        "Spotting into cover with one yellow system",
        "spot",
        spotting("Rd Y"),
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
        spotting("Rd Y"),
        Spot("raider", "osprey", 4, beyond_direct_fire=True),
        (),
        refused="Osprey is beyond direct fire: spotting it takes two yellow systems.",
        story="Nine units are beyond direct fire.",
    ),
    Example(
        "M25-two",
        "Spotting far away with two yellow systems",
        "spot",
        spotting("Rd Y Y"),
        Spot("raider", "osprey", 4, beyond_direct_fire=True),
        (),
        headline="Raider spots Osprey with 4.",
        expected=(("osprey", "spot", 4),),
        story="Two yellow systems spot anything anywhere.",
    ),
)
