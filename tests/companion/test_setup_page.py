"""Setting a battle up: its pieces, what is agreed on, its limits, and its start."""

import pytest
from django.urls import reverse

from companion.models import Battle, Campaign, Company, Event, Frame, FrameBattle, Piece, Station, System, Terrain
from companion.services.building import start_battle
from rules.mobile_frame_zero.samples import OSPREY_BATTLE
from tests.companion.playing import Device, everything, form_to, store, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def device():
    campaign = Campaign.objects.create(name="Thursdays")
    battle = start_battle(
        campaign=campaign,
        game="mobile_frame_zero",
        name="The ridge",
        sides=["Red", "Blue"],
        once="the-first-battle",
        who="x",
    )
    return Device(battle, name="Anna")


def company(name):
    return Company.objects.get(name=name)


def add(device, part, seen=None, **data):
    form = form_to(device.get("setup"), f"/setup/{part}/")
    fields = {**form["fields"], **data}
    return device.client.post(form["action"], fields if seen is None else {**fields, "seen": seen})


def add_frame(device, **data):
    given = {"company": company("Red").pk, "name": "Osprey", "rockets": "1", "kind_1": "direct fire", "kind_2": "blue"}
    return add(device, "frame", **{**given, **data})


def build(device, side, frames, kinds=("direct fire", "blue"), rockets=(1, 1, 1)):
    for number in range(frames):
        given = {f"kind_{place}": kind for place, kind in enumerate(kinds, start=1)}
        fired = rockets[number] if number < len(rockets) else 0
        answer = add(device, "frame", company=company(side).pk, name=f"{side} {number + 1}", rockets=fired, **given)
        assert answer.status_code == 302


def refused(answer, before, status=422):
    assert answer.status_code == status
    assert everything() == before


def test_a_frame_is_added_with_its_systems(device):
    answer = add_frame(device, system_1="grenade launcher", kind_4="green")
    assert answer.url == f"{reverse('setup', args=[device.battle.key])}?side=company-{company('Red').pk}&part=frame"
    frame = Frame.objects.get()
    assert (frame.name, frame.company.name, frame.rockets, frame.white) == ("Osprey", "Red", 1, 2)
    assert [(s.name, s.kind) for s in frame.systems.all()] == [
        ("grenade launcher", "direct fire"),
        ("blue", "blue"),
        ("green", "green"),
    ]
    assert (device.last.headline, device.last.who) == ("Osprey joins Red.", "Anna")
    page = device.get("setup").content.decode()
    assert "grenade launcher" in page


def test_a_frame_may_have_no_systems(device):
    assert add_frame(device, kind_1="", kind_2="").status_code == 302
    assert not System.objects.exists()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": " \t "}, "This field is required."),
        ({"name": "a\x00b"}, "Null characters are not allowed."),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"rockets": "4"}, "less than or equal to 3"),
        ({"rockets": "-1"}, "greater than or equal to 0"),
        ({"rockets": ""}, "This field is required."),
        ({"rockets": "²"}, "Enter a whole number."),
        ({"rockets": "9" * 5000}, ""),
        ({"kind_3": "blue", "kind_4": "blue"}, "A frame has at most 2 blue systems. You chose 3."),
        ({"kind_1": "purple"}, "is not one of the available choices"),
        ({"kind_1": "\x00"}, "is not one of the available choices"),
        ({"kind_3": "", "system_3": "claws"}, "Choose what kind of system claws is."),
        ({"system_1": "x" * 41}, "at most 40 characters"),
        ({"system_1": "a\x00"}, "Null characters are not allowed."),
        ({"company": ""}, "This field is required."),
        *(({"company": key}, "Choose one of the sides of this battle.") for key in ("0", "x", "\x00", "9" * 40)),
    ],
)
def test_a_frame_that_cannot_be_is_refused_with_a_sentence(device, data, sentence):
    before = everything()
    answer = add_frame(device, **data)
    refused(answer, before)
    assert sentence in answer.content.decode()


def test_a_company_of_another_battle_is_refused(device):
    _, there = store(OSPREY_BATTLE)
    foreign = there["joshua"].rsplit("-")[-1]
    before = everything()
    refused(add_frame(device, company=foreign), before)
    refused(add(device, "station", name="Mast", owner=foreign), before)


