"""The game as a whole: its worked examples, what it tells before and during an attack, and its words."""

import json
from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import Change, apply, keyed
from rules.game import Illegal
from rules.odds import percent
from rules.play import Resolved, Waiting, play
from rules.replay import of_example, read, report, write
from rules.table import Moment
from rules.x_wing import GAME, status
from rules.x_wing.abilities import MOST_ROWS, Ability
from rules.x_wing.attack import resolve
from rules.x_wing.cards import COPIES, REMINDERS, Title, new_deck
from rules.x_wing.declaration import Obstruction
from rules.x_wing.dice import rolled
from rules.x_wing.ending import verdict
from rules.x_wing.mending import Harm, harm
from rules.x_wing.modify import Modify, showing
from rules.x_wing.outlook import odds_at, outlook
from rules.x_wing.samples import (
    ACADEMY,
    HOWLRUNNER,
    LASERS,
    TORPEDOES,
    WEDGE,
    attack,
    battle,
    green,
    on_red,
    red,
    reroll,
    with_cards,
)  # fmt: skip
from rules.x_wing.ship import Arc, Effect, Needs, Status

LOCKED = replace(WEDGE, lock="howlrunner", focus=1)


@pytest.mark.parametrize("example", GAME.examples, ids=lambda example: example.slug)
def test_an_example_ends_as_it_tells(example):
    declared = Declared(example.battle, example.declaration)
    resolver = GAME.procedure(example.procedure).resolve
    if example.refused:
        with pytest.raises(Illegal) as refusal:
            play(resolver, declared, example.replies)
        assert str(refusal.value) == example.refused
        return
    played = play(resolver, declared, example.replies)
    assert isinstance(played, Resolved)
    assert played.outcome.headline == (example.headline or played.outcome.headline)
    after = keyed(apply(example.battle, played.outcome.changes))
    assert [(p, t, getattr(after[p], t)) for p, t, _ in example.expected] == list(example.expected)
    record = of_example(GAME, example)
    assert read(json.loads(json.dumps(write(record))), {GAME.slug: GAME}) == record


def test_every_sub_step_is_a_line_of_the_trace():
    example = next(example for example in GAME.examples if example.slug == "lock-and-focus")
    labels = [step["label"] for step in report(of_example(GAME, example))["trace"]]
    steps = ("1a", "1b", "1c", "1d", "2a", "2b", "3a", "3b", "4a", "4b", "5a", "5b", "6a", "6b", "6c", "6d")
    assert [step for step in steps if not any(label.startswith(step) for label in labels)] == []
    assert labels[labels.index("5b crit") + 1] == "5 damage card"
    first = [label[0] for label in labels]
    assert first == sorted(first)


def trace(sheet, declared, *replies):
    return [(step.label, step.value) for step in play(resolve, Declared(sheet, declared), replies).trace]


ATTACKS = [example for example in GAME.examples if example.procedure in ("attack", "bonus") and not example.refused]


@pytest.mark.parametrize("example", ATTACKS, ids=lambda example: example.slug)
def test_each_sub_step_is_told_once_and_in_its_order(example):
    told = trace(example.battle, example.declaration, *example.replies)
    steps = [label[:2] for label, _ in told if label[0].isdigit() and label[1].isalpha()]
    assert steps == sorted(steps)
    rolls = not example.slug.startswith("homing")
    assert len([step for step in told if step[0].startswith("2b attack dice")]) == rolls
    assert len([step for step in told if step[0].startswith("3b defence dice")]) == rolls
    assert not [value for label, value in told if label in ("2b", "3b")]


def test_modified_dice_are_told_with_every_face():
    told = dict(trace(battle(), attack(), red("HFB"), green("EFB")))
    assert (told["2b attack dice"], told["3b defence dice"]) == ("1 hit, 1 focus, 1 blank", "1 evade, 1 focus, 1 blank")
    told = dict(trace(battle(WEDGE, replace(HOWLRUNNER, agility=0)), attack(), red("BBB")))
    assert told["3b defence dice"] == "none to modify"


def test_a_player_who_modifies_the_dice_of_the_other_tells_them_when_both_are_done():
    row = Ability("ability", reroll_attack=1)
    declared = attack(defender_abilities=(row,))
    told = trace(
        battle(), declared, red("HFB"), *on_red("ability: reroll 1 die"), *reroll("2b", "1 hit", "C"), green("EFB")
    )
    assert [value for label, value in told if label == "2b attack dice"] == ["1 crit, 1 focus, 1 blank"]


