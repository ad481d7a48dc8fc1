"""Airsoft Squads on the set-up page: what is entered, changed, taken out and refused."""

import pytest
from django.urls import reverse

from companion.models import (
    Campaign,
    FieldPosition,
    Operator,
    Squad,
    SquadCard,
    SquadModifier,
)
from companion.services.auditing import audited
from companion.services.building import start_battle
from companion.sheets import key_of
from rules.airsoft_squads.samples import battle
from tests.companion.playing import Device, everything, form_to, forms_of, store, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

VALUES = {"team": "Falcons", "points": "10", "ap": "4", "ep": "3", "dp": "6", "mp": "2"}
EFFECT = {
    "name": "Sample spotter",
    "side": "attacker",
    "stat": "AP",
    "operation": "add",
    "amount": "1",
    "reach": "others",
    "dice": "0",
}


@pytest.fixture
def device():
    found = start_battle(
        campaign=Campaign.objects.create(name="Thursdays"),
        game="airsoft_squads",
        name="The yard",
        sides=["Red", "Blue"],
        once="the-first-battle",
        who="x",
    )
    return Device(found, name="Anna")


def squad(name):
    return Squad.objects.get(name=name)


def add(device, part, **data):
    form = form_to(device.get("setup"), f"/setup/{part}/")
    return device.client.post(form["action"], {**form["fields"], **data})


def build(device):
    for name in ("Red", "Blue"):
        assert add(device, "positions", squad=squad(name).pk, count="3", objective="4").status_code == 302
        answer = add(device, "operator", squad=squad(name).pk, name=f"{name} one", place="2", **VALUES)
        assert answer.status_code == 302


def test_squads_are_built_and_the_battle_starts(device):
    build(device)
    assert add(device, "operator", squad=squad("Red").pk, name="Red two", place="", **VALUES).status_code == 302
    assert add(device, "card", squad=squad("Blue").pk, name="Smoke", kind="DEFENCE").status_code == 302
    card = SquadCard.objects.get()
    given = {**EFFECT, "side": "target", "stat": "EP", "reach": "itself", "condition": "it is dark"}
    assert add(device, "effect", bearer=card.pk, **given).status_code == 302
    assert add(device, "effect", bearer=Operator.objects.get(name="Red two").pk, **EFFECT).status_code == 302
    assert add(device, "effect", bearer="", **EFFECT).status_code == 302
    page = device.get("setup").content.decode()
    assert "Sample spotter: +1 AP attacking for others" in page
    blue = device.get("setup", side=key_of(squad("Blue"))).content.decode()
    assert "Sample spotter: +1 EP attacked if it is dark" in blue
    form = form_to(device.get("setup"), "/declare/", do="start")
    assert device.client.post(form["action"], form["fields"]).status_code == 302
    sheet = device.sheet
    assert (sheet.started, len(sheet.positions), len(sheet.teamwork)) == (True, 6, 1)
    assert [modifier.condition for modifier in sheet.cards[0].modifiers] == ["it is dark"]


@pytest.mark.parametrize(
    ("number", "positions", "points"),
    [("1", "1 more position.", "1 squad point<"), ("2", "2 more positions.", "2 squad points<")],
)
def test_one_is_no_plural(device, number, positions, points):
    add(device, "positions", squad=squad("Red").pk, count=number, objective="4")
    assert device.last.headline == f"Red has {positions}"
    add(device, "operator", squad=squad("Red").pk, name="Red one", place="", **{**VALUES, "points": number})
    assert points in device.get("setup").content.decode()


def test_who_came_before_the_positions_is_said_to_wait_for_one(device):
    for name in ("Red one", "Red two"):
        add(device, "operator", squad=squad("Red").pk, name=name, place="", **VALUES)
    assert "in the SAVEZONE, and" not in text_of(device.get("setup"))
    add(device, "positions", squad=squad("Red").pk, count="3", objective="4")
    page = text_of(device.get("setup"))
    assert "Red one and Red two are in the SAVEZONE, and 3 positions are free." in page
    Operator.objects.filter(name="Red one").update(place=2)
    assert "Red two is in the SAVEZONE, and 2 positions are free." in text_of(device.get("setup"))
    Operator.objects.filter(name="Red two").update(place=1)
    assert "in the SAVEZONE, and" not in text_of(device.get("setup"))


def test_where_an_operator_stands_is_tapped_once_there_are_positions(device):
    page = device.get("setup").content.decode()
    assert '<select name="place"' not in page
    assert '<input type="hidden" name="place"' in page
    add(device, "positions", squad=squad("Red").pk, count="3", objective="4")
    assert device.get("setup").content.decode().count('type="radio" name="place"') == 4


def test_a_squad_without_positions_and_operators_does_not_start(device):
    page = device.get("setup").content.decode()
    assert "Red has no field positions." in page
    assert "Red has no operator on the field." in page
    assert device.declare("start").status_code == 422


