"""X-Wing on the pages: the set-up, the cards, an attack, its refusals, undo, random play, and the admin."""

import random
import re

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from companion.models import Campaign, DamageCard, Event, Ship, Weapon, XWingBattle, XWingSquad
from companion.services.building import start_battle
from companion.sheets import key_of
from rules.asks import Roll
from rules.x_wing.cards import Title
from rules.x_wing.ending import winners
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, forms_of, latest, text_of
from tests.companion.test_admin import fields_of

pytestmark = pytest.mark.django_db

WEDGE, SOONTIR, MAULER = "Wedge Antilles", "Soontir Fel", "“Mauler” Mithel"
NUMBERS = {
    "type": "Z-95",
    "size": "small",
    "initiative": "3",
    "agility": "2",
    "hull": "2",
    "most_shields": "2",
    "most_force": "1",
    "recovers_force": "1",
    "most_charges": "0",
    "recovers_charges": "0",
    "cost": "25",
    "arc": "front",
    "dice": "2",
    "worn": "Shield Upgrade, R2 Astromech",
}
WEAPON = {
    "name": "Ion Missiles",
    "arc": "front",
    "dice": "3",
    "nearest": "2",
    "farthest": "3",
    "most_charges": "3",
    "recovers": "0",
    "needs": "lock",
    "cost": "1",
    "effect": "ion",
    "special": "on",
}


@pytest.fixture
def device():
    """Anna's tablet at a battle that is being set up."""
    found = start_battle(
        campaign=Campaign.objects.create(name="Thursdays"),
        game="x_wing",
        name="The yard",
        sides=["Red", "Blue"],
        once="the-first-battle",
        who="x",
    )
    return Device(found, name="Anna")


@pytest.fixture
def convoy():
    """Anna's tablet at the demo battle."""
    return Device(demo_of("x_wing"), name="Anna")


def squad(name):
    return XWingSquad.objects.get(name=name)


def ship(name):
    return Ship.objects.get(name=name)


def add(device, part, **data):
    form = form_to(device.get("setup"), f"/setup/{part}/")
    return device.client.post(form["action"], {**form["fields"], **data})


def build(device):
    assert add(device, "pilot", squad=squad("Red").pk, pilot="wedgeantilles").status_code == 302
    assert add(device, "ship", squad=squad("Blue").pk, name="Bandit", **NUMBERS).status_code == 302


# The set-up


def test_a_squad_of_the_starter_table_and_of_typed_numbers_starts(device):
    page = text_of(device.get("setup"))
    assert "Red has no ships." in page
    build(device)
    add(device, "pilot", squad=squad("Red").pk, pilot="wedgeantilles", upgrades=["protontorpedoes", "shieldupgrade"])
    first, second = Ship.objects.filter(squad=squad("Red"))
    assert (second.name, second.cost, second.shields) == (f"{WEDGE} 2", first.cost + 12 + 6, 3)
    assert [weapon.name for weapon in second.weapons.all()] == ["primary, front", "Proton Torpedoes"]
    assert [weapon.charges for weapon in second.weapons.all()] == [0, 2]
    bandit = ship("Bandit")
    assert (bandit.shields, bandit.force, bandit.upgrades) == (2, 1, ["Shield Upgrade", "R2 Astromech"])
    assert DamageCard.objects.count() == 66
    form = form_to(device.get("setup"), "/declare/", do="start")
    assert device.client.post(form["action"], form["fields"]).status_code == 302
    assert device.choose(key_of(squad("Blue"))).status_code == 302
    assert device.apply().status_code == 302
    assert (device.sheet.started, device.sheet.first) == (True, key_of(squad("Blue")))


def test_numbers_weapons_and_terms_are_set(device):
    build(device)
    wedge = ship(WEDGE)
    assert add(device, "number", ship=wedge.pk, number="most_shields", value="3").status_code == 302
    assert add(device, "weapon", ship=wedge.pk, **WEAPON).status_code == 302
    missiles = Weapon.objects.get(name="Ion Missiles")
    assert add(device, "terms", weapon=missiles.pk, needs="focus", cost="2", effect="none").status_code == 302
    wedge.refresh_from_db()
    missiles.refresh_from_db()
    assert (wedge.most_shields, wedge.shields, missiles.ship, missiles.charges) == (3, 3, wedge, 3)
    assert (missiles.needs, missiles.cost, missiles.effect, missiles.special) == ("focus", 2, "none", True)
    assert f"{WEDGE}: shields 3." in text_of(device.get("log"))


