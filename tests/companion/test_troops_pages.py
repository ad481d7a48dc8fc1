"""The pages of Troops and Supplies: the board, its refusals, set-up by hand and the admin."""

from html import unescape
from re import findall, search

import pytest
from django.urls import reverse

from companion.models import Army, Campaign, TroopBattle, TroopUnit
from companion.models.campaign import new_key
from companion.services.building import start_battle
from rules.sheets import Status
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, forms_of, text_of
from tests.companion.test_admin import address, fields_of, inline, save

pytestmark = pytest.mark.any_database

NONSENSE = ["", " ", "x", "-1", "0", "99", "1.5", "٣", "1e3", "9" * 40, "\x00", "None'--"]


@pytest.fixture
def crossing(db):
    """Anna's tablet at the demo battle."""
    return Device(demo_of("troops_and_supplies"), name="Anna")


@pytest.fixture
def empty(db):
    """A battle of two armies that has no units yet."""
    campaign = Campaign.objects.create(name="A campaign")
    battle = start_battle(
        campaign=campaign,
        game="troops_and_supplies",
        name="The ford",
        sides=["Red", "Blue"],
        once=new_key(),
        who="Anna",
    )
    return Device(battle, name="Anna")


def test_a_card_says_how_far_a_unit_reaches_in_squares_or_in_one_square(crossing):
    reach = r'<b>(\d+)</b><span class="visually-hidden"> (squares?) attack range'
    TroopUnit.objects.filter(pk=TroopUnit.objects.first().pk).update(attack_range=1)
    found = set(findall(reach, text_of(crossing.get())))
    assert ("1", "square") in found
    assert {noun for number, noun in found if number != "1"} == {"squares"}


def tap(device, name, page):
    """Where a tap on the mini of that unit leads."""
    minis = findall(r'(?s)<a class="mini[^"]*" href="([^"]+)"[^>]*>(.*?)</a>', page.content.decode())
    (found,) = (href for href, inside in minis if name in inside)
    return device.client.get(reverse("battle", args=[device.battle.key]) + unescape(found))


def attack(device, attacker="Rifle squad", target="Guard squad"):
    return device.declare("attack", device.key(attacker), device.key(target))


# The board


def test_tapping_two_minis_asks_for_the_attack(crossing):
    page = tap(crossing, "Rifle squad", crossing.get())
    assert "Rifle squad: tap the target." in text_of(page)
    page = tap(crossing, "Guard squad", page)
    assert "3 d6 against 3 d6." in text_of(page)
    form = form_to(page, "/declare/", do="attack")
    assert crossing.client.post(form["action"], form["fields"]).status_code == 302
    assert "attacks with 3 d6" in text_of(crossing.get())


def test_a_unit_out_of_range_says_how_far(crossing):
    page = tap(crossing, "Rifle squad", crossing.get())
    page = tap(crossing, "Lancer troop", page)
    assert "Lancer troop is out of range of Rifle squad: 2 squares, reach 1." in text_of(page)
    assert not any(form["fields"].get("do") == "attack" for form in forms_of(page))


def test_a_friend_is_chosen_instead_even_when_it_cannot_attack(crossing):
    page = tap(crossing, "Rifle squad", crossing.get())
    page = tap(crossing, "Scout section", page)
    assert 'class="mini is-attacker is-lit is-open" href="?"' in page.content.decode()
    assert "Call In" in text_of(page)


def test_squares_in_reach_are_marked_and_others_are_not(crossing):
    page = tap(crossing, "Rifle squad", crossing.get())
    assert page.content.decode().count("square is-marked") == 4
    assert "is-marked" not in crossing.get().content.decode()


def test_no_square_is_marked_while_nobody_is_aimed_at(crossing):
    page = tap(crossing, "Rifle squad", crossing.get())
    for way in ("move", "resupply", "correction"):
        href = unescape(search(rf'href="(\?[^"]*do={way}[^"]*)"', page.content.decode())[1])
        shown = crossing.client.get(reverse("battle", args=[crossing.battle.key]) + href).content.decode()
        assert 'class="mini is-attacker' in shown
        assert "is-marked" not in shown


def test_tapping_an_empty_square_proposes_to_move_there(crossing):
    page = tap(crossing, "Rifle squad", crossing.get())
    href = unescape(search(r'<a class="square-put" href="([^"]+)"><span class="visually-hidden">H8<', text_of(page))[1])
    page = crossing.client.get(reverse("battle", args=[crossing.battle.key]) + href)
    assert page.content.decode().count("square is-chosen") == 1
    form = form_to(page, "/declare/", do="move")
    assert (form["fields"]["q-column"], form["fields"]["q-row"]) == ("8", "8")
    crossing.client.post(form["action"], {**form["fields"], "q-fuel": "2"})
    rifles = crossing.piece("Rifle squad")
    assert (str(rifles.square), rifles.supplies) == ("H8", 3)
    assert crossing.last.headline == "Rifle squad moves from D4 to H8 for 2 Supply Tokens."


