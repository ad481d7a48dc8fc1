"""`manage.py resolve`: resolves an attack record, without a database."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from rules.game import Game
from rules.games import GAMES
from rules.records import BadRecord
from rules.replay import of_example, read, report, write

MISFIT = 2
"""The exit code for a record that does not fit."""

WAITING = 3
"""The exit code for a record whose replies run out."""


class Command(BaseCommand):
    """Prints what becomes of a record, or records to start from."""

    help = (
        "Resolves an attack record and prints its outcome, changes, pieces, scores and trace as JSON. "
        f"Exits {MISFIT} for a record that does not fit, and {WAITING} with the ask for one whose replies run out."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a file or the name of a game."""
        parser.add_argument("file", nargs="?", help="the record; - reads standard input")
        parser.add_argument(
            "--example",
            nargs="+",
            metavar=("GAME", "NAME"),
            help="print the records of a game's worked examples as a list, or the one of that name by itself",
        )

    def handle(self, *, file: str | None, example: list[str] | None, **options: Any) -> None:
        """Print the answer; exit with a sentence on standard error where there is none."""
        if (file is None) == (example is None):
            self.refuse("Give a file with a record, or - for standard input, or --example with the name of a game.")
        try:
            answer = examples(*example) if example else report(read(load(file or "-"), GAMES))
        except BadRecord as problem:
            self.refuse(str(problem))
        self.stdout.write(json.dumps(answer, indent=2, ensure_ascii=False))
        if isinstance(answer, dict) and "waiting" in answer:
            sys.exit(WAITING)

    def refuse(self, sentence: str) -> NoReturn:
        """Say what does not fit, in one line, and exit."""
        self.stderr.write(" ".join(sentence.split()))
        sys.exit(MISFIT)


def load(file: str) -> object:
    """The JSON in a file or on standard input; ``BadRecord`` where there is none."""
    name = "Standard input" if file == "-" else file
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise BadRecord(f"{name} cannot be read: {reason}.") from problem
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        raise BadRecord(f"{name} is not UTF-8 text.") from problem
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise BadRecord(f"{name} is not JSON: {problem.msg} ({place}).") from problem
    except ValueError as problem:
        raise BadRecord(f"{name} has a number that is too large.") from problem
    except RecursionError as problem:
        raise BadRecord(f"{name} is nested too deeply.") from problem


def examples(slug: str, name: str = "", *more: str) -> object:
    """The records of a game's worked examples, or the one with that name; ``BadRecord`` where there is none."""
    game = GAMES.get(slug)
    if game is None:
        raise BadRecord(f"No game is called “{slug}” (known: {', '.join(GAMES)}).")
    if more:
        raise BadRecord("Name one example at a time, or none for all.")
    if not name:
        return [write(of_example(game, example)) for example in game.examples]
    return one_example(game, name)


def one_example(game: Game[Any], name: str) -> object:
    """The record of one worked example; ``BadRecord`` if the game has none of that name."""
    for example in game.examples:
        if example.slug == name:
            return write(of_example(game, example))
    known = ", ".join(example.slug for example in game.examples)
    raise BadRecord(f"{game.name} has no example “{name}” (known: {known}).")
