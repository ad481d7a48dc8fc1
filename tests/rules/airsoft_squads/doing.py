"""Declaring something in a battle of squads, and what becomes of it."""

import pytest

from rules.airsoft_squads import GAME
from rules.asks import Declared
from rules.changes import apply, keyed
from rules.game import Illegal
from rules.play import play


def played(stage, slug, declaration, *replies):
    return play(GAME.procedure(slug).resolve, Declared(stage, declaration), replies)


def after(stage, slug, declaration, *replies):
    return keyed(apply(stage, played(stage, slug, declaration, *replies).outcome.changes))


def refusal(stage, slug, declaration):
    with pytest.raises(Illegal) as told:
        played(stage, slug, declaration)
    return str(told.value)
