"""Devices at battles: each holds a stream and fetches when it speaks, and one of each battle taps.

They run in processes of their own, beside the server, and know it only by its address.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from html import unescape
from itertools import cycle
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from random import Random
from re import compile as pattern
from time import monotonic, process_time

import aiohttp
from yarl import URL

from companion.devices import KNOWN_BY, Secret
from companion.management.live_taps import Tap, next_tap, version_of

STREAM = pattern(r'data-live="([^"]*)"')
PART = pattern(r'data-part="([^"]*)"')
WAIT = 30.0
"""Seconds after which an answer is given up, and an error."""

ADDRESSES = tuple(f"127.0.0.{number}" for number in range(2, 10))
"""From where the devices come: one address may have half of all streams at most."""

OPEN_AT_ONCE = 20
LATER = 3.0
"""Seconds after which the streams are open, and what was tapped last has come."""

TAPPED = {"HX-Request": "true"}
"""What a tap on a page says of itself, be it a card or a button: only the part that changes is answered."""

STORED, REFUSED = 200, (409, 422)
READS_IN_A_ROW = 6
"""More pages than a player looks at between two taps that store something."""


@dataclass
class Heard:
    """What the devices of one process have measured; all times are of the machine's own clock."""

    taps: list[tuple[str, str, float, float]] = field(default_factory=list)
    """Battle, version that came of it, when it was sent, when it was answered."""
    updates: list[tuple[str, str, float]] = field(default_factory=list)
    """Battle, version, when a device had it."""
    refused: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    used: float = 0.0
    """Seconds of the processor that the devices took while they were measured."""


@dataclass
class Device:
    """One browser: its cookies, and what it shows."""

    session: aiohttp.ClientSession
    site: str
    address: str
    heard: Heard
    page: str = ""
    shows: str = ""

    async def ask(self, tap: Tap, headers: Mapping[str, str] | None = None) -> tuple[int, str]:
        """One request and its whole answer."""
        if tap.fields is None:
            asked = self.session.get(self.site + tap.path, headers=headers)
        else:
            asked = self.session.post(self.site + tap.path, data=dict(tap.fields), headers=headers)
        async with asyncio.timeout(WAIT), asked as answer:
            return answer.status, await answer.text()

    async def open(self) -> None:
        """Load the battle's page."""
        status, self.page = await self.ask(Tap(self.address))
        if status != STORED:
            raise RuntimeError(f"the page was answered with {status}")
        self.shows = version_of(self.page)

    async def watch(self) -> None:
        """Hold the stream, and fetch what changed whenever it tells of another version."""
        found = STREAM.search(self.page)
        assert found, "no stream is served"
        forever = aiohttp.ClientTimeout(total=None)
        async with self.session.get(self.site + unescape(found[1]), timeout=forever) as stream:
            if stream.status != STORED:
                raise RuntimeError(f"the stream was answered with {stream.status}")
            async for line in stream.content:
                told = line.decode().removeprefix("data: ").strip() if line.startswith(b"data: ") else ""
                if told and told != self.shows:
                    await self._fetch()

    async def _fetch(self) -> None:
        part = PART.search(self.page)
        if part:
            status, page = await self.ask(Tap(unescape(part[1])))
        else:
            status, page = await self.ask(Tap(self.address), {"Battle-Version": self.shows})
        if status == 204:
            return
        if status != STORED:
            raise RuntimeError(f"the update was answered with {status}")
        self.shows = version_of(page)
        self.heard.updates.append((self.address, self.shows, monotonic()))


async def _tap_on(device: Device, random: Random, until: float) -> None:
    """Store something every second, and look in between at what has to be looked at."""
    await asyncio.sleep(random.random())
    while monotonic() < until:
        began = monotonic()
        await _store(device, random)
        await asyncio.sleep(max(0.0, 1.0 - (monotonic() - began)))


