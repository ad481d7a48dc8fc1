"""Squads in: what is pasted or uploaded is read, looked at, and taken; and given back as it was read."""

import json
import os
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.models import Campaign, DamageCard, Event, PilotCard, Ship, Weapon, XWingBattle, XWingSquad
from companion.services.building import start_battle
from tests.companion.playing import Device, everything, form_to
from tests.companion.test_hostile_posts import forgotten
from tests.companion.test_load_xwing_data import CHECKOUT, DATA

pytestmark = pytest.mark.django_db

YASB = {
    "description": "",
    "faction": "rebelalliance",
    "name": "Test Wing",
    "points": 10,
    "pilots": [
        {
            "id": "wedgeantilles",
            "name": "wedgeantilles",
            "points": 5,
            "ship": "t65xwing",
            "upgrades": {"torpedo": ["protontorpedoes"], "modification": ["shieldupgrade"]},
        },
        {"id": "bluesquadronescort", "name": "bluesquadronescort", "points": 5, "ship": "t65xwing"},
    ],
    "vendor": {"yasb": {"builder": "YASB - X-Wing 2.5 XWA", "link": "https://yasb.app/?f=Rebel%20Alliance"}},
    "version": "50P-2.0",
    "ruleset": "XWA",
    "obstacles": ["gascloud1", "core2asteroid0", "yt2400debris1"],
}
LAUNCH_BAY = {
    "name": "Sample Swarm",
    "description": "",
    "faction": "galacticempire",
    "points": 5,
    "version": "2.5.0",
    "pilots": [
        {"id": "academypilot", "ship": "tielnfighter", "points": 2, "upgrades": {}},
        {"id": "academypilot", "ship": "tielnfighter", "points": 2, "upgrades": {}},
        {"id": "maulermithel", "ship": "tielnfighter", "points": 3, "upgrades": {"mod": ["hullupgrade"]}},
    ],
    "vendor": {"lbn": {"builder": "Launch Bay Next", "uid": "0000", "wins": 0, "tags": []}},
}
NEW = {
    "faction": "rebelalliance",
    "pilots": [
        {"name": "somebodynew", "ship": "t65xwing", "points": 48, "upgrades": {"torpedo": ["protontorpedoes"]}},
        {"id": "wedgeantilles", "upgrades": {"talent": ["nobodyknows"]}},
        {"name": "somebodynew", "ship": "t65xwing"},
    ],
}


def started(name="The convoy", once="the-first-battle"):
    campaign = Campaign.objects.create(name="Thursdays")
    return start_battle(campaign=campaign, game="x_wing", name=name, sides=["Red", "Blue"], once=once, who="x")


@pytest.fixture
def device():
    return Device(started(), name="Anna")


def side(device, name="Red"):
    return XWingSquad.objects.get(battle_id=device.battle.pk, seat=1 if name == "Red" else 2)


def address(device, name="Red", page="squad"):
    return reverse(page, args=[device.battle.key, side(device, name).pk])


def read(device, text, name="Red", **more):
    """Paste a list, and look at what it becomes."""
    text = text if isinstance(text, str) else json.dumps(text)
    return device.client.post(address(device, name), {"text": text, **more})


def take(device, text, to="Red", **typed):
    """Paste a list and tap the button below what was read."""
    form = form_to(read(device, text, to), address(device, to))
    ((field, value),) = form["buttons"]
    return device.client.post(form["action"], {**form["fields"], field: value, **typed})


def content(answer):
    return answer.content.decode()


def ships(device, name="Red"):
    return list(Ship.objects.filter(squad=side(device, name)))


