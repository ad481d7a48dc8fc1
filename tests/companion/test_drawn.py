"""A card that is kept from an earlier page is the one that would be drawn now."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from django.test import Client

from companion.management.live_taps import next_tap
from companion.queries.cards import Card
from companion.queries.drawn import Kept
from rules.asks import Chance, Likely, Outlook
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


class Compared(str):
    """A key that counts how often it is compared."""

    times = 0
    __hash__ = str.__hash__

    def __eq__(self, other):
        Compared.times += 1
        return str(self) == str(other)


def test_a_drawing_is_found_by_comparing_its_piece_once():
    kept = Kept(2)
    kept.get(Compared("a"), lambda: "A")
    assert kept.get(Compared("a"), lambda: "made anew") == "A"
    assert Compared.times == 1


def test_a_card_is_drawn_once_for_all_odds_that_it_tells_alike():
    piece = GAMES["x_wing"].demo.battle.pieces[0]
    odds = Outlook("", main=Likely("destroys", piece.name, Fraction(1, 3)), expected="1.0 damage")
    card, same, other = (
        Card.of(GAMES["x_wing"], piece, {}, prospect=prospect)
        for prospect in (
            odds,
            replace(odds, table=(Chance("no damage", Fraction(2, 3)),)),
            replace(odds, expected="2.0 damage"),
        )
    )
    assert card.drawn_by == same.drawn_by != other.drawn_by
