"""On the pages no text that players type is taken for a name of the rules."""

from html import unescape

import pytest

from companion.models import Ship, Token, Upgrade
from companion.services.demo import load_demo
from rules.asks import Choice
from rules.play import Waiting
from tests.companion.convoy import attack as shoot
from tests.companion.playing import Device, form_to
from tests.companion.test_gloom_pages import attack, declaring

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def demo_of(game):
    return Device(load_demo().battles.get(game=game), name="Anna")


def play_to_the_end(device):
    while isinstance(played := device.played(), Waiting):
        answer = device.choose(played.ask.options[0]) if isinstance(played.ask, Choice) else device.roll()
        assert answer.status_code == 302
        assert device.get().status_code == 200
    assert device.apply().status_code == 302


@pytest.mark.parametrize(("name", "dice"), [("deplete", "attack_dice"), ("strain", "defence_dice")])
def test_an_ability_that_is_called_like_a_token_can_be_played_to_the_end(name, dice):
    convoy = demo_of("x_wing")
    Ship.objects.update(strain=0, deplete=0)
    shoot(convoy, **{"q-attacker_abilities-1-name": name, f"q-attacker_abilities-1-{dice}": "-1"})
    play_to_the_end(convoy)
    assert not Ship.objects.exclude(strain=0, deplete=0).exists()


def test_a_modifier_that_is_called_like_a_trait_of_the_rules_uses_nothing_up():
    gate = demo_of("gods_gloom")
    typed = {"q-modifiers-1-name": "Overload", "q-modifiers-1-red": "1"}
    assert attack(gate, **typed).status_code == 302
    play_to_the_end(gate)
    assert not Token.objects.filter(name="Overload used").exists()


def test_a_typed_row_stays_a_typed_row_when_it_is_called_like_one_on_offer():
    gate = demo_of("gods_gloom")
    page = declaring(gate, **{"q-modifiers-shown": "charge", "q-modifiers-2-name": "Charge", "q-modifiers-2-red": "3"})
    form = form_to(page, "/declare/", do="attack")
    assert "q-modifiers-take-charge" not in form["fields"]
    assert "Charge" in (form["fields"]["q-modifiers-1-name"], form["fields"]["q-modifiers-2-name"])
    assert "Charge Bonus needs “Charge”." in unescape(page.content.decode())


def test_effects_that_are_alike_but_for_signs_are_taken_off_one_by_one():
    gate = demo_of("gods_gloom")
    reavers, key = gate.piece("Tusk Reavers"), gate.key("Tusk Reavers")
    names = {"Hexed", "Hexed!", "???", "Hexed 2"}
    piece = Token.objects.filter(piece__name="Tusk Reavers").first().piece
    Token.lay(Token(piece=piece, kind="effects", name=name, value=1) for name in sorted(names))
    left = names | reavers.effects
    for name in sorted(names):
        form = form_to(gate.get(attacker=key, do="correction"), "/declare/", do="correction")
        boxes = [box for box in form["boxes"] if box.startswith("q-effects-take-")]
        assert len(boxes) == len(set(boxes)) == len(left)
        del form["fields"][boxes[sorted(left).index(name)]]
        assert gate.client.post(form["action"], form["fields"]).status_code == 302
        left -= {name}
        assert gate.piece("Tusk Reavers").effects == left


@pytest.mark.parametrize("name", ["Chaff", "Predator"])
def test_an_ability_without_numbers_is_not_taken_for_a_card_that_cannot_be_used(name):
    convoy = demo_of("x_wing")
    wedge = Ship.objects.get(name="Wedge Antilles")
    Upgrade.objects.all().delete()
    Ship.objects.update(pilot="")
    Upgrade.objects.create(ship=wedge, name="Predator", xws="predator")
    answer = shoot(convoy, **{"q-arc": "front", "q-attacker_abilities-1-name": name})
    assert answer.status_code == 302
    play_to_the_end(convoy)


def test_a_typed_modifier_may_stand_beside_the_known_one_that_it_is_called_like():
    gate = demo_of("gods_gloom")
    typed = {"q-modifiers-take-charge": "on", "q-modifiers-1-name": "Charge", "q-modifiers-1-red": "1"}
    assert attack(gate, **typed).status_code == 302
    rows = [(row["name"], row["typed"]) for row in gate.open.declared["modifiers"]]
    assert {("Charge", False), ("Charge", True)} <= set(rows)
    play_to_the_end(gate)
