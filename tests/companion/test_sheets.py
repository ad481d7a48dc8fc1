"""What a sheet says is what is stored, and what is stored reads as the same sheet, in every game."""

from dataclasses import replace
from importlib import import_module

import pytest
from django.apps import apps

from companion.models import Battle, Company, DamageCard, Frame, Ship, Terrain, XWingSquad
from companion.services.pieces import add_piece
from companion.services.refusals import Refusal
from companion.sheets import battle_model, key_of, side_model, store_parts, stored
from rules.airsoft_squads import samples
from rules.airsoft_squads.modifiers import Modifier, Operation, Stat, While
from rules.changes import keyed
from rules.games import GAMES
from rules.mobile_frame_zero import sheet as frames
from tests.companion.playing import everything, renamed, sheet_of, store

pytestmark = pytest.mark.any_database

EXAMPLES = {f"{game.slug}-{example.slug}": example.battle for game in GAMES.values() for example in game.examples}
DEMOS = {f"{game.slug}-demo": game.demo.battle for game in GAMES.values()}


@pytest.mark.parametrize("sheet", [*EXAMPLES.values(), *DEMOS.values()], ids=[*EXAMPLES, *DEMOS])
def test_what_is_stored_reads_as_the_same_sheet(db, sheet):
    battle, _ = store(sheet)
    assert renamed(sheet_of(battle)) == renamed(sheet)


def test_what_is_held_by_the_key_of_a_part_is_held_by_its_stored_key(db):
    tough = Modifier("tough", "Tough", While.TARGET, Stat.DP, Operation.ADD, 3, "it lies down")
    battle, keys = store(
        samples.battle(samples.ROOK, replace(samples.VIPER, skills=(tough,), held=frozenset({"tough"})))
    )
    assert sheet_of(battle).operator(keys["viper"]).held == {keys["tough"]}


def test_a_reference_to_nothing_is_refused_and_nothing_is_stored(db):
    battle, _ = store(GAMES["x_wing"].demo.battle)
    (squad, _) = XWingSquad.objects.filter(battle=battle)
    wedge = replace(sheet_of(battle).ships[0], key="newcomer", squad=key_of(squad), lock="gone")
    before = everything()
    with pytest.raises(ValueError, match="nothing has the key 'gone'"):
        store_parts(battle, [wedge], [squad])
    with pytest.raises(ValueError, match=f"nothing has the key '{key_of(squad)}'"):
        store_parts(battle, [replace(wedge, lock=None)])
    assert everything() == before


def test_parts_are_stored_into_a_battle_with_what_belongs_to_them(db):
    battle, _ = store(GAMES["x_wing"].demo.battle)
    (squad, _) = XWingSquad.objects.filter(battle=battle)
    older = sheet_of(battle)
    wedge = replace(
        older.ships[0], key="newcomer", squad=key_of(squad), lock=key_of(Ship.objects.get(name="Soontir Fel"))
    )
    rows = store_parts(battle, [wedge], [squad, Ship.objects.get(name="Soontir Fel")])
    newer = sheet_of(battle)
    assert newer.squads == older.squads
    assert newer.ships[:-1] == older.ships
    copy = newer.ships[-1]
    assert copy.key == key_of(rows["newcomer"])
    assert [replace(weapon, key="") for weapon in copy.weapons] == [replace(weapon, key="") for weapon in wedge.weapons]
    assert [replace(worn, key="") for worn in copy.upgrades] == [replace(worn, key="") for worn in wedge.upgrades]
    assert replace(copy, key="newcomer", weapons=wedge.weapons, upgrades=wedge.upgrades) == wedge


def test_the_damage_cards_of_a_deleted_ship_lie_in_the_deck_again(db):
    battle, _ = store(GAMES["x_wing"].demo.battle)
    (card,) = DamageCard.objects.filter(squad__battle=battle, faceup=True)
    other, _ = store(GAMES["x_wing"].demo.battle)
    Ship.objects.filter(pk=card.ship_id).delete()
    cards = keyed(sheet_of(battle))
    assert cards[key_of(card)] == replace(cards[key_of(card)], ship=None, faceup=False, discarded=False)
    card.refresh_from_db()
    assert not card.faceup
    assert any(card.faceup for squad in sheet_of(other).squads for card in squad.deck)


def test_cards_of_ships_that_were_deleted_before_are_put_back(db):
    battle, _ = store(GAMES["x_wing"].demo.battle)
    DamageCard.objects.filter(squad__battle=battle, faceup=True).update(ship=None)
    with pytest.raises(ValueError, match="only a damage card on a ship is faceup"):
        stored(battle)
    import_module("companion.migrations.0016_damage_cards_of_deleted_ships").put_back(apps, None)
    assert not any(card.faceup for squad in sheet_of(battle).squads for card in squad.deck)


def test_terrain_that_is_gone_is_not_read(demo):
    Terrain.objects.filter(battle=demo, name="water tower").update(status="removed")
    assert [terrain.name for terrain in sheet_of(demo).terrain] == ["ragged wall"]


def test_a_value_that_the_rules_refuse_is_refused_as_it_is_read(demo):
    Frame.objects.filter(battle=demo).update(white=9)
    with pytest.raises(ValueError, match="white dice must be 0 to 2, not 9"):
        stored(demo)


def test_every_game_says_where_its_battles_and_their_sides_are_stored():
    assert {battle_model(game)._meta.model_name for game in GAMES} >= {"framebattle", "xwingbattle"}
    assert len({side_model(game) for game in GAMES}) == len(GAMES)


def test_a_piece_that_the_rules_do_not_know_is_refused_in_a_sentence(demo):
    Battle.objects.filter(pk=demo.pk).update(started=False)
    before = everything()
    with pytest.raises(Refusal, match=r"^White dice must be 0 to 2, not 3. Nothing was added.$"):
        add_piece(
            frames.Frame,
            "{name} joins {company}.",
            key=demo.key,
            who="Anna",
            seen=demo.last_event,
            name="Heron",
            company=Company.objects.filter(battle=demo).first(),
            white=3,
        )
    assert everything() == before
