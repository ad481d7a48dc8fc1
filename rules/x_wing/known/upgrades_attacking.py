"""Upgrades by their ids (XWS): what they do in attacks of the ship that has them."""

from __future__ import annotations

from rules.x_wing.dice import CRIT, FOCUS, HIT
from rules.x_wing.known import conditions as c
from rules.x_wing.known import dice as d
from rules.x_wing.known import payers as p
from rules.x_wing.known import told as t
from rules.x_wing.known import told_by_arcs as arcs
from rules.x_wing.known import told_by_ships as ships
from rules.x_wing.known.card import CARD, attacks
from rules.x_wing.known.prices import CHARGE, FOCUS_TOKEN, FORCE, LOCK
from rules.x_wing.tokens import NAMES

FOILS = "this side of the card is up"

ATTACKING_UPGRADES = (
    attacks("advancedoptics", "Advanced Optics", on_attack=d.BLANK_TO_HIT, costs=FOCUS_TOKEN),
    attacks(
        "agentkallus",
        "Agent Kallus",
        asks="the defender is Hunted",
        told=t.foe_hunted,
        on_attack=d.FOCUS_TO_HIT,
        marks="hunted",
    ),
    attacks("alpha3bbesh", "Alpha-3B", when=(c.primary, c.locking), on_attack=d.BAD_TO_HIT, costs=LOCK),
    attacks("apexpredator-battleoverendor", "Apex Predator", when=(c.primary, c.foe_initiative_lower), on_attack=d.ONE),
    attacks("bloodcrow", "Blood Crow", when=(c.at(1, 2),), on_attack=d.add(FOCUS)),
    attacks(
        "bobafett-gunner",
        "Boba Fett (gunner)",
        asks="no other ship is in the attack arc",
        told=ships.without_a_third,
        on_attack=d.FOCUS_TO_HIT,
    ),
    attacks("bokatankryze", "Bo-Katan Kryze", asks="the ships are at range 0-1", told=arcs.at_most(1), on_attack=d.ONE),
    attacks("bt1", "BT-1", when=(c.foe_stressed,), on_attack=d.HIT_TO_CRIT, times=lambda scene: scene.foe.stress),
    attacks(
        "calibratedlasertargeting", "Calibrated Laser Targeting", when=(c.primary, c.bullseye), on_attack=d.add(FOCUS)
    ),
    attacks("chewbacca-crew-swz19", "Chewbacca (crew)", on_attack=d.FOCUS_TO_CRIT, costs=((CARD, 2),)),
    attacks(
        "commandermalarus",
        "Commander Malarus (second side)",
        when=(c.bullseye,),
        asks="the second side of the card is up",
        on_attack=d.change(FOCUS, HIT, d.ANY),
        besides="it gains 1 stress token, and with 2 or more of them suffers 1 hit damage",
        must=True,
    ),
    attacks(
        "corsaircrew",
        "Corsair Crew",
        when=(c.foe_standard,),
        on_attack=d.spend(HIT),
        besides="the defender gains 1 deplete token",
    ),
    attacks("crackshot", "Crack Shot", when=(c.primary, c.bullseye), fewer_evades=1, costs=CHARGE),
    attacks(
        "dt798",
        "DT-798",
        asks="a ship in the attack arc has a red or orange token that is no lock, for each one",
        seen=ships.in_arc_with_red_or_orange,
        on_attack=d.ONE,
        up_to=3,
    ),
    attacks("ezrabridger", "Ezra Bridger (gunner)", when=(c.bonus, c.turret, c.stressed), on_attack=d.ONE),
    attacks("fanatic-battleofyavin", "Fanatic", when=(c.primary, c.damaged), on_attack=d.FOCUS_TO_HIT),
    attacks("fanatical", "Fanatical", when=(c.primary, c.unshielded), on_attack=d.FOCUS_TO_HIT),
    attacks(
        "fearless",
        "Fearless",
        when=(c.primary, c.front, c.at(1)),
        asks="it is in the defender's front arc",
        told=arcs.attacker_ahead,
        on_attack=d.ANY_TO_HIT,
    ),
    attacks("fifthbrother", "Fifth Brother (gunner)", on_attack=d.FOCUS_TO_CRIT, costs=FORCE),
    attacks("firecontrolsystem", "Fire-Control System", when=(c.locking,), on_attack=d.ONE_INSTEAD_OF_LOCK),
    attacks(
        "garsaxon-gunner",
        "Gar Saxon (gunner)",
        when=(c.primary, c.foe_with_red_or_orange),
        asks="the defender is in its front or rear arc",
        told=arcs.target_ahead_or_behind,
        attack_dice=1,
        fewer_than=4,
        besides="the defender loses 1 red or orange token",
    ),
    attacks("igrmdroids", "IG-RM Droids", when=(c.calculating,), on_attack=d.HIT_TO_CRIT),
    attacks("instigator", "Instigator", when=(c.foe_with_red_or_orange,), on_attack=d.TWO),
    attacks("integratedsfoils", "Integrated S-foils", when=(c.primary, c.out_of_bullseye), asks=FOILS, attack_dice=-1),
    attacks("servomotorsfoils", "Servomotor S-foils", when=(c.primary,), asks=FOILS, attack_dice=-1),
    attacks("juke", "Juke", when=(c.evading,), on_defence=d.EVADE_TO_FOCUS),
    *(
        attacks(
            "landocalrissian-crew",
            f"Lando Calrissian ({NAMES[track]})",
            when=(c.has(track),),
            on_attack=d.TWO,
            costs=((track, 1),),
            either=True,
        )
        for track in ("reinforce_fore", "reinforce_aft")
    ),
    attacks("landosmillenniumfalcon", "Lando's Millennium Falcon", when=(c.primary, c.foe_stressed), attack_dice=1),
    attacks(
        "malice",
        "Malice",
        on_attack=d.change(FOCUS, CRIT, or_before=HIT),
        costs=FORCE,
        besides="it recovers 2 Force if the defender is dealt a faceup Pilot or Crew card",
    ),
    attacks("marauder", "Marauder", when=(c.primary, c.rear), on_attack=d.ONE),
    attacks("marksmanship", "Marksmanship", when=(c.bullseye,), on_attack=d.HIT_TO_CRIT),
    attacks(
        "noescape-battleoverendor",
        "No Escape",
        when=(c.primary,),
        asks="more friendly than other enemy ships are at range 0-1 of the defender",
        told=ships.more_friends_of_the_attacker,
        on_attack=d.BLANK_ONE,
    ),
    attacks("notorious", "Notorious", when=(c.foe_strained,), on_attack=d.BLANK_ONE),
    attacks(
        "outmaneuver", "Outmaneuver", when=(c.front,), asks="it is not in the defender's firing arc", defence_dice=-1
    ),
    attacks("outrider", "Outrider", when=(c.first, c.obstructed), defence_dice=-1),
    attacks("outrider", "Outrider", when=(c.second, c.obstructed), on_defence=d.EVADE_TO_FOCUS),
    attacks("outrider", "Outrider (range 3)", when=(c.second, c.primary, c.at(3)), attack_dice=1),
    attacks("predator", "Predator", when=(c.primary, c.bullseye), on_attack=d.ONE),
    attacks(
        "punishingone",
        "Punishing One",
        when=(c.primary,),
        asks=arcs.TARGET_AHEAD,
        told=arcs.target_ahead,
        attack_dice=1,
    ),
    attacks("r2c4", "R2-C4", on_attack=d.FOCUS_TO_HIT, costs=(("evade", 1),)),
    attacks(
        "r4b11",
        "R4-B11",
        when=(c.foe_with_red_or_orange,),
        on_defence=d.reroll(d.ANY),
        besides="the defender loses 1 red or orange token",
    ),
    attacks(
        "r5p8",
        "R5-P8",
        asks=arcs.TARGET_AHEAD,
        told=arcs.target_ahead,
        on_attack=d.ONE,
        costs=CHARGE,
        besides="if that comes up a crit, it suffers 1 crit damage",
    ),
    attacks(
        "r6d8",
        "R6-D8",
        asks="a friendly ship at range 0-3 has the defender in its bullseye arc, for each one",
        seen=ships.in_bullseye_of_friends,
        on_attack=d.ONE,
        up_to=3,
    ),
    attacks("r7a7", "R7-A7", on_attack=d.HIT_TO_CRIT, costs=CHARGE),
    attacks(
        "ruthless",
        "Ruthless",
        asks="another friendly ship is at range 0-1 of the defender",
        told=ships.with_another,
        on_attack=d.ANY_TO_HIT,
        besides="that ship suffers 1 hit damage",
    ),
    attacks(
        "saturationsalvo",
        "Saturation Salvo",
        when=(c.ordnance,),
        asks="the weapon is a torpedo or a missile",
        told=t.torpedo_or_missile,
        on_defence=d.TWO,
        costs=(("charges", 1),),
        payers=p.weapon,
    ),
    attacks(
        "sawgerrera", "Saw Gerrera (crew)", on_attack=d.change(FOCUS, CRIT, d.ANY), besides="it suffers 1 hit damage"
    ),
    attacks(
        "shatteringshot",
        "Shattering Shot",
        asks="an obstacle obstructs the attack or is at range 0 of the defender",
        told=t.obstacle,
        on_attack=d.add(FOCUS),
        costs=FORCE,
    ),
    attacks(
        "slavei-swz82",
        "Slave I",
        when=(c.front,),
        asks="it is in the defender's full rear arc",
        told=arcs.in_full_rear_arc,
        on_attack=d.HIT_TO_CRIT,
    ),
    attacks(
        "specialforcesgunner",
        "Special Forces Gunner",
        when=(c.primary, c.front),
        asks="its turret arc is in its front arc",
        attack_dice=1,
    ),
    attacks(
        "thunderstrike",
        "Thunderstrike",
        when=(c.bonus,),
        asks="it has not attacked the defender this round",
        told=t.foe_not_attacked,
        on_attack=d.ONE,
    ),
    attacks("trickshot", "Trick Shot", when=(c.obstructed,), attack_dice=1),
    attacks(
        "wolfpack-siegeofcoruscant",
        "Wolf Pack",
        on_attack=d.reroll(d.ANY),
        costs=LOCK,
        payers=p.wolf_pack_locks,
    ),
    attacks("zuckuss", "Zuckuss (crew)", when=(c.unstressed,), on_defence=d.ONE, gains=(("stress", 1),)),
    attacks("jangofett", "Jango Fett (gunner)", when=(c.locking,), on_defence=d.FOCUS_TO_BLANK, costs=LOCK),
)
