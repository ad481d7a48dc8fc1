"""Upgrades by their ids (XWS): what they do where the ship that has them defends, or both attacks and defends."""

from __future__ import annotations

from rules.x_wing.dice import BLANK, EVADE, FOCUS, HIT
from rules.x_wing.known import conditions as c
from rules.x_wing.known import dice as d
from rules.x_wing.known import told as t
from rules.x_wing.known import told_by_arcs as arcs
from rules.x_wing.known import told_by_ships as ships
from rules.x_wing.known.card import defends, fights
from rules.x_wing.known.prices import CALCULATE, CHARGE, FORCE, LOCK

FOILS = "this side of the card is up"

MOST_GUESSED = 5
"""More evades than ships with such a droid are likely to roll."""

DEFENDING_UPGRADES = (
    *(
        defends(
            "c3po",
            f"C-3PO ({number})",
            when=(c.may_roll(number),),
            guess=number,
            costs=CALCULATE,
            either=True,
        )
        for number in range(1, MOST_GUESSED + 1)
    ),
    defends("jangofett", "Jango Fett (gunner)", when=(c.locking,), on_attack=d.FOCUS_TO_BLANK, costs=LOCK),
    defends("assailer", "Assailer", when=(c.at(1),), defence_dice=1),
    defends(
        "blanksignature-battleoverendor",
        "Blank Signature",
        when=(c.not_locked_by_foe,),
        on_defence=d.FOCUS_TO_EVADE,
        costs=CHARGE,
        once=True,
    ),
    defends(
        "brighthope",
        "Bright Hope",
        when=(c.has("reinforce_fore"),),
        asks="the attacker is in its full front arc",
        told=arcs.in_full_front_arc,
        defence_dice=1,
    ),
    defends(
        "brilliantevasion",
        "Brilliant Evasion",
        when=(c.out_of_bullseye,),
        on_defence=d.change(FOCUS, EVADE, 2),
        costs=FORCE,
    ),
    defends("c3po-republic", "C-3PO", when=(c.calculating,), on_defence=d.ONE),
    defends("commanderpyre", "Commander Pyre", when=(c.foe_stressed,), on_defence=d.ONE),
    defends("elusive", "Elusive", on_defence=d.ONE, costs=CHARGE),
    defends("enduring", "Enduring", when=(c.out_of_bullseye,), crits_first=True, must=True),
    defends("enhancedjammingsuite", "Enhanced Jamming Suite", when=(c.foe_without_green,), defence_dice=1),
    defends(
        "enhancedjammingsuite",
        "Enhanced Jamming Suite (no token left)",
        when=(c.foe_with_green, c.foe_may_be_bare, c.not_jammed),
        defence_dice=1,
        if_bare=True,
        either=True,
    ),
    defends(
        "enhancedjammingsuite",
        "Enhanced Jamming Suite",
        when=(c.foe_with_green,),
        asks="a jammed ship is in the attack arc",
        told=ships.jammed_in_arc,
        defence_dice=1,
        either=True,
    ),
    defends(
        "graviticdeflection",
        "Gravitic Deflection",
        asks="a tractored ship is in the attack arc, for each one",
        seen=ships.in_arc_tractored,
        on_defence=d.ONE,
        up_to=3,
    ),
    defends(
        "itsatrap-battleoverendor",
        "It's a Trap!",
        asks="more other friendly than enemy ships are at range 0-1",
        told=ships.more_friends_of_the_defender,
        on_defence=d.BLANK_ONE,
    ),
    defends(
        "lattsrazzi",
        "Latts Razzi (crew)",
        when=(c.foe_stressed,),
        on_defence=d.BAD_TO_EVADE,
        besides="the attacker loses 1 stress token",
    ),
    defends("millenniumfalcon", "Millennium Falcon", when=(c.evading,), on_defence=d.ONE),
    defends("neimoidiangrasp", "Neimoidian Grasp", when=(c.evading,), defence_dice=1),
    defends("pivotwing", "Pivot Wing", asks=FOILS, defence_dice=-1),
    defends("swivelwing", "Swivel Wing", asks=FOILS, defence_dice=-1),
    defends("r2ha", "R2-HA", when=(c.locking,), on_defence=d.reroll(d.ANY), costs=LOCK),
    defends("sensorjammer-battleofyavin", "Sensor Jammer", when=(c.friend_locks,), on_attack=d.change(HIT, FOCUS)),
    defends("soullessone", "Soulless One", asks="the attacker is outside its firing arc", on_defence=d.ONE),
    defends(
        "stealthdevice",
        "Stealth Device",
        asks="its charge is active",
        told=t.charge_active,
        defence_dice=1,
        must=True,
    ),
    defends(
        "tantiveiv", "Tantive IV", asks="the attacker is in its rear arc", told=arcs.attacker_behind, defence_dice=1
    ),
    defends(
        "treacherous",
        "Treacherous",
        asks="a ship obstructs the attack",
        told=ships.with_a_third,
        fewer_results=1,
        costs=CHARGE,
        besides="that ship gains 1 strain token",
    ),
)

FIGHTING_UPGRADES = (
    fights(
        "heroic", "Heroic", on_attack=d.reroll(d.ANY, BLANK, whole=True), on_defence=d.reroll(d.ANY, BLANK, whole=True)
    ),
    *(
        fights(
            "landocalrissian-crew",
            f"Lando Calrissian ({track})",
            when=(c.has(track),),
            on_attack=d.TWO,
            on_defence=d.TWO,
            costs=((track, 1),),
            either=True,
        )
        for track in ("focus", "calculate", "evade")
    ),
    fights(
        "lonewolf",
        "Lone Wolf",
        asks="no other friendly ship is at range 0-2",
        told=ships.alone,
        on_attack=d.ONE,
        on_defence=d.ONE,
        costs=CHARGE,
        once=True,
    ),
    fights(
        "millenniumfalcon-battleoverendor",
        "Millennium Falcon",
        when=(c.with_red_or_orange,),
        on_attack=d.ONE,
        on_defence=d.ONE,
    ),
    fights(
        "rey-gunner",
        "Rey (gunner)",
        asks="the enemy ship is in its turret arc",
        told=arcs.in_own_turret,
        on_attack=d.BLANK_TO_HIT,
        on_defence=d.BLANK_TO_EVADE,
        costs=FORCE,
    ),
)