def test_homing_missiles_ask_when_the_defender_is_declared_and_before_costs_are_paid():
    example = next(example for example in GAME.examples if example.slug == "homing")
    waiting = play(resolve, Declared(example.battle, example.declaration), ())
    assert (waiting.ask.label, waiting.trace[-1].label) == ("1c homing", "1c declare defender")
    told = [label for label, _ in trace(example.battle, example.declaration, *example.replies)]
    assert told[3:5] == ["1c homing", "1d pay costs"]


def test_what_comes_before_a_ship_engages_is_told_first():
    regulators = (Title.DISABLED_POWER_REGULATOR,) * 2
    sheet = with_cards(battle(decks=True), "wedge", *regulators)
    assert trace(sheet, attack(), red("BBB"), green("BBB"))[:2] == [
        ("Disabled Power Regulator", "2 ion tokens before it engages"),
        ("1a measure range", "range 2, front arc"),
    ]
    sheet = with_cards(battle(decks=True), "wedge", regulators[0])
    assert trace(sheet, attack())[0] == ("Disabled Power Regulator", "1 ion token before it engages")


def test_a_crit_that_finds_no_card_left_deals_one_without_a_title():
    empty = replace(HOWLRUNNER, agility=0, hull=5)
    told = dict(trace(battle(WEDGE, empty), attack(), red("CBB")))
    assert told["5b crit"] == "a facedown damage card without a title, since the deck has none left"


def test_an_outlook_tells_dice_odds_and_what_tokens_are_worth():
    told = outlook(Declared(battle(replace(WEDGE, focus=1), replace(HOWLRUNNER, agility=2), decks=True), attack()))
    assert told.sentence == "3 attack dice against 2 defence dice."
    assert (told.main.verb, told.main.whom, told.expected) == ("destroys", "Howlrunner", "1.5 damage")
    first = told.losses[0].steps[0]
    assert (first.label, percent(first.chance)) == ("1+", "84 %")
    assert sum(row.chance for row in told.table) == 1
    assert "2.06 damage (+0.53) with a lock of the attacker" in told.more
    assert "1.07 damage (−0.46) with a focus token of the defender" in told.more  # noqa: RUF001


def test_an_outlook_says_where_its_odds_are_of_usual_play_only():
    sheet = battle(LOCKED, replace(HOWLRUNNER, agility=2))
    with_ability = attack(defender_abilities=(Ability("Charm", change_attack=2),))
    (told,) = outlook(Declared(sheet, with_ability)).more
    assert told == "Usual play, not the best."
    assert told not in outlook(Declared(sheet, attack())).more


@pytest.mark.parametrize(
    ("abilities", "told"),
    [((Ability("Charm", change_attack=2),), ("After each option: usual play, not the best.",)), ((), ())],
)
def test_options_say_where_usual_play_follows_them(abilities, told):
    declared = Declared(battle(LOCKED, replace(HOWLRUNNER, agility=2)), attack(attacker_abilities=abilities))
    replies = (red("HFB"),)
    ask = play(resolve, declared, replies).ask
    assert isinstance(ask, Modify)
    assert odds_at(Moment(declared, replies, ask), None).more == told


def test_too_many_dice_have_no_odds():
    rows = tuple(Ability(f"ability {number}", attack_dice=6) for number in range(3))
    told = outlook(Declared(battle(), attack(attacker_abilities=rows)))
    assert told.line == "too many dice for odds"


def options(declared, ask):
    return {option.value: option for option in GAME.procedure("attack").options(Moment(declared, (), ask))}


def test_an_option_tells_the_damage_that_it_leads_to():
    declared = Declared(battle(LOCKED, replace(HOWLRUNNER, agility=2)), attack())
    asked = play(resolve, declared, (red("HFB"),)).ask
    told = options(declared, asked)
    assert list(told) == ["lock", "focus", "done"]
    assert told["lock"].label == "spend the lock"
    assert told["done"].expected < told["focus"].expected < told["lock"].expected
    assert asked.sentence(declared) == "Rebels modifies the attack dice. They show 1 hit, 1 focus, 1 blank."
    asked = play(resolve, declared, (red("HFB"), *on_red("lock"))).ask
    assert asked.options == ("1 blank", "1 focus, 1 blank", "1 focus", "other dice")
    told = options(declared, asked)
    assert told["1 blank"].main.verb == told["other dice"].main.verb == "destroys"
    before = (red("HFB"), *on_red("lock"), *reroll("2b", "1 blank", "C"), *on_red("focus"))
    asked = play(resolve, declared, before).ask
    assert asked.sentence(declared) == "Howlrunner rolls 2 defence dice."


