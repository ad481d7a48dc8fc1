"""Where only members come in, whoever was there before hears nothing any more: neither what changes nor who is here."""

import pytest

from companion.live.access import lines_to
from companion.live.present import GIVEN, page_at, visitor
from companion.live.watcher import GONE
from companion.models import Campaign
from companion.services.entering import choose_who_comes_in
from companion.services.open_pages import tell
from companion.watching import proof_of
from tests.companion.group import member, organise
from tests.companion.live import AS_GUEST, Listener, listen, live
from tests.companion.test_live import happen, tap

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def anna(demo):
    organise(demo.campaign)
    return member("Anna")


def shut(campaign, by):
    choose_who_comes_in(campaign=campaign, members_only=True, by=by)


def seen_by(member):
    """As what a battle's page is shown to a member now."""
    return f"{Campaign.objects.get().regrouped}.{member.role}.1.0.{member.pk}"


def stream(battle, seen_as, name=""):
    address = lines_to(battle, seen_as).stream
    at = page_at(battle.key, seen_as.partition(".")[0])
    return f"{address}{GIVEN}{visitor(at, 7, name)}" if name else address


async def all_of(listener):
    """All that a stream says until it ends."""
    said = ""
    while (message := await listener.message())["more_body"]:
        said += message["body"].decode()
    return said


def guest(battle):
    return stream(battle, f"{Campaign.objects.get().regrouped}..0.0.0")


def test_the_streams_of_guests_end_once_only_members_come_in(demo, anna):
    app, before = live(), guest(demo)

    async def scenario():
        async with Listener(app, before) as outside:
            await outside.version()
            await tap(shut, demo.campaign, anna)
            await all_of(outside)
            await tap(happen, demo)
        assert outside.sent.empty()

    listen(app, scenario)


def test_no_stream_is_opened_by_what_a_guest_was_shown_and_members_hear_each_other(demo, anna):
    app, before = live(), guest(demo)
    shut(demo.campaign, anna)
    inside = stream(demo, seen_by(anna), "Anna")

    async def scenario():
        async with Listener(app, before) as outside:
            assert "here" not in await all_of(outside), "nor while nobody knows yet who comes in"
        async with Listener(app, inside) as anna:
            while "here" not in await anna.version():
                pass
            async with Listener(app, before) as outside:
                assert outside.status == 403
            async with Listener(app, inside) as again:
                assert await again.version() != GONE
            await tap(happen, demo)
            assert await anna.version()

    listen(app, scenario)


def test_a_device_that_was_forgotten_hears_nothing_any_more(demo, anna):
    shut(demo.campaign, anna)
    app, before = live(), stream(demo, seen_by(anna), "Anna")

    async def scenario():
        async with Listener(app, before) as device:
            await device.version()
            await tap(tell, demo.campaign, regrouped=True)
            await all_of(device)

    listen(app, scenario)


def test_a_screen_and_where_others_come_in_too_everybody_goes_on(demo, anna):
    app, before = live(), stream(demo, AS_GUEST)
    screen = f"/w/{demo.pk}/{proof_of(demo)}/live/"

    async def scenario():
        async with Listener(app, before) as table, Listener(app, screen) as friends:
            assert await table.version() == await friends.version()
            await tap(tell, demo.campaign, regrouped=True)
            assert await table.version() == await friends.version()
            await tap(shut, demo.campaign, anna)
            assert await friends.version()
            await tap(happen, demo)
            assert await friends.version()

    listen(app, scenario)
