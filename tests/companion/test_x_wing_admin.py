"""X-Wing in the admin, and how many queries its pages take."""

import re
from random import Random

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from companion.models import Event, Ship, Upgrade, Weapon, XWingBattle, XWingSquad
from companion.services.auditing import audited
from companion.services.building import remove_piece
from companion.services.editing import editing
from companion.sheets import key_of
from tests.companion.convoy import MAULER, SOONTIR, WEDGE, answer_at_random, attack, play, ship, squad
from tests.companion.playing import UNDER_THE_LOCK, everything, latest, text_of
from tests.companion.test_admin import fields_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    client.force_login(get_user_model().objects.create_superuser("boss"))
    return client


def change(row):
    return reverse(f"admin:companion_{row._meta.model_name}_change", args=[row.pk])


@pytest.mark.parametrize("model", [XWingBattle, XWingSquad, Ship])
def test_the_admin_lists_and_shows(staff, convoy, model):
    name = model._meta.model_name
    assert staff.get(reverse(f"admin:companion_{name}_changelist")).status_code == 200
    assert staff.get(change(model.objects.first())).status_code == 200


def test_an_edit_of_a_ship_with_weapons_tokens_and_cards_is_one_event_and_scores_follow(staff, convoy):
    mauler = ship(MAULER)
    data = fields_of(staff.get(change(mauler)))
    assert data.pop("cards-0-faceup") == "on"
    data |= {"unseen": "1", "stress": "2", "weapons-0-dice": "3", "lock": ship(WEDGE).pk}
    answer = staff.post(change(mauler), data, follow=True)
    assert "was changed successfully" in text_of(answer)
    mauler = convoy.piece(MAULER)
    assert (mauler.unseen, mauler.stress, mauler.weapons[0].dice) == (1, 2, 3)
    assert mauler.lock == convoy.key(WEDGE)
    assert not convoy.sheet.faceup(mauler)
    assert squad("Rebel Alliance").score == (ship(MAULER).cost + 1) // 2
    assert convoy.last.kind == "edit"
    assert Event.objects.filter(battle=convoy.battle).count() == 2


def test_a_card_on_a_ship_of_another_squad_is_refused_in_the_admin(staff, convoy):
    empire = squad("Galactic Empire")
    data = fields_of(staff.get(change(empire)))
    before = everything()
    answer = staff.post(change(empire), {**data, "deck-0-ship": ship(WEDGE).pk}, follow=True)
    assert "lies on a ship of another squad. Nothing was saved." in text_of(answer)
    assert everything() == before
    answer = staff.post(change(empire), {**data, "deck-0-ship": ship(SOONTIR).pk}, follow=True)
    assert "was changed successfully" in text_of(answer)
    assert convoy.sheet.damage(convoy.piece(SOONTIR)) == 1


def test_a_deleted_ship_gives_its_damage_cards_back(staff, convoy):
    address = reverse("admin:companion_ship_delete", args=[ship(MAULER).pk])
    assert staff.post(address, {"post": "yes"}).status_code == 302
    assert not Ship.objects.filter(name=MAULER).exists()
    empire = convoy.sheet.squad(key_of(squad("Galactic Empire")))
    assert not any(card.ship or card.faceup for card in empire.deck)
    assert convoy.get().status_code == 200


@pytest.mark.parametrize("how", ["admin", "table"])
def test_a_ship_can_go_that_was_attacked_by_one_that_remembers_whom_it_attacked(staff, convoy, how):
    """Thunderstrike counts the ships that its own attacked this round: what is gone is none of them any more."""
    with editing(key=convoy.battle.key, who="the referee"):
        Upgrade.objects.create(ship=ship(WEDGE), name="Thunderstrike", xws="thunderstrike")
    assert attack(convoy).status_code == 302
    chance = Random(1)
    while convoy.last.kind != "attack":
        answer_at_random(convoy, chance)
    fel, attacked = ship(SOONTIR), convoy.last
    assert convoy.piece(WEDGE).attacked_ships == {key_of(fel)}
    if how == "admin":
        answer = staff.post(reverse("admin:companion_ship_delete", args=[fel.pk]), {"post": "yes"}, follow=True)
        assert "was deleted successfully" in text_of(answer)
    else:
        remove_piece(key=convoy.battle.key, piece=fel.pk, who="Anna")
    assert not Ship.objects.filter(pk=fel.pk).exists()
    assert convoy.piece(WEDGE).attacked_ships == frozenset()
    assert f"{SOONTIR} taken out" in convoy.last.headline or f"{SOONTIR} is taken out" in convoy.last.headline
    assert "ship-" not in convoy.last.headline
    found = audited(convoy.battle)
    assert (found.differs, found.cannot_run) == ((), ())
    assert convoy.get().status_code == 200
    answer = convoy.undo(attacked)
    assert answer.status_code == 302, re.findall(r"notice[^>]*>([^<]+)<", text_of(answer))
    found = audited(convoy.battle)
    assert (found.differs, found.cannot_run) == ((), ())


def enlarge():
    """Eight more ships a side, with weapons."""
    for side in XWingSquad.objects.all():
        for number in range(8):
            row = Ship.objects.create(battle=side.battle, squad=side, name=f"{side} {number}", initiative=6)
            Weapon.objects.create(ship=row, name="primary, front")
            Upgrade.objects.create(ship=row, name="Crack Shot", xws="crackshot", charges=1, most_charges=1)


@pytest.mark.parametrize("large", [False, True])
def test_no_page_and_no_tap_asks_more_of_a_larger_battle(bare, django_assert_num_queries, large):
    if large:
        enlarge()
    pieces = {"attacker": bare.key(WEDGE), "target": bare.key(SOONTIR)}
    with django_assert_num_queries(10):
        bare.get()
    with django_assert_num_queries(11):
        bare.get(**pieces)
    with django_assert_num_queries(13):
        bare.get("setup")
    play(bare)
    declaration = bare.open
    answer = latest(declaration)
    with django_assert_num_queries(11):
        bare.get()
    with django_assert_num_queries(23 + UNDER_THE_LOCK):
        bare.apply(declaration, answer)
    event, seen = bare.last, bare.seen
    with django_assert_num_queries(24 + UNDER_THE_LOCK):
        bare.undo(event, seen)
    with django_assert_num_queries(12):
        bare.get("event", event.number)