def test_a_refused_form_keeps_what_was_entered(device):
    page = add_frame(device, name="Osprey of the hills", rockets="4").content.decode()
    assert 'value="Osprey of the hills"' in page
    assert 'value="4"' in page


def test_a_double_tap_adds_one_piece(device):
    seen = device.seen
    assert add_frame(device, seen=seen).status_code == 302
    before = everything()
    answer = add_frame(device, seen=seen)
    refused(answer, before, 409)
    assert "Anna: Osprey joins Red." in answer.content.decode()


@pytest.mark.parametrize("seen", ["", "x", "-1", "99", "\x00", "9" * 40])
def test_a_form_of_a_page_that_never_was_is_stale(device, seen):
    before = everything()
    refused(add_frame(device, seen=seen), before, 409)


def test_a_stale_form_can_be_sent_again(device):
    answer = add_frame(device, seen="0")
    form = form_to(answer, "/setup/frame/")
    assert form["fields"]["name"] == "Osprey"
    again = {**form["fields"], "company": company("Red").pk, "kind_1": "blue"}
    assert device.client.post(reverse("setup-add", args=[device.battle.key, "frame"]), again).status_code == 302


def test_terrain_and_stations_are_put_on_the_board(device):
    assert add(device, "terrain", name="wall", hits_left="3").status_code == 302
    assert add(device, "station", name="mast", owner=company("Blue").pk).status_code == 302
    assert add(device, "station", name="pad", owner="").status_code == 302
    assert Terrain.objects.get().hits_left == 3
    assert Station.objects.get(name="mast").owner.name == "Blue"
    assert Station.objects.get(name="pad").owner is None
    assert "wall" in device.get("setup").content.decode()


@pytest.mark.parametrize(
    ("part", "data"),
    [
        ("terrain", {"name": "", "hits_left": "3"}),
        ("terrain", {"name": "\x00", "hits_left": "3"}),
        ("terrain", {"name": "   ", "hits_left": "3"}),
        *(("terrain", {"name": "wall", "hits_left": hits}) for hits in ("", "-1", "100", "x", "9" * 30, "1.5")),
        ("station", {"name": " ", "owner": ""}),
        ("station", {"name": "\x00", "owner": ""}),
        ("station", {"name": "mast", "owner": "x"}),
        ("station", {"name": "mast", "owner": "99999"}),
        ("agreement", {"size": "huge", "replacing": "higher", "abandoning": "any"}),
        ("agreement", {"size": "skirmish", "replacing": "", "abandoning": "any"}),
        ("agreement", {"size": "skirmish", "replacing": "higher", "abandoning": "\x00"}),
    ],
)
def test_a_piece_or_an_agreement_that_cannot_be_is_refused(device, part, data):
    before = everything()
    refused(add(device, part, **data), before)


def test_an_empty_form_is_refused(device):
    for part in ("frame", "terrain", "station", "agreement"):
        before = everything()
        answer = device.client.post(reverse("setup-add", args=[device.battle.key, part]))
        refused(answer, before)


def test_the_agreement_is_kept(device):
    answer = add(device, "agreement", size="as agreed", replacing="always", abandoning="own")
    assert answer.status_code == 302
    battle = FrameBattle.objects.get()
    assert (battle.size, battle.replacing, battle.abandoning) == ("as agreed", "always", "own")
    assert device.sheet.settings.replacing == "always"


def test_a_piece_is_taken_out_once(device):
    add_frame(device)
    form = form_to(device.get("setup"), "/remove/")
    assert device.client.post(form["action"]).status_code == 302
    assert not Piece.objects.exists()
    assert device.last.headline == "Osprey is taken out."
    before = everything()
    answer = device.client.post(form["action"])
    refused(answer, before)
    assert "not in this battle" in answer.content.decode()


def test_a_piece_of_another_battle_cannot_be_taken_out(device):
    store(OSPREY_BATTLE)
    foreign = Frame.objects.first()
    before = everything()
    refused(device.post("setup-remove", foreign.pk), before)


