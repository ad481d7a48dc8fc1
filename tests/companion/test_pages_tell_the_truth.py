"""What battle pages say of a side and of a battle that has ended."""

import pytest

from companion.models import Battle, Ship
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.group import organise
from tests.companion.playing import Device, forms_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def ships():
    return Device(demo_of("x_wing"), name="Anna")


def test_a_ship_that_fled_is_not_called_destroyed(ships):
    fled = Ship.objects.filter(battle=ships.battle).first()
    ships.declare("leave", ships.key(fled.name))
    page = text_of(ships.get())
    assert "off the board (1)" in page
    assert "destroyed (1)" not in page


def test_ships_of_which_one_was_destroyed_and_one_fled_are_off_the_board(ships):
    first, second, *_ = Ship.objects.filter(battle=ships.battle, squad__seat=1)
    Ship.objects.filter(pk=second.pk).update(status="removed", destroyed_by="Soontir Fel")
    assert "destroyed (1)" in text_of(ships.get())
    ships.declare("leave", ships.key(first.name))
    assert "off the board (2)" in text_of(ships.get())


@pytest.mark.parametrize("game", GAMES)
def test_the_set_up_page_of_a_battle_that_is_over_promises_no_tap_on_its_page(game):
    device = Device(demo_of(game), name="Anna")
    assert "Correct by hand" in text_of(device.get("setup"))
    Battle.objects.filter(pk=device.battle.pk).update(over=True)
    page = text_of(device.get("setup"))
    assert "The battle is over." in page
    assert "tap it on the battle page" not in page


def test_what_cannot_be_taken_back_is_called_off_whatever_it_is(demo):
    device = Device(demo, name="Anna")
    device.declare("activation", device.key("Ghanat Tishihé"), q_range="hand-to-hand", q_names="None")
    device.roll()
    answer = device.take_back()
    assert answer.status_code == 422
    assert "Call it off if it was declared by mistake." in text_of(answer)
    assert any(form["action"].endswith("/off/") for form in forms_of(device.get()))


@pytest.mark.parametrize(("seated", "who"), [(False, "Any player"), (True, "Its players and the organisers")])
def test_the_page_of_a_battle_says_who_takes_it_out_of_the_archive(demo, seated, who):
    device = Device(demo, name="Anna")
    device.client.get(demo.campaign.get_absolute_url())
    organise(demo.campaign, device.client)
    Battle.objects.filter(pk=demo.pk).update(seated=seated)
    assert f"{who} can take it out again." in text_of(device.get("keep"))
