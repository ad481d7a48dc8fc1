"""Pilots by their ids (XWS): what they do where other ships of their side attack."""

from __future__ import annotations

from rules.x_wing.dice import FOCUS
from rules.x_wing.known import conditions as c
from rules.x_wing.known.card import Known, Role
from rules.x_wing.known.dice import (
    ANY_TO_CRIT,
    BLANK_ONE,
    FOCUS_TO_HIT,
    HIT_TO_CRIT,
    ONE,
    TWO,
    reroll,
)

HA, OA = Role.HELPS_ATTACK, Role.HELPS_OTHERS_ATTACK
FORCE = (("force", 1),)
OF_ATTACKER = "at range {} of the attacker"

HELPING_ATTACKS = (
    Known(
        ids="barrissoffee barrissoffee-delta7baethersprite",
        name="Barriss Offee",
        role=HA,
        near=OF_ATTACKER.format("0-2"),
        when=(c.bullseye,),
        on_attack=FOCUS_TO_HIT,
        costs=FORCE,
    ),
    Known(
        ids="barrissoffee barrissoffee-delta7baethersprite",
        name="Barriss Offee (crit)",
        role=HA,
        near=OF_ATTACKER.format("0-2"),
        when=(c.bullseye,),
        on_attack=HIT_TO_CRIT,
        costs=FORCE,
    ),
    Known(
        ids="captaincardinal",
        name="Captain Cardinal",
        role=OA,
        near=OF_ATTACKER.format("1-2"),
        when=(c.friend_initiative_lower, c.has_charges),
        on_attack=reroll(1, FOCUS),
    ),
    Known(
        ids="captainjonus captainjonus-swz105",
        name="Captain Jonus",
        role=HA,
        near=OF_ATTACKER.format("0-1"),
        when=(c.ordnance,),
        on_attack=TWO,
    ),
    Known(
        ids="captainsear",
        name="Captain Sear",
        role=HA,
        near=OF_ATTACKER.format("0-3"),
        when=(c.primary, c.bullseye),
        fewer_evades=1,
        costs=(("calculate", 1),),
        friend=True,
    ),
    Known(
        ids="commandermalarus-xiclasslightshuttle",
        name="Commander Malarus",
        role=HA,
        near=OF_ATTACKER.format("0-2"),
        when=(c.primary,),
        on_attack=BLANK_ONE,
        gains=(("strain", 1),),
        friend=True,
    ),
    Known(
        ids="drearenthal",
        name="Drea Renthal",
        role=HA,
        asks="the attacker is not limited and the defender is in Drea Renthal's firing arc",
        on_attack=ONE,
    ),
    Known(
        ids="drift",
        name="“Drift”",
        role=HA,
        near=OF_ATTACKER.format("0-1"),
        asks="it has exactly 1 red token that is no lock, or exactly 1 orange token",
        on_attack=ONE,
    ),
    Known(
        ids="garsaxon",
        name="Gar Saxon",
        role=HA,
        near=OF_ATTACKER.format("0-2"),
        when=(c.primary,),
        asks="the attacker is in the defender's rear arc",
        attack_dice=1,
        costs=(("charges", 1),),
    ),
    Known(
        ids="gavindarklighter",
        name="Gavin Darklighter",
        role=HA,
        asks="the defender is in Gavin Darklighter's front arc",
        on_attack=HIT_TO_CRIT,
    ),
    Known(
        ids="gideonhask-xiclasslightshuttle",
        name="Gideon Hask",
        role=HA,
        near=OF_ATTACKER.format("0-2"),
        when=(c.primary, c.friend_small, c.foe_damaged),
        asks="2 attack dice or fewer are rolled",
        attack_dice=1,
        gains=(("strain", 1),),
        friend=True,
    ),
    Known(
        ids="howlrunner", name="Howlrunner", role=HA, near=OF_ATTACKER.format("0-1"), when=(c.primary,), on_attack=ONE
    ),
    Known(
        ids="janors",
        name="Jan Ors",
        role=OA,
        asks="the attacker is in Jan Ors's firing arc",
        when=(c.primary, c.unstressed),
        attack_dice=1,
        gains=(("stress", 1),),
    ),
    Known(
        ids="lyttandree",
        name="Lytt Andree",
        role=HA,
        near=OF_ATTACKER.format("0-2"),
        asks="Lytt Andree is in the defender's left or right arc",
        on_attack=ONE,
    ),
    Known(
        ids="merlcobben",
        name="Merl Cobben",
        role=HA,
        near=OF_ATTACKER.format("0-2"),
        asks="Merl Cobben is in the defender's bullseye arc",
        when=(c.primary,),
        defence_dice=-1,
    ),
    Known(
        ids="sawgerrera",
        name="Saw Gerrera",
        role=HA,
        near=OF_ATTACKER.format("0-3"),
        when=(c.friend_damaged,),
        on_attack=ONE,
    ),
    Known(
        ids="sinker",
        name="“Sinker”",
        role=OA,
        asks="the attacker is in Sinker's left or right arc at range 1-2",
        when=(c.primary,),
        on_attack=ONE,
    ),
    Known(
        ids="tezanasz",
        name="Teza Nasz",
        role=HA,
        near=OF_ATTACKER.format("0-2"),
        asks="the defender has one of the attacker's friends in each of its side arcs",
        on_attack=ONE,
    ),
    Known(
        ids="tn3465",
        name="TN-3465",
        role=OA,
        asks="TN-3465 is at range 0-1 of the defender",
        on_attack=ANY_TO_CRIT,
        besides="it suffers 1 crit damage",
    ),
)
