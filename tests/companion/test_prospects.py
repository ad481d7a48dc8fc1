"""The odds on every card of an enemy, once an attacker is chosen."""

from dataclasses import replace

import pytest

from companion.forms.selection import Selection
from companion.queries.battle_page import battle_page
from companion.queries.prospects import prospects
from companion.queries.selection import Chosen, chosen
from rules.game import Illegal
from rules.games import GAMES
from tests.companion.convoy import SOONTIR, WEDGE, attack
from tests.companion.demo import demo_of
from tests.companion.playing import Device
from tests.companion.test_attack_path import EKAUECHIHE, KADER, declare

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def shown(battle, **selection):
    """The odds on the cards, by the keys of their pieces, and the panel."""
    page = battle_page(battle, Selection(**selection))
    cards = [card for side in page.sides for card in (*side.cards, *side.destroyed)]
    return {card.key: card.prospect for card in (*cards, *page.board) if card.prospect}, page.panel


@pytest.mark.parametrize("slug", GAMES)
def test_a_card_shows_the_odds_that_its_panel_tells(slug):
    battle = demo_of(slug)
    device = Device(battle, name="Anna")
    told = 0
    # What only the table knows is said: without it there are no odds.
    said = {"value": "4"} if slug == "mobile_frame_zero" else {}
    for actor in (piece.key for piece in device.sheet.pieces):
        found, panel = shown(battle, attacker=actor, said=said)
        targets = {key for key, reason in panel.chosen.targets.items() if not reason}
        assert set(found) == (targets if panel.kind == "target" else set())
        for target, prospect in found.items():
            beside, declaring = shown(battle, attacker=actor, target=target, said=said)
            assert {key: told.main for key, told in beside.items()} == {key: found[key].main for key in found}
            assert (prospect.main, prospect.expected, prospect.losses) == (
                declaring.outlook.main,
                declaring.outlook.expected,
                declaring.outlook.losses,
            )
            assert prospect.main.chance == 0 or prospect.expected
            told += 1
    assert told


def test_nothing_is_shown_before_an_attacker_is_chosen_or_while_an_attack_is_under_way():
    battle = demo_of("x_wing")
    device = Device(battle, name="Anna")
    assert shown(battle)[0] == {}
    assert attack(device).status_code == 302
    assert shown(battle, attacker=device.key(WEDGE))[0] == {}


def test_what_is_said_before_a_target_is_tapped_counts_for_all():
    battle = demo_of("x_wing")
    device = Device(battle, name="Anna")
    wedge, soontir = device.key(WEDGE), device.key(SOONTIR)
    far, _ = shown(battle, attacker=wedge, said={"range": "3"})
    near, _ = shown(battle, attacker=wedge, said={"range": "1"})
    assert all(near[key].main.chance >= far[key].main.chance for key in near)
    assert near != far
    _, panel = shown(battle, attacker=wedge, target=soontir, said={"range": "1"})
    assert panel.outlook.main == near[soontir].main


def test_the_last_answers_of_a_pair_count_for_its_card():
    battle = demo_of("mobile_frame_zero")
    device = Device(battle, name="Anna")
    attacker, target = device.key(EKAUECHIHE), device.key(KADER)
    before, _ = shown(battle, attacker=attacker, said={"value": "3"})
    assert declare(device).status_code == 302
    device.call_off()
    after, _ = shown(battle, attacker=attacker, said={"value": "3"})
    assert after[target] != before[target]
    assert {key: told for key, told in after.items() if key != target} == {
        key: told for key, told in before.items() if key != target
    }


def test_a_target_that_the_rules_do_not_allow_after_all_has_no_odds():
    game = GAMES["troops_and_supplies"]
    picked = chosen(game, game.demo.battle, Selection("rifles"))
    (target,) = prospects(picked, {}, {})

    def refusing(declared):
        raise Illegal("Not there.")

    refused = Chosen(game, picked.sheet, replace(picked.procedure, outlook=refusing), picked.attacker)
    assert prospects(refused, {}, {}) == {}
    assert target in refused.targets
