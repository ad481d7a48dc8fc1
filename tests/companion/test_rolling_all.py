"""“Roll all for me”: the app rolls until somebody has to decide, and after the decision it goes on."""

import pytest

from companion.models import Declaration, Reply, Ship
from rules.games import GAMES
from rules.play import Resolved
from tests.companion.convoy import SOONTIR, WEDGE, attack, declaring
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, forms_of, latest, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def plain(convoy):
    """Wedge and Soontir without anything that somebody could decide."""
    Ship.objects.update(pilot="", focus=0, evade=0, lock=None)
    Ship.objects.filter(name=SOONTIR).update(hull=9)
    return convoy


def sources():
    return [reply.source for reply in Reply.objects.order_by("number")]


def test_one_tap_rolls_both_sides_dice_where_nobody_decides_and_stores_nothing(plain):
    before = plain.sheet
    assert attack(plain, rolls="1").status_code == 302
    assert isinstance(plain.played(), Resolved)
    assert set(sources()) == {"rolled"}
    assert len(sources()) >= 2
    assert plain.sheet == before


def test_a_decision_stays_with_the_players_and_the_app_goes_on_after_it(convoy):
    answer = attack(convoy, rolls="1")
    assert answer["Location"].endswith("?rolls=1")
    assert sources() == ["rolled"]
    page = convoy.get(rolls="1")
    form = form_to(page, "/choice/", rolls="1")
    asked = convoy.played().ask
    assert "done" in asked.options
    convoy.client.post(form["action"], {**form["fields"], "option": "done"})
    assert sources()[:3] == ["rolled", "chosen", "rolled"]


def test_who_did_not_ask_for_it_rolls_after_the_decision(convoy):
    attack(convoy, rolls="1")
    assert not [form for form in forms_of(convoy.get()) if "rolls" in form["fields"]]
    convoy.choose("done")
    assert sources() == ["rolled", "chosen"]


def test_a_second_tap_rolls_nothing_more(plain):
    form = form_to(declaring(plain), "/declare/", do="attack")
    for _ in range(2):
        assert plain.client.post(form["action"], {**form["fields"], "rolls": "1"}).status_code == 302
        shown = everything()
    assert Declaration.objects.count() == 1
    assert everything() == shown
    assert len(sources()) == len(set(Reply.objects.values_list("number", flat=True)))


def test_a_second_tap_on_a_decision_rolls_nothing_more(convoy):
    attack(convoy, rolls="1")
    declaration, answer = convoy.open, latest(convoy.open)
    convoy.post("choice", declaration.pk, answer=answer, option="done", rolls="1")
    before = everything()
    convoy.post("choice", declaration.pk, answer=answer, option="done", rolls="1")
    assert everything() == before


def test_what_cannot_be_declared_rolls_nothing(convoy):
    before = everything()
    answer = attack(convoy, rolls="1", **{"q-range": "0"})
    assert answer.status_code == 422
    assert "In 2.0 a ship cannot attack at range 0." in text_of(answer)
    assert everything() == before


@pytest.mark.parametrize("game", GAMES)
def test_it_is_offered_for_the_attack_of_every_game_and_not_for_a_correction(game):
    device = Device(demo_of(game))
    sheet = device.sheet
    procedure = GAMES[game].procedure(GAMES[game].usual)
    actor = next(key for key, reason in procedure.actors(sheet).items() if not reason)
    target = next(key for key, reason in procedure.targets(sheet, actor).items() if not reason)
    page = device.get(attacker=actor, target=target, do=procedure.slug)
    assert 'name="rolls"' in page.content.decode()
    assert 'name="rolls"' not in device.get(attacker=actor, do="correction").content.decode()


def test_it_is_not_offered_where_what_follows_is_told_but_nothing_rolls():
    device = Device(demo_of("airsoft_squads"))
    actors = GAMES["airsoft_squads"].procedure("move").actors(device.sheet)
    actor = next(key for key, reason in actors.items() if not reason)
    page = device.get(attacker=actor, do="move").content.decode()
    assert 'class="outlook"' in page
    assert 'name="rolls"' not in page


def test_an_attack_of_wedge_can_be_rolled_and_applied_with_three_posts(plain):
    attack(plain, WEDGE, SOONTIR, rolls="1")
    assert plain.apply().status_code == 302
    assert not Declaration.objects.filter(status="open").exists()
