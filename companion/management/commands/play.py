"""`manage.py play`: everything that a table needs, with one command."""

import io
import secrets
from argparse import ArgumentParser
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from companion import network
from companion.bootstrap import only_one_at_a_time
from companion.network import EVERYWHERE, in_an_address
from companion.server import kept_to, listen, loaded, serve, told
from companion.soundness import check_the_database

# No letters or digits that are taken for one another when typed on a tablet.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


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
            if host != EVERYWHERE:
                settings.ALLOWED_HOSTS.append(in_an_address(host))
            with only_one_at_a_time():
                check_the_database()
                call_command("migrate", interactive=False, verbosity=0)
                call_command("clearsessions")
                if settings.STATIC_ROOT:
                    collect_static_files()
                sign_in = admin_account()
                campaign = load_demo()
            self.announce(host, port, campaign.get_absolute_url() if campaign else None, sign_in)
            serve(loaded(), listener)

    def announce(self, host: str, port: int, demo: str | None, sign_in: str) -> None:
        """Print where everything is."""
        sites = [f"http://{address}:{port}" for address in reachable(host)]
        lines = ["", "Tabletop Companion is ready.", ""]
        lines += [f"  On the tablet    {site}/" for site in sites]
        if names := [name for name in dict.fromkeys(settings.ALLOWED_HOSTS) if name not in reachable(host)]:
            lines += [f"  Or by the name   {', '.join(names)}"]
        if demo:
            lines += [f"  Demo campaign    {sites[0]}{demo}"]
        lines += [f"  Admin            {sites[0]}/admin/", f"                   {sign_in}", ""]
        lines += [told(kept_to()), "Ctrl-C stops it. What you play is kept."]
        self.stdout.write("\n".join(lines))
        if self.stdout.isatty():
            picture = io.StringIO()
            segno.make(f"{sites[0]}/").terminal(out=picture, compact=True)
            self.stdout.write(picture.getvalue())
        self.stdout.flush()


def collect_static_files() -> None:
    """Put what the pages are shown with beside the database."""
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
    except OSError as problem:
        raise CommandError(
            f"The files of the pages cannot be put into {settings.STATIC_ROOT}, and what the system says is: "
            f"{problem.strerror}."
        ) from problem


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
        return [in_an_address(host)]
    return network.addresses() or ["localhost"]
