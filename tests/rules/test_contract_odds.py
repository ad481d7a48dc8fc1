"""The promises that every game makes about the odds of its worked examples."""

from math import comb
from random import Random

import pytest
from at_random import play_on, usual_reply
from worked_examples import ALLOWED, GAME_LIST, SEEDS, resolver_of

from rules.asks import Roll
from rules.odds import odds

FEW_PATHS = 20_000


def fewer_paths_than(resolve, declared, most):
    """Whether the dice of the usual play show few enough different rolls."""
    _, asks, _ = play_on(resolve, declared, Random(0), reply=usual_reply)
    paths = 1
    for ask in asks:
        if isinstance(ask, Roll):
            for pool in ask.pools:
                paths *= comb(pool.count + len(pool.die.symbols) - 1, pool.count)
    return paths <= most


@pytest.mark.parametrize(("game", "example"), ALLOWED)
def test_odds_sum_to_1_and_know_every_outcome_of_usual_play(game, example):
    resolve, declared = resolver_of(game, example)
    if not fewer_paths_than(resolve, declared, FEW_PATHS):
        pytest.skip("too many paths for the odds of the whole procedure")
    chances = odds(resolve, declared)
    assert sum(chances.values()) == 1
    assert all(chance > 0 for chance in chances.values())
    for seed in SEEDS:
        _, _, played = play_on(resolve, declared, Random(seed), reply=usual_reply)
        assert chances[played.outcome] > 0


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_some_example_of_the_game_has_odds_with_dice_in_them(game):
    found = [odds(*resolver_of(game, param.values[1])) for param in ALLOWED
             if param.values[0] is game and fewer_paths_than(*resolver_of(*param.values), FEW_PATHS)]  # fmt: skip
    assert max(map(len, found)) > 1
