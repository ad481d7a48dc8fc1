"""A card that is kept from an earlier page is the one that would be drawn now."""

from random import Random

import pytest
from django.test import Client

from companion.management.live_taps import next_tap
from companion.queries.drawn import Kept
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.test_live_update import without_own

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

TAPS = 25


@pytest.mark.parametrize("game", GAMES)
def test_pages_are_the_same_with_nothing_kept(game, monkeypatch):
    battle, client, random = demo_of(game), Client(), Random(game)
    address = battle.get_absolute_url()
    page = client.get(address).content.decode()
    for _ in range(TAPS):
        tap = next_tap(page, address, random)
        if tap.fields is not None:
            answer = client.post(tap.path, tap.fields, headers={"HX-Request": "true"})
            tap = type(tap)(answer.headers.get("HX-Replace-Url", address))
        page, again = (client.get(tap.path).content.decode() for _ in range(2))
        with monkeypatch.context() as patch:
            patch.setattr("companion.templatetags.drawn.drawings", Kept(0))
            drawn_anew = client.get(tap.path).content.decode()
        assert without_own(page) == without_own(again) == without_own(drawn_anew)


def test_what_was_asked_for_last_is_kept():
    kept = Kept(2)
    assert [kept.get(key, lambda key=key: key.upper()) for key in "abac"] == ["A", "B", "A", "C"]
    assert kept.get("a", lambda: "made anew") == "A"
    assert kept.get("b", lambda: "made anew") == "made anew"
