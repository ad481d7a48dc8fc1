"""X-Wing on the battle page: the cards, an attack from its declaration to its aftermath, and the end."""

import random
import re

import pytest

from companion.models import DamageCard, Ship, Weapon, XWingBattle
from companion.sheets import key_of
from rules.x_wing.cards import Title
from rules.x_wing.ending import verdict
from tests.companion.convoy import (
    SOONTIR,
    WEDGE,
    answer_at_random,
    attack,
    card_of,
    declaring,
    play,
    post,
    ship,
    squad,
    weapon,
)
from tests.companion.playing import everything, form_to, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_the_cards_tell_what_is_left_and_what_lies_by_a_ship(convoy):
    Ship.objects.filter(name=SOONTIR).update(unseen=1, engaged=True, stress=2, ion=1)
    Weapon.objects.filter(name="Ion Cannon Turret").update(dice=1)
    page = text_of(convoy.get())
    for told in (
        f"lock on {SOONTIR}",
        "locked by Tempest Squadron Pilot",
        "reinforce (fore)",
        "ionized",
        "Weapons Failure",
        "Attacks with 1 die less. Repair: action.",
        "<b>2/2</b> charges",
        "4 dice, front, range 2-3, needs a lock",
        "1 die, single turret, range 1-2",
        "facedown <b>1</b>",
        "stress</span> <b>2</b>",
    ):
        assert told in page


@pytest.mark.parametrize(
    ("ruleset", "scenario", "told"), [("2.0", False, True), ("2.5", True, True), ("2.5", False, False)]
)
def test_a_card_tells_when_half_points_come_and_that_they_have(convoy, ruleset, scenario, told):
    XWingBattle.objects.update(ruleset=ruleset, chance_engagement=scenario)
    Ship.objects.filter(name=WEDGE).update(shields=0, unseen=1)
    wedge, soontir = card_of(convoy.get(), WEDGE), card_of(convoy.get(), SOONTIR)
    assert ("half at 3 or fewer left" in wedge, "half at 1 or fewer left" in soontir) == (told, told)
    assert ("half points" in wedge, "half points" in soontir) == (told, False)


def test_a_weapon_that_cannot_be_used_is_greyed_with_its_reason(convoy):
    torpedoes = weapon(convoy, "Proton Torpedoes")
    assert torpedoes in form_to(declaring(convoy), "/declare/", do="attack")["offered"]["q-weapon"]
    near = declaring(convoy, **{"q-range": "1"})
    assert torpedoes not in form_to(near, "/declare/", do="attack")["offered"]["q-weapon"]
    assert "Proton Torpedoes reaches range 2-3. The target is at range 1." in text_of(near)
    Ship.objects.filter(name=WEDGE).update(lock=None)
    assert "Proton Torpedoes needs a lock on the target." in text_of(declaring(convoy))
    Ship.objects.filter(name=WEDGE).update(lock=ship(SOONTIR))
    Weapon.objects.filter(name="Proton Torpedoes").update(charges=0)
    assert "Proton Torpedoes costs 1 charge and has 0." in text_of(declaring(convoy))
    before = everything()
    assert attack(convoy, **{"q-weapon": torpedoes}).status_code == 422
    assert everything() == before


def test_the_outlook_tells_what_tokens_would_be_worth(convoy):
    Ship.objects.filter(name=SOONTIR).update(evade=0, focus=0)
    assert "with an evade token of the defender" in text_of(declaring(convoy))


def test_what_is_known_of_the_pilots_of_the_demo_is_offered(convoy):
    page = declaring(convoy, **{"q-range": "1"})
    assert "1 die fewer for defence" in text_of(page)
    assert "q-attacker_abilities-take-wedge-antilles" in form_to(page, "/declare/", do="attack")["fields"]
    assert attack(convoy).status_code == 302
    convoy.dice("hit hit blank")
    convoy.choose("done")
    assert "3 agility −1 Wedge Antilles = 2" in text_of(convoy.get())  # noqa: RUF001


