"""Whose turn it is in each state of a round."""

from dataclasses import replace

from rules.mobile_frame_zero import GAME
from rules.mobile_frame_zero.demo import DEMO
from rules.mobile_frame_zero.sheet import Range, Status
from tests.rules.going_on import gone_on, labels

DIRECT, HAND = Range.DIRECT.value, Range.HAND.value


def on(sheet, slug, **answers):
    return gone_on("mobile_frame_zero", sheet, slug, **answers)


def with_frame(sheet, key, **values):
    return replace(sheet, frames=tuple(replace(f, **values) if f.key == key else f for f in sheet.frames))


FRESH = on(DEMO.battle, "round")
"""The demo after the end of its round: nobody has acted."""


def test_the_company_with_the_highest_score_acts_first():
    turn = GAME.turn(FRESH)
    assert turn.sentence == ("Joshua's turn: Kader, Vane or Oke")
    assert turn.may_act == ("kader", "vane", "oke")
    assert (turn.side, turn.spent, turn.next) == ("joshua", (), "round")
    assert labels(turn) == [("Kader, Doajihé +4 to act", "coming")]


def test_a_frame_that_has_acted_goes_on_with_its_dice_or_the_next_one_acts():
    sheet = with_frame(FRESH, "kader", acted=True, range=Range.DIRECT, defence=2, attack=5, spotting=3)
    turn = GAME.turn(sheet)
    assert turn.sentence == ("Kader attacks, or Joshua's turn: Vane or Oke")
    assert turn.may_act == ("kader", "vane", "oke")
    assert "Captain Kader has not attacked." in turn.missing
    assert labels(turn)[0] == ("Kader", "now")
    attacked = on(sheet, "attack", actor="kader", target="doajihe", range=DIRECT, value=5)
    assert GAME.turn(attacked).sentence.startswith("Kader spots, or ")
    spotted = on(attacked, "spot", actor="kader", target="tishihe", value=3)
    turn = GAME.turn(spotted)
    assert "kader" in turn.spent
    assert ("Kader", "done") in labels(turn)


def test_a_frame_that_had_to_act_assigns_its_dice_before_anybody_goes_on():
    sheet = with_frame(FRESH, "doajihe", acted=True, range=Range.DIRECT, defence=2, rolled="W:4 W:2")
    turn = GAME.turn(sheet)
    assert turn.sentence == "Ghanat Doajihé assigns its dice"
    assert (turn.may_act, turn.side) == (("doajihe",), "sebastian")
    assert "Ghanat Doajihé has not assigned all dice." in turn.missing
    assert "doajihe" not in GAME.turn(on(sheet, "assignment", actor="doajihe")).sentence


def test_a_frame_whose_dice_nobody_told_may_attack_and_is_not_missed():
    turn = GAME.turn(DEMO.battle)
    assert turn.sentence == "Kader or Ekauechihé may attack, or Joshua's turn: Vane or Oke"
    assert turn.may_act == ("kader", "ekauechihe", "vane", "oke")
    assert turn.spent == ("doajihe",)
    assert turn.missing == "Lieutenant Vane, Sergeant Oke and Ghanat Tishihé have not acted."


def test_when_one_company_has_acted_the_other_is_next_and_then_the_round_ends():
    sheet = FRESH
    for key in ("kader", "vane", "oke"):
        sheet = with_frame(sheet, key, acted=True, attacked=True)
    turn = GAME.turn(sheet)
    assert turn.sentence == "Sebastian's turn: Doajihé, Ekauechihé or Tishihé"
    assert turn.side == "sebastian"
    for key in ("doajihe", "ekauechihe", "tishihe"):
        sheet = with_frame(sheet, key, acted=True, attacked=True)
    turn = GAME.turn(sheet)
    assert (turn.sentence, turn.may_act, turn.missing) == ("Everybody has acted: end the round", (), "")


def test_a_destroyed_frame_is_neither_next_nor_missed():
    turn = GAME.turn(with_frame(DEMO.battle, "tishihe", white=0, status=Status.DESTROYED))
    assert turn.missing == "Lieutenant Vane and Sergeant Oke have not acted."


def test_a_round_is_played_to_its_end():
    sheet, told = FRESH, []
    for _ in range(30):
        turn = GAME.turn(sheet)
        if not turn.may_act:
            break
        told.append(turn.side)
        frame = sheet.frame(turn.may_act[0])
        if not frame.acted:
            sheet = on(sheet, "activation", actor=frame.key, range=HAND)
        elif frame.spotting is None or frame.attack is not None:
            enemy = next(f for f in sheet.frames if f.company != frame.company and f.standing)
            sheet = on(sheet, "attack", actor=frame.key, target=enemy.key, range=HAND, value=frame.attack or 1)
        else:
            sheet = with_frame(sheet, frame.key, spotting=None)
    assert turn.sentence == "Everybody has acted: end the round"
    assert {"joshua", "sebastian"} <= set(told)
    assert on(sheet, "round").round == FRESH.round + 1
