"""Abilities that are typed in while the dice lie there: offered as long as they would still come, and only then."""

from dataclasses import replace
from random import Random

import pytest

from rules.asks import Declared, Roll
from rules.play import BadReply, Resolved, play
from rules.table import Dice, Pick
from rules.x_wing import GAME
from rules.x_wing.abilities import COLUMNS, MOST_ROWS, Ability
from rules.x_wing.attack import resolve
from rules.x_wing.cards import Title
from rules.x_wing.samples import (
    AUTOBLASTERS,
    HOMING,
    HOWLRUNNER,
    WEDGE,
    attack,
    battle,
    green,
    on_green,
    on_red,
    red,
    reroll,
    with_cards,
)
from rules.x_wing.sheet import Ruleset, Settings
from rules.x_wing.ship import Arc, Effect
from tests.rules.at_random import play_on

ON_ATTACK = ["reroll_attack", "change_attack", "add_attack", "hits_to_crits"]
ON_DEFENCE = ["reroll_defence", "change_defence", "add_defence"]
SIDES = ["attacker_abilities", "defender_abilities"]
ARMED = replace(WEDGE, lock="howlrunner", focus=1)
READY = replace(HOWLRUNNER, agility=2, focus=1, evade=1)
LATE = "Too late for the attack dice, unless you take back what was answered since."


def declare(attacker=WEDGE, defender=READY, **more):
    return Declared(battle(attacker, defender, decks=True), attack(**more))


def addable(declared, replies):
    return GAME.procedure("attack").addable(declared, replies)


def columns(declared, *replies):
    """The numbers that a row of each side can have now."""
    return {rows.name: [column.name for column in rows.columns] for rows in addable(declared, replies)}


def helps(declared, *replies):
    return [rows.help for rows in addable(declared, replies)]


def added(declared, side, column):
    probe = Ability("Probe", **{column: 1})
    declaration = declared.declaration
    typed = {side: (*getattr(declaration, side), probe)}
    return replace(declared, declaration=replace(declaration, **typed))


def test_nothing_can_be_added_before_dice_lie_there():
    assert columns(declare()) == {}
    suffering = declare(replace(ARMED, weapons=(HOMING,)), weapon=HOMING.key)
    assert columns(suffering, Pick("1c homing", "suffer 1 hit damage")) == {}


def test_both_players_can_add_whatever_modifies_dice_as_soon_as_the_attack_dice_lie_there():
    declared = declare(ARMED)
    everything = {key: [*ON_ATTACK, *ON_DEFENCE] for key in SIDES}
    assert columns(declared, red("HFB")) == everything
    assert [rows.label for rows in addable(declared, (red("HFB"),))] == [
        "Abilities of Wedge Antilles",
        "Abilities of Howlrunner",
    ]
    assert columns(declare(), red("HFB")) == everything, "nobody had anything, and the defence dice are asked for"


def test_the_attackers_first_modification_ends_what_the_defender_can_do_to_the_attack_dice():
    declared = declare(ARMED)
    assert columns(declared, red("HFB"), *on_red("focus")) == {
        SIDES[0]: [*ON_ATTACK, *ON_DEFENCE],
        SIDES[1]: ON_DEFENCE,
    }
    assert helps(declared, red("HFB"), *on_red("focus"))[1].endswith(LATE)


def test_done_ends_what_a_player_can_do_and_a_turn_without_an_ask_does_not():
    assert columns(declare(ARMED), red("HFB"), *on_red("done")) == dict.fromkeys(SIDES, ON_DEFENCE)
    spent = declare(replace(WEDGE, focus=1))
    assert columns(spent, red("HFB"), *on_red("focus"))[SIDES[0]] == [*ON_ATTACK, *ON_DEFENCE]
    chaff = declare(defender_abilities=(Ability("Chaff", reroll_attack=1),))
    assert columns(chaff, red("HFB"), *on_red("done")) == {SIDES[0]: [*ON_ATTACK, *ON_DEFENCE], SIDES[1]: ON_DEFENCE}


def test_defence_dice_end_what_can_be_done_to_attack_dice():
    declared = declare()
    assert columns(declared, red("HHB"), green("BF")) == dict.fromkeys(SIDES, ON_DEFENCE)
    assert columns(declared, red("HHB"), green("BF"), *on_green("focus")) == {SIDES[0]: [], SIDES[1]: ON_DEFENCE}
    late = helps(declared, red("HHB"), green("BF"), *on_green("done"))
    assert (
        late == ["Too late for the attack dice and the defence dice, unless you take back what was answered since."] * 2
    )


def test_while_nothing_is_answered_after_the_dice_the_result_can_still_change():
    declared = declare(defender=replace(HOWLRUNNER, agility=2))
    assert isinstance(play(resolve, declared, (red("HHB"), green("BB"))), Resolved)
    assert columns(declared, red("HHB"), green("BB")) == dict.fromkeys(SIDES, ON_DEFENCE)
    changed = added(declared, SIDES[1], "change_defence")
    assert "Probe: change 1 die to another face" in play(resolve, changed, (red("HHB"), green("BB"))).ask.options
    drawn = (red("CCB"), green("BB"), Dice("5 damage card", ((str(Title.CONSOLE_FIRE),),)))
    assert columns(declared, *drawn[:2])[SIDES[1]] == ON_DEFENCE
    assert columns(declared, *drawn)[SIDES[1]] == []