def test_a_list_of_yasb_is_shown_and_then_taken(device):
    before = everything()
    page = content(read(device, YASB))
    assert everything() == before
    for shown in ("Test Wing", "Rebel Alliance, 2 ships, 110 points", "Wedge Antilles", "4 front", "Nothing is stored"):
        assert shown in page
    answer = take(device, YASB)
    assert (answer.status_code, answer.url) == (302, reverse("setup", args=[device.battle.key]))
    wedge, escort = ships(device)
    assert (wedge.name, wedge.shields, wedge.cost, wedge.initiative) == ("Wedge Antilles", 3, 54 + 6 + 12, 6)
    assert wedge.upgrades == ["Proton Torpedoes", "Shield Upgrade"]
    _, torpedoes = Weapon.objects.filter(ship=wedge)
    assert (torpedoes.name, torpedoes.needs, torpedoes.charges, torpedoes.ordnance) == (
        "Proton Torpedoes", "lock", 2, True,
    )  # fmt: skip
    assert (escort.name, escort.cost) == ("Blue Squadron Escort", 38)
    red = side(device)
    assert (red.name, red.faction) == ("Test Wing", "rebelalliance")
    assert DamageCard.objects.filter(squad=red).count() == 33
    assert device.last.headline == "Test Wing joins with 2 ships."
    assert device.last.who == "Anna"


def test_a_list_of_launch_bay_next_is_taken_by_the_other_side(device):
    assert take(device, LAUNCH_BAY, "Blue").status_code == 302
    assert [(ship.name, ship.hull) for ship in ships(device, "Blue")] == [
        ("Academy Pilot", 3),
        ("Academy Pilot 2", 3),
        ("“Mauler” Mithel", 4),
    ]
    assert not ships(device)


def test_ships_of_both_sides_have_names_of_their_own(device):
    take(device, LAUNCH_BAY, "Red")
    take(device, {**LAUNCH_BAY, "name": "Mirror"}, "Blue")
    names = [ship.name for ship in (*ships(device), *ships(device, "Blue"))]
    assert names[3:] == ["Academy Pilot 3", "Academy Pilot 4", "“Mauler” Mithel 2"]


def test_a_side_keeps_its_name_where_the_list_has_none_or_that_of_another_side(device):
    take(device, {key: value for key, value in YASB.items() if key != "name"})
    assert side(device).name == "Red"
    take(device, {**LAUNCH_BAY, "name": "Red"}, "Blue")
    assert side(device, "Blue").name == "Blue"
    before = everything()
    answer = take(device, {**LAUNCH_BAY, "name": "Red"}, "Blue", name="Red")
    assert answer.status_code == 422
    assert "Another side has this name." in content(answer)
    assert everything() == before


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a byte order mark"])
def test_a_whole_file_is_read(device, mark):
    file = SimpleUploadedFile("squad.xws", mark + json.dumps(YASB).encode())
    answer = device.client.post(address(device), {"file": file})
    assert answer.status_code == 200
    form = form_to(answer, address(device))
    assert device.client.post(form["action"], {**form["fields"], "accept": "add"}).status_code == 302
    assert len(ships(device)) == 2


def test_two_lists_are_taken_and_the_battle_starts(device):
    take(device, YASB)
    take(device, LAUNCH_BAY, "Blue")
    start = form_to(device.get("setup"), "/declare/", do="start")
    assert start["buttons"]
    assert device.client.post(start["action"], start["fields"]).status_code == 302
    device.choose(next(key for key in device.played().ask.options))
    assert device.apply().status_code == 302
    assert XWingBattle.objects.get().started