async def _store(device: Device, random: Random) -> None:
    for _ in range(READS_IN_A_ROW):
        tap = next_tap(device.page, device.address, random)
        sent = monotonic()
        status, page = await device.ask(tap, TAPPED)
        if status == STORED:
            device.page = page
        elif status in REFUSED and tap.fields is not None:
            device.heard.refused += 1
            _, device.page = await device.ask(Tap(device.address))
        else:
            raise RuntimeError(f"a tap was answered with {status}")
        if tap.fields is not None and status == STORED:
            device.heard.taps.append((device.address, version_of(page), sent, monotonic()))
            return


@dataclass(frozen=True)
class Crowd:
    """Devices at battles, so many at each, or one that taps; a battle belongs to one server, as nginx has it."""

    sites: Sequence[str]
    battles: Mapping[str, int]
    seconds: float
    taps: bool
    known: Mapping[str, Sequence[Secret]]
    """What the people of a battle are known by, where it has any: the first taps."""

    def devices(self, connectors: Sequence[aiohttp.BaseConnector], heard: Heard) -> Iterator[Device]:
        """All of them, each with its own cookies, from all addresses alike."""
        sites = dict(zip(self.battles, cycle(self.sites), strict=False))
        places = [(one, each) for one, count in self.battles.items() for each in range(1 if self.taps else count)]
        for place, (address, each) in enumerate(places):
            jar = aiohttp.CookieJar(unsafe=True)
            if known := self.known.get(address):
                own = known[each % len(known)]
                jar.update_cookies({KNOWN_BY: f"{own.ident}.{own.secret}"}, URL(sites[address]))
            connector = connectors[place % len(connectors)]
            session = aiohttp.ClientSession(connector=connector, connector_owner=False, cookie_jar=jar)
            yield Device(session, sites[address], address, heard)


async def _run(crowd: Crowd, together: Barrier) -> Heard:
    heard = Heard()
    async with AsyncExitStack() as open_until_the_end:
        connectors = [aiohttp.TCPConnector(limit=0, local_addr=(address, 0)) for address in ADDRESSES]
        for connector in connectors:
            await open_until_the_end.enter_async_context(connector)
        devices = list(crowd.devices(connectors, heard))
        try:
            for first in range(0, len(devices), OPEN_AT_ONCE):
                await asyncio.gather(*(device.open() for device in devices[first : first + OPEN_AT_ONCE]))
            began = await (_tapping if crowd.taps else _watching)(devices, crowd.seconds, together)
            heard.used = process_time() - began
        finally:
            for device in devices:
                await device.session.close()
    return heard


async def _watching(devices: Sequence[Device], seconds: float, together: Barrier) -> float:
    running = [asyncio.ensure_future(_noted(device, "watching", device.watch())) for device in devices]
    await asyncio.sleep(LATER)
    await asyncio.to_thread(together.wait)
    began = process_time()
    await asyncio.sleep(seconds + LATER)
    for task in running:
        task.cancel()
    return began


async def _tapping(devices: Sequence[Device], seconds: float, together: Barrier) -> float:
    await asyncio.to_thread(together.wait)
    began = process_time()
    until = monotonic() + seconds
    playing = (_tap_on(device, Random(place), until) for place, device in enumerate(devices))  # noqa: S311
    await asyncio.gather(*(_noted(device, "tapping", play) for device, play in zip(devices, playing, strict=True)))
    return began


async def _noted(device: Device, what: str, doing: Coroutine[None, None, None]) -> None:
    """Note why a device stopped before the end."""
    try:
        await doing
    except Exception as problem:  # noqa: BLE001  (whatever goes wrong is what is measured)
        device.heard.errors[f"{what}: {type(problem).__name__} {problem}"] += 1


def run(crowd: Crowd, together: Barrier, told: Queue[tuple[bool, Heard]]) -> None:
    """Run such devices in this process, once all are ready, and tell what they heard."""
    told.put((crowd.taps, asyncio.run(_run(crowd, together))))
