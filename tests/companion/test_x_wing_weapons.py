"""Weapons on the pages and in the database: what is not known is marked, and what was stored before is read whole."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from companion.games.x_wing.data_rows import loaded_data, rows_of
from companion.games.x_wing.leaving import rested
from companion.games.x_wing.storing_data import store_data
from companion.models import DataSet, Ship, Upgrade, UpgradeCard, Weapon
from rules.x_wing import ship as ship_of_rules
from rules.x_wing.ship import Arc, Needs, Size
from rules.x_wing.ship_rows import Header, Pool, ShipRow, Stats, UpgradeRow, UpgradeWeapon, ship_data
from rules.x_wing.tokens import CLOAK, IN_END_PHASE, RED
from tests.companion.convoy import SOONTIR, WEDGE, card_of, declaring, ship, weapon
from tests.companion.demo import demo_of
from tests.companion.playing import Device, form_to, text_of
from tests.companion.test_x_wing_setup import form_of_change

MARK = "does more than the app knows"
INK = {"name": "Ink Missiles", "dice": 3, "special": True}


@pytest.fixture
def convoy(db):
    """Anna's tablet at the demo battle."""
    return Device(demo_of("x_wing"), name="Anna")


def test_a_weapon_that_does_more_is_marked_on_its_card_and_where_it_is_chosen(convoy):
    wedge = Ship.objects.get(name="Wedge Antilles")
    assert MARK not in text_of(convoy.get())
    Weapon.objects.create(ship=wedge, more=True, bonus_only=True, energy_cost=2, force_cost=1, **INK)
    shown = text_of(convoy.get())
    assert MARK in shown
    assert "bonus attacks only, costs 2 energy, 1 Force for a bonus attack" in shown
    Weapon.objects.filter(name="Ink Missiles").update(bonus_only=False, energy_cost=0)
    key = next(ship.key for ship in convoy.sheet.ships if ship.name == "Wedge Antilles")
    target = next(ship.key for ship in convoy.sheet.ships if ship.name == "Soontir Fel")
    assert text_of(convoy.get(do="attack", attacker=key, target=target)).count(MARK) > shown.count(MARK)


def test_what_a_weapon_does_that_nobody_knows_is_asked_when_its_results_are_known(convoy):
    Weapon.objects.create(ship=ship(WEDGE), more=True, **INK)
    Ship.objects.update(lock=None, force=0, focus=0, evade=0, calculate=0, pilot="")
    ink = weapon(convoy, "Ink Missiles")
    form = form_to(declaring(convoy, **{"q-weapon": ink}), "/declare/", do="attack")
    assert form["fields"]["q-by_card"] == "True"
    assert convoy.client.post(form["action"], form["fields"]).status_code == 302
    convoy.dice("hit blank blank")
    convoy.dice("blank blank blank")
    page = convoy.get()
    assert "What else does the card of Ink Missiles do to Soontir Fel?" in text_of(page)
    convoy.choose("1 ion token")
    convoy.choose("nothing more")
    assert convoy.apply().status_code == 302
    assert (ship(SOONTIR).ion, ship(SOONTIR).unseen) == (1, 1)


def test_a_name_that_cannot_be_stored_is_refused_in_words_beside_a_card_that_counts_dice(convoy):
    Upgrade.objects.create(ship=ship(WEDGE), name="Gar Saxon", xws="garsaxon-gunner")
    Ship.objects.filter(name=SOONTIR).update(stress=1)
    form = form_to(declaring(convoy), "/declare/", do="attack")
    typed = {"q-attacker_abilities-1-name": "a\0b", "q-attacker_abilities-1-attack_dice": "1"}
    answer = convoy.client.post(form["action"], form["fields"] | typed)
    assert answer.status_code == 422
    assert "a name has letters that can be read" in text_of(answer)


def test_what_the_type_of_a_ship_can_do_stands_on_its_card_and_where_it_attacks(convoy):
    Ship.objects.filter(name=WEDGE).update(ability="Sharp Edges")
    assert "Sharp Edges" in card_of(convoy.get(), WEDGE)
    assert "Wedge Antilles has Sharp Edges" in text_of(declaring(convoy))


def test_energy_stands_on_the_card_of_a_ship_that_has_some(convoy):
    assert "is-energy" not in text_of(convoy.get())
    Ship.objects.filter(name="Wedge Antilles").update(most_energy=4, energy=3)
    assert "left is-energy is-spent" in text_of(convoy.get())