def test_nothing_on_the_board_can_be_tapped_while_dice_are_wanted(crossing):
    attack(crossing)
    page = crossing.get().content.decode()
    assert '<a class="mini' not in page
    assert "square-put" not in page


def test_two_units_share_a_square(crossing):
    crossing.declare("move", crossing.key("Scout section"), q_column="4", q_row="4")
    page = tap(crossing, "Scout section", crossing.get())
    assert "D4" in text_of(page)
    assert str(crossing.piece("Scout section").square) == str(crossing.piece("Rifle squad").square)


def test_the_sides_show_what_they_have_left_and_no_points(crossing):
    page = text_of(crossing.get())
    assert "Units <strong>4</strong></span><i> · </i><span>Strength <strong>23</strong>" in page
    assert "point" not in page
    campaign = text_of(crossing.client.get(crossing.battle.campaign.get_absolute_url()))
    assert "<span>Hill army</span></li>" in " ".join(campaign.split())


# An attack


def test_the_counterattack_is_the_defenders_choice(crossing):
    attack(crossing)
    crossing.dice("6 5 2", "5 3 1")
    page = text_of(crossing.get())
    assert page.count("River army to decide") == 1
    assert "River army</strong> to decide" not in page, "once is enough"
    assert "counterattack with 2 d6" in page
    assert page.count("no counterattack") == 1
    assert "defence 5" in page
    assert "removes attack 5" in page
    crossing.choose("2")
    crossing.dice("6 4", "3 4 1")
    before = crossing.sheet
    assert crossing.apply().status_code == 302
    rifles, guards = crossing.piece("Rifle squad"), crossing.piece("Guard squad")
    assert (rifles.strength, rifles.supplies, guards.strength, guards.supplies) == (2, 3, 2, 3)
    crossing.undo()
    assert crossing.sheet == before


def test_a_destroyed_unit_leaves_the_board_and_comes_back_by_hand(crossing):
    TroopUnit.objects.get(name="Guard squad").lay(strength=1)
    attack(crossing)
    crossing.dice("6 5 2", "1")
    crossing.apply()
    guards = crossing.piece("Guard squad")
    assert (guards.status, guards.supplies, guards.square) == (Status.DESTROYED, 0, None)
    page = text_of(crossing.get())
    assert "destroyed (1)" in page
    assert "by Rifle squad" in page
    form = form_to(crossing.get(attacker=guards.key, do="correction"), "/declare/", do="correction")
    answers = {"q-strength": "2", "q-supplies": "3", "q-column": "1", "q-row": "8"}
    crossing.client.post(form["action"], {**form["fields"], **answers})
    guards = crossing.piece("Guard squad")
    assert (guards.status, guards.strength, str(guards.square)) == (Status.ACTIVE, 2, "A8")


def test_an_attacker_that_is_destroyed_is_not_chosen_again(crossing):
    TroopUnit.objects.get(name="Rifle squad").lay(strength=1)
    attack(crossing)
    crossing.dice("1", "6 6 6")
    crossing.choose("3")
    crossing.dice("6 6 6", "1")
    answer = crossing.apply()
    assert crossing.piece("Rifle squad").status is Status.DESTROYED
    page = text_of(crossing.client.get(answer.url))
    assert "Hill army's turn: " in page
    assert "Rifle squad is destroyed." not in page


def test_an_attacker_that_still_stands_is_chosen_no_more(crossing):
    attack(crossing)
    crossing.dice("6 5 2", "5 3 1")
    crossing.choose("0")
    assert crossing.apply().url == crossing.battle.get_absolute_url()


@pytest.mark.parametrize(
    "dice",
    [
        ("6 5", "5 3 1"),
        ("6 5 2 1", "5 3 1"),
        ("6 5 7", "5 3 1"),
        ("6 5 0", "5 3 1"),
        ("6 5 2", "5 3"),
        ("6 5 x", "5 3 1"),
        ("6 5 2.0", "5 3 1"),
        ("", ""),
        ("6 5 2",),
        ("6 5 2", "5 3 1", "1"),
        ("9" * 5000, "5 3 1"),
    ],
)
def test_impossible_dice_are_refused(crossing, dice):
    attack(crossing)
    before = everything()
    answer = crossing.dice(*dice)
    assert answer.status_code == 422
    assert 'role="alert"' in text_of(answer)
    assert everything() == before


