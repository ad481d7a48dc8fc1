"""Every worked example, played by the forms of the pages as a browser without scripts sends them."""

import re
from html import unescape

import pytest

from companion.models import Declaration, Event
from rules.changes import keyed
from rules.games import GAMES
from rules.records import to_json
from rules.replay import of_example, read, report
from rules.words import with_minus, without_step
from tests.companion.examples import FINISHED, REFUSED, WAITING, Played, by_slug
from tests.companion.playing import everything, form_to

pytestmark = pytest.mark.any_database

STEP = re.compile(r'(?:<summary>|<p class="traced">)<b>(.*?)</b> <span>(.*?)</span></(?:summary|p)>', re.S)
TAG = re.compile(r"<[^>]+>")


def shown_steps(page):
    """Label and value of every step of the trace on a page, as they read."""
    _, _, trace = page.content.decode().partition('aria-label="How it came about"')
    found = STEP.findall(trace.partition("</section>")[0])
    return [tuple(" ".join(unescape(TAG.sub("", text)).split()) for text in step) for step in found]


@pytest.mark.django_db
@by_slug(FINISHED)
def test_an_example_is_stored_told_kept_and_taken_back_as_the_rules_say(game, example, subtests):
    played = Played(game, example)
    before = played.device.sheet
    played.finish()
    said = report(of_example(game, example))
    with subtests.test("the stored pieces are what the rules say"):
        the_stored_pieces_are_what_the_rules_say(played, said)
    with subtests.test("the stored pieces are what the example says"):
        the_stored_pieces_are_what_the_example_says(played, example)
    with subtests.test("the log tells the example with every step"):
        the_log_tells_the_example_with_every_step(played, said)
    with subtests.test("every step is shown before it is stored and in the log"):
        every_step_is_shown(played, said)
    with subtests.test("its downloaded record resolves to the same"):
        its_downloaded_record_resolves_to_the_same(played, example, said)
    with subtests.test("undo takes the example back"):
        undo_takes_the_example_back(played, before)


def the_stored_pieces_are_what_the_rules_say(played, said):
    stored = played.in_its_words(to_json(played.device.sheet))
    assert stored == {**said["pieces"], "settings": said["settings"]}
    sides = {key: part for key, part in keyed(played.device.sheet).items() if played.back[key] in said["scores"]}
    assert {played.back[key]: side.score for key, side in sides.items()} == said["scores"]


def the_stored_pieces_are_what_the_example_says(played, example):
    parts = {played.back[key]: part for key, part in keyed(played.device.sheet).items()}
    for piece, track, value in example.expected:
        assert played.in_its_words(getattr(parts[piece], track)) == value, (piece, track)
    if example.headline:
        assert played.device.last.headline == example.headline


def the_log_tells_the_example_with_every_step(played, said):
    event = played.device.last
    assert event.headline == said["outcome"]["headline"]
    assert played.in_its_words(event.changes) == said["changes"]
    assert event.declaration.trace == said["trace"]
    assert Event.objects.count() == 1


def every_step_is_shown(played, said):
    shown = shown_steps(played.device.get("event", played.device.last.number))
    assert [label for label, _ in shown] == [without_step(step["label"]) for step in said["trace"]]
    for (_, value), step in zip(shown, played.device.last.declaration.trace, strict=True):
        assert value == with_minus(f"{step['value']} {step['source']}".strip())
    if played.example.replies and not GAMES[played.device.battle.game].procedure(played.example.procedure).at_once:
        assert [label for label, _ in shown_steps(played.result)] == [label for label, _ in shown]


def its_downloaded_record_resolves_to_the_same(played, example, said):
    declaration = Declaration.objects.get()
    answer = played.device.get("record", declaration.pk)
    assert answer["Content-Disposition"].endswith(f'"{example.procedure}-{declaration.pk}.json"')
    again = report(read(answer.json(), GAMES))
    assert played.in_its_words(again["pieces"]) == said["pieces"]
    assert {**again["pieces"], "settings": again["settings"]} == to_json(played.device.sheet)
    assert again["changes"] == played.device.last.changes
    assert again["trace"] == declaration.trace


def undo_takes_the_example_back(played, before):
    form = form_to(played.device.get(), "/undo/")
    assert played.device.client.post(form["action"], form["fields"]).status_code == 302
    assert played.device.sheet == before


@pytest.mark.django_db
@by_slug(REFUSED)
def test_what_the_rules_refuse_is_refused_with_their_sentence(game, example):
    played = Played(game, example)
    before = everything()
    answer = played.declare()
    assert answer.status_code == 422
    assert example.refused in answer.content.decode()
    assert everything() == before


@pytest.mark.django_db
@by_slug(WAITING)
def test_what_the_rules_wait_for_is_asked(game, example):
    played = Played(game, example)
    assert played.declare().status_code == 302
    for reply in example.replies:
        assert played.reply(reply).status_code == 302
    (ask,) = (played.device.played().ask,)
    assert ask.label == example.waits_for
    page = played.device.get().content.decode()
    for place, pool in enumerate(getattr(ask, "pools", ())):
        assert f'<label for="pool-{place}">{pool}</label>' in page
