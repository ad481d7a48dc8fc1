"""Tokens by the pieces: rows of their own, in play, in the admin and in older databases."""

import json

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.models import Event, GloomUnit, Operator, Token, TroopBattle, TroopUnit
from rules.asks import Choice
from rules.play import Waiting
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, forms_of, sheet_of

BEFORE = ("companion", "0007_airsoft_phases")


def device_at(game):
    return Device(demo_of(game), name="Anna")


def lying(name):
    """The tokens by a piece."""
    return {token.track: token.value for token in Token.objects.filter(piece__name=name)}


def form_of(admin_client, row):
    """The admin's form of a row, as its fields."""
    page = admin_client.get(address(row))
    (form,) = (form for form in forms_of(page) if "name" in form["fields"])
    return form["fields"]


def address(row):
    return reverse(f"admin:companion_{row._meta.model_name}_change", args=[row.pk])


def correct(device, name, **said):
    """Set a unit right by the page's own form."""
    form = form_to(device.get(attacker=device.key(name), do="correction"), "/declare/", do="correction")
    answer = device.client.post(form["action"], {**form["fields"], **said})
    assert answer.status_code == 302, answer.content.decode()


# In play


@pytest.mark.django_db
def test_effects_are_tokens_with_names_and_undo_takes_them_away():
    gate = device_at("gods_gloom")
    correct(gate, "Tusk Reavers", **{"q-effects-1-name": "Hexed, twice", "q-effects-2-name": "St. Elmo"})
    assert lying("Tusk Reavers") == {"morale_tokens": 3, "effects.Hexed, twice": 1, "effects.St. Elmo": 1}
    event = Event.objects.last()
    assert [change["track"] for change in event.changes] == ["effects.Hexed, twice", "effects.St. Elmo"]
    page = gate.get().content.decode()
    assert page.index("Hexed, twice") < page.index("St. Elmo")
    gate.undo()
    assert lying("Tusk Reavers") == {"morale_tokens": 3}


@pytest.mark.django_db
def test_a_used_overload_is_remembered_however_many_effects_there_are():
    gate = device_at("gods_gloom")
    GloomUnit.objects.filter(name="Cinder Slingers").update(traits="Overload[1]")
    slingers = GloomUnit.objects.get(name="Cinder Slingers")
    Token.lay(Token(piece=slingers, kind="effects", name=f"{number:02} {'x' * 37}", value=1) for number in range(20))
    key, target = gate.key("Cinder Slingers"), gate.key("Bound Soldiers")
    page = gate.get(attacker=key, target=target, do="attack", q_kind="ranged")
    form = form_to(page, "/declare/", do="attack")
    gate.client.post(form["action"], {**form["fields"], "q-kind": "ranged", "q-modifiers-take-overload": "on"})
    while isinstance(played := gate.played(), Waiting):
        answer = gate.choose(played.ask.options[0]) if isinstance(played.ask, Choice) else gate.roll()
        assert answer.status_code == 302
    gate.apply()
    assert len(gate.piece("Cinder Slingers").effects) == 21
    assert "Overload used" in gate.piece("Cinder Slingers").effects


@pytest.mark.django_db
def test_strength_and_supplies_are_tokens():
    crossing = device_at("troops_and_supplies")
    assert lying("Rifle squad") == {"strength": 3, "supplies": 5}
    crossing.declare("attack", crossing.key("Rifle squad"), crossing.key("Guard squad"))
    crossing.dice("6 5 2", "5 3 1")
    crossing.choose("0")
    crossing.apply()
    assert (lying("Rifle squad"), lying("Guard squad")) == (
        {"strength": 3, "supplies": 3},
        {"strength": 2, "supplies": 4},
    )


# In the admin


@pytest.mark.django_db
def test_staff_lay_a_lasting_effect(admin_client):
    gate = device_at("gods_gloom")
    reavers = GloomUnit.objects.get(name="Tusk Reavers")
    fields = form_of(admin_client, reavers)
    count = int(fields["tokens-TOTAL_FORMS"])
    new = {f"tokens-{count}-{field}": value for field, value in (("kind", "effects"), ("name", "Hexed"), ("value", 1))}
    new |= {f"tokens-{count}-piece": reavers.pk, "tokens-TOTAL_FORMS": count + 1}
    assert admin_client.post(address(reavers), {**fields, **new}).status_code == 302
    assert gate.piece("Tusk Reavers").effects == {"Hexed"}
    assert gate.last.headline == "Edited in the admin: Tusk Reavers: Hexed no → yes."


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "name", "sentence"),
    [
        ("effects", "", "A lasting effect needs a name."),
        ("weak", "Weak", "Only a lasting effect has a name."),
        ("effects", "x" * 41, "Ensure this value has at most 40 characters"),
    ],
)
def test_staff_name_lasting_effects_and_nothing_else(admin_client, kind, name, sentence):
    device_at("gods_gloom")
    reavers = GloomUnit.objects.get(name="Tusk Reavers")
    fields = form_of(admin_client, reavers)
    before = everything()
    new = {"tokens-1-kind": kind, "tokens-1-name": name, "tokens-1-value": 1, "tokens-1-piece": reavers.pk}
    answer = admin_client.post(address(reavers), {**fields, **new, "tokens-TOTAL_FORMS": 2})
    assert sentence in answer.content.decode()
    assert everything() == before


