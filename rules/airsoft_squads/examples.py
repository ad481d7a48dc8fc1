"""Worked examples: every case of the rules that was settled beforehand, each a whole battle that can be resolved."""

from __future__ import annotations

from dataclasses import replace

from rules.airsoft_squads.bonus import Grant
from rules.airsoft_squads.examples_of_actions import ACTIONS
from rules.airsoft_squads.examples_of_attacks import ATTACKS, TOUGH
from rules.airsoft_squads.finish import Finish
from rules.airsoft_squads.handling import Attaching, Handling
from rules.airsoft_squads.pieces import Bonus, Lies, State
from rules.airsoft_squads.samples import (
    ADVANCE,
    DOUBLE_SHOT,
    HELMET,
    ROOK,
    TRICK,
    attack,
    battle,
    critical,
    dice,
)
from rules.airsoft_squads.sheet import Phase
from rules.airsoft_squads.strategy import Strategy
from rules.examples import Example
from rules.starting import Start
from rules.table import Pick

OTHERS = (
    Example(
        "both-doubled",
        "Two criticals, both doubled",
        "attack",
        battle(replace(DOUBLE_SHOT, ap=4), TOUGH),
        attack(),
        (dice((6, 6), 2), *critical("double", "double")),
        expected=(("viper", "hits", 10), ("viper", "state", "HIT")),
        story="AP VALUE 4, twice doubled, against EP 6: AP 16.",
    ),
    Example(
        "bonus",
        "A BONUS ACTION",
        "bonus",
        battle(replace(ROOK, state=State.EXHAUSTED)),
        Grant("rook", Bonus.ATTACK),
        (),
        expected=(("rook", "bonus", "ATTACK"),),
        story="A card gives an EXHAUSTED operator another ATTACK this TURN.",
    ),
    Example(
        "strategy",
        "A STRATEGY card is laid",
        "handling",
        battle(cards=(ADVANCE,)),
        Handling("advance", Lies.LAID),
        (),
        headline="Sample advance of Red squad is laid.",
        expected=(("advance", "lies", "laid"),),
        story="From now on it changes all operators of its squad on the field.",
    ),
    Example(
        "strategy-phase",
        "The STRATEGY phase",
        "strategy",
        battle(cards=(ADVANCE, TRICK), phase=Phase.STRATEGY),
        Strategy(),
        (Pick("STRATEGY phase", "advance"), Pick("STRATEGY phase", "trick")),
        headline="STRATEGY phase of Red squad: Sample advance, Sample trick.",
        expected=(("advance", "lies", "laid"), ("trick", "lies", "discarded"), ("battle", "phase", "COMBAT")),
        story="The active squad plays first; what an EFFECT card does is set right by hand.",
    ),
    Example(
        "item",
        "An ITEM attached by hand",
        "attaching",
        battle(cards=(HELMET,)),
        Attaching("helmet", "viper"),
        (),
        expected=(("helmet", "bearer", "viper"),),
        story="An ITEM that was drawn at the table.",
    ),
    Example(
        "start",
        "The start",
        "start",
        battle(started=False),
        Start(),
        (),
        headline="The battle starts: TURN of Red squad.",
        expected=(("battle", "started", True),),
        story="Both squads have positions and operators on them.",
    ),
    Example(
        "finish",
        "The players name the winner",
        "finish",
        battle(),
        Finish(),
        (Pick("winner", "blue"),),
        headline="Blue squad wins the battle.",
        expected=(("battle", "over", True), ("battle", "winner", "blue")),
        story="The text gives no score, so the players say who has won.",
    ),
)

EXAMPLES = (*ATTACKS, *ACTIONS, *OTHERS)
