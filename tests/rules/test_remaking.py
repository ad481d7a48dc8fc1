"""Frozen values made again with some fields otherwise."""

from dataclasses import dataclass, replace

import pytest

from rules.bounds import OutOfBounds
from rules.games import GAMES
from rules.remaking import remade


@dataclass(frozen=True)
class OneField:
    """A class of one field."""

    key: str


@dataclass(frozen=True, kw_only=True)
class ByName:
    """A class whose fields are given by name."""

    key: str
    score: int = 0


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_a_sheet_is_made_again_as_replace_makes_it(game):
    battle = game.demo.battle
    assert remade(battle, round=battle.round + 1) == replace(battle, round=battle.round + 1)
    for piece in battle.pieces:
        assert remade(piece, name="Another") == replace(piece, name="Another") != piece


@pytest.mark.parametrize("value", [OneField("a"), ByName(key="a", score=3)])
def test_classes_that_take_no_fields_by_place_are_made_too(value):
    assert remade(value, key="b") == replace(value, key="b")


def test_what_a_sheet_cannot_show_is_refused():
    battle = GAMES["x_wing"].demo.battle
    with pytest.raises(OutOfBounds):
        remade(battle, round=100)
