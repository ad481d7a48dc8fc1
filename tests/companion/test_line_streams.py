"""No holder takes all streams: one address, and one battle, have so many and no more."""

from contextlib import AsyncExitStack

import pytest

from companion.live.access import lines_to
from companion.models import Battle, Campaign
from tests.companion.live import AS_GUEST, Listener, listen, live

pytestmark = pytest.mark.django_db(transaction=True)


class From(Listener):
    """A device with an address, as the server or the proxy tells it."""

    def __init__(self, app, battle, client, headers=()):
        super().__init__(app, lines_to(battle, AS_GUEST).stream)
        self.scope |= {"client": (client, 4711), "headers": list(headers)}


@pytest.fixture
def elsewhere(demo):
    return Battle.objects.create(campaign=Campaign.objects.get(), name="Another", game=demo.game)


def test_one_address_has_so_many_and_leaves_the_rest_to_others(demo, elsewhere, settings):
    settings.STREAMS_OF_ONE_ADDRESS = 2
    app = live()

    async def scenario():
        async with From(app, demo, "192.0.2.1"), From(app, elsewhere, "192.0.2.1") as second:
            async with From(app, demo, "192.0.2.1") as third:
                assert third.status == 503
            async with From(app, demo, "192.0.2.2") as other:
                assert other.status == 200
            second.hung_up.set()
            await second.task
            async with From(app, demo, "192.0.2.1") as again:
                assert again.status == 200
        assert not app._held

    listen(app, scenario)


def test_where_there_are_few_one_address_has_half_of_them(demo, elsewhere):
    app = live(most=4)

    async def scenario():
        async with From(app, demo, "192.0.2.1"), From(app, elsewhere, "192.0.2.1"):
            async with From(app, demo, "192.0.2.1") as third:
                assert third.status == 503
            async with From(app, demo, "192.0.2.2") as other:
                assert other.status == 200

    listen(app, scenario)


def test_one_battle_has_so_many_whoever_asks(demo, elsewhere, settings):
    settings.STREAMS_OF_ONE_BATTLE = 2
    app = live()

    async def scenario():
        async with From(app, demo, "192.0.2.1"), From(app, demo, "192.0.2.2"):
            async with From(app, demo, "192.0.2.3") as third:
                assert third.status == 503
            async with From(app, elsewhere, "192.0.2.1") as other:
                assert other.status == 200

    listen(app, scenario)


def test_one_address_leaves_streams_of_a_battle_to_the_others(demo, elsewhere, settings):
    settings.STREAMS_OF_ONE_BATTLE = 5
    app = live()

    async def scenario():
        async with AsyncExitStack() as held:
            for _ in range(4):
                stream = await held.enter_async_context(From(app, demo, "192.0.2.1"))
                assert stream.status == 200
            async with From(app, demo, "192.0.2.1") as fifth:
                assert fifth.status == 503
            async with From(app, elsewhere, "192.0.2.1") as there, From(app, demo, "192.0.2.2") as other:
                assert (there.status, other.status) == (200, 200)
        async with From(app, demo, "192.0.2.1") as again:
            assert again.status == 200

    listen(app, scenario)


def forwarded(*named):
    return [(b"x-forwarded-for", value) for value in named]


def test_behind_a_proxy_the_proxy_says_who_it_is(demo, settings):
    settings.BEHIND_PROXY = True
    settings.STREAMS_OF_ONE_ADDRESS = 1
    app = live()

    async def scenario():
        async with (
            From(app, demo, "127.0.0.1"),
            From(app, demo, "127.0.0.1") as unnamed,
            From(app, demo, "127.0.0.1", forwarded(b"192.0.2.1")),
            From(app, demo, "127.0.0.1", forwarded(b"192.0.2.1, 192.0.2.2")) as another,
        ):
            assert unnamed.status == another.status == 200
            # What the visitor says comes first, and what the proxy has seen comes last.
            async with From(app, demo, "127.0.0.1", forwarded(b"192.0.2.9, 192.0.2.1")) as same:
                assert same.status == 503
            async with From(app, demo, "127.0.0.1", forwarded(b"192.0.2.9", b"192.0.2.1")) as same:
                assert same.status == 503

    listen(app, scenario)


def test_without_a_proxy_nobody_gives_himself_another_address(demo, settings):
    settings.STREAMS_OF_ONE_ADDRESS = 1
    app = live()

    async def scenario():
        first, second = (From(app, demo, "192.0.2.1", forwarded(name)) for name in (b"192.0.2.7", b"192.0.2.8"))
        async with first, second:
            assert (first.status, second.status) == (200, 503)

    listen(app, scenario)
