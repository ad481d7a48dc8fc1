"""A battle played at random by what its pages offer: nothing that is on offer fails, every event can be undone,
and what came of it can be stored again."""

import random
import re
from contextlib import contextmanager

import pytest
from django.db import transaction

from companion.models import Declaration, Event
from rules.asks import Roll
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, dice_form_of, form_to, forms_of, renamed, sheet_of, store

TAPS = 90
ENOUGH = 5
"""How many events a battle has at least: some of the dice are the app's own, and a few battles dawdle."""
MOST_TAPS = 5 * TAPS
OTHER_DICE = pytest.mark.any_database
"""More seeds try more of the rules, by the same queries."""

CARD = re.compile(r'href="(\?[^"]*)"')


@contextmanager
def forgotten():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def answer_what_is_asked(device, page, dice):
    """Enter dice or let the app roll, choose any of the buttons, or apply."""
    ask = getattr(device.played(), "ask", None)
    if ask is None:
        form = form_to(page, "/apply/")
        return device.client.post(form["action"], form["fields"])
    if isinstance(ask, Roll):
        form = dice_form_of(page)
        if dice.random() < 0.5:
            return device.client.post(form["action"], {**form["fields"], "roll": "1"})
        thrown = [" ".join(str(dice.choice(pool.die.faces)) for _ in range(pool.count)) for pool in ask.pools]
        typed = {f"pool-{place}": text for place, text in enumerate(thrown)}
        return device.client.post(form["action"], {**form["fields"], **typed})
    form = form_to(page, "/choice/")
    name, option = dice.choice(form["buttons"])
    return device.client.post(form["action"], {**form["fields"], name: option})


def of_a_piece(form):
    """Whether a form declares something for a piece, not for the whole battle."""
    return bool(form["fields"].get("attacker"))


def declare_something(device, page, dice):
    """Follow a card or an action to another page, or send a form with any of its answers."""
    links = CARD.findall(page.content.decode())
    forms = [form for form in forms_of(page) if form["action"].endswith("/declare/")]
    if links and (not any(map(of_a_piece, forms)) or dice.random() < 0.3):
        followed = device.client.get(device.battle.get_absolute_url() + dice.choice(links).replace("&amp;", "&"))
        assert followed.status_code == 200
        return followed
    weights = [12 if of_a_piece(form) else 1 for form in forms]
    (form,) = dice.choices(forms, weights)
    chosen = {name: dice.choice(options) for name, options in form["offered"].items()}
    chosen |= {box: "on" for box in form["boxes"] if dice.random() < 0.3}
    return device.client.post(form["action"], {**form["fields"], **chosen})


def check(device, before, events):
    """After an event: the scores fit, and undoing it restores the sheet."""
    sheet = device.sheet
    points = GAMES[device.battle.game].score(sheet)
    assert {side.key: side.score for side in sheet.sides if side.key in points} == points
    if Event.objects.count() == events or not device.last.changes or Declaration.objects.filter(status="open").exists():
        return
    with forgotten():
        assert device.undo().status_code == 302
        assert device.sheet == before


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=OTHER_DICE) for seed in (1,))])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_on_offer_can_be_done_and_undone(game, seed):
    device = Device(demo_of(game), name="Anna")
    dice = random.Random(seed)
    page, settled = device.get(), 0
    for tap in range(MOST_TAPS):
        before, events = device.sheet, Event.objects.count()
        if before.over or (tap >= TAPS and settled >= ENOUGH):
            break
        under_way = Declaration.objects.filter(status="open").exists()
        answer = answer_what_is_asked(device, page, dice) if under_way else declare_something(device, page, dice)
        assert answer.status_code in (200, 302, 422)
        if answer.status_code == 422:
            assert not under_way, "what is asked can always be answered"
            assert device.sheet == before
        check(device, before, events)
        settled += Event.objects.count() - events
        page = answer if answer.status_code == 200 else device.get()
    assert settled >= ENOUGH or device.sheet.over
    with forgotten():
        assert renamed(sheet_of(store(device.sheet)[0])) == renamed(device.sheet)
