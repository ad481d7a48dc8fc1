"""Who has a battle open now: members by their names, the others as devices, told by the streams of their pages."""

import asyncio
import re

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from companion.live import present
from companion.live.access import OFFERED, lines_to
from companion.live.present import GIVEN, Visitor, given_in, page_at, visitor, visitor_in
from companion.models import Battle, Campaign
from tests.companion.group import invited, organise
from tests.companion.live import AS_GUEST, Listener, listen, live
from tests.companion.playing import text_of
from tests.companion.test_live import happen, tap

pytestmark = pytest.mark.django_db(transaction=True)

HERE = re.compile(r"event: here\ndata: (.*)\n\n")


def address(battle, who=None):
    line = lines_to(battle, AS_GUEST).stream
    return f"{line}{GIVEN}{who}" if who else line


def seen(battle, member=0, name=""):
    """Who looks at the battle, as its page says."""
    return visitor(page_at(battle.key, "0"), member, name)


class Reader(Listener):
    """A page that knows who is here, by the last that it was told."""

    here = ""

    async def told(self, said):
        """Wait until it is told so."""
        while self.here != said:
            found = HERE.findall((await self.message())["body"].decode())
            self.here = found[-1] if found else self.here


def test_members_are_named_and_others_counted(demo):
    app = live()

    async def scenario():
        async with Reader(app, address(demo, seen(demo, 7, "Anna"))) as anna:
            await anna.told("Anna")
            async with Reader(app, address(demo, seen(demo))) as tablet:
                await anna.told("Anna and 1 other device")
                await tablet.told("Anna and 1 other device")
                async with Reader(app, address(demo, seen(demo, 3, "Ben"))), Reader(app, address(demo, seen(demo))):
                    await anna.told("Anna, Ben and 2 other devices")

    listen(app, scenario)


def test_who_leaves_is_told_after_a_moment_and_who_comes_back_meanwhile_never_left(demo, monkeypatch):
    monkeypatch.setattr(present, "GRACE", 0.05)
    app = live()

    async def scenario():
        async with Reader(app, address(demo, seen(demo))) as tablet:
            await tablet.told("1 device")
            for _ in range(3):
                async with Reader(app, address(demo, seen(demo, 7, "Anna"))) as anna:
                    await anna.told("Anna and 1 other device")
                    await tablet.told("Anna and 1 other device")
            await tablet.told("1 device")

    listen(app, scenario)


def test_a_member_with_two_devices_is_one_and_two_devices_are_two(demo):
    app = live()

    async def scenario():
        anna = seen(demo, 7, "Anna")
        async with Reader(app, address(demo, anna)), Reader(app, address(demo, seen(demo, 7, "Anna"))) as again:
            await again.told("Anna")
        async with (
            Reader(app, address(demo, seen(demo))),
            Reader(app, address(demo, seen(demo))) as other,
        ):
            await other.told("2 devices")

    listen(app, scenario)


def test_nobody_is_at_another_battle_nor_named_without_the_servers_word(demo):
    app = live()
    forged = signing.Signer(salt="another").sign_object([7, "Anna"])

    async def scenario():
        async with Reader(app, address(demo, seen(demo))) as tablet:
            for who in (forged, "x", f"{seen(demo, 7, 'Anna')}x", None):
                async with Listener(app, address(demo, who)) as listener:
                    assert listener.status == 200, "who says nothing of that still hears what changes"
                    assert await listener.version()
            await tap(happen, demo)
            await tablet.told("1 device")
            while not tablet.sent.empty():
                assert not HERE.search((await tablet.message())["body"].decode())

    listen(app, scenario)
    assert not app.present._at


@pytest.mark.parametrize("query", ["", "token", f"token{GIVEN}", f"token{GIVEN}%00", f"token{GIVEN}\xff:{GIVEN}"])
def test_what_no_page_says_is_nobody(query):
    token, given = given_in(query)
    assert (token, visitor_in(given, "")) == (query.partition(GIVEN)[0], None)


