"""The set-up page shows one side at a time, and stays with it."""

import re

import pytest
from django.urls import reverse

from companion.looks import COLOURS, EMBLEMS
from companion.models import Battle, Campaign, Frame, Ship, System
from companion.models.campaign import new_key
from companion.services.building import start_battle
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)

MAIN = re.compile(r'<(a|button)[^>]*class="[^"]*button-main[^"]*"[^>]*>(.*?)</\1>', re.DOTALL)


def made(game, *sides):
    campaign = Campaign.objects.create(name="A campaign")
    battle = start_battle(campaign=campaign, game=game, name="Ford", sides=sides, once=new_key(), who="x")
    return Device(battle, name="Anna")


def ready(game):
    """The demo battle as it would stand before its start."""
    battle = demo_of(game)
    Battle.objects.filter(pk=battle.pk).update(started=False)
    return Device(Battle.objects.get(pk=battle.pk), name="Anna")


def main_of(answer):
    """The words of the main action of a page, and where it leads."""
    (tag,) = MAIN.finditer(text_of(answer))
    return " ".join(re.sub(r"<[^>]*>", " ", tag[2]).split()), (re.findall(r'href="([^"]*)"', tag[0]) or [""])[0]


def side_of(device, place):
    return device.sheet.sides[place].key


def names_on(answer):
    return re.findall(r'<h3 class="piece-name">([^<]*)</h3>', text_of(answer))


@games
def test_only_the_chosen_side_is_shown_as_its_cards(game):
    device = ready(game)
    for side in device.sheet.sides:
        names = [piece.name for piece in device.sheet.pieces if piece.side in (side.key, None)]
        assert names_on(device.get("setup", side=side.key)) == names
    assert names_on(device.get("setup", side="nobody")) == names_on(device.get("setup"))


@games
def test_both_sides_are_tabs_with_what_they_have(game):
    device = ready(game)
    page = text_of(device.get("setup", side=side_of(device, 1)))
    for side in device.sheet.sides:
        assert f'href="?side={side.key}"' in page
    (tab,) = re.findall(r'<a class="plate"[^>]*aria-current="true"[^>]*>', page)
    assert f'href="?side={side_of(device, 1)}"' in tab


@games
def test_the_forms_add_to_the_side_that_is_shown_without_asking_for_it(game):
    device = made(game, "Red", "Blue")
    blue = device.battle.sides.get(name="Blue")
    page = device.get("setup", side=side_of(device, 1))
    first = next(re.finditer(r'<section class="setup-form".*?</form>', text_of(page), re.DOTALL)).group()
    (hidden,) = {
        (name, value)
        for name, value in re.findall(r'<input type="hidden" name="([a-z]+)" value="(\d+)"', first)
        if name != "seen"
    }
    assert hidden[1] == str(blue.pk)
    assert f">{hidden[0].capitalize()}<" not in text_of(page)


def test_the_page_keeps_the_side_after_adding():
    device = made("gods_gloom", "Red", "Blue")
    form = form_to(device.get("setup", side=side_of(device, 1)), "/setup/unit/")
    answer = device.client.post(form["action"], {**form["fields"], "name": "Wardens"})
    assert answer.url == f"{reverse('setup', args=[device.battle.key])}?side={side_of(device, 1)}&part=unit"
    assert device.piece("Wardens").side == side_of(device, 1)
    page = device.client.get(answer.url)
    assert names_on(page) == ["Wardens"]


