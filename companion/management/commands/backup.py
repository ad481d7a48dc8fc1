"""`manage.py backup`: the whole database in one file, while the app runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from companion.copies import postgresql, sqlite
from companion.copies.files import Refused
from companion.models import Upkeep
from companion.services.upkeep import note


class Command(BaseCommand):
    """Writes a copy of the database that is complete, examined and on the disk."""

    help = "Writes the whole database to a file. The app may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the file."""
        parser.add_argument("file", type=Path, help="the file to write")
        parser.add_argument("--overwrite", action="store_true", help="replace the file if it is there")

    def handle(self, *, file: Path, overwrite: bool, **options: Any) -> None:
        """Write the copy."""
        try:
            if connection.vendor == "sqlite":
                sqlite.back_up(Path(connection.settings_dict["NAME"]), file, overwrite=overwrite)
            else:
                postgresql.back_up(file, overwrite=overwrite)
        except Refused as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"Everything is in {file}.")
        note(Upkeep.What.BACKUP, f"in {file.absolute()}, {file.stat().st_size / 1_000_000:,.1f} MB")
