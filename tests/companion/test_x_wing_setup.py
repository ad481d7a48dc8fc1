"""X-Wing's set-up: squads and ships are put together, and what cannot be is refused."""

import pytest

from companion.models import Campaign, DamageCard, Ship, Weapon, XWingSquad
from companion.services.building import start_battle
from companion.sheets import key_of
from tests.companion.convoy import WEDGE, ship, squad
from tests.companion.playing import Device, everything, form_to, forms_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

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


def add(device, part, **data):
    form = form_to(device.get("setup"), f"/setup/{part}/")
    return device.client.post(form["action"], {**form["fields"], **data})


def build(device):
    assert add(device, "pilot", squad=squad("Red").pk, pilot="wedgeantilles").status_code == 302
    assert add(device, "ship", squad=squad("Blue").pk, name="Bandit", **NUMBERS).status_code == 302


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
    assert (bandit.shields, bandit.force) == (2, 1)
    assert [worn.name for worn in bandit.upgrades.all()] == ["Shield Upgrade", "R2 Astromech"]
    assert DamageCard.objects.count() == 66
    form = form_to(device.get("setup"), "/declare/", do="start")
    assert device.client.post(form["action"], form["fields"]).status_code == 302
    assert device.choose(key_of(squad("Blue"))).status_code == 302
    assert (device.sheet.started, device.sheet.first) == (True, key_of(squad("Blue")))


def test_numbers_weapons_and_terms_are_set(device):
    build(device)
    wedge = ship(WEDGE)
    assert add(device, "number", ship=wedge.pk, number="most_shields", value="3").status_code == 302
    assert add(device, "weapon", ship=wedge.pk, **WEAPON).status_code == 302
    missiles = Weapon.objects.get(name="Ion Missiles")
    assert f"?edit={key_of(missiles)}#part-weapon" in device.get("setup", edit=key_of(wedge)).content.decode()
    told = {**form_of_change(device, missiles), "needs": "focus", "cost": "2", "effect": "none"}
    assert device.post("setup-add", "weapon", **told).status_code == 302
    wedge.refresh_from_db()
    missiles.refresh_from_db()
    assert (wedge.most_shields, wedge.shields, missiles.ship, missiles.charges) == (3, 3, wedge, 3)
    assert (missiles.needs, missiles.cost, missiles.effect, missiles.special) == ("focus", 2, "none", True)
    assert "Ion Missiles of Wedge Antilles is changed." in text_of(device.get("log"))
    assert f"{WEDGE}: shields 3." in text_of(device.get("log"))


def form_of_change(device, row):
    """What the form that changes a row holds already."""
    forms = [form["fields"] for form in forms_of(device.get("setup", edit=key_of(row)))]
    return next(fields for fields in forms if fields.get("edit") == key_of(row) and "dice" in fields)


def armed(device):
    """Wedge carries ion missiles."""
    build(device)
    assert add(device, "weapon", ship=ship(WEDGE).pk, **WEAPON).status_code == 302
    return Weapon.objects.get(name="Ion Missiles")


def test_a_weapon_of_a_list_is_changed_in_everything_and_keeps_the_charges_that_are_spent(device):
    missiles = armed(device)
    Weapon.objects.filter(pk=missiles.pk).update(charges=1)
    told = {**form_of_change(device, missiles), "dice": "5", "arc": "bullseye", "nearest": "1", "most_charges": "2"}
    assert device.post("setup-add", "weapon", **told).status_code == 302
    missiles.refresh_from_db()
    assert (missiles.dice, missiles.arc, missiles.nearest) == (5, "bullseye", 1)
    assert (missiles.most_charges, missiles.charges) == (2, 1)


@pytest.mark.parametrize("wrong", [{"dice": "99"}, {"nearest": "3", "farthest": "1"}, {"name": ""}])
def test_a_change_of_a_weapon_that_cannot_be_changes_nothing(device, wrong):
    told = form_of_change(device, armed(device))
    before = everything()
    assert device.post("setup-add", "weapon", **{**told, **wrong}).status_code == 422
    assert everything() == before


def test_a_weapon_is_taken_off_its_ship(device):
    told = form_of_change(device, armed(device))
    assert device.post("setup-add", "weapon", **told, take_out="1").status_code == 302
    assert not Weapon.objects.filter(name="Ion Missiles").exists()
    assert Ship.objects.filter(name=WEDGE).exists()


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
        ("weapon", {"cost": "10"}, "less than or equal to 9"),
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