def test_an_ability_that_cannot_be_used_is_not_offered():
    close = battle(WEDGE, READY, settings=Settings(Ruleset.SECOND))
    assert columns(Declared(close, attack(distance=0)), red("HHB")) == {SIDES[1]: [*ON_ATTACK, *ON_DEFENCE]}
    blinded = with_cards(battle(WEDGE, READY, decks=True), "wedge", Title.BLINDED_PILOT)
    assert columns(Declared(blinded, attack()), red("HHB"))[SIDES[0]] == ON_DEFENCE


def test_a_side_with_six_abilities_has_enough():
    declared = declare(attacker_abilities=tuple(Ability(f"ability {n}", attack_dice=1) for n in range(MOST_ROWS)))
    rows = addable(declared, (red("H" * 9),))
    assert [one.typed for one in rows] == [0, 1]
    assert rows[0].help == "At most 6 abilities can be typed in for each side."


def test_a_bonus_attack_takes_abilities_too():
    assert GAME.procedure("bonus").addable is GAME.procedure("attack").addable


def comes_up(declared, replies):
    """Whether the added ability is offered by the time the attack is over, when it is taken as soon as it is."""
    replies = [*replies]
    while not isinstance(played := play(resolve, declared, replies), Resolved):
        ask = played.ask
        if isinstance(ask, Roll):
            replies.append(Dice(ask.label, tuple((pool.die.faces[0],) * pool.count for pool in ask.pools)))
            continue
        if any(str(option).startswith("Probe") for option in ask.options):
            return True
        replies.append(Pick(ask.label, "done" if "done" in ask.options else ask.options[0]))
    return False


ABILITIES = (
    Ability("Predator", reroll_attack=1),
    Ability("Juke", change_defence=1),
    Ability("Marksman", change_attack=1, add_defence=1),
)
DECLARED = {
    "nobody has anything": declare(defender=HOWLRUNNER),
    "tokens": declare(ARMED),
    "abilities of the attacker": declare(WEDGE, HOWLRUNNER, attacker_abilities=ABILITIES),
    "abilities of the defender": declare(ARMED, defender_abilities=ABILITIES),
    "abilities of both": declare(ARMED, attacker_abilities=ABILITIES, defender_abilities=ABILITIES[::-1]),
    "no defence dice": declare(ARMED, replace(HOWLRUNNER, agility=0)),
}


@pytest.mark.parametrize("name", DECLARED)
@pytest.mark.parametrize("seed", range(12))
def test_what_can_be_added_comes_up_and_what_cannot_does_not(name, seed):
    declared = DECLARED[name]
    replies, _, _ = play_on(resolve, declared, Random(seed))
    for count in range(1, len(replies) + 1):
        offered = columns(declared, *replies[:count])
        for side in SIDES:
            for column in ("add_attack", "add_defence"):
                amended = added(declared, side, column)
                try:
                    found = comes_up(amended, replies[:count])
                except BadReply:
                    found = False
                assert found == (column in offered[side]), (side, column, replies[:count])


def test_dice_of_a_reroll_in_the_hand_do_not_keep_an_ability_from_coming():
    declared = declare(ARMED)
    before = (red("HFB"), *on_red("lock"), reroll("2b", "1 blank", "H")[0])
    assert columns(declared, *before)[SIDES[0]] == [*ON_ATTACK, *ON_DEFENCE]
    assert comes_up(added(declared, SIDES[0], "add_attack"), before)


def test_every_number_that_modifies_dice_can_be_added():
    assert [column.name for column in COLUMNS] == [
        "attack_dice",
        "defence_dice",
        *sorted(ON_ATTACK + ON_DEFENCE, key=[c.name for c in COLUMNS].index),
    ]


@pytest.mark.parametrize(
    ("agility", "outside", "offered"), [(0, False, False), (0, True, True), (1, False, True), (1, True, True)]
)
def test_no_evade_is_added_late_where_nobody_asked_whether_autoblasters_let_it_cancel_crits(agility, outside, offered):
    autoblasters = replace(AUTOBLASTERS, effect=Effect.AUTOBLASTERS)
    bare = replace(HOWLRUNNER, agility=agility)
    declared = declare(replace(WEDGE, weapons=(autoblasters,)), bare, weapon=autoblasters.key, arc=Arc.BULLSEYE)
    declared = replace(declared, declaration=replace(declared.declaration, outside_front=outside))
    found = columns(declared, red("CBBB"))
    assert ["add_defence" in names for names in found.values()] == [offered, offered]
    assert ["take back what was answered" in told for told in helps(declared, red("CBBB"))] == [not offered] * 2