@pytest.mark.parametrize(
    ("tally", "words"),
    [((2, 1, 2, 1), " They show 2 hits, 1 crit, 2 focus, 1 blank."), ((0,) * 4, " No dice lie there.")],
)
def test_dice_are_told_with_their_plurals(tally, words):
    assert showing(rolled(tally)) == words


def test_a_success_can_be_rerolled_when_the_player_asks_for_it():
    declared = Declared(battle(LOCKED, HOWLRUNNER), attack())
    replies = (red("HHB"), *on_red("lock"), *reroll("2b", "other dice", "C"))
    asked = play(resolve, declared, replies[:3]).ask
    assert asked.options == ("2 hit, 1 blank", "2 hit", "1 hit, 1 blank", "1 hit")


def test_a_defender_with_enough_evades_is_offered_to_stop_first():
    declared = Declared(battle(WEDGE, replace(HOWLRUNNER, focus=1)), attack())
    asked = play(resolve, declared, (red("HBB"), green("EFB"))).ask
    assert asked.options == ("done", "focus")
    told = options(declared, asked)["done"]
    assert (told.main.chance, told.expected) == (0, "no damage")


def test_a_defender_is_told_what_a_crit_that_it_lets_through_may_do():
    """A Direct Hit! is one of five in 33 cards."""
    declared = Declared(battle(WEDGE, replace(HOWLRUNNER, focus=1, hull=2), decks=True), attack())
    asked = play(resolve, declared, (red("CBB"), green("FBB"))).ask
    told = {value: (percent(o.main.chance), o.expected) for value, o in options(declared, asked).items()}
    assert told == {"focus": ("0 %", "no damage"), "done": ("15 %", "1.0 damage")}


def test_many_dice_explain_what_to_do_with_too_few():
    declared = Declared(battle(), attack(distance=1))
    sentence = play(resolve, declared, ()).ask.sentence(declared)
    assert sentence.startswith("Wedge Antilles rolls 4 attack dice: 3 laser cannons +1 range 1 = 4. Too few dice?")


def test_weapons_that_cannot_be_used_are_greyed_with_their_reason():
    questions = GAME.procedure("attack").questions(battle(), {"actor": "wedge", "target": "howlrunner"})
    weapons = next(question for question in questions if question.name == "weapon")
    assert [(option.label, option.refused) for option in weapons.options] == [
        ("laser cannons", ""),
        ("Proton Torpedoes", "Proton Torpedoes needs a lock on the target."),
    ]
    spent = replace(WEDGE, lock="howlrunner", weapons=(WEDGE.weapons[0], replace(TORPEDOES, charges=0)))
    asked = {"actor": "wedge", "target": "howlrunner", "range": 1, "arc": "front"}
    questions = GAME.procedure("attack").questions(battle(spent), asked)
    weapons = next(question for question in questions if question.name == "weapon")
    assert weapons.options[1].refused == "Proton Torpedoes reaches range 2-3. The target is at range 1."


ROCKETS = replace(LASERS, key="wedge-rockets", name="Rockets", needs=Needs.FOCUS, dice=1, cost=1)


@pytest.mark.parametrize(
    ("charges", "told", "refused"),
    [
        (0, "0 charges left", "Rockets costs 1 charge and has 0."),
        (1, "1 charge left", ""),
        (2, "2 charges left", ""),
    ],
)
def test_a_weapon_tells_in_words_what_it_has_needs_and_costs(charges, told, refused):
    armed = replace(WEDGE, focus=1, weapons=(replace(ROCKETS, charges=charges, most_charges=2),))
    questions = GAME.procedure("attack").questions(battle(armed), {"actor": "wedge", "target": "howlrunner"})
    (option, *_) = next(question for question in questions if question.name == "weapon").options
    assert option.leads_to == f"1 die, range 1-3, front arc, needs a focus token, {told}"
    assert option.refused == refused


