"""Airsoft Squads on the pages: the rows, bad input, random play, and the admin."""

import random
import re
from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from companion.models import (
    Event,
    FieldPosition,
    Operator,
    OperatorBattle,
    SquadCard,
    SquadModifier,
)
from companion.sheets import key_of
from rules.airsoft_squads.pieces import Lies
from rules.airsoft_squads.samples import HELMET, IN_THE_DARK, KITE, LIES_DOWN, ROOK, VIPER, battle
from rules.airsoft_squads.settings import Medicine, Settings
from rules.asks import Roll
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, forms_of, store
from tests.companion.test_admin import address, fields_of, save
from tests.companion.test_admin import inline as of_row

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

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
def depot():
    return Device(demo_of("airsoft_squads"), name="Anna")


# The battle page


def test_the_cards_are_unfolded_while_one_of_them_is_chosen(depot):
    folded = depot.get().content.decode()
    assert '<details class="deck">' in folded
    assert '<details class="deck" open>' not in folded
    card = re.search(r'<details class="deck">.*?data-piece="([^"]+)"', folded, re.S)[1]
    chosen = depot.get(attacker=card).content.decode()
    assert '<details class="deck" open>' in chosen


def test_the_sides_face_each_other_and_show_what_counts(depot):
    page = depot.get().content.decode()
    assert page.index("Kite") < page.index("Boa")
    assert "REACHED" in page
    assert "TEAMWORK, with a team mate in range: +1 AP attacking" in page
    assert "point" not in page.partition("row-slots")[0].rpartition("side-head")[2]


def test_a_condition_is_asked_and_its_answer_counts():
    found, keys = store(battle(replace(ROOK, skills=(IN_THE_DARK,)), VIPER))
    device = Device(found, name="Anna")
    pieces = {"attacker": keys["rook"], "target": keys["viper"]}
    name = f"q-met-{keys['in-the-dark']}"
    shown = device.get(**pieces, **{name: "True"}).content.decode()
    assert "AP 6 + D6: Rook 4, " in shown
    assert "AP 4 + D6</span>" in (bare := device.get(**pieces).content.decode())
    assert "EP 3 + D6</span>" in bare
    form = form_to(device.get(**pieces), "/declare/", do="attack")
    assert device.client.post(form["action"], {**form["fields"], name: "True"}).status_code == 302
    device.dice("3", "1")
    device.apply()
    assert Operator.objects.get(name="Viper").hits == 5


def test_who_stays_up_by_a_condition_says_so_on_its_card_until_it_no_longer_holds():
    found, keys = store(battle(replace(ROOK, ap=7), replace(VIPER, skills=(LIES_DOWN,))))
    device = Device(found, name="Anna")
    held = keys["lies-down"]
    device.declare("attack", keys["rook"], keys["viper"], **{f"q_met-{held}": "True"})
    device.dice("4", "1")
    before = device.sheet
    device.apply()
    stays = "stays up to the end of the TURN: DP 9 by Flat (Viper)</li>"
    assert stays in device.get().content.decode()
    assert device.piece("Viper").held == {held}
    kept = device.sheet
    form = form_to(device.get(attacker=keys["viper"], do="correction"), "/declare/", do="correction")
    assert form["offered"][f"q-held.{held}"] == ["True", "False"]
    assert device.client.post(form["action"], {**form["fields"], f"q-held.{held}": "False"}).status_code == 302
    assert (device.piece("Viper").state, device.piece("Viper").held) == ("HIT", frozenset())
    assert stays not in device.get().content.decode()
    assert device.undo().status_code == 302
    assert device.sheet == kept
    attacked = Event.objects.filter(battle=found, declaration__procedure="attack").first()
    assert device.undo(attacked).status_code == 302
    assert device.sheet == before


@pytest.mark.parametrize("typed", [("7", "1"), ("0", "1"), ("1 2", "1"), ("", "7"), ("x", "1"), ("1",), ()])
def test_dice_that_cannot_be_are_refused_and_nothing_is_stored(depot, typed):
    SquadCard.objects.all().update(lies="discarded")
    depot.declare("attack", depot.key("Rook"), depot.key("Boa"))
    before = everything()
    answer = depot.dice(*typed)
    assert answer.status_code == 422
    assert everything() == before


@pytest.mark.parametrize(
    ("do", "shown", "sentence"),
    [
        ("medic", {"hits": 2, "medics": 5}, "Kite has 5 MEDICs on it, and no more are counted."),
        ("move", {"moved": 5}, "Kite has made 5 MOVEs this TURN, and no more are counted."),
    ],
)
def test_what_is_no_longer_counted_is_refused_in_words_and_changes_nothing(do, shown, sentence):
    settings = Settings(medicine=Medicine.STAYS)
    found, keys = store(battle(replace(ROOK, place=2), VIPER, replace(KITE, **shown), settings=settings))
    device = Device(found, name="Anna")
    chosen = (keys["rook"], keys["kite"]) if do == "medic" else (keys["kite"],)
    before = everything()
    answer = device.declare(do, *chosen)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert device.get(attacker=chosen[0], do=do).status_code == 200
    assert everything() == before


def test_a_fourth_operator_of_the_savezone_is_refused_and_changes_nothing():
    saved = [replace(KITE, key=f"saved {n}", name=f"Saved {n}", place=None, skills=()) for n in range(3)]
    found, keys = store(battle(ROOK, VIPER, *saved))
    device = Device(found, name="Anna")
    before = everything()
    form = form_to(device.get(attacker=keys["rook"], do="correction"), "/declare/", do="correction")
    assert "None" not in form["offered"]["q-place"]
    answer = device.client.post(form["action"], {**form["fields"], "q-place": "None"})
    assert answer.status_code == 422
    assert "The SAVEZONE of Red squad has 3 places, and they are taken." in answer.content.decode()
    assert everything() == before


