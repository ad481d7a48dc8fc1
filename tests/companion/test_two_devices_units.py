"""Two devices at once in the games of units: the asks of the defender's player, turns and rounds."""

import pytest
from django.db.models.signals import post_save, pre_delete

from companion.models import Battle, GloomArmy, GloomUnit, Reply, Token
from tests.companion.demo import demo_of
from tests.companion.playing import Device, latest
from tests.companion.test_two_devices import kinds, race

pytestmark = pytest.mark.django_db(transaction=True)


def two_at(game):
    battle = demo_of(game)
    return Device(battle, name="Anna"), Device(Battle.objects.get(pk=battle.pk), name="Ben")


@pytest.fixture
def crossing(transactional_db):
    return two_at("troops_and_supplies")


@pytest.fixture
def gate(transactional_db):
    """Two devices at a battle in which nobody has Command Seals."""
    devices = two_at("gods_gloom")
    GloomArmy.objects.update(seals=0)
    return devices


def asked_for_a_counterattack(device):
    """What is under way when the attack's dice lie, and the last answer to it."""
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    device.dice("6 5 2", "5 3 1")
    return device.open, latest(device.open)


def test_two_devices_answer_the_question_of_a_counterattack(crossing):
    device, other = crossing
    declaration, answer = asked_for_a_counterattack(device)
    one, two = race(
        lambda: device.choose("2", answer, declaration),
        lambda: other.choose("0", answer, declaration),
        signal=post_save,
        model=Reply,
    )
    assert (one.status_code, two.status_code) == (302, 409)
    assert "Anna has answered “counterattack” already." in two.content.decode()
    assert declaration.replies.last().value == 2


def test_a_double_tap_on_the_counterattack_is_one_answer(crossing):
    device, _ = crossing
    declaration, answer = asked_for_a_counterattack(device)

    def tap():
        return device.choose("2", answer, declaration)

    one, two = race(tap, tap, signal=post_save, model=Reply)
    assert (one.status_code, two.status_code) == (302, 302)
    assert declaration.replies.count() == 2


def test_one_declines_while_another_enters_the_dice_of_the_counterattack(crossing):
    device, other = crossing
    declaration, answer = asked_for_a_counterattack(device)
    one, two = race(
        lambda: device.choose("0", answer, declaration),
        lambda: other.dice("6 4", "3 4 1", answer=answer, declaration=declaration),
        signal=post_save,
        model=Reply,
    )
    assert (one.status_code, two.status_code) == (302, 409)
    device.apply()
    assert device.piece("Guard squad").supplies == 4


def test_one_takes_the_counterattack_back_while_another_rolls_its_dice(crossing):
    device, other = crossing
    declaration, _ = asked_for_a_counterattack(device)
    device.choose("2")
    answer = latest(declaration)
    one, two = race(
        lambda: device.take_back(answer, declaration),
        lambda: other.roll(answer=answer, declaration=declaration),
        signal=pre_delete,
        model=Reply,
    )
    assert (one.status_code, two.status_code) == (302, 409)
    assert declaration.replies.count() == 1


def test_two_devices_apply_a_counterattack_that_destroys_the_attacker(crossing):
    device, other = crossing
    declaration, _ = asked_for_a_counterattack(device)
    device.take_back()
    device.dice("1 1 1", "6 6 6")
    device.choose("3")
    device.dice("6 6 6", "1 1 1")
    answer = latest(declaration)
    one, two = race(lambda: device.apply(declaration, answer), lambda: other.apply(declaration, answer))
    assert (one.status_code, two.status_code) == (302, 302)
    assert kinds() == ["attack"]
    assert not device.piece("Rifle squad").standing


def test_the_turn_ends_once_when_both_devices_end_it(crossing):
    device, other = crossing
    seen = device.seen
    one, two = race(lambda: device.declare("turn", seen=seen), lambda: other.declare("turn", seen=seen))
    assert (one.status_code, two.status_code) == (302, 409)
    assert kinds() == ["turn"]
    assert device.sheet.turn == device.key("River army")


def test_one_ends_the_turn_while_another_attacks(crossing):
    device, other = crossing
    seen, pair = device.seen, (device.key("Rifle squad"), device.key("Guard squad"))
    one, two = race(lambda: device.declare("turn", seen=seen), lambda: other.declare("attack", *pair, seen=seen))
    assert (one.status_code, two.status_code) == (302, 409)
    assert not other.battle.declarations.filter(status="open").exists()


def fight(device, attacker="Tusk Reavers", target="Bound Soldiers"):
    device.declare("attack", device.key(attacker), device.key(target), q_kind="melee")
    return device.open


def test_two_devices_answer_for_the_defenders_boost(gate):
    device, other = gate
    Token.objects.create(piece=GloomUnit.objects.get(name="Bound Soldiers"), kind="boost", value=1)
    declaration = fight(device)
    one, two = race(
        lambda: device.choose("spend it", 0, declaration),
        lambda: other.choose("save it", 0, declaration),
        signal=post_save,
        model=Reply,
    )
    assert (one.status_code, two.status_code) == (302, 409)
    assert Reply.objects.get().value == "spend it"


def test_one_keeps_its_dice_while_another_rerolls_them(gate):
    device, other = gate
    GloomArmy.objects.filter(name="Ashen Horde").update(seals=1)
    declaration = fight(device)
    device.dice("5 1 1 1", "1 2")
    device.dice("2 1", "2 2")
    answer = latest(declaration)
    one, two = race(
        lambda: device.choose("keep", answer, declaration),
        lambda: other.choose("reroll all", answer, declaration),
        signal=post_save,
        model=Reply,
    )
    assert (one.status_code, two.status_code) == (302, 409)
    device.apply()
    assert device.sheet.army(device.key("Ashen Horde")).seals == 1


def test_both_units_fall_once_when_both_devices_apply(gate):
    device, other = gate
    GloomUnit.objects.filter(name__in=["Tusk Reavers", "Bound Soldiers"]).update(current_health=1)
    declaration = fight(device)
    device.dice("5 1 1 1", "1 2")
    device.dice("5 1", "1 2")
    answer = latest(declaration)
    one, two = race(lambda: device.apply(declaration, answer), lambda: other.apply(declaration, answer))
    assert (one.status_code, two.status_code) == (302, 302)
    assert kinds() == ["attack"]
    assert not any(device.piece(name).standing for name in ("Tusk Reavers", "Bound Soldiers"))


def test_a_round_counts_its_soulshards_once_when_both_devices_end_it(gate):
    device, other = gate
    seen, horde, host = device.seen, device.key("Ashen Horde"), device.key("Unliving Host")
    said = {"seen": seen, f"q_{horde}": "2", f"q_{host}": "0", "q_last": "False"}
    one, two = race(lambda: device.declare("round", **said), lambda: other.declare("round", **said))
    assert (one.status_code, two.status_code) == (302, 409)
    assert kinds() == ["round"]
    assert device.sheet.army(horde).score == 2
