"""Attacks that tests play to their end, or see refused."""

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.game import Illegal
from rules.gods_gloom.attack import resolve
from rules.gods_gloom.questions import attack_questions
from rules.play import Resolved, Waiting, play


def played(fight, declared, replies):
    end = play(resolve, Declared(fight, declared), replies)
    assert isinstance(end, Resolved), end
    return end


def after(fight, declared, replies):
    return apply(fight, played(fight, declared, replies).outcome.changes)


def asks(fight, declared, replies=()):
    waiting = play(resolve, Declared(fight, declared), replies)
    assert isinstance(waiting, Waiting)
    return waiting.ask


def refused(fight, declared):
    with pytest.raises(Illegal) as refusal:
        play(resolve, Declared(fight, declared), ())
    return str(refusal.value)


def counts(ask):
    return tuple(pool.count for pool in ask.pools)


def rows_of(fight, **answers):
    asked = attack_questions(fight, {"actor": "reavers", "target": "wardens", **answers})
    return {question.name: question for question in asked}
