"""Declarations at random, from all that can be declared: for measuring, and for tests.

Every number of a sheet may be anything within its bounds, and every answer any of those on offer; a new game needs
nothing of its own. One that knows cards by their ids tells in its ``bench`` how pieces come by them, and one on whose
sheets there is what is no number how they come by that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from rules.asks import Ask, Choice, Declared
from rules.bounds import all_bounds, bounds_of
from rules.game import Game, Illegal, OfPiece, Procedure
from rules.play import Resolved, Waiting, play
from rules.questions import PIECES, AnyQuestion, Count, Question, Rows
from rules.records import BadRecord
from rules.table import Dice, Pick, Reply

MUCH = 10
"""What a number that may be larger is at most: more dice or tokens than a table has."""

TRIES = 400
MANY = 200
"""More replies than any procedure takes."""


def declaration(
    game: Game[Any], random: Random, *, anything: bool = False
) -> tuple[Procedure[Any, Any], Declared[Any, Any]]:
    """Something with odds that the rules allow, in a battle at random; ``LookupError`` where none is found.

    With ``anything`` the pieces have anything else that players can enter, too.
    """
    for _ in range(TRIES):
        battle = some_battle(game, random, anything=anything)
        counted = [procedure for procedure in game.of_pieces if procedure.outlook and aims(procedure, battle)]
        for procedure in random.sample(counted, len(counted)):
            try:
                declared = Declared(battle, procedure.declare(answers_at_random(procedure, battle, random)))
                play(procedure.resolve, declared, ())
            except (Illegal, BadRecord, ValueError):
                continue
            return procedure, declared
    raise LookupError(f"nothing with odds can be declared in {game.name}")


def some_battle(game: Game[Any], random: Random, *, anything: bool = False) -> Any:
    """The battle of an example or the demo with other numbers, as far as they fit together."""
    battles = [game.demo.battle, *(example.battle for example in game.examples if not example.refused)]
    battle = with_any_cards(game, random.choice(battles), random)
    if anything:
        battle = with_anything(game, battle, random)
    for name, parts in _parts(battle):
        for place, part in enumerate(parts):
            for _ in range(3):
                changed = (*parts[:place], _changed(part, random), *parts[place + 1 :])
                try:
                    battle = replace(battle, **{name: changed})
                except ValueError:
                    continue
                parts = changed
                break
    return battle


def with_any_cards(game: Game[Any], battle: Any, random: Random) -> Any:
    """The battle with cards at random on its pieces, where the game knows cards."""
    return _with_its(game, "with_any_cards", battle, random)


def with_anything(game: Game[Any], battle: Any, random: Random) -> Any:
    """The battle with what players can enter besides numbers, where the game tells that: any dice, any modifiers."""
    return _with_its(game, "with_anything", battle, random)


def _with_its(game: Game[Any], hook: str, battle: Any, random: Random) -> Any:
    """The battle as a hook in the game's ``bench`` has it, if there is one."""
    name = f"rules.{game.slug}.bench"
    own = getattr(import_module(name), hook, None) if find_spec(name) else None
    return own(battle, random.choice) if own else battle


def aims(procedure: OfPiece[Any, Any], battle: Any) -> list[tuple[str, str]]:
    """Who can declare it against whom; nobody as the target of what needs none."""
    found = []
    for actor in (key for key, reason in procedure.actors(battle).items() if not reason):
        targets = procedure.targets(battle, actor)
        found += [(actor, key) for key, reason in targets.items() if not reason] if targets else [(actor, "")]
    return found


def played(
    resolve: Callable[..., Any],
    declared: Any,
    random: Random,
    replies: tuple[Reply, ...] = (),
    answer: Callable[[Ask, Random], Reply] | None = None,
) -> Iterator[tuple[tuple[Reply, ...], Waiting | Resolved[Any]]]:
    """Every ask and the end, each after its replies, when all that comes after the first ones is answered at random."""
    for _ in range(MANY):
        now = play(resolve, declared, replies)
        yield replies, now
        if isinstance(now, Resolved):
            return
        replies = (*replies, (answer or reply)(now.ask, random))
    raise AssertionError(f"still asking after {MANY} replies: {replies[-1]}")


def reply(ask: Ask, random: Random) -> Reply:
    """Any answer to an ask."""
    if isinstance(ask, Choice):
        return Pick(ask.label, random.choice(ask.options))
    return Dice(ask.label, tuple(tuple(random.choices(pool.die.faces, k=pool.count)) for pool in ask.pools))


def _parts(battle: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The fields of a battle that hold sheets."""
    for field in fields(battle):
        value = getattr(battle, field.name)
        if isinstance(value, tuple) and value and is_dataclass(value[0]):
            yield field.name, value


def _changed(part: Any, random: Random) -> Any:
    """A sheet with other numbers, and the sheets in it too."""
    numbers = list(all_bounds(part.__class__))
    for name in random.sample(numbers, len(numbers)):
        if getattr(part, name) is not None and random.random() < 0.5:
            bounds = bounds_of(part, name)
            part = _with(part, name, random.randint(bounds.least, max(bounds.least, min(bounds.most, MUCH))))
    for field in fields(part):
        value = getattr(part, field.name)
        if isinstance(value, Enum) and random.random() < 0.2:
            part = _with(part, field.name, random.choice(list(type(value))))
        elif isinstance(value, bool) and random.random() < 0.2:
            part = _with(part, field.name, not value)
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            part = _with(part, field.name, tuple(_changed(inner, random) for inner in value))
    return part


def _with(part: Any, name: str, value: object) -> Any:
    """The sheet with another value, if that fits to its others."""
    try:
        return replace(part, **{name: value})
    except ValueError:
        return part


def answers_at_random(
    procedure: Procedure[Any, Any], battle: Any, random: Random, chosen: dict[str, Any] | None = None
) -> dict[str, Any]:
    """An answer at random to every question, those that an answer brings with it too."""
    if chosen is None and isinstance(procedure, OfPiece):
        actor, target = random.choice(aims(procedure, battle))
        chosen = {"actor": actor} | ({"target": target} if target else {})
    answers: dict[str, Any] = dict(chosen or {})
    # One after the other: what is offered may depend on what was answered before.
    for _ in range(MANY):
        asked = [question for question in procedure.questions(battle, answers) if question.name not in answers]
        if not asked:
            break
        answers[asked[0].name] = answer(asked[0], random)
    kept = {question.name for question in procedure.questions(battle, answers)} | {*PIECES}
    return {name: answer for name, answer in answers.items() if name in kept}


def answer(question: AnyQuestion, random: Random) -> Any:
    """Any answer to a question."""
    if isinstance(question, Question):
        return random.choice([option.value for option in question.options if not option.refused] or [question.usual])
    if isinstance(question, Count):
        return random.randint(question.least, min(question.most, MUCH))
    return list(_rows(question, random))


def _rows(rows: Rows, random: Random) -> Iterator[dict[str, int | str | bool]]:
    """Some of the rows on offer, and some typed ones with any of their numbers."""
    for row in rows.offered:
        if not row.refused and random.random() < 0.5:
            yield row.answer
    for number in range(random.randint(0, rows.typed) if rows.columns else 0):
        drawn = ((c.name, random.randint(c.least, c.most)) for c in rows.columns if random.random() < 0.3)
        numbers = {name: value for name, value in drawn if value}
        yield {"name": f"typed {number + 1}", **numbers, "typed": True}
