"""What an attack, a counterattack and a Call In may be, and what they leave behind."""

from dataclasses import replace

import pytest

from rules.asks import Choice, Declared, Roll
from rules.changes import apply, keyed
from rules.game import Illegal
from rules.play import Resolved, Waiting, play
from rules.sheets import Status
from rules.table import Moment
from rules.troops_and_supplies import GAME, questions
from rules.troops_and_supplies.attack import Attack, CallIn
from rules.troops_and_supplies.samples import (
    CALLED,
    FIRST_DICE,
    GUARDS,
    GUNS,
    LANCERS,
    RIFLES,
    SCOUTS,
    battle,
    counter,
    dice,
)
from rules.troops_and_supplies.sheet import Answering, Settings, Turns

FIGHT = battle(RIFLES, GUARDS)
ATTACK = Attack("rifle-squad", "guard-squad")
CALL = battle(SCOUTS, GUNS, LANCERS)


def played(stage, declared, *replies):
    procedure = next(p for p in GAME.procedures if p.declaration is type(declared))
    return play(procedure.resolve, Declared(stage, declared), replies)


def settled(stage, declared, *replies):
    done = played(stage, declared, *replies)
    assert isinstance(done, Resolved), done
    return apply(stage, done.outcome.changes), done


def refusal(stage, declared):
    with pytest.raises(Illegal) as refused:
        played(stage, declared)
    assert str(refused.value).endswith(".")
    return str(refused.value)


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        (replace(FIGHT, over=True), "The battle is over."),
        (replace(FIGHT, started=False), "The battle has not started."),
        (replace(FIGHT, turn="blue"), "It is the turn of Blue army."),
        (battle(replace(RIFLES, attacked=True), GUARDS), "Rifle squad has used its attack this turn."),
        (battle(replace(RIFLES, fired=True), GUARDS), "Rifle squad has fired this turn."),
        (battle(replace(RIFLES, column=None, row=None), GUARDS), "Rifle squad is not on the board."),
        (battle(replace(RIFLES, supplies=0), GUARDS), "Rifle squad has no Supply Tokens; an attack costs 2."),
        (battle(replace(RIFLES, strength=0, status=Status.DESTROYED), GUARDS), "Rifle squad is destroyed."),
        (battle(RIFLES, replace(GUARDS, army="red")), "Guard squad is on the same side."),
        (battle(RIFLES, replace(GUARDS, strength=0, status=Status.DESTROYED)), "Guard squad is destroyed."),
        (battle(RIFLES, replace(GUARDS, column=None, row=None)), "Guard squad is not on the board."),
        (battle(RIFLES, replace(GUARDS, row=1)), "Guard squad is on the same square."),
        (battle(RIFLES, replace(GUARDS, column=2)), "Guard squad is out of range of Rifle squad: 2 squares, reach 1."),
    ],
)
def test_an_attack_that_the_rules_do_not_allow(stage, sentence):
    assert refusal(stage, ATTACK) == sentence


def test_pieces_that_are_not_there():
    assert refusal(FIGHT, Attack("nobody", "guard-squad")) == "That unit is not in this battle."
    assert refusal(FIGHT, Attack("rifle-squad", "nobody")) == "That unit is not in this battle."
    assert refusal(FIGHT, Attack("rifle-squad", "rifle-squad")) == "Rifle squad is on the same side."


def test_an_attack_that_costs_nothing_needs_no_supplies():
    after, _ = settled(
        battle(replace(RIFLES, ammunition_cost=0, supplies=0), replace(GUARDS, supplies=0)), ATTACK, FIRST_DICE
    )
    assert keyed(after)["guard-squad"].strength == 2


def test_together_nobody_waits_for_a_turn():
    stage = battle(RIFLES, GUARDS, turn=None, settings=Settings(turns=Turns.TOGETHER))
    assert questions.attackers(stage) == {"rifle-squad": "", "guard-squad": ""}


def test_both_sides_roll_their_strength_of_their_own_dice():
    ask = played(battle(replace(RIFLES, battle_die=8), replace(GUARDS, strength=7)), ATTACK).ask
    assert isinstance(ask, Roll)
    assert [(pool.count, pool.die.faces[-1]) for pool in ask.pools] == [(3, 8), (7, 6)]


