"""`manage.py bench`: how long the rules take, side by side in one run."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand

from rules.games import GAMES

Case = Callable[[], object]


class Command(BaseCommand):
    """Runs every game's cases and prints the medians."""

    help = "Prints how long the cases in every game's bench.py take: cold (all caches empty) and warm."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Let the number of runs be chosen."""
        parser.add_argument("--runs", type=int, default=51, help="runs of each case (default: 51)")

    def handle(self, *, runs: int, **options: Any) -> None:
        """Print a line a case."""
        named = [(f"{slug}: {name}", case) for slug in GAMES for name, case in cases_of(slug).items()]
        width = max((len(name) for name, _ in named), default=0)
        self.stdout.write(f"{'median of ' + str(max(1, runs)) + ' runs':{width}}  {'cold ms':>9}  {'warm ms':>9}")
        for name, case in named:
            cold = 1000 * median(timed(case, runs, before=forget))
            warm = 1000 * median(timed(case, runs))
            self.stdout.write(f"{name:{width}}  {cold:9.3f}  {warm:9.3f}")


def cases_of(slug: str) -> dict[str, Case]:
    """What a game measures: ``CASES`` in the ``bench`` of its folder, if it has one."""
    name = f"rules.{slug}.bench"
    if find_spec(name) is None:
        return {}
    cases: dict[str, Case] = import_module(name).CASES
    return cases


def timed(case: Case, runs: int, before: Callable[[], None] = lambda: None) -> Iterator[float]:
    """The seconds that each run takes, with something done before each."""
    for _ in range(max(1, runs)):
        before()
        start = perf_counter()
        case()
        yield perf_counter() - start


def forget() -> None:
    """Empty every cache of the rules."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "rules":
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
