"""The battle page knows whose turn it is, and asks once before somebody is passed over."""

import re

import pytest

from companion.forms.selection import Selection
from companion.models import Battle
from companion.queries.battle_page import battle_page
from companion.queries.panels import AnywayPanel, DeclarePanel, IdlePanel, TargetPanel
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, forms_of, text_of

pytestmark = pytest.mark.any_database

STEPS = {
    "mobile_frame_zero": ("round", "Lieutenant Vane, Sergeant Oke and Ghanat Tishihé have not acted."),
    "troops_and_supplies": ("turn", "Rifle squad, Scout section and Gun battery have not attacked."),
    "gods_gloom": ("round", "Tusk Reavers, Cinder Slingers and 6 more have not been activated."),
    "airsoft_squads": ("support", "Rook, Kite and 4 more have not acted."),
    "x_wing": ("advance", "Wedge Antilles and Soontir Fel have not engaged."),
}
"""The next step of each demo battle, and who would be passed over by it."""

ALL_GAMES = pytest.mark.parametrize("game", STEPS)


@pytest.fixture
def at(db):
    return lambda game: Device(demo_of(game), name="Anna")


def page_of(device, **query):
    return battle_page(Battle.objects.get(pk=device.battle.pk), Selection.read(query))


def cards_of(page):
    return {card.name: card for side in page.sides for card in (*side.cards, *side.destroyed)}


def lit(page):
    return {name for name, card in cards_of(page).items() if card.lit}


def spent(page):
    return {name for name, card in cards_of(page).items() if card.spent}


def ways_on(device, page, step):
    """The forms and links of a page that take a step of the battle."""
    forms = [form for form in forms_of(page) if form["fields"].get("do") == step]
    return len(forms), page.content.decode().count(f'href="?do={step}"')


@ALL_GAMES
def test_the_pieces_that_may_act_are_lit_and_those_that_are_done_are_spent(at, game):
    page = page_of(at(game))
    assert page.turn.sentence == page.panel.sentence == GAMES[game].turn(at(game).sheet).sentence
    assert isinstance(page.panel, IdlePanel)
    cards = cards_of(page).values()
    assert {card.key for card in cards if card.lit} == set(page.turn.may_act) != set()
    assert {card.key for card in cards if card.spent} == set(page.turn.spent)


def test_a_ship_that_has_engaged_is_spent_and_the_other_one_stays_lit(at):
    convoy = at("x_wing")
    assert lit(page_of(convoy)) == {"Wedge Antilles", "Soontir Fel"}
    convoy.declare("engage", convoy.key("Wedge Antilles"))
    page = page_of(convoy)
    assert (lit(page), spent(page)) == ({"Soontir Fel"}, {"Wedge Antilles"})


def test_beside_what_is_under_way_only_who_takes_part_is_lit(at):
    depot = at("airsoft_squads")
    depot.declare("attack", depot.key("Rook"), depot.key("Adder"))
    assert depot.open
    assert lit(page_of(depot)) == {"Rook"}


@ALL_GAMES
def test_going_on_past_somebody_asks_once_and_then_goes_on(at, game):
    step, missing = STEPS[game]
    device = at(game)
    before = everything()
    assert ways_on(device, device.get(), step) == (0, 1)
    page = page_of(device, do=step)
    assert isinstance(page.panel, AnywayPanel)
    assert page.panel.sentence == missing
    asked = device.get(do=step)
    assert missing in text_of(asked)
    assert everything() == before
    if page.panel.step.url:
        asked = device.client.get(device.battle.get_absolute_url() + page.panel.step.url)
        assert missing not in text_of(asked)
    form = form_to(asked, "/declare/", do=step)
    assert device.client.post(form["action"], form["fields"]).status_code == 302
    declared = device.battle.declarations.get()
    assert declared.procedure == step


@ALL_GAMES
def test_the_first_answer_is_a_piece_that_was_passed_over(at, game):
    step, missing = STEPS[game]
    device = at(game)
    page = page_of(device, do=step)
    first = page.panel.first[0]
    assert first.label.removesuffix(" first") in missing
    chosen = page_of(device, **dict(re.findall(r"(\w+)=([\w-]+)", first.url)))
    name = next(name for name, card in cards_of(page).items() if card.key == chosen.panel.chosen.attacker)
    assert f"{name} first".endswith(first.label)


