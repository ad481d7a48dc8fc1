"""Staff's entries of the log are told apart by a mark that nobody can type."""

import re
from html.parser import HTMLParser

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from companion.models import Event, Frame
from companion.services.demo import load_demo
from tests.companion.playing import Device
from tests.companion.test_admin import save
from tests.companion.test_attack_path import KADER, play_the_seed
from tests.companion.test_undo import spot, values

pytestmark = pytest.mark.any_database

MARK = 'class="by" role="img" aria-label="staff, not a name">staff</span>'
LOOKALIKES = [
    "admin",
    "Admin ",
    "\u0430dmin",
    "ad\u200bmin",
    "admin staff",
    "admin, staff",
    '<span class="by">staff</span>',
    "\u202enimda",
    "admin\u2003staff",
]


@pytest.fixture
def staff(db):
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("admin"))
    return client


@pytest.fixture
def edited(staff, demo):
    save(staff, Frame.objects.get(name=KADER), rockets="1")
    return Event.objects.get(kind="edit")


class _Marks(HTMLParser):
    """How many marks a page has."""

    found = 0

    def handle_starttag(self, tag, attrs):
        self.found += dict(attrs).get("class") == "by"


def marks(page):
    parser = _Marks()
    parser.feed(page.content.decode())
    return parser.found


def test_an_edit_in_the_admin_is_marked(edited, device):
    assert (edited.who, edited.by) == ("admin", "staff")
    assert f"admin <span {MARK}" in device.get("log").content.decode()
    assert f"admin <span {MARK}" in device.get("event", edited.number).content.decode()


@pytest.mark.parametrize("name", LOOKALIKES)
def test_a_device_of_that_name_is_not_marked(demo, edited, name):
    device = Device(demo, name=name)
    before = marks(device.get("log"))
    values(device)
    assert device.last.by == "device"
    assert marks(device.get("log")) == before
    assert marks(device.get("event", device.last.number)) == 0


def test_an_undo_of_an_edit_is_the_devices_and_what_it_takes_back_staffs(edited, device):
    device.undo()
    assert (device.last.who, device.last.by) == ("Anna", "device")
    assert marks(device.get("event", device.last.number)) == 0
    edited.refresh_from_db()
    assert edited.by == "staff"


def test_what_staff_do_at_the_table_is_marked_too(staff, demo):
    device = Device(demo, staff)
    values(device)
    assert (device.last.who, device.last.by) == ("admin", "staff")
    device.undo()
    assert marks(device.get("event", device.last.undoes.number)) == 2


def test_a_signed_in_player_is_marked_as_such_and_not_as_staff(demo):
    client = Client()
    client.force_login(get_user_model().objects.create_user("player"))
    device = Device(demo, client)
    values(device)
    assert device.last.by == "account"
    assert MARK not in device.get("log").content.decode()
    assert "signed in, not a name" in device.get("log").content.decode()


def test_what_the_app_did_by_itself_is_marked(db):
    battle = load_demo().battles.first()
    assert battle.events.get().by == "app"
    assert marks(Client().get(reverse("log", args=[battle.key]))) == 1


def test_staff_find_their_entries_in_the_admin(edited, staff, device):
    values(device)
    page = staff.get(reverse("admin:companion_event_changelist"), {"by": "staff"})
    assert [event.pk for event in page.context["cl"].result_list] == [edited.pk]


def test_the_log_in_the_admin_strikes_through_what_was_undone_or_struck_out(staff, demo):
    device = Device(demo, name="Anna")
    spot(device)
    struck = device.last
    device.post("correct", struck.number, seen=struck.number, how="struck", commit="1")
    values(device)
    undone = device.last
    device.undo()
    page = staff.get(reverse("admin:companion_event_changelist")).content.decode()
    assert re.findall(r"<s>(.*?)</s>", page) == [undone.headline, struck.headline]


def test_the_admin_calls_the_name_of_a_declaration_and_of_a_reply_one_that_was_given(staff, demo):
    device = Device(demo, name="admin")
    play_the_seed(device)
    lists = reverse("admin:companion_declaration_changelist")
    page = reverse("admin:companion_declaration_change", args=[device.open.pk])
    for address, names in ((lists, 1), (page, 2)):
        shown = staff.get(address).content.decode().casefold()
        assert len(re.findall(r">\s*name given:?\s*<", shown)) == names
        assert not re.search(r">\s*who:?\s*<", shown)