def test_a_pilot_that_is_not_known_is_typed_in_and_known_upgrades_are_added(device):
    answer = read(device, NEW)
    page = content(answer)
    assert "The pilot “somebodynew” is not known: type its numbers." in page
    assert "Wedge Antilles: the upgrade “nobodyknows” is not known." in page
    fields = form_to(answer, address(device))["fields"]
    shown = {name: fields[f"pilot-1-{name}"] for name in ("name", "ship", "size", "cost", "agility", "hull", "dice")}
    assert shown == {
        "name": "somebodynew", "ship": "T-65 X-wing", "size": "small",
        "cost": "48", "agility": "2", "hull": "4", "dice": "3",
    }  # fmt: skip
    before = everything()
    refused = take(device, NEW)
    assert refused.status_code == 422
    assert "This field is required." in content(refused)
    assert everything() == before
    typed = {"name": "Some Body", "initiative": "5", "force": "2", "arc_2": "rear", "dice_2": "2", "charges": "1"}
    answer = take(device, NEW, **{f"pilot-1-{name}": value for name, value in typed.items()})
    assert answer.status_code == 302
    first, wedge, second = ships(device)
    assert (first.name, wedge.name, second.name) == ("Some Body", "Wedge Antilles", "Some Body 2")
    assert (first.type, first.initiative, first.cost, first.most_force, first.recovers_force) == (
        "T-65 X-wing", 5, 48 + 12, 2, 1,
    )  # fmt: skip
    assert [(w.arc, w.dice, w.special) for w in Weapon.objects.filter(ship=first)] == [
        ("front", 3, False),
        ("rear", 2, False),
        ("front", 4, True),
    ]
    assert (second.cost, second.most_charges) == (48, 1)
    assert device.last.headline == "Red joins with 3 ships; not known: nobodyknows."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"initiative": "9"}, "less than or equal to 8"),
        ({"hull": "0"}, "greater than or equal to 1"),
        ({"dice": "x"}, "Enter a whole number."),
        ({"size": "vast"}, "Select a valid choice."),
        ({"arc_2": "rear"}, "A second weapon has an arc and dice"),
        ({"arc_2": "front", "dice_2": "2"}, "another arc than the first"),
        ({"name": "x" * 41}, "at most 40"),
        ({"name": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_numbers_that_no_pilot_has_are_refused(device, typed, sentence):
    before = everything()
    answer = take(device, NEW, **{f"pilot-1-{name}": value for name, value in {"initiative": "5", **typed}.items()})
    assert answer.status_code == 422
    assert sentence in content(answer)
    assert everything() == before


def test_a_second_list_replaces_the_first_only_when_that_is_tapped(device):
    take(device, YASB)
    answer = read(device, {**YASB, "pilots": YASB["pilots"][1:]})
    assert "Replace the 2 ships of Test Wing" in content(answer)
    form = form_to(answer, address(device))
    assert form["buttons"] == [("accept", "replace")]
    before = everything()
    refused = device.client.post(form["action"], {**form["fields"], "accept": "add"})
    assert refused.status_code == 422
    assert "has ships already" in content(refused)
    assert everything() == before
    assert device.client.post(form["action"], {**form["fields"], "accept": "replace"}).status_code == 302
    assert [ship.name for ship in ships(device)] == ["Blue Squadron Escort"]
    assert DamageCard.objects.count() == 33


def test_a_double_tap_takes_a_list_once(device):
    form = form_to(read(device, YASB), address(device))
    tap = {**form["fields"], "accept": "add"}
    assert device.client.post(form["action"], tap).status_code == 302
    before = everything()
    answer = device.client.post(form["action"], tap)
    assert answer.status_code == 409
    assert everything() == before


def test_nothing_is_read_after_the_start(device):
    form = form_to(read(device, YASB), address(device))
    XWingBattle.objects.update(started=True)
    before = everything()
    for data in ({"text": json.dumps(YASB)}, {**form["fields"], "accept": "add"}):
        answer = device.client.post(address(device), data)
        assert (answer.status_code, answer.url) == (302, reverse("setup", args=[device.battle.key]))
    assert device.client.get(address(device)).status_code == 302
    assert everything() == before
    assert "Paste or upload" not in content(device.get("setup"))


def test_a_side_of_another_battle_and_a_battle_of_another_game_have_no_such_page(device):
    other = Device(started(once="the-second-battle"))
    foreign = side(other)
    for pk in (foreign.pk, 0, 10**30):
        for page in ("squad", "squad-file"):
            assert device.get(page, pk).status_code == 404
        assert device.post("squad", pk, text=json.dumps(YASB)).status_code == 404
    assert not Ship.objects.exists()


def test_the_list_is_given_back_with_everything_that_was_read(device):
    assert "Download its list" not in content(device.get("setup"))
    assert device.client.get(address(device, page="squad-file")).status_code == 404
    take(device, YASB)
    assert address(device, page="squad-file") in content(device.get("setup"))
    answer = device.client.get(address(device, page="squad-file"))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="test-wing.xws.json"'
    given = answer.json()
    assert {key: given[key] for key in ("vendor", "obstacles", "ruleset", "version", "name", "faction")} == {
        key: YASB[key] for key in ("vendor", "obstacles", "ruleset", "version", "name", "faction")
    }
    assert given["pilots"][0]["upgrades"] == YASB["pilots"][0]["upgrades"]
    XWingBattle.objects.update(started=True)
    assert device.client.get(address(device, page="squad-file")).json() == given
    before = [(ship.name, ship.cost) for ship in ships(device)]
    XWingBattle.objects.update(started=False)
    take(device, answer.content.decode())
    assert [(ship.name, ship.cost) for ship in ships(device)] == before


def test_what_staff_broke_is_not_given_back(device):
    take(device, YASB)
    for source in ("nonsense", "[]", '{"pilots": 1}'):
        XWingSquad.objects.filter(pk=side(device).pk).update(source=source)
        assert device.client.get(address(device, page="squad-file")).status_code == 404


def test_loaded_data_is_used_for_its_ruleset_and_the_page_says_so(device):
    folders = {"faction": "rebelalliance", "pilots": [{"id": "firstfolder", "upgrades": {"mod": ["sharperfold"]}}]}
    assert "Only the commonest ships are known here." in content(device.client.get(address(device)))
    call_command("load_xwing_data", str(CHECKOUT), verbosity=0)
    assert "version 2.0.1 of the data set" in content(device.client.get(address(device)))
    assert take(device, folders).status_code == 302
    (ship,) = ships(device)
    assert (ship.type, ship.agility, ship.shields, ship.most_force, ship.cost) == ("Paper Dart", 2, 3, 3, 39)
    XWingBattle.objects.update(ruleset="2.5")
    assert "No numbers of 2.5 are loaded here" in content(device.client.get(address(device)))


def test_without_numbers_of_2_5_every_pilot_is_checked_with_the_costs_of_the_list(device):
    XWingBattle.objects.update(ruleset="2.5")
    form = form_to(read(device, YASB), address(device))
    shown = {
        name: form["fields"][f"pilot-1-{name}"] for name in ("name", "ship", "initiative", "cost", "hull", "force")
    }
    assert shown == {
        "name": "Wedge Antilles", "ship": "T-65 X-wing", "initiative": "6", "cost": "5", "hull": "4", "force": "0",
    }  # fmt: skip
    assert take(device, YASB).status_code == 302
    assert [(ship.name, ship.cost, ship.shields) for ship in ships(device)] == [
        ("Wedge Antilles", 5, 3),
        ("Blue Squadron Escort", 5, 2),
    ]


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
    [bytes(range(256)), b"\xff\xfe{\0}\0", b"PK\3\4" * 1000, b"x" * 10_000_000, b"", b"\xef\xbb\xbf"],
    ids=["binary", "UTF-16", "archive", "10 MB", "empty", "byte order mark"],
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


def test_ten_megabytes_pasted_are_too_much(device):
    before = everything()
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
    ],
)
def test_what_is_strange_but_harms_nobody_is_kept(device, kept):
    given = {**YASB, **kept}
    assert take(device, given).status_code == 302
    again = device.client.get(address(device, page="squad-file")).json()
    for name in kept.keys() - {"points"}:
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
FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FEW
@given(data=lists | anything, typed=typed, accept=st.sampled_from([None, "add", "replace", "x"]))
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


@pytest.mark.skipif(not DATA, reason="needs XWING_DATA, a folder with the whole data set")
@pytest.mark.parametrize("ruleset", ["2.0", "2.5"])
def test_every_pilot_of_the_whole_data_set_is_taken(device, ruleset):
    call_command("load_xwing_data", str(Path(os.environ["XWING_DATA"]) / ruleset), verbosity=0)
    XWingBattle.objects.update(ruleset=ruleset)
    known = list(PilotCard.objects.values_list("xws", "faction"))
    taken = 0
    for first in range(0, len(known), 40):
        pilots = [{"id": xws} for xws, _ in known[first : first + 40]]
        answer = take(device, {"faction": known[first][1], "pilots": pilots})
        assert answer.status_code == 302, content(answer)
        taken += len(ships(device))
    assert taken == len(known)
