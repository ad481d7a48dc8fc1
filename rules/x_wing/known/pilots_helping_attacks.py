"""Pilots by their ids (XWS): what they do where other ships of their side attack."""

from __future__ import annotations

from rules.x_wing.dice import FOCUS, HIT
from rules.x_wing.known import conditions as c
from rules.x_wing.known import dice as d
from rules.x_wing.known import told as t
from rules.x_wing.known import told_by_arcs as arcs
from rules.x_wing.known import told_by_ships as ships
from rules.x_wing.known.card import helps_attack, helps_others_attack
from rules.x_wing.known.prices import CALCULATE, FOCUS_TOKEN, FORCE, LOCK

HERA = "herasyndulla-asf01bwing herasyndulla-rz1awing"
OF_ATTACKER = "at range {} of the attacker"

HELPING_ATTACKS = (
    helps_attack(
        "barrissoffee barrissoffee-delta7baethersprite",
        "Barriss Offee",
        near=OF_ATTACKER.format("0-2"),
        when=(c.bullseye,),
        on_attack=d.FOCUS_TO_HIT,
        costs=FORCE,
        either=True,
    ),
    helps_attack(
        "barrissoffee barrissoffee-delta7baethersprite",
        "Barriss Offee (crit)",
        near=OF_ATTACKER.format("0-2"),
        when=(c.bullseye,),
        on_attack=d.HIT_TO_CRIT,
        costs=FORCE,
        either=True,
    ),
    helps_others_attack(
        "captaincardinal",
        "Captain Cardinal",
        near=OF_ATTACKER.format("1-2"),
        when=(c.friend_initiative_lower, c.has_charges),
        on_attack=d.reroll(1, FOCUS),
    ),
    helps_attack(
        "captainjonus captainjonus-swz105",
        "Captain Jonus",
        near=OF_ATTACKER.format("0-1"),
        when=(c.ordnance,),
        asks="the weapon is a torpedo or a missile",
        told=t.torpedo_or_missile,
        on_attack=d.TWO,
    ),
    helps_others_attack(
        "esegetuketu",
        "Esege Tuketu",
        near=OF_ATTACKER.format("0-2"),
        when=(c.focused,),
        on_attack=d.change(FOCUS, HIT, d.ANY),
        costs=FOCUS_TOKEN,
    ),
    helps_others_attack(
        HERA,
        "Hera Syndulla (focus)",
        near=OF_ATTACKER.format("1-2"),
        when=(c.focused,),
        on_attack=d.change(FOCUS, HIT, d.ANY),
        costs=FOCUS_TOKEN,
        either=True,
    ),
    helps_others_attack(
        HERA,
        "Hera Syndulla (lock)",
        near=OF_ATTACKER.format("1-2"),
        when=(c.locking,),
        on_attack=d.reroll(d.ANY),
        costs=LOCK,
        either=True,
    ),
    helps_attack(
        "moffgideon",
        "Moff Gideon",
        asks="the defender is at range 1-3 of it, and a friendly ship at range 0-1 of the defender",
        when=(c.has_charges,),
        unmodified=True,
        costs=(("charges", 1),),
        besides="that friendly ship gains 1 strain token",
    ),
    helps_attack(
        "scorch-tiesebomber",
        "“Scorch”",
        near=OF_ATTACKER.format("0-1"),
        when=(c.primary,),
        on_attack=d.spend(HIT),
        besides="the defender gains 1 strain token after defending",
    ),
    helps_attack(
        "captainsear",
        "Captain Sear",
        near=OF_ATTACKER.format("0-3"),
        when=(c.primary, c.bullseye),
        fewer_evades=1,
        costs=CALCULATE,
        friend=True,
    ),
    helps_attack(
        "commandermalarus-xiclasslightshuttle",
        "Commander Malarus",
        near=OF_ATTACKER.format("0-2"),
        when=(c.primary,),
        on_attack=d.BLANK_ONE,
        gains=(("strain", 1),),
        friend=True,
    ),
    helps_attack(
        "drearenthal",
        "Drea Renthal",
        asks="the attacker is not limited and the defender is in Drea Renthal's firing arc",
        told=t.attacker_not_limited("the defender is in Drea Renthal's firing arc"),
        on_attack=d.ONE,
    ),
    helps_attack(
        "drift",
        "“Drift”",
        near=OF_ATTACKER.format("0-1"),
        when=(c.one_red_or_orange,),
        on_attack=d.ONE,
    ),
    helps_attack(
        "garsaxon",
        "Gar Saxon",
        near=OF_ATTACKER.format("0-2"),
        when=(c.primary,),
        asks="the attacker is in the defender's rear arc",
        told=arcs.attacker_behind,
        attack_dice=1,
        costs=(("charges", 1),),
    ),
    helps_attack(
        "gavindarklighter",
        "Gavin Darklighter",
        asks="the defender is in Gavin Darklighter's front arc",
        told=arcs.ahead_of_attacking_owner,
        on_attack=d.HIT_TO_CRIT,
    ),
    helps_attack(
        "gideonhask-xiclasslightshuttle",
        "Gideon Hask",
        near=OF_ATTACKER.format("0-2"),
        when=(c.primary, c.friend_small, c.foe_damaged),
        attack_dice=1,
        fewer_than=3,
        gains=(("strain", 1),),
        friend=True,
    ),
    helps_attack("howlrunner", "Howlrunner", near=OF_ATTACKER.format("0-1"), when=(c.primary,), on_attack=d.ONE),
    helps_others_attack(
        "janors",
        "Jan Ors",
        asks="the attacker is in Jan Ors's firing arc",
        when=(c.primary, c.unstressed),
        attack_dice=1,
        gains=(("stress", 1),),
    ),
    helps_attack(
        "klick klick-siegeofcoruscant",
        "Klick",
        near="at range 1-3 of the defender",
        when=(c.locking, c.defender_bonus),
        defence_dice=-1,
        costs=(("charges", 1),),
    ),
    helps_attack(
        "lyttandree",
        "Lytt Andree",
        near=OF_ATTACKER.format("0-2"),
        asks="Lytt Andree is in the defender's left or right arc",
        on_attack=d.ONE,
    ),
    helps_attack(
        "merlcobben",
        "Merl Cobben",
        near=OF_ATTACKER.format("0-2"),
        asks="Merl Cobben is in the defender's bullseye arc",
        when=(c.primary,),
        defence_dice=-1,
    ),
    helps_attack(
        "sawgerrera", "Saw Gerrera", near=OF_ATTACKER.format("0-3"), when=(c.friend_damaged,), on_attack=d.ONE
    ),
    helps_others_attack(
        "sinker",
        "“Sinker”",
        asks="the attacker is in Sinker's left or right arc at range 1-2",
        when=(c.primary,),
        on_attack=d.ONE,
    ),
    helps_attack(
        "tezanasz",
        "Teza Nasz",
        near=OF_ATTACKER.format("0-2"),
        asks="the defender has one of the attacker's friends in each of its side arcs",
        told=ships.with_two_of_the_attackers,
        on_attack=d.ONE,
    ),
    helps_others_attack(
        "tn3465",
        "TN-3465",
        asks="TN-3465 is at range 0-1 of the defender",
        on_attack=d.ANY_TO_CRIT,
        besides="it suffers 1 crit damage",
    ),
)
