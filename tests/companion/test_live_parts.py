"""The part of a battle's page that changes: rendered once for all who see the same, and opened by the page's token."""

import asyncio
import gzip
from collections import Counter
from functools import partial

import pytest

from companion.live import parts
from companion.live.access import lines_to
from companion.live.parts import Rendered
from companion.live.stream import Live
from companion.services.open_pages import tell
from tests.companion.live import AS_GUEST, Listener, listen, live, no_pages
from tests.companion.test_live import DELETIONS, happen, tap

pytestmark = pytest.mark.django_db(transaction=True)

AS_PLAYER = "0.player.1.1.0"


class Fetch(Listener):
    """One device that fetches a part."""

    def __init__(self, app, address, **headers):
        super().__init__(app, address)
        self.scope["headers"] = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]

    async def body(self):
        return (await self.message())["body"]


def part_of(battle, seen_as=AS_GUEST):
    return lines_to(battle, seen_as).part


class Counted:
    """Renders nothing but the version, slowly, and counts."""

    def __init__(self):
        self.times = Counter()
        self.version = "1"

    def __call__(self, key, seen_as, version):
        self.times[seen_as] += 1
        return Rendered(self.version, f"{seen_as} {self.version}")


def test_the_part_is_what_the_page_shows_packed_where_it_may_be(demo):
    app = live()

    async def scenario():
        # While somebody listens, both are of one rendering: two have tokens of different seconds.
        async with Listener(app, lines_to(demo, AS_GUEST).stream) as listener:
            await listener.version()
            packing = Fetch(app, part_of(demo), accept_encoding="br, gzip")
            async with packing as packed, Fetch(app, part_of(demo)) as plain:
                assert (packed.status, plain.status) == (200, 200)
                headers = dict(packed.start["headers"])
                assert headers[b"cache-control"] == b"no-store"
                assert b"content-encoding" not in dict(plain.start["headers"])
                body = await plain.body()
                assert gzip.decompress(await packed.body()) == body
                assert f'data-version="{demo.last_event}.'.encode() in body

    listen(app, scenario)


def test_a_page_that_shows_the_newest_is_answered_with_nothing(demo):
    app = live()

    async def scenario():
        async with Listener(app, lines_to(demo, AS_GUEST).stream) as listener:
            version = await listener.version()
            async with Fetch(app, part_of(demo), battle_version=version) as same:
                assert same.status == 204
            await tap(happen, demo)
            assert await listener.version() != version
            async with Fetch(app, part_of(demo), battle_version=version) as older:
                assert older.status == 200
                assert b"Something happens." in await older.body()

    listen(app, scenario)


def test_no_other_token_opens_it_and_a_battle_that_is_gone_is_not_there(demo):
    app = live()
    path, _, token = part_of(demo).partition("?")

    async def scenario():
        for address in (path, f"{path}?{token}x", f"{path}?{token.replace(AS_GUEST, AS_PLAYER)}"):
            async with Fetch(app, address) as refused:
                assert refused.status == 403
        await tap(demo.delete)
        async with Fetch(app, f"{path}?{token}") as gone:
            assert gone.status == 404

    listen(app, scenario)


def test_who_may_be_another_now_is_sent_to_the_page_itself(demo):
    app, regroup = live(), partial(tell, demo.campaign, regrouped=True)

    async def scenario():
        await tap(regroup)
        async with Fetch(app, part_of(demo)) as sent:
            assert sent.status == 303
            assert dict(sent.start["headers"])[b"location"] == b"../"

    listen(app, scenario)


@pytest.mark.parametrize("what", DELETIONS)
def test_what_is_in_memory_is_not_shown_once_it_was_deleted(demo, what):
    app = live()

    async def scenario():
        async with Listener(app, lines_to(demo, AS_GUEST).stream) as listener:
            version = await listener.version()
            async with Fetch(app, part_of(demo)) as there:
                assert there.status == 200
            await tap(DELETIONS[what], demo)
            await listener.version()
            for headers in ({}, {"battle_version": version}):
                async with Fetch(app, part_of(demo), **headers) as gone:
                    assert gone.status == 404

    listen(app, scenario)


def test_it_is_rendered_once_for_all_who_see_the_same(demo):
    rendering = Counted()
    app = Live(no_pages, rendering)

    async def fetched(seen_as=AS_GUEST):
        async with Fetch(app, part_of(demo, seen_as)) as device:
            return await device.body()

    async def scenario():
        async with Listener(app, lines_to(demo, AS_GUEST).stream) as listener:
            await listener.version()
            assert set(await asyncio.gather(*(fetched() for _ in range(20)))) == {f"{AS_GUEST} 1".encode()}
            assert rendering.times == {AS_GUEST: 1}
            assert await fetched(AS_PLAYER) == f"{AS_PLAYER} 1".encode()
            rendering.version = "2"
            assert await fetched() == f"{AS_GUEST} 1".encode()
            await tap(happen, demo)
            await listener.version()
            assert await fetched() == await fetched() == f"{AS_GUEST} 2".encode()
            assert rendering.times == {AS_GUEST: 2, AS_PLAYER: 1}

    listen(app, scenario)


def test_whoever_wakes_later_gets_it_anew(demo, monkeypatch):
    monkeypatch.setattr(parts, "FRESH", 0.0)
    rendering = Counted()
    app = Live(no_pages, rendering)

    async def scenario():
        async with Listener(app, lines_to(demo, AS_GUEST).stream) as listener:
            await listener.version()
            for times in (1, 2):
                async with Fetch(app, part_of(demo)) as device:
                    await device.body()
                assert rendering.times[AS_GUEST] == times

    listen(app, scenario)


def test_a_device_that_hangs_up_leaves_the_others_what_they_wait_for(demo):
    rendering = Counted()
    app = Live(no_pages, rendering)

    async def scenario():
        first = asyncio.ensure_future(app._parts.part(demo.key, AS_GUEST, ""))
        second = asyncio.ensure_future(app._parts.part(demo.key, AS_GUEST, ""))
        await asyncio.sleep(0)
        first.cancel()
        assert (await second).plain == f"{AS_GUEST} 1".encode()
        assert rendering.times == {AS_GUEST: 1}

    listen(app, scenario)


def test_few_are_kept(demo, monkeypatch):
    monkeypatch.setattr(parts, "KEPT", 2)
    app = Live(no_pages, Counted())

    async def scenario():
        for number in range(4):
            await app._parts.part(demo.key, str(number), "1")
        assert [seen_as for _, seen_as in app._parts._kept] == ["2", "3"]

    listen(app, scenario)