def test_an_attack_with_lock_and_focus_destroys_draws_a_card_and_scores(bare):
    assert play(bare).status_code == 302
    page = text_of(bare.get())
    assert f"{WEDGE} hits {SOONTIR}: 3 damage cards, and {SOONTIR} is destroyed." in page
    assert "On the table" in page
    assert f"After you defend: look at {SOONTIR}" in page
    assert "Nothing is stored yet." in page
    assert not Ship.objects.filter(status="destroyed").exists()
    bare.apply()
    wedge, soontir = ship(WEDGE), ship(SOONTIR)
    assert (wedge.lock, wedge.focus, wedge.attacked, wedge.engaged) == (None, 0, True, True)
    assert (soontir.status, soontir.destroyed_by, soontir.unseen) == ("destroyed", WEDGE, 2)
    assert [(card.title, card.faceup) for card in soontir.cards.all()] == [("Fuel Leak", True)]
    assert squad("Rebel Alliance").score == 53


def changes_told(answer):
    """What a page tells of changes, as it stands in its list."""
    (section,) = re.findall(r'<section class="differences".*?</section>', text_of(answer), re.DOTALL)
    return re.findall(r"<d[td]>.*?</d[td]>", section, re.DOTALL)


def test_an_event_tells_its_changes_as_the_result_did_whatever_came_after_it(bare):
    play(bare)
    shown = changes_told(bare.get())
    assert len(shown) > 5
    bare.apply()
    assert changes_told(bare.get("event", bare.last.number)) == shown
    number = bare.last.number
    DamageCard.objects.filter(title=Title.FUEL_LEAK, ship=ship(SOONTIR)).update(ship=None, faceup=False, discarded=True)
    assert changes_told(bare.get("event", number)) == shown
    Ship.objects.filter(name=SOONTIR).delete()
    assert bare.get("event", number).status_code == 200


def test_the_preview_counts_facedown_cards_where_they_lie(bare):
    play(bare)
    cards = "".join(part.split("</article>")[0] for part in text_of(bare.get()).split("<article")[1:])
    assert re.search(r'facedown <span class="shift"><del>0</del>.*?<b>2</b>', cards)
    assert "nobody saw" not in cards


def test_the_aftermath_stays_in_sight_until_something_else_happens(bare):
    play(bare)
    bare.apply()
    assert f"After you defend: look at {SOONTIR}" in text_of(bare.get())
    assert f"After you defend: look at {SOONTIR}" in text_of(bare.get(attacker=key_of(ship(WEDGE))))
    bare.undo()
    assert "On the table" not in text_of(bare.get())


def test_a_destroyed_ship_fires_back_and_goes_with_its_initiative(bare):
    play(bare)
    bare.apply()
    assert "engages once more" in text_of(bare.get())
    assert attack(bare, SOONTIR, WEDGE).status_code == 302
    bare.dice("hit hit focus")
    while bare.battle.declarations.filter(status="open").exists():
        answer_at_random(bare, random.Random(1))
    assert ship(SOONTIR).attacked
    bare.declare("advance")
    soontir = ship(SOONTIR)
    assert (soontir.status, bare.sheet.initiative) == ("removed", 5)
    page = text_of(bare.get())
    assert "destroyed (1)" in page
    assert "bring back" in page


@pytest.mark.parametrize(("name", "again"), [(SOONTIR, True), ("Academy Pilot", False)])
def test_a_destroyed_ship_engages_once_more_only_when_its_initiative_engages(convoy, name, again):
    assert post(convoy, "correction", name, **{"q-status": "destroyed"}).status_code == 302
    page = text_of(convoy.get())
    assert "destroyed by a correction" in page
    assert ("engages once more" in page) is again


def test_a_battle_is_ended_by_a_second_step(convoy):
    before = everything()
    assert convoy.declare("finish").status_code == 422
    page = text_of(convoy.get())
    assert "?do=finish" in page
    assert 'name="do" value="finish"' not in page
    page = convoy.get(do="finish")
    assert verdict(convoy.sheet) in text_of(page)
    form = form_to(page, "/declare/", do="finish")
    assert form["fields"]["q-sure"] == "False"
    answer = convoy.client.post(form["action"], form["fields"])
    assert (answer.status_code, "The battle goes on" in text_of(answer)) == (422, True)
    assert everything() == before
    assert convoy.client.post(form["action"], {**form["fields"], "q-sure": "True"}).status_code == 302
    assert convoy.sheet.over
