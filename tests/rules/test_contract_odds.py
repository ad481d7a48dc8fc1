"""The promises that every game makes about the odds of its worked examples."""

from contextlib import suppress
from functools import cache
from math import comb, inf
from random import Random

import pytest
from at_random import play_on, usual_reply
from worked_examples import ALLOWED, GAME_LIST, SEEDS, resolver_of

from rules.asks import Roll
from rules.odds import Counting, TooMuch

FEW_PATHS = 20_000
FEW_STEPS = 60_000
"""What odds may take, in steps, while replies are left to begin with: half a second."""


def fewer_paths_than(resolve, declared, replies, most):
    """Whether the dice of the usual play after some replies show few enough different rolls."""
    _, asks, _ = play_on(resolve, declared, Random(0), replies, usual_reply)
    paths = 1
    for ask in asks:
        if isinstance(ask, Roll):
            for pool in ask.pools:
                paths *= comb(pool.count + len(pool.die.symbols) - 1, pool.count)
    return paths <= most


@cache
def chances_of(game, example):
    """The odds of an example, where they take too long those after its first replies, and how many these are."""
    resolve, declared = resolver_of(game, example)
    for given in range(len(example.replies) + 1):
        replies = example.replies[:given]
        if fewer_paths_than(resolve, declared, replies, FEW_PATHS):
            count = Counting(FEW_STEPS if given < len(example.replies) else inf)
            with suppress(TooMuch):
                return count.odds_after(resolve, declared, replies) if given else count.odds(resolve, declared), given
    return None, 0


@pytest.mark.parametrize(("game", "example"), ALLOWED)
def test_odds_sum_to_1_and_know_every_outcome_of_usual_play(game, example):
    chances, given = chances_of(game, example)
    if chances is None:
        pytest.skip("too many paths for the odds of the whole procedure, and no replies to begin with")
    assert sum(chances.values()) == 1
    assert all(chance > 0 for chance in chances.values())
    for seed in SEEDS:
        resolve, declared = resolver_of(game, example)
        _, _, played = play_on(resolve, declared, Random(seed), example.replies[:given], usual_reply)
        assert chances[played.outcome] > 0


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_some_example_of_the_game_has_odds_with_dice_in_them(game):
    found = (chances_of(*param.values) for param in ALLOWED if param.values[0] is game)
    assert any(chances and not given and len(chances) > 1 for chances, given in found)
