"""Pilots by their ids (XWS): what they do where they attack and where they defend."""

from __future__ import annotations

from rules.x_wing.dice import BLANK, EVADE, FOCUS, HIT
from rules.x_wing.known import conditions as c
from rules.x_wing.known import dice as d
from rules.x_wing.known import payers as p
from rules.x_wing.known import told_by_arcs as arcs
from rules.x_wing.known import told_by_ships as ships
from rules.x_wing.known.card import attacks, defends, fights
from rules.x_wing.known.prices import CALCULATE, FOCUS_TOKEN, FORCE, LOCK

FIGHTING_PILOTS = (
    attacks(
        "adigallia adigallia-delta7baethersprite",
        "Adi Gallia",
        when=(c.defender_bonus,),
        defence_dice=-1,
        costs=FORCE,
    ),
    defends(
        "adigallia adigallia-delta7baethersprite",
        "Adi Gallia",
        when=(c.attacker_bonus,),
        attack_dice=-1,
        costs=FORCE,
    ),
    fights("ahhav", "Ahhav", when=(c.foe_larger,), attack_dice=1, defence_dice=1),
    fights(
        "bobafett",
        "Boba Fett",
        asks="an enemy ship is at range 0-1, for each one",
        seen=ships.enemies,
        on_attack=d.ONE,
        on_defence=d.ONE,
        up_to=3,
    ),
    fights("braylenstramm", "Braylen Stramm", when=(c.stressed,), on_attack=d.TWO, on_defence=d.TWO),
    fights(
        "covanell",
        "Cova Nell",
        when=(c.primary_where_attacking,),
        asks="its revealed manoeuvre is red",
        attack_dice=1,
        defence_dice=1,
    ),
    attacks("dineeellberger", "Dineé Ellberger", asks="both ships' manoeuvres have the same speed", unmodified=True),
    defends("dineeellberger", "Dineé Ellberger", asks="both ships' manoeuvres have the same speed", unmodified=True),
    fights(
        "dist81",
        "DIS-T81",
        on_attack=d.FOCUS_TO_HIT,
        on_defence=d.FOCUS_TO_EVADE,
        costs=CALCULATE,
        payers=p.friend_calculates,
    ),
    attacks(
        "dist81-siegeofcoruscant",
        "DIS-T81",
        on_attack=d.reroll(d.ANY),
        besides="it gains a deplete token for each rerolled die",
    ),
    defends(
        "dist81-siegeofcoruscant",
        "DIS-T81",
        on_defence=d.reroll(d.ANY),
        besides="it gains a strain token for each rerolled die",
    ),
    fights(
        "ezrabridger ezrabridger-tielnfighter ezrabridger-gauntletfighter ezrabridger-sheathipedeclassshuttle",
        "Ezra Bridger",
        when=(c.stressed,),
        on_attack=d.change(FOCUS, HIT, 2),
        on_defence=d.change(FOCUS, EVADE, 2),
        costs=FORCE,
    ),
    fights("fennrau", "Fenn Rau", when=(c.at(1),), attack_dice=1, defence_dice=1),
    fights(
        "gavynsykes",
        "Gavyn Sykes",
        asks="its speed is greater than the enemy ship's",
        on_attack=d.reroll(d.ANY, BLANK),
        on_defence=d.reroll(d.ANY, BLANK),
    ),
    attacks(
        "grandinquisitor",
        "Grand Inquisitor",
        when=(c.at(2, 3), c.no_ordnance),
        attack_dice=1,
        costs=FORCE,
    ),
    defends("grandinquisitor", "Grand Inquisitor", when=(c.attacker_bonus,), attack_dice=-1, costs=FORCE),
    fights("hansolo", "Han Solo", when=(c.primary_where_attacking, c.obstructed), attack_dice=1, defence_dice=1),
    fights(
        "inaldra", "Inaldra", on_attack=d.reroll(d.ANY), on_defence=d.reroll(d.ANY), besides="it suffers 1 hit damage"
    ),
    fights(
        "jessikapava",
        "Jessika Pava",
        asks="another friendly ship is at range 0-1, for each one",
        seen=ships.others,
        on_attack=d.ONE,
        on_defence=d.ONE,
        up_to=3,
        costs=(("charges", 1),),
    ),
    fights(
        "kazudaxiono",
        "Kazuda Xiono",
        when=(c.primary_where_attacking, c.more_initiative_than_damage),
        attack_dice=1,
        defence_dice=1,
    ),
    fights("koshkafrost", "Koshka Frost", when=(c.foe_stressed,), on_attack=d.ONE, on_defence=d.ONE),
    fights(
        "landocalrissian landocalrissian-escapecraft",
        "Lando Calrissian",
        when=(c.unstressed,),
        on_attack=d.reroll(d.ANY, BLANK),
        on_defence=d.reroll(d.ANY, BLANK),
        gains=(("stress", 1),),
    ),
    attacks("lapin", "Lapin", when=(c.foe_stressed,), unmodified=True, must=True),
    defends("lapin", "Lapin", when=(c.foe_stressed,), unmodified=True, must=True),
    attacks("midnight", "“Midnight”", when=(c.locking,), unmodified=True, must=True),
    defends("midnight", "“Midnight”", when=(c.locking,), unmodified=True, must=True),
    attacks("rey", "Rey", asks=arcs.TARGET_AHEAD, told=arcs.target_ahead, on_attack=d.BLANK_TO_HIT, costs=FORCE),
    defends(
        "rey",
        "Rey",
        asks="the attacker is in its front arc",
        told=arcs.attacker_ahead,
        on_defence=d.BLANK_TO_EVADE,
        costs=FORCE,
    ),
    fights(
        "ricolie",
        "Ric Olié",
        when=(c.primary_where_attacking,),
        asks="its speed is higher than the enemy ship's",
        attack_dice=1,
        defence_dice=1,
    ),
    fights(
        "ronithblario",
        "Ronith Blario",
        on_attack=d.FOCUS_TO_HIT,
        on_defence=d.FOCUS_TO_EVADE,
        costs=FOCUS_TOKEN,
        payers=p.another_focused,
    ),
    fights(
        "rosetico",
        "Rose Tico",
        asks="another friendly ship is in the attack arc, for each one",
        seen=ships.others,
        on_attack=d.ONE,
        on_defence=d.ONE,
        up_to=3,
    ),
    fights(
        "sabinewren-rz1awing",
        "Sabine Wren",
        when=(c.at(1),),
        asks="it is in the enemy ship's front arc",
        told=arcs.owner_ahead_of_foe,
        on_attack=d.ANY_TO_HIT,
        on_defence=d.ANY_TO_EVADE,
    ),
    defends(
        "sharabey sharabey-rz1awing sharabey-swz106",
        "Shara Bey",
        when=(c.locking,),
        on_defence=d.add(FOCUS),
        costs=LOCK,
    ),
    fights(
        "tennumb",
        "Ten Numb",
        when=(c.stressed,),
        on_attack=d.change(FOCUS, HIT, d.ANY),
        on_defence=d.change(FOCUS, EVADE, d.ANY),
        costs=(("stress", 1),),
    ),
    fights(
        "themandalorian",
        "The Mandalorian",
        asks="two enemy ships have it in their front arcs at range 1-2",
        told=ships.with_two_enemies,
        on_attack=d.BLANK_TO_FOCUS,
        on_defence=d.BLANK_TO_FOCUS,
    ),
)
