"""After a result is applied nobody stays chosen: the next tap on a piece attacks only where an attack is due."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.models import Declaration
from rules.asks import Roll
from tests.companion.demo import demo_of
from tests.companion.examples import FINISHED, Played, by_slug
from tests.companion.playing import Device, sheet_of
from tests.companion.test_redo import again

pytestmark = pytest.mark.any_database

LINK = re.compile(r'<a href="([^"]*)" data-piece="([^"]*)"')
MOST = 3


def applied():
    """The first examples of each procedure of a piece that ask something before they are applied."""
    found = {}
    for game, example in FINISHED:
        if example.replies and hasattr(example.declaration, "actor"):
            found.setdefault((game.slug, example.procedure), []).append((game, example))
    return [case for cases in found.values() for case in cases[:MOST]]


def taps(page):
    """Where a tap on each piece of a page leads, as queries."""
    links = LINK.findall(page.content.decode())
    return {key: {name: value for name, (value,) in parse_qs(unescape(url)[1:]).items()} for url, key in links}


def is_due(sheet, key):
    """Whether a frame has assigned an attack die and not used it: the only attack that must come next."""
    piece = next((piece for piece in sheet.pieces if piece.key == key), None)
    return getattr(piece, "attack", None) is not None


@pytest.mark.django_db
@by_slug(applied())
def test_no_tap_after_a_result_attacks_unless_an_attack_is_due(game, example):
    played = Played(game, example)
    assert played.declare().status_code == 302
    list(played.reply_all())
    answer = played.apply()
    chosen = parse_qs(urlsplit(answer.url).query).get("attacker", [""])[0]
    assert not chosen or is_due(sheet_of(played.device.battle), chosen)
    page = played.device.client.get(answer.url)
    assert page.status_code == 200
    armed = any("target" in query for query in taps(page).values())
    assert armed is bool(chosen)


@pytest.mark.django_db
@by_slug(applied())
def test_nobody_is_armed_on_another_device_or_after_undo_and_redo(game, example):
    played = Played(game, example)
    assert played.declare().status_code == 302
    list(played.reply_all())
    assert played.apply().status_code == 302
    device, other = played.device, Device(played.device.battle, name="Ben")
    pages = [other.get()]
    for tap in (Device.undo, again):
        answer = tap(device)
        assert answer.status_code == 302
        pages += [device.client.get(answer.url), other.get()]
    assert not any("target" in query for page in pages for query in taps(page).values())


@pytest.fixture
def gate(db):
    return Device(demo_of("gods_gloom"), name="Anna")


def answered(device):
    """Roll and take the usual options until nothing is asked; the address after it is applied."""
    while hasattr(played := device.played(), "ask"):
        if isinstance(played.ask, Roll):
            device.roll()
        else:
            device.choose(str(played.ask.options[0]))
    return device.apply().url


def fight(device, **headers):
    """A shot that is applied, and the page after it."""
    device.declare("attack", device.key("Cinder Slingers"), device.key("Bound Soldiers"), q_kind="ranged")
    return device.client.get(answered(device), headers=headers)


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true", "HX-Boosted": "true"}], ids=["no scripts", "htmx"])
def test_the_next_tap_of_the_opponent_means_its_own_unit(gate, headers):
    page = fight(gate, **headers)
    assert taps(page)[gate.key("Bound Soldiers")] == {"attacker": gate.key("Bound Soldiers")}
    assert taps(page)[gate.key("Pale Regent")] == {"attacker": gate.key("Pale Regent")}
    assert taps(page)[gate.key("Cinder Slingers")] == {"attacker": gate.key("Cinder Slingers")}


def test_the_unit_that_has_acted_is_chosen_no_more(gate):
    page = fight(gate)
    assert 'class="battle battle-idle' in page.content.decode()
    assert "tab-role" not in page.content.decode()
    again = gate.get(attacker=gate.key("Cinder Slingers"), do="attack")
    assert any("target" in query for query in taps(again).values()), "one tap chooses it again"


def test_a_frame_with_an_attack_die_attacks_next(demo):
    device = Device(demo, name="Anna")
    actor = device.key("Ghanat Tishihé")
    device.declare("activation", actor, q_range="hand-to-hand", q_rockets="0", q_names="None")
    page = device.client.get(answered(device))
    assert device.piece("Ghanat Tishihé").attack is not None
    assert any(query.get("attacker") == actor and "target" in query for query in taps(page).values())


def test_a_second_tap_on_what_was_applied_under_other_sheets_still_leads_to_the_page(gate):
    fight(gate)
    declaration = Declaration.objects.get()
    Declaration.objects.update(pieces={"units": "of another day"})
    answer = gate.apply(declaration)
    assert answer.status_code == 302
    assert not any("target" in query for query in taps(gate.client.get(answer.url)).values())
