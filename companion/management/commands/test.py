"""`manage.py test`: the whole suite, run by pytest."""

import os
import sys

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Hands everything after `test` to pytest."""

    help = "Runs the tests with pytest; every argument is pytest's."

    def run_from_argv(self, argv: list[str]) -> None:
        """Become pytest.

        In a process of its own, so that what Django has imported by now is measured and checked there too.
        """
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *argv[2:]])
