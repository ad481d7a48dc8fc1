"""No line of a trace without where it comes from: a source that the game names, and rulings that it has decided."""

import importlib
import pkgutil
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import rules
from rules.asks import Choice, Roll
from rules.games import GAMES
from tests.rules.test_sources import names_one, short_names
from tests.rules.traces import plays

ROOT = Path(rules.__file__).parent
games = pytest.mark.parametrize("game", GAMES)


def questions(game):
    """What RULINGS.md has decided: the first cells of its tables, those with more to say as far as their colon."""
    told = (ROOT / game / "RULINGS.md").read_text(encoding="utf-8")
    return {row.partition(":")[0] for row in re.findall(r"^\| ([^|]+) \|", told, re.MULTILINE)}


def origins_of(play):
    return [(step, GAMES[play.game].origin(play.procedure, step.label, step.value)) for step in play.steps]


@games
def test_no_line_of_any_play_is_without_its_origin(game):
    found = {(play.procedure, step.label) for play in plays(game) for step, origin in origins_of(play) if not origin}
    assert found == set()


@games
def test_every_origin_names_sources_that_the_game_has(game):
    names = short_names(game)
    unknown = [
        (origin.label, where)
        for origin in GAMES[game].origins
        for where in origin.where.split(";")
        if not names_one(where.strip(), names)
    ]
    assert unknown == []


@games
def test_every_ruling_that_an_origin_names_is_decided(game):
    named = {question for origin in GAMES[game].origins for question in origin.decided}
    assert named - questions(game) == set()


@games
def test_every_origin_says_something_and_is_the_first_of_some_line(game):
    """One that another hides would never be shown."""
    assert all(origin.says.endswith(".") for origin in GAMES[game].origins)
    shown = {origin for play in plays(game) for _, origin in origins_of(play)}
    shown |= {
        GAMES[game].origin(procedure.slug, label) for procedure in GAMES[game].procedures for label in asked(game)
    }
    shown |= {GAMES[game].origin("", "score")} if GAMES[game].has_points else set()
    assert [origin.label for origin in GAMES[game].origins if origin not in shown] == []


@games
def test_what_goes_into_a_line_comes_before_it(game):
    """Each line that is named is one of the game's, and some of them have come before."""
    told = [origins_of(play) for play in plays(game)]
    labels = {step.label for lines in told for step, _ in lines} | asked(game)
    named = {label for origin in GAMES[game].origins for label in origin.of}
    assert {label for label in named if not any(fnmatchcase(known, label) for known in labels)} == set()
    passed = {origin for lines in told for _, origin in lines if origin.of}
    made = {
        origin
        for lines in told
        for place, (_, origin) in enumerate(lines)
        if any(origin.is_made_of(step.label) for step, _ in lines[:place])
    }
    assert {origin.label for origin in passed - made} == set()


def asked(game):
    """The labels of all that a game asks, as far as they are the same for everybody."""
    package = importlib.import_module(f"rules.{game}")
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(found.name)
    left, labels = [Roll, Choice], set()
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if kind.__module__.startswith(f"{package.__name__}.") and kind.LABEL:
            labels.add(kind.LABEL)
    return labels


@games
def test_whatever_is_asked_has_an_origin(game):
    procedures = [procedure.slug for procedure in GAMES[game].procedures]
    labels = asked(game)
    assert labels
    assert {label for label in labels if not any(GAMES[game].origin(slug, label) for slug in procedures)} == set()


@games
def test_the_score_has_an_origin_where_there_are_points(game):
    assert (GAMES[game].origin("", "score") is not None) is GAMES[game].has_points
