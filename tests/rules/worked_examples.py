"""What the promises of every game are tried with: all games, their procedures and their worked examples."""

import json

import pytest

from rules.asks import Declared
from rules.games import GAMES

GAME_LIST = list(GAMES.values())
EXAMPLES = [
    pytest.param(game, example, id=f"{game.slug}-{example.slug}") for game in GAME_LIST for example in game.examples
]
ALLOWED = [param for param in EXAMPLES if not param.values[1].refused]
PROCEDURES = [
    pytest.param(game, procedure, id=f"{game.slug}-{procedure.slug}")
    for game in GAME_LIST
    for procedure in game.procedures
]

SEEDS = range(8)


def through_json(value):
    return json.loads(json.dumps(value))


def resolver_of(game, example):
    return game.procedure(example.procedure).resolve, Declared(example.battle, example.declaration)
