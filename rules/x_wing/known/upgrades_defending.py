"""Upgrades by their ids (XWS): what they do where the ship that has them defends, or both attacks and defends."""

from __future__ import annotations

from rules.x_wing.dice import BLANK, EVADE, FOCUS, HIT
from rules.x_wing.known import conditions as c
from rules.x_wing.known.card import CARD, Known, Role
from rules.x_wing.known.dice import (
    ANY,
    BAD_TO_EVADE,
    BLANK_ONE,
    BLANK_TO_EVADE,
    BLANK_TO_HIT,
    FOCUS_TO_BLANK,
    FOCUS_TO_EVADE,
    ONE,
    change,
    reroll,
)

DEFENDS, FIGHTS = Role.DEFENDS, Role.FIGHTS
CHARGE, FORCE, LOCK = ((CARD, 1),), (("force", 1),), (("lock", 1),)
FOILS = "this side of the card is up"

DEFENDING_UPGRADES = (
    Known(
        ids="jangofett",
        name="Jango Fett (gunner)",
        role=DEFENDS,
        when=(c.locking,),
        on_attack=FOCUS_TO_BLANK,
        costs=LOCK,
    ),
    Known(ids="assailer", name="Assailer", role=DEFENDS, when=(c.at(1),), defence_dice=1),
    Known(
        ids="blanksignature-battleoverendor",
        name="Blank Signature",
        role=DEFENDS,
        when=(c.not_locked_by_foe,),
        on_defence=FOCUS_TO_EVADE,
        costs=CHARGE,
        once=True,
    ),
    Known(
        ids="brighthope",
        name="Bright Hope",
        role=DEFENDS,
        when=(c.has("reinforce_fore"),),
        asks="the attacker is in its full front arc",
        defence_dice=1,
    ),
    Known(
        ids="brilliantevasion",
        name="Brilliant Evasion",
        role=DEFENDS,
        when=(c.out_of_bullseye,),
        on_defence=change(FOCUS, EVADE, 2),
        costs=FORCE,
    ),
    Known(ids="c3po-republic", name="C-3PO", role=DEFENDS, when=(c.calculating,), on_defence=ONE),
    Known(ids="commanderpyre", name="Commander Pyre", role=DEFENDS, when=(c.foe_stressed,), on_defence=ONE),
    Known(ids="elusive", name="Elusive", role=DEFENDS, on_defence=ONE, costs=CHARGE),
    Known(ids="enduring", name="Enduring", role=DEFENDS, when=(c.out_of_bullseye,), crits_first=True, must=True),
    Known(
        ids="enhancedjammingsuite",
        name="Enhanced Jamming Suite",
        role=DEFENDS,
        when=(c.foe_without_green,),
        defence_dice=1,
    ),
    Known(
        ids="enhancedjammingsuite",
        name="Enhanced Jamming Suite",
        role=DEFENDS,
        when=(c.foe_with_green,),
        asks="a jammed ship is in the attack arc",
        defence_dice=1,
    ),
    Known(
        ids="graviticdeflection",
        name="Gravitic Deflection",
        role=DEFENDS,
        asks="a tractored ship is in the attack arc, for each one",
        on_defence=ONE,
        up_to=3,
    ),
    Known(
        ids="itsatrap-battleoverendor",
        name="It's a Trap!",
        role=DEFENDS,
        asks="more other friendly than enemy ships are at range 0-1",
        on_defence=BLANK_ONE,
    ),
    Known(
        ids="lattsrazzi",
        name="Latts Razzi (crew)",
        role=DEFENDS,
        when=(c.foe_stressed,),
        on_defence=BAD_TO_EVADE,
        besides="the attacker loses 1 stress token",
    ),
    Known(ids="millenniumfalcon", name="Millennium Falcon", role=DEFENDS, when=(c.evading,), on_defence=ONE),
    Known(ids="neimoidiangrasp", name="Neimoidian Grasp", role=DEFENDS, when=(c.evading,), defence_dice=1),
    Known(ids="pivotwing", name="Pivot Wing", role=DEFENDS, asks=FOILS, defence_dice=-1),
    Known(ids="swivelwing", name="Swivel Wing", role=DEFENDS, asks=FOILS, defence_dice=-1),
    Known(ids="r2ha", name="R2-HA", role=DEFENDS, when=(c.locking,), on_defence=reroll(ANY), costs=LOCK),
    Known(
        ids="sensorjammer-battleofyavin",
        name="Sensor Jammer",
        role=DEFENDS,
        when=(c.friend_locks,),
        on_attack=change(HIT, FOCUS),
    ),
    Known(
        ids="soullessone",
        name="Soulless One",
        role=DEFENDS,
        asks="the attacker is outside its firing arc",
        on_defence=ONE,
    ),
    Known(ids="stealthdevice", name="Stealth Device", role=DEFENDS, asks="its charge is active", defence_dice=1),
    Known(ids="tantiveiv", name="Tantive IV", role=DEFENDS, asks="the attacker is in its rear arc", defence_dice=1),
    Known(
        ids="treacherous",
        name="Treacherous",
        role=DEFENDS,
        asks="a ship obstructs the attack",
        fewer_results=1,
        costs=CHARGE,
        besides="that ship gains 1 strain token",
    ),
)

FIGHTING_UPGRADES = (
    Known(
        ids="heroic",
        name="Heroic",
        role=FIGHTS,
        on_attack=reroll(ANY, BLANK, whole=True),
        on_defence=reroll(ANY, BLANK, whole=True),
    ),
    Known(
        ids="lonewolf",
        name="Lone Wolf",
        role=FIGHTS,
        asks="no other friendly ship is at range 0-2",
        on_attack=ONE,
        on_defence=ONE,
        costs=CHARGE,
        once=True,
    ),
    Known(
        ids="millenniumfalcon-battleoverendor",
        name="Millennium Falcon",
        role=FIGHTS,
        when=(c.with_red_or_orange,),
        on_attack=ONE,
        on_defence=ONE,
    ),
    Known(
        ids="rey-gunner",
        name="Rey (gunner)",
        role=FIGHTS,
        asks="the enemy ship is in its turret arc",
        on_attack=BLANK_TO_HIT,
        on_defence=BLANK_TO_EVADE,
        costs=FORCE,
    ),
)
