"""How many queries the pages of a battle's history take, with few events in its log and with very many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from django.db import connection, transaction
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.management.fuzzing import Fuzz
from companion.models import Battle, Campaign, Event
from rules.game import Game

HOST = "bench"
FEW, VERY_MANY = 5, 5_000


def queries_of_pages(games: Iterable[Game[Any]]) -> Iterator[tuple[str, int, int]]:
    """The name of each page, and its queries for a log of few and of many events; the battles are thrown away."""
    with transaction.atomic(), override_settings(ALLOWED_HOSTS=[HOST]):
        client = Client(HTTP_HOST=HOST)
        for game in games:
            fuzz = Fuzz(game, Random(1), Campaign.objects.create(name="Bench"))  # noqa: S311  (no secret)
            while _declared(fuzz.battle) is None or _events(fuzz.battle) < FEW:
                fuzz.declare()
            pages = _pages(fuzz.battle)
            few = {name: asked(client, address) for name, address in pages.items()}
            grow(fuzz.battle, VERY_MANY - _events(fuzz.battle))
            for name, address in pages.items():
                yield f"{game.slug}: {name}", few[name], asked(client, address)
        transaction.set_rollback(True)


def asked(client: Client, address: str) -> int:
    """How many queries a page takes that can be shown."""
    with CaptureQueriesContext(connection) as taken:
        assert client.get(address).status_code == 200
    return len(taken)


def grow(battle: Battle, more: int) -> None:
    """Give the log so many events more, which are of what was declared last and change nothing."""
    last = _declared(battle)
    assert last is not None
    number = battle.events.latest("number").number
    Event.objects.bulk_create(
        Event(battle=battle, number=number + place, kind=last.kind, headline="Again.", declaration=last.declaration)
        for place in range(1, more + 1)
    )


def _declared(battle: Battle) -> Event | None:
    return Event.objects.filter(battle=battle, declaration__isnull=False).order_by("-number").first()


def _events(battle: Battle) -> int:
    return Event.objects.filter(battle=battle).count()


def _pages(battle: Battle) -> dict[str, str]:
    last = _declared(battle)
    assert last is not None
    return {
        "log": reverse("log", args=[battle.key]),
        "entry of the log": reverse("event", args=[battle.key, last.number]),
        "replay": reverse("replay", args=[battle.key]),
        "step of the replay": reverse("replay-step", args=[battle.key, last.number]),
        "record": reverse("record", args=[battle.key, last.declaration_id]),
    }
