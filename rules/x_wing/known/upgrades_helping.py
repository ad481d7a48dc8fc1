"""Upgrades by their ids (XWS): what they do where other ships attack or defend."""

from __future__ import annotations

from rules.x_wing.dice import EVADE, HIT
from rules.x_wing.known import conditions as c
from rules.x_wing.known.card import CARD, Known, Role
from rules.x_wing.known.dice import BLANK_ONE, BLANK_TO_FOCUS, FOCUS_TO_EVADE, FOCUS_TO_HIT, HIT_TO_CRIT, ONE, add

HA, OA, HD, OD = Role.HELPS_ATTACK, Role.HELPS_OTHERS_ATTACK, Role.HELPS_DEFENCE, Role.HELPS_OTHERS_DEFENCE
D = Role.DEFENDS
CHARGE, FORCE, CALCULATE = ((CARD, 1),), (("force", 1),), (("calculate", 1),)
WINGMATE = "a wingmate in the attack arc suffers 1 matching damage instead"
ENTER_IT = "that damage is entered for the wingmate"

HELPING_UPGRADES = (
    Known(
        ids="admiralsloane",
        name="Admiral Sloane",
        role=HA,
        near="at range 0-3 of the attacker",
        when=(c.foe_stressed,),
        on_attack=ONE,
    ),
    Known(
        ids="commandermalarus",
        name="Commander Malarus (crew)",
        role=HA,
        near="at range 0-1 of the attacker",
        when=(c.primary,),
        asks="the first side of the card is up and the attacker is not limited",
        on_attack=BLANK_ONE,
        besides="if the attack misses, the card is flipped",
    ),
    Known(ids="emperorpalpatine", name="Emperor Palpatine", role=OA, on_attack=FOCUS_TO_HIT, costs=FORCE),
    Known(ids="emperorpalpatine", name="Emperor Palpatine", role=OD, on_defence=FOCUS_TO_EVADE, costs=FORCE),
    Known(
        ids="garsaxon",
        name="Gar Saxon (crew)",
        role=HA,
        near="at range 1-3 of the attacker",
        when=(c.friend_initiative_at_most(4), c.locking),
        on_attack=FOCUS_TO_HIT,
    ),
    Known(
        ids="intimidation", name="Intimidation", role=HA, asks="its ship is at range 0 of the defender", defence_dice=-1
    ),
    Known(
        ids="seventhfleetgunner",
        name="Seventh Fleet Gunner",
        role=OA,
        when=(c.primary,),
        asks="the defender is in its firing arc and fewer than 4 attack dice are rolled",
        attack_dice=1,
        costs=CHARGE,
    ),
    Known(
        ids="tristanwren",
        name="Tristan Wren",
        role=HA,
        near="at range 0-3 of the attacker",
        when=(c.ordnance,),
        on_attack=HIT_TO_CRIT,
        costs=CHARGE,
        once=True,
    ),
    Known(
        ids="tv94",
        name="TV-94",
        role=HA,
        near="at range 0-3 of the attacker",
        when=(c.primary, c.bullseye),
        asks="there are 2 attack dice or fewer",
        on_attack=add(HIT),
        costs=CALCULATE,
        friend=True,
    ),
    Known(
        ids="aaylasecura",
        name="Aayla Secura (crew)",
        role=HD,
        near="at range 0-2 of the defender",
        asks="the attacker is in its ship's bullseye arc",
        on_defence=BLANK_TO_FOCUS,
    ),
    Known(
        ids="adaptiveshields",
        name="Adaptive Shields",
        role=OD,
        near="at range 0-1 of the defender",
        when=(c.owner_larger,),
        fewer_results=1,
        costs=(("shields", 1),),
    ),
    Known(
        ids="dedicated",
        name="Dedicated",
        role=OD,
        when=(c.unstrained,),
        asks="the defender is limited or Dedicated, in the left or right arc at range 0-2",
        on_defence=BLANK_ONE,
        gains=(("strain", 1),),
    ),
    Known(
        ids="jainaslight",
        name="Jaina's Light",
        role=HD,
        near="at range 0-2 of the defender",
        when=(c.obstructed,),
        defence_dice=1,
        costs=(("energy", 1),),
    ),
    Known(
        ids="k2b4",
        name="K2-B4",
        role=HD,
        near="at range 0-3 of the defender",
        asks="the attacker gains no strain token instead",
        on_defence=add(EVADE),
        costs=CALCULATE,
        friend=True,
    ),
    Known(
        ids="korkiekryze",
        name="Korkie Kryze",
        role=OD,
        asks="its ship obstructs the attack, with the defender in its full front arc at range 1-2",
        defence_dice=1,
    ),
    Known(ids="m9g8", name="M9-G8", role=HD, when=(c.locking,), on_attack=ONE),
    Known(
        ids="selfless",
        name="Selfless",
        role=OD,
        near="at range 0-1 of the defender",
        asks="its ship is in the attack arc",
        fewer_crits=1,
        besides="its ship suffers 1 crit damage: enter it",
    ),
    Known(
        ids="tacticalscrambler",
        name="Tactical Scrambler",
        role=OD,
        asks="its ship obstructs the attack",
        defence_dice=1,
    ),
    Known(
        ids="veteranwingleader agentoftheempire firstorderelite jedicommander shadowwing",
        name="Wingmate",
        role=D,
        asks=WINGMATE,
        fewer_results=1,
        besides=ENTER_IT,
        up_to=2,
    ),
    Known(
        ids="skystrikeacademyclass", name="Wingmate", role=D, asks=WINGMATE, fewer_results=1, besides=ENTER_IT, up_to=5
    ),
)
