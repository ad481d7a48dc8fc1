"""`manage.py test`: the whole suite, run by pytest on every core, as `tests/conftest.py` shares it out."""

import os
import sys

from django.core.management.base import BaseCommand

# Work is taken over from whoever has most left. Until then a worker goes through its files in order, so that what a
# module has made or counted serves all its tests.
EVERY_CORE = ["--numprocesses=auto", "--dist=worksteal"]


def alone(arguments: list[str]) -> bool:
    """Whether xdist is switched off, and its options with it: `-p no:xdist`."""
    return any(argument in {"no:xdist", "-pno:xdist"} for argument in arguments)


class Command(BaseCommand):
    """Hands everything after `test` to pytest."""

    help = "Runs the tests with pytest on every core; every argument is pytest's, and `-n0` runs them one by one."

    def run_from_argv(self, argv: list[str]) -> None:
        """Become pytest.

        In a process of its own, so that what Django has imported by now is measured and checked there too.
        """
        given = argv[2:]
        # What is given comes last and wins.
        shared = [] if alone(given) else EVERY_CORE
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *shared, *given])
