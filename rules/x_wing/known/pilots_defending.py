"""Pilots by their ids (XWS): what they do where they defend."""

from __future__ import annotations

from rules.x_wing.dice import BLANK, EVADE, FOCUS
from rules.x_wing.known import conditions as c
from rules.x_wing.known.card import Known, Role
from rules.x_wing.known.dice import (
    ANY,
    BAD_TO_EVADE,
    BLANK_TO_FOCUS,
    FOCUS_TO_BLANK,
    FOCUS_TO_EVADE,
    ONE,
    add,
    change,
)

D = Role.DEFENDS

DEFENDING_PILOTS = (
    Known(ids="adonfox-battleoverendor", name="Adon Fox", role=D, when=(c.stressed,), defence_dice=1),
    Known(
        ids="alexsandrkallus", name="Alexsandr Kallus", role=D, asks="the attacker modified attack dice", defence_dice=1
    ),
    Known(
        ids="arvelcrynyd-battleoverendor",
        name="Arvel Crynyd",
        role=D,
        on_defence=FOCUS_TO_EVADE,
        gains=(("strain", 1),),
    ),
    Known(
        ids="bobafett-firesprayclasspatrolcraft bobafett-separatistalliance",
        name="Boba Fett",
        role=D,
        asks="no other friendly ship is at range 0-2",
        on_defence=BLANK_TO_FOCUS,
    ),
    Known(ids="captainferoph", name="Captain Feroph", role=D, when=(c.foe_without_green,), on_defence=BAD_TO_EVADE),
    Known(ids="captainnym", name="Captain Nym", role=D, asks="a bomb or mine obstructs the attack", defence_dice=1),
    Known(
        ids="coloneljendon-battleoverendor",
        name="Colonel Jendon",
        role=D,
        when=(c.unshielded,),
        on_defence=BLANK_TO_FOCUS,
    ),
    Known(
        ids="commandermalarus",
        name="Commander Malarus",
        role=D,
        asks="it spent its charge for this round",
        on_defence=change(FOCUS, EVADE, ANY),
    ),
    Known(
        ids="contrail contrail-siegeofcoruscant",
        name="“Contrail”",
        role=D,
        asks="both ships' manoeuvres have the same bearing",
        on_attack=FOCUS_TO_BLANK,
    ),
    Known(ids="darkcurse-battleofyavin", name="“Dark Curse”", role=D, unmodified=True, must=True),
    Known(
        ids="dextiree-battleofyavin",
        name="Dex Tiree",
        role=D,
        asks="another friendly ship is at range 0-1",
        defence_dice=1,
    ),
    Known(
        ids="dfs081-siegeofcoruscant", name="DFS-081", role=D, fewer_crits=1, costs=(("charges", 1), ("calculate", 1))
    ),
    Known(
        ids="gemmersojan-battleoverendor",
        name="Gemmer Sojan",
        role=D,
        on_defence=change(BLANK, FOCUS, 2),
        gains=(("strain", 1),),
    ),
    Known(ids="graz", name="Graz", role=D, asks="it is behind the attacker", defence_dice=1),
    Known(ids="ig102", name="IG-102", role=D, when=(c.foe_initiative_not_lower,), on_defence=BLANK_TO_FOCUS),
    Known(
        ids="jangofett",
        name="Jango Fett",
        role=D,
        asks="its manoeuvre is easier than the attacker's",
        on_attack=FOCUS_TO_BLANK,
    ),
    Known(ids="lulolampar", name="L'ulo L'ampar", role=D, when=(c.stressed,), defence_dice=-1, must=True),
    Known(ids="majorvynder", name="Major Vynder", role=D, when=(c.disarmed,), defence_dice=1),
    Known(
        ids="norrawexley norrawexley-btla4ywing", name="Norra Wexley", role=D, when=(c.at(0, 1),), on_defence=add(EVADE)
    ),
    Known(
        ids="norrawexley norrawexley-btla4ywing",
        name="Norra Wexley",
        role=D,
        when=(c.at(2, 3),),
        asks="an enemy ship is at range 0-1",
        on_defence=add(EVADE),
    ),
    Known(
        ids="sabinewren-lancerclasspursuitcraft",
        name="Sabine Wren",
        role=D,
        asks="the attacker is in its turret arc at range 0-2",
        on_defence=add(FOCUS),
    ),
    Known(ids="sapphire2-battleoverendor", name="Sapphire 2", role=D, when=(c.focused,), defence_dice=1),
    Known(ids="stub", name="“Stub”", role=D, asks="the speed of its manoeuvre is even", defence_dice=1),
    Known(ids="talonbanecobra", name="Talonbane Cobra", role=D, when=(c.at(3),), defence_dice=1),
    Known(
        ids="vennie",
        name="Vennie",
        role=D,
        asks="the attacker is in a friendly ship's turret arc",
        on_defence=add(FOCUS),
    ),
    Known(ids="zayversio", name="Zay Versio", role=D, when=(c.foe_damaged,), on_defence=ONE),
    Known(
        ids="zeborrelios zeborrelios-tielnfighter zeborrelios-sheathipedeclassshuttle",
        name="“Zeb” Orrelios",
        role=D,
        crits_first=True,
        must=True,
    ),
)
