"""The known vectors, each by its number, through the rules that play."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules.changes import apply, keyed
from rules.game import Declared, Illegal
from rules.play import BadReply, Resolved, Waiting, play
from rules.replay import of_example, report
from rules.table import Dice, Pick
from rules.x_wing import GAME
from rules.x_wing.abilities import Ability
from rules.x_wing.cards import Title
from rules.x_wing.counting import attack_dice, defence_dice
from rules.x_wing.damage import wounds_of
from rules.x_wing.declaration import Attack, Obstruction, check
from rules.x_wing.examples import HOWLRUNNER, WEDGE, battle, faces, reroll, with_cards
from rules.x_wing.mending import Harm, harm
from rules.x_wing.modifying import Means
from rules.x_wing.neutralise import Results, neutralised
from rules.x_wing.offers import Does, Offer
from rules.x_wing.score import is_half, points
from rules.x_wing.sheet import Phase, Ruleset, Settings
from rules.x_wing.ship import Status, Weapon
from rules.x_wing.strike import Hand, throw
from rules.x_wing.striking import defending_means

VECTORS = json.loads((Path(__file__).parents[2] / "data/x_wing/vectors.json").read_text())
FLIPS = ("Direct Hit!", "Panicked Pilot")
"""Cards that are dealt faceup and do not stay so."""

EXAMPLES = {example.slug: example for example in GAME.examples}


def of_kind(kind):
    return [pytest.param(v["given"], v["expect"], id=v["id"]) for v in VECTORS if v["kind"] == kind]


def after(slug):
    example = EXAMPLES[slug]
    resolve = GAME.procedure(example.procedure).resolve
    played = play(resolve, Declared(example.battle, example.declaration), example.replies)
    return apply(example.battle, played.outcome.changes)


@pytest.mark.parametrize(("given", "expect"), of_kind("dice"))
def test_dice(given, expect):
    attack, defending = given["attack"], given["defender"]
    weapon = Weapon("gun", "gun", dice=attack["value"], nearest=0, ordnance=attack.get("ordnance", False))
    attacker = replace(WEDGE, weapons=(weapon,), deplete=int(attack.get("depleted", False)))
    defender = replace(
        HOWLRUNNER,
        agility=defending["agility"],
        strain=int(defending.get("strained", False)),
        tractor=int(defending.get("tractored", False)),
        cloak=int(defending.get("cloaked", False)),
    )
    sheet = battle(attacker, defender, decks=True, settings=Settings(Ruleset(given["ruleset"])))
    sheet = with_cards(sheet, "wedge", *[Title.WEAPONS_FAILURE] * attack.get("weapons_failure", 0))
    sheet = with_cards(sheet, "howlrunner", *[Title.STRUCTURAL_DAMAGE] * defending.get("structural_damage", 0))
    declared = Attack("wedge", "howlrunner", "gun", attack["range"])
    extra = attack.get("extra_attack_dice", 0)
    if extra:
        declared = replace(declared, attacker_abilities=(Ability("an ability", attack_dice=extra),))
    if attack.get("obstructed"):
        declared = replace(declared, obstruction=Obstruction.OBSTACLE)
    assert check(sheet, declared) == weapon
    assert attack_dice(sheet, declared, weapon).dice == expect["attack_dice"]
    assert defence_dice(sheet, declared, weapon).dice == expect["defence_dice"]


@pytest.mark.parametrize(("given", "expect"), of_kind("neutralize"))
def test_neutralise(given, expect):
    shown = Results(given["red"].count("H"), given["red"].count("C"))
    left = neutralised(
        shown,
        given["green"].count("E"),
        reinforce=given["active_reinforce"],
        crits_first=given["crits_first"],
    )
    assert (left.hits, left.crits) == (expect["hits"], expect["crits"])
    assert (left.total > 0) == expect["attack_hits"]


@pytest.mark.parametrize(("given", "expect"), of_kind("damage"))
def test_damage(given, expect):
    values = given["ship"]
    ship = replace(HOWLRUNNER, hull=values["hull"], most_shields=values["shields"], shields=values["shields"])
    cards = values.get("cards", [])
    shown = [*expect["faceup"], *(title for title in given["deck"] if title in FLIPS)]
    faceup = iter(title if title in list(Title) else Title.STUNNED_PILOT for title in given["deck"] if title in shown)
    ship = replace(ship, unseen=sum(not up for _, up in cards))
    sheet = battle(WEDGE, ship, decks=True, phase=Phase.ENGAGEMENT)
    sheet = with_cards(sheet, "howlrunner", *[Title(title) for title, up in cards if up])
    replies = []
    while isinstance(
        played := play(harm, Declared(sheet, Harm("howlrunner", given["hits"], given["crits"])), replies), Waiting
    ):
        replies.append(Dice(played.ask.label, ((next(faceup),),)))
    assert isinstance(played, Resolved)
    ended = apply(sheet, played.outcome.changes)
    wounds = wounds_of(ended, ended.ship("howlrunner"))
    titles = [Title.STUNNED_PILOT if title == "e" else title for title in expect["faceup"]]
    assert wounds.shields == expect["shields"]
    assert wounds.unseen + len(wounds.facedown) == expect["facedown"]
    assert sorted(wounds.faceup) == sorted(titles)
    assert (ended.ship("howlrunner").status is Status.DESTROYED) == expect["destroyed"]


@pytest.mark.parametrize(("given", "expect"), of_kind("half"))
def test_half_points(given, expect):
    ship = replace(
        HOWLRUNNER,
        hull=given["hull"],
        most_shields=given["shields"],
        shields=given["shields_now"],
        unseen=given["damage_cards"],
        cost=given["cost"],
    )
    chance = given["ruleset"] == "2.5"
    sheet = battle(WEDGE, ship, settings=Settings(Ruleset(given["ruleset"]), chance_engagement=chance))
    assert is_half(sheet, ship) == expect["half"]
    assert points(sheet, ship) == expect["points"]


def thrown(red, means, *replies):
    hand = Hand(red, len(replies[0].faces[0]), "a", means, "d")
    return play(throw, hand, replies)


def rolled(red, short):
    return Dice("2a attack dice" if red else "3a defence dice", (faces(short),))


def picks(step, *options):
    return tuple(Pick(f"{step} modify", option) for option in options)


def test_m01_a_focus_token_changes_every_focus_result():
    played = thrown(True, Means(focus=1), rolled(True, "HFFB"), *picks("2b", "focus"))
    assert played.outcome.dice.total == (3, 0, 0, 1)
    assert played.outcome.means.focus == 0


def test_m02_a_calculate_token_changes_one():
    played = thrown(True, Means(calculate=1), rolled(True, "HFF"), *picks("2b", "calculate"))
    assert played.outcome.dice.total == (2, 0, 0, 1)


def test_m04_rerolled_dice_may_still_be_changed():
    means = Means(lock=True, focus=1)
    replies = (
        rolled(True, "HFBB"), *picks("2b", "lock"), *reroll("2b", "2 blank", "CF"), *picks("2b", "focus"),
    )  # fmt: skip
    played = thrown(True, means, *replies)
    assert played.outcome.dice.total == (3, 1, 0, 0)
    assert played.outcome.means == Means()


def test_m05_a_die_is_rerolled_once():
    means = Means(lock=True, offers=(Offer("ability", Does.REROLL),))
    replies = (
        rolled(True, "HFBB"),
        *picks("2b", "lock"),
        *reroll("2b", "2 blank", "BB"),
        *picks("2b", "ability: reroll 1 die"),
    )
    waiting = play(throw, Hand(True, 4, "a", means, "d"), replies)
    assert waiting.ask.label == "2b dice to reroll"
    assert waiting.ask.options == ("1 focus", "other dice")
    with pytest.raises(BadReply, match="was not offered"):
        play(throw, Hand(True, 4, "a", means, "d"), (*replies, Pick("2b dice to reroll", "1 blank")))


def test_m07_an_evade_token_changes_a_blank_or_a_focus_result():
    played = thrown(False, Means(evade=1), rolled(False, "EFB"), *picks("3b", "evade on a blank"))
    assert played.outcome.dice.total[0] == 2
    played = thrown(False, Means(evade=1), rolled(False, "EFB"), *picks("3b", "evade on a focus result"))
    assert played.outcome.dice.total[0] == 2


def test_m08_focus_and_evade_together():
    played = thrown(False, Means(focus=1, evade=1), rolled(False, "FFB"), *picks("3b", "focus", "evade on a blank"))
    assert played.outcome.dice.total == (3, 0, 0)


def test_m10_an_evade_token_does_nothing_without_dice():
    played = play(throw, Hand(False, 0, "d", Means(evade=1), "a"), ())
    assert played.outcome.dice.total == (0, 0, 0)
    assert played.outcome.means.evade == 1


def test_m11_a_gas_cloud_turns_a_blank_in_2_0():
    declared = Attack("wedge", "howlrunner", "wedge-lasers", 2, obstruction=Obstruction.GAS_CLOUD)
    means = defending_means(declared, HOWLRUNNER)
    played = thrown(False, means, rolled(False, "BF"), *picks("3b", "gas cloud: change 1 blank to evade"))
    assert played.outcome.dice.total[0] == 1
    second = battle(settings=Settings(Ruleset.SECOND))
    with pytest.raises(Illegal, match="like any other"):
        check(second, declared)


def test_q01_a_ship_of_the_same_initiative_still_fires_and_is_then_removed():
    assert after("Q01").ship("howlrunner").status is Status.DESTROYED
    assert after("Q01-fires-back").ship("wedge").shields == 0


def test_q02_a_lower_initiative_is_removed_before_it_engages():
    ended = after("Q02")
    assert ended.ship("academy").status is Status.REMOVED
    assert not ended.ship("academy").engaged


def test_q08_the_charge_is_paid_and_the_lock_stays():
    ended = keyed(after("Q08"))
    assert ended["wedge-torpedoes"].charges == 1
    assert ended["wedge"].lock == "howlrunner"


def test_q10_the_aftermath_comes_in_four_slots():
    trace = report(of_example(GAME, EXAMPLES["Q01"]))["trace"]
    assert [step["label"][:2] for step in trace[-4:]] == ["6a", "6b", "6c", "6d"]


def test_q11_too_few_dice_are_explained_and_all_of_them_are_fresh():
    hand = Hand(True, 5, "a", Means(lock=True), "d")
    waiting = play(throw, hand, (rolled(True, "BBBBB"), *picks("2b", "lock")))
    assert waiting.ask.options[0] == "5 blank"


def test_q09_q13_q14_q16_are_worked_examples():
    assert {"Q09", "Q13", "Q14", "Q16"} <= set(EXAMPLES)
    assert after("Q09").ship("howlrunner").ion == 2
    assert after("Q14").ship("howlrunner").focus == 0
    assert after("Q16").ship("howlrunner").unseen == 1


def test_every_vector_is_tested():
    here = Path(__file__).read_text().lower() + (Path(__file__).parent / "test_xw_phases.py").read_text().lower()
    prose = [v["id"] for v in VECTORS if v["kind"] in ("mods", "sequence")]
    assert [key for key in prose if key.lower() not in here] == []
