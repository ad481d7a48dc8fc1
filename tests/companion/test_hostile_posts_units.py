"""Whatever is posted to a battle of units: an answer that the page gives, and either one event or nothing written."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from rules.changes import keyed
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, latest
from tests.companion.test_hostile_posts import FEW, HOSTILE, SAID, forgotten, judge

ANSWERS = {
    "troops_and_supplies": ["fires", "column", "row", "fuel", "supplies", "strength", "attacked", "fired"],
    "gods_gloom": [
        *("kind", "boost", "doing", "last", "current_health", "morale_tokens", "weak", "activated", "x.seals"),
        *("modifiers-shown", "modifiers-take-charge", "modifiers-take-advance", "modifiers-take-all-out-attack"),
        *("modifiers-1-name", "modifiers-1-red", "modifiers-1-hits", "modifiers-2-name", "target_modifiers-1-name"),
        *("target_modifiers-1-blocks", "target_modifiers-take-flanked", "effects-1-name", "effects-take-x"),
    ],
}
WORDS = [*SAID, "melee", "ranged", "Focus", "Charge", "Overload", "Brittle Bones, Weak", "8", "16", "-9", "9"]
SET_UP = [
    *("army", "name", "strength", "battle_die", "ammunition_cost", "attack_range", "supplies", "indirect_fire"),
    *("column", "row", "columns", "rows", "turns", "answering", "offence_red", "guard_blue", "morale", "health"),
    *("cost", "traits", "weak", "charge", "opposites"),
]
ASKED = {
    "troops_and_supplies": ("Rifle squad", "Guard squad", {}, [("6 5 2", "5 3 1")]),
    "gods_gloom": ("Tusk Reavers", "Bound Soldiers", {"q_kind": "melee"}, [("6 6 4 1", "1 2"), ("6 2", "1 1")]),
}
"""An attack of each game that asks something after these dice."""


@pytest.fixture(params=sorted(ANSWERS))
def device(request, db):
    return Device(demo_of(request.param), name="Anna")


def answers_of(game):
    names = st.sampled_from([*(f"q-{name}" for name in ANSWERS[game]), "q-", "q-__class__"])
    return st.dictionaries(names, st.sampled_from(WORDS) | st.sampled_from(HOSTILE), max_size=9)


@FEW
@given(data=st.data())
def test_any_declaration_of_an_up_to_date_page(device, data):
    game = device.battle.game
    keys = st.sampled_from([*keyed(device.sheet), *HOSTILE[:3]])
    chosen = {
        "do": data.draw(st.sampled_from([procedure.slug for procedure in GAMES[game].procedures])),
        "attacker": data.draw(keys),
        "target": data.draw(keys),
        **data.draw(answers_of(game)),
    }
    before = everything()
    assert device.get(**chosen).status_code in (200, 400)
    with forgotten():
        tap = {**chosen, "once": "x" * 9, "seen": device.seen}
        judge(device.battle, device.client.post(reverse("declare", args=[device.battle.key]), tap), before)


@FEW
@given(data=st.data())
def test_any_answer_to_an_attack_under_way(device, data):
    actor, target, said, dice = ASKED[device.battle.game]
    given = st.sampled_from([*WORDS, *HOSTILE, "keep", "reroll all", "spend it", "red 1", "6 6 4 1", "2", "0"])
    with forgotten():
        device.declare("attack", device.key(actor), device.key(target), **said)
        for faces in dice[: data.draw(st.integers(0, len(dice)))]:
            device.dice(*faces)
        declaration = device.open
        fields = st.dictionaries(st.sampled_from(["option", "roll", "pool-0", "pool-1", "pool-2"]), given, max_size=4)
        posted = {"answer": latest(declaration), **data.draw(fields)}
        page = data.draw(st.sampled_from(["dice", "choice", "back", "off", "apply"]))
        before = everything()
        address = reverse(page, args=[device.battle.key, declaration.pk])
        judge(device.battle, device.client.post(address, posted), before)


@FEW
@given(data=st.data())
def test_any_post_to_a_set_up(device, data):
    armies = [str(side.pk) for side in device.battle.sides.all()]
    said = st.sampled_from([*armies, *WORDS, *HOSTILE])
    posted = {"seen": device.seen, **data.draw(st.dictionaries(st.sampled_from(SET_UP), said, max_size=12))}
    with forgotten():
        type(device.battle).objects.filter(pk=device.battle.pk).update(started=data.draw(st.booleans()))
        before = everything()
        part = data.draw(st.sampled_from(["unit", "agreement", "x"]))
        judge(device.battle, device.client.post(reverse("setup-add", args=[device.battle.key, part]), posted), before)
