"""What the odds were before the dice that fell last, beside what they are now."""

from fractions import Fraction
from random import Random

import pytest

from companion.at_random import declaration
from rules.asks import Losses, Outlook, Roll, Step
from rules.games import GAMES
from rules.outlooks import beside
from rules.play import Waiting, answered
from rules.replay import Record
from rules.table import Dice
from tests.rules.at_random import play_on


def outlook(*steps, piece="target", what="damage"):
    return Outlook("", losses=(Losses(piece, "Target", what, tuple(steps)),))


HALF, THIRD, TENTH, NONE = Fraction(1, 2), Fraction(1, 3), Fraction(1, 10), Fraction(0)


def test_each_bar_tells_what_it_was():
    now = outlook(Step(1, HALF), Step(2, THIRD, destroys=True))
    before = outlook(Step(1, TENTH), Step(2, TENTH, destroys=True))
    (lost,) = beside(now, before).losses
    assert lost.steps == (Step(1, HALF, before=TENTH), Step(2, THIRD, destroys=True, before=TENTH))


def test_what_cannot_be_any_more_and_what_could_not_be_before_are_bars_too():
    now, before = outlook(Step(1, HALF)), outlook(Step(1, HALF), Step(2, TENTH, destroys=True))
    assert beside(now, before).losses[0].steps[1] == Step(2, NONE, destroys=True, before=TENTH)
    assert beside(before, now).losses[0].steps[1] == Step(2, TENTH, destroys=True, before=NONE)


def test_a_bar_that_has_a_word_stands_last():
    word = Step("by a card", TENTH, destroys=True)
    now, before = outlook(Step(1, HALF), word), outlook(Step(1, HALF), Step(10, TENTH), word)
    assert [step.label for step in beside(now, before).losses[0].steps] == ["1+", "10+", "by a card"]


@pytest.mark.parametrize("other", [{"piece": "another"}, {"what": "strength"}])
def test_nothing_is_told_of_another_piece_or_another_loss(other):
    now = outlook(Step(1, HALF))
    assert beside(now, outlook(Step(1, TENTH), **other)) == now
    assert not beside(now, outlook(Step(1, TENTH), **other)).is_compared
    assert beside(now, outlook(Step(1, TENTH))).is_compared


def test_what_has_no_bars_gets_none():
    now = outlook()
    assert beside(now, outlook(Step(1, TENTH))) == now


@pytest.mark.parametrize("game", GAMES)
def test_before_the_dice_is_where_the_last_roll_was_asked_for(game):
    seen = 0
    for seed in range(25):
        random = Random(seed)
        procedure, declared = declaration(GAMES[game], random)
        replies, _, _ = play_on(procedure.resolve, declared, random)
        for length in range(len(replies) + 1):
            record = Record(GAMES[game], procedure, declared.battle, declared.declaration, replies[:length])
            before = record.before_the_dice()
            fallen = [place for place, reply in enumerate(record.replies) if isinstance(reply, Dice)]
            if not fallen:
                assert before is None
                continue
            seen += 1
            assert before.replies == record.replies[: fallen[-1]]
            asked = answered(procedure.resolve, declared, record.replies)[fallen[-1]]
            assert isinstance(before.ask, Roll)
            assert before.ask == asked
            waiting = Record(GAMES[game], procedure, declared.battle, declared.declaration, before.replies).play()
            assert isinstance(waiting, Waiting)
            assert waiting.ask == before.ask
    assert seen > 10