def test_rules_are_agreed_on_and_count(device):
    add(device, "agreement", ruleset="2.5", chance_engagement="on", plasma="before the damage")
    settings = device.sheet.settings
    assert (settings.ruleset, settings.chance_engagement, settings.plasma) == ("2.5", True, "before the damage")
    wedge = {"squad": squad("Red").pk, "pilot": "wedgeantilles", "upgrades": ["protontorpedoes"]}
    before = everything()
    answer = add(device, "pilot", **wedge)
    assert answer.status_code == 422
    assert "The table knows the points of 2.0 only: type those of 2.5." in text_of(answer)
    assert everything() == before
    add(device, "pilot", **wedge, points="6")
    assert ship(WEDGE).cost == 6


def test_points_of_2_0_are_a_problem_once_the_battle_follows_2_5(device):
    build(device)
    problem = f"{WEDGE} costs 54 points. That is more than a whole squad of 2.5 has: change its points."
    assert problem not in text_of(device.get("setup"))
    add(device, "agreement", ruleset="2.5", plasma="after the damage")
    assert problem in text_of(device.get("setup"))
    before = everything()
    answer = device.declare("start")
    assert answer.status_code == 422
    assert problem in text_of(answer)
    assert everything() == before
    add(device, "number", ship=ship(WEDGE).pk, number="cost", value="6")
    add(device, "number", ship=ship("Bandit").pk, number="cost", value="20")
    device.declare("start")
    assert device.sheet.started


def test_a_huge_ship_may_cost_more_than_a_squad_of_2_5(device):
    build(device)
    add(device, "agreement", ruleset="2.5", plasma="after the damage")
    Ship.objects.update(size="huge")
    device.declare("start")
    assert device.sheet.started