def test_a_card_with_the_longest_name_puts_hit_and_is_undone():
    worn = replace(HELMET, name="H" * 60, lies=Lies.ATTACHED, bearer="viper")
    found, keys = store(battle(ROOK, replace(VIPER, hits=7), cards=(worn,)))
    device = Device(found, name="Anna")
    before = device.sheet
    assert device.declare("handling", keys["helmet"], q_to="discarded").status_code == 302
    assert Operator.objects.get(name="Viper").destroyed_by == "H" * 60
    assert device.undo().status_code == 302
    assert device.sheet == before


def test_a_card_that_was_not_offered_is_refused(depot):
    depot.declare("attack", depot.key("Rook"), depot.key("Boa"))
    before = everything()
    others = [key_of(SquadCard.objects.get(name=name)) for name in ("Sample smoke", "Sample vest")]
    for option in (*others, "nothing"):
        assert depot.choose(option).status_code == 422
    assert everything() == before


@pytest.mark.parametrize("seed", range(4))
def test_a_battle_played_at_random_fits_together_and_every_event_can_be_undone(depot, seed):
    chance = random.Random(seed)
    for _ in range(12):
        before = depot.sheet
        declare_at_random(depot, chance)
        while under_way(depot):
            answer_at_random(depot, chance)
        assert depot.get().status_code == 200
        if depot.sheet != before and chance.random() < 0.4:
            assert depot.undo().status_code == 302
            assert depot.sheet == before
        if depot.sheet.over:
            break
    numbers = list(Event.objects.filter(battle=depot.battle).values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def under_way(device):
    return device.battle.declarations.filter(status="open").exists()


def declare_at_random(device, chance):
    sheet = device.sheet
    keys = [piece.key for piece in sheet.pieces]
    page = device.get(attacker=chance.choice(keys), target=chance.choice(keys), do=chance.choice(["", "move", "medic"]))
    assert page.status_code == 200
    forms = [form for form in forms_of(page) if form["action"].endswith("/declare/")]
    forms += [form for form in forms_of(device.get(do="support")) if form["fields"].get("do") == "support"]
    form = chance.choices(forms, [1 if form["fields"]["do"] in ("support", "finish") else 10 for form in forms])[0]
    said = {name: chance.choice(options) for name, options in form["offered"].items()}
    assert device.client.post(form["action"], {**form["fields"], **said}).status_code in (302, 422)


def answer_at_random(device, chance):
    played = device.played()
    ask = getattr(played, "ask", None)
    if ask is None:
        assert device.apply().status_code == 302
    elif isinstance(ask, Roll):
        assert device.roll().status_code == 302
    else:
        assert device.choose(str(chance.choice(ask.options))).status_code == 302


# The admin


@pytest.fixture
def staff(client):
    client.force_login(get_user_model().objects.create_superuser("boss"))
    return client


@pytest.mark.parametrize("model", [OperatorBattle, Operator, SquadCard])
def test_the_admin_lists_and_shows(staff, depot, model):
    name = model._meta.model_name
    assert staff.get(reverse(f"admin:companion_{name}_changelist")).status_code == 200
    row = model.objects.exclude(name__in=("Rook", "Merlin")).first()
    page = staff.get(reverse(f"admin:companion_{name}_change", args=[row.pk]))
    assert page.status_code == 200
    assert "Sample" in page.content.decode()


def inline(row, prefix):
    rows = list(SquadModifier.objects.filter(operator=row))
    names = ("name", "side", "stat", "operation", "amount", "condition", "reach", "dice")
    data = {f"{prefix}-TOTAL_FORMS": len(rows) + 1, f"{prefix}-INITIAL_FORMS": len(rows)}
    for number, modifier in enumerate(rows):
        data |= {f"{prefix}-{number}-id": modifier.pk, f"{prefix}-{number}-operator": row.pk}
        data |= {f"{prefix}-{number}-{name}": getattr(modifier, name) for name in names}
    return data, len(rows)


@pytest.mark.parametrize(("stat", "stored"), [("AP", 2), ("MP", 1)])
def test_a_skill_is_added_in_the_admin_if_the_rules_know_it(staff, depot, stat, stored):
    row = Operator.objects.get(name="Kite")
    data, number = inline(row, "skills")
    fields = (
        "squad",
        "team",
        "points",
        "ap",
        "ep",
        "dp",
        "mp",
        "place",
        "state",
        "hits",
        "objective",
        "moved",
        "medics",
    )
    printed = {name: getattr(row, f"{name}_id" if name == "squad" else name) for name in fields}
    data |= {f"skills-{number}-{name}": value for name, value in EFFECT.items()}
    data |= {f"skills-{number}-stat": stat, **printed, "name": "Kite", "status": "active", "bonus": "none"}
    data |= {"destroyed_by": "", "seen": depot.seen}
    answer = staff.post(reverse("admin:companion_operator_change", args=[row.pk]), data, follow=True)
    assert ("no part of an attack" in answer.content.decode()) is (stat == "MP")
    assert SquadModifier.objects.filter(operator=row).count() == stored
    assert FieldPosition.objects.count() == 6


def test_a_battle_that_has_started_keeps_its_two_squads(staff, depot):
    battle = OperatorBattle.objects.get()
    fields = fields_of(staff.get(address(battle)))
    before = everything()
    said = save(staff, battle, fields, **{f"{of_row(fields, 'Vipers')}-DELETE": "on"}).content.decode()
    assert "A battle that has started has two squads. Nothing was saved." in said
    assert everything() == before
    assert depot.get().status_code == 200
