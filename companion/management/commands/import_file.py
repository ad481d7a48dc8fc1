"""`manage.py import_file`: a battle or a campaign from its file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from companion.files.importing import bring_in
from companion.models import Campaign
from companion.services.inviting import let_organiser_in
from companion.services.refusals import Refusal


class Command(BaseCommand):
    """Brings in what another command, or a page, has written to a file."""

    help = "Brings a battle or a campaign in from its file, or says why not and stores nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the file, and the campaign that the battles join."""
        parser.add_argument("file", type=Path, help="the file to read")
        parser.add_argument("--campaign", metavar="KEY", help="add the battles to this campaign, not to a new one")

    def handle(self, *, file: Path, campaign: str | None = None, **options: Any) -> None:
        """Read the file, store what is in it, and say where it is."""
        home = Campaign.objects.filter(key=campaign, deleted=None).first() if campaign else None
        if campaign and home is None:
            raise CommandError("No campaign has this key.")
        try:
            found = bring_in(file.read_bytes(), campaign=home)
        except OSError as problem:
            raise CommandError(f"{file} cannot be read: {problem.strerror}.") from problem
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"“{found.campaign}” is at {found.campaign.get_absolute_url()}")
        if home is None and (made := let_organiser_in(found.campaign)):
            invitation, secret = made
            self.stdout.write(f"Its organiser comes in by {invitation.path(secret)} (one device, within a day)")
        for battle in found.battles:
            self.stdout.write(f"“{battle}” is at {battle.get_absolute_url()}")
