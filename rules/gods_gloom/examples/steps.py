"""Worked examples of the steps around the dice: rerolls, tokens, actions, rounds and the start."""

from __future__ import annotations

from dataclasses import replace

from rules.examples import Example
from rules.gods_gloom.action import Action, Doing, Stand
from rules.gods_gloom.asks import KEEP, REROLL
from rules.gods_gloom.attack import SPEND
from rules.gods_gloom.ending import EndRound
from rules.gods_gloom.examples.parts import attack, battle, dice, extra, fell
from rules.gods_gloom.modifiers import Modifier
from rules.gods_gloom.sheet import Battle
from rules.starting import Start
from rules.table import Dice, Pick

AROUND: tuple[Example[Battle], ...] = (
    Example(
        "pool-reroll",
        "A Pool Reroll for a Command Seal",
        "attack",
        battle((2, 0), (0, 1), horde={"seals": 1}),
        attack(),
        (
            *fell(((1, 5), ()), ((), (2,))),
            Pick("ATC.20 attacker's Pool Reroll", REROLL),
            dice("attacker", (4, 6), (), "dice again"),
        ),
        expected=(("wardens", "current_health", 1), ("horde", "seals", 0)),
        story="All dice of the pool are rolled again, successes too; the new ones stand, and the Seal is paid.",
    ),
    Example(
        "single-rerolls",
        "One die rerolled twice",
        "attack",
        battle((2, 0), (0, 1), horde={"momentum": 2}),
        attack(modifiers=(Modifier("Aura of Precision", rerolls=1),)),
        (
            *fell(((1, 6), ()), ((), (2,))),
            Pick("ATC.20 attacker's single die", "red 1"),
            Dice("ATC.20 attacker's rerolled die", ((2,),)),
            Pick("ATC.20 attacker's single die", "red 2"),
            Dice("ATC.20 attacker's rerolled die", ((6,),)),
            extra("attacker", (3,)),
            Pick("GMP.30 Momentum bonus", "reavers"),
        ),
        expected=(
            ("wardens", "status", "destroyed"),
            ("horde", "momentum", 0),
            ("host", "seals", 1),
            ("reavers", "boost", True),
        ),
        story=(
            "Momentum 2 and an aura give two rerolls of a single die, and both go to the same one. Its 6 counts for "
            "the critical. Winning and destroying pass the end of the track: a Boost, and a Seal for the other side."
        ),
    ),
    Example(
        "keeping",
        "Rerolls that are not taken",
        "attack",
        battle((1, 0), (0, 1), horde={"seals": 1, "momentum": 2}),
        attack(),
        (
            *fell(((5,), ()), ((), (4,))),
            Pick("ATC.20 attacker's Pool Reroll", KEEP),
            Pick("ATC.20 attacker's single die", KEEP),
        ),
        expected=(("wardens", "current_health", 3), ("horde", "seals", 1), ("horde", "momentum", 1)),
        story="Nobody has to reroll. The defender wins the tie and pulls the slider back by one.",
    ),
    Example(
        "defenders-boost",
        "The defender spends its Boost",
        "attack",
        battle((1, 0), (0, 0), defender={"boost": True}),
        attack(),
        (Pick("ATC.10 defender's Boost", SPEND), *fell(((5,), ()), ((2,), (3,)))),
        expected=(("wardens", "current_health", 3), ("wardens", "boost", False), ("reavers", "morale_tokens", 2)),
        story="A Boost is offered before the dice: one red and one blue die more. The Block stops the Hit.",
    ),
    Example(
        "no-morale",
        "No melee without Morale",
        "attack",
        battle((2, 1), (1, 1), attacker={"morale_tokens": 0}),
        attack(),
        (),
        refused="Without a Morale token Reavers cannot make a melee attack.",
        story="A unit without Morale tokens cannot make a melee attack; it can still shoot, and fight back.",
    ),
    Example(
        "the-table-waits",
        "The table waits for the defender's dice",
        "attack",
        battle((1, 0), (1, 1)),
        attack(),
        fell(((5,), ())),
        waits_for="ATC.10 defender's dice",
        story="Both pools lie on the table before anybody rerolls.",
    ),
    Example(
        "focus",
        "Focus takes Weak away",
        "action",
        battle((1, 0), (1, 1), attacker={"weak": True}),
        Action("reavers", Doing.FOCUS),
        (),
        headline="Reavers: Focus; its Weak and its Boost cancel.",
        expected=(("reavers", "weak", False), ("reavers", "boost", False), ("reavers", "activated", True)),
        story="Boost and Weak are opposites: as the battle is set, the one that comes takes the other away.",
    ),
    Example(
        "stand",
        "The loser of a melee stands its ground",
        "stand",
        replace(battle((1, 0), (1, 1), defender={"morale_tokens": 2}), loser="wardens"),
        Stand("wardens"),
        (),
        headline="Wardens: Stand ground, 1 Morale less.",
        expected=(("wardens", "morale_tokens", 1), ("battle", "loser", None)),
        story="A Morale token keeps the unit that lost where it stands; afterwards nobody can pay for that melee.",
    ),
    Example(
        "round-ends",
        "The end of a round",
        "round",
        battle((1, 0), (1, 1), attacker={"activated": True, "shot": True, "weak": True}),
        EndRound((("horde", 2), ("host", 1))),
        (),
        headline="Round 1 ends: Horde 2 Soulshards, Unliving Host 1 Soulshard.",
        expected=(
            ("reavers", "activated", False),
            ("reavers", "shot", False),
            ("reavers", "weak", True),
            ("horde", "soulshards", 2),
        ),
        story="The players count the objectives; every unit can act again, and tokens stay where they are.",
    ),
    Example(
        "start",
        "The first Command Seals",
        "start",
        replace(
            battle((1, 0), (1, 1), attacker={"traits": "Commander[2]", "cost": 120}, defender={"cost": 100}),
            started=False,
        ),
        Start(),
        (),
        headline="The battle starts. Command Seals: Horde 2, Unliving Host 1.",
        expected=(("horde", "seals", 2), ("host", "seals", 1)),
        story="Commanders give their number of Seals, and the cheaper army has one more.",
    ),
)
