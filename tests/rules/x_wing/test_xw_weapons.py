"""What special weapons do to dice, results, tokens and ships, and what they cost."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rules.asks import Declared
from rules.distributions import mean
from rules.game import Illegal
from rules.odds import odds
from rules.play import Waiting, play
from rules.table import Dice, Pick
from rules.x_wing import GAME
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import resolve
from rules.x_wing.cards import Title
from rules.x_wing.declaration import Facing
from rules.x_wing.dice import ATTACK, DEFENCE, DICE, Results
from rules.x_wing.examples_of_weapons import (
    AUTOBLASTERS,
    BARRAGE,
    CLUSTER,
    FRIEND,
    HOMING_TORPEDOES,
    LOCKING,
    MAG_PULSE,
    PODS,
    SEEKER,
    TRACERS,
    armed,
    special,
)
from rules.x_wing.hands import hands_of
from rules.x_wing.outlook import outlook
from rules.x_wing.phases import GoOn, go_on
from rules.x_wing.samples import ACADEMY, HOWLRUNNER, TOUGH, WEDGE, attack, battle, green, on_red, red, with_cards
from rules.x_wing.sheet import Phase, Ruleset, Settings
from rules.x_wing.ship import Arc, Effect, Needs
from rules.x_wing.steps_2_to_4 import uncancelled

READY = replace(WEDGE, lock="howlrunner", focus=1, calculate=1)
PLAIN = {"needs": Needs.NOTHING, "cost": 0}


def hands(ship, weapon, defender=TOUGH, **more):
    sheet = battle(armed(ship, weapon), defender)
    return hands_of(sheet, attack("wedge-special", **more), weapon)


def played(sheet, replies, **more):
    return play(resolve, Declared(sheet, attack("wedge-special", **more)), replies)


def after(outcome):
    return {(change.piece, change.track): change.after for change in outcome.changes}


def questions(ship, carried, defender=TOUGH, **answers):
    asked = GAME.procedure("attack").questions(
        battle(armed(ship, carried), defender), {"actor": "wedge", "target": "howlrunner"} | answers
    )
    return {question.name: question for question in asked}


def test_mag_pulse_is_one_crit_whatever_the_results():
    shielded = replace(TOUGH, most_shields=3, shields=3)
    outcome = played(battle(armed(LOCKING, MAG_PULSE), shielded), (red("HHC"), *on_red("done"), green("BB"))).outcome
    assert (outcome.shields, outcome.cards) == (1, 0)
    gained = {track: value for (_, track), value in after(outcome).items() if track in ("deplete", "jam")}
    assert gained == {"deplete": 1, "jam": 1}
    frail = Declared(battle(armed(LOCKING, MAG_PULSE), replace(HOWLRUNNER, hull=2)), attack("wedge-special"))
    assert outlook(frail).line.endswith("destroyed 0 %")
    missed = played(battle(armed(LOCKING, MAG_PULSE), shielded), (red("BBB"), *on_red("done"), green("BB"))).outcome
    assert not {track for _, track in after(missed)} & {"deplete", "jam", "shields"}


@pytest.mark.parametrize("reinforce", [0, 1])
def test_autoblasters_odds_are_every_roll_counted(reinforce):
    of = hands(WEDGE, AUTOBLASTERS, replace(TOUGH, reinforce_fore=reinforce), outside_front=True)
    assert of.crits_stay
    found = dict.fromkeys(odds(uncancelled, of), 0)
    for reds, greens in product(product(DICE[ATTACK].faces, repeat=2), product(DICE[DEFENCE].faces, repeat=2)):
        hits, crits = reds.count("hit"), reds.count("crit")
        hits -= min(hits, greens.count("evade"))
        hits -= reinforce if hits and hits + crits > 1 else 0
        found[Results(hits, crits)] += 1
    assert odds(uncancelled, of) == {results: Fraction(ways, 8**4) for results, ways in found.items()}


def test_autoblasters_in_the_front_arc_are_like_other_weapons_with_a_die_in_the_bullseye():
    inside = hands(WEDGE, AUTOBLASTERS)
    assert inside.left_of(Results(0, 2), 1) == Results(0, 1)
    assert hands(WEDGE, AUTOBLASTERS, arc=Arc.BULLSEYE).attack.dice == 3
    assert hands(WEDGE, AUTOBLASTERS, facing=Facing.REAR).crits_stay
    assert not hands(WEDGE, replace(AUTOBLASTERS, effect=Effect.BULLSEYE_DIE), outside_front=True).crits_stay


def test_where_the_attacker_is_is_asked_for_autoblasters_alone_and_not_when_it_is_known():
    reinforced = replace(TOUGH, reinforce_fore=1)
    assert "outside_front" in questions(WEDGE, AUTOBLASTERS, weapon="wedge-special")
    assert "outside_front" not in questions(WEDGE, AUTOBLASTERS, weapon="wedge-lasers")
    rear = questions(WEDGE, AUTOBLASTERS, reinforced, weapon="wedge-special", facing=Facing.REAR.value)
    both = questions(WEDGE, AUTOBLASTERS, reinforced, weapon="wedge-special", facing=Facing.BOTH.value)
    assert ("outside_front" in rear, "outside_front" in both) == (False, True)


def test_cluster_missiles_grant_a_bonus_attack_on_another_ship_this_round():
    sheet = battle(armed(LOCKING, CLUSTER), TOUGH, ACADEMY)
    outcome = played(sheet, (red("BBB"), *on_red("done"), green("BB"))).outcome
    assert after(outcome)["wedge-special", "fired_at"] == "howlrunner"
    assert any(
        "Cluster Missiles grants it on another ship at range 0-1 of Howlrunner" in line for line in outcome.checklist
    )
    fired = replace(CLUSTER, charges=2, fired_at="howlrunner")
    there = battle(armed(replace(WEDGE, attacked=True), fired), TOUGH, ACADEMY)
    bonus = GAME.procedure("bonus")
    weapons = {}
    for target in ("academy", "howlrunner"):
        asked = bonus.questions(there, {"actor": "wedge", "target": target})
        (question,) = (each for each in asked if each.name == "weapon")
        weapons[target] = next(option for option in question.options if option.value == "wedge-special")
    assert weapons["academy"].refused == ""
    assert "only at range 0-1 of Howlrunner" in weapons["academy"].leads_to
    assert weapons["howlrunner"].refused == "Cluster Missiles needs a lock on the target."
    ended = play(go_on, Declared(replace(there, phase=Phase.END, initiative=None), GoOn()), ()).outcome
    assert after(ended)["wedge-special", "fired_at"] is None


def test_a_usual_attack_with_cluster_missiles_needs_the_lock_all_the_same():
    fired = replace(CLUSTER, fired_at="howlrunner")
    sheet = battle(armed(WEDGE, fired), TOUGH, ACADEMY)
    with pytest.raises(Illegal, match="Cluster Missiles needs a lock on the target"):
        played(sheet, (), target="academy")


def test_homing_torpedoes_are_weighed_as_a_crit():
    sheet = battle(armed(LOCKING, HOMING_TORPEDOES), replace(HOWLRUNNER, hull=2), decks=True)
    declared = Declared(sheet, attack("wedge-special"))
    ask = play(resolve, declared, ()).ask
    assert ask.options == ("roll the dice", "suffer 1 crit damage")
    told = GAME.procedure("attack").option(declared, ask, "suffer 1 crit damage")
    assert told.leads_to == "expected damage 1.00, hits 100 %, destroyed 15 %"
    assert outlook(declared).more[0] == "Howlrunner can suffer 1 crit damage instead of the dice."


@pytest.mark.parametrize(("arc", "charges", "salvo"), [(Arc.BULLSEYE, 3, 2), (Arc.BULLSEYE, 1, 0), (Arc.FRONT, 3, 0)])
def test_barrage_rockets_reroll_for_the_charges_that_are_left_in_the_bullseye(arc, charges, salvo):
    assert hands(READY, replace(BARRAGE, charges=charges), arc=arc).attack.means.salvo == salvo


def test_a_salvo_rerolls_once_and_no_more_dice_than_charges():
    sheet = battle(armed(replace(WEDGE, focus=1), replace(BARRAGE, charges=2)), TOUGH)
    waiting = played(sheet, (red("BBB"), *on_red("charges: reroll")), arc=Arc.BULLSEYE)
    assert isinstance(waiting, Waiting)
    assert waiting.ask.pools[0].count == 1
    rerolled = (red("BBB"), *on_red("charges: reroll"), Dice("2b reroll", (("focus",),)))
    assert played(sheet, rerolled, arc=Arc.BULLSEYE).ask.options == ("focus", "done")


def test_a_weapon_that_nothing_modifies():
    snap = special("Snap Shot", Effect.UNMODIFIED, **PLAIN)
    foe = (Ability("Elusive", reroll_attack=1),)
    own = (Ability("Predator", reroll_attack=1, hits_to_crits=1),)
    of = hands(READY, snap, attacker_abilities=own, defender_abilities=foe)
    assert not any(of.attack.means)
    assert of.attack.others == ()
    lock = hands(READY, special("Underslung", Effect.LOCK_ONLY), attacker_abilities=own, defender_abilities=foe)
    assert lock.attack.means == (True, *of.attack.means[1:])
    foresight = hands(READY, special("Foresight", Effect.FORESIGHT, **PLAIN), attacker_abilities=own)
    assert [str(ability) for ability in foresight.attack.means.abilities] == ["Foresight: change 1 focus to hit"]
    assert foresight.attack.means.focus == 0


def test_a_bonus_attack_that_costs_force():
    foresight = special("Foresight", Effect.FORESIGHT, force_cost=1, **PLAIN)
    sheet = battle(armed(replace(WEDGE, most_force=1, force=1), foresight), TOUGH)
    replies = (red("BBB"), green("BB"))
    assert ("wedge", "force") not in after(played(sheet, replies).outcome)
    outcome = played(sheet, replies, bonus=True).outcome
    assert after(outcome)["wedge", "force"] == 0
    with pytest.raises(Illegal, match="Foresight costs 1 Force and Wedge Antilles has 0"):
        played(battle(armed(WEDGE, foresight), TOUGH), (), bonus=True)


def test_a_force_charge_that_is_paid_cannot_be_spent_on_dice():
    costly = special("Costly", Effect.NONE, force_cost=1, **PLAIN)
    sheet = battle(armed(replace(WEDGE, most_force=2, force=2), costly), TOUGH)
    replies = (red("FFB"), *on_red("force"), green("BB"))
    assert after(played(sheet, replies, bonus=True).outcome)["wedge", "force"] == 0


def test_energy_is_paid_and_some_comes_back():
    battery = special("Battery", Effect.ION_BATTERY, needs=Needs.NOTHING, cost=0, energy_cost=1, bonus_only=True)
    ship = armed(replace(WEDGE, most_energy=3, energy=1, recovers_energy=1), battery)
    sheet = battle(ship, TOUGH, decks=False)
    with pytest.raises(Illegal, match="Battery is for bonus attacks only"):
        played(sheet, ())
    outcome = played(sheet, (red("HHB"), green("BB")), bonus=True).outcome
    assert after(outcome)["wedge", "energy"] == 0
    assert (after(outcome)["howlrunner", "ion"], outcome.cards) == (2, 1)
    empty = battle(replace(ship, energy=0), TOUGH, phase=Phase.END, initiative=None)
    with pytest.raises(Illegal, match="Battery costs 1 energy and Wedge Antilles has 0"):
        played(empty, (), bonus=True)
    assert after(play(go_on, Declared(empty, GoOn()), ()).outcome)["wedge", "energy"] == 1


@pytest.mark.parametrize(
    ("needs", "tokens", "refused"),
    [
        (Needs.CALCULATE_OR_LOCK, {"calculate": 1}, ""),
        (Needs.CALCULATE_OR_LOCK, {"lock": "howlrunner"}, ""),
        (Needs.CALCULATE_OR_LOCK, {"focus": 1}, "Pods needs a calculate token or a lock on the target."),
        (Needs.ANY, {"focus": 1}, ""),
        (Needs.ANY, {}, "Pods needs a focus token, a calculate token or a lock on the target."),
    ],
)
def test_one_of_several_requirements_is_enough(needs, tokens, refused):
    asked = questions(replace(WEDGE, **tokens), replace(PODS, name="Pods", needs=needs))["weapon"]
    assert asked.options[1].refused == refused


@pytest.mark.parametrize(
    ("arc", "charges", "most"), [("front", 3, 1), ("bullseye", 3, 2), ("bullseye", 2, 1), ("front", 1, 0)]
)
def test_dice_for_charges_are_asked_for_where_they_can_be_had(arc, charges, most):
    asked = questions(LOCKING, replace(PODS, charges=charges), weapon="wedge-special", arc=arc)
    assert (
        [option.value for option in asked["more_dice"].options] == list(range(most + 1))
        if most
        else "more_dice" not in asked
    )
    sheet = battle(armed(LOCKING, replace(PODS, charges=charges)), TOUGH)
    with pytest.raises(Illegal, match="Multi-Missile Pods can add"):
        played(sheet, (), arc=Arc(arc), more_dice=most + 1)


def test_a_synced_weapon_takes_the_range_bonus_while_calculating():
    synced = special("Synced Laser Cannons", Effect.SYNCED, ordnance=False, **PLAIN)
    assert hands(WEDGE, synced, distance=3).defence.dice == 3
    assert hands(replace(WEDGE, calculate=1), synced, distance=3).defence.dice == 2
    told = outlook(Declared(battle(armed(WEDGE, synced), TOUGH), attack("wedge-special", distance=3))).more
    assert not [line for line in told if "a calculate token of the attacker" in line]


def test_changes_and_results_that_weapons_bring():
    cannons = hands(WEDGE, special("Proton Cannons", Effect.FOCUS_TO_CRIT, **PLAIN)).attack.means.abilities
    assert [str(ability) for ability in cannons] == ["Proton Cannons: change 1 focus or hit to crit"]
    tuned = special("Precision-Tuned Cannons", Effect.FOCUS_MORE, **PLAIN)
    assert hands(WEDGE, tuned).attack.means.abilities == ()
    added = hands(replace(WEDGE, focus=1), tuned, arc=Arc.BULLSEYE, defender=replace(HOWLRUNNER, agility=0))
    assert mean(odds(uncancelled, added), lambda left: left.total) == Fraction(13, 4)
    assert hands(LOCKING, SEEKER).attack.means.seek == 2
    assert hands(LOCKING, replace(SEEKER, charges=2)).attack.means.seek == 1


def test_a_shield_goes_with_heavy_plasma_and_three_hits_come_with_turbolasers():
    shielded = replace(TOUGH, most_shields=2, shields=2)
    plasma = battle(armed(LOCKING, special("Heavy Plasma Missiles", Effect.SHIELD_LOST)), shielded)
    outcome = played(plasma, (red("HBB"), *on_red("done"), green("BB"))).outcome
    assert (outcome.shields, outcome.cards) == (2, 0)
    turbo = battle(armed(LOCKING, special("Turbolaser Battery", Effect.TURBOLASER)), TOUGH)
    assert played(turbo, (red("HBB"), *on_red("done"), green("BB"))).outcome.cards == 4


def test_tracers_ask_each_friendly_ship_that_can_lock():
    others = replace(FRIEND, jam=1), replace(FRIEND, key="locked", weapons=(), lock="howlrunner")
    ionized = replace(FRIEND, key="ionized", weapons=(), ion=1)
    sheet = battle(armed(replace(WEDGE, focus=1), TRACERS), TOUGH, *others, ionized, settings=Settings(Ruleset.SECOND))
    replies = (red("HHH"), green("BB"), Pick("4 lock", "no"), Pick("4 lock", "yes"))
    outcome = played(sheet, replies).outcome
    assert (outcome.cards, after(outcome)["friend", "jam"]) == (0, 0)
    assert not [change for change in outcome.changes if change.track == "lock"]


def test_concussion_missiles_ask_only_where_a_card_lies_facedown():
    weapon = special("Concussion Missiles", Effect.CONCUSSION)
    up = with_cards(
        battle(armed(LOCKING, weapon), replace(TOUGH, most_shields=1, shields=1), decks=True),
        "howlrunner",
        Title.CONSOLE_FIRE,
    )
    outcome = played(up, (red("HBB"), *on_red("done"), green("BB"))).outcome
    assert (outcome.shields, outcome.cards) == (1, 0)


def test_what_is_not_known_of_a_weapon_is_said_before_during_and_after_the_attack():
    weapon = special("Ink Missiles", Effect.NONE, more=True)
    rest = "Ink Missiles: its card does more than the app knows: do the rest by the card"
    (_, option) = questions(LOCKING, weapon)["weapon"].options
    assert option.leads_to.endswith("does more than the app knows")
    sheet = battle(armed(LOCKING, weapon), TOUGH)
    assert outlook(Declared(sheet, attack("wedge-special"))).more[0] == f"{rest}. These odds are without it."
    done = played(sheet, (red("BBB"), *on_red("done"), green("BB")))
    assert "its card does more than the app knows: do the rest by the card" in [
        step.value for step in done.trace if hasattr(step, "value")
    ]
    assert any(line.endswith(rest) for line in done.outcome.checklist)
    assert not any("more than the app knows" in line for line in outlook(Declared(sheet, attack())).more)