def test_a_single_supply_token_is_no_plural():
    poor = battle(replace(RIFLES, supplies=2), replace(GUARDS, supplies=1))
    ask = played(poor, ATTACK, FIRST_DICE).ask
    assert ask.option(Declared(poor, ATTACK), 2).leads_to == "spends 1 of 1 Supply Token"


def test_only_the_defenders_side_is_asked_for_a_counterattack():
    ask = played(FIGHT, ATTACK, FIRST_DICE).ask
    assert isinstance(ask, Choice)
    assert (ask.by, ask.options) == ("blue", (2, 0))
    counting, declining = GAME.procedures[0].options(Moment(Declared(FIGHT, ATTACK), (FIRST_DICE,), ask))
    assert (counting.label, counting.leads_to) == ("counterattack with 2 d6", "spends 1 of 4 Supply Tokens")
    assert (counting.main.verb, counting.main.whom, counting.expected) == ("hurts", "Rifle squad", "0.4 strength")
    assert (declining.label, declining.leads_to) == ("no counterattack", "spends nothing")
    assert (declining.main.verb, declining.main.whom, declining.main.chance) == ("hurts", "Rifle squad", 0)


@pytest.mark.parametrize("guards", [{"supplies": 0}, {"attack_range": 0}, {"ammunition_cost": 5}])
def test_who_cannot_answer_is_not_asked(guards):
    after, _ = settled(battle(RIFLES, replace(GUARDS, **guards)), ATTACK, FIRST_DICE)
    assert keyed(after)["rifle-squad"].strength == 3


def test_the_setting_lets_the_counterattack_roll_the_strength_before_the_losses():
    stage = battle(RIFLES, GUARDS, settings=Settings(Answering.FULL))
    replies = (FIRST_DICE, *counter(3, (6, 6, 6), (1, 1, 1)))
    after, _ = settled(stage, ATTACK, *replies)
    assert keyed(after)["rifle-squad"].status is Status.DESTROYED
    assert keyed(after)["guard-squad"].strength == 2


def test_a_destroyed_attacker_loses_the_supplies_that_it_had_left():
    after, done = settled(FIGHT, ATTACK, dice((1, 1, 1), (1, 1, 1)), *counter(3, (6, 6, 6), (1, 1, 1)))
    rifles = keyed(after)["rifle-squad"]
    assert (rifles.supplies, rifles.square, rifles.destroyed_by) == (0, None, "Guard squad")
    assert ("counterattack", "3", "chosen") in {(s.label, s.value, s.source) for s in done.trace}


def test_the_trace_tells_which_die_removed_which():
    _, done = settled(battle(RIFLES, replace(GUARDS, supplies=0)), ATTACK, FIRST_DICE)
    assert [(step.label, step.value) for step in done.trace] == [
        ("supplies spent", "2"),
        ("battle dice", "attack d6: 6 5 2; defence d6: 5 3 1"),
        ("defence 3", "removes attack 2"),
        ("defence 5", "removes attack 5"),
        ("gets through", "attack 6"),
        ("losses", "1"),
    ]


def test_a_called_in_attack_is_the_guns_attack_and_nobody_answers():
    after, done = settled(CALL, CALLED, dice((1,) * 6, (8,) * 5))
    assert not any(step.label == "counterattack" for step in done.trace)
    assert questions.attackers(after)["gun-battery"] == "Gun battery has fired this turn."
    assert questions.spotters(after)["scout-section"] == "Scout section has used its attack this turn."


@pytest.mark.parametrize(
    ("stage", "declared", "sentence"),
    [
        (CALL, replace(CALLED, fires=None), "Choose the unit that fires."),
        (CALL, replace(CALLED, fires="scout-section"), "Scout section cannot call itself in."),
        (CALL, replace(CALLED, fires="lancer-troop"), "Lancer troop is not on the same side."),
        (CALL, replace(CALLED, target="gun-battery"), "Gun battery is on the same side."),
        (
            battle(SCOUTS, LANCERS),
            CALLED,
            "Scout section has no other unit with indirect fire on its side.",
        ),
        (
            battle(replace(SCOUTS, indirect_fire=True), replace(GUNS, indirect_fire=False), LANCERS),
            CALLED,
            "Scout section has no other unit with indirect fire on its side.",
        ),
        (
            battle(SCOUTS, GUNS, replace(GUNS, key="wagon", name="Wagon", indirect_fire=False), LANCERS),
            replace(CALLED, fires="wagon"),
            "Wagon has no indirect fire.",
        ),
        (battle(SCOUTS, replace(GUNS, column=None, row=None), LANCERS), CALLED, "Gun battery is not on the board."),
        (battle(replace(SCOUTS, attacked=True), GUNS, LANCERS), CALLED, "Scout section has used its attack this turn."),
        (battle(SCOUTS, GUNS, LANCERS, turn="blue"), CALLED, "It is the turn of Blue army."),
    ],
)
def test_a_call_in_that_the_rules_do_not_allow(stage, declared, sentence):
    assert refusal(stage, declared) == sentence


