"""What belongs to the device: the name in the log, and the colours."""

import pytest
from django.contrib.auth import get_user_model
from django.core import signing
from django.urls import reverse

from companion.devices import COOKIE, SALT
from companion.models import Event
from tests.companion.playing import Device, form_to, text_of
from tests.companion.test_undo import values

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_the_log_shows_the_name_of_the_device(demo):
    device = Device(demo, name="  Cleo  ")
    values(device)
    assert device.last.who == "Cleo"
    assert "Cleo," in device.get("log").content.decode()


def test_a_device_without_a_name_is_a_guest_and_stays_the_same_one(demo):
    device = Device(demo)
    values(device)
    device.undo()
    names = set(Event.objects.exclude(kind="set-up").values_list("who", flat=True))
    assert len(names) == 1
    assert names.pop().startswith("Guest ")


def test_two_devices_have_names_of_their_own(device, other):
    values(device)
    other.undo()
    assert list(Event.objects.exclude(kind="set-up").values_list("who", flat=True)) == ["Anna", "Ben"]


@pytest.mark.parametrize("length", [1, 60, 61, 150])
def test_a_signed_in_players_name_is_shown_however_long(demo, client, length):
    client.force_login(get_user_model().objects.create_user("u" * length))
    device = Device(demo, client)
    values(device)
    assert device.last.who == "u" * min(length, 60)


@pytest.mark.parametrize("name", ["", "  ", "\u2003", "x" * 41, "a\x00b"])
def test_what_is_no_name_is_refused_and_the_old_one_stays(demo, name):
    device = Device(demo, name="Cleo")
    answer = device.client.post(reverse("who"), {"who": name})
    assert answer.status_code == 422
    values(device)
    assert device.last.who == "Cleo"


NOBODYS = [
    *("admin", "Admin", "ADMIN staff", "the admin", "referee", "Referee"),
    *("ad-min", "ad min 2", "SysAdmin", "superuser", "\u0251dmin", "adm\u0131n", "\u1d00\u1d05\u1d0d\u026a\u0274"),
    *("ADMlN", "adm1n", "Adm|n", "4dmin 2", "5t4ff", "\u00e0dmin", "adm\u00efn", "Sysadm1n 2"),
    *("a\uff44min", "\u0430dmin", "ad\u200bmin", "ad\u200dmin", "\u202enimda"),
]
"""In parts, in letters that pass for others, in wide ones, with signs that nobody sees, and written backwards."""

NAMES = [
    *("Cleo", "Administrating Ann", "Al", "1st Lt. Ill", "Bj\u00f6rn"),
    *("Bo \U0001f3b2", "\U0001f469\u200d\U0001f680", "Jos\u00e9 2"),
    *("\u0418\u0432\u0430\u043d", "\u5c71\u7530", "\u0391\u03bd\u03bd\u03b1"),
]


@pytest.mark.parametrize("name", NOBODYS)
def test_nobody_calls_himself_by_the_name_of_staff(demo, name):
    get_user_model().objects.create_superuser("referee")
    device = Device(demo, name="Cleo")
    answer = device.client.post(reverse("who"), {"who": name})
    assert answer.status_code == 422
    values(device)
    assert device.last.who == "Cleo"


@pytest.mark.parametrize("name", ["admin", "Staff 2"])
def test_a_name_from_before_it_was_refused_is_not_kept(demo, name):
    device = Device(demo)
    kept = {"who": name, "campaigns": [demo.campaign.key], "day": 20_000}
    device.client.cookies[COOKIE] = signing.dumps(kept, salt=SALT, compress=True)
    values(device)
    assert device.last.who.startswith("Guest ")
    assert demo.campaign.name in text_of(device.client.get("/"))


@pytest.mark.parametrize("name", NAMES)
def test_names_of_every_alphabet_are_names(demo, name):
    device = Device(demo, name=name)
    values(device)
    assert device.last.who == name


def test_naming_the_device_on_the_campaigns_page_leads_back_there(client, demo):
    form = form_to(client.get(demo.campaign.get_absolute_url()), reverse("who"))
    answer = client.post(form["action"], {**form["fields"], "who": "Cleo"})
    assert answer.url == demo.campaign.get_absolute_url()
    assert 'value="Cleo"' in client.get(answer.url).content.decode()


def test_the_device_has_a_page_to_be_named_on(client):
    form = form_to(client.get(reverse("who")), reverse("who"))
    assert client.post(form["action"], {**form["fields"], "who": "Cleo"}).url == reverse("home")


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_the_colours_are_kept_in_a_cookie_and_decided_by_the_server(client, theme):
    answer = client.post(reverse("theme"), {"theme": theme, "next": "/who/"})
    assert answer.url == "/who/"
    cookie = answer.cookies["theme"]
    assert cookie.value == theme
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert f'data-theme="{theme}"' in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize("theme", ["", "blue", "\x00", 'dark"><script>', "x" * 5000])
def test_colours_that_do_not_exist_are_not_kept(client, theme):
    answer = client.post(reverse("theme"), {"theme": theme})
    assert answer.status_code == 302
    assert "theme" not in answer.cookies
    client.cookies["theme"] = "blue"
    assert 'data-theme="auto"' in client.get(reverse("home")).content.decode()


def test_the_hand_that_taps_is_kept_in_a_cookie_until_the_other_is_chosen(client):
    assert client.post(reverse("hand"), {"hand": "left", "next": "/who/"}).url == "/who/"
    assert 'data-hand="left"' in client.get(reverse("home")).content.decode()
    client.post(reverse("hand"), {"hand": "right"})
    assert "data-hand" not in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize("hand", ["", "both", "\x00", 'left"><script>', "x" * 5000])
def test_hands_that_do_not_exist_are_not_kept(client, hand):
    answer = client.post(reverse("hand"), {"hand": hand})
    assert answer.status_code == 302
    assert "hand" not in answer.cookies
    client.cookies["hand"] = hand.strip("\x00") or "both"
    assert "data-hand" not in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        "//evil.example/",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "http:///evil.example",
        "javascript:alert(1)",
        " https://evil.example",
        "\x00//evil.example",
        "home",
        "theme",
        "evil",
        "",
        "/" + "x" * 3000,
    ],
)
@pytest.mark.parametrize("page", ["theme", "hand", "who"])
def test_no_address_of_a_form_leads_away(client, page, address):
    answer = client.post(reverse(page), {"who": "Cleo", "theme": "dark", "hand": "left", "next": address})
    if answer.status_code != 422:
        assert answer.status_code == 302
        assert answer.url == "/"


def test_a_new_line_in_an_address_makes_no_header(client):
    answer = client.post(reverse("theme"), {"theme": "dark", "next": "/who/\r\nSet-Cookie: a=b"})
    assert answer.status_code == 302
    assert "\n" not in answer.headers["Location"]
