"""Corrections in X-Wing: a damage card that the app drew and that lies elsewhere, and choices that do not fit."""

import re

import pytest
from django.utils.html import escape

from companion import luck
from companion.models import DamageCard, Declaration, Event, Ship
from rules.x_wing.cards import Title
from tests.companion.convoy import SOONTIR, WEDGE, post, three_attacks
from tests.companion.playing import everything, sheet_of, text_of
from tests.companion.test_correcting import correction, dice_of, filled

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_a_card_that_the_app_drew_and_that_lies_elsewhere_now_makes_room_for_another(convoy, monkeypatch):
    """There are two Blinded Pilots: when both were drawn before, the app cannot have drawn one."""
    Ship.objects.filter(name=WEDGE).update(shields=0)
    post(convoy, "damage", WEDGE, **{"q-hits": "0", "q-crits": "3"})
    convoy.dice("Blinded Pilot")
    convoy.dice("Wounded Pilot")
    monkeypatch.setattr(luck._dice, "choice", lambda faces: Title.BLINDED_PILOT)
    convoy.roll()
    if Declaration.objects.filter(battle=convoy.battle, status="open").exists():
        convoy.apply()
    number = convoy.last.number
    data = filled(correction(convoy.get("correct", number), number))
    second, third = (name for name in sorted(data) if re.fullmatch(rf"e{number}-[12]-0-0", name))
    assert (data[second], data[third]) == ("Wounded Pilot", "Blinded Pilot")
    page = convoy.post("correct", number, **(data | {second: "Blinded Pilot"}))
    assert "a damage card is missing" in text_of(page)
    assert third in dice_of(correction(page, number)), "another one can be told"
    told = data | {second: "Blinded Pilot", third: "Stunned Pilot", "commit": "1"}
    assert convoy.post("correct", number, **told).status_code == 302
    lying = DamageCard.objects.filter(ship__name=WEDGE, faceup=True).values_list("title", flat=True)
    assert sorted(lying) == ["Blinded Pilot", "Blinded Pilot", "Stunned Pilot"]


def test_nothing_is_told_of_what_comes_after_half_an_answer(convoy):
    first = three_attacks(convoy)
    stored = everything()
    data = filled(correction(convoy.get("correct", first.number), first.number))
    (die,) = (name for name in data if re.fullmatch(r"e\d+-1-0-1", name))
    page = convoy.post("correct", first.number, **(data | {die: "evade"}))
    assert "“spend focus” cannot be chosen any more." in text_of(page)
    chosen = correction(page, first.number)["fields"] | {f"e{first.number}-2-pick": "done"}
    page = convoy.post("correct", first.number, **chosen)
    assert "What it was made from is different now: “Modify” is asked now." in text_of(page)
    assert "Comes out differently" not in text_of(page), "Soontir Fel has yet to engage only as long as nothing is said"
    assert "The board then" not in text_of(page)
    assert "is shown here once nothing is missing" in text_of(page)
    second = convoy.last.number - 2
    answered = correction(page, first.number)["fields"] | {f"e{second}-1-pick": "focus"}
    page = convoy.post("correct", first.number, **answered)
    assert "The board then" in text_of(page)
    assert everything() == stored
    answered = correction(page, first.number)["fields"]
    assert convoy.post("correct", first.number, **answered, commit="1").status_code == 302
    assert (convoy.piece(SOONTIR).focus, convoy.piece(WEDGE).shields) == (0, 0)


def test_each_choice_of_an_attack_says_whose_ship_made_it(convoy):
    first = three_attacks(convoy)
    page = text_of(convoy.get("correct", first.number))
    made = re.findall(r'<legend class="asked-label">([^<]*modify)</legend>', page, re.IGNORECASE)
    assert made == [f"{SOONTIR}: modify"] * 2


def test_the_board_then_tells_of_every_ship_that_stands(convoy):
    three_attacks(convoy)
    last = convoy.last.number
    data = filled(correction(convoy.get("correct", last), last))
    page = text_of(convoy.post("correct", last, **(data | {"how": "struck"})))
    then = page[page.index("The board then") :]
    assert [
        ship.name for ship in sheet_of(convoy.battle).ships if ship.standing and escape(ship.name) not in then
    ] == []
    assert " now: " in then


def test_the_board_then_shows_the_hull_that_a_ship_has_left(convoy):
    Ship.objects.filter(name=WEDGE).update(shields=0, unseen=1)
    three_attacks(convoy)
    second = Event.objects.filter(battle=convoy.battle, kind="attack").order_by("number")[1]
    data = filled(correction(convoy.get("correct", second.number), second.number))
    (die,) = (name for name in data if re.fullmatch(r"e\d+-0-0-0", name))
    page = text_of(convoy.post("correct", second.number, **(data | {die: "hit"})))
    (card,) = (part for part in page[page.index("The board then") :].split("<article")[1:] if WEDGE in part)
    told = " ".join(re.sub(r"<[^>]+>", " ", card).split())
    assert "hull 2 → becomes 1 of 4" in told, told
    assert "facedown 2" in told, told


def test_the_board_then_tells_of_a_damage_card_that_is_another(convoy):
    Ship.objects.filter(name=WEDGE).update(shields=0)
    post(convoy, "damage", WEDGE, **{"q-hits": "0", "q-crits": "1"})
    convoy.dice("Blinded Pilot")
    convoy.apply()
    number = convoy.last.number
    data = filled(correction(convoy.get("correct", number), number))
    (card,) = (name for name in data if re.fullmatch(rf"e{number}-0-0-0", name))
    page = text_of(convoy.post("correct", number, **(data | {card: "Stunned Pilot"})))
    then = page[page.index("The board then") :]
    assert "Stunned Pilot" in then, then
    assert "Blinded Pilot" in then, then
