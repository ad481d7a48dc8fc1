"""`manage.py bench`: how long the rules take, side by side in one run."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from math import inf
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand

from companion.at_random import declaration, played
from companion.crowds import MANY, crowded
from companion.management.bench_history import figures
from companion.management.bench_pages import aimed_at_most, pages, told
from companion.management.bench_queries import FEW, VERY_MANY, queries_of_pages
from companion.management.bench_standings import standings
from companion.management.own_database import own_database
from companion.queries.prospects import prospects
from companion.server import keep_what_is_loaded
from rules.asks import Choice
from rules.game import Game, Procedure
from rules.games import GAMES
from rules.play import Resolved
from rules.replay import Record, write
from rules.table import Moment

Case = Callable[[], object]

PAGES_FOR_A_RUN = 4
"""One page in twenty says little of fewer pages."""

LONG = 0.02
"""The seconds from which a run is measured again."""

RUNS_OF_WHAT_TAKES_LONG = 3

BEFORE, AT_ASKS = "before the dice", "the options of an ask"


@dataclass(frozen=True, order=True)
class Measured:
    """How many seconds of the processor the odds of a page took, and the declaration that they are of."""

    seconds: float
    number: int


class Command(BaseCommand):
    """Runs every game's cases and prints the medians."""

    help = (
        "Prints how long the cases in every game's bench.py take: cold (nothing counted yet) and warm. With --worst it "
        "declares at random instead, and prints how long the odds before the dice and those of the options take, cold, "
        "by the least of three runs where one takes long."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Let the numbers be chosen."""
        parser.add_argument("--runs", type=int, default=51, help="runs of each case (default: 51)")
        parser.add_argument("--worst", action="store_true", help="declare at random, and look for what takes longest")
        parser.add_argument(
            "--pages",
            dest="whole_pages",
            action="store_true",
            help="whole pages with the odds on all cards: median and p95",
        )
        parser.add_argument(
            "--history",
            action="store_true",
            help="folding, correcting and auditing long battles, and the queries of their pages",
        )
        parser.add_argument(
            "--standings",
            dest="long_season",
            action="store_true",
            help="the page and standings of a campaign of 10,000 battles",
        )
        parser.add_argument("--count", type=int, default=2000, help="declarations of each game (default: 2000)")
        parser.add_argument("--game", choices=GAMES, help="only this game")

    def handle(
        self,
        *,
        runs: int,
        worst: bool,
        count: int,
        game: str | None,
        history: bool,
        whole_pages: bool,
        long_season: bool,
        **options: Any,
    ) -> None:
        """Print a line a case, or two a game."""
        keep_what_is_loaded()
        slugs = [game] if game else list(GAMES)
        if history or whole_pages or long_season:
            with TemporaryDirectory() as folder, own_database(Path(folder)):
                if history:
                    self._history(slugs, runs)
                elif whole_pages:
                    self._pages(slugs, runs)
                else:
                    self._standings(runs)
            return
        if worst:
            self._worst(slugs, count)
        else:
            self._cases(slugs, runs)

    def _cases(self, slugs: list[str], runs: int) -> None:
        named = [(f"{slug}: {name}", case) for slug in slugs for name, case in cases_of(slug).items()]
        width = max((len(name) for name, _ in named), default=0)
        self.stdout.write(f"{'median of ' + str(max(1, runs)) + ' runs':{width}}  {'cold ms':>9}  {'warm ms':>9}")
        for name, case in named:
            cold = 1000 * median(timed(case, runs, before=forget))
            warm = 1000 * median(timed(case, runs))
            self.stdout.write(f"{name:{width}}  {cold:9.3f}  {warm:9.3f}")
        if len(slugs) == len(GAMES) and find_spec("icepool"):
            self._beside_icepool(runs)

    def _beside_icepool(self, runs: int) -> None:
        # It is there where the tests are: icepool is installed for development only.
        besides = import_module("tests.beside_icepool").BESIDE
        width = max(len(beside.name) for beside in besides)
        head = "the same odds, cold"
        self.stdout.write(f"\n{head:{width}}  {'here ms':>9}  {'icepool':>9}")
        for beside in besides:
            times = [1000 * median(timed(case, runs, before=forget)) for case in (beside.ours, beside.theirs)]
            told = "  ".join(f"{time:9.3f}" for time in times)
            self.stdout.write(f"{beside.name:{width}}  {told}")

    def _history(self, slugs: list[str], runs: int) -> None:
        self.stdout.write(f"{'median of ' + str(max(1, runs // 10)) + ' runs':76}  {'ms':>9}  {'budget ms':>9}")
        for name, milliseconds, budget in figures(games_of(slugs), runs):
            self.stdout.write(f"{name:76}  {milliseconds:9.3f}  {budget:9.3f}")
        self.stdout.write(f"\n{'queries of a page, by the events in the log':76}  {FEW:9,}  {VERY_MANY:9,}")
        for name, few, many in queries_of_pages(games_of(slugs)):
            self.stdout.write(f"{name:76}  {few:9}  {many:9}")

    def _standings(self, runs: int) -> None:
        for name, milliseconds, queries in standings(runs):
            self.stdout.write(f"{name:76}  {milliseconds:9.3f} ms  {queries} queries")

    def _pages(self, slugs: list[str], runs: int) -> None:
        each = runs * PAGES_FOR_A_RUN
        width = max(len(f"{slug}: {MANY} against {MANY}, all cards' odds") for slug in slugs)
        told = "  ".join(f"{words:>9}" for words in ("cold ms", "cold p95", "warm ms", "warm p95"))
        self.stdout.write(f"{'median and p95 of ' + str(each) + ' pages':{width}}  {told}")
        for name, cold, warm in pages(games_of(slugs), each, forget):
            times = "  ".join(f"{time:9.1f}" for time in (cold.median, cold.p95, warm.median, warm.p95))
            self.stdout.write(f"{name:{width}}  {times}")

    def _worst(self, slugs: list[str], count: int) -> None:
        width = max(len(f"{slug}: {AT_ASKS}") for slug in slugs)
        head = f"{count} declarations at random, cold"
        self.stdout.write(f"{head:{width}}  {'p50 ms':>9}  {'p99 ms':>9}  {'slowest':>9}")
        slowest = []
        for slug in slugs:
            for name, times in measured(GAMES[slug], count).items():
                found = sorted(times)
                if not found:
                    continue
                half, nearly, last = (found[int(part * (len(found) - 1))] for part in (0.5, 0.99, 1))
                told = "  ".join(f"{1000 * each.seconds:9.3f}" for each in (half, nearly, last))
                self.stdout.write(f"{slug + ': ' + name:{width}}  {told}")
                slowest.append((f"{slug}: {name}", slug, last.number))
        for name, slug, number in slowest:
            record = json.dumps(record_of(GAMES[slug], number))
            self.stdout.write(f"\nThe slowest of {name}, number {number}:\n{record}")


def games_of(slugs: list[str]) -> list[Game[Any]]:
    """The games that are called so."""
    return [GAMES[slug] for slug in slugs]


def measured(game: Game[Any], count: int) -> dict[str, list[Measured]]:
    """What the odds of so many declarations took before the dice, and at every ask when they are played at random."""
    before, at_asks = [], []
    for number in range(count):
        random = at(number)
        procedure, declared = declaration(game, random, anything=True)
        if procedure.outlook:
            before.append(Measured(cold(procedure.outlook, declared), number))
        for replies, now in played(procedure.resolve, declared, random):
            if isinstance(now, Resolved):
                break
            moment = Moment(declared, replies, now.ask)
            at_asks.append(Measured(cold(_told_at, procedure, moment), number))
    return {BEFORE: before, AT_ASKS: at_asks}


def _told_at(procedure: Procedure[Any, Any], moment: Moment[Any, Any]) -> None:
    """Count all odds that a page tells at an ask."""
    procedure.odds_at(moment, None)
    if isinstance(moment.ask, Choice):
        procedure.options(moment)


def record_of(game: Game[Any], number: int) -> dict[str, Any]:
    """The declaration that a number leads to, for `manage.py resolve`."""
    procedure, declared = declaration(game, at(number), anything=True)
    return write(Record(game, procedure, declared.battle, declared.declaration, (), f"bench --worst, number {number}"))


def at(number: int) -> Random:
    """Chance that can be had again: nobody plays with it."""
    return Random(number)  # noqa: S311


def cold(work: Callable[..., object], *given: object) -> float:
    """The seconds that some work takes while nothing is counted yet: of what takes long, the least of three runs.

    What interrupts a run makes it longer, and never shorter.
    """
    seconds = inf
    for _ in range(RUNS_OF_WHAT_TAKES_LONG):
        forget()
        seconds = min(seconds, processor(work, *given))
        if seconds < LONG:
            break
    return seconds


def processor(work: Callable[..., object], *given: object) -> float:
    """The seconds of this processor that some work takes."""
    start = process_time()
    work(*given)
    return process_time() - start


def cases_of(slug: str) -> dict[str, Case]:
    """What a game measures: all cards of a large battle, and the ``CASES`` in the ``bench`` of its folder."""
    name = f"rules.{slug}.bench"
    cases: dict[str, Case] = import_module(name).CASES if find_spec(name) else {}
    return {**cases, f"every enemy card, {MANY} against {MANY}": every_card(GAMES[slug])}


def every_card(game: Game[Any]) -> Case:
    """The odds on all cards of a large battle, once the piece with the most targets is chosen."""
    aimed = aimed_at_most(game, crowded(game))
    return lambda: prospects(aimed, {}, told(aimed))


def timed(case: Case, runs: int, before: Callable[[], None] = lambda: None) -> Iterator[float]:
    """The seconds of this processor that each run takes, with something done before each."""
    for _ in range(max(1, runs)):
        before()
        yield processor(case)


def forget() -> None:
    """Empty every cache of what the rules have counted, which all have a bound; what is read of classes is kept."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "rules":
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and value.cache_parameters()["maxsize"] is not None:
                    value.cache_clear()
