"""`manage.py abilities`: how many of the cards whose words matter for the dice of an attack the app knows."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from companion.management.commands.load_xwing_data import Manifest, read_manifest
from companion.management.commands.resolve import load
from rules.records import BadRecord
from rules.x_wing.known.words import (
    Words,
    is_known,
    quiet_abilities,
    quiet_upgrades,
    words_of_pilots,
    words_of_upgrades,
)

A_LINE = 100
"""How many letters of names stand on one line."""

HEAD = '''"""Upgrades and ship abilities without words of attack (xwing-data2), by `manage.py abilities --quiet`."""

from __future__ import annotations
'''


class Command(BaseCommand):
    """Reads the words of a checkout, and keeps none of them."""

    help = (
        "Counts, for each checkout of xwing-data2 in a folder, the pilots and upgrades whose words matter for the dice "
        "of an attack or for what is suffered, tells how many of them are known, and names the others. With --quiet it "
        "writes the upgrades and abilities that say nothing of attacks as the rules have them, and nothing else."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the folder."""
        parser.add_argument("--data", type=Path, required=True, help="a checkout, or a folder of checkouts")
        parser.add_argument("--quiet", action="store_true", help="write the names of what has no words of attacks")

    def handle(self, *, data: Path, quiet: bool, **options: Any) -> None:
        """Print the counts and the names; CommandError with one sentence where a checkout does not fit."""
        roots = [data] if (data / "data").is_dir() else sorted(path.parent for path in data.glob("*/data"))
        if not roots:
            raise CommandError(f"There is no checkout of xwing-data2 in {data}.")
        try:
            if quiet:
                read = [(root, read_manifest(root)) for root in roots]
                upgrades = [content for root, manifest in read for content in _read(root, manifest.upgrades)]
                ships = [content for root, manifest in read for content in _read(root, manifest.ships)]
                self.stdout.write(written(upgrades, ships), ending="")
                return
            for root in roots:
                manifest = read_manifest(root)
                self.tell(f"X-Wing {manifest.ruleset}", tuple(_cards(root, manifest)))
        except BadRecord as problem:
            raise CommandError(" ".join(str(problem).split())) from problem

    def tell(self, title: str, cards: tuple[Words, ...]) -> None:
        """Print one count, and the cards that are not known."""
        others = sorted({card.xws for card in cards if not is_known(card)})
        known = sum(map(is_known, cards))
        share = 100 * known // len(cards) if cards else 100
        self.stdout.write(f"{title}: {known} of {len(cards)} cards are known, {share} %. Not known, {len(others)} ids:")
        line = ""
        for xws in others:
            if len(line) + len(xws) > A_LINE:
                self.stdout.write(f"  {line}")
                line = ""
            line = f"{line}, {xws}" if line else xws
        if line:
            self.stdout.write(f"  {line}")


def written(upgrades: Iterable[object], ships: Iterable[object]) -> str:
    """The file of the rules that holds the ids of upgrades and the names of abilities without words of attacks."""
    lines = wrap(" ".join(quiet_upgrades(upgrades)), A_LINE, break_long_words=False, break_on_hyphens=False)
    ids = [HEAD, 'IDS = """', *lines, '"""', "QUIET = frozenset(IDS.split())", ""]
    names = ['ABILITIES = """', *quiet_abilities(ships), '"""']
    return "\n".join([*ids, *names, "QUIET_ABILITIES = frozenset(ABILITIES.strip().splitlines())", ""])


def _read(root: Path, paths: Iterable[str]) -> Iterator[object]:
    return (load(str(root / path)) for path in paths)


def _cards(root: Path, manifest: Manifest) -> Iterator[Words]:
    for path in (*manifest.ships, *manifest.upgrades):
        content = load(str(root / path))
        yield from words_of_upgrades(content) if path in manifest.upgrades else words_of_pilots(content)
