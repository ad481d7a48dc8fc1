"""Worked examples, each a whole battle that can be resolved."""

from __future__ import annotations

from dataclasses import replace

from rules.examples import Example
from rules.sheets import Status
from rules.starting import Start
from rules.table import Pick
from rules.troops_and_supplies.attack import Attack
from rules.troops_and_supplies.exchange import DECLINE
from rules.troops_and_supplies.hand import Move, Resupply
from rules.troops_and_supplies.samples import (
    CALLED,
    COLUMN,
    FIRST_DICE,
    GUARDS,
    GUNS,
    LANCERS,
    LAST_MAN,
    MATCHINGS,
    MILITIA,
    RIFLES,
    SCOUTS,
    TANKS,
    battle,
    call_in_refused,
    counter,
    dice,
    matched,
)
from rules.troops_and_supplies.sheet import Battle
from rules.troops_and_supplies.turn import EndTurn

EXAMPLES: tuple[Example[Battle], ...] = (
    Example(
        "attack-22",
        "Three dice against three",
        "attack",
        battle(RIFLES, GUARDS),
        Attack("rifle-squad", "guard-squad"),
        (FIRST_DICE,),
        waits_for="counterattack",
        story=(
            "The Rifles pay 2 Supply Tokens and roll 6, 5, 2; the Guards roll 5, 3, 1. The 5 removes the 5 and the 3 "
            "removes the 2, so only the 6 gets through: one loss. The Guards have survived, the Rifles are in their "
            "range and they have supplies, so their player is asked for a counterattack."
        ),
    ),
    Example(
        "attack-22-declined",
        "Three dice against three, and no counterattack",
        "attack",
        battle(RIFLES, GUARDS),
        Attack("rifle-squad", "guard-squad"),
        (FIRST_DICE, Pick("counterattack", DECLINE)),
        headline="Rifle squad attacks Guard squad: 1 loss, 2 left.",
        expected=(
            ("rifle-squad", "supplies", 3),
            ("rifle-squad", "strength", 3),
            ("rifle-squad", "attacked", True),
            ("guard-squad", "strength", 2),
            ("guard-squad", "supplies", 4),
        ),
        story="A counterattack is a choice. Without it the Guards keep their supplies.",
    ),
    Example(
        "counterattack-23",
        "The counterattack",
        "attack",
        battle(RIFLES, GUARDS),
        Attack("rifle-squad", "guard-squad"),
        (FIRST_DICE, *counter(2, (6, 4), (3, 4, 1))),
        headline="Rifle squad attacks Guard squad: 1 loss, 2 left; Guard squad counterattacks: 1 loss, 2 left.",
        expected=(
            ("rifle-squad", "supplies", 3),
            ("rifle-squad", "strength", 2),
            ("guard-squad", "strength", 2),
            ("guard-squad", "supplies", 3),
            ("guard-squad", "attacked", False),
        ),
        story=(
            "The Guards pay and roll the two dice that the losses have left them. Their 4 is met by a 4, their 6 gets "
            "through. Nobody answers a counterattack."
        ),
    ),
    Example(
        "attack-25",
        "Destroyed by the last supplies, on the diagonal",
        "attack",
        battle(TANKS, MILITIA),
        Attack("tank-platoon", "militia"),
        (dice((12,) * 10, (6,) * 10),),
        headline="Tank platoon attacks Militia: 10 losses, destroyed.",
        expected=(
            ("tank-platoon", "supplies", 0),
            ("militia", "strength", 0),
            ("militia", "status", Status.DESTROYED),
            ("militia", "destroyed_by", "Tank platoon"),
            ("militia", "supplies", 0),
            ("militia", "column", None),
            ("militia", "row", None),
        ),
        story="A diagonal is two squares. Just enough supplies are enough. A unit without strength leaves the board.",
    ),
    Example(
        "call-in-26",
        "An attack called in",
        "call-in",
        battle(SCOUTS, GUNS, LANCERS),
        CALLED,
        (dice((10, 9, 8, 2, 2, 5), (8, 8, 3, 1, 1)),),
        headline="Scout section calls in Gun battery against Lancer troop: 3 losses, 2 left.",
        expected=(
            ("lancer-troop", "strength", 2),
            ("lancer-troop", "supplies", 5),
            ("gun-battery", "supplies", 1),
            ("gun-battery", "fired", True),
            ("gun-battery", "attacked", False),
            ("scout-section", "supplies", 0),
            ("scout-section", "strength", 4),
            ("scout-section", "attacked", True),
            ("scout-section", "fired", False),
        ),
        story=(
            "The Scouts have no supplies, and need none: the Guns pay and roll. The Scouts are in range of the "
            "Lancers, and still there is no counterattack."
        ),
    ),
    Example(
        "counterattack-28",
        "A counterattack that destroys the attacker",
        "attack",
        battle(LAST_MAN, COLUMN),
        Attack("last-section", "column"),
        (dice((6,), (5,) * 6), *counter(5, (6, 2, 2, 1, 1), (1,))),
        headline="Last section attacks Column: 1 loss, 5 left; Column counterattacks: 1 loss, destroyed.",
        expected=(
            ("column", "strength", 5),
            ("column", "supplies", 0),
            ("last-section", "strength", 0),
            ("last-section", "supplies", 0),
            ("last-section", "status", Status.DESTROYED),
            ("last-section", "destroyed_by", "Column"),
        ),
        story="Four dice get through where one is left to lose: what is over is lost on nobody.",
    ),
    Example(
        "refused-29",
        "Too few supplies",
        "attack",
        battle(replace(RIFLES, supplies=1), GUARDS),
        Attack("rifle-squad", "guard-squad"),
        (),
        refused="Rifle squad has 1 Supply Token; an attack costs 2.",
        story="Without enough supplies there is no attack, and nothing is spent.",
    ),
    call_in_refused(
        "31-fired",
        "The guns have fired",
        "Gun battery has fired this turn.",
        "A unit fires once a turn, whoever calls it in.",
        guns=replace(GUNS, fired=True),
    ),
    call_in_refused(
        "31-reach",
        "The target is out of the guns' range",
        "Lancer troop is out of range of Gun battery: 6 squares, reach 5.",
        "The unit that fires needs the target in its own range too.",
        guns=replace(GUNS, attack_range=5),
    ),
    call_in_refused(
        "31-supplies",
        "The guns cannot pay",
        "Gun battery has 2 Supply Tokens; an attack costs 3.",
        "The unit that fires pays, and nobody can pay for it.",
        guns=replace(GUNS, supplies=2),
    ),
    call_in_refused(
        "31-spotter",
        "The target is out of the spotter's range",
        "Lancer troop is out of range of Scout section: 3 squares, reach 2.",
        "The unit that calls must have the target in its own range.",
        lancers=replace(LANCERS, column=7),
    ),
    Example(
        "no-answer-32",
        "Out of the defender's own range",
        "attack",
        battle(replace(RIFLES, attack_range=2), replace(GUARDS, row=3, supplies=9)),
        Attack("rifle-squad", "guard-squad"),
        (FIRST_DICE,),
        headline="Rifle squad attacks Guard squad: 1 loss, 2 left.",
        expected=(("guard-squad", "strength", 2), ("guard-squad", "supplies", 9)),
        story="Two squares away: the Guards reach one square, so they cannot answer however rich they are.",
    ),
    Example(
        "out-of-range",
        "Out of the attacker's range",
        "attack",
        battle(replace(RIFLES, attack_range=3), replace(GUARDS, column=3, row=3)),
        Attack("rifle-squad", "guard-squad"),
        (),
        refused="Guard squad is out of range of Rifle squad: 4 squares, reach 3.",
        story="Range counts orthogonal squares: two across and two up are four.",
    ),
    Example(
        "end-of-turn",
        "The turn ends",
        "turn",
        battle(replace(RIFLES, attacked=True, fired=True), replace(GUARDS, attacked=True)),
        EndTurn(),
        (),
        headline="It is the turn of Blue army.",
        expected=(
            ("battle", "turn", "blue"),
            ("battle", "round", 1),
            ("guard-squad", "attacked", False),
            ("rifle-squad", "attacked", True),
        ),
        story="What a unit has done counts until its own army's next turn.",
    ),
    Example(
        "start",
        "The battle starts",
        "start",
        battle(RIFLES, GUARDS, started=False, turn=None),
        Start(),
        (),
        headline="The battle starts with the turn of Red army.",
        expected=(("battle", "started", True), ("battle", "turn", "red")),
        story="The first army at the table begins; who that is, the players agree on.",
    ),
    Example(
        "move",
        "A unit moves",
        "move",
        battle(RIFLES, GUARDS),
        Move("rifle-squad", 3, 1, fuel=1),
        (),
        headline="Rifle squad moves from A1 to C1 for 1 Supply Token.",
        expected=(("rifle-squad", "column", 3), ("rifle-squad", "supplies", 4)),
        story="The player says where a unit goes and what it costs: no movement values are known.",
    ),
    Example(
        "resupply",
        "A unit is supplied",
        "resupply",
        battle(replace(RIFLES, supplies=1), GUARDS),
        Resupply("rifle-squad", 5),
        (),
        headline="Rifle squad has 5 Supply Tokens now, and had 1.",
        expected=(("rifle-squad", "supplies", 5),),
        story="The player says how many tokens lie on the card: no text says when a unit is supplied.",
    ),
    *(matched(*matching) for matching in MATCHINGS),
)
