"""What a page refuses: each with a sentence, and with nothing changed."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Battle, Campaign, Frame
from rules.mobile_frame_zero.samples import OSPREY_BATTLE
from tests.companion.playing import Device, everything, latest, store
from tests.companion.test_attack_path import EKAUECHIHE, KADER, declare, play_the_seed

pytestmark = pytest.mark.any_database

NONSENSE = [
    "",
    " ",
    "x",
    "-1",
    "99",
    "1.5",
    "٣",
    "²",
    "1e3",
    "0x1",
    "1_0",
    "9" * 40,
    "9" * 5000,
    "\x00",
    "\ud7ff￾",
    "None'--",
]


@pytest.fixture
def elsewhere(demo):
    """Another battle of another campaign, with pieces of its own."""
    battle, keys = store(OSPREY_BATTLE, name="Elsewhere")
    return Device(battle), keys


def refused(answer, before, *statuses):
    assert answer.status_code in (statuses or (409, 422)), answer.status_code
    assert 'role="alert"' in answer.content.decode()
    assert everything() == before


@pytest.mark.parametrize("value", NONSENSE)
@pytest.mark.parametrize("field", ["q_range", "q_value", "q_use_spot", "q_cover", "q_beside"])
def test_an_answer_that_is_not_on_offer_is_refused(device, field, value):
    before = everything()
    refused(declare(device, **{field: value}), before, 422)


@pytest.mark.parametrize(
    "missing", ["q-range", "q-value", "q-use_spot", "q-cover", "q-beside", "do", "attacker", "target", "seen", "once"]
)
def test_a_missing_field_is_refused(device, missing):
    data = {
        "do": "attack",
        "attacker": device.key(EKAUECHIHE),
        "target": device.key(KADER),
        "seen": device.seen,
        "once": "one-form-one-attack",
        "q-range": "direct fire",
        "q-value": "3",
        "q-use_spot": "True",
        "q-cover": "None",
        "q-beside": "None",
    }
    del data[missing]
    before = everything()
    refused(device.post("declare", **data), before)


@pytest.mark.parametrize("once", ["", "short", "x" * 33, "with space in", "\x00" * 12, "ünïcödé-letters"])
def test_a_form_without_a_number_of_its_own_is_refused(device, once):
    before = everything()
    refused(declare(device, once=once), before, 409)


@pytest.mark.parametrize("seen", ["", "x", "-1", "0", "99", "9" * 40, "\x00", "٣"])
def test_a_page_that_shows_no_such_event_is_stale(device, seen):
    before = everything()
    refused(declare(device, seen=seen), before, 409)


@pytest.mark.parametrize(
    "do", ["", "x", "attack\x00", "__class__", "start", "assignment", "x" * 10_000, "activation/../attack"]
)
def test_what_cannot_be_declared_now_is_refused(device, do):
    before = everything()
    refused(device.declare(do, device.key(EKAUECHIHE), device.key(KADER)), before, 422)


@pytest.mark.parametrize(
    "piece", ["", "x", "frame-0", "frame-99999", "company-1", "battle", "system-1", "\x00", "frame-1\x00", "x" * 10_000]
)
@pytest.mark.parametrize("role", ["attacker", "target", "cover", "beside"])
def test_a_piece_that_is_not_there_is_refused(device, role, piece):
    before = everything()
    attacker, target, answers = device.key(EKAUECHIHE), device.key(KADER), {}
    if role == "attacker":
        attacker = piece
    elif role == "target":
        target = piece
    else:
        answers[f"q_{role}"] = piece
    given = {"q_range": "direct fire", "q_value": "3", "q_use_spot": "True", "q_cover": "None", "q_beside": "None"}
    refused(device.declare("attack", attacker, target, **{**given, **answers}), before, 422)


def test_pieces_of_another_battle_are_refused_everywhere(device, elsewhere):
    _, there = elsewhere
    attacker, target = device.key(EKAUECHIHE), device.key(KADER)
    before = everything()
    answers = {"q_range": "direct fire", "q_value": "3", "q_use_spot": "True", "q_cover": "None", "q_beside": "None"}
    refused(device.declare("attack", there["ekauechihe"], target, **answers), before, 422)
    refused(device.declare("attack", attacker, there["kader"], **answers), before, 422)
    refused(device.declare("attack", attacker, target, **{**answers, "q_cover": there["wall"]}), before, 422)
    refused(device.declare("attack", attacker, target, **{**answers, "q_beside": there["wall"]}), before, 422)
    refused(device.declare("holding", device.key("relay mast"), q_owner=there["joshua"]), before, 422)
    refused(device.declare("correction", there["wall"], q_hits_left="3"), before, 422)


def test_a_declaration_of_another_battle_is_refused_everywhere(device, elsewhere):
    far, _ = elsewhere
    play_the_seed(device)
    declaration = device.open
    before = everything()
    for page, data in {
        "dice": {"pool-0": "1 4 5"},
        "choice": {"option": "x"},
        "back": {},
        "off": {},
        "apply": {},
    }.items():
        answer = far.post(page, declaration.pk, answer=latest(declaration), **data)
        assert answer.status_code in (404, 422), page
        assert everything() == before
    assert far.get("record", declaration.pk).status_code == 404


def test_a_refused_option_is_refused_with_its_reason(device):
    """Its own side cannot be aimed at, a ruined wall covers nobody, and it has no artillery."""
    before = everything()
    answer = declare(device, q_range="artillery")
    refused(answer, before, 422)
    assert f"{EKAUECHIHE} has no artillery weapon left." in answer.content.decode()
    answer = device.declare(
        "attack", device.key(EKAUECHIHE), device.key("Ghanat Tishihé"), q_range="direct fire", q_value="3"
    )
    refused(answer, before, 422)
    assert "is on the same side" in answer.content.decode()


def test_a_refused_entry_is_still_there_to_be_mended(device):
    answer = declare(device, q_value="7", q_range="artillery")
    assert answer.status_code == 422
    assert 'name="q-value" value="7" checked' in answer.content.decode()
    declare(device)
    answer = device.dice("1 4 7")
    assert 'value="1 4 7"' in answer.content.decode()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("1 4 7", "A d6 shows 1 to 6. You entered 7."),
        ("0 4 5", "A d6 shows 1 to 6. You entered 0."),
        ("1 4", "3 d6 dice are needed. You entered 2."),
        ("1 4 5 6", "3 d6 dice are needed. You entered 4."),
        ("", "You entered 0."),
        ("a b c", "You entered a."),
        ("-1 4 5", "You entered -1."),
        ("1.0 4 5", "You entered 1.0."),
        ("145", "You entered 145."),
        ("\uff11 \uff14 \uff15", "You entered \uff11."),
        ("٣ ٣ ٣", "You entered ٣."),
        ("² 4 5", "You entered ²."),
        ("True 4 5", "You entered True."),
        ("\x00 4 5", "shows 1 to 6"),
        ("1 4 5 " + "\n" * 500 + "6", "3 d6 dice are needed. You entered 4."),
        ("1 4 5 " * 2000, "3 d6 dice are needed."),
        ("9" * 6000, "shows 1 to 6"),
    ],
)
def test_dice_that_cannot_fall_like_that_are_refused(device, typed, sentence):
    declare(device)
    before = everything()
    answer = device.dice(typed)
    refused(answer, before, 422)
    assert sentence in answer.content.decode()


def test_too_many_and_too_few_kinds_of_dice_are_refused(device):
    declare(device)
    before = everything()
    refused(device.dice("1 4 5", "1"), before, 422)
    refused(device.dice("1 4 5", *["6"] * 40), before, 422)
    refused(device.dice(), before, 422)
    refused(device.dice(**{"pool-x": "1 4 5", "pool": "1 4 5"}), before, 422)


def test_dice_for_a_question_and_an_option_for_a_roll_are_refused(device):
    declare(device)
    before = everything()
    refused(device.choose("1 4 5"), before, 422)
    device.dice("1 4 5")
    before = everything()
    refused(device.dice("1 4 5"), before, 422)
    refused(device.roll(), before, 422)


@pytest.mark.parametrize("option", ["", " ", "x", "system-1x", "hold", "\x00", "0", "x" * 10_000])
def test_an_option_that_was_not_offered_is_refused(device, option):
    declare(device)
    device.dice("1 4 5")
    before = everything()
    refused(device.choose(option), before, 422)


def test_a_system_that_is_lost_already_is_not_offered(device):
    declare(device, q_value="5", q_cover="None")
    device.dice("1 1 1 5 6")
    shield = device.key("shield", of=KADER)
    device.choose(shield)
    before = everything()
    refused(device.choose(shield), before, 422)


@pytest.mark.parametrize("answer", ["", "x", "-1", "99999999", "9" * 40, "\x00", "٣"])
@pytest.mark.parametrize("page", ["dice", "choice", "apply", "back"])
def test_a_page_that_shows_no_such_answer_is_stale(device, page, answer):
    declare(device)
    before = everything()
    found = device.post(page, device.open.pk, answer=answer, **{"pool-0": "1 4 5", "option": "x"})
    if page == "back" and answer == "99999999":
        assert found.status_code == 302
        assert everything() == before
    else:
        refused(found, before, 409)


POSTED = ["declare", "undo"]
TAPPED = ["dice", "choice", "back", "off", "apply"]


def addresses(battle, declaration=1):
    yield from (reverse(name, args=[battle.key]) for name in POSTED)
    yield from (reverse(name, args=[battle.key, declaration]) for name in TAPPED)
    yield reverse("setup-add", args=[battle.key, "frame"])
    yield from (
        reverse(name, args=[battle.key, 1]) for name in ("setup-remove", "setup-again", "setup-look", "setup-put")
    )
    yield from (reverse(name, args=[battle.key]) for name in ("setup-known", "setup-take", "rematch"))
    yield reverse("theme")
    yield reverse("hand")


def test_buttons_cannot_be_opened_as_pages(device):
    before = everything()
    for address in addresses(device.battle):
        for method in (
            device.client.get,
            device.client.head,
            device.client.put,
            device.client.delete,
            device.client.patch,
        ):
            assert method(address).status_code == 405, address
    assert everything() == before


def test_pages_cannot_be_posted_to(device):
    before = everything()
    for address in (
        reverse("battle", args=[device.battle.key]),
        reverse("log", args=[device.battle.key]),
        reverse("event", args=[device.battle.key, 1]),
        reverse("setup", args=[device.battle.key]),
        reverse("help", args=["mobile_frame_zero"]),
    ):
        assert device.client.post(address).status_code == 405, address
    assert everything() == before


def test_posts_without_a_token_are_refused(demo):
    device = Device(demo, Client(enforce_csrf_checks=True))
    before = everything()
    for address in [*addresses(demo), reverse("home"), reverse("who"), reverse("campaign", args=[demo.campaign.key])]:
        answer = device.client.post(address, {"name": "x"})
        assert answer.status_code == 403, address
        assert "Nothing was stored" in answer.content.decode()
    assert everything() == before


def test_a_post_with_the_token_of_its_page_passes(demo):
    device = Device(demo, Client(enforce_csrf_checks=True))
    device.get()
    token = device.client.cookies["csrftoken"].value
    answer = device.client.post(reverse("theme"), {"theme": "dark", "csrfmiddlewaretoken": token})
    assert answer.status_code == 302


@pytest.mark.parametrize(
    "key", ["x", "0", "1", "nobody-knows-it", "x" * 500, "%00", "%00" * 16, "ünknown", "..", "%2e%2e", "a%0ab"]
)
def test_an_unknown_link_leads_nowhere(device, key):
    before = everything()
    for address in (f"/b/{key}/", f"/c/{key}/", f"/b/{key}/log/", f"/b/{key}/setup/", f"/b/{key}/log/1/"):
        answer = device.client.get(address, follow=True)
        assert answer.status_code == 404, address
    for address in (f"/b/{key}/declare/", f"/b/{key}/d/1/dice/", f"/b/{key}/d/1/apply/", f"/b/{key}/undo/"):
        assert device.client.post(address).status_code == 404, address
    assert everything() == before


@pytest.mark.parametrize("number", ["0", "99", "9" * 30])
def test_a_number_that_leads_nowhere(device, number):
    key = device.battle.key
    assert device.client.get(f"/b/{key}/log/{number}/").status_code == 404
    assert device.client.get(f"/b/{key}/d/{number}/record.json").status_code == 404
    before = everything()
    for page in TAPPED:
        answer = device.client.post(f"/b/{key}/d/{number}/{page}/", {"answer": "0"})
        assert answer.status_code in (404, 422), page
    assert device.client.post(f"/b/{key}/setup/{number}/remove/").status_code == 422
    assert everything() == before


@pytest.mark.parametrize(
    "query",
    [
        "attacker=../../etc/passwd",
        "attacker=%00",
        "attacker=frame-1%00&target=%00&do=%00&why=%00",
        "attacker=" + "x" * 5000,
        "attacker=frame-1&attacker=frame-2",
        "attacker=frame-1&do=correction&q-white=%00&q-rockets=" + "9" * 5000,
        "attacker=frame-3&target=frame-1&q-cover=%ED%A0%80&q-value=%FF%FE",
        "attacker=frame-3&target=frame-3",
        "attacker=frame-3&target=frame-6",
        "attacker=terrain-7&do=correction&q-hits_left=-1",
        "why=frame-1&do=attack",
        "attacker=%3Cscript%3Ealert(1)%3C/script%3E&why=%3Cscript%3E",
        "q-" + "x" * 900 + "=1",
        "%00=%00",
        "&&&===",
        "page=%00",
    ],
)
def test_a_hostile_address_shows_the_page(device, query):
    for page in ("battle", "log", "setup"):
        answer = device.client.get(reverse(page, args=[device.battle.key]) + "?" + query)
        assert answer.status_code == (400 if "%00" in query else 200)
        assert "<script>alert" not in answer.content.decode()


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999", "9" * 5000, "%00", "1.5", "٣", ""])
def test_a_page_of_the_log_that_is_not_there_shows_one_that_is(device, page):
    answer = device.client.get(reverse("log", args=[device.battle.key]) + f"?page={page}")
    assert answer.status_code == (400 if page == "%00" else 200)
    assert ("set up for you to try" in answer.content.decode()) == (page != "%00")


def test_a_lone_frame_has_nothing_to_attack(device):
    """Staff took everything else out: its page still opens."""
    keep = Frame.objects.get(name=EKAUECHIHE)
    device.battle.pieces.exclude(pk=keep.pk).delete()
    for do in ("", "attack", "spot", "activation", "values", "correction"):
        assert device.get(attacker=device.key(EKAUECHIHE), do=do).status_code == 200
    before = everything()
    refused(device.declare("attack", device.key(EKAUECHIHE), "", q_range="direct fire", q_value="3"), before, 422)
    refused(
        device.declare("attack", device.key(EKAUECHIHE), "frame-1", q_range="direct fire", q_value="3"), before, 422
    )


def test_nothing_is_declared_before_the_start_or_after_the_end(device):
    Battle.objects.filter(pk=device.battle.pk).update(over=True)
    before = everything()
    for do in ("attack", "activation", "values", "spot", "round", "start"):
        refused(device.declare(do, device.key(EKAUECHIHE), device.key(KADER)), before, 422)
    Battle.objects.filter(pk=device.battle.pk).update(over=False, started=False)
    before = everything()
    for do in ("attack", "activation", "values", "spot", "round"):
        refused(device.declare(do, device.key(EKAUECHIHE), device.key(KADER)), before, 422)


@pytest.mark.parametrize("charset", ["utf-7", "unicode_escape", "utf-16", "hex", "no-such-thing"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=xx"])
def test_half_characters_in_a_strange_encoding_are_no_error(client, db, kind, charset):
    body = (
        r"name=\ud800"
        if "urlencoded" in kind
        else '--xx\r\nContent-Disposition: form-data; name="name"\r\n\r\n\\ud800+2AA-\r\n--xx--\r\n'
    )
    answer = client.generic("POST", "/", body, content_type=f"{kind}; charset={charset}")
    assert answer.status_code < 500
    assert not Campaign.objects.filter(name__contains="\ufffd\ufffd").exists()


@pytest.mark.parametrize(
    "cookie", ['"\\000aaaaaaaaaaaa"', "x" * 5000, "é" * 20, '"\\355\\240\\200aaaaaaaa"', "../../../../etc/passwd"]
)
@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "device", "theme", "messages"])
def test_a_hostile_cookie_is_no_error(demo, name, cookie):
    for method in ("GET", "POST"):
        answer = Client(headers={"cookie": f"{name}={cookie}"}).generic(method, reverse("home"))
        assert answer.status_code < 500


def test_a_hostile_part_of_a_form_is_no_error(client, db):
    for disposition in (
        "name*=hex''00",
        "name*=utf-7''+2AA-",
        "name*=x",
        'name="\\ud800"',
        "",
        "name*=unicode_escape''%5Cud800",
    ):
        body = f"--xx\r\nContent-Disposition: form-data; {disposition}\r\n\r\n1\r\n--xx--\r\n"
        answer = client.generic("POST", "/", body, content_type="multipart/form-data; boundary=xx")
        assert answer.status_code < 500, disposition
