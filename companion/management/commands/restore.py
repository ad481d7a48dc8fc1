"""`manage.py restore`: puts back what `manage.py backup` has written, while the app runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from companion.copies import postgresql, sqlite
from companion.copies.files import Refused


class Command(BaseCommand):
    """Puts a copy in the place of the database, once it is known to be sound, and keeps what was there."""

    help = "Puts a backup in the place of the database, and keeps what was there. The app may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the file."""
        parser.add_argument("file", type=Path, help="a file that `backup` has written")

    def handle(self, *, file: Path, **options: Any) -> None:
        """Put the copy back, bring it up to this version of the app, and audit it."""
        try:
            if connection.vendor == "sqlite":
                kept = sqlite.put_back(Path(connection.settings_dict["NAME"]), file)
            else:
                kept = postgresql.put_back(file)
        except Refused as problem:
            raise CommandError(str(problem)) from problem
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"{file} is put back." + (f" What was there before is kept in {kept}." if kept else ""))
        call_command("audit", stdout=self.stdout, stderr=self.stderr)
