"""What a tap was answered with is not worked out again for those who fetch it next."""

import pytest
from django.test import Client

from companion.live.versions import versions
from companion.queries import kept_page
from companion.views.part import part
from tests.companion.live import AS_GUEST
from tests.companion.test_live import happen

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FEW = 3
"""Queries for the battle and who sits at it; its pieces and its log take many more."""


@pytest.fixture
def queries(django_assert_max_num_queries):
    def made(battle, most):
        told = versions([battle.key])[battle.key]
        with django_assert_max_num_queries(most) as found:
            assert part(battle.key, AS_GUEST, told).version == told
        return len(found)

    return made


def test_of_the_page_that_was_answered_only_who_looks_is_read_anew(demo, queries):
    Client().get(demo.get_absolute_url())
    queries(demo, FEW)


def test_neither_another_version_nor_a_page_with_something_chosen_is_taken(demo, queries):
    Client().get(demo.get_absolute_url())
    happen(demo)
    assert queries(demo, 30) > FEW
    Client().get(demo.get_absolute_url(), {"do": "start"})
    assert queries(demo, 30) > FEW


def test_it_is_kept_for_a_moment_and_of_few_battles(demo, queries, monkeypatch):
    monkeypatch.setattr(kept_page, "FRESH", 0.0)
    Client().get(demo.get_absolute_url())
    assert queries(demo, 30) > FEW
    monkeypatch.setattr(kept_page, "KEPT", 0)
    Client().get(demo.get_absolute_url())
    assert not kept_page._pages
