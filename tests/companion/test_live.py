"""The live streams: who may listen, what is told and when, and that nothing of a stream is left behind."""

import asyncio
import threading
import time

import pytest
from django.db import connections, transaction
from django.db.utils import OperationalError

from companion.live import stream, watcher
from companion.live.access import ADDRESS, lines_to, shown_to
from companion.live.versions import told_with_doors, versions
from companion.models import Battle, Campaign
from companion.services import shelving
from companion.services.locking import all_locked, locked
from companion.services.writing import write_event
from tests.companion.live import AS_GUEST, LONG, Listener, listen, live

pytestmark = pytest.mark.django_db(transaction=True)


def address(battle):
    return lines_to(battle, AS_GUEST).stream


def tap(service, *arguments, **more):
    """Do something in another thread, with a connection of its own, as another device would."""

    def work():
        try:
            return service(*arguments, **more)
        finally:
            connections.close_all()

    return asyncio.to_thread(work)


def delete(battle):
    with all_locked(Battle.objects.filter(pk=battle.pk)):
        battle.delete()


DELETIONS = {
    "battle": lambda battle: shelving.delete(key=battle.key),
    "campaign": lambda battle: shelving.delete_campaign(battle.home),
}
"""Those that can be taken back for a while."""


def happen(battle, headline="Something happens."):
    with locked(battle.key) as held:
        write_event(held, kind="note", headline=headline, who="Anna")


def test_a_stream_tells_the_present_version_and_then_each_that_is_committed(demo):
    app = live()

    async def scenario():
        async with Listener(app, address(demo)) as one, Listener(app, address(demo)) as two:
            assert one.status == 200
            assert dict(one.start["headers"])[b"content-type"].startswith(b"text/event-stream")
            first = await one.version()
            assert first == await two.version() == (await tap(versions, [demo.key]))[demo.key]
            await tap(happen, demo)
            second = await one.version()
            assert second == await two.version() != first

    listen(app, scenario)


def test_a_rollback_and_another_battle_are_not_told(demo):
    app = live()
    other = Battle.objects.create(campaign=Campaign.objects.get(), name="Another", game=demo.game)

    def in_vain():
        with transaction.atomic():
            happen(demo)
            transaction.set_rollback(True)

    async def scenario():
        async with Listener(app, address(demo)) as here, Listener(app, address(other)) as there:
            first, elsewhere = await here.version(), await there.version()
            await tap(in_vain)
            await tap(happen, other)
            assert await there.version() != elsewhere
            await tap(happen, demo)
            # Whatever was told in between would come first.
            told = await here.version()
            assert told == (await tap(versions, [demo.key]))[demo.key] != first
            assert here.sent.empty()
            assert there.sent.empty()

    listen(app, scenario)


def test_a_device_that_does_not_read_is_told_only_the_newest(demo):
    async def scenario():
        news = watcher.News()
        for version in ("1.0.0", "2.0.0", "3.0.0"):
            news.tell(version)
        assert await news.next() == "3.0.0"
        news.tell("3.0.0")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await news.next()

    listen(live(), scenario)


def test_a_stream_opened_again_at_once_is_told_the_version_too(demo):
    app = live()

    async def scenario():
        for _ in range(3):
            async with Listener(app, address(demo)) as listener:
                assert await listener.version()
        async with Listener(app, address(demo)), Listener(app, address(demo)) as listener:
            assert await listener.version()

    listen(app, scenario)


def test_whoever_waits_for_the_watcher_waits_for_all_that_it_has_begun(demo, monkeypatch):
    """One that was told to stop may ask the database once more, when the next one is at work already."""
    at_work, slow = [], threading.Event()

    def commits():
        at_work.append(threading.current_thread())
        return (lambda _: slow.wait(LONG)) if len(at_work) == 1 else (lambda _: time.sleep(0.01))

    monkeypatch.setattr(watcher, "commits", commits)
    app = live()

    async def scenario():
        for _ in range(2):
            async with Listener(app, address(demo)) as listener:
                await listener.version()
        threading.Timer(0.5, slow.set).start()

    listen(app, scenario)
    assert [thread.is_alive() for thread in at_work] == [False, False]


def test_a_deleted_battle_is_told_and_its_stream_ends(demo):
    app = live()

    async def scenario():
        async with Listener(app, address(demo)) as listener:
            await listener.version()
            await tap(delete, demo)
            assert await listener.version() == "gone"
            async with asyncio.timeout(LONG):
                await listener.task

    listen(app, scenario)


@pytest.mark.parametrize("what", DELETIONS)
def test_so_it_is_where_the_deletion_can_still_be_taken_back(demo, what):
    app = live()

    async def scenario():
        async with Listener(app, address(demo)) as listener:
            await listener.version()
            await tap(DELETIONS[what], demo)
            assert await listener.version() == "gone"
            async with asyncio.timeout(LONG):
                await listener.task

    listen(app, scenario)