def test_who_has_not_attacked_is_asked_for_before_who_only_could(at):
    """A frame of whose dice nobody told may attack, but was not passed over."""
    labels = [action.label for action in page_of(at("mobile_frame_zero"), do="round").panel.first]
    assert labels == ["Lieutenant Vane first", "Sergeant Oke first"]


def test_where_nobody_is_passed_over_one_tap_goes_on(at):
    convoy = at("x_wing")
    for name in ("Wedge Antilles", "Soontir Fel"):
        convoy.declare("engage", convoy.key(name))
    page = convoy.get()
    assert ways_on(convoy, page, "advance") == (1, 0)
    assert isinstance(page_of(convoy, do="advance").panel, IdlePanel)
    form = form_to(page, "/declare/", do="advance")
    convoy.client.post(form["action"], form["fields"])
    assert convoy.sheet.initiative == 5


def test_what_is_no_next_step_is_not_asked_about(at):
    convoy = at("x_wing")
    assert isinstance(page_of(convoy, do="finish").panel, DeclarePanel)


@ALL_GAMES
def test_the_next_step_is_at_hand_unless_something_is_under_way(at, game):
    device = at(game)
    assert page_of(device).next_step.slug == STEPS[game][0]
    device.declare("correction", page_of(device).turn.may_act[0])
    Battle.objects.filter(pk=device.battle.pk).update(over=True)
    assert page_of(device).next_step is None


def test_an_address_with_a_chosen_piece_asks_about_that_piece(at):
    convoy = at("x_wing")
    page = page_of(convoy, attacker=convoy.key("Wedge Antilles"), do="advance")
    assert not isinstance(page.panel, AnywayPanel)


def test_a_tap_on_a_piece_that_can_do_nothing_says_why_beside_the_question(at):
    crossing = at("troops_and_supplies")
    page = page_of(crossing, do="turn", why=crossing.key("Militia"))
    assert isinstance(page.panel, AnywayPanel | IdlePanel)


@pytest.mark.parametrize(
    ("game", "piece", "do", "mode"),
    [
        ("mobile_frame_zero", "Ghanat Ekauechihé", "", "Attack"),
        ("mobile_frame_zero", "Ghanat Ekauechihé", "spot", "Spot"),
        ("troops_and_supplies", "Scout section", "call-in", "Call In"),
        ("airsoft_squads", "Rook", "", "Attack"),
    ],
)
def test_what_is_done_has_a_name_from_the_first_tap(at, game, piece, do, mode):
    device = at(game)
    panel = page_of(device, attacker=device.key(piece), do=do).panel
    assert isinstance(panel, TargetPanel)
    assert panel.mode == mode
    shown = text_of(device.get(attacker=device.key(piece), do=do))
    assert f'<p class="mode" data-mode="{do or "attack"}">{mode}</p>' in shown
    assert page_of(device).panel.mode == ""
    target = next(key for key, reason in panel.chosen.targets.items() if not reason)
    declares = text_of(device.get(attacker=device.key(piece), target=target, do=do))
    assert 'class="battle battle-declare' in declares
    assert f'<span class="mode" data-mode="{do or "attack"}">{mode}</span>' in declares


@pytest.mark.parametrize("dice", [(), ("6 5 2", "5 3 1")])
def test_what_is_done_keeps_its_name_while_it_is_under_way(at, dice):
    device = at("troops_and_supplies")
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    if dice:
        device.dice(*dice)
        device.choose("0")
    shown = text_of(device.get())
    assert f'class="battle battle-{"result" if dice else "ask"}' in shown
    assert '<span class="mode" data-mode="attack">Attack</span>' in shown


def test_whoever_goes_on_anyway_is_not_asked_about_it_again_with_the_first_answer(at):
    device = at("gods_gloom")
    form = form_to(device.get(do="round", anyway="1"), "/declare/", do="round")
    again = device.client.get(device.battle.get_absolute_url(), {**form["fields"], "q_last": "True"})
    assert 'id="questions"' in text_of(again)