@pytest.mark.parametrize(
    ("part", "data", "sentence"),
    [
        ("pilot", {"pilot": "nobody"}, "Select a valid choice"),
        ("pilot", {"squad": "99999999999999999999"}, "Choose one of the sides of this battle."),
        ("pilot", {"upgrades": "nothing"}, "Select a valid choice"),
        ("ship", {"hull": "0"}, "Hull must be 1 to 99, not 0."),
        ("ship", {"agility": "10"}, "Agility must be 0 to 9, not 10."),
        ("ship", {"name": ""}, "This field is required."),
        ("ship", {"dice": "13"}, "less than or equal to 12"),
        ("ship", {"size": "tiny"}, "Select a valid choice"),
        ("number", {"value": "0"}, "greater than or equal to 1"),
        ("number", {"number": "initiative", "value": "9"}, "less than or equal to 8"),
        ("number", {"number": "squad"}, "Select a valid choice"),
        ("number", {"ship": "x"}, "Choose one of the ships of this battle."),
        ("weapon", {"farthest": "1"}, "The farthest range is at least the nearest one."),
        ("weapon", {"dice": "-1"}, "greater than or equal to 0"),
        ("weapon", {"arc": "above"}, "Select a valid choice"),
        ("terms", {"weapon": "99999999999999999999"}, "Choose one of the weapons of this battle."),
        ("terms", {"cost": "10"}, "less than or equal to 9"),
        ("agreement", {"ruleset": "1.0"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(device, part, data, sentence):
    build(device)
    before = everything()
    usual = {
        "pilot": {"squad": squad("Red").pk, "pilot": "lukeskywalker"},
        "ship": {"squad": squad("Red").pk, "name": "Bandit two", **NUMBERS},
        "number": {"ship": ship(WEDGE).pk, "number": "hull", "value": "5"},
        "weapon": {"ship": ship(WEDGE).pk, **WEAPON},
        "terms": {"weapon": Weapon.objects.first().pk, "needs": "lock", "cost": "1", "effect": "none"},
        "agreement": {},
    }
    answer = add(device, part, **{**usual[part], **data})
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert everything() == before


def test_a_ship_that_is_taken_out_takes_its_weapons_with_it(device):
    build(device)
    assert device.post("setup-remove", ship(WEDGE).pk).status_code == 302
    assert not Weapon.objects.filter(ship__squad__name="Red").exists()
    assert "Red has no ships." in text_of(device.get("setup"))


def test_the_first_player_of_a_round_of_2_5_is_drawn_whatever_the_squads_are_called(device):
    build(device)
    add(device, "agreement", ruleset="2.5")
    Ship.objects.update(cost=6)
    XWingSquad.objects.filter(name="Red").update(name="Red, 2 | “Wing”")
    device.declare("start")
    device.declare("advance")
    device.declare("advance")
    page = device.get()
    assert "Draw for me" in text_of(page)
    before = everything()
    assert device.dice("3 Red").status_code == 422
    assert everything() == before
    assert device.dice("1 Red, 2 | “Wing”").status_code == 302
    device.apply()
    assert device.sheet.first == key_of(squad("Red, 2 | “Wing”"))


# The battle page


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
        "stress <b>2</b>",
    ):
        assert told in page


def card_of(answer, name):
    """What the card of a ship says, without its tags."""
    (card,) = (part for part in text_of(answer).split("<article")[1:] if f">{name}<" in part)
    return " ".join(re.sub(r"<[^>]+>", " ", card.split("</article>")[0]).split())


@pytest.mark.parametrize(
    ("ruleset", "scenario", "told"), [("2.0", False, True), ("2.5", True, True), ("2.5", False, False)]
)
def test_a_card_tells_when_half_points_come_and_that_they_have(convoy, ruleset, scenario, told):
    XWingBattle.objects.update(ruleset=ruleset, chance_engagement=scenario)
    Ship.objects.filter(name=WEDGE).update(shields=0, unseen=1)
    wedge, soontir = card_of(convoy.get(), WEDGE), card_of(convoy.get(), SOONTIR)
    assert ("half at 3 or fewer left" in wedge, "half at 1 or fewer left" in soontir) == (told, told)
    assert ("at half: half points" in wedge, "at half, half points" in soontir) == (told, False)


def declaring(device, attacker=WEDGE, target=SOONTIR, **said):
    return device.get(attacker=device.key(attacker), target=device.key(target), do="attack", **said)


def attack(device, attacker=WEDGE, target=SOONTIR, **said):
    form = form_to(declaring(device, attacker, target), "/declare/", do="attack")
    return device.client.post(form["action"], {**form["fields"], **said})


def weapon(device, name):
    return key_of(Weapon.objects.get(name=name, ship__name=WEDGE))


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


@pytest.fixture
def bare(convoy):
    """The demo battle in which Soontir Fel has nothing to spend."""
    Ship.objects.filter(name=SOONTIR).update(evade=0, focus=0)
    return convoy


def test_an_attack_with_lock_and_focus_destroys_draws_a_card_and_scores(bare):
    assert play(bare).status_code == 302
    page = text_of(bare.get())
    assert f"{WEDGE} hits {SOONTIR}: 3 damage cards, and {SOONTIR} is destroyed." in page
    assert "Then go through" in page
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


def test_the_aftermath_stays_in_sight_until_something_else_happens(bare):
    play(bare)
    bare.apply()
    assert f"After you defend: look at {SOONTIR}" in text_of(bare.get())
    assert f"After you defend: look at {SOONTIR}" in text_of(bare.get(attacker=key_of(ship(WEDGE))))
    bare.undo()
    assert "Then go through" not in text_of(bare.get())


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
    assert winners(convoy.sheet) in text_of(page)
    form = form_to(page, "/declare/", do="finish")
    assert form["fields"]["q-sure"] == "False"
    answer = convoy.client.post(form["action"], form["fields"])
    assert (answer.status_code, "The battle goes on" in text_of(answer)) == (422, True)
    assert everything() == before
    assert convoy.client.post(form["action"], {**form["fields"], "q-sure": "True"}).status_code == 302
    assert convoy.sheet.over


def post(device, do, name, **said):
    """Declare something that only one ship takes part in, by the form of its page."""
    form = form_to(device.get(attacker=device.key(name), do=do), "/declare/", do=do)
    return device.client.post(form["action"], {**form["fields"], **said})


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
    form = chance.choice(forms)
    said = {name: chance.choice(options) for name, options in form["offered"].items()}
    assert device.client.post(form["action"], {**form["fields"], **said}).status_code in (302, 422)


def answer_at_random(device, chance):
    ask = getattr(device.played(), "ask", None)
    if ask is None:
        assert device.apply().status_code == 302
    elif isinstance(ask, Roll):
        assert device.roll().status_code == 302
    else:
        assert device.choose(str(chance.choice(ask.options))).status_code == 302


# The admin


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


# The number of queries


def enlarge():
    """Eight more ships a side, with weapons."""
    for side in XWingSquad.objects.all():
        for number in range(8):
            row = Ship.objects.create(battle=side.battle, squad=side, name=f"{side} {number}", initiative=6)
            Weapon.objects.create(ship=row, name="primary, front")


@pytest.mark.parametrize("large", [False, True])
def test_no_page_and_no_tap_asks_more_of_a_larger_battle(bare, django_assert_num_queries, large):
    if large:
        enlarge()
    pieces = {"attacker": bare.key(WEDGE), "target": bare.key(SOONTIR)}
    with django_assert_num_queries(9):
        bare.get()
    with django_assert_num_queries(10):
        bare.get(**pieces)
    with django_assert_num_queries(7):
        bare.get("setup")
    play(bare)
    declaration = bare.open
    answer = latest(declaration)
    with django_assert_num_queries(9):
        bare.get()
    with django_assert_num_queries(20):
        bare.apply(declaration, answer)
    event, seen = bare.last, bare.seen
    with django_assert_num_queries(21):
        bare.undo(event, seen)
    with django_assert_num_queries(7):
        bare.get("event", event.number)
