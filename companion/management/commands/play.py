"""`manage.py play`: everything that a table needs, with one command."""

import errno
import io
import secrets
import socket
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any, cast

import segno
import uvicorn
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from companion import network
from companion.bootstrap import only_one_at_a_time
from companion.live.stream import Live

EVERYWHERE = "0.0.0.0"  # noqa: S104 - the tablet is another machine
# No letters or digits that are taken for one another when typed on a tablet.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Server(uvicorn.Server):
    """A server that ends the live streams when it stops: it would wait for every tablet that holds one open."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        cast(Live, self.config.app).watcher.hang_up()
        await super().shutdown(sockets)


class Command(BaseCommand):
    """Prepares the database, the admin's account and the demo, and serves the companion."""

    help = "Prepares everything and serves the companion to the tablets on this network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Let another port or a single address be served."""
        parser.add_argument("--port", type=int, default=8000, help="the port to serve on (default: 8000)")
        parser.add_argument("--host", default=EVERYWHERE, help="the address to serve on (default: all)")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        """Prepare what is missing, tell where to look, and serve until stopped."""
        from companion.services.demo import load_demo

        # Taken before anything else: a start that cannot serve should change nothing.
        with listen(host, port) as listener:
            with only_one_at_a_time():
                call_command("migrate", interactive=False, verbosity=0)
                sign_in = admin_account()
                campaign = load_demo()
            self.announce(host, port, campaign.get_absolute_url() if campaign else None, sign_in)
            serve(listener)

    def announce(self, host: str, port: int, demo: str | None, sign_in: str) -> None:
        """Print where everything is."""
        sites = [f"http://{address}:{port}" for address in reachable(host)]
        lines = ["", "Tabletop Companion is ready.", ""]
        lines += [f"  On the tablet    {site}/" for site in sites]
        if demo:
            lines += [f"  Demo campaign    {sites[0]}{demo}"]
        lines += [f"  Admin            {sites[0]}/admin/", f"                   {sign_in}", ""]
        lines += ["Ctrl-C stops it. What you play is kept."]
        self.stdout.write("\n".join(lines))
        if self.stdout.isatty():
            picture = io.StringIO()
            segno.make(f"{sites[0]}/").terminal(out=picture, compact=True)
            self.stdout.write(picture.getvalue())
        self.stdout.flush()


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; CommandError with one sentence where that cannot be."""
    if not 0 <= port <= 65535:
        raise CommandError("A port is a number from 0 to 65535.")
    try:
        return socket.create_server((host, port))
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            taken = f"Port {port} is already in use, perhaps by another `play`. Choose another with --port."
            raise CommandError(taken) from problem
        raise CommandError(f"Cannot serve on port {port} of {host}: {problem.strerror}.") from problem


def admin_account() -> str:
    """Return how to sign in to the admin, with an account and a password made where there is none."""
    users = get_user_model()._default_manager
    staff = users.filter(is_superuser=True).order_by("pk").first()
    if staff:
        name = staff.get_username()
        return f"user {name}; a new password: python3 manage.py changepassword {name}"
    password = "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))
    users.create_superuser("admin", "", password)
    return f"user admin, password {password} (shown only this once)"


def reachable(host: str) -> list[str]:
    """Return the addresses to open, the likeliest first."""
    if host != EVERYWHERE:
        return [host]
    return network.addresses() or ["localhost"]


def serve(listener: socket.socket) -> None:
    """Serve on a socket until stopped."""
    from companion.asgi import application

    config = uvicorn.Config(application, log_level="warning", timeout_graceful_shutdown=2)
    with suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listener])
