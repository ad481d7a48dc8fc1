"""Two devices at once, while pieces come home to their rosters."""

import pytest

from companion.models import Event, Homecoming
from companion.services.auditing import audited
from companion.services.demo import load_demo
from tests.companion.playing import Device, form_to, text_of
from tests.companion.rosters import builder, built, sheet_of
from tests.companion.test_homecoming import GAME, end, fell, home_form, hurt, usual
from tests.companion.test_rosters_deployed import battle_of, deploy
from tests.companion.test_two_devices import race

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign():
    found = load_demo()
    usual(found, "stood")
    return found


def over(*rosters, name):
    """A battle of two rosters that is over; the first unit fell, and the second was hurt."""
    device = battle_of(rosters[0].campaign, GAME, name)
    for side, roster in enumerate(rosters):
        assert deploy(device, roster, side).status_code == 302
    device.declare("start")
    first, second = device.sheet.units[:2]
    fell(device, first)
    hurt(device, second)
    end(device)
    return device


def homes(roster):
    return list(Event.objects.filter(battle=roster.holder, kind="home").values_list("headline", flat=True))


def pressed(device):
    """The tap on the page as it is shown now."""
    form = home_form(device)
    return lambda: device.client.post(form["action"], form["fields"])


def test_a_double_tap_brings_them_home_once(campaign):
    red, blue = built(campaign, GAME, "Red"), built(campaign, GAME, "Blue")
    device = over(red, blue, name="Ford")
    tap = pressed(device)
    one, two = race(tap, tap)
    assert (one.status_code, two.status_code) == (302, 302)
    assert Homecoming.objects.count() == 2
    assert [len(homes(roster)) for roster in (red, blue)] == [1, 1]


def test_two_battles_bring_the_same_rosters_home_at_once(campaign):
    red, blue = built(campaign, GAME, "Red"), built(campaign, GAME, "Blue")
    ford = over(red, blue, name="Ford")
    mill = over(blue, red, name="Mill")
    one, two = race(pressed(ford), pressed(mill))
    assert (one.status_code, two.status_code) == (302, 302), text_of(two)
    assert Homecoming.objects.count() == 4
    for roster in (red, blue):
        assert [headline.partition(":")[0] for headline in homes(roster)] == ["Home from Ford", "Home from Mill"]
        assert audited(roster.holder).is_clean
    assert [unit.standing for unit in sheet_of(red).units] == [True] * 4, "the last battle has the last word"
    assert [unit.standing for unit in sheet_of(blue).units] == [False, True, True, True]


def test_a_battle_is_undone_while_its_pieces_come_home(campaign):
    red, blue = built(campaign, GAME, "Red"), built(campaign, GAME, "Blue")
    device = over(red, blue, name="Ford")
    other = Device(device.battle, name="Ben")
    home, seen = pressed(device), device.seen
    one, two = race(lambda: other.post("undo", event=seen, seen=seen), home)
    assert (one.status_code, two.status_code) == (302, 409)
    assert not Homecoming.objects.exists()
    assert homes(red) == []


def test_a_roster_is_built_on_while_its_pieces_come_home(campaign):
    red, blue = built(campaign, GAME, "Red"), built(campaign, GAME, "Blue")
    device = over(red, blue, name="Ford")
    owner = builder(red)
    row = int(sheet_of(red).units[1].key.rpartition("-")[2])
    fields = form_to(owner.get("setup"), f"/{row}/again/")["fields"]
    one, two = race(pressed(device), lambda: owner.post("setup-again", row, **fields))
    assert (one.status_code, two.status_code) == (302, 409)
    assert len(homes(red)) == 1
    assert len(sheet_of(red).units) == 4
    assert audited(red.holder).is_clean
