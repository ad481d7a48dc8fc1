"""The distribution while dice lie on the table: for every option, and where dice are about to be rolled."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from openly import openly

from rules.asks import Declared, Roll
from rules.odds import percent
from rules.play import Resolved, play
from rules.table import Dice, Moment, Pick
from rules.x_wing import GAME
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import DICE, SUFFER, resolve
from rules.x_wing.declaration import Obstruction, check
from rules.x_wing.dice import ATTACK, FACES
from rules.x_wing.hands import hands_of
from rules.x_wing.outlook import USUAL_PLAY, outlook
from rules.x_wing.samples import HOMING, HOWLRUNNER, WEDGE, attack, battle, green, on_green, on_red, red, reroll

PROCEDURE = GAME.procedure("attack")
TWO_GREEN = replace(HOWLRUNNER, agility=2, focus=1)
BARE = replace(HOWLRUNNER, agility=0)
LOCKED = replace(WEDGE, lock="howlrunner", calculate=1)
PREDATOR, MARKSMAN = Ability("Predator", reroll_attack=1), Ability("Marksman", change_attack=1)
JUKE, CHAFF = Ability("Juke", change_defence=1), Ability("Chaff", reroll_attack=2)
ELUSIVE = Ability("Elusive", reroll_defence=1, add_defence=1)


def declare(attacker=WEDGE, defender=TWO_GREEN, **more):
    return Declared(battle(attacker, defender, decks=True), attack(**more))


def prospect(declared, ask):
    return PROCEDURE.odds_at(Moment(declared, (), ask), None)


def asked(declared, replies):
    return play(resolve, declared, replies).ask


def bars_of(declared, replies):
    """What every option of the ask tells, by its value."""
    moment = Moment(declared, tuple(replies), asked(declared, replies))
    return {option: shown(PROCEDURE.odds_at(moment, option)) for option in moment.ask.options}


def shown(told):
    return {0 if bar.label == "misses" else int(bar.label): bar.chance for bar in told.table}


def mean(chances):
    return sum(chance * count for count, chance in chances.items())


def searched(declared, replies, *, best=False):
    """The chance of every amount of damage, by playing out every roll: in usual play, or the best of both."""
    of = hands_of(declared.battle, declared.declaration, check(declared.battle, declared.declaration))
    return _searched(of, tuple(replies), best)


def _searched(of, replies, best):
    played = play(openly, of, replies)
    if isinstance(played, Resolved):
        return {played.outcome.total: Fraction(1)}
    ask = played.ask
    if isinstance(ask, Roll):
        mixed = Counter()
        (pool,) = ask.pools
        rolls = Counter(tuple(sorted(faces)) for faces in product(pool.die.faces, repeat=pool.count))
        for faces, ways in rolls.items():
            for count, chance in _searched(of, (*replies, Dice(ask.label, (faces,))), best).items():
                mixed[count] += chance * Fraction(ways, len(pool.die.faces) ** pool.count)
        return mixed
    branches = [_searched(of, (*replies, Pick(ask.label, option)), best) for option in ask.options]
    if not best:
        return branches[0]
    return (max if ask.by == of.attack.side else min)(branches, key=mean)


@pytest.mark.parametrize("roll", ["HFB", "FFB", "CBB"])
def test_every_option_of_the_attacker_shows_the_distribution_of_the_best_play_after_it(roll):
    declared = declare(LOCKED, BARE)
    for option, chances in bars_of(declared, (red(roll),)).items():
        found = searched(declared, (red(roll), *on_red(option)), best=True)
        assert sum(chances.values()) == 1
        assert mean(chances) == mean(found), option


def test_every_pick_of_dice_shows_its_own_and_other_dice_the_best_of_them():
    declared, before = declare(LOCKED, BARE), (red("HFB"), *on_red("lock"))
    told = bars_of(declared, before)
    assert list(told) == ["1 blank", "1 focus, 1 blank", "1 focus", "other dice"]
    for option, chances in told.items():
        assert mean(chances) == mean(searched(declared, (*before, Pick("2b dice to reroll", option)), best=True))
    others = bars_of(declared, (*before, Pick("2b dice to reroll", "other dice")))
    assert told["other dice"] == max(others.values(), key=mean)


def test_with_abilities_every_option_shows_the_distribution_of_the_usual_play():
    declared = declare(LOCKED, BARE, attacker_abilities=(PREDATOR, MARKSMAN))
    for replies in [(red("FBB"),), (red("FBB"), *on_red("Predator: reroll 1 die"))]:
        for option, chances in bars_of(declared, replies).items():
            label = asked(declared, replies).label
            assert chances == searched(declared, (*replies, Pick(label, option))), option


def test_the_faces_of_a_changed_die_show_what_each_leads_to():
    declared = declare(replace(WEDGE, focus=1), attacker_abilities=(MARKSMAN,))
    before = (red("HFB"), *on_red("Marksman: change 1 die to another face"))
    told = bars_of(declared, before)
    assert len(told) == 9
    for option, chances in told.items():
        assert chances == searched(declared, (*before, Pick("2b change", option))), option
    assert mean(told["blank to crit"]) > mean(told["hit to blank"])


def test_a_player_who_modifies_dice_of_the_other_sees_what_is_left_after_both():
    declared = declare(replace(WEDGE, focus=1, lock="howlrunner"), BARE, defender_abilities=(CHAFF,))
    before = (red("HHB"),)
    assert asked(declared, before).by == "imperials"
    told = bars_of(declared, before)
    assert list(told) == ["Chaff: reroll 2 dice", "done"]
    for option, chances in told.items():
        assert chances == searched(declared, (*before, *on_red(option))), option
    rerolling = (*before, *on_red("Chaff: reroll 2 dice"))
    for option, chances in bars_of(declared, rerolling).items():
        assert chances == searched(declared, (*rerolling, Pick("2b dice to reroll", option))), option


def test_an_attacker_who_modifies_defence_dice_sees_what_is_left_after_both():
    declared = declare(attacker_abilities=(JUKE,), defender_abilities=(ELUSIVE,))
    before = (red("HHC"), green("EF"))
    assert asked(declared, before).by == "rebels"
    told = bars_of(declared, before)
    assert mean(told["Juke: change 1 die to another face"]) > mean(told["done"])
    for option, chances in told.items():
        assert chances == searched(declared, (*before, *on_green(option))), option


def test_a_gas_cloud_is_offered_with_its_distribution():
    declared = declare(obstruction=Obstruction.GAS_CLOUD)
    told = bars_of(declared, (red("HHC"), green("FBB")))
    assert told["focus"] == {1: 1}
    assert told["gas cloud: change 1 blank to evade"] == {1: 1}
    assert told["done"] == {3: 1}


def test_before_the_defence_dice_the_distribution_is_that_of_the_attack_dice_as_they_lie():
    declared, before = declare(replace(WEDGE, focus=1)), (red("HFC"), *on_red("focus"))
    told = prospect(declared, asked(declared, before))
    assert told.sentence == "The attack dice show 2 hits, 1 crit."
    assert (told.expected, told.main.verb, percent(told.main.chance), told.more) == (
        "1.8 damage",
        "destroys",
        "21 %",
        (),
    )
    assert shown(told) == searched(declared, before)


def test_attack_dice_without_a_hit_are_said_to_hit_nothing():
    declared = declare()
    told = prospect(declared, asked(declared, (red("FBB"),)))
    assert (told.sentence, shown(told)) == ("The attack dice show nothing that hits.", {0: 1})


def test_dice_in_the_hand_again_show_the_distribution_with_those_that_lie_there():
    declared = declare(LOCKED)
    before = (red("HFB"), *on_red("lock"), *reroll("2b", "1 blank", "C")[:1])
    told = prospect(declared, asked(declared, before))
    assert told.sentence == "The other attack dice show 1 hit, 1 focus."
    assert shown(told) == searched(declared, before)
    hurt = declare(defender_abilities=(ELUSIVE,))
    before = (red("HHC"), green("BB"), *on_green("Elusive: reroll 1 die"))
    told = prospect(hurt, asked(hurt, before))
    assert told.sentence == "The other defence dice show 1 blank."
    assert told.more == (USUAL_PLAY,)
    assert shown(told) == searched(hurt, before)


def test_all_dice_in_the_hand_leave_none_on_the_table():
    declared = declare(LOCKED)
    before = (red("BBB"), *on_red("lock"), *reroll("2b", "3 blank", "CCC")[:1])
    assert prospect(declared, asked(declared, before)).sentence == "No other attack dice lie there."


def test_damage_instead_of_dice_is_weighed_against_them():
    declared = declare(replace(LOCKED, weapons=(HOMING,)), replace(BARE, hull=1), weapon=HOMING.key)
    dice, suffer = (PROCEDURE.odds_at(Moment(declared, (), asked(declared, ())), value) for value in (DICE, SUFFER))
    assert shown(suffer) == {1: 1}
    assert (suffer.main.chance, suffer.expected) == (1, "1.0 damage")
    assert shown(dice) == searched(declared, ())
    assert (dice.main, dice.losses) == (outlook(declared).main, outlook(declared).losses)
    assert outlook(declared).more[0] == "Howlrunner can suffer 1 hit damage instead of the dice."


def test_the_first_dice_have_the_odds_of_the_whole_attack():
    declared = declare()
    told = prospect(declared, asked(declared, ()))
    assert (told.main, told.expected, told.losses, told.table) == (
        (whole := outlook(declared)).main,
        whole.expected,
        whole.losses,
        whole.table,
    )


def test_a_choice_has_the_odds_of_its_usual_option():
    declared = declare(LOCKED)
    ask = asked(declared, (red("HFB"),))
    now, usual = (PROCEDURE.odds_at(Moment(declared, (), ask), option) for option in (None, ask.options[0]))
    assert now == usual
    assert PROCEDURE.odds_at(Moment(declared, (), ask), "done").table != now.table


def test_damage_cards_and_too_many_dice_have_no_prospect():
    drawing = declare(defender=replace(TWO_GREEN, focus=0))
    assert asked(drawing, (red("CBB"), green("BB"))).label == "5 damage card"
    assert prospect(drawing, asked(drawing, (red("CBB"), green("BB")))) is None
    many = tuple(Ability(f"ability {number}", attack_dice=6) for number in range(2))
    crowd = declare(attacker_abilities=many)
    assert prospect(crowd, asked(crowd, (red("H" * 15),))) is None


@pytest.mark.parametrize("faces", [shown for shown in product(FACES[ATTACK], repeat=2) if list(shown) == sorted(shown)])
def test_the_distribution_before_the_defence_dice_is_that_of_the_option_that_led_there(faces):
    declared = declare(replace(WEDGE, weapons=(replace(WEDGE.weapons[0], dice=2),), calculate=1))
    rolled = (Dice("2a attack dice", (faces,)),)
    ask = asked(declared, rolled)
    if isinstance(ask, Roll):
        assert shown(prospect(declared, ask)) == searched(declared, rolled)
        return
    after = (*rolled, *on_red("done"))
    assert shown(prospect(declared, asked(declared, after))) == bars_of(declared, rolled)["done"]
