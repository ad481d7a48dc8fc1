"""The known vectors, each by its number, through the rules that play."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules.asks import Declared
from rules.changes import apply, keyed
from rules.game import Illegal
from rules.play import BadReply, Resolved, Waiting, play
from rules.replay import of_example, report
from rules.table import Dice, Pick
from rules.x_wing import GAME
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import resolve
from rules.x_wing.cards import Title
from rules.x_wing.damage import wounds_of
from rules.x_wing.declaration import Obstruction
from rules.x_wing.phases import GoOn, go_on
from rules.x_wing.samples import HOWLRUNNER, WEDGE, attack, battle, card, faces, reroll, with_cards
from rules.x_wing.score import SQUAD_POINTS, is_half
from rules.x_wing.sheet import Ruleset, Settings
from rules.x_wing.ship import Effect, Status, Weapon

DATA = Path(__file__).parents[2] / "data/x_wing"
VECTORS = [*json.loads((DATA / "vectors.json").read_text()), *json.loads((DATA / "more_vectors.json").read_text())]
PRINTED = (
    *("D02", "D03", "D06", "D07", "D09", "D10", "D13", "M01", "M04", "M05", "M09", "M10", "N01", "N05", "N06", "N09"),
    *("H01", "H05", "H06", "H07", "H10", "H11", "S01", "S02", "S04", "S05", "S07"),
    *("Q01", "Q02", "Q03", "Q04", "Q05", "Q08", "Q09", "Q11"),
)
"""The cases that were written down with the rules, before any was counted."""
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


def gun(dice, **more):
    return Weapon("gun", "gun", dice=dice, nearest=0, **more)


def resolved(sheet, declared, *replies):
    """A whole attack: what came of it and the battle afterwards."""
    played = play(resolve, Declared(sheet, declared), replies)
    assert isinstance(played, Resolved), played
    return played.outcome, apply(sheet, played.outcome.changes)


def shown(label, short):
    """Dice as they fell; no dice are not asked for."""
    return [Dice(label, (faces(short),))] if short else []


@pytest.mark.parametrize(("given", "expect"), of_kind("dice"))
def test_dice(given, expect):
    attacking, defending = given["attack"], given["defender"]
    weapon = gun(attacking["value"], ordnance=attacking.get("ordnance", False), special=attacking.get("special", False))
    attacker = replace(WEDGE, weapons=(weapon,), deplete=int(attacking.get("depleted", False)))
    defender = replace(
        HOWLRUNNER,
        agility=defending["agility"],
        strain=int(defending.get("strained", False)),
        tractor=int(defending.get("tractored", False)),
        cloak=int(defending.get("cloaked", False)),
    )
    sheet = battle(attacker, defender, decks=True, settings=Settings(Ruleset(given["ruleset"])))
    sheet = with_cards(sheet, "wedge", *[Title.WEAPONS_FAILURE] * attacking.get("weapons_failure", 0))
    sheet = with_cards(sheet, "howlrunner", *[Title.STRUCTURAL_DAMAGE] * defending.get("structural_damage", 0))
    declared = attack("gun", attacking["range"])
    extra = attacking.get("extra_attack_dice", 0)
    if extra:
        declared = replace(declared, attacker_abilities=(Ability("an ability", attack_dice=extra),))
    if attacking.get("obstructed"):
        declared = replace(declared, obstruction=Obstruction.OBSTACLE)
    replies = [*shown("2a attack dice", "B" * expect["attack_dice"])]
    replies += shown("3a defence dice", "B" * expect["defence_dice"])
    _, ended = resolved(sheet, declared, *replies)
    assert (ended.ship("wedge").deplete, ended.ship("howlrunner").strain) == (0, 0)


@pytest.mark.parametrize(("given", "expect"), of_kind("neutralize"))
def test_neutralise(given, expect):
    effect = Effect.PLASMA if given["crits_first"] else Effect.NONE
    attacker = replace(WEDGE, weapons=(gun(len(given["red"]), effect=effect),))
    defender = replace(
        HOWLRUNNER,
        agility=len(given["green"]),
        most_shields=9,
        shields=9,
        reinforce_fore=given["active_reinforce"],
    )
    replies = [*shown("2a attack dice", given["red"]), *shown("3a defence dice", given["green"])]
    ended, _ = resolved(battle(attacker, defender), attack("gun"), *replies)
    assert (ended.hits, ended.crits) == (expect["hits"], expect["crits"])
    assert ("hits" in ended.headline) == expect["attack_hits"]


@pytest.mark.parametrize(("given", "expect"), of_kind("damage"))
def test_damage(given, expect):
    values = given["ship"]
    cards = values.get("cards", [])
    ship = replace(
        HOWLRUNNER,
        agility=0,
        hull=values["hull"],
        most_shields=values["shields"],
        shields=values["shields"],
        unseen=sum(not up for _, up in cards),
    )
    faceup = (title_of(title) for title in given["deck"] if title in (*expect["faceup"], *FLIPS))
    attacker = replace(WEDGE, weapons=(gun(given["hits"] + given["crits"]),))
    sheet = with_cards(battle(attacker, ship, decks=True), "howlrunner", *[Title(title) for title, up in cards if up])
    replies = [*shown("2a attack dice", "H" * given["hits"] + "C" * given["crits"])]
    while isinstance(play(resolve, Declared(sheet, attack("gun")), replies), Waiting):
        replies.append(card(next(faceup)))
    _, ended = resolved(sheet, attack("gun"), *replies)
    wounds = wounds_of(ended, ended.ship("howlrunner"))
    assert wounds.shields == expect["shields"]
    assert wounds.unseen + len(wounds.facedown) == expect["facedown"]
    assert sorted(wounds.faceup) == sorted(map(title_of, expect["faceup"]))
    assert (ended.ship("howlrunner").status is Status.DESTROYED) == expect["destroyed"]


def title_of(name):
    """The title of a card; letters stand for cards that do nothing."""
    return Title(name) if name in list(Title) else Title.STUNNED_PILOT


@pytest.mark.parametrize(("given", "expect"), of_kind("half"))
def test_half_points(given, expect):
    """The last damage card is dealt by an attack."""
    ship = replace(
        HOWLRUNNER,
        agility=0,
        hull=given["hull"],
        most_shields=given["shields"],
        shields=given["shields_now"],
        unseen=given["damage_cards"] - 1,
        cost=given["cost"],
    )
    settings = Settings(Ruleset(given["ruleset"]), chance_engagement=given["ruleset"] == "2.5")
    sheet = battle(replace(WEDGE, weapons=(gun(1),)), ship, settings=settings)
    _, ended = resolved(sheet, attack("gun"), *shown("2a attack dice", "H"))
    lacking = SQUAD_POINTS - given["cost"] if sheet.is_second else 0
    assert is_half(ended, ended.ship("howlrunner")) == expect["half"]
    assert ended.squad("rebels").score == expect["points"] + lacking


def attacking(short, *replies, abilities=(), **tokens):
    """Attack dice against a ship without defence dice."""
    attacker = replace(WEDGE, weapons=(gun(len(short)),), **tokens)
    sheet = battle(attacker, replace(HOWLRUNNER, agility=0, most_shields=9, shields=9))
    declared = attack("gun", attacker_abilities=abilities)
    return sheet, declared, [*shown("2a attack dice", short), *replies]


def defending(short, *replies, hits=3, obstruction=Obstruction.CLEAR, agility=None, **tokens):
    """Defence dice against so many hits."""
    agility = len(short) if agility is None else agility
    sheet = battle(
        replace(WEDGE, weapons=(gun(hits),)),
        replace(HOWLRUNNER, agility=agility, most_shields=9, shields=9, **tokens),
    )
    declared = attack("gun", obstruction=obstruction)
    return sheet, declared, [*shown("2a attack dice", "H" * hits), *shown("3a defence dice", short), *replies]


def left(case):
    """The hits and crits that are left, and both ships afterwards."""
    sheet, declared, replies = case
    outcome, ended = resolved(sheet, declared, *replies)
    return outcome.hits, outcome.crits, ended.ship("wedge"), ended.ship("howlrunner")


def picks(step, *options):
    return tuple(Pick(f"{step} modify", option) for option in options)


def test_m01_a_focus_token_changes_every_focus_result():
    hits, crits, wedge, _ = left(attacking("HFFB", *picks("2b", "focus"), focus=1))
    assert (hits, crits, wedge.focus) == (3, 0, 0)


def test_m02_a_calculate_token_changes_one():
    hits, crits, wedge, _ = left(attacking("HFF", *picks("2b", "calculate"), calculate=1))
    assert (hits, crits, wedge.calculate) == (2, 0, 0)


def test_m04_rerolled_dice_may_still_be_changed():
    replies = (*picks("2b", "lock"), *reroll("2b", "2 blank", "CF"), *picks("2b", "focus"))
    hits, crits, wedge, _ = left(attacking("HFBB", *replies, lock="howlrunner", focus=1))
    assert (hits, crits, wedge.lock, wedge.focus) == (3, 1, None, 0)


def test_m05_a_die_is_rerolled_once():
    replies = (*picks("2b", "lock"), *reroll("2b", "2 blank", "BB"), *picks("2b", "ability: reroll 1 die"))
    sheet, declared, replies = attacking(
        "HFBB", *replies, lock="howlrunner", abilities=(Ability("ability", reroll_attack=1),)
    )
    waiting = play(resolve, Declared(sheet, declared), replies)
    assert waiting.ask.label == "2b dice to reroll"
    assert waiting.ask.options == ("1 focus", "other dice")
    with pytest.raises(BadReply, match="was not offered"):
        play(resolve, Declared(sheet, declared), (*replies, Pick("2b dice to reroll", "1 blank")))


@pytest.mark.parametrize("die", ["evade on a blank", "evade on a focus result"])
def test_m07_an_evade_token_changes_a_blank_or_a_focus_result(die):
    hits, _, _, howlrunner = left(defending("EFB", *picks("3b", die), evade=1))
    assert (hits, howlrunner.evade) == (1, 0)


def test_m08_focus_and_evade_together():
    hits, _, _, howlrunner = left(defending("FFB", *picks("3b", "focus", "evade on a blank"), focus=1, evade=1))
    assert (hits, howlrunner.focus, howlrunner.evade) == (0, 0, 0)


def test_m09_each_evade_token_changes_one_die():
    hits, _, _, howlrunner = left(defending("BBB", *picks("3b", "evade on a blank", "evade on a blank"), evade=2))
    assert (hits, howlrunner.evade) == (1, 0)


def test_m10_an_evade_token_does_nothing_without_dice():
    hits, _, _, howlrunner = left(defending("", evade=1))
    assert (hits, howlrunner.evade) == (3, 1)
    sheet, declared, replies = defending("", *picks("3b", "evade on a blank"), evade=1)
    with pytest.raises(BadReply, match="Nothing more was asked"):
        play(resolve, Declared(sheet, declared), replies)


def test_m11_a_gas_cloud_turns_a_blank_in_2_0():
    cloud = {"agility": 1, "obstruction": Obstruction.GAS_CLOUD}
    hits, *_ = left(defending("BF", *picks("3b", "gas cloud: change 1 blank to evade"), hits=2, **cloud))
    assert hits == 1
    sheet, declared, replies = defending("BF", hits=2, **cloud)
    second = replace(sheet, settings=Settings(Ruleset.SECOND))
    with pytest.raises(Illegal, match="like any other"):
        play(resolve, Declared(second, declared), replies)


def test_q01_a_ship_of_the_same_initiative_still_fires_and_is_then_removed():
    assert after("Q01").ship("howlrunner").status is Status.DESTROYED
    assert after("Q01-fires-back").ship("wedge").shields == 0


def test_q02_a_lower_initiative_is_removed_before_it_engages():
    ended = after("Q02")
    assert ended.ship("academy").status is Status.REMOVED
    assert not ended.ship("academy").engaged


def test_q03_a_higher_initiative_that_has_engaged_stays_with_its_tokens_until_the_lower_one_is_done():
    attacker = replace(WEDGE, initiative=3, weapons=(gun(1),))
    sheet = battle(attacker, replace(HOWLRUNNER, engaged=True, hull=1, agility=0, focus=1, evade=1), initiative=3)
    _, ended = resolved(sheet, attack("gun"), *shown("2a attack dice", "H"))
    victim = ended.ship("howlrunner")
    assert (victim.status, victim.focus, victim.evade) == (Status.DESTROYED, 1, 1)
    victim = apply(ended, play(go_on, Declared(ended, GoOn()), ()).outcome.changes).ship("howlrunner")
    assert (victim.status, victim.focus, victim.evade) == (Status.REMOVED, 0, 0)


def test_q08_the_charge_is_paid_and_the_lock_stays():
    ended = keyed(after("Q08"))
    assert ended["wedge-torpedoes"].charges == 1
    assert ended["wedge"].lock == "howlrunner"


def test_q10_the_aftermath_comes_in_four_slots():
    trace = report(of_example(GAME, EXAMPLES["Q01"]))["trace"]
    assert [step["label"][:2] for step in trace[-4:]] == ["6a", "6b", "6c", "6d"]


def test_q11_too_few_dice_are_explained_and_all_of_them_are_fresh():
    sheet, declared, replies = attacking("BBBBB", *picks("2b", "lock"), lock="howlrunner")
    waiting = play(resolve, Declared(sheet, declared), ())
    assert "Too few dice?" in waiting.ask.sentence(Declared(sheet, declared))
    waiting = play(resolve, Declared(sheet, declared), replies)
    assert waiting.ask.options[0] == "5 blank"


def test_q09_q13_q14_q16_are_worked_examples():
    assert {"Q09", "Q13", "Q14", "Q16"} <= set(EXAMPLES)
    assert after("Q09").ship("howlrunner").ion == 2
    assert after("Q14").ship("howlrunner").focus == 0
    assert after("Q16").ship("howlrunner").unseen == 1


def test_every_vector_is_tested():
    """By its kind, or by a test or a worked example that names it."""
    here = [Path(__file__), Path(__file__).parent / "test_xw_phases.py"]
    named = {name for path in here for name in re.findall(r"(?<=_)[mq]\d\d(?=_)", path.read_text())}
    prose = {vector["id"].lower() for vector in VECTORS if vector["kind"] in ("mods", "sequence")}
    assert prose - named == set()
    assert set(PRINTED) - {vector["id"] for vector in VECTORS} - set(EXAMPLES) == set()