def test_impossible_dice_are_told_by_their_name(crossing):
    attack(crossing)
    assert "An attack d6 shows 1 to 6. You entered 7." in text_of(crossing.dice("6 5 7", "5 3 1"))


@pytest.mark.parametrize("option", ["1", "3", "counterattack", "", "-1", "2.0", "٢"])
def test_only_what_is_offered_answers_the_question_of_a_counterattack(crossing, option):
    attack(crossing)
    crossing.dice("6 5 2", "5 3 1")
    before = everything()
    assert crossing.choose(option).status_code == 422
    assert everything() == before


def test_an_attack_out_of_turn_is_refused(crossing):
    answer = attack(crossing, "Guard squad", "Rifle squad")
    assert answer.status_code == 422
    assert "It is the turn of Hill army." in text_of(answer)


def test_the_turn_passes(crossing):
    attack(crossing)
    crossing.dice("1 1 1", "6 6 6")
    crossing.choose("0")
    crossing.apply()
    form = form_to(crossing.get(do="turn"), "/declare/", do="turn")
    crossing.client.post(form["action"], form["fields"])
    assert "River army" in text_of(crossing.get()).split('aria-label="Whose turn it is"')[1][:300]
    crossing.declare("turn")
    assert not crossing.piece("Rifle squad").attacked
    assert crossing.sheet.round == 2


@pytest.mark.parametrize("fires", [*NONSENSE, "troopunit-1"])
def test_only_a_unit_on_offer_can_be_called_in(crossing, fires):
    before = everything()
    answer = crossing.declare("call-in", crossing.key("Scout section"), crossing.key("Lancer troop"), q_fires=fires)
    assert answer.status_code == 422
    assert everything() == before


@pytest.mark.parametrize("field", ["q_column", "q_row", "q_fuel"])
@pytest.mark.parametrize("value", [value for value in NONSENSE if value not in ("0", "٣")])
def test_a_move_to_nowhere_is_refused(crossing, field, value):
    given = {"q_column": "1", "q_row": "1", "q_fuel": "0", field: value}
    before = everything()
    assert crossing.declare("move", crossing.key("Rifle squad"), **given).status_code == 422
    assert everything() == before


@pytest.mark.parametrize("value", ["", "x", "-1", "100", "1.5", "9" * 40])
def test_supplies_that_cannot_be_are_refused(crossing, value):
    before = everything()
    answer = crossing.declare("resupply", crossing.key("Rifle squad"), q_supplies=value)
    assert answer.status_code == 422
    assert everything() == before


@pytest.mark.parametrize("query", ["attacker=troopunit-0", "do=move", "q-column=99&do=move", "why=x"])
def test_a_strange_address_shows_the_page(crossing, query):
    page = reverse("battle", args=[crossing.battle.key])
    assert crossing.client.get(f"{page}?{query}").status_code == 200
    key = crossing.key("Rifle squad")
    assert crossing.client.get(f"{page}?attacker={key}&do=move&q-column=99&q-row=x").status_code == 200


# Set-up


CARD = {
    "name": "Rifle squad",
    "strength": "3",
    "battle_die": "6",
    "ammunition_cost": "2",
    "attack_range": "1",
    "supplies": "5",
    "indirect_fire": "no",
    "column": "1",
    "row": "1",
}


def add(device, side="Red", **more):
    army = Army.objects.get(battle=device.battle, name=side)
    return device.client.post(
        reverse("setup-add", args=[device.battle.key, "unit"]), {"army": army.pk, "seen": device.seen, **CARD, **more}
    )


def test_a_battle_is_set_up_by_hand_and_started(empty):
    assert "Red has no units." in text_of(empty.get("setup"))
    assert add(empty).status_code == 302
    assert add(empty, "Blue", name="Guns", row="8", indirect_fire="yes").status_code == 302
    guns = empty.piece("Guns")
    assert (guns.indirect_fire, str(guns.square), guns.supplies) == (True, "A8", 5)
    form = form_to(empty.get(), "/declare/", do="start")
    assert empty.client.post(form["action"], form["fields"]).status_code == 302
    assert empty.sheet.started
    assert empty.last.headline == "The battle starts with the turn of Red."
    assert add(empty, name="Late").status_code == 302
    assert empty.last.headline.startswith("After the start: Late joins Red")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[
            (field, value)
            for field in CARD
            for value in ("", "x" if field != "name" else " ", "-1" * (field != "name"))
        ],
        ("strength", "0"),
        ("strength", "11"),
        ("battle_die", "7"),
        ("attack_range", "31"),
        ("supplies", "100"),
        ("column", "9"),
        ("row", "0"),
        ("army", "0"),
        ("name", "x" * 61),
    ],
)
def test_a_unit_that_cannot_be_is_refused(empty, field, value):
    before = everything()
    answer = add(empty, **{field: value})
    assert answer.status_code == 422
    assert everything() == before


