"""One tap for “nobody attaches a card” and “nobody rerolls”, and what it must not do."""

import json

import pytest

from companion.models import Battle, Declaration, Event, GloomUnit, Reply
from companion.services.auditing import audited
from rules.asks import Choice
from tests.companion.demo import demo_of
from tests.companion.group import organise
from tests.companion.playing import Device, everything, form_to, forms_of, text_of

pytestmark = pytest.mark.any_database


def buttons_of(device, words):
    """The name and value of the button with these words on the battle's page."""
    page = device.get()
    return [
        (form["action"], name, value)
        for form in forms_of(page)
        for name, value in form["buttons"]
        if name in ("options", "applied") and words in text_of(page)
    ]


def attack(device, attacker, target):
    said = {"do": "attack", "attacker": device.key(attacker), "target": device.key(target)}
    form = form_to(device.get(**said), "/declare/", **said)
    assert device.client.post(form["action"], form["fields"]).status_code == 302


@pytest.fixture
def rolled(db):
    """Both units have rolled; each side may pay a Seal for a Pool Reroll."""
    device = Device(demo_of("gods_gloom"), name="Anna")
    attack(device, "Tusk Reavers", "Bound Soldiers")
    assert device.dice("6 4 3 1", "5 2").status_code == 302
    assert device.dice("3 2", "4 1").status_code == 302
    return device


@pytest.fixture
def asked(db):
    """Both squads hold cards."""
    device = Device(demo_of("airsoft_squads"), name="Anna")
    attack(device, "Rook", "Boa")
    assert isinstance(device.played().ask, Choice)
    return device


def tap(device, **fields):
    return device._tap("choice", None, None, **fields)


def test_nobody_rerolls_stores_both_answers_and_the_outcome(rolled):
    ((_, name, value),) = buttons_of(rolled, "Apply: nobody rerolls")
    assert (name, json.loads(value)) == ("applied", ["keep", "keep"])
    answer = tap(rolled, applied=value)
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith(rolled.battle.get_absolute_url())
    assert rolled.last.headline.startswith("Tusk Reavers against Bound Soldiers: 2 wounds")
    assert GloomUnit.objects.get(name="Bound Soldiers").current_health == 3
    assert audited(rolled.battle).is_clean


def test_the_button_says_what_will_be_stored(rolled):
    assert "2 wounds, 0 back; won by Tusk Reavers; Bound Soldiers: 1 Morale less." in text_of(rolled.get())


def stored(device):
    replies = Reply.objects.filter(declaration=device.last.declaration).values_list("label", "value", "source")
    return list(replies), device.last.changes, device.last.headline


def test_it_stores_what_two_taps_and_apply_store(rolled):
    tap(rolled, applied='["keep", "keep"]')
    at_once = stored(rolled)
    rolled.undo()
    attack(rolled, "Tusk Reavers", "Bound Soldiers")
    rolled.dice("6 4 3 1", "5 2")
    rolled.dice("3 2", "4 1")
    rolled.choose("keep")
    rolled.choose("keep")
    rolled.apply()
    assert stored(rolled) == at_once


def test_a_second_tap_stores_nothing_more(rolled):
    declaration, shown = rolled.open, rolled.open.replies.last().pk
    for _ in range(2):
        answer = rolled._tap("choice", declaration, shown, applied='["keep", "keep"]')
        assert answer.status_code == 302
    assert Event.objects.filter(battle=rolled.battle, kind="attack").count() == 1
    assert declaration.replies.count() == 4


def test_what_is_applied_too_early_is_only_answered(rolled):
    assert tap(rolled, applied='["reroll all"]').status_code == 302
    assert rolled.open.status == Declaration.Status.OPEN
    assert not Event.objects.filter(battle=rolled.battle, kind="attack").exists()


def test_nobody_attaches_a_card_goes_on_to_the_dice(asked):
    ((_, name, value),) = buttons_of(asked, "Nobody attaches a card")
    assert name == "options"
    assert tap(asked, options=value).status_code == 302
    assert asked.played().ask.label == "6 dice"
    asked.take_back()
    assert Reply.objects.count() == 0, "one tap answered both, so one takes both back"


def test_nobody_passes_for_the_player_of_another_side(asked):
    asked.client = organise(asked.battle.campaign, name="Olga")
    Battle.objects.update(seated=True)
    assert buttons_of(asked, "Nobody attaches a card") == []
    before = everything()
    answer = tap(asked, options='["no card", "no card"]')
    assert answer.status_code == 422
    assert "The other side decides that. Nothing was stored." in text_of(answer)
    assert everything() == before


def test_it_is_not_offered_for_the_last_of_several_that_go_on(asked):
    asked.choose("no card")
    assert buttons_of(asked, "Nobody attaches a card") == []
