"""Two devices at once at an attack of ships, one of which types an ability in."""

import pytest
from django.db.models.signals import post_save, pre_delete

from companion.models import Battle, Reply, Ship
from tests.companion.convoy import SOONTIR, WEDGE, attack
from tests.companion.demo import plain_convoy
from tests.companion.playing import Device, form_to, latest
from tests.companion.test_two_devices import race
from tests.companion.test_x_wing_adding import ELUSIVE, JUKE, PREDATOR

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def convoy(transactional_db):
    """Two devices at an attack whose dice lie there, with an ask for the defence dice."""
    battle = plain_convoy()
    Ship.objects.filter(name=SOONTIR).update(evade=0, focus=0)
    Ship.objects.filter(name=WEDGE).update(focus=0, lock=None)
    device, other = Device(battle, name="Anna"), Device(Battle.objects.get(pk=battle.pk), name="Ben")
    attack(device)
    device.dice("hit focus blank")
    return device, other


def adding(device, row):
    """A tap that adds a row on the page as it is now."""
    form = form_to(device.get(), "/add/")
    return lambda: device.client.post(form["action"], {**form["fields"], **row})


def test_two_devices_type_in_the_same_ability(convoy):
    device, other = convoy
    one, two = race(adding(device, PREDATOR), adding(other, PREDATOR), signal=post_save, model=Reply)
    assert (one.status_code, two.status_code) == (302, 302)
    assert [reply.label for reply in Reply.objects.filter(source="added")] == ["Predator"]


def test_two_devices_type_in_different_abilities(convoy):
    device, other = convoy
    one, two = race(adding(device, PREDATOR), adding(other, JUKE), signal=post_save, model=Reply)
    assert (one.status_code, two.status_code) == (302, 409)
    assert "Anna has added “Predator” already." in two.content.decode()
    assert [reply.label for reply in Reply.objects.filter(source="added")] == ["Predator"]


def test_one_types_an_ability_in_while_another_rolls_the_defence_dice(convoy):
    device, other = convoy
    declaration, answer = device.open, latest(device.open)
    one, two = race(
        adding(device, PREDATOR),
        lambda: other.roll(declaration=declaration, answer=answer),
        signal=post_save,
        model=Reply,
    )
    assert (one.status_code, two.status_code) == (302, 409)
    assert device.played().ask.label == "2b modify"


def test_one_rolls_the_defence_dice_while_another_types_an_ability_in(convoy):
    device, other = convoy
    declaration, answer = device.open, latest(device.open)
    one, two = race(
        lambda: device.roll(declaration=declaration, answer=answer),
        adding(other, PREDATOR),
        signal=post_save,
        model=Reply,
    )
    assert (one.status_code, two.status_code) == (302, 409)
    assert not Reply.objects.filter(source="added").exists()


def test_one_types_an_ability_in_while_another_applies(convoy):
    device, other = convoy
    device.dice("blank blank blank")
    declaration, answer = device.open, latest(device.open)
    one, two = race(adding(device, ELUSIVE), lambda: other.apply(declaration, answer), signal=post_save, model=Reply)
    assert (one.status_code, two.status_code) == (302, 409)
    assert device.piece(SOONTIR).unseen == 0


def test_one_applies_while_another_types_an_ability_in(convoy):
    device, other = convoy
    device.dice("blank blank blank")
    declaration, answer = device.open, latest(device.open)
    one, two = race(lambda: device.apply(declaration, answer), adding(other, ELUSIVE))
    assert (one.status_code, two.status_code) == (302, 409)
    assert not Reply.objects.filter(source="added").exists()


def test_one_takes_an_ability_back_while_another_uses_it(convoy):
    device, other = convoy
    adding(device, PREDATOR)()
    declaration, answer = device.open, latest(device.open)
    one, two = race(
        lambda: device.take_back(answer, declaration),
        lambda: other.choose("Predator: reroll 1 die", answer, declaration),
        signal=pre_delete,
        model=Reply,
    )
    assert (one.status_code, two.status_code) == (302, 409)
    assert device.played().ask.label == "3a defence dice"