def test_a_unit_cannot_join_an_army_of_another_battle(empty):
    other = start_battle(
        campaign=empty.battle.campaign,
        game="troops_and_supplies",
        name="Elsewhere",
        sides=["Red", "Blue"],
        once=new_key(),
        who="Ben",
    )
    assert add(empty, army=other.sides.first().pk).status_code == 422


def agree(device, **more):
    given = {"seen": device.seen, "columns": "8", "rows": "8", "turns": "together", "answering": "full", **more}
    return device.client.post(reverse("setup-add", args=[device.battle.key, "agreement"]), given)


def test_the_players_agree_on_the_board_and_the_readings(empty):
    assert agree(empty, columns="12", rows="6").status_code == 302
    sheet = empty.sheet
    assert (sheet.columns, sheet.rows, sheet.settings.turns, sheet.settings.answering) == (12, 6, "together", "full")


@pytest.mark.parametrize("given", [{"columns": "0"}, {"rows": "17"}, {"turns": "x"}, {"answering": ""}, {"rows": "x"}])
def test_an_agreement_that_cannot_be_is_refused(empty, given):
    before = everything()
    assert agree(empty, **given).status_code == 422
    assert everything() == before


def test_a_board_too_small_for_its_units_is_refused(empty):
    add(empty, column="8", row="8")
    answer = agree(empty, columns="4")
    assert answer.status_code == 422
    assert "This board leaves no square for Rifle squad." in text_of(answer)


# The admin


def test_the_admin_edits_a_unit_with_an_event(crossing, admin_client):
    unit = TroopUnit.objects.get(name="Rifle squad")
    save(admin_client, unit, supplies="9")
    assert crossing.piece("Rifle squad").supplies == 9
    assert crossing.last.kind == "edit"
    assert "supplies 5 → 9" in crossing.last.headline


def test_the_admin_edits_a_battle_with_its_units(crossing, admin_client):
    battle = TroopBattle.objects.get()
    fields = fields_of(admin_client.get(address(battle)))
    rifles = inline(fields, "Rifle squad")
    save(admin_client, battle, fields, **{f"{rifles}-row": "2", "rows": "9"})
    assert str(crossing.piece("Rifle squad").square) == "D2"
    assert crossing.sheet.rows == 9
    assert crossing.last.kind == "edit"


@pytest.mark.parametrize("given", [{"column": ""}, {"strength": "11"}, {"battle_die": "7"}, {"row": "9"}])
def test_the_admin_keeps_what_the_rules_know(crossing, admin_client, given):
    before = everything()
    unit = TroopUnit.objects.get(name="Rifle squad")
    answer = text_of(save(admin_client, unit, {**fields_of(admin_client.get(address(unit))), **given}))
    assert 'class="errornote"' in answer or "Nothing was saved." in answer
    assert everything() == before


def test_the_admin_shows_a_battle_with_its_units(crossing, admin_client):
    page = text_of(admin_client.get(address(TroopBattle.objects.get())))
    assert "Rifle squad" in page
    assert "River army" in page
    assert admin_client.get(reverse("admin:companion_troopbattle_changelist")).status_code == 200
    assert admin_client.get(reverse("admin:companion_troopunit_changelist"), {"q": "Rifle"}).status_code == 200


@pytest.mark.parametrize("name", ["Trying Troops and Supplies", "A season"])
@pytest.mark.parametrize("over", [False, True])
def test_where_one_is_names_the_game_once(crossing, name, over):
    Campaign.objects.update(name=name)
    TroopBattle.objects.update(over=over)
    crossing.client.get(Campaign.objects.get().get_absolute_url())
    (where,) = findall(r'<p class="where">(.*?)</p>', text_of(crossing.get()))
    assert name in where
    assert where.count("Troops and Supplies") == 1


def test_the_help_page_tells_the_examples_and_the_rulings(client):
    page = text_of(client.get(reverse("help", args=["troops_and_supplies"])))
    assert "in the book" not in page, "one chapter is known, and no book"
    assert "it is not the rules themselves." in page
    assert "A counterattack that destroys the attacker" in page
    assert "Not known" in page
