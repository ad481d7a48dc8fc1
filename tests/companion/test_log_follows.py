"""Pages of a battle's log hear by its stream that it has become another, and show or say so."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.live.access import ADDRESS, OFFERED, SCREEN, shown_to
from companion.live.versions import versions
from companion.watching import proof_of
from tests.companion.live import AS_GUEST
from tests.companion.playing import text_of
from tests.companion.test_attack_path import declare
from tests.companion.test_disputes import from_log
from tests.companion.test_undo import holding, spot, values

pytestmark = pytest.mark.any_database

STAY = ("replay", "replay-step", "watch", "watch-step", "correct")
"""Those that stay as they are until somebody asks for what is new."""


def pages_of(device):
    """The addresses of the pages of a log, of an entry that stands."""
    values(device)
    number = device.last.number
    key, link = [device.battle.key], [device.battle.pk, proof_of(device.battle)]
    args = {
        "log": key,
        "event": [*key, number],
        "score": [*key, device.key("Joshua")],
        "replay": key,
        "replay-step": [*key, number],
        "correct": [*key, number],
        "watch": link,
        "watch-step": [*link, number],
    }
    return {page: reverse(page, args=given) for page, given in args.items()}


def got(device, address, **headers):
    return device.client.get(address, headers=headers, **{OFFERED: True})


def said(answer, name):
    """What a page says of itself; ``None`` where it says nothing of that."""
    found = re.search(rf'<(?:main|div|form)[^>]*\bdata-{name}(?:="([^"]*)")?', text_of(answer))
    return unescape(found[1] or "") if found else None


def test_each_says_where_it_hears_of_what_is_new_and_whether_it_stays(device):
    for page, address in pages_of(device).items():
        answer = got(device, address)
        assert "live.js" in text_of(answer), page
        stream = said(answer, "live")
        if page.startswith("watch"):
            assert SCREEN.fullmatch(stream).groups() == (str(device.battle.pk), proof_of(device.battle))
        else:
            path, _, token = stream.partition("?")
            assert shown_to(ADDRESS.fullmatch(path)[1], token) == AS_GUEST
        assert (said(answer, "stays") is not None) == (page in STAY), page
        assert (said(answer, "tells") is not None) == (page in STAY and not page.startswith("watch")), page
        assert "live.js" not in text_of(device.client.get(address)), "without streams there is nothing to hear"


def test_it_is_another_once_the_log_is_and_not_for_what_is_under_way(device):
    addresses = pages_of(device)

    def new(version):
        """Whether each page is another than this version of it."""
        found = {got(device, address, **{"Battle-Version": version}).status_code for address in addresses.values()}
        assert len(found) == 1
        return found == {200}

    def version():
        (found,) = {said(got(device, address), "version") for address in addresses.values()}
        (told,) = versions([device.battle.key]).values()
        assert told.startswith(f"{found}."), "the stream tells no other"
        return found

    first = version()
    assert not new(first)
    declare(device)
    assert not new(first)
    device.call_off()
    assert not new(first)
    for happen in (spot, lambda device: device.undo(), lambda device: from_log(device, 1)):
        happen(device)
        assert new(first)
        first = version()
        assert not new(first)


@pytest.mark.parametrize("page", ["log", "event", "score"])
def test_a_page_that_is_fetched_again_says_what_happened(device, page):
    address = pages_of(device)[page]
    before = said(got(device, address), "version")
    device.undo()
    assert said(got(device, address, **{"Battle-Version": before}), "say") == device.last.headline
    assert said(got(device, address), "say") == "The battle has changed."


@pytest.mark.parametrize("page", ["replay-step", "watch-step"])
def test_a_step_says_that_it_is_as_it_was_while_play_goes_on_and_what_has_happened_once_it_is_not(device, page):
    address, shown = pages_of(device)[page], device.last
    first = got(device, address)
    assert said(first, "step") == address
    assert "notice" not in text_of(first)
    holding(device)
    assert said(got(device, address), "shows") == said(first, "shows")
    device.undo()
    assert said(got(device, address), "shows") == said(first, "shows")
    device.undo(shown)
    again = got(device, address, **{"Battle-Version": said(first, "version")})
    assert said(again, "shows") != said(first, "shows")
    assert said(again, "say") == device.last.headline
    assert f'<p class="notice">{device.last.headline}</p>' in text_of(again)


def test_an_answer_to_a_tap_has_no_address_that_could_be_fetched_again(device):
    values(device)
    answer = device.client.post(
        reverse("rule", args=[device.battle.key, device.last.number]), {"ruling": "x"}, **{OFFERED: True}
    )
    assert answer.status_code in (403, 409)
    assert "data-live" not in text_of(answer)


def test_what_is_entered_of_a_correction_follows_too(device):
    """htmx puts the preview in the place of the form: it goes on hearing what is new."""
    values(device)
    address = reverse("correct", args=[device.battle.key, device.last.number])
    answer = device.client.post(address, {"how": "struck"}, headers={"HX-Request": "true"}, **{OFFERED: True})
    assert said(answer, "live")
    assert said(answer, "version") == said(got(device, address), "version")


def test_a_stream_costs_no_query(device):
    holding(device)
    for page, address in pages_of(device).items():
        counts = []
        for more in ({}, {OFFERED: True}):
            with CaptureQueriesContext(connection) as asked:
                assert device.client.get(address, **more).status_code == 200
            counts.append(len(asked))
        assert counts[0] == counts[1], page