def test_readings_are_agreed_on_and_count(device):
    answer = add(device, "agreement", rounding="up", basis="total", doublings="each", medicine="stays", revealed="kept")
    assert answer.status_code == 302
    settings = device.sheet.settings
    assert [str(value) for value in (settings.rounding, settings.basis, settings.doublings)] == ["up", "total", "each"]


@pytest.mark.parametrize(
    ("part", "data", "sentence"),
    [
        ("positions", {"count": "13"}, "less than or equal to 12"),
        ("positions", {"count": "11"}, "A row has at most 12 positions. Red has 3 already."),
        ("positions", {"objective": "0"}, "greater than or equal to 1"),
        ("operator", {"place": "2"}, "Red one stands on position 2 already."),
        ("operator", {"place": "9"}, "Select a valid choice"),
        ("operator", {"dp": "0"}, "greater than or equal to 1"),
        ("operator", {"ap": "21"}, "less than or equal to 20"),
        ("operator", {"squad": "99999999999999999999"}, "Choose one of the sides of this battle."),
        ("card", {"kind": "TRICK"}, "Select a valid choice"),
        ("effect", {"side": "always", "condition": "it is dark"}, "A condition can only be asked in an attack"),
        ("effect", {"operation": "divide", "amount": "0"}, "Amount must be 1 to 10, not 0."),
        ("effect", {"stat": "MP"}, "is no part of an attack"),
        ("effect", {"bearer": "nobody"}, "Choose one of the operators and cards of this battle."),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(device, part, data, sentence):
    build(device)
    before = everything()
    usual = {
        "positions": {"squad": squad("Red").pk, "count": "1", "objective": "4"},
        "operator": {"squad": squad("Red").pk, "name": "Red two", "place": "1", **VALUES},
        "card": {"squad": squad("Red").pk, "name": "Smoke", "kind": "DEFENCE"},
        "effect": {"bearer": Operator.objects.get(name="Red one").pk, **EFFECT},
    }
    answer = add(device, part, **{**usual[part], **data})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert everything() == before


def test_an_effect_for_enemies_in_range_is_entered_and_told(device):
    build(device)
    red = Operator.objects.get(name="Red one")
    assert add(device, "effect", bearer=red.pk, **{**EFFECT, "reach": "enemies"}).status_code == 302
    assert "Sample spotter: +1 AP attacking for enemies in range" in device.get("setup").content.decode()
    assert device.sheet.operators[0].skills[0].reach == "enemies"


def test_what_has_no_range_takes_no_effect_for_enemies_in_range(device):
    build(device)
    add(device, "card", squad=squad("Red").pk, name="Push", kind="STRATEGY")
    add(device, "card", squad=squad("Red").pk, name="Focus", kind="ATTACK")
    push, focus = SquadCard.objects.get(name="Push"), SquadCard.objects.get(name="Focus")
    enemies = {**EFFECT, "reach": "enemies"}
    add(device, "effect", bearer=focus.pk, **enemies)
    effect = SquadModifier.objects.get()
    before = everything()
    refused = (
        add(device, "effect", bearer=push.pk, **enemies),
        add(device, "effect", bearer="", **enemies),
        change(device, effect, bearer=push.pk),
        change(device, effect, bearer=""),
        change(device, focus, kind="STRATEGY"),
    )
    for answer in refused:
        assert answer.status_code == 422
        assert "A STRATEGY card and TEAMWORK have no range." in answer.content.decode()
    assert everything() == before


def test_an_operator_that_is_taken_out_takes_its_skills_with_it(device):
    build(device)
    red = Operator.objects.get(name="Red one")
    add(device, "effect", bearer=red.pk, **EFFECT)
    assert device.post("setup-remove", red.pk).status_code == 302
    assert not SquadModifier.objects.exists()


def change(device, row, **data):
    """What a player posts who taps “Change” beside a row, changes some fields and saves."""
    page = device.client.get(reverse("setup", args=[device.battle.key]), {"edit": key_of(row)})
    (form,) = (f for f in forms_of(page) if f["fields"].get("edit") == key_of(row) and "save" in f["fields"])
    return device.client.post(form["action"], {**form["fields"], **data})


def test_an_operator_a_position_and_a_card_are_changed(device):
    build(device)
    add(device, "card", squad=squad("Red").pk, name="Smoke", kind="DEFENCE")
    operator, card = Operator.objects.get(name="Red one"), SquadCard.objects.get()
    assert change(device, operator, ap="9", place="3").status_code == 302
    assert device.last.headline == "Red one of Red is changed."
    assert change(device, card, name="Fog", kind="STRATEGY").status_code == 302
    position = FieldPosition.objects.get(squad=squad("Red"), place=1)
    assert change(device, position, objective="7").status_code == 302
    for row in (operator, card, position):
        row.refresh_from_db()
    assert (operator.ap, operator.ep, operator.place, operator.squad.name) == (9, 3, 3, "Red")
    assert (card.name, card.kind, position.objective) == ("Fog", "STRATEGY", 7)
    assert (Operator.objects.count(), SquadCard.objects.count(), FieldPosition.objects.count()) == (2, 1, 6)


def test_an_effect_is_changed_given_to_another_and_taken_out(device):
    build(device)
    add(device, "effect", bearer="", **EFFECT)
    teamwork = SquadModifier.objects.get()
    assert "Sample spotter: +1 AP attacking for others" in device.get("setup").content.decode()
    other = Operator.objects.get(name="Blue one")
    assert change(device, teamwork, bearer=other.pk, amount="3").status_code == 302
    teamwork.refresh_from_db()
    assert (teamwork.operator, teamwork.battle, teamwork.amount) == (other, None, 3)
    assert change(device, teamwork, take_out="1").status_code == 302
    assert device.last.headline == "Sample spotter is taken out."
    assert not SquadModifier.objects.exists()


def test_what_players_enter_is_never_a_template(device):
    build(device)
    add(device, "effect", bearer="", **{**EFFECT, "name": "{{ battle.key }}<b>"})
    assert "{{ battle.key }}&lt;b&gt;: +1 AP" in device.get("setup").content.decode()


def test_what_is_changed_has_to_be_there_and_to_fit(device):
    build(device)
    operator = Operator.objects.get(name="Red one")
    add(device, "effect", bearer=operator.pk, **EFFECT)
    form = form_to(device.get("setup"), "/setup/operator/")
    _, foreign = store(battle(), device.battle.campaign)
    before = everything()
    for row in ("operator-0", "x", foreign["rook"], key_of(FieldPosition.objects.first()), "battle"):
        answer = device.client.post(form["action"], {**form["fields"], **VALUES, "name": "Red one", "edit": row})
        assert answer.status_code == 409
        assert "is no longer in this battle" in answer.content.decode()
    answer = change(device, SquadModifier.objects.get(operator=operator), operation="divide", amount="0")
    assert answer.status_code == 422
    assert "must be 1 to 10" in answer.content.decode()
    assert everything() == before


def test_a_card_with_effects_becomes_no_effect_card(device):
    build(device)
    add(device, "card", squad=squad("Red").pk, name="Smoke", kind="DEFENCE")
    add(device, "card", squad=squad("Red").pk, name="Trick", kind="EFFECT")
    smoke, trick = SquadCard.objects.get(name="Smoke"), SquadCard.objects.get(name="Trick")
    add(device, "effect", bearer=smoke.pk, **EFFECT)
    answer = change(device, smoke, kind="EFFECT")
    assert answer.status_code == 422
    assert "Take its effects out first" in answer.content.decode()
    answer = add(device, "effect", bearer=trick.pk, **EFFECT)
    assert "Choose one of the operators and cards of this battle." in answer.content.decode()


def test_an_operator_is_not_changed_on_the_set_up_page_of_a_battle_that_has_started_but_may_leave(device):
    build(device)
    form = form_to(device.get("setup"), "/declare/", do="start")
    page = device.client.get(reverse("setup", args=[device.battle.key]), {"edit": key_of(Operator.objects.first())})
    edit, taking_out = (form for form in forms_of(page) if form["fields"].get("edit"))
    device.client.post(form["action"], form["fields"])
    before = everything()
    assert device.client.post(edit["action"], {**edit["fields"], "seen": device.seen}).status_code == 422
    assert device.client.get(reverse("setup", args=[device.battle.key]), {"edit": "operator-1"}).status_code == 200
    assert everything() == before
    given = {**taking_out["fields"], "seen": device.seen, "take_out": "1"}
    assert device.client.post(taking_out["action"], given).status_code == 302
    assert device.last.headline.startswith("After the start: ")


@pytest.mark.parametrize(("before", "after"), [("Red one", "Blue one"), ("Red one", ""), ("", "Red one")])
def test_an_effect_that_goes_to_somebody_else_with_another_number_is_folded_again(device, before, after):
    build(device)
    bearers = {"": "", **{name: Operator.objects.get(name=name).pk for name in ("Red one", "Blue one")}}
    add(device, "effect", bearer=bearers[before], **EFFECT)
    row = SquadModifier.objects.get()
    given = {**EFFECT, "bearer": bearers[after], "amount": "3", "edit": key_of(row), "seen": device.seen}
    assert device.post("setup-add", "effect", **given).status_code == 302
    assert SquadModifier.objects.get().amount == 3
    found = audited(device.battle)
    assert (found.differs, found.cannot_run) == ((), ())