def test_terms_that_are_set_take_the_mark_away_unless_it_is_set_again(convoy):
    wedge = Ship.objects.get(name="Wedge Antilles")
    wedge.battle.started = False
    wedge.battle.save()
    weapon = Weapon.objects.create(ship=wedge, more=True, **INK)
    told = form_of_change(convoy, weapon)
    told |= {"needs": "calculate or lock", "cost": "1", "effect": "mag-pulse", "energy_cost": "", "force_cost": "1"}
    del told["more"]
    assert convoy.post("setup-add", "weapon", **told).status_code == 302
    weapon.refresh_from_db()
    assert (weapon.needs, weapon.cost, weapon.energy_cost, weapon.force_cost) == ("calculate or lock", 1, 0, 1)
    assert (weapon.effect, weapon.more) == ("mag-pulse", False)


@pytest.mark.django_db
def test_what_the_data_tells_of_weapons_and_energy_is_stored_and_read_back():
    header = Header(Needs.ANY, 2, 1, bonus_only=True, more=True)
    weapon = UpgradeWeapon(Arc.FRONT, 3, 1, 3, header=header)
    barge = ShipRow("barge", "Barge", "rebelalliance", Size.HUGE, Stats(hull=8), Pool(3, 1))
    rows = [
        UpgradeRow("ink", "Ink", weapon=weapon, energy=2),
        UpgradeRow("pen", "Pen", weapon=UpgradeWeapon(Arc.REAR, 2, 1, 2)),
    ]
    data = ship_data([barge], [], rows)
    assert store_data(ruleset="2.0", version="2.0.0", files=1, data=data)
    assert loaded_data(DataSet.objects.get()) == data
    assert not store_data(ruleset="2.0", version="2.0.0", files=1, data=data)
    UpgradeCard.objects.filter(xws="ink").update(needs="")
    assert store_data(ruleset="2.0", version="2.0.0", files=1, data=data)
    assert set(rows_of(DataSet.objects.get(), data)) > {UpgradeCard}


STORED = (
    ("Autoblasters", {"effect": "one more die in the bullseye"}, {"effect": "autoblasters"}),
    ("Mag-Pulse Warheads", {"needs": "lock", "cost": 1}, {"needs": "lock", "cost": 1, "effect": "mag-pulse"}),
    ("Multi-Missile Pods", {}, {"needs": "calculate or lock", "cost": 1, "effect": "charges for dice"}),
    ("Multi-Missile Pods", {"needs": "focus", "cost": 2}, {"needs": "focus", "cost": 2, "effect": "none"}),
    ("Point-Defense Battery", {}, {"energy_cost": 0, "bonus_only": False, "more": True}),
    ("Proton Rockets", {"needs": "focus", "cost": 1}, {"needs": "focus", "cost": 1, "effect": "none", "more": False}),
)


@pytest.mark.any_database  # the schema and every page of it are walked on each by test_databases_of_earlier
@pytest.mark.django_db(transaction=True)
def test_weapons_that_were_stored_before_are_read_whole_and_keep_what_was_set_by_hand():
    ship = Ship.objects.filter(battle=demo_of("x_wing")).first().pk
    executor = MigrationExecutor(connection)
    try:
        executor.migrate([("companion", "0021_conditions_after_the_dice")])
        old = executor.loader.project_state([("companion", "0021_conditions_after_the_dice")]).apps
        model = old.get_model("companion", "Weapon")
        stored = [
            model.objects.create(ship_id=ship, name=name, dice=3, special=True, **before).pk
            for name, before, _ in STORED
        ]
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    for pk, (name, _, after) in zip(stored, STORED, strict=True):
        row = Weapon.objects.get(pk=pk)
        assert {track: getattr(row, track) for track in after} == after, name


def test_a_weapon_that_comes_out_of_a_battle_has_made_no_bonus_attack_in_the_next_one():
    battery = ship_of_rules.Weapon("battery", "Point-Defense Battery", grants=4, fired=3)
    built = ship_of_rules.Ship("barge", "Barge", "rebels", weapons=(battery,), bonus_attacked=True)
    assert [weapon.granted for weapon in rested(built).weapons] == [4]


def test_a_ship_that_comes_out_of_a_battle_has_only_the_tokens_that_the_end_phase_leaves():
    given = dict.fromkeys((*IN_END_PHASE, *RED, CLOAK), 1)
    built = rested(ship_of_rules.Ship("barge", "Barge", "rebels", **given))
    assert {token for token in given if getattr(built, token)} == {*RED, CLOAK}
