"""`manage.py fuzz`: battles played at random, with corrections, undo and redo, held against their logs."""

import json
import sys
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from tqdm import tqdm

from companion.files.exporting import battle_file
from companion.luck import thrown_by
from companion.management.fuzzing import Fuzz, begun, is_unbuilt
from companion.management.own_database import own_database
from rules.games import GAMES


class Command(BaseCommand):
    """Plays battles at random and checks after every step what must always hold; keeps none of them."""

    help = (
        "Plays battles at random on a database of its own and checks them after every step. Prints steps a second; "
        "exits 1 at the first failure, with that battle in a file."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many battles, how long each, and from which number."""
        parser.add_argument("--battles", type=int, default=50, help="how many battles, over all games (50)")
        parser.add_argument("--steps", type=int, default=30, help="how many steps each takes (30)")
        parser.add_argument("--first", type=int, default=1, help="the number of the first one (1)")
        parser.add_argument("--replay", metavar="FILE", type=Path, help="only the battle of a failure that was kept")

    def handle(self, *, battles: int, steps: int, first: int, replay: Path | None = None, **options: Any) -> None:
        """Play, check, and print."""
        if replay:
            battles, steps, first = _kept(replay)
        with tempfile.TemporaryDirectory() as folder, own_database(Path(folder)):
            self.play(battles, steps, first)

    def play(self, battles: int, steps: int, first: int) -> None:
        """Play so many battles, and say how it went; ``SystemExit`` at the first failure."""
        began, done = time.perf_counter(), 0
        games = list(GAMES)
        bar = tqdm(range(battles), desc="Playing", unit="battle", file=sys.stderr, disable=not sys.stderr.isatty())
        for place in bar:
            number = first + place
            game = games[(number - 1) % len(games)]
            with transaction.atomic(), thrown_by(Random(number)):  # noqa: S311 (it is to be played again)
                fuzz = begun(game, number, unbuilt=is_unbuilt(number))
                try:
                    fuzz.play(steps)
                except Exception as problem:
                    self._keep(fuzz, number, steps, problem)
                    raise SystemExit(1) from problem
                finally:
                    transaction.set_rollback(True)
            done += steps
        rate = done / (time.perf_counter() - began)
        self.stdout.write(f"{battles} battles, {done} steps, {rate:.0f} steps a second: everything held.")

    def _keep(self, fuzz: Fuzz, number: int, steps: int, problem: Exception) -> None:
        """Say what does not hold, and write what plays it again, with the battle in which it does not to read."""
        file = Path(f"fuzz-{fuzz.game.slug}-{number}.json")
        battle = json.loads(battle_file(fuzz.battle))
        kept = {"number": number, "steps": steps, "problem": repr(problem), "battle": battle}
        file.write_text(json.dumps(kept, indent=1, ensure_ascii=False), encoding="utf-8")
        self.stderr.write(f"{fuzz.game.name}, number {number}: {problem!r}\n{file} has the battle.")
        self.stderr.write(f"To play it again: python3 manage.py fuzz --replay {file}")


def _kept(file: Path) -> tuple[int, int, int]:
    """How many battles a file of a failure plays again, one, of how many steps, and of which number."""
    try:
        kept = json.loads(file.read_bytes())
        return 1, int(kept["steps"]), int(kept["number"])
    except (OSError, ValueError, LookupError, TypeError) as problem:
        raise CommandError(f"{file} is no file of a failure that fuzz has kept.") from problem