def test_a_page_that_is_swapped_gets_its_answer_at_once_with_its_address():
    device = made("gods_gloom", "Red", "Blue")
    form = form_to(device.get("setup", side=side_of(device, 1)), "/setup/unit/")
    answer = device.client.post(form["action"], {**form["fields"], "name": "Wardens"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert (
        answer["HX-Replace-Url"] == f"{reverse('setup', args=[device.battle.key])}?side={side_of(device, 1)}&part=unit"
    )
    assert names_on(answer) == ["Wardens"]
    assert 'data-say="Wardens joins Blue."' in text_of(answer)
    assert form_to(answer, "/setup/unit/")["fields"]["seen"] == str(device.seen)


def test_what_is_next_is_the_other_side_once_this_one_has_something():
    device = made("gods_gloom", "Red", "Blue")
    assert main_of(device.get("setup")) == ("Add pieces", "#find")
    form = form_to(device.get("setup"), "/setup/unit/")
    device.client.post(form["action"], {**form["fields"], "name": "Reavers"})
    assert main_of(device.get("setup")) == ("Next: Blue", f"?side={side_of(device, 1)}")
    assert main_of(device.get("setup", side=side_of(device, 1))) == ("Add pieces", "#find")


def test_a_side_that_is_well_leads_to_one_that_is_not():
    device = ready("mobile_frame_zero")
    assert main_of(device.get("setup"))[0] == "Start the battle"
    second = device.battle.sides.last()
    frame = Frame.objects.filter(company__pk=second.pk).first()
    System.objects.bulk_create(System(frame=frame, name=kind, kind=kind) for kind in ("yellow", "green") * 2)
    assert main_of(device.get("setup")) == (f"Next: {second.name}", f"?side={side_of(device, 1)}")
    assert main_of(device.get("setup", side=side_of(device, 1))) == ("Go on building", "#find")


def test_a_side_that_is_gone_is_said_in_the_form_that_names_it():
    device = made("gods_gloom", "Red", "Blue")
    form = form_to(device.get("setup"), "/setup/unit/")
    answer = device.client.post(form["action"], {**form["fields"], "name": "Reavers", "army": "0"})
    assert answer.status_code == 422
    assert "Choose one of the sides of this battle." in text_of(answer)


def test_a_row_that_is_changed_brings_its_side_and_may_change_it():
    device = ready("airsoft_squads")
    operator = next(piece for piece in device.sheet.operators if piece.side == side_of(device, 1))
    page = device.get("setup", edit=operator.key)
    assert operator.name in names_on(page)
    form = form_to(page, "/setup/operator/", edit=operator.key, save="Change it")
    assert form["fields"]["squad"] == side_of(device, 1).split("-")[-1]
    red = side_of(device, 0)
    given = {**form["fields"], "squad": red.split("-")[-1], "place": ""}
    assert device.client.post(form["action"], given).status_code == 302
    assert device.piece(operator.name).side == red


def again(device, key, **given):
    form = form_to(device.get("setup", edit=key), f"/{key.split('-')[-1]}/again/")
    return device.client.post(form["action"], {**form["fields"], **given})


@games
def test_every_piece_can_be_added_again_with_a_name_of_its_own(game):
    device = ready(game)
    for piece in device.sheet.pieces:
        before = device.sheet.pieces
        assert again(device, piece.key).status_code == 302, piece
        (copy,) = (other for other in device.sheet.pieces if other not in before)
        assert copy.side == piece.side
        assert copy.name not in {other.name for other in before if other.side == copy.side}
        assert type(copy) is type(piece)
        assert copy.name in device.last.headline


def test_a_copy_has_what_the_piece_has_and_stands_beside_it():
    device = ready("troops_and_supplies")
    unit = device.sheet.units[0]
    again(device, unit.key)
    again(device, unit.key)
    first, second = device.sheet.units[-2:]
    assert (first.name, second.name) == (f"{unit.name} 2", f"{unit.name} 3")
    assert (first.strength, first.supplies, first.battle_die) == (unit.strength, unit.supplies, unit.battle_die)
    squares = [known.square for known in device.sheet.units if known.square]
    assert len(set(squares)) == len(squares)
    assert unit.square.steps_to(first.square) <= unit.square.steps_to(second.square) <= 2


def test_a_copy_of_a_ship_has_its_weapons_and_locks_nobody():
    device = ready("x_wing")
    ship, other = [s for s in device.sheet.ships if s.squad == side_of(device, 0)][:2]
    Ship.objects.filter(pk=ship.key.split("-")[1]).update(lock=Ship.objects.get(pk=other.key.split("-")[1]))
    again(device, ship.key)
    copy = device.piece(f"{ship.name} 2")
    assert copy.lock is None
    assert [weapon.name for weapon in copy.weapons] == [weapon.name for weapon in ship.weapons]
    assert not {weapon.key for weapon in copy.weapons} & {weapon.key for weapon in ship.weapons}


def test_a_double_tap_copies_once():
    device = ready("gods_gloom")
    unit = device.sheet.units[0]
    seen = device.seen
    assert again(device, unit.key, seen=seen).status_code == 302
    before = everything()
    answer = again(device, unit.key, seen=seen)
    assert (answer.status_code, everything()) == (409, before)


def test_what_is_gone_or_of_another_battle_is_not_copied():
    device, other = ready("gods_gloom"), made("gods_gloom", "Red", "Blue")
    key = device.sheet.units[0].key
    before = everything()
    answer = other.post("setup-again", key.split("-")[-1], showing=side_of(other, 0), seen=other.seen)
    assert (answer.status_code, everything()) == (422, before)
    assert "no longer there" in text_of(answer)


def test_a_side_takes_a_colour_and_an_emblem_with_a_tap_each():
    device = made("gods_gloom", "Red", "Blue")
    red = device.battle.sides.first()
    page = text_of(device.get("setup"))
    assert set(re.findall(r'name="colour" value="(\w+)"', page)) == set(COLOURS)
    assert set(re.findall(r'name="emblem" value="(\w+)"', page)) == set(EMBLEMS)
    assert not [name for name in COLOURS if "yellow" in (name, *COLOURS[name])]
    for tap in ({"colour": "teal"}, {"emblem": "hawk"}):
        assert device.post("setup-look", red.pk, **tap).status_code == 302
    red.refresh_from_db()
    assert (red.colour, red.emblem) == ("teal", "hawk")
    assert device.last.headline == "Red: hawk."
    for shown in (text_of(device.get("setup")), text_of(device.get())):
        assert re.search(r'class="plate"[^>]*data-side="teal"', shown)
    pressed = re.findall(r'<button[^>]*value="(\w+)"[^>]*aria-pressed="true"', text_of(device.get("setup")))
    assert pressed == ["teal", "hawk"]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"colour": "yellow"}, "There is no such colour or emblem."),
        ({"emblem": "\x00"}, "There is no such colour or emblem."),
        ({"colour": "cobalt"}, "Blue has that already."),
        ({"emblem": "prism"}, "Blue has that already."),
    ],
)
def test_a_look_that_cannot_be_is_refused(said, reason):
    device = made("gods_gloom", "Red", "Blue")
    before = everything()
    answer = device.post("setup-look", device.battle.sides.first().pk, **said)
    assert (answer.status_code, everything()) == (422, before)
    assert reason in text_of(answer)


def test_a_look_that_a_side_has_is_not_written_again():
    device = made("gods_gloom", "Red", "Blue")
    red = device.battle.sides.first().pk
    device.post("setup-look", red, colour="teal")
    before = everything()
    assert device.post("setup-look", red, colour="teal").status_code == 302
    assert device.post("setup-look", 99999, colour="rose").status_code == 422
    assert everything() == before


KNOWN = re.compile(r'<button class="known-one".*?</button>', re.DOTALL)


@games
def test_whatever_is_known_has_a_picture_beside_its_name(game):
    demo_of(game)
    known = KNOWN.findall(text_of(made(game, "Red", "Blue").get("setup")))
    assert known
    assert [button for button in known if button.count("<use") < 2] == []