def test_what_another_campaigns_page_says_or_one_of_before_names_nobody_here(demo):
    app = live()
    other = visitor(page_at("elsewhere", "0"), 7, "Anna"), visitor(page_at(demo.key, "1"), 7, "Anna")
    before = signing.Signer(salt=present.SALT).sign_object([7, "Anna"])

    async def scenario():
        async with Reader(app, address(demo, seen(demo))) as tablet:
            for who in (*other, before):
                async with Listener(app, address(demo, who)) as listener:
                    assert listener.status == 200
                    assert await listener.version()
            await tap(happen, demo)
            await tablet.told("1 device")
            while not tablet.sent.empty():
                assert not HERE.search((await tablet.message())["body"].decode())

    listen(app, scenario)


def test_a_name_of_two_lines_is_one_line(demo):
    app = live()

    async def scenario():
        async with Reader(app, address(demo, seen(demo, 7, "Anna\n\ndata: gone"))) as anna:
            await anna.told("Anna data: gone")
            async with asyncio.timeout(1):
                assert "gone" not in anna.here.splitlines()[1:]

    listen(app, scenario)


def who_in(page, at):
    """Who the page says that its visitor is."""
    said = re.search('data-visitor="([^"]+)"', text_of(page))[1]
    return visitor_in(given_in(f"token{GIVEN}{said}")[1], at)


def test_the_pages_say_who_looks_at_them(demo):
    organise(demo.campaign)
    ben, guest = invited(demo.campaign, "Ben"), Client()
    for name in ("battle", "share"):
        way = reverse(name, args=[demo.key])
        assert "data-visitor" not in text_of(ben.get(way)), "without streams nobody is told"
        at = page_at(demo.key, str(Campaign.objects.get().regrouped))
        assert who_in(ben.get(way, **{OFFERED: True}), at).name == "Ben"
        assert who_in(guest.get(way, **{OFFERED: True}), at) == Visitor(0, "")
        for elsewhere in (f"{at}1", page_at("x", at.partition(".")[2])):
            assert who_in(ben.get(way, **{OFFERED: True}), elsewhere) is None


def test_a_page_says_it_so_that_its_stream_reads_it():
    token, given = given_in(f"token{GIVEN}{visitor('here', 7, 'Anna & Ben')}")
    assert (token, visitor_in(given, "here")) == ("token", Visitor(7, "Anna & Ben"))


def test_the_picture_of_a_battle_holds_its_link_and_nothing_else(demo):
    client = organise(demo.campaign)
    page = text_of(client.get(reverse("share", args=[demo.key]), headers={"Host": "testserver"}))
    assert f'class="address">http://testserver/b/{demo.key}/<' in page
    assert "same Wi-Fi" in page
    assert demo.campaign.key not in page
    (drawing,) = re.findall(r"<svg[^>]*viewBox.*?</svg>", page, re.DOTALL)
    answer = client.get(reverse("battle-qr", args=[demo.key]))
    assert answer["Content-Type"] == "image/svg+xml"
    assert text_of(answer).strip() == drawing.strip()
    side = int(re.search(r'viewBox="0 0 (\d+) ', drawing)[1])
    assert (side - 8 - 17) % 4 == 0, "a QR code with four modules of white on each side"
    assert "style" not in drawing


def test_on_the_tables_own_machine_the_page_says_that_no_other_device_finds_it(demo, settings):
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    page = text_of(Client(headers={"Host": "127.0.0.1:8000"}).get(reverse("share", args=[demo.key])))
    assert "Other devices cannot find this address" in page


def test_the_battle_page_leads_to_the_picture_from_its_bar_and_shows_it_before_the_start(device):
    link, picture = (reverse(name, args=[device.battle.key]) for name in ("share", "battle-qr"))
    page = text_of(device.get())
    assert f'href="{link}"' in page
    assert picture not in page
    assert "data-here" in page
    Battle.objects.update(started=False)
    assert f'src="{picture}"' in text_of(device.get())
