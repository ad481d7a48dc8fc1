"""`manage.py bench_live`: real servers with many devices, as tablets behave."""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from companion.management.live_people import people_at
from companion.management.own_database import own_database
from companion.models import Campaign
from companion.services.demo import load_demo_battle
from rules.games import GAMES

TOOK = ("tap p50", "p95 ms", "update p50", "p95 ms", "cores", "devices'")
HEAD = (*TOOK, "KiB/device", "taps", "updates", "refused", "errors")


class Command(BaseCommand):
    """Starts servers on a database of its own, opens devices at battles, and prints what they waited and cost."""

    help = (
        "Opens devices at real servers, on a database of its own: each holds a stream and fetches what changed, and "
        "every battle is tapped once a second. Prints what a tap and an update took, and how many cores the servers "
        "and the devices took."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many, and for how long."""
        parser.add_argument("--seconds", type=float, default=60, help="how long each load lasts (60)")
        parser.add_argument("--processes", type=int, help="server processes (1 on SQLite, 2 on PostgreSQL)")
        parser.add_argument(
            "--load",
            nargs=2,
            type=int,
            action="append",
            metavar=("DEVICES", "BATTLES"),
            help="devices and battles, once or more (500 100, 1000 100 and 200 1)",
        )

        parser.add_argument(
            "--seats", action="store_true", help="each side is tapped by its player, others have names or look on"
        )

    def handle(
        self, *, seconds: float, processes: int | None, load: list[list[int]] | None, seats: bool, **options: Any
    ) -> None:
        """Put every load on the servers, and print a line for each."""
        try:
            from companion.management.live_load import Load, measured, servers
        except ImportError as missing:
            raise CommandError("The devices need what `python3 manage.py test` installs. Run that once.") from missing
        loads = [Load(*one) for one in load or [[500, 100], [1000, 100], [200, 1]]]
        count = processes or (1 if connection.vendor == "sqlite" else 2)
        self.stdout.write(
            f"{connection.vendor}, {count} server process{'es' if count > 1 else ''}, {seconds:.0f} s each"
            + (", with seats and roles" if seats else "")
        )
        self.stdout.write(f"{'':28}" + "".join(f"{words:>11}" for words in HEAD))
        with tempfile.TemporaryDirectory() as folder, own_database(Path(folder)) as url:
            games = islice(cycle(GAMES.values()), max(one.battles for one in loads))
            battles = {}
            for game in games:
                battle = load_demo_battle(Campaign.objects.create(name="Crowded"), game)
                battles[battle.get_absolute_url()] = battle
            most = [one.at(list(battles)) for one in loads] if seats else []
            known = {
                address: people_at(battle, max(one.get(address, 0) for one in most))
                for address, battle in battles.items()
                if most
            }
            connection.close()
            for one in loads:
                with servers(Path(folder), url, count) as beside:
                    cost = measured(beside, one.at(list(battles)), known, seconds)
                found = (*(cost.tap.p50, cost.tap.p95), *(cost.update.p50, cost.update.p95))
                told = (
                    "".join(f"{time:11.1f}" for time in found)
                    + f"{cost.cores:11.2f}{cost.devices:11.2f}{cost.kib:11.0f}"
                )
                counts = (cost.taps, cost.updates, cost.refused, sum(cost.errors.values()))
                name = f"{one.devices} devices at {one.battles} battle{'s' if one.battles > 1 else ''}"
                self.stdout.write(f"{name:28}{told}" + "".join(f"{number:11}" for number in counts))
                for problem, times in cost.errors.most_common(5):
                    self.stdout.write(f"    {times} times: {problem}")
