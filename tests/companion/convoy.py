"""What the tests of X-Wing's pages share: the demo battle's ships, and how they attack."""

import re

from companion.models import Event, Ship, Weapon, XWingSquad
from companion.sheets import key_of
from rules.asks import Roll
from tests.companion.playing import form_to, text_of

WEDGE, SOONTIR, MAULER = "Wedge Antilles", "Soontir Fel", "“Mauler” Mithel"


def squad(name):
    return XWingSquad.objects.get(name=name)


def ship(name):
    return Ship.objects.get(name=name)


def card_of(answer, name):
    """What the card of a ship says, without its tags."""
    (card,) = (part for part in text_of(answer).split("<article")[1:] if f">{name}<" in part)
    return " ".join(re.sub(r"<[^>]+>", " ", card.split("</article>")[0]).split())


def declaring(device, attacker=WEDGE, target=SOONTIR, **said):
    return device.get(attacker=device.key(attacker), target=device.key(target), do="attack", **said)


def attack(device, attacker=WEDGE, target=SOONTIR, **said):
    form = form_to(declaring(device, attacker, target), "/declare/", do="attack")
    return device.client.post(form["action"], {**form["fields"], **said})


def weapon(device, name):
    return key_of(Weapon.objects.get(name=name, ship__name=WEDGE))


def play(device, **said):
    """Wedge's attack with lock and focus: two hits and a crit against blanks, and the card that the crit deals."""
    assert attack(device, **said).status_code == 302
    device.dice("hit focus blank")
    device.choose("lock")
    device.choose("1 blank")
    device.dice("crit")
    device.choose("focus")
    device.dice("blank blank blank")
    return device.dice("Fuel Leak")


def attack_and_apply(device, attacker, target, *told):
    """An attack with what is usual before the dice, and these dice and options, each pool of dice as one text."""
    assert attack(device, attacker, target).status_code == 302
    for answer in told:
        said = device.dice(answer) if " " in answer else device.choose(answer)
        assert said.status_code == 302, answer
    assert device.apply().status_code == 302


def three_attacks(device):
    """Soontir Fel spends his focus in the first attack, could have spent it in the second, and the third is theirs."""
    Ship.objects.filter(battle=device.battle).update(lock=None, force=0, pilot="")
    attack_and_apply(device, WEDGE, SOONTIR, "hit hit blank", "evade focus blank", "focus", "done")
    attack_and_apply(device, SOONTIR, WEDGE, "focus focus hit", "blank blank")
    assert device.declare("advance").status_code == 302
    attack_and_apply(device, "Luke Skywalker", MAULER, "hit focus blank", "evade blank blank")
    return Event.objects.filter(battle=device.battle, kind="attack").order_by("number").first()


def post(device, do, name, **said):
    """Declare something that only one ship takes part in, by the form of its page."""
    form = form_to(device.get(attacker=device.key(name), do=do), "/declare/", do=do)
    return device.client.post(form["action"], {**form["fields"], **said})


def answer_at_random(device, chance):
    ask = getattr(device.played(), "ask", None)
    if ask is None:
        assert device.apply().status_code == 302
    elif isinstance(ask, Roll):
        assert device.roll().status_code == 302
    else:
        assert device.choose(str(chance.choice(ask.options))).status_code == 302
