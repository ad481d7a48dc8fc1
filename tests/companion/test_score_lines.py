"""The score by rounds as lines, one for each side: a picture of its own address."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.looks import COLOURS, INKS, NOBODY
from companion.models import Battle, Event, GloomArmy
from companion.queries.ending import Tally
from companion.queries.score_lines import score_lines
from companion.services.looking import choose_look
from companion.watching import proof_of
from tests.companion.playing import text_of
from tests.companion.test_ending_page import gate

__all__ = ("gate",)

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def lines(*scores):
    return [line.path for line in score_lines([Tally(str(at), "", NOBODY, one) for at, one in enumerate(scores)])]


def test_each_side_goes_from_the_first_round_to_the_last_on_one_scale():
    assert lines((0, 1, 4), (2, 2, 2)) == ["M0 100L500 75L1000 0", "M0 50L500 50L1000 50"]
    assert score_lines([Tally("", "", NOBODY, (0, 4))])[0].last == "M1000 0h0"


def test_points_below_nothing_are_on_the_picture_too():
    assert lines((0, -2), (0, 2)) == ["M0 50L1000 100", "M0 50L1000 0"]


def test_there_is_no_picture_of_what_never_moved():
    assert lines((3,), (4,)) == lines((20, 20), (20, 20)) == lines() == []


def shown_on(page):
    """The address of the picture on a page."""
    (tag,) = re.findall(r'<img class="score-lines"[^>]*>', page)
    assert re.search(r' alt="[^"]{20,}"', tag)
    return re.search(r' src="([^"]+)"', tag)[1]


def pages(battle):
    """Each page that shows the picture, with the address that it shows it by."""
    for page in (battle.get_absolute_url(), reverse("screen", args=[battle.pk, proof_of(battle)])):
        yield page, shown_on(text_of(Client().get(page)))


def test_the_pages_show_a_picture_of_its_own_address_and_keep_the_table(gate):
    for page, address in pages(gate):
        text = text_of(Client().get(page))
        assert "<path" not in text[text.index('class="ending"') : text.index('class="wide rounds"')]
        assert '<td class="is-last">3</td>' in text
        answer = Client().get(address)
        assert answer["Content-Type"].startswith("image/svg+xml")
        drawn = ET.fromstring(answer.content.decode())
        inks = [one.get("stroke") for one in drawn.iter("{http://www.w3.org/2000/svg}g")]
        assert len(set(inks)) == 2
        assert set(inks) < set(INKS.values())
        for never in ("style", "script", gate.key, *(side.name for side in gate.sides.all())):
            assert never not in answer.content.decode()
    assert gate.key not in dict(pages(gate))[reverse("screen", args=[gate.pk, proof_of(gate)])]


def test_the_inks_are_the_colours_of_the_pages():
    sheet = Path(settings.BASE_DIR, "static/table.css").read_text()
    of_pages = dict(re.findall(r'(?m)^\[data-side="(\w+)"\](?:, \[data-side=""\])? { --side: (#\w+);', sheet))
    assert of_pages == INKS
    assert INKS.keys() == COLOURS.keys()


def test_a_browser_keeps_it_until_the_battle_says_something_else(gate):
    for _, address in pages(gate):
        first = Client().get(address)
        again = Client().get(address, headers={"If-None-Match": first["ETag"]})
        assert (first["Cache-Control"], first.status_code) == ("private, no-cache", 200)
        assert (again["Cache-Control"], again.status_code, again.content) == ("private, no-cache", 304, b"")
    before, etag = list(pages(gate)), first["ETag"]
    choose_look(key=gate.key, side=gate.sides.first().pk, colour="rose", emblem="", who="Anna")
    after = list(pages(gate))
    assert not set(before) & set(after), "the address is another"
    for (_, old), (_, new) in zip(before, after, strict=True):
        for address in (old, new):
            answer = Client().get(address, headers={"If-None-Match": etag})
            assert answer.status_code == 200
            assert INKS["rose"] in answer.content.decode(), "and so is the picture, by either"


def test_what_never_moved_and_what_goes_on_has_no_lines(gate):
    address = reverse("score-lines", args=[gate.key])
    assert "<g" in Client().get(address).content.decode()
    GloomArmy.objects.update(score=0, soulshards=0)
    gate.events.filter(headline__contains="side").delete()
    assert 'class="score-lines"' not in text_of(Client().get(gate.get_absolute_url()))
    assert "<g" not in Client().get(address).content.decode()


def test_who_may_not_see_the_page_does_not_see_the_picture_either(gate):
    by_key, watched = (address for _, address in pages(gate))
    etag = Client().get(by_key)["ETag"]
    kept = {"If-None-Match": etag}
    assert Client().get(watched.replace(proof_of(gate), "0" * 32), headers=kept).status_code == 404
    Battle.objects.update(deleted=timezone.now())
    page = Client().get(gate.get_absolute_url())
    assert Client().get(by_key, headers=kept).status_code == page.status_code == 403
    assert Client().get(watched, headers=kept).status_code == 404


@pytest.mark.parametrize("name", ["score-lines", "watch-score-lines"])
def test_its_queries_do_not_grow_with_the_log(gate, name, django_assert_max_num_queries):
    args = [gate.key] if name == "score-lines" else [gate.pk, proof_of(gate)]
    address = reverse(name, args=args)
    with django_assert_max_num_queries(12) as before:
        etag = Client().get(address)["ETag"]
    number = gate.events.latest("number").number
    Event.objects.bulk_create(
        Event(battle=gate, number=number + place, kind="attack", headline="Again.") for place in range(1, 301)
    )
    with django_assert_max_num_queries(len(before)):
        assert Client().get(address).status_code == 200
    with django_assert_max_num_queries(2):
        assert Client().get(address, headers={"If-None-Match": etag}).status_code == 304
