#!/usr/bin/env python3
"""Django's command line. `play` and `test` also work on a machine that has nothing but Python."""

import os
import sys


def main() -> None:
    """Run the command that was given."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python is pointed at
        sys.exit("Tabletop Companion needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info))

    from companion import bootstrap

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    bootstrap.prepare(command)
    if command == "play":
        # The tablet uses whatever address the home network gives this machine, and no name that somebody else made up.
        os.environ["COMPANION_OWN_HOSTS"] = "1"

    from django.core.management import execute_from_command_line
    from django.db import Error

    try:
        execute_from_command_line(sys.argv)
    except Error as problem:
        from companion.trouble import in_one_line

        line = in_one_line(problem)
        if line is None or "--traceback" in sys.argv:
            raise
        sys.exit(line)


if __name__ == "__main__":
    main()
