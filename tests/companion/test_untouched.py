"""A correction page that is sent back as it is says that nothing changes, whatever was done before."""

from random import Random

import pytest

from companion.luck import thrown_by
from companion.management.fuzzing import Fuzz
from companion.models import Campaign, Event, FieldPosition, Operator, Token, TroopUnit
from companion.services.editing import editing
from companion.services.under_way import is_anything_under_way
from rules.changes import keyed
from rules.games import GAMES
from tests.companion.playing import Device, everything, form_to, forms_of, text_of
from tests.companion.test_correcting_set_up import correction, fought, holds

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)

NOTHING = "That changes nothing: it is as it was."


def changes_nothing(device, number, fields):
    """Sent like that, the page says so, and nothing is stored."""
    before = everything()
    answer = device.post("correct", number, **fields, commit="1")
    assert (answer.status_code, NOTHING in text_of(answer)) == (422, True), (number, text_of(answer))
    assert everything() == before


def without_strength():
    """A unit that staff left without any, and called otherwise; the number of the entry by which they did."""
    device = fought("troops_and_supplies", steps=0)
    unit = TroopUnit.objects.order_by("pk").first()
    with editing(key=device.battle.key, who="Staff"):
        TroopUnit.objects.filter(pk=unit.pk).update(name="Wrong")
        Token.objects.filter(piece=unit, kind="strength").update(value=0)
    return device, f"troopunit-{unit.pk}", device.last.number


def test_a_unit_that_staff_left_without_strength_is_no_fault_of_whoever_sends_the_page_back():
    device, _, number = without_strength()
    changes_nothing(device, number, correction(device, number))


def test_what_staff_stored_stays_where_something_else_is_put_right():
    device, key, number = without_strength()
    shown = correction(device, number) | {f"again-{key}-name": "Right"}
    assert device.post("correct", number, **shown, commit="1").status_code == 302
    unit = keyed(device.sheet)[key]
    assert (unit.name, unit.strength, unit.square) == ("Right", 0, None)
    holds(device.battle)


def test_what_is_typed_instead_is_refused_as_ever():
    device, key, number = without_strength()
    shown = correction(device, number) | {f"again-{key}-strength": "-1"}
    answer = device.post("correct", number, **shown, commit="1")
    assert answer.status_code == 422
    assert "Troop Strength: Ensure this value is greater than or equal to 1." in text_of(answer)


def test_an_operator_whose_position_was_taken_away_does_not_walk_off():
    device = fought("airsoft_squads", steps=0)
    operator = Operator.objects.exclude(place=None).first()
    with editing(key=device.battle.key, who="Staff"):
        Operator.objects.filter(pk=operator.pk).update(name="Wrong")
        FieldPosition.objects.filter(battle=device.battle, place=operator.place).delete()
    number, field = device.last.number, f"again-operator-{operator.pk}"
    shown = correction(device, number, piece=f"operator-{operator.pk}")
    assert shown[f"{field}-place"] == str(operator.place)
    changes_nothing(device, number, shown)
    right = shown | {f"{field}-name": "Right"}
    assert device.post("correct", number, **right, commit="1").status_code == 302
    assert keyed(device.sheet)[f"operator-{operator.pk}"].place == operator.place
    holds(device.battle)


def locks(device, field, place):
    """Declare that a ship gains a focus token, and locks one of those on offer, by its place; the key of that one."""
    (form,) = (form for form in forms_of(device.get(do="gains")) if field in form["offered"])
    locked = [key for key in form["offered"][field] if key != "None"][place]
    said = {field: locked, field.replace("-lock", "-tokens-take-focus"): "on"}
    assert device.client.post(form["action"], form["fields"] | said).status_code == 302
    return locked


def test_a_lock_that_is_on_offer_no_more_is_still_what_was_answered():
    device = fought("x_wing", steps=0)
    field = f"q-{device.sheet.ships[0].key}-lock"
    locks(device, field, 0)
    second = locks(device, field, -1)
    number = device.last.number
    earlier = correction(device, number - 1) | {field: second}
    assert device.post("correct", number - 1, **earlier, commit="1").status_code == 302
    shown = correction(device, number)
    assert shown[field] == second
    changes_nothing(device, number, shown)


@games
def test_whatever_was_played_and_edited_is_as_it_was_where_its_page_is_sent_back(game):
    with thrown_by(Random(2)):
        fuzz = Fuzz(GAMES[game], Random(2), Campaign.objects.create(name="A campaign"), anything=True)
        for _ in range(12):
            fuzz.step()
    assert not is_anything_under_way(fuzz.battle)
    device = Device(fuzz.battle, name="Anna")
    for number in Event.objects.filter(battle=fuzz.battle).values_list("number", flat=True):
        page = device.get("correct", number)
        if not any(form["action"].endswith(f"/{number}/correct/") for form in forms_of(page)):
            continue
        changes_nothing(device, number, form_to(page, f"/{number}/correct/")["fields"])
