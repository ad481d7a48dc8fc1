"""Turns, moves, supplies and corrections, and what a sheet cannot be."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.board import Square
from rules.changes import Change, apply, keyed
from rules.correction import Correction, make
from rules.ending import EndBattle
from rules.game import Illegal
from rules.play import Resolved, play
from rules.records import BadRecord
from rules.sheets import Status
from rules.starting import Start
from rules.troops_and_supplies import GAME, questions
from rules.troops_and_supplies.armies import army_problems
from rules.troops_and_supplies.hand import Move, Resupply
from rules.troops_and_supplies.samples import ARMIES, FIRST_DICE, GUARDS, RIFLES, battle
from rules.troops_and_supplies.sheet import LAST_ROUND, Army, Battle, Settings, Turns, Unit
from rules.troops_and_supplies.turn import EndTurn

FIGHT = battle(RIFLES, GUARDS)
TIRED = battle(replace(RIFLES, attacked=True, fired=True), replace(GUARDS, attacked=True, fired=True))


def done(stage, declared):
    procedure = next(p for p in GAME.procedures if p.declaration is type(declared))
    played = play(procedure.resolve, Declared(stage, declared), ())
    assert isinstance(played, Resolved)
    return apply(stage, played.outcome.changes), played.outcome.headline


def refusal(stage, declared):
    with pytest.raises(Illegal) as refused:
        done(stage, declared)
    return str(refused.value)


def corrected(stage, **values):
    after, _ = done(stage, Correction("rifle-squad", tuple(values.items())))
    return keyed(after)["rifle-squad"]


# Turns


def test_an_army_is_cleared_when_its_own_turn_begins():
    blues, headline = done(TIRED, EndTurn())
    assert headline == "It is the turn of Blue army."
    assert (blues.turn, blues.round) == ("blue", 1)
    assert not keyed(blues)["guard-squad"].fired
    assert keyed(blues)["rifle-squad"].fired
    reds, _ = done(blues, EndTurn())
    assert (reds.turn, reds.round) == ("red", 2)
    assert not keyed(reds)["rifle-squad"].attacked


def test_an_army_without_units_has_no_turn():
    green = Army("green", "Green army")
    stage = battle(RIFLES, GUARDS, armies=(ARMIES[0], green, ARMIES[1]))
    assert done(stage, EndTurn())[0].turn == "blue"
    alone = battle(RIFLES, replace(GUARDS, strength=0, status=Status.DESTROYED))
    assert done(alone, EndTurn())[0].turn == "red"


def test_together_everybody_is_cleared_at_once():
    after, headline = done(replace(TIRED, turn=None, settings=Settings(turns=Turns.TOGETHER)), EndTurn())
    assert headline == "Turn 1 ends."
    assert not any(unit.attacked or unit.fired for unit in after.units)
    assert after.round == 2


def test_the_rounds_are_counted_to_an_end():
    assert refusal(replace(FIGHT, turn="blue", round=LAST_ROUND), EndTurn()).startswith("A battle has at most")


def test_a_battle_starts_with_the_first_army_and_ends_by_hand():
    waiting = replace(FIGHT, started=False, turn=None)
    assert refusal(waiting, EndTurn()) == "The battle has not started."
    started, _ = done(waiting, Start())
    assert refusal(started, Start()) == "The battle has started."
    over, headline = done(started, EndBattle())
    assert headline == "The battle ends: Red army has 1 unit with strength 3; Blue army has 1 unit with strength 3."
    assert refusal(over, EndBattle()) == "The battle is over."


def test_together_a_battle_starts_with_nobodys_turn():
    stage = battle(RIFLES, GUARDS, started=False, turn=None, settings=Settings(turns=Turns.TOGETHER))
    after, headline = done(stage, Start())
    assert (after.turn, headline) == (None, "The battle starts.")
    assert GAME.status(after) == (("Round", "1"),)


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        (battle(RIFLES, started=False), "Blue army has no units."),
        (battle(replace(RIFLES, strength=0), GUARDS, started=False), "Rifle squad has no strength."),
        (battle(replace(RIFLES, column=None, row=None), GUARDS, started=False), "Rifle squad is not on the board."),
        (battle(RIFLES, armies=ARMIES[:1], started=False), "A battle needs at least two armies."),
    ],
)
def test_a_battle_that_cannot_start(stage, sentence):
    assert refusal(stage, Start()) == sentence
    assert sentence in [*army_problems(stage, "red"), "Blue army has no units.", "A battle needs at least two armies."]


def test_an_army_shows_what_it_has_left_and_no_points():
    assert GAME.score(FIGHT) == {}
    assert not GAME.has_points
    assert GAME.left(FIGHT, "red") == (("Units", "1"), ("Strength", "3"))
    assert done(battle(RIFLES), EndBattle())[1].endswith("Blue army has no units.")
    assert GAME.status(replace(FIGHT, over=True))[1] == ("Battle", "over")


# By hand


def test_a_unit_goes_where_its_player_puts_it():
    after, headline = done(battle(replace(RIFLES, column=None, row=None), GUARDS), Move("rifle-squad", 8, 8, 5))
    assert headline == "Rifle squad is put on H8 for 5 Supply Tokens."
    assert keyed(after)["rifle-squad"].square == Square(8, 8)
    assert keyed(after)["rifle-squad"].supplies == 0


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        (Move("rifle-squad", 1, 1), "Rifle squad is on A1 already."),
        (Move("rifle-squad", 9, 1), "The board has 8 columns and 8 rows."),
        (Move("rifle-squad", 1, 0), "The board has 8 columns and 8 rows."),
        (Move("rifle-squad", 2, 1, 6), "Rifle squad has 5 Supply Tokens to spend as fuel. You entered 6."),
        (Move("rifle-squad", 2, 1, -1), "Rifle squad has 5 Supply Tokens to spend as fuel. You entered -1."),
        (Move("nobody", 2, 1), "That unit is not in this battle."),
        (Resupply("rifle-squad", 5), "Rifle squad already has 5 Supply Tokens."),
        (Resupply("rifle-squad", 100), "A unit has 0 to 99 Supply Tokens. You entered 100."),
        (Resupply("rifle-squad", -1), "A unit has 0 to 99 Supply Tokens. You entered -1."),
    ],
)
def test_what_cannot_be_done_by_hand(declared, sentence):
    assert refusal(FIGHT, declared) == sentence


def test_a_destroyed_unit_neither_moves_nor_is_supplied():
    gone = battle(replace(RIFLES, strength=0, status=Status.DESTROYED), GUARDS)
    assert refusal(gone, Move("rifle-squad", 2, 2)) == "Rifle squad is destroyed."
    assert refusal(gone, Resupply("rifle-squad", 2)) == "Rifle squad is destroyed."


def test_supplies_are_typed_in():
    after, headline = done(FIGHT, Resupply("rifle-squad", 9))
    assert headline == "Rifle squad has 9 Supply Tokens now, and had 5."
    assert keyed(after)["rifle-squad"].supplies == 9


def test_a_unit_without_fuel_is_not_asked_for_it():
    names = [q.name for q in questions.move_questions(battle(replace(RIFLES, supplies=0)), {"actor": "rifle-squad"})]
    assert names == ["column", "row"]


# Corrections


def test_a_unit_corrected_to_nothing_is_destroyed_and_can_come_back():
    gone = done(FIGHT, Correction("rifle-squad", (("strength", 0), ("supplies", 5))))[0]
    rifles = keyed(gone)["rifle-squad"]
    assert (rifles.status, rifles.supplies, rifles.square) == (Status.DESTROYED, 0, None)
    assert rifles.destroyed_by == "a correction"
    back = corrected(gone, strength=2, supplies=1, column=2, row=2)
    assert (back.status, back.strength, back.destroyed_by, back.square) == (Status.ACTIVE, 2, "", Square(2, 2))


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"strength": 11}, "“Troop Strength” cannot be 11."),
        ({"strength": True}, "“Troop Strength” cannot be True."),
        ({"supplies": 100}, "“Supply Tokens” cannot be 100."),
        ({"supplies": None}, "“Supply Tokens” cannot be None."),
        ({"column": 9}, "“Column” cannot be 9."),
        ({"column": None}, "Rifle squad needs both a column and a row, or neither."),
        ({"battle_die": 8}, "Rifle squad has no “battle_die” to correct."),
        ({"strength": 3}, "Rifle squad shows that already."),
    ],
)
def test_a_correction_that_cannot_be(values, sentence):
    assert refusal(FIGHT, Correction("rifle-squad", tuple(values.items()))) == sentence


def test_a_correction_is_made_of_answers():
    made = make({"actor": "rifle-squad", "target": None, "strength": 4, "fired": True})
    assert made == Correction("rifle-squad", (("strength", 4), ("fired", True)))
    assert corrected(FIGHT, fired=True).fired
    with pytest.raises(BadRecord):
        make({})
    assert refusal(FIGHT, make({"actor": "rifle-squad", "strength": "4"})) == "“Troop Strength” cannot be 4."


# Sheets, board and words


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"battle_die": 7}, "a battle die has 4, 6, 8, 10, 12, 20 faces, not 7"),
        ({"strength": 11}, "Troop Strength must be 0 to 10, not 11"),
        ({"strength": -1}, "Troop Strength must be 0 to 10, not -1"),
        ({"supplies": -1}, "supplies must be 0 to 99, not -1"),
        ({"ammunition_cost": -1}, "ammunition cost must be 0 to 99, not -1"),
        ({"attack_range": 31}, "attack range must be 0 to 30, not 31"),
        ({"column": 0}, "column must be 1 to 16, not 0"),
        ({"row": None}, "a place on the board is a column and a row"),
    ],
)
def test_a_unit_that_cannot_be(wrong, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        replace(RIFLES, **wrong)


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda: battle(RIFLES, RIFLES), "the key 'rifle-squad' is used 2 times"),
        (lambda: battle(replace(RIFLES, army="green")), "no army has the key 'green'"),
        (lambda: battle(RIFLES, turn="green"), "no army has the key 'green'"),
        (lambda: battle(replace(RIFLES, column=9)), "the column of Rifle squad must be 1 to 8, not 9"),
        (lambda: battle(RIFLES, columns=17), "columns must be 1 to 16, not 17"),
        (lambda: Battle(ARMIES, (Unit("", "nameless", "red"),)), "a key must not be empty"),
    ],
)
def test_a_battle_that_cannot_be(build, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        build()


def test_the_board_marks_what_the_chosen_unit_reaches():
    board = GAME.board(FIGHT, "rifle-squad")
    assert board.squares == (("rifle-squad", Square(1, 1)), ("guard-squad", Square(1, 2)))
    assert board.marked == {Square(1, 2), Square(2, 1)}
    assert GAME.procedure(board.put).declaration is Move
    assert GAME.board(FIGHT, "").marked == frozenset()


def test_changes_are_told_in_the_players_words():
    changes = play(GAME.procedures[0].resolve, Declared(FIGHT, asked()), (FIRST_DICE, declined())).outcome.changes
    told = [GAME.tell(FIGHT, change) for change in changes]
    assert ("attack", "not used", "used") in {(line.what, line.before, line.after) for line in told}
    assert GAME.tell(FIGHT, Change("rifle-squad", "destroyed_by", "", "Guard squad")) is None
    line = GAME.tell(FIGHT, Change("rifle-squad", "status", "destroyed", "active"))
    assert (line.what, line.before, line.after) == ("on the board", "destroyed", "yes")
    line = GAME.tell(FIGHT, Change("rifle-squad", "row", None, 4))
    assert (line.what, line.before, line.after) == ("row", "off the board", "4")
    line = GAME.tell(FIGHT, Change("rifle-squad", "column", 1, None))
    assert (line.piece, line.what, line.before, line.after) == ("Rifle squad", "column", "A", "off the board")


def asked():
    return next(e for e in GAME.examples if e.slug == "attack-22").declaration


def declined():
    return next(e for e in GAME.examples if e.slug == "attack-22-declined").replies[1]
