"""What special weapons do to dice, results, tokens and ships."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rules.asks import Declared
from rules.distributions import mean
from rules.odds import odds, percent
from rules.play import Waiting, play
from rules.table import Dice, Moment, Pick
from rules.x_wing import GAME
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import resolve
from rules.x_wing.cards import Title
from rules.x_wing.declaration import Facing
from rules.x_wing.dice import ATTACK, DEFENCE, DICE, Results
from rules.x_wing.examples_of_weapons import (
    AUTOBLASTERS,
    BARRAGE,
    FRIEND,
    HOMING_TORPEDOES,
    LOCKING,
    MAG_PULSE,
    SEEKER,
    TRACERS,
    armed,
    special,
)
from rules.x_wing.outlook import outlook
from rules.x_wing.samples import HOWLRUNNER, TOUGH, WEDGE, attack, battle, green, on_red, red, with_cards
from rules.x_wing.sheet import Plasma, Ruleset, Settings
from rules.x_wing.ship import Arc, Effect, Needs
from rules.x_wing.steps_2_to_4 import uncancelled
from tests.rules.x_wing.armed_ships import after, hands, played, questions

READY = replace(WEDGE, lock="howlrunner", focus=1, calculate=1)
PLAIN = {"needs": Needs.NOTHING, "cost": 0}


def test_mag_pulse_is_one_crit_whatever_the_results():
    shielded = replace(TOUGH, most_shields=3, shields=3)
    outcome = played(battle(armed(LOCKING, MAG_PULSE), shielded), (red("HHC"), *on_red("done"), green("BB"))).outcome
    assert (outcome.shields, outcome.cards) == (1, 0)
    gained = {track: value for (_, track), value in after(outcome).items() if track in ("deplete", "jam")}
    assert gained == {"deplete": 1, "jam": 1}
    frail = Declared(battle(armed(LOCKING, MAG_PULSE), replace(HOWLRUNNER, hull=2)), attack("wedge-special"))
    assert (outlook(frail).main.verb, outlook(frail).losses[0].steps) == ("hits", ())
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


@pytest.mark.parametrize(
    ("agility", "distance", "ability", "is_asked"),
    [
        (0, 2, {}, False),
        (0, 3, {}, True),
        (1, 2, {}, True),
        (0, 2, {"defence_dice": 1}, True),
        (0, 2, {"add_defence": 1}, True),
    ],
)
def test_where_it_is_makes_no_difference_without_a_defence_die(agility, distance, ability, is_asked):
    typed = [{"name": "typed", "typed": True, **ability}] if ability else []
    bare = replace(TOUGH, agility=agility)
    asked = questions(WEDGE, AUTOBLASTERS, bare, weapon="wedge-special", range=distance, defender_abilities=typed)
    assert ("outside_front" in asked) is is_asked
    shielded = replace(bare, reinforce_fore=1)
    assert "outside_front" in questions(WEDGE, AUTOBLASTERS, shielded, weapon="wedge-special", range=distance)


def test_homing_torpedoes_are_weighed_as_a_crit():
    sheet = battle(armed(LOCKING, HOMING_TORPEDOES), replace(HOWLRUNNER, hull=2), decks=True)
    declared = Declared(sheet, attack("wedge-special"))
    ask = play(resolve, declared, ()).ask
    assert ask.options == ("roll the dice", "suffer 1 crit damage")
    told = GAME.procedure("attack").option(Moment(declared, (), ask), "suffer 1 crit damage")
    assert (told.main.verb, percent(told.main.chance), told.expected) == ("destroys", "15 %", "1.0 damage")
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
    replies = (red("HHH"), green("BB"), Pick("after the hit: lock", "no"), Pick("after the hit: lock", "yes"))
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


@pytest.mark.parametrize(("plasma", "asked"), [(Plasma.BEFORE, False), (Plasma.AFTER, True)])
def test_concussion_missiles_expose_a_card_of_the_same_attack_only_after_the_damage(plasma, asked):
    weapon = special("Concussion Missiles", Effect.CONCUSSION)
    sheet = battle(armed(LOCKING, weapon), TOUGH, decks=True, settings=Settings(plasma=plasma))
    assert isinstance(played(sheet, (red("HBB"), *on_red("done"), green("BB"))), Waiting) is asked


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
