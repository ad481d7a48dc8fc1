"""Pilots by their ids (XWS): what they do where other ships of their side defend."""

from __future__ import annotations

from rules.x_wing.dice import CRIT, FOCUS, HIT
from rules.x_wing.known import conditions as c
from rules.x_wing.known.card import Known, Role
from rules.x_wing.known.dice import (
    ANY,
    ANY_TO_EVADE,
    BLANK_TO_FOCUS,
    ONE,
    change,
    reroll,
)

HD, OD = Role.HELPS_DEFENCE, Role.HELPS_OTHERS_DEFENCE
FORCE = (("force", 1),)
OF_DEFENDER = "at range {} of the defender"

HELPING_DEFENCES = (
    Known(
        ids="captaincardinal",
        name="Captain Cardinal",
        role=OD,
        near=OF_DEFENDER.format("1-2"),
        when=(c.friend_initiative_lower, c.has_charges),
        on_defence=reroll(1, FOCUS),
    ),
    Known(
        ids="aaylasecura",
        name="Aayla Secura",
        role=HD,
        asks="the attacker is in Aayla Secura's front arc at range 0-1",
        on_defence=BLANK_TO_FOCUS,
    ),
    Known(
        ids="biggsdarklighter",
        name="Biggs Darklighter",
        role=OD,
        near=OF_DEFENDER.format("0-1"),
        asks="Biggs Darklighter is in the attack arc",
        fewer_results=1,
        besides="Biggs Darklighter suffers that damage: enter it",
    ),
    Known(
        ids="captaindobbs",
        name="Captain Dobbs",
        role=OD,
        near=OF_DEFENDER.format("0-1"),
        asks="Captain Dobbs is in the attack arc",
        when=(c.not_ionized,),
        fewer_hits=1,
        gains=(("ion", 1),),
    ),
    Known(
        ids="delmeeko", name="Del Meeko", role=HD, near=OF_DEFENDER.format("0-2"), when=(c.foe_damaged,), on_defence=ONE
    ),
    Known(
        ids="dfs081",
        name="DFS-081",
        role=HD,
        near=OF_DEFENDER.format("0-1"),
        on_attack=change(CRIT, HIT, ANY),
        costs=(("calculate", 1),),
        friend=True,
    ),
    Known(
        ids="evaanverlaine",
        name="Evaan Verlaine",
        role=HD,
        asks="the defender was chosen for it this round",
        defence_dice=1,
    ),
    Known(
        ids="goji",
        name="“Goji”",
        role=HD,
        near=OF_DEFENDER.format("0-3"),
        asks="a friendly bomb is at range 0-1 of the defender, for each one",
        defence_dice=1,
        up_to=3,
    ),
    Known(
        ids="kananjarrus",
        name="Kanan Jarrus",
        role=HD,
        asks="the defender is in Kanan Jarrus's firing arc",
        attack_dice=-1,
        costs=FORCE,
    ),
    Known(
        ids="kananjarrus-hwk290lightfreighter",
        name="Kanan Jarrus",
        role=HD,
        near="with the defender in its turret arc",
        attack_dice=-1,
        costs=FORCE,
    ),
    Known(
        ids="kitfisto",
        name="Kit Fisto",
        role=OD,
        asks="the card's bullseye arc has the attacker",
        on_defence=BLANK_TO_FOCUS,
        costs=FORCE,
    ),
    Known(
        ids="luminaraunduli luminaraunduli-delta7baethersprite",
        name="Luminara Unduli",
        role=HD,
        near=OF_DEFENDER.format("0-2"),
        when=(c.out_of_bullseye,),
        on_attack=change(CRIT, HIT),
        costs=FORCE,
    ),
    Known(
        ids="luminaraunduli luminaraunduli-delta7baethersprite",
        name="Luminara Unduli (hit)",
        role=HD,
        near=OF_DEFENDER.format("0-2"),
        when=(c.out_of_bullseye,),
        on_attack=change(HIT, FOCUS),
        costs=FORCE,
    ),
    Known(
        ids="mandalorianroyalguard",
        name="Mandalorian Royal Guard",
        role=HD,
        when=(c.friend_not_small,),
        asks="the Royal Guard is in the attack arc",
        on_defence=ANY_TO_EVADE,
        gains=(("deplete", 1), ("strain", 1)),
    ),
    Known(ids="serissu", name="Serissu", role=HD, near=OF_DEFENDER.format("0-1"), on_defence=ONE),
    Known(
        ids="tallissanlintra",
        name="Tallissan Lintra",
        role=HD,
        asks="the attacker is in Tallissan Lintra's bullseye arc",
        defence_dice=1,
        costs=(("charges", 1),),
    ),
)
