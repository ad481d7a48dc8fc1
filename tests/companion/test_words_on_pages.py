"""What pages say: short, each reason once, nothing chosen that only the table knows."""

import re

import pytest
from django.urls import reverse

from companion.models import Battle, Frame
from rules.games import GAMES
from rules.words import without_step
from tests.companion.demo import demo_of
from tests.companion.playing import Device, form_to, forms_of, text_of

pytestmark = pytest.mark.any_database

CODES = re.compile(r"\b[A-Z]{3}\.\d+")


@pytest.fixture
def at(db):
    return lambda game: Device(demo_of(game), name="Anna")


def asked(device):
    """The page of what is under way, with its choice."""
    page = device.get()
    return page, form_to(page, "/choice/")


def usual_of(page):
    return page.content.decode().count("option-usual")


def test_no_defence_is_the_usual_one_of_a_frame_that_has_not_told_it(at):
    device = at("mobile_frame_zero")
    device.declare(
        "attack",
        device.key("Ghanat Ekauechihé"),
        device.key("ST-10 Osprey, Lieutenant Vane"),
        q_range="direct fire",
        q_value="3",
        q_cover="None",
        q_beside="None",
    )
    page, form = asked(device)
    assert usual_of(page) == 0
    assert [value for _, value in form["buttons"]] == [*map(str, range(7)), "roll"]
    device.choose("2")
    assert device.played()


def test_no_winner_is_lit_before_the_players_say_who_won(at):
    device = at("airsoft_squads")
    device.declare("finish")
    page, form = asked(device)
    assert usual_of(page) == 0
    assert len(form["buttons"]) == 3


def test_another_decision_still_has_its_usual_option(at):
    device = at("mobile_frame_zero")
    device.declare("round")
    page, _ = asked(device)
    assert usual_of(page) == 1


def test_what_may_be_lost_is_told_alike_of_one_and_of_many(at):
    device = at("gods_gloom")
    page = text_of(device.get(attacker=device.key("Tusk Reavers"), target=device.key("Bound Soldiers"), do="attack"))
    assert "Bound Soldiers may lose" in page
    assert "Tusk Reavers may lose" in page


def attack_form(device, **said):
    page = device.get(attacker=device.key("Ghanat Ekauechihé"), target=device.key("ragged wall"), do="attack", **said)
    return text_of(page), form_to(page, "/declare/", do="attack")


def test_an_attack_die_that_the_app_cannot_know_is_not_chosen(at):
    device = at("mobile_frame_zero")
    page, form = attack_form(device)
    assert "q-value" not in form["fields"]
    assert "Attack die: tap what it shows." in page
    refused = device.client.post(form["action"], form["fields"])
    assert refused.status_code == 422
    assert "Attack die: choose one of the buttons." in text_of(refused)
    page, form = attack_form(device, **{"q-value": "5"})
    assert form["fields"]["q-value"] == "5"
    assert "Attack die: tap what it shows." not in page
    assert device.client.post(form["action"], form["fields"]).status_code == 302


def test_an_attack_die_that_was_assigned_is_chosen(at):
    device = at("mobile_frame_zero")
    Frame.objects.get(name="Ghanat Ekauechihé").lay(attack=5)
    _, form = attack_form(device)
    assert form["fields"]["q-value"] == "5"


@pytest.mark.parametrize("answer", ["", "x", "9", "4 "])
def test_what_is_no_answer_leaves_the_attack_die_open(at, answer):
    page, form = attack_form(at("mobile_frame_zero"), **{"q-value": answer})
    assert "q-value" not in form["fields"]
    assert "Attack die: tap what it shows." in page


def test_a_spot_die_that_the_app_cannot_know_is_not_chosen(at):
    device = at("mobile_frame_zero")
    pieces = {"attacker": device.key("ST-10 Osprey, Lieutenant Vane"), "target": device.key("Ghanat Tishihé")}
    form = form_to(device.get(do="spot", **pieces), "/declare/", do="spot")
    assert "q-value" not in form["fields"]
    assert form["offered"]["q-value"]


def test_a_reason_stands_once_after_all_that_it_refuses(at):
    crossing = at("troops_and_supplies")
    page = text_of(crossing.get(attacker=crossing.key("Militia")))
    panel = re.sub(r"<[^>]+>", "", page.partition('id="panel"')[2])
    assert panel.count("It is the turn of Hill army.") == 1
    assert "Attack, Call In: It is the turn of Hill army." in panel


def test_a_battle_that_is_over_says_so_and_keeps_the_number_of_its_round(at):
    gate = at("gods_gloom")
    Battle.objects.filter(pk=gate.battle.pk).update(over=True)
    for query in ({}, {"do": "armies"}):
        page = text_of(gate.get(**query))
        assert "Round over" not in " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_way_to_a_result_names_no_paragraphs(at):
    gate = at("gods_gloom")
    gate.declare("attack", gate.key("Tusk Reavers"), gate.key("Bound Soldiers"), q_kind="melee")
    for _ in range(3):
        page = text_of(gate.get())
        # Who opens a line of it asks for the place in the rules.
        assert not CODES.search(re.sub(r"</summary>.*?</details>", "", page, flags=re.S))
        assert "(ruling)" not in page
        gate.roll()
    assert "attacker's dice" in text_of(gate.get())


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("ATC.10 defender's Boost", "defender's Boost"),
        ("5a ATTACK card", "ATTACK card"),
        ("6 dice", "dice"),
        ("pool", "pool"),
        ("ATC.10", "ATC.10"),
    ],
)
def test_a_step_has_a_name_without_its_number(label, said):
    assert without_step(label) == said


def test_a_card_that_is_put_back_is_in_its_deck_or_hand(at):
    depot = at("airsoft_squads")
    (ditch,) = (card.key for card in depot.sheet.cards if card.name == "Sample ditch")
    depot.declare("handling", ditch, q_to="apart")
    assert depot.last.headline == "Sample ditch of Vipers is in its deck or hand."
    assert "apart" not in text_of(depot.get("event", depot.last.number))


@pytest.mark.parametrize("game", GAMES)
def test_the_help_begins_with_the_game_in_short_and_keeps_its_examples_folded(client, db, game):
    page = client.get(reverse("help", args=[game]))
    text, introduction = text_of(page), GAMES[game].introduction
    assert 100 < len(introduction) < 600
    assert introduction in text
    assert text.index(introduction) < text.index("An attack, step by step") < text.index("Examples")
    assert page.content.decode().count('<details class="card-sheet" id="examples">') == 1
    assert not [form for form in forms_of(page) if form["action"].endswith("/declare/")]
