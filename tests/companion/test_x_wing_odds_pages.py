"""The distribution on the pages of an attack under way: with every option, and before the dice beside others."""

import re
from fractions import Fraction
from html import unescape

import pytest

from companion.models import Ship
from companion.templatetags.table import brief_percent
from rules.asks import Choice
from rules.play import Waiting
from rules.x_wing import odds
from rules.x_wing.abilities import COLUMNS
from rules.x_wing.outlook import TOO_MUCH
from tests.companion.convoy import SOONTIR, WEDGE, attack
from tests.companion.demo import plain_convoy
from tests.companion.playing import Device

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def convoy():
    """Anna's tablet at the demo battle, in which Soontir Fel has nothing to spend."""
    battle = plain_convoy()
    Ship.objects.filter(name=SOONTIR).update(evade=0, focus=0)
    return Device(battle, name="Anna")


def words(fragment):
    """What a screen reader says of a part of a page."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", fragment)).replace("\N{NO-BREAK SPACE}", " ").split())


def options_of(device):
    """The words of every option."""
    return [words(button) for button in re.findall(r"<button[^>]* name=\"option\".*?</button>", page_of(device), re.S)]


def page_of(device):
    answer = device.get()
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_option_of_the_loop_says_its_odds(convoy):
    attack(convoy)
    convoy.dice("hit focus blank")
    lock, focus, done = options_of(convoy)
    for option, name in ((lock, "spend the lock"), (focus, "spend focus"), (done, "done")):
        tags = "(?:usual, and best odds |usual |best odds )?"
        assert re.fullmatch(rf"{name} {tags}destroys (now \d+ % → then )?<?\d+ % ?, \d\.\d damage", option)
    convoy.choose("lock")
    assert all("destroys" in option for option in options_of(convoy))


def test_dice_beside_others_show_the_odds_as_they_stand(convoy):
    attack(convoy)
    assert "The attack dice show" not in words(page_of(convoy))
    convoy.dice("hit focus blank")
    convoy.choose("lock")
    convoy.choose("1 blank")
    assert "The other attack dice show 1 hit, 1 focus." in words(page_of(convoy))
    convoy.dice("crit")
    convoy.choose("focus")
    page = words(page_of(convoy))
    assert "Soontir Fel rolls 3 defence dice" in page
    assert "The attack dice show 2 hits, 1 crit." in page
    assert f"this destroys {SOONTIR}" in page
    convoy.dice("blank blank blank")
    assert "The attack dice show" not in words(page_of(convoy))


def salvo(number, dice):
    return {f"q-attacker_abilities-{number}-name": "Salvo", f"q-attacker_abilities-{number}-attack_dice": str(dice)}


def test_too_many_dice_have_options_without_odds(convoy):
    attack(convoy, **salvo(1, 6), **salvo(2, 6))
    convoy.dice(" ".join(["hit"] * 14 + ["focus"]))
    lock, *others = options_of(convoy)
    assert (lock, others) == ("spend focus usual", ["done", "spend the lock"])


def test_a_chance_that_is_small_is_never_none_in_a_narrow_bar():
    told = [brief_percent(Fraction(n, 1000)) for n in (0, 1, 20, 999)]
    assert list(map(words, told)) == ["0 %", "<1 %", "2 %", ">99 %"]


@pytest.fixture
def few_steps(monkeypatch):
    """A bound that a few abilities meet, with nothing counted before or kept afterwards."""
    monkeypatch.setattr(odds, "MOST_STEPS", 1000)
    kept = [found for found in vars(odds).values() if hasattr(found, "cache_clear")]
    for found in kept:
        found.cache_clear()
    yield
    for found in kept:
        found.cache_clear()


@pytest.mark.usefixtures("few_steps")
def test_odds_that_are_too_much_to_count_are_left_out_with_a_sentence(convoy):
    Ship.objects.filter(name=SOONTIR).update(evade=3, focus=3, calculate=3, agility=7)
    Ship.objects.filter(name=WEDGE).update(focus=3, calculate=3, force=3, most_force=3)
    ability = {column.name: column.most if column.name == "reroll_attack" else 1 for column in COLUMNS[2:]}
    said = {"q-attacker_abilities-1-attack_dice": "5"}
    for side in ("attacker_abilities", "defender_abilities"):
        for row in (1, 2, 3):
            said[f"q-{side}-{row}-name"] = f"{side} {row}"
            said |= {f"q-{side}-{row}-{name}": str(number) for name, number in ability.items()}
    assert TOO_MUCH in words(
        convoy.get(attacker=convoy.key(WEDGE), target=convoy.key(SOONTIR), do="attack", **said).content.decode()
    )
    attack(convoy, **said)
    convoy.dice("hit hit hit hit hit hit hit blank")
    page = words(page_of(convoy))
    assert TOO_MUCH in page
    assert " destroys" not in page
    while isinstance(played := convoy.played(), Waiting):
        ask = played.ask
        answer = convoy.choose(ask.options[-1]) if isinstance(ask, Choice) else convoy.roll()
        assert answer.status_code == 302
    assert convoy.apply().status_code == 302
