"""`manage.py load_xwing_data`: takes the ships, pilots and upgrades of a checkout of xwing-data2 into the database."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError
from tqdm import tqdm

from companion.games.x_wing.storing_data import store_data
from companion.management.commands.resolve import load
from rules.records import BadRecord, brief, is_kept
from rules.x_wing.sheet import Ruleset
from rules.x_wing.ship_data import LONGEST, read_ship, read_upgrades
from rules.x_wing.ship_rows import PilotRow, ShipData, ShipRow, UpgradeRow, ship_data

RULESETS = {"2": Ruleset.FIRST, "3": Ruleset.SECOND}
"""The rules that a version of the data set belongs to, by its first number."""

A_LINE = 25
"""How many files are read between two lines of progress where there is no terminal."""


@dataclass(frozen=True)
class Manifest:
    """What a checkout holds: its version, and the paths of its files of ships and of upgrades."""

    version: str
    ruleset: Ruleset
    ships: tuple[str, ...]
    upgrades: tuple[str, ...]


class Command(BaseCommand):
    """Reads the whole checkout first, and then stores it in one transaction."""

    help = (
        "Loads the ships, pilots and upgrades of X-Wing from a checkout of xwing-data2: versions 2 are for 2.0, "
        "versions 3 for 2.5; both can be loaded. Loading the same data again changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the folder of the checkout."""
        parser.add_argument("path", type=Path, help="the folder of the checkout, in which data/manifest.json lies")

    def handle(self, *, path: Path, **options: Any) -> None:
        """Load it and print what was loaded; CommandError with one sentence, and nothing changed, where that fails."""
        try:
            manifest = read_manifest(path)
            data = self.read(path, manifest)
        except BadRecord as problem:
            raise CommandError(" ".join(str(problem).split())) from problem
        changed = self.store(manifest, data)
        types = len({xws for _, xws in data.ships})
        self.stdout.write(
            f"X-Wing {manifest.ruleset}, version {manifest.version} of the data set: {len(manifest.ships)} files of "
            f"ships, {types} types of ships, {len(data.pilots)} pilots, {len(data.upgrades)} upgrades."
        )
        self.stdout.write("Loaded." if changed else "It was loaded already: nothing changed.")

    def read(self, root: Path, manifest: Manifest) -> ShipData:
        """Everything that the files of a checkout tell; ``BadRecord`` where one of them does not fit."""
        ships: list[ShipRow] = []
        pilots: list[PilotRow] = []
        upgrades: list[UpgradeRow] = []
        for path in self.progress((*manifest.ships, *manifest.upgrades)):
            content = load(str(root / path))
            if path in manifest.upgrades:
                upgrades += read_upgrades(content, path)
            else:
                ship, of_ship = read_ship(content, path)
                ships.append(ship)
                pilots += of_ship
        return ship_data(ships, pilots, upgrades)

    def store(self, manifest: Manifest, data: ShipData) -> bool:
        """Store it; whether anything was written."""
        ruleset, files = manifest.ruleset.value, len(manifest.ships)
        try:
            return store_data(ruleset=ruleset, version=manifest.version, files=files, data=data)
        except (OperationalError, ProgrammingError) as problem:
            reason = str(problem).partition("\n")[0]
            raise CommandError(f"It could not be stored: {reason}. Run `python3 manage.py migrate` first.") from problem

    def progress(self, paths: Sequence[str]) -> Iterator[str]:
        """The paths, with a bar on a terminal and a few lines elsewhere."""
        if self.stderr.isatty():
            yield from tqdm(paths, desc="Reading", unit="file", file=sys.stderr)
            return
        for number, path in enumerate(paths, start=1):
            yield path
            if number % A_LINE == 0 or number == len(paths):
                self.stderr.write(f"{number} of {len(paths)} files read")


def read_manifest(root: Path) -> Manifest:
    """What the manifest of a checkout says; ``BadRecord`` where there is none or it says something else."""
    place = root / "data" / "manifest.json"
    if not place.is_file():
        raise BadRecord(f"There is no data/manifest.json in {root}: give the folder of a checkout of xwing-data2.")
    manifest = load(str(place))
    if not isinstance(manifest, dict):
        raise BadRecord(f"{place} should be an object, not {brief(manifest)}.")
    version = manifest.get("version")
    text = version if isinstance(version, str) and len(version) <= LONGEST else ""
    ruleset = RULESETS.get(text.partition(".")[0])
    if ruleset is None or not is_kept(text):
        raise BadRecord(f"{place} has the version {brief(version)}: only versions 2 and 3 are known.")
    factions = manifest.get("pilots")
    if not isinstance(factions, list) or not all(isinstance(faction, dict) for faction in factions):
        raise BadRecord(f"{place} should list the ships of each faction.")
    ships = [path for faction in factions for path in _paths(faction.get("ships"), place)]
    return Manifest(text, ruleset, tuple(ships), tuple(_paths(manifest.get("upgrades"), place)))


def _paths(paths: object, place: Path) -> list[str]:
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        raise BadRecord(f"{place} should list paths of files.")
    return paths
