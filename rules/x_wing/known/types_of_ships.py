"""What types of ships can do by themselves, by the letters of the names (xwing-data2)."""

from __future__ import annotations

from rules.x_wing.dice import CRIT, HIT
from rules.x_wing.known import conditions as c
from rules.x_wing.known import dice as d
from rules.x_wing.known import payers as p
from rules.x_wing.known import told as t
from rules.x_wing.known import told_by_arcs as arcs
from rules.x_wing.known import told_by_ships as ships
from rules.x_wing.known.card import attacks, defends, fights
from rules.x_wing.known.prices import CALCULATE

BLINDSPOT, SENSORS = "sensorblindspot", "Sensor Blindspot"

TYPES_OF_SHIPS = (
    attacks(
        "advancedtargetingcomputer",
        "Advanced Targeting Computer",
        when=(c.primary, c.locking),
        attack_dice=1,
        on_attack=d.HIT_TO_CRIT,
        must=True,
    ),
    attacks(
        "chissengineering",
        "Chiss Engineering",
        when=(c.at(2, 3), c.no_ordnance, c.unstressed),
        attack_dice=1,
        costs=(("shields", 1),),
    ),
    attacks(
        "concentratedbatteries",
        "Concentrated Batteries",
        when=(c.bullseye,),
        asks="the weapon is primary, a torpedo or a missile",
        told=t.primary_torpedo_or_missile,
        attack_dice=1,
    ),
    attacks(
        "linkedbattery",
        "Linked Battery",
        when=(c.special,),
        asks="the weapon is a cannon",
        told=t.cannon,
        attack_dice=1,
    ),
    attacks(BLINDSPOT, SENSORS, when=(c.primary, c.at(0, 1)), attack_dice=-1, must=True),
    attacks(BLINDSPOT, f"{SENSORS}: the die of range 1", when=(c.first, c.primary, c.at(1)), attack_dice=-1, must=True),
    defends(BLINDSPOT, SENSORS, when=(c.second, c.at(1)), defence_dice=-1, must=True),
    defends(
        "concordiafaceoff",
        "Concordia Faceoff",
        when=(c.at(1),),
        asks="it is in the attacker's front arc",
        told=arcs.owner_ahead_of_foe,
        on_defence=d.ANY_TO_EVADE,
    ),
    defends(
        "overdriveburners",
        "Overdrive Burners",
        asks="the speed of its manoeuvre is 3 to 5",
        defence_dice=1,
    ),
    defends("platedhull", "Plated Hull", when=(c.not_critically_damaged,), on_attack=d.change(CRIT, HIT)),
    fights(
        "networkedcalculations",
        "Networked Calculations",
        when=(c.networked,),
        on_attack=d.FOCUS_TO_HIT,
        on_defence=d.FOCUS_TO_EVADE,
        costs=CALCULATE,
        payers=p.near_calculates,
    ),
    fights(
        "solo",
        "Solo",
        asks="no other friendly ship is at range 0-1",
        told=ships.alone,
        on_attack=d.ONE,
        on_defence=d.ONE,
        costs=(("charges", 1),),
    ),
)
