"""What is tapped in X-Wing besides attacks, what is refused, what is taken back, and battles at random."""

import random

import pytest

from companion.models import DamageCard, Event, Ship, Weapon
from rules.x_wing.cards import Title
from tests.companion.convoy import SOONTIR, WEDGE, answer_at_random, attack, declaring, play, post, ship, squad, weapon
from tests.companion.playing import everything, form_to, forms_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.parametrize(
    ("do", "said", "by"), [("leave", {}, "fleeing"), ("correction", {"q-status": "removed"}, "a correction")]
)
def test_a_ship_that_leaves_the_board_takes_its_tokens_and_the_locks_on_it_along(convoy, do, said, by):
    before = convoy.sheet
    assert post(convoy, do, SOONTIR, **said).status_code == 302
    soontir = ship(SOONTIR)
    assert (soontir.status, soontir.focus, soontir.evade, soontir.destroyed_by) == ("removed", 0, 0, by)
    assert (ship(WEDGE).lock, squad("Rebel Alliance").score) == (None, 53)
    page = text_of(convoy.get())
    assert f"by {by}" in page
    assert "lock on" not in page.replace("lock on Wedge", "")
    convoy.undo()
    assert convoy.sheet == before


def test_a_correction_to_as_many_cards_as_hull_destroys_the_ship(convoy):
    assert post(convoy, "correction", SOONTIR, **{"q-unseen": "5"}).status_code == 302
    assert convoy.last.headline == f"{SOONTIR} is corrected by hand, and is destroyed."
    soontir = ship(SOONTIR)
    assert (soontir.status, soontir.unseen, squad("Rebel Alliance").score) == ("destroyed", 5, 53)
    assert "engages once more" in text_of(convoy.get())


def test_a_ship_that_is_gone_cannot_leave_again(convoy):
    tapped = form_to(convoy.get(attacker=convoy.key(SOONTIR), do="leave"), "/declare/", do="leave")
    convoy.client.post(tapped["action"], tapped["fields"])
    before = everything()
    seen = {"seen": convoy.seen, "once": "another-tap-on-it"}
    answer = convoy.client.post(tapped["action"], {**tapped["fields"], **seen})
    assert answer.status_code == 422
    assert f"{SOONTIR} is no longer on the board." in text_of(answer)
    assert everything() == before


def test_undo_takes_an_attack_back_with_its_cards_and_charges(bare):
    before = bare.sheet
    play(bare, **{"q-weapon": weapon(bare, "Proton Torpedoes")})
    while bare.battle.declarations.filter(status="open").exists():
        answer_at_random(bare, random.Random(1))
    assert Weapon.objects.get(name="Proton Torpedoes").charges == 1
    bare.undo()
    assert bare.sheet == before


def test_faces_of_several_words_are_typed_and_only_such_cards_are_taken(bare):
    attack(bare)
    bare.dice("hit focus blank")
    bare.choose("done")
    assert "1 <svg" in bare.get().content.decode()
    bare.call_off()
    Ship.objects.filter(name=WEDGE).update(focus=0, lock=None)
    attack(bare)
    bare.dice("crit blank blank")
    bare.dice("blank blank blank")
    before = everything()
    for typed in ("Fuel", "fuel leak", "Leak Fuel", "Fuel Leak Fuel Leak", "", "hit", "Weapons Failure x"):
        answer = bare.dice(typed)
        assert answer.status_code == 422
        assert everything() == before
    assert "A damage card shows Panicked Pilot, " in text_of(answer)
    assert bare.dice("Fuel  Leak,").status_code == 302


def test_a_card_that_is_not_in_the_deck_any_more_cannot_be_drawn(bare):
    Ship.objects.filter(name=WEDGE).update(focus=0, lock=None)
    engines = DamageCard.objects.filter(squad=squad("Galactic Empire"), title=Title.DAMAGED_ENGINE)
    engines.update(discarded=True)
    attack(bare)
    bare.dice("crit blank blank")
    bare.dice("blank blank blank")
    assert bare.dice("Damaged Engine").status_code == 422
    assert bare.dice("Hull Breach").status_code == 302


@pytest.mark.parametrize("typed", ["hit hit", "hit hit evade", "hit hit hit hit", "", "1 2 3", "HIT HIT HIT"])
def test_dice_that_cannot_be_are_refused_and_nothing_is_stored(convoy, typed):
    attack(convoy)
    before = everything()
    assert convoy.dice(typed).status_code == 422
    assert everything() == before


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"q-range": "4"}, "is not one of the buttons"),
        ({"q-range": "0"}, "In 2.0 a ship cannot attack at range 0."),
        ({"q-arc": "rear"}, "is not one of the buttons"),
        ({"q-weapon": "weapon-99"}, "is not one of the buttons"),
        ({"q-obstruction": "a wall"}, "is not one of the buttons"),
        ({"q-attacker_abilities-1-attack_dice": "1"}, f"Abilities of {WEDGE}: give what you typed a name."),
        (
            {"q-attacker_abilities-1-name": "Odd", "q-attacker_abilities-1-attack_dice": "7"},
            "attack dice are -6 to 6. You entered 7.",
        ),
    ],
)
def test_a_declaration_that_cannot_be_is_refused_in_words(convoy, said, sentence):
    before = everything()
    answer = attack(convoy, **said)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert everything() == before


def test_a_ship_of_another_initiative_says_why_it_waits(convoy):
    page = text_of(convoy.get(attacker=convoy.key("Luke Skywalker")))
    assert "Ships of initiative 6 engage now. Luke Skywalker has 5." in page


def test_the_last_answers_of_a_pair_are_there_again(convoy):
    attack(convoy, **{"q-range": "3", "q-obstruction": "an obstacle"})
    convoy.call_off()
    fields = form_to(declaring(convoy), "/declare/", do="attack")["fields"]
    assert (fields["q-range"], fields["q-obstruction"]) == ("3", "an obstacle")


# Random play


@pytest.mark.parametrize("seed", range(5))
def test_a_battle_played_at_random_fits_together_and_every_event_can_be_undone(convoy, seed):
    chance = random.Random(seed)
    for _ in range(14):
        before = convoy.sheet
        declare_at_random(convoy, chance)
        while convoy.battle.declarations.filter(status="open").exists():
            answer_at_random(convoy, chance)
        assert convoy.get().status_code == 200
        if convoy.sheet != before and chance.random() < 0.4:
            assert convoy.undo().status_code == 302
            assert convoy.sheet == before
        if convoy.sheet.over:
            break
    numbers = list(Event.objects.filter(battle=convoy.battle).values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def declare_at_random(device, chance):
    keys = [piece.key for piece in device.sheet.pieces]
    do = chance.choice(["", "", "attack", "bonus", "engage", "tokens", "damage", "card", "leave", "correction"])
    page = device.get(attacker=chance.choice(keys), target=chance.choice(keys), do=do)
    if chance.random() < 0.02:
        page = device.get(do="finish")
    assert page.status_code == 200
    forms = [form for form in forms_of(page) if form["action"].endswith("/declare/")]
    form = chance.choice(forms or [form_to(device.get(do="advance"), "/declare/", do="advance")])
    said = {name: chance.choice(options) for name, options in form["offered"].items()}
    assert device.client.post(form["action"], {**form["fields"], **said}).status_code in (302, 422)
