"""`manage.py kill_test`: a real server killed in the middle of requests, again and again."""

import sys
import tempfile
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event as Signal
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from companion.beside import NotServed, served_beside
from companion.management.broken import Broken
from companion.management.killing import Player
from companion.management.own_database import own_database
from companion.models import Campaign
from companion.services.demo import load_demo_battle
from rules.games import GAMES

SOONEST, LATEST = 0.05, 1.0
"""Seconds of play before a kill."""


class Command(BaseCommand):
    """Kills a server of its own, on a database of its own, and checks what is stored after each restart."""

    help = (
        "Kills a real server in the middle of requests, starts it again, and checks that nothing acknowledged is "
        "lost and nothing is there twice. It uses a database of its own beside the one in use. Exits 1 at a fault."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How often, and from which number."""
        parser.add_argument("--kills", type=int, default=100, help="how often the server is killed (100)")
        parser.add_argument("--first", type=int, default=1, help="the number that the play is drawn from (1)")

    def handle(self, *, kills: int, first: int, **options: Any) -> None:
        """Play, kill, check, and print."""
        random = Random(first)  # noqa: S311  (no secret: the same play again from the same number)
        with tempfile.TemporaryDirectory() as folder, own_database(Path(folder)) as url:
            campaign = Campaign.objects.create(name="Killed")
            players = [Player(load_demo_battle(campaign, game), Random(random.random())) for game in GAMES.values()]  # noqa: S311
            cut = stored = 0
            bar = tqdm(range(kills), desc="Killing", unit="kill", file=sys.stderr, disable=not sys.stderr.isatty())
            try:
                for _ in bar:
                    with served_beside(Path(folder), DATABASE_URL=url) as beside:
                        stored += sum([player.recover(beside.port) for player in players])
                        kill(beside.process, beside.port, players, random.uniform(SOONEST, LATEST))
                    cut += sum(player.flying is not None for player in players)
                with served_beside(Path(folder), DATABASE_URL=url) as beside:
                    stored += sum([player.recover(beside.port) for player in players])
            except Broken as broken:
                self.stderr.write(str(broken))
                sys.exit(1)
            except NotServed as problem:
                self.stderr.write(f"The server did not start: {str(problem).strip()}")
                sys.exit(1)
        acknowledged = sum(player.acknowledged for player in players)
        self.stdout.write(
            f"{kills} kills, {acknowledged} taps acknowledged, {cut} cut off of which {stored} were stored: "
            "nothing is lost, nothing is there twice."
        )


def kill(process: Any, port: int, players: list[Player], after: float) -> None:
    """Let everybody play for some seconds, then kill the server under their hands."""
    killed = Signal()
    with ThreadPoolExecutor(len(players)) as threads:
        playing = [threads.submit(player.play, port, killed) for player in players]
        killed.wait(after)
        process.kill()
        killed.set()
        for one in playing:
            one.result()