@pytest.mark.django_db
def test_staff_add_a_unit_with_its_strength_to_a_battle(admin_client):
    crossing = device_at("troops_and_supplies")
    battle = TroopBattle.objects.get()
    fields = form_of(admin_client, battle)
    (prefix,) = {name.rsplit("-", 2)[0] for name in fields if name.endswith("-0-strength")}
    count = int(fields[f"{prefix}-TOTAL_FORMS"])
    army = next(value for name, value in fields.items() if name == f"{prefix}-0-army")
    unit = {"name": "Reserve", "army": army, "strength": 7, "supplies": 2, "status": "active"}
    new = {f"{prefix}-{count}-{field}": value for field, value in unit.items()}
    new |= {f"{prefix}-{count}-battle_ptr": battle.pk, f"{prefix}-TOTAL_FORMS": count + 1}
    assert admin_client.post(address(battle), {**fields, **new}).status_code == 302
    reserve = crossing.piece("Reserve")
    assert (reserve.strength, reserve.supplies, reserve.battle_die) == (7, 2, 6)


@pytest.mark.django_db
def test_staff_see_strength_and_supplies_in_the_list(admin_client):
    device_at("troops_and_supplies")
    page = admin_client.get(reverse("admin:companion_troopunit_changelist"), {"o": "-4"})
    rows = [unit.name for unit in page.context["cl"].result_list]
    assert rows[:2] == ["Tank platoon", "Militia"]
    assert '<td class="field-strength">10</td>' in page.content.decode()


@pytest.mark.django_db
def test_the_tokens_of_a_battle_are_read_at_once(admin_client):
    device_at("troops_and_supplies")
    battle = TroopBattle.objects.get()
    with CaptureQueriesContext(connection) as asked:
        admin_client.get(address(battle))
    assert sum("companion_token" in query["sql"] for query in asked) == 1


# In older databases


def migrate(*places):
    """Migrate to these places, or to the newest ones of all apps."""
    executor = MigrationExecutor(connection)
    executor.migrate(places or executor.loader.graph.leaf_nodes())


@pytest.mark.any_database  # the schema and every page of it are walked on each by test_databases_of_earlier
@pytest.mark.django_db(transaction=True)
def test_an_older_database_keeps_its_counts_and_effects():
    gate, crossing = device_at("gods_gloom"), device_at("troops_and_supplies")
    correct(gate, "Tusk Reavers", **{"q-effects-1-name": "Hexed"})
    sheets = [sheet_of(device.battle) for device in (gate, crossing)]
    change = {"piece": gate.key("Tusk Reavers"), "track": "effects", "before": "Old", "after": "Cursed, Hexed"}
    try:
        migrate(BEFORE)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE companion_gloomunit SET effects = 'Hexed, Cursed' WHERE effects = 'Hexed'")
            assert cursor.rowcount == 1
            cursor.execute("UPDATE companion_event SET changes = %s WHERE kind = 'correction'", [json.dumps([change])])
            assert cursor.rowcount == 1
    finally:
        migrate()
    assert gate.piece("Tusk Reavers").effects == {"Hexed", "Cursed"}
    assert sheet_of(crossing.battle) == sheets[1]
    assert TroopUnit.objects.count() == 8
    gate.undo()
    assert gate.piece("Tusk Reavers").effects == {"Old"}
    Token.objects.filter(name="Old").update(name="Hexed")
    assert sheet_of(gate.battle) == sheets[0]


@pytest.mark.any_database  # the schema and every page of it are walked on each by test_databases_of_earlier
@pytest.mark.django_db(transaction=True)
def test_the_way_back_to_an_older_database_leaves_out_what_it_does_not_know():
    depot = device_at("airsoft_squads")
    rook = Operator.objects.get(name="Rook")
    Token.lay(Token(piece=rook, kind="held", name=name, value=1) for name in ("vest", "wall"))
    try:
        migrate(BEFORE)
    finally:
        migrate()
    assert not Token.objects.filter(piece=rook).exists()
    assert depot.piece("Rook").held == frozenset()
