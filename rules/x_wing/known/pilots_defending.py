"""Pilots by their ids (XWS): what they do where they defend."""

from __future__ import annotations

from rules.x_wing.dice import BLANK, EVADE, FOCUS
from rules.x_wing.known import conditions as c
from rules.x_wing.known import dice as d
from rules.x_wing.known import told as t
from rules.x_wing.known import told_by_arcs as arcs
from rules.x_wing.known import told_by_ships as ships
from rules.x_wing.known.card import defends

DEFENDING_PILOTS = (
    defends("adonfox-battleoverendor", "Adon Fox", when=(c.stressed,), defence_dice=1),
    defends(
        "alexsandrkallus",
        "Alexsandr Kallus",
        asks="the attacker modified attack dice",
        told=t.modifying_is_seen,
        defence_dice=1,
        if_modified=True,
    ),
    defends("arvelcrynyd-battleoverendor", "Arvel Crynyd", on_defence=d.FOCUS_TO_EVADE, gains=(("strain", 1),)),
    defends(
        "bobafett-firesprayclasspatrolcraft bobafett-separatistalliance",
        "Boba Fett",
        asks="no other friendly ship is at range 0-2",
        told=ships.alone,
        on_defence=d.BLANK_TO_FOCUS,
    ),
    defends("captainferoph", "Captain Feroph", when=(c.foe_may_be_bare,), on_defence=d.BAD_TO_EVADE, if_bare=True),
    defends("captainnym", "Captain Nym", asks="a bomb or mine obstructs the attack", defence_dice=1),
    defends("coloneljendon-battleoverendor", "Colonel Jendon", when=(c.unshielded,), on_defence=d.BLANK_TO_FOCUS),
    defends(
        "commandermalarus",
        "Commander Malarus",
        asks="it spent its charge for this round",
        told=t.charge_unspent,
        on_defence=d.change(FOCUS, EVADE, d.ANY),
    ),
    defends(
        "contrail contrail-siegeofcoruscant",
        "“Contrail”",
        asks="both ships' manoeuvres have the same bearing",
        on_attack=d.FOCUS_TO_BLANK,
    ),
    defends("darkcurse-battleofyavin", "“Dark Curse”", unmodified=True, must=True),
    defends(
        "dextiree-battleofyavin",
        "Dex Tiree",
        asks="another friendly ship is at range 0-1",
        told=ships.with_another,
        defence_dice=1,
    ),
    defends("dfs081-siegeofcoruscant", "DFS-081", fewer_crits=1, costs=(("charges", 1), ("calculate", 1))),
    defends(
        "gemmersojan-battleoverendor", "Gemmer Sojan", on_defence=d.change(BLANK, FOCUS, 2), gains=(("strain", 1),)
    ),
    defends("graz", "Graz", asks="it is behind the attacker", told=arcs.owner_behind_foe, defence_dice=1),
    defends("ig102", "IG-102", when=(c.foe_initiative_not_lower,), on_defence=d.BLANK_TO_FOCUS),
    defends("jangofett", "Jango Fett", asks="its manoeuvre is easier than the attacker's", on_attack=d.FOCUS_TO_BLANK),
    defends("lulolampar", "L'ulo L'ampar", when=(c.stressed,), defence_dice=-1, must=True),
    defends("majorvynder", "Major Vynder", when=(c.disarmed,), defence_dice=1),
    defends("norrawexley norrawexley-btla4ywing", "Norra Wexley", when=(c.at(0, 1),), on_defence=d.add(EVADE)),
    defends(
        "norrawexley norrawexley-btla4ywing",
        "Norra Wexley",
        when=(c.at(2, 3),),
        asks="an enemy ship is at range 0-1",
        on_defence=d.add(EVADE),
    ),
    defends(
        "sabinewren-lancerclasspursuitcraft",
        "Sabine Wren",
        asks="the attacker is in its turret arc at range 0-2",
        on_defence=d.add(FOCUS),
    ),
    defends("sapphire2-battleoverendor", "Sapphire 2", when=(c.focused,), defence_dice=1),
    defends(
        "sarcoplank",
        "Sarco Plank",
        asks="the speed of its manoeuvre is 1 more than its agility",
        defence_dice=1,
        either=True,
    ),
    defends(
        "sarcoplank",
        "Sarco Plank (speed 4)",
        asks="the speed of its manoeuvre is 2 more than its agility",
        defence_dice=2,
        either=True,
    ),
    defends("stub", "“Stub”", asks="the speed of its manoeuvre is even", defence_dice=1),
    defends("talonbanecobra", "Talonbane Cobra", when=(c.at(3),), defence_dice=1),
    defends(
        "vennie",
        "Vennie",
        asks="the attacker is in a friendly ship's turret arc",
        told=ships.with_turret,
        on_defence=d.add(FOCUS),
    ),
    defends("zayversio", "Zay Versio", when=(c.foe_damaged,), on_defence=d.ONE),
    defends(
        "zeborrelios zeborrelios-tielnfighter zeborrelios-sheathipedeclassshuttle",
        "“Zeb” Orrelios",
        crits_first=True,
        must=True,
    ),
)
