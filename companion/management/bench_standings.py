"""How long the server takes for the page and the standings of a campaign with very many battles."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from statistics import median
from time import perf_counter

from django.db import transaction
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from companion.management.bench_queries import HOST, asked
from companion.models import Battle, Campaign, Member, Result, Side
from companion.verdicts import State
from rules.games import GAMES
from rules.results import How

BATTLES, MEMBERS = 10_000, 40
AT_ONCE = 2_000


def standings(runs: int) -> Iterator[tuple[str, float, int]]:
    """The name of each page, the median of its milliseconds, and its queries; the battles are thrown away."""
    with transaction.atomic():
        campaign = _season(Random(1))  # noqa: S311  (a season to measure, and no dice)
        member = campaign.members.first()
        assert member is not None
        pages = {
            "campaign": campaign.get_absolute_url(),
            "standings": reverse("standings", args=[campaign.key]),
            "member": reverse("member", args=[campaign.key, member.pk]),
        }
        for name, address in pages.items():
            times, queries = _times(address, runs)
            yield f"{name}, in a campaign of {BATTLES:,} battles and {MEMBERS} members", times, queries
        transaction.set_rollback(True)


def _season(random: Random) -> Campaign:
    campaign = Campaign.objects.create(name="Bench")
    members = Member.objects.bulk_create(Member(campaign=campaign, name=f"Member {n}") for n in range(MEMBERS))
    now, games = timezone.now(), list(GAMES)
    battles = Battle.objects.bulk_create(
        [
            Battle(campaign=campaign, name=f"Battle {n}", game=random.choice(games), over=True, ending=1, ended=now)
            for n in range(BATTLES)
        ],
        batch_size=AT_ONCE,
    )
    pairs = [(battle, random.sample(members, 2)) for battle in battles]
    sides = Side.objects.bulk_create(
        [Side(battle=battle, name=one.name, player=one) for battle, both in pairs for one in both],
        batch_size=AT_ONCE,
    )
    results = []
    for place, (battle, _) in enumerate(pairs):
        points = [random.randrange(100), random.randrange(100)]
        state = random.choice(list(State))
        for side, (score, rival) in zip(sides[2 * place : 2 * place + 2], (points, points[::-1]), strict=True):
            how = How.TIED if score == rival else How.WON if score > rival else How.LOST
            results.append(
                Result(
                    battle=battle,
                    side=side,
                    campaign=campaign,
                    game=battle.game,
                    player=side.player,
                    name=side.name,
                    how=how,
                    score=score,
                    rival=rival,
                    state=state,
                    ended=now - timedelta(hours=random.randrange(200)),
                    pieces=["One", "Two", "Three"],
                )
            )
    Result.objects.bulk_create(results, batch_size=AT_ONCE)
    return campaign


def _times(address: str, runs: int) -> tuple[float, int]:
    with override_settings(ALLOWED_HOSTS=[HOST]):
        client = Client(HTTP_HOST=HOST)
        queries = asked(client, address)
        found = []
        for _ in range(runs):
            start = perf_counter()
            assert client.get(address).status_code == 200
            found.append((perf_counter() - start) * 1000)
    return median(found), queries