def test_the_panel_says_which_unit_can_fire_and_why_another_cannot():
    stage = battle(SCOUTS, GUNS, replace(GUNS, key="mortars", name="Mortars", supplies=1), LANCERS)
    (question,) = questions.call_in_questions(stage, {"actor": "scout-section", "target": "lancer-troop"})
    assert [(option.value, option.refused) for option in question.options] == [
        ("gun-battery", ""),
        ("mortars", "Mortars has 1 Supply Token; an attack costs 3."),
    ]
    assert question.usual == "gun-battery"


def test_a_unit_that_has_called_in_but_not_fired_can_be_called_in():
    spotting_guns = replace(SCOUTS, key="forward", name="Forward guns", indirect_fire=True, supplies=1, attacked=True)
    stage = battle(SCOUTS, spotting_guns, LANCERS)
    after, _ = settled(stage, CallIn("scout-section", "lancer-troop", "forward"), dice((6,) * 4, (1,) * 5))
    assert keyed(after)["lancer-troop"].strength == 1


def test_the_outlook_tells_both_strengths_when_the_attack_can_be_answered():
    outlook = GAME.procedures[0].outlook(Declared(FIGHT, ATTACK))
    assert outlook.sentence == (
        "3 d6 against 3 d6. Rifle squad spends 2 of 5 Supply Tokens. Guard squad can counterattack if it survives."
    )
    assert (outlook.main.verb, outlook.main.whom, outlook.expected) == ("hurts", "Guard squad", "0.9 strength")
    assert [(loss.piece, loss.what) for loss in outlook.losses] == [
        ("guard-squad", "strength"),
        ("rifle-squad", "strength"),
    ]
    assert [step.destroys for step in outlook.losses[0].steps] == [False, False, True]
    assert outlook.table[-1].label == "target destroyed, attacker 3 left"
    assert sum(row.chance for row in outlook.table) == 1


def test_the_last_point_of_strength_is_destroyed_and_needs_no_bar():
    outlook = GAME.procedures[0].outlook(Declared(battle(RIFLES, replace(GUARDS, strength=1, supplies=0)), ATTACK))
    assert outlook.main.verb == "destroys"
    assert [loss.steps for loss in outlook.losses] == [()]


def test_what_loses_nothing_or_all_of_its_strength_is_said_to_be_destroyed():
    guns = replace(RIFLES, name="Gun battery", strength=6, battle_die=10)
    outlook = GAME.procedures[0].outlook(Declared(battle(guns, replace(GUARDS, supplies=0)), ATTACK))
    assert (outlook.main.verb, outlook.main.chance) == ("destroys", 1)


def test_the_outlook_tells_why_there_is_no_counterattack():
    outlook = GAME.procedures[0].outlook(Declared(battle(RIFLES, replace(GUARDS, supplies=0)), ATTACK))
    assert outlook.sentence.endswith("No counterattack: Guard squad has no Supply Tokens; an attack costs 1.")
    assert [row.label for row in outlook.table] == ["3 left", "2 left", "1 left", "destroyed"]


def test_the_outlook_of_a_call_in_is_of_the_guns():
    outlook = GAME.procedures[1].outlook(Declared(CALL, CALLED))
    assert outlook.sentence.startswith("6 d10 against 5 d8. Gun battery spends 3 of 4 Supply Tokens.")


@pytest.mark.parametrize("example", [e for e in GAME.examples if e.refused], ids=lambda e: e.slug)
def test_what_is_refused_is_not_on_offer_either(example):
    procedure = GAME.procedure(example.procedure)
    actor = procedure.actors(example.battle)[example.declaration.actor]
    target = procedure.targets(example.battle, example.declaration.actor)[example.declaration.target]
    assert actor or target


def test_an_attack_waits_for_its_dice():
    assert isinstance(played(FIGHT, ATTACK), Waiting)
