"""What a piece holds by the name of a card's effect goes with that, in play, in the log, and there and back."""

from dataclasses import replace

import pytest

from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.models import Campaign, SquadCard, SquadModifier
from companion.services.demo import load_demo_battle
from companion.services.editing import editing
from rules.airsoft_squads.pieces import Kind, Lies
from rules.airsoft_squads.samples import HELMET, LIES_DOWN, ROOK, VIPER, battle
from rules.games import GAMES
from tests.companion.playing import Device
from tests.companion.test_correcting_set_up import commit, holds

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def device():
    """A table where an operator stayed up by two conditions, and the card with one of them is taken out."""
    game, more = GAMES["airsoft_squads"], replace(LIES_DOWN, key="more", name="Sandbag")
    card = replace(HELMET, key="bag", name="Sandbag", squad=VIPER.squad, lies=Lies.ATTACHED, bearer="viper")
    sheet = battle(replace(ROOK, ap=7), replace(VIPER, skills=(LIES_DOWN,)), cards=(replace(card, modifiers=(more,)),))
    demo = replace(game, demo=replace(game.demo, battle=sheet))
    campaign = Campaign.objects.create(name="Season")
    # Another battle has the first numbers, which those of a file are.
    load_demo_battle(campaign, game)
    device = Device(load_demo_battle(campaign, demo), name="Anna")
    effects = (*device.sheet.operators[1].skills, *device.sheet.cards[0].modifiers)
    met = {f"q_met-{effect.key}": "True" for effect in effects}
    device.declare("attack", device.key("Rook"), device.key("Viper"), **met)
    device.dice("4", "1")
    device.apply()
    assert len(device.sheet.operators[1].held) == 2
    (card,) = device.sheet.cards
    assert device.post("setup-remove", int(card.key.rpartition("-")[2]), seen=device.seen).status_code == 302
    return device


def test_only_what_is_there_is_held(device):
    viper = device.sheet.operators[1]
    assert viper.held == {viper.skills[0].key}
    holds(device.battle)


def test_the_end_of_the_turn_is_undone_exactly(device):
    before = device.sheet
    device.declare("support")
    device.undo()
    assert device.last.headline.startswith("Undone: ")
    assert device.sheet == before
    holds(device.battle)
    brought = battle_file(device.battle)
    (again,) = bring_in(brought).battles
    assert battle_file(again) == brought


def test_a_name_is_corrected_there_and_back(device):
    before = device.sheet
    for name in ("Rock", "Rook"):
        commit(device, 1, **{f"again-{before.operators[0].key}-name": name})
        holds(device.battle)
    assert device.sheet == before


def test_a_piece_that_becomes_another_is_looked_at_and_done_again():
    """A card without effects takes another kind, and then an effect: the first did not happen, and then did."""
    game = GAMES["airsoft_squads"]
    card = replace(HELMET, key="bag", kind=Kind.EFFECT, lies=Lies.APART, bearer=None, modifiers=())
    sheet = battle(ROOK, VIPER, cards=(card,))
    demo = replace(game, demo=replace(game.demo, battle=sheet))
    device = Device(load_demo_battle(Campaign.objects.create(name="Season"), demo), name="Anna")
    (row,) = SquadCard.objects.filter(squad__battle=device.battle)
    with editing(key=device.battle.key, who="staff"):
        SquadCard.objects.filter(pk=row.pk).update(kind="ATTACK")
    number = device.seen
    with editing(key=device.battle.key, who="staff"):
        SquadModifier.objects.create(card=row, name="Sandbag", side="attacker", stat="AP", operation="add", amount=1)
    before = device.sheet
    commit(device, number, how="struck")
    holds(device.battle)
    commit(device, number, how="again")
    assert device.sheet == before
    holds(device.battle)
