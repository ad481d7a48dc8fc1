"""Upgrades by their ids (XWS): what they do where other ships attack or defend."""

from __future__ import annotations

from rules.x_wing.dice import EVADE, HIT
from rules.x_wing.known import conditions as c
from rules.x_wing.known import dice as d
from rules.x_wing.known import told as t
from rules.x_wing.known import told_by_arcs as arcs
from rules.x_wing.known import told_by_ships as ships
from rules.x_wing.known.card import (
    defends,
    helps_attack,
    helps_defence,
    helps_others_attack,
    helps_others_defence,
)
from rules.x_wing.known.prices import CALCULATE, CHARGE, FORCE

WINGMATE = "a wingmate in the attack arc suffers 1 matching damage instead"
ENTER_IT = "that damage is entered for the wingmate"

HELPING_UPGRADES = (
    helps_attack(
        "admiralsloane", "Admiral Sloane", near="at range 0-3 of the attacker", when=(c.foe_stressed,), on_attack=d.ONE
    ),
    helps_attack(
        "commandermalarus",
        "Commander Malarus (crew)",
        near="at range 0-1 of the attacker",
        when=(c.primary,),
        asks="the first side of the card is up and the attacker is not limited",
        told=t.attacker_not_limited("the first side of the card is up"),
        on_attack=d.BLANK_ONE,
        besides="if the attack misses, the card is flipped",
    ),
    helps_others_attack("emperorpalpatine", "Emperor Palpatine", on_attack=d.FOCUS_TO_HIT, costs=FORCE),
    helps_others_defence("emperorpalpatine", "Emperor Palpatine", on_defence=d.FOCUS_TO_EVADE, costs=FORCE),
    helps_attack(
        "garsaxon",
        "Gar Saxon (crew)",
        near="at range 1-3 of the attacker",
        when=(c.friend_initiative_at_most(4), c.locking),
        on_attack=d.FOCUS_TO_HIT,
    ),
    helps_attack(
        "intimidation",
        "Intimidation",
        asks="its ship is at range 0 of the defender",
        told=arcs.at_most(0, by_owner=True),
        defence_dice=-1,
    ),
    helps_others_attack(
        "seventhfleetgunner",
        "Seventh Fleet Gunner",
        when=(c.primary,),
        asks="the defender is in its firing arc",
        attack_dice=1,
        fewer_than=4,
        costs=CHARGE,
    ),
    helps_attack(
        "tristanwren",
        "Tristan Wren",
        near="at range 0-3 of the attacker",
        when=(c.ordnance,),
        on_attack=d.HIT_TO_CRIT,
        costs=CHARGE,
        once=True,
    ),
    helps_attack(
        "tv94",
        "TV-94",
        near="at range 0-3 of the attacker",
        when=(c.primary, c.bullseye),
        on_attack=d.add(HIT),
        fewer_than=3,
        costs=CALCULATE,
        friend=True,
    ),
    helps_defence(
        "aaylasecura",
        "Aayla Secura (crew)",
        near="at range 0-2 of the defender",
        asks="the attacker is in its ship's bullseye arc",
        on_defence=d.BLANK_TO_FOCUS,
    ),
    helps_others_defence(
        "adaptiveshields",
        "Adaptive Shields",
        near="at range 0-1 of the defender",
        when=(c.owner_larger,),
        fewer_results=1,
        costs=(("shields", 1),),
        either=True,
    ),
    helps_others_defence(
        "adaptiveshields",
        "Adaptive Shields (energy)",
        near="at range 0-1 of the defender",
        when=(c.owner_larger, c.has("energy")),
        fewer_results=1,
        costs=(("energy", 2),),
        either=True,
    ),
    helps_others_defence(
        "dedicated",
        "Dedicated",
        when=(c.unstrained,),
        asks="the defender is limited or Dedicated, in the left or right arc at range 0-2",
        told=t.friend_limited_or_dedicated("the defender is in the left or right arc at range 0-2"),
        on_defence=d.BLANK_ONE,
        gains=(("strain", 1),),
    ),
    helps_defence(
        "jainaslight",
        "Jaina's Light",
        near="at range 0-2 of the defender",
        when=(c.obstructed,),
        defence_dice=1,
        costs=(("energy", 1),),
    ),
    helps_defence(
        "k2b4",
        "K2-B4",
        near="at range 0-3 of the defender",
        asks="the attacker gains no strain token instead",
        on_defence=d.add(EVADE),
        costs=CALCULATE,
        friend=True,
    ),
    helps_others_defence(
        "korkiekryze",
        "Korkie Kryze",
        asks="its ship obstructs the attack, with the defender in its full front arc at range 1-2",
        defence_dice=1,
    ),
    helps_defence("m9g8", "M9-G8", when=(c.locking,), on_attack=d.ONE),
    helps_defence(
        "phoenixsquadron",
        "Phoenix Squadron",
        near="the leader of the defender's wing",
        asks=WINGMATE,
        seen=ships.others,
        fewer_results=1,
        besides=ENTER_IT,
        up_to=2,
    ),
    helps_others_defence(
        "selfless",
        "Selfless",
        near="at range 0-1 of the defender",
        asks="its ship is in the attack arc",
        fewer_crits=1,
        besides="its ship suffers 1 crit damage: enter it",
    ),
    helps_others_defence(
        "tacticalscrambler", "Tactical Scrambler", asks="its ship obstructs the attack", defence_dice=1
    ),
    defends(
        "veteranwingleader agentoftheempire firstorderelite jedicommander shadowwing",
        "Wingmate",
        asks=WINGMATE,
        seen=ships.others,
        fewer_results=1,
        besides=ENTER_IT,
        up_to=2,
    ),
    defends(
        "skystrikeacademyclass",
        "Wingmate",
        asks=WINGMATE,
        seen=ships.others,
        fewer_results=1,
        besides=ENTER_IT,
        up_to=5,
    ),
)