def test_an_unknown_form_leads_nowhere(device):
    assert device.post("setup-add", "dragons").status_code == 404


def test_a_company_with_too_few_or_too_many_is_told_so_and_cannot_start(device):
    build(device, "Red", 2)
    page = device.get("setup").content.decode()
    assert "Red has 2 frames. With 2 players a skirmish takes 4 to 6 frames each." in page
    blue = device.get("setup", side=f"company-{company('Blue').pk}").content.decode()
    assert "Blue has no frames." in blue
    before = everything()
    answer = device.declare("start")
    refused(answer, before)
    assert "Red has 2 frames." in answer.content.decode()


def test_a_build_over_the_limits_of_a_frame_cannot_start(device):
    add(device, "agreement", size="as agreed", replacing="higher", abandoning="any")
    build(device, "Red", 1)
    build(device, "Blue", 1)
    frame = Frame.objects.first()
    System.objects.bulk_create(System(frame=frame, name=kind, kind=kind) for kind in ("yellow", "green", "green"))
    before = everything()
    answer = device.declare("start")
    refused(answer, before)
    assert "A frame has at most 4." in answer.content.decode()


def test_rockets_and_stations_are_counted(device):
    build(device, "Red", 4, rockets=(1,))
    page = device.get("setup").content.decode()
    assert "Red has 1 rocket. A company has exactly 3." in page
    assert "Red has no stations. With 2 players each company has 3." in page


def ready(device):
    build(device, "Red", 4)
    build(device, "Blue", 5, kinds=("artillery", "yellow", "green"))
    for side in ("Red", "Blue"):
        for number in range(3):
            add(device, "station", name=f"{side} station {number}", owner=company(side).pk)


def test_a_battle_that_is_built_right_starts_with_its_points_fixed(device):
    ready(device)
    form = form_to(device.get("setup"), "/declare/", do="start")
    assert form["buttons"]
    answer = device.client.post(form["action"], form["fields"])
    assert answer.status_code == 302
    assert Battle.objects.get().started
    assert {c.name: (c.points_per_asset, c.score) for c in Company.objects.all()} == {"Red": (7, 49), "Blue": (3, 24)}
    assert device.last.headline == "The battle starts: Red 49 (defence), Blue 24 (point offence)."
    assert "Red's turn: " in text_of(device.get())


def test_a_double_tap_on_start_starts_once(device):
    ready(device)
    form = form_to(device.get("setup"), "/declare/", do="start")
    for _ in range(2):
        assert device.client.post(form["action"], form["fields"]).status_code == 302
    assert Event.objects.filter(kind="start").count() == 1


def test_the_battle_page_says_once_that_it_has_not_started(device):
    page = text_of(device.get(attacker="frame-1", do="attack"))
    assert page.count("has not started") == 1
    assert ">The ridge</h2>" in page


def test_what_was_agreed_stays_after_the_start_and_pieces_still_join_and_leave(device):
    ready(device)
    parts = ("frame", "terrain", "station", "agreement")
    forms = {part: form_to(device.get("setup"), f"/setup/{part}/") for part in parts}
    device.declare("start")
    before = everything()
    agreed = {"size": "battle", "replacing": "always", "abandoning": "own"}
    form = forms.pop("agreement")
    answer = device.client.post(form["action"], {**form["fields"], **agreed, "seen": device.seen})
    refused(answer, before)
    assert "The battle has started" in answer.content.decode()
    data = {"company": company("Red").pk, "rockets": "0", "hits_left": "1", "owner": ""}
    for part, form in forms.items():
        given = {**form["fields"], **data, "name": f"late {part}", "seen": device.seen}
        assert device.client.post(form["action"], given).status_code == 302
        assert device.last.headline.startswith(f"After the start: late {part} ")
    assert device.post("setup-remove", Frame.objects.get(name="late frame").pk).status_code == 302
    assert not Frame.objects.filter(name="late frame").exists()


def test_the_set_up_page_of_a_started_battle_has_forms_for_what_joins(demo):
    page = Device(demo).get("setup").content.decode()
    assert "Add a frame" in page
    assert "What you agree on" not in page
