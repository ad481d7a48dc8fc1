"""No text that players type is ever taken for a name of the rules, whatever it says."""

import importlib
import pkgutil
from dataclasses import fields, is_dataclass, replace
from enum import EnumMeta
from random import Random

import pytest

from rules.asks import Choice, Declared
from rules.game import Illegal
from rules.games import GAMES
from rules.gods_gloom.declaration import Attack as GloomAttack
from rules.gods_gloom.modifiers import LONGEST_NAME
from rules.gods_gloom.modifiers import Modifier as GloomModifier
from rules.gods_gloom.sheet import Kind
from rules.play import Resolved, play
from rules.table import Dice, Pick
from rules.x_wing import samples as ships
from rules.x_wing.abilities import COLUMNS, Ability
from rules.x_wing.attack import resolve as x_wing_attack

NEUTRAL = "Zzyzx"


def texts_of(value):
    """Every text in a constant."""
    if isinstance(value, str):
        yield str(value)
    elif isinstance(value, EnumMeta):
        yield from (str(member.value) for member in value)
    elif isinstance(value, dict):
        for pair in value.items():
            yield from texts_of(pair)
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from texts_of(item)
    elif is_dataclass(value) and not isinstance(value, type):
        yield from texts_of(tuple(getattr(value, field.name) for field in fields(value)))


def names_of(game):
    """Every text that the rules of a game name somewhere, as far as players can type it, and the reasons of dice."""
    package = importlib.import_module(f"rules.{game.slug}")
    found: set[str] = set()
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if "example" in info.name or "samples" in info.name:
            continue
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            if not name.startswith("__"):
                found.update(texts_of(value))
    return sorted(name for name in found if 0 < len(name) <= LONGEST_NAME and name.strip() == name)


def borne_in(value):
    """The names that the pieces and their parts bear: what is called like another may be one option with it."""
    if isinstance(value, tuple):
        for item in value:
            yield from borne_in(item)
    elif is_dataclass(value) and not isinstance(value, type):
        yield getattr(value, "name", "")
        yield from borne_in(tuple(getattr(value, field.name) for field in fields(value)))


def renamed(value, name, place, seen=None):
    """The same with one thing of each kind that has a name called so: the first or the last of the kind."""
    if isinstance(value, tuple):
        order = value if place == "first" else value[::-1]
        seen = set() if seen is None else seen
        found = tuple(renamed(item, name, place, seen) for item in order)
        return found if place == "first" else found[::-1]
    if not is_dataclass(value) or isinstance(value, type):
        return value
    seen = set() if seen is None else seen
    more = {}
    if "name" in {field.name for field in fields(value)} and type(value) not in seen:
        seen.add(type(value))
        more["name"] = name
    for field in fields(value):
        inner = getattr(value, field.name)
        if isinstance(inner, tuple) or (is_dataclass(inner) and not isinstance(inner, type)):
            more[field.name] = renamed(inner, name, place, seen)
    return replace(value, **more)


def played(resolve, declared, seed):
    """The end of it with random replies, each by its place among what could be replied, and what it changes."""
    random = Random(seed)
    replies = ()
    for _ in range(200):
        now = play(resolve, declared, replies)
        if isinstance(now, Resolved):
            return [(c.piece, c.track, c.before, c.after) for c in now.outcome.changes if c.track != "destroyed_by"]
        ask = now.ask
        if isinstance(ask, Choice):
            reply = Pick(ask.label, ask.options[random.randrange(len(ask.options))])
        else:
            reply = Dice(
                ask.label,
                tuple(
                    tuple(pool.die.faces[random.randrange(len(pool.die.faces))] for _ in range(pool.count))
                    for pool in ask.pools
                ),
            )
        replies = (*replies, reply)
    raise AssertionError("still asking")


def end(resolve, declared, seed):
    try:
        return played(resolve, declared, seed)
    except Illegal:
        return "refused"


GAME_LIST = [pytest.param(game, id=game.slug) for game in GAMES.values()]


@pytest.mark.parametrize("game", GAME_LIST)
@pytest.mark.parametrize("place", ["first", "last"])
def test_pieces_play_alike_whatever_they_are_called(game, place):
    random = Random(8)
    names = names_of(game)
    assert len(names) > 30
    for example in game.examples:
        resolve = game.procedure(example.procedure).resolve
        plain = end(resolve, Declared(renamed(example.battle, NEUTRAL, place), example.declaration), 1)
        borne = set(borne_in(example.battle))
        for name in random.sample([name for name in names if name not in borne], 5):
            called = renamed(example.battle, name, place)
            assert end(resolve, Declared(called, example.declaration), 1) == plain, (example.slug, name)


REASONS = ("strain", "deplete", "tractored", "cloak", "range 1", "agility", "lock", "focus", "done", "gas cloud")
"""What dice and the means to modify them are called."""

TOKENS = {"focus": 1, "calculate": 1, "force": 1, "most_force": 1}
DUEL = ships.battle(
    replace(ships.WEDGE, lock="howlrunner", **TOKENS),
    replace(ships.HOWLRUNNER, hull=9, evade=1, agility=3, **TOKENS),
    decks=True,
)


@pytest.mark.parametrize("side", ["attacker_abilities", "defender_abilities"])
@pytest.mark.parametrize("tokens", [{}, {"strain": 1, "deplete": 1}], ids=["plain", "strained"])
def test_an_ability_in_x_wing_plays_alike_whatever_it_is_called(tokens, side):
    duel = replace(DUEL, ships=tuple(replace(ship, **tokens) for ship in DUEL.ships))
    numbers = {column.name: -1 if column.least < 0 else 1 for column in COLUMNS}

    def ends(name):
        declared = ships.attack(**{side: (Ability(name, **numbers),)})
        return played(x_wing_attack, Declared(duel, declared), 5)

    plain = ends(NEUTRAL)
    for name in (*REASONS, *Random(8).sample(names_of(GAMES["x_wing"]), 30)):
        assert ends(name) == plain, name


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("side", ["modifiers", "target_modifiers"])
def test_a_typed_modifier_in_gods_gloom_plays_alike_whatever_it_is_called(side, kind):
    game = GAMES["gods_gloom"]
    resolve = game.procedure("attack").resolve
    numbers = {"red": 2, "blue": -1, "hits": 1, "rerolls": 1}
    fights = [e for e in game.examples if isinstance(e.declaration, GloomAttack) and not e.refused]
    assert fights
    for place, name in enumerate(names_of(game)):
        example = fights[place % len(fights)]
        ends = []
        for called in (NEUTRAL, name):
            typed = GloomModifier(called, typed=True, **numbers)
            declared = replace(example.declaration, kind=kind, **{side: (typed,)})
            ends.append(end(resolve, Declared(example.battle, declared), place))
        assert ends[0] == ends[1], (name, example.slug)


def test_every_game_is_asked_for_its_names():
    assert {param.values[0].slug for param in GAME_LIST} == set(GAMES)
    assert {"lock", "focus", "done", "other dice"} <= set(names_of(GAMES["x_wing"]))
    assert {"Charge", "Overload", "Karmic Retribution"} <= set(names_of(GAMES["gods_gloom"]))
