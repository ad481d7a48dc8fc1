"""Queries whose SQL is written once find what Django's own find."""

import pytest

from companion.models import Battle, Piece, Reply
from companion.prepared import Prepared
from tests.companion.demo import demo_of

pytestmark = pytest.mark.django_db

PIECES = Prepared(lambda battle, name: Piece.objects.filter(battle=battle).exclude(name=name), values=2)


def test_each_time_they_are_asked_for_what_they_are_told():
    battles = [demo_of(game) for game in ("x_wing", "mobile_frame_zero")]
    for battle in (*battles, *battles):
        own = Piece.objects.filter(battle=battle)
        first = own[0]
        assert set(PIECES(battle.pk, "")) == set(own)
        assert set(PIECES(battle.pk, first.name)) == set(own.exclude(name=first.name))


def test_what_belongs_to_the_rows_comes_with_them(django_assert_num_queries):
    battle = demo_of("x_wing")
    found = Prepared(lambda key: Battle.objects.select_related("campaign").prefetch_related("sides").filter(key=key))
    there = (battle.campaign, list(battle.sides.all()))
    with django_assert_num_queries(2):
        (row,) = found(battle.key)
        assert (row.campaign, list(row.sides.all())) == there


def test_one_row_or_none():
    battle = demo_of("x_wing")
    found = Prepared(lambda key: Battle.objects.filter(key=key))
    assert found.one(battle.key) == found.first(battle.key) == battle
    assert found.first("another") is None
    with pytest.raises(Battle.DoesNotExist):
        found.one("another")


def test_a_number_that_no_database_keeps_leads_nowhere():
    found = Prepared(lambda key: Battle.objects.filter(pk=key))
    assert [found.first(number) for number in (2**63, -(2**63), 10**30)] == [None, None, None]


def test_a_value_that_is_written_into_the_query_is_refused():
    with pytest.raises(AssertionError):
        Prepared(lambda number: Reply.objects.all()[:number])(3)