@pytest.mark.parametrize("sent", ["http.response.start", "http.response.body"])
def test_the_last_version_is_told_though_the_end_comes_while_something_is_sent(demo, sent):
    news = watcher.News()
    heard = []

    async def send(message):
        if message["type"] == sent and not news.over:
            news.tell("gone")
            news.end()
        heard.append(message.get("body"))

    async def scenario():
        news.tell("1")
        async with asyncio.timeout(LONG):
            await stream._pass_on(news, send)

    listen(live(), scenario)
    assert heard[-2:] == [b"data: gone\n\n", b""]


def test_a_token_opens_one_battle_for_a_day(demo, monkeypatch):
    app = live()
    battle, _, token = address(demo).partition("?")
    key = ADDRESS.fullmatch(battle)[1]
    assert shown_to(key, token) == AS_GUEST
    assert shown_to("another", token) is None
    assert shown_to(key, "") is None
    assert shown_to(key, f"{token}x") is None
    assert shown_to(key, token.encode().decode("latin-1") + "\xff") is None

    async def scenario():
        async with Listener(app, f"{battle}?{key}:forged") as listener:
            assert listener.status == 403
        monkeypatch.setattr("companion.live.access.VALID_SECONDS", -1)
        async with Listener(app, f"{battle}?{token}") as listener:
            assert listener.status == 403

    listen(app, scenario)


def test_every_other_address_is_a_pages(demo):
    app = live()
    stream_address = address(demo)

    async def scenario():
        for path, method in (
            ("/", "GET"),
            (demo.get_absolute_url(), "GET"),
            (stream_address.replace("/live/", "/life/"), "GET"),
            (stream_address, "POST"),
        ):
            async with Listener(app, path, method) as listener:
                assert listener.status == 404
                assert (await listener.message())["body"] == b"a page"

    listen(app, scenario)


def test_one_process_holds_so_many_streams_and_no_more(demo):
    app = live(most=2)

    async def scenario():
        async with Listener(app, address(demo)), Listener(app, address(demo)) as second:
            async with Listener(app, address(demo)) as third:
                assert third.status == 503
            second.hung_up.set()
            await second.task
            async with Listener(app, address(demo)) as third:
                assert third.status == 200

    listen(app, scenario)


def test_silence_is_broken_so_that_a_dead_line_is_noticed(demo, monkeypatch):
    monkeypatch.setattr(stream, "HEARTBEAT", 0.01)
    app = live()

    async def scenario():
        async with Listener(app, address(demo)) as listener:
            bodies = set()
            while not {b":\n\n"} < bodies:
                bodies.add((await listener.message())["body"])

    listen(app, scenario)


def test_a_device_that_takes_nothing_is_let_go(demo, monkeypatch):
    monkeypatch.setattr(stream, "SLOWEST", 0.01)
    app = live()

    class Stuck(Listener):
        async def send(self, message):
            await super().send(message)
            if message["type"] == "http.response.body":
                await asyncio.Event().wait()

    async def scenario():
        async with Stuck(app, address(demo)) as listener, asyncio.timeout(LONG):
            await listener.task

    listen(app, scenario)


def test_a_server_that_stops_hangs_up_first(demo):
    app = live()

    async def scenario():
        async with Listener(app, address(demo)) as listener:
            await listener.version()
            app.watcher.hang_up()
            async with asyncio.timeout(LONG):
                await listener.task
            *_, last = [await listener.message() for _ in range(listener.sent.qsize())]
            assert last["more_body"] is False

    listen(app, scenario)


def test_a_stream_that_the_server_breaks_off_ends_as_a_whole_answer(demo):
    app = live()

    async def scenario():
        async with Listener(app, address(demo)) as listener:
            await listener.version()
            listener.task.cancel()
            await listener.task
            assert (await listener.message())["more_body"] is False

    listen(app, scenario)


def test_the_watcher_goes_on_after_trouble_with_the_database(demo, monkeypatch, caplog):
    monkeypatch.setattr(watcher, "AFTER_TROUBLE", 0.01)
    troubles = []

    def troubled(keys):
        if troubles:
            raise troubles.pop()
        return told_with_doors(keys)

    monkeypatch.setattr(watcher, "told_with_doors", troubled)
    app = live()

    async def scenario():
        async with Listener(app, address(demo)) as listener:
            first = await listener.version()
            troubles.append(OperationalError("the database went away"))
            await tap(happen, demo)
            assert await listener.version() != first

    listen(app, scenario)
    assert "the database went away" in caplog.text


def test_one_query_finds_the_versions_of_all_battles(demo, django_assert_num_queries):
    other = Battle.objects.create(campaign=Campaign.objects.get(), name="Another", game=demo.game)
    with django_assert_num_queries(1):
        found = versions([demo.key, other.key, "nowhere"])
    assert found.keys() == {demo.key, other.key}
