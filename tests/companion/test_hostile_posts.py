"""Whatever is posted wherever: an answer that a page gives, and either one event or nothing written."""

import re
from contextlib import contextmanager

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.models import Battle, Campaign, Declaration, Event
from companion.services.building import start_battle
from rules.changes import keyed
from rules.games import GAMES
from tests.companion.playing import Device, everything, latest, sheet_of
from tests.companion.test_attack_path import declare

SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
FEW = settings(max_examples=40, deadline=None, suppress_health_check=SLOW)

PIECES = [f"part {number}" for number in range(20)]
"""Each stands for a part of the battle, its pieces first; how their keys are counted is the database's affair."""

PIECE = re.compile("part ([0-9]+)")
SAID = [
    *("", "0", "1", "2", "3", "4", "5", "6", "7", "-1", "99", "1 4 5", "4 5 6", "None", "True", "False"),
    *("direct fire", "artillery", "hand-to-hand", "roll", "none", "use it", "leave it", "hold", "abandon", "W:6"),
    *("skirmish", "as agreed", "higher", "always", "any", "own", "blue", "mobile_frame_zero", "Red\nBlue"),
]
HOSTILE = [
    *("\x00", "\ufffe", "\U0001f3b2", "٣", "²", "%00", "../..", "<script>", "'; --", "0x1", "1e9", "\r\n", "\u202e"),
    *("9" * 30, "9" * 5000, "x" * 300, "__class__"),
]
DO = ["attack", "activation", "assignment", "values", "spot", "holding", "correction", "round", "start", "surrender"]
ANSWERS = [
    *("q-range", "q-value", "q-use_spot", "q-cover", "q-beside", "q-cover_beside", "q-rockets", "q-names", "q-owner"),
    *("q-defence", "q-attack", "q-movement", "q-spotting", "q-beyond_direct_fire", "q-in_cover", "q-hits_left"),
    *("q-white", "q-acted", "q-attacked", "q-spot", "q-part 13", "q-part 16", "q-__class__"),
]
FIELDS = [
    *("do", "attacker", "target", "why", "seen", "once", "answer", "event", "option", "roll", "pool-0", "pool-1"),
    *("name", "sides", "game", "who", "next", "theme", "company", "rockets", "kind_1", "kind_2", "system_1"),
    *("hits_left", "owner", "size", "replacing", "abandoning", "page"),
]
TAPS = ["dice", "choice", "add", "back", "off", "apply"]

values = st.sampled_from([*PIECES, *SAID, *DO]) | st.sampled_from(HOSTILE) | st.text(max_size=8)
posts = st.dictionaries(st.sampled_from([*FIELDS, *ANSWERS]) | st.text(max_size=5), values, max_size=10)


def meant(battle, posted):
    """What is posted, with the keys of the battle's parts for what stands for them."""
    sheet = sheet_of(battle)
    keys = [*dict.fromkeys((*(piece.key for piece in sheet.pieces), *keyed(sheet)))]

    def put(text):
        return PIECE.sub(lambda found: keys[int(found[1]) % len(keys)], text)

    return {put(name): put(value) for name, value in posted.items()}


@contextmanager
def forgotten():
    """Whatever one example stores is gone before the next."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def judge(battle, answer, before):
    """A refusal changes nothing; whatever is stored fits together, and the page still opens."""
    assert answer.status_code in (200, 302, 400, 404, 409, 422)
    if answer.status_code != 302:
        assert everything() == before
        return
    for found in Battle.objects.all():
        numbers = list(Event.objects.filter(battle=found).values_list("number", flat=True))
        assert numbers == list(range(1, found.last_event + 1))
        sheet = sheet_of(found)
        if sheet.started:
            assert all(keyed(sheet)[key].score == score for key, score in GAMES[found.game].score(sheet).items())
    assert all(row.events.count() == 1 for row in Declaration.objects.filter(status="settled"))
    assert Device(battle).get().status_code == 200


@FEW
@given(data=posts, page=st.sampled_from(["declare", "undo", *TAPS]), up_to_date=st.booleans())
def test_any_post_to_an_idle_battle(device, data, page, up_to_date):
    data = meant(device.battle, data)
    given = {"once": "x" * 9, **data, "seen": device.seen} if up_to_date else data
    before = everything()
    with forgotten():
        arguments = [device.battle.key, *([1] if page in TAPS else [])]
        judge(device.battle, device.client.post(reverse(page, args=arguments), given), before)


@FEW
@given(data=posts, page=st.sampled_from(TAPS), asked=st.sampled_from(["dice", "choice"]), up_to_date=st.booleans())
def test_any_post_to_an_attack_under_way(device, data, page, asked, up_to_date):
    with forgotten():
        declare(device, q_value="6")
        declaration = device.open
        if asked == "choice":
            device.dice("1 4 5 6 6 6")
        data = meant(device.battle, data)
        given = {**data, "answer": latest(declaration)} if up_to_date else data
        before = everything()
        address = reverse(page, args=[device.battle.key, declaration.pk])
        judge(device.battle, device.client.post(address, given), before)


@FEW
@given(
    said=st.dictionaries(st.sampled_from(ANSWERS), st.sampled_from([*PIECES, *SAID]), max_size=9),
    do=st.sampled_from(DO),
    attacker=st.sampled_from(PIECES),
    target=st.sampled_from(PIECES),
)
def test_any_declaration_of_an_up_to_date_page(device, said, do, attacker, target):
    before = everything()
    chosen = meant(device.battle, {"do": do, "attacker": attacker, "target": target})
    said = meant(device.battle, said)
    page = reverse("battle", args=[device.battle.key])
    assert device.client.get(page, {**chosen, **said}).status_code == 200
    with forgotten():
        tap = {"once": "x" * 9, "seen": device.seen, **chosen, **said}
        judge(device.battle, device.client.post(reverse("declare", args=[device.battle.key]), tap), before)


@pytest.fixture
def away(demo):
    """A tablet at a battle that is being set up."""
    sides = ["Red", "Blue"]
    return Device(
        start_battle(
            campaign=demo.campaign, game="mobile_frame_zero", name="x", sides=sides, once="the-second-battle", who="x"
        )
    )


@FEW
@given(data=posts, part=st.sampled_from(["frame", "terrain", "station", "agreement", "x"]), up_to_date=st.booleans())
def test_any_post_to_a_set_up(away, data, part, up_to_date):
    data = meant(away.battle, data)
    given = {**data, "seen": away.seen} if up_to_date else data
    before = everything()
    with forgotten():
        judge(away.battle, away.client.post(reverse("setup-add", args=[away.battle.key, part]), given), before)


@FEW
@given(data=posts, page=st.sampled_from(["home", "who", "theme", "campaign"]))
def test_any_post_to_the_other_pages(demo, data, page):
    before = everything()
    with forgotten():
        arguments = [demo.campaign.key] if page == "campaign" else []
        judge(demo, Client().post(reverse(page, args=arguments), meant(demo, data)), before)
        assert not Campaign.objects.filter(name="").exists()


@FEW
@given(query=posts, page=st.sampled_from(["battle", "log", "setup", "home", "who", "help", "campaign"]))
def test_any_address(demo, query, page):
    arguments = {"home": [], "who": [], "help": ["mobile_frame_zero"], "campaign": [demo.campaign.key]}
    answer = Client().get(reverse(page, args=arguments.get(page, [demo.key])), meant(demo, query))
    assert answer.status_code in (200, 400)
