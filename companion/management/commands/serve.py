"""`manage.py serve`: the server of a deployment, behind its proxy."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from companion.network import EVERYWHERE, in_an_address
from companion.server import kept_to, listen, loaded, serve, told
from companion.soundness import check_the_database, check_the_tables


class Command(BaseCommand):
    """Serves what is prepared already."""

    help = "Serves the companion on one address, as a deployment does; it prepares nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Let another port or address be served."""
        parser.add_argument("--port", type=int, default=8000, help="the port to serve on (default: 8000)")
        parser.add_argument("--host", default="127.0.0.1", help="the address to serve on (default: this machine only)")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        """Serve until stopped."""
        check_the_database()
        check_the_tables()
        call_command("clearsessions")
        if not settings.ALLOWED_HOSTS and host != EVERYWHERE:
            # It would refuse the very address that it prints; whoever names others has said what it answers to.
            settings.ALLOWED_HOSTS.append(in_an_address(host))
        server = loaded()
        # Last of all: a proxy asks another process for as long as this one does not listen.
        with listen(host, port) as listener:
            self.stdout.write(f"Serving on {host}, port {listener.getsockname()[1]}. Ctrl-C stops it.")
            self.stdout.write(told(kept_to()))
            self.stdout.flush()
            serve(server, listener)
