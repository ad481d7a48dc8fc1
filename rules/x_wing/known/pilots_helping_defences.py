"""Pilots by their ids (XWS): what they do where other ships of their side defend."""

from __future__ import annotations

from rules.x_wing.dice import CRIT, EVADE, FOCUS, HIT
from rules.x_wing.known import conditions as c
from rules.x_wing.known import dice as d
from rules.x_wing.known.card import helps_defence, helps_others_defence
from rules.x_wing.known.prices import CALCULATE, FOCUS_TOKEN, FORCE

HERA = "herasyndulla-asf01bwing herasyndulla-rz1awing"
OF_DEFENDER = "at range {} of the defender"

HELPING_DEFENCES = (
    helps_others_defence(
        "captaincardinal",
        "Captain Cardinal",
        near=OF_DEFENDER.format("1-2"),
        when=(c.friend_initiative_lower, c.has_charges),
        on_defence=d.reroll(1, FOCUS),
    ),
    helps_defence(
        "aaylasecura",
        "Aayla Secura",
        asks="the attacker is in Aayla Secura's front arc at range 0-1",
        on_defence=d.BLANK_TO_FOCUS,
    ),
    helps_others_defence(
        "biggsdarklighter",
        "Biggs Darklighter",
        near=OF_DEFENDER.format("0-1"),
        asks="Biggs Darklighter is in the attack arc",
        fewer_results=1,
        besides="Biggs Darklighter suffers that damage: enter it",
    ),
    helps_others_defence(
        "captaindobbs",
        "Captain Dobbs",
        near=OF_DEFENDER.format("0-1"),
        asks="Captain Dobbs is in the attack arc",
        when=(c.not_ionized,),
        fewer_hits=1,
        gains=(("ion", 1),),
    ),
    helps_defence("delmeeko", "Del Meeko", near=OF_DEFENDER.format("0-2"), when=(c.foe_damaged,), on_defence=d.ONE),
    helps_defence(
        "dfs081",
        "DFS-081",
        near=OF_DEFENDER.format("0-1"),
        on_attack=d.change(CRIT, HIT, d.ANY),
        costs=CALCULATE,
        friend=True,
    ),
    helps_others_defence(
        "esegetuketu",
        "Esege Tuketu",
        near=OF_DEFENDER.format("0-2"),
        when=(c.focused,),
        on_defence=d.change(FOCUS, EVADE, d.ANY),
        costs=FOCUS_TOKEN,
    ),
    helps_others_defence(
        HERA,
        "Hera Syndulla (focus)",
        near=OF_DEFENDER.format("1-2"),
        when=(c.focused,),
        on_defence=d.change(FOCUS, EVADE, d.ANY),
        costs=FOCUS_TOKEN,
        either=True,
    ),
    helps_others_defence(
        HERA,
        "Hera Syndulla (evade)",
        near=OF_DEFENDER.format("1-2"),
        when=(c.evading,),
        on_defence=d.BAD_TO_EVADE,
        costs=(("evade", 1),),
        either=True,
    ),
    helps_defence("evaanverlaine", "Evaan Verlaine", asks="the defender was chosen for it this round", defence_dice=1),
    helps_defence(
        "goji",
        "“Goji”",
        near=OF_DEFENDER.format("0-3"),
        asks="a friendly bomb is at range 0-1 of the defender, for each one",
        defence_dice=1,
        up_to=3,
    ),
    helps_others_defence(
        "kananjarrus", "Kanan Jarrus", asks="the defender is in Kanan Jarrus's firing arc", attack_dice=-1, costs=FORCE
    ),
    helps_defence(
        "kananjarrus-hwk290lightfreighter",
        "Kanan Jarrus",
        near="with the defender in its turret arc",
        attack_dice=-1,
        costs=FORCE,
    ),
    helps_others_defence(
        "kitfisto",
        "Kit Fisto",
        asks="the card's bullseye arc has the attacker",
        on_defence=d.BLANK_TO_FOCUS,
        costs=FORCE,
    ),
    helps_defence(
        "klick klick-siegeofcoruscant",
        "Klick",
        near="at range 1-3 of the attacker",
        when=(c.locking, c.attacker_bonus),
        attack_dice=-1,
        costs=(("charges", 1),),
    ),
    helps_defence(
        "luminaraunduli luminaraunduli-delta7baethersprite",
        "Luminara Unduli",
        near=OF_DEFENDER.format("0-2"),
        when=(c.out_of_bullseye,),
        on_attack=d.change(CRIT, HIT),
        costs=FORCE,
        either=True,
    ),
    helps_defence(
        "luminaraunduli luminaraunduli-delta7baethersprite",
        "Luminara Unduli (hit)",
        near=OF_DEFENDER.format("0-2"),
        when=(c.out_of_bullseye,),
        on_attack=d.change(HIT, FOCUS),
        costs=FORCE,
        either=True,
    ),
    helps_defence(
        "mandalorianroyalguard",
        "Mandalorian Royal Guard",
        when=(c.friend_not_small,),
        asks="the Royal Guard is in the attack arc",
        on_defence=d.ANY_TO_EVADE,
        gains=(("deplete", 1), ("strain", 1)),
    ),
    helps_defence("serissu", "Serissu", near=OF_DEFENDER.format("0-1"), on_defence=d.ONE),
    helps_defence(
        "tallissanlintra",
        "Tallissan Lintra",
        asks="the attacker is in Tallissan Lintra's bullseye arc",
        defence_dice=1,
        costs=(("charges", 1),),
    ),
)
