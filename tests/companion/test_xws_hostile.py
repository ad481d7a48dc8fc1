"""Whatever is pasted or uploaded as a squad: one sentence and nothing stored, or a squad that fits."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.models import Event
from tests.companion.playing import Device, everything
from tests.companion.squads import YASB, address, content, read, ships, started, take
from tests.companion.test_hostile_posts import forgotten
from tests.companion.test_load_xwing_data import CHECKOUT

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def device():
    return Device(started(), name="Anna")


def with_pilot(**pilot):
    return json.dumps({"faction": "x", "pilots": [{"id": "wedgeantilles", **pilot}]})


def with_more(more):
    return f'{{"faction": "x", "pilots": [{{"id": "wedgeantilles"}}], {more}}}'


HOSTILE = {
    "nothing": "",
    "blanks": " \n ",
    "a link": "https://yasb.app/?f=Rebel%20Alliance",
    "half a list": json.dumps(YASB)[:100],
    "two lists": json.dumps(YASB) * 2,
    "a list in a list": json.dumps([YASB]),
    "a number": "7",
    "a deep nest": "[" * 100_000,
    "a deep nest inside": with_more('"vendor": ' + "[" * 900 + "]" * 900),
    "a deep object": with_more('"vendor": ' + '{"a":' * 300 + "1" + "}" * 300),
    "a huge number": with_more('"points": ' + "9" * 5000),
    "a huge fraction": with_more('"points": 1e999'),
    "not a number": with_more('"points": NaN'),
    "infinity": with_more('"vendor": {"x": -Infinity}'),
    "names twice": with_more('"faction": "y"'),
    "pilots twice": with_more('"pilots": []'),
    "wrong pilots": json.dumps({"faction": "x", "pilots": {"id": "wedgeantilles"}}),
    "a pilot of text": json.dumps({"faction": "x", "pilots": ["wedgeantilles"]}),
    "no pilot": json.dumps({"faction": "x", "pilots": []}),
    "too many pilots": json.dumps({"faction": "x", "pilots": [{"id": "a"}] * 41}),
    "wrong id": with_pilot(id=7),
    "no faction": json.dumps({"pilots": [{"id": "wedgeantilles"}]}),
    "wrong faction": json.dumps({"faction": [], "pilots": [{"id": "wedgeantilles"}]}),
    "wrong upgrades": with_pilot(upgrades=["x"]),
    "wrong slot": with_pilot(upgrades={"talent": "x"}),
    "wrong upgrade": with_pilot(upgrades={"talent": [{}]}),
    "too many upgrades": with_pilot(upgrades={"talent": ["x"] * 31}),
    "a half letter": with_pilot(id="\ud800"),
    "a half letter in an upgrade": with_pilot(upgrades={"talent": ["\udfff"]}),
    "a NUL": with_pilot(id="wedge\0"),
    "a NUL in the name": json.dumps({"faction": "x", "name": "a\0", "pilots": [{"id": "wedgeantilles"}]}),
    "a bare NUL": "\0",
    "a NUL in the text": '{"faction": "x\0"}',
    "a long id": with_pilot(id="x" * 999),
    "a long list": " " * 200_001,
    "half a megabyte": json.dumps({**YASB, "description": "x" * 500_000}),
    "a script": "<script>alert(1)</script>",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("accepted", [False, True], ids=["read", "taken"])
def test_what_is_no_list_is_one_sentence_and_nothing_is_stored(device, text, accepted):
    before = everything()
    answer = read(device, text, **({"accept": "add", "seen": device.seen, "name": "x"} if accepted else {}))
    refused(answer, before)


def refused(answer, before):
    assert answer.status_code == 422
    page = content(answer)
    assert page.count("alert-danger") == 1 or page.count('class="notice"') == 1
    assert "<script>alert" not in page
    assert everything() == before


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_is_no_list_is_one_sentence_and_nothing_is_stored(device, text):
    before = everything()
    file = SimpleUploadedFile("squad.xws", text.encode("utf-8", "surrogatepass"))
    refused(device.client.post(address(device), {"file": file}), before)


@pytest.mark.parametrize(
    "bytes_",
    [bytes(range(256)), b"\xff\xfe{\0}\0", b"PK\3\4" * 1000, b"", b"\xef\xbb\xbf"],
    ids=["binary", "UTF-16", "archive", "empty", "byte order mark"],
)
def test_a_file_of_something_else_is_one_sentence_and_nothing_is_stored(device, bytes_):
    before = everything()
    refused(device.client.post(address(device), {"file": SimpleUploadedFile("x" * 300, bytes_)}), before)


def test_a_list_and_a_file_together_are_refused(device):
    before = everything()
    file = SimpleUploadedFile("squad.xws", json.dumps(YASB).encode())
    answer = read(device, YASB, file=file)
    refused(answer, before)
    assert "one of the two" in content(answer)


@pytest.mark.parametrize("uploaded", [False, True], ids=["pasted", "uploaded"])
def test_ten_megabytes_are_too_much(device, uploaded):
    before = everything()
    if uploaded:
        answer = device.client.post(address(device), {"file": SimpleUploadedFile("squad.xws", b"x" * 10_000_000)})
    else:
        answer = read(device, " " * 10_000_000)
    assert answer.status_code == 413
    assert "That is more than this page can take" in content(answer)
    assert everything() == before


@pytest.mark.parametrize(
    "kept",
    [
        {"vendor": {"x\0": "\ud800", "deep": [[[[{}]]]], "big": 10**300}},
        {"obstacles": None, "description": 7, "version": []},
        {"name": "<b>x</b>\u202e"},
        {"points": -5},
        {"points": "200"},
        {"points": 12.5},
        {"points": 10**300},
        {"points": None},
        {"pilots": [{"id": "wedgeantilles", "points": "54", "upgrades": None}, {"id": "lukeskywalker"}]},
    ],
)
def test_what_is_strange_but_harms_nobody_is_kept(device, kept):
    given = {**YASB, **kept}
    assert take(device, given).status_code == 302
    again = device.client.get(address(device, page="squad-file")).json()
    for name in kept:
        assert again[name] == given[name]
    assert device.get("setup").status_code == 200
    assert "<b>x" not in content(device.get("setup"))


def test_an_upgrade_that_makes_no_ship_is_one_sentence(device):
    call_command("load_xwing_data", str(CHECKOUT), verbosity=0)
    upgrades = {"modification": ["sharperfold"] * 30}
    before = everything()
    refused(read(device, {"faction": "x", "pilots": [{"id": "anyfolder", "upgrades": upgrades}]}), before)
    refused_later = take(
        device,
        {"faction": "x", "pilots": [{"id": "somebody", "upgrades": upgrades}]},
        **{f"pilot-1-{name}": value for name, value in {**NUMBERS, "dice": "9"}.items()},
    )
    refused(refused_later, before)


NUMBERS = {
    "name": "Somebody", "ship": "Dart", "size": "small", "initiative": "1", "cost": "1",
    "agility": "1", "hull": "1", "shields": "1", "arc": "front", "dice": "1",
}  # fmt: skip

words = st.sampled_from(
    ["wedgeantilles", "somebody", "protontorpedoes", "talent", "rebelalliance", "", "x" * 130, "\0", "\ud800", "é"]
)
plain = st.none() | st.booleans() | st.integers() | st.floats() | words | st.text(max_size=5)
names = (
    st.sampled_from(["id", "name", "ship", "points", "upgrades", "faction", "pilots", "vendor", "obstacles"]) | words
)
anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4), max_leaves=12
)
pilots = st.fixed_dictionaries(
    {},
    optional={
        "id": words | anything,
        "name": words | anything,
        "ship": words | anything,
        "points": anything,
        "upgrades": st.dictionaries(names, st.lists(words, max_size=3) | anything, max_size=3) | anything,
    },
)
lists = st.fixed_dictionaries(
    {"pilots": st.lists(pilots, max_size=3) | anything, "faction": words | anything},
    optional={"name": words | anything, "points": anything, "vendor": anything},
)
typed = st.dictionaries(
    st.sampled_from([*(f"pilot-1-{name}" for name in NUMBERS), "pilot-1-force", "pilot-1-arc_2", "pilot-1-dice_2"]),
    st.sampled_from(["", "0", "5", "-1", "9" * 30, "front", "rear", "x" * 50, "small", "\0", "٣", "1e3"]),
    max_size=5,
)
SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
FEW = settings(max_examples=60, deadline=None, suppress_health_check=SLOW)


def can_be_sent(data):
    """A text of its own is sent as it is, and no browser sends half a character."""
    return not (isinstance(data, str) and any("\ud800" <= letter <= "\udfff" for letter in data))


@FEW
@given(data=(lists | anything).filter(can_be_sent), typed=typed, accept=st.sampled_from([None, "add", "replace", "x"]))
def test_any_list_is_read_or_refused(device, data, typed, accept):
    before = everything()
    numbers = {f"pilot-1-{name}": value for name, value in NUMBERS.items()}
    said = {"name": "Red", "seen": device.seen, **numbers, **typed}
    with forgotten():
        answer = read(device, data, **({**said, "accept": accept} if accept else {}))
        assert answer.status_code in ((302, 422) if accept else (200, 422))
        if answer.status_code != 302:
            assert everything() == before
            return
        assert Event.objects.filter(battle=device.battle.pk).count() == 2
        assert ships(device)
        assert device.get("setup").status_code == 200
        assert device.client.get(address(device, page="squad-file")).status_code == 200
