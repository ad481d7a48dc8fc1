"""Of what is asked, the option with the best odds for whoever decides has a tag, and no other."""

import re

import pytest

from companion.models import TroopUnit
from tests.companion.demo import demo_of
from tests.companion.playing import Device, text_of

pytestmark = pytest.mark.any_database


@pytest.fixture
def gate(db):
    device = Device(demo_of("gods_gloom"), name="Anna")
    device.declare("attack", device.key("Tusk Reavers"), device.key("Bound Soldiers"), q_kind="melee")
    return device


def tagged(page):
    """The values of the options with the tag."""
    buttons = text_of(page).split("<button")[1:]
    return [one.split('value="')[1].split('"')[0] for one in buttons if "best odds" in one.split("</button>")[0]]


def test_who_rerolls_for_the_better_is_told_so(gate):
    gate.dice("1 1 1 1", "1 1")
    gate.dice("6 6", "6 6")
    asked = gate.played().ask
    options = gate.get().context["page"].panel.options
    chances = {str(option.value): option.main.chance for option in options}
    (best,) = tagged(gate.get())
    assert best == max(chances, key=chances.get)
    assert asked.by == gate.piece("Tusk Reavers").army


def test_where_no_option_is_better_none_has_the_tag(gate):
    assert tagged(gate.get()) == []


def test_whoever_suffers_from_it_wants_it_least(db):
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    device.dice("6 5 2", "5 3 1")
    options = device.get().context["page"].panel.options
    (best,) = tagged(device.get())
    assert best == str(max(options, key=lambda option: option.main.chance).value), "it hurts the attacker"
    assert TroopUnit.objects.get(name="Guard squad").army.name == device.get().context["page"].panel.whose


def said_of(page):
    """What the tags of the options say, by the values of those that have one."""
    buttons = [one.split("</button>")[0] for one in text_of(page).split("<button")[1:] if 'name="option"' in one]
    tags = {
        one.split('value="')[1].split('"')[0]: re.findall(r'<b class="tab [^"]*">(.*?)</b>', one) for one in buttons
    }
    return {value: said for value, (said,) in ((value, tag) for value, tag in tags.items() if tag)}


def test_what_is_usually_answered_is_said_and_not_only_lit(gate):
    gate.dice("1 1 1 1", "1 1")
    gate.dice("6 6", "6 6")
    panel = gate.get().context["page"].panel
    assert panel.usual != panel.best
    assert said_of(gate.get()) == {str(panel.usual.value): "usual", str(panel.best.value): "best odds"}


def test_a_usual_answer_with_the_best_odds_says_both_at_once(db):
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    device.dice("6 5 2", "5 3 1")
    panel = device.get().context["page"].panel
    assert panel.usual == panel.best
    assert said_of(device.get()) == {str(panel.usual.value): "usual, and best odds"}
