"""`manage.py audit`: folds every battle from its log and holds the result against what is stored."""

import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from companion.management.audits import audits
from companion.models import Battle, Upkeep
from companion.services.auditing import Audit
from companion.services.upkeep import note
from rules.game import Game
from rules.games import GAMES
from rules.words import counted, noun


class Command(BaseCommand):
    """Audits battles, and prints what it found by game and edition."""

    help = (
        "Folds every battle from its log and holds pieces, scores, headlines and traces against what is stored. "
        "Prints how many entries are the same, differ, and cannot run; exits 1 if any differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name one battle, or take all, and how many at once."""
        parser.add_argument("--battle", metavar="KEY", help="only the battle with this key")
        parser.add_argument("--processes", metavar="N", type=int, help="battles at once (default: one a processor)")

    def handle(self, *, battle: str | None = None, processes: int | None = None, **options: Any) -> None:
        """Audit, print, and exit 1 if anything differs."""
        if processes is not None and processes < 1:
            raise CommandError(f"--processes is at least 1, and not {processes}: so many battles are audited at once.")
        battles = Battle.objects.order_by("pk")
        if battle:
            battles = battles.filter(key=battle)
        keys = list(battles.values_list("pk", flat=True))
        hidden = not sys.stderr.isatty()
        found = [*tqdm(audits(keys, processes), "Auditing", len(keys), unit="battle", file=sys.stderr, disable=hidden)]
        self.stdout.write("\n".join(report(found)))
        if not battle:
            unlike = sum(not audit.is_clean for audit in found)
            said = f"in {counted(unlike, 'battle')} something differs" if unlike else "nothing differs"
            note(Upkeep.What.AUDIT, f"{counted(len(found), 'battle')}, {said}")
        if not all(audit.is_clean for audit in found):
            sys.exit(1)


def report(audits: list[Audit]) -> list[str]:
    """What some audits found, by game and edition, and each thing that differs or cannot run."""
    lines = [f"{counted(len(audits), 'battle', 'battles')} audited."]
    for slug, game in GAMES.items():
        of_game = [audit for audit in audits if audit.battle.game == slug]
        if not of_game:
            continue
        counts = _by_edition(game, of_game)
        now = counts.pop(game.edition)
        told = f"{now['same']} the same, {_differ(now)}, {now['out']} cannot run"
        lines.append(f"{game.name} ({game.edition}), {counted(len(of_game), 'battle', 'battles')}: {told}.")
        for edition, count in sorted(counts.items()):
            told = f"{count['same']} the same, {_differ(count)}, {count['otherwise']} otherwise now"
            lines.append(f"  Resolved under {edition}: {told}, {count['out']} cannot run.")
    for audit in audits:
        for finding in (*audit.differs, *audit.otherwise, *audit.cannot_run):
            place = f"entry {finding.number}" if finding.number else "the battle"
            lines.append(f"  {audit.battle}, {place}: {finding.sentence}")
        if audit.unreached:
            lines.append(f"  {audit.battle}: its log does not lead to {counted(audit.unreached, 'entry', 'entries')}.")
        if audit.firm:
            lines.append(f"  {audit.battle}: before entry {audit.firm} its log tells too little to be folded.")
    return lines


def _differ(count: Counter[str]) -> str:
    return f"{count['differ']} {noun(count['differ'], 'differs', 'differ')}"


def _by_edition(game: Game[Any], audits: list[Audit]) -> dict[str, Counter[str]]:
    """How many entries are the same, differ and so on, by the edition that they were resolved under."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for audit in audits:
        counts[game.edition].update(same=audit.same - sum(audit.same_older.values()), out=audit.unreached)
        for edition, same in audit.same_older.items():
            counts[edition].update(same=same)
        # An entry may differ in several ways.
        for _, edition in {(finding.number, finding.edition) for finding in audit.differs}:
            counts[edition or game.edition].update(differ=1)
        for finding in audit.otherwise:
            counts[finding.edition].update(otherwise=1)
        for finding in audit.cannot_run:
            counts[finding.edition or game.edition].update(out=1)
    return dict(counts)