def test_one_of_anything_is_told_as_one():
    armed = replace(WEDGE, focus=1, weapons=(replace(ROCKETS, charges=1, most_charges=1),))
    frail = replace(HOWLRUNNER, hull=1, agility=0)
    played = play(resolve, Declared(battle(armed, frail), attack("wedge-rockets")), (red("H"),))
    told = {step.label: str(step.value) for step in played.trace}
    assert told["1b choose weapon"] == "Rockets: front arc, 1 die, range 1-3"
    assert told["1d pay costs"] == "1 of 1 charge"
    assert told["5 destroyed"] == "Howlrunner has 1 damage card for 1 hull"
    lost = replace(ACADEMY, status=Status.REMOVED, cost=1)
    assert verdict(battle(WEDGE, HOWLRUNNER, lost)) == "Rebels wins with 1 point."
    assert verdict(battle()) == "Rebels and Imperials tie with 0 points."


def test_a_tamed_weapon_turns_crits_into_hits_and_a_bullseye_adds_a_die():
    heavy = replace(WEDGE.weapons[0], effect=Effect.TAMED)
    sheet = battle(replace(WEDGE, weapons=(heavy,)), replace(HOWLRUNNER, agility=0, hull=9), decks=True)
    assert play(resolve, Declared(sheet, attack()), (red("CCB"),)).outcome.hits == 2
    auto = replace(WEDGE.weapons[0], dice=2, effect=Effect.BULLSEYE_DIE)
    sheet = battle(replace(WEDGE, weapons=(auto,)), HOWLRUNNER)
    waiting = play(resolve, Declared(sheet, attack(arc=Arc.BULLSEYE)), ())
    assert isinstance(waiting, Waiting)
    assert waiting.ask.pools[0].count == 3


@pytest.mark.parametrize("distance", [-1, 4])
def test_a_range_that_no_ruler_shows_is_refused(distance):
    with pytest.raises(Illegal, match="reaches range 1-3"):
        play(resolve, Declared(battle(), attack(distance=distance)), ())


def test_too_many_abilities_and_gas_clouds_of_2_5_are_refused():
    rows = tuple(Ability(f"ability {number}") for number in range(MOST_ROWS + 1))
    with pytest.raises(Illegal, match="At most 6 abilities"):
        play(resolve, Declared(battle(), attack(defender_abilities=rows)), ())
    clouded = Declared(battle(), attack(obstruction=Obstruction.GAS_CLOUD))
    assert play(resolve, clouded, (red("BBB"),)).ask.pools[0].count == 4


def test_a_deck_has_33_cards_each_with_a_reminder():
    assert len(new_deck("somebody")) == sum(COPIES.values()) == 33
    assert set(REMINDERS) == set(COPIES) == set(Title)


def test_the_battle_tells_where_it_stands():
    assert status(battle()) == (
        ("Round", "1"),
        ("Phase", "Engagement"),
        ("First player", "Rebels"),
    )


def test_a_battle_that_is_over_is_in_no_phase_any_more():
    assert status(replace(battle(), over=True)) == (("Round", "1"), ("Battle", "over"))


def test_changes_are_told_in_the_words_of_the_game():
    example = next(example for example in GAME.examples if example.slug == "lock-and-focus")
    outcome = play(resolve, Declared(example.battle, example.declaration), example.replies).outcome
    told = [GAME.tell(example.battle, change) for change in outcome.changes]
    words = {(line.piece, line.what, line.before, line.after) for line in told if line}
    assert ("Wedge Antilles", "lock on", "Howlrunner", "nobody") in words
    assert ("Howlrunner", "Console Fire", "in the deck", "dealt") in words
    assert ("Wedge Antilles", "focus tokens", "1", "0") in words


def test_a_change_of_a_weapon_is_told_by_what_changed():
    changes = [Change("wedge-lasers", "dice", 3, 2), Change("wedge-torpedoes", "charges", 2, 1)]
    told = [(line.what, line.before, line.after) for line in (GAME.tell(battle(), change) for change in changes)]
    assert told == [("attack dice of laser cannons", "3", "2"), ("charges left of Proton Torpedoes", "2", "1")]


@pytest.mark.parametrize(
    ("hits", "crits", "told"),
    [(1, 0, "1 hit damage"), (0, 2, "2 crit damage"), (2, 1, "2 hit and 1 crit damage")],
)
def test_damage_from_elsewhere_tells_only_what_there_is(hits, crits, told):
    tough = battle(WEDGE, replace(HOWLRUNNER, most_shields=3, shields=3))
    outcome = play(harm, Declared(tough, Harm("howlrunner", hits, crits)), ()).outcome
    assert outcome.headline == f"Howlrunner suffers {told}."
