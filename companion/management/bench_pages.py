"""How long the server takes for a battle page with the odds on all cards: the median, and what 19 of 20 stay under."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from statistics import median, quantiles
from time import process_time
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.test import Client, override_settings

from companion.crowds import MANY, crowded
from companion.forms.questions import PREFIX
from companion.forms.selection import Selection
from companion.models import Battle, Campaign
from companion.queries.selection import Chosen, chosen
from companion.sheets import store, stored
from rules.game import Game
from rules.questions import Question

HOST = "bench"


@dataclass(frozen=True)
class Times:
    """Milliseconds of processor time, whatever else runs: the median, and what 95 of 100 pages stay under."""

    median: float
    p95: float


def pages(games: Iterable[Game[Any]], runs: int, forget: Callable[[], None]) -> Iterator[tuple[str, Times, Times]]:
    """The name of each page, its times with the rules' caches empty and with them full; the battles are thrown away."""
    with transaction.atomic():
        campaign = Campaign.objects.create(name="Bench")
        for game in games:
            for name, sheet in (("the demo", game.demo.battle), (f"{MANY} against {MANY}", crowded(game))):
                address = address_of(game, store(sheet, campaign=campaign, name=name))
                cold, warm = (_times(address, runs, before) for before in (forget, _nothing))
                yield f"{game.slug}: {name}, all cards' odds", cold, warm
        transaction.set_rollback(True)


def aimed_at_most(game: Game[Any], sheet: Any) -> Chosen:
    """The piece with the most targets, chosen to attack."""
    picked = (chosen(game, sheet, Selection(piece.key)) for piece in sheet.pieces)
    return max(picked, key=lambda one: sum(not reason for reason in one.targets.values()))


def told(aimed: Chosen) -> dict[str, str]:
    """What only the table knows of an attack, answered as usual."""
    target = next(key for key, reason in aimed.targets.items() if not reason)
    assert aimed.procedure is not None
    asked = aimed.procedure.questions(aimed.sheet, {"actor": aimed.attacker, "target": target})
    return {
        question.name: str(question.usual) for question in asked if isinstance(question, Question) and question.untold
    }


def address_of(game: Game[Any], battle: Battle) -> str:
    """The address of the page on which its attacker with the most targets is tapped."""
    aimed = aimed_at_most(game, stored(battle).sheet)
    said = {f"{PREFIX}-{name}": answer for name, answer in told(aimed).items()}
    return f"{battle.get_absolute_url()}?{urlencode({'attacker': aimed.attacker, **said})}"


def _times(address: str, runs: int, before: Callable[[], None]) -> Times:
    client, taken = Client(headers={"host": HOST}), []
    with override_settings(ALLOWED_HOSTS=[HOST]):
        for number in range(max(2, runs) + 1):
            before()
            began = process_time()
            answer = client.get(address, secure=True)
            seconds = process_time() - began
            assert answer.status_code == 200
            # The first page reads the templates, as a server does once.
            taken += [1000 * seconds] if number else []
    return Times(median(taken), quantiles(taken, n=20, method="inclusive")[-1])


def _nothing() -> None:
    """Leave the caches as they are."""
