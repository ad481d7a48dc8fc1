"""`manage.py export_file`: a battle or a campaign as one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from companion.files.exporting import battle_file, campaign_file
from companion.models import Battle, Campaign


class Command(BaseCommand):
    """Writes everything of a battle or a campaign to a file."""

    help = "Writes everything of a battle, or of a campaign with all its battles, to a JSON file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name what is written, and the file."""
        parser.add_argument("key", help="what stands in the link of the battle or the campaign, after /b/ or /c/")
        parser.add_argument("file", type=Path, help="the file to write")

    def handle(self, *, key: str, file: Path, **options: Any) -> None:
        """Write the file."""
        battle = Battle.objects.filter(key=key).first()
        campaign = Campaign.objects.filter(key=key).first()
        if battle:
            name, data = battle.name, battle_file(battle)
        elif campaign:
            name, data = campaign.name, campaign_file(campaign)
        else:
            raise CommandError("No battle and no campaign has this key.")
        try:
            file.write_bytes(data)
        except OSError as problem:
            raise CommandError(f"{file} cannot be written: {problem.strerror}.") from problem
        self.stdout.write(f"“{name}” is in {file}.")
