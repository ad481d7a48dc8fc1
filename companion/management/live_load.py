"""Servers under the load of many devices, and what it cost."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from companion.beside import Beside, served_beside
from companion.devices import Secret
from companion.management.live_devices import Crowd, Heard, run

TICKS = os.sysconf("SC_CLK_TCK")
START = 120
"""Seconds in which all devices have to have opened their pages."""

ALL = {
    "COMPANION_CONNECTIONS_OF_ONE_ADDRESS": "5000",
    "COMPANION_STREAMS_OF_ONE_ADDRESS": "5000",
    "COMPANION_STREAMS_OF_ONE_BATTLE": "5000",
}
"""All these devices have one address, this machine's."""


@dataclass(frozen=True)
class Load:
    """So many devices at so many battles, each of which is tapped once a second."""

    devices: int
    battles: int

    def at(self, addresses: Sequence[str]) -> dict[str, int]:
        """How many devices are at each battle."""
        each, more = divmod(self.devices, self.battles)
        return {address: each + (place < more) for place, address in enumerate(addresses[: self.battles])}


@dataclass(frozen=True)
class Times:
    """Milliseconds: the median, and what 95 of 100 stay under."""

    p50: float
    p95: float


@dataclass(frozen=True)
class Cost:
    """What a load has cost: times, cores of the servers and of the devices, KiB a device, and what went wrong."""

    taps: int
    updates: int
    tap: Times
    update: Times
    cores: float
    devices: float
    kib: float
    refused: int
    errors: Counter[str]


@contextmanager
def servers(folder: Path, url: str, processes: int) -> Iterator[Sequence[Beside]]:
    """So many server processes on one database."""
    with ExitStack() as stack:
        yield [stack.enter_context(served_beside(folder, DATABASE_URL=url, **ALL)) for _ in range(processes)]


def measured(
    beside: Sequence[Beside], battles: Mapping[str, int], known: Mapping[str, Sequence[Secret]], seconds: float
) -> Cost:
    """Put a load on servers, so many devices at each battle, and say what it cost."""
    sites = [one.site for one in beside]
    before = sum(map(_resident, beside))
    spawn = multiprocessing.get_context("spawn")
    together, told = spawn.Barrier(3), spawn.Queue()
    processes = [
        spawn.Process(target=run, args=(Crowd(sites, battles, seconds, taps, known), together, told))
        for taps in (False, True)
    ]
    for process in processes:
        process.start()
    together.wait(START)
    used = sum(map(_seconds_used, beside))
    heard = dict(told.get(timeout=seconds + START) for _ in processes)
    used, after = sum(map(_seconds_used, beside)) - used, sum(map(_resident, beside))
    for process in processes:
        process.join()
    watched, tapped = heard[False], heard[True]
    return Cost(
        taps=len(tapped.taps),
        updates=len(watched.updates),
        tap=_times([answered - sent for _, _, sent, answered in tapped.taps]),
        update=_times(_delays(watched, tapped)),
        cores=used / seconds,
        devices=(watched.used + tapped.used) / seconds,
        kib=(after - before) / sum(battles.values()),
        refused=tapped.refused,
        errors=watched.errors + tapped.errors,
    )


def _delays(watched: Heard, tapped: Heard) -> list[float]:
    """Seconds from each tap until a device had what came of it."""
    sent = {(battle, version): when for battle, version, when, _ in tapped.taps}
    return [when - sent[battle, version] for battle, version, when in watched.updates if (battle, version) in sent]


def _times(seconds: Sequence[float]) -> Times:
    if len(seconds) < 2:
        return Times(0, 0)
    parts = quantiles(seconds, n=20, method="inclusive")
    return Times(1000 * parts[9], 1000 * parts[18])


def _seconds_used(beside: Beside) -> float:
    """Processor time of a server so far."""
    fields = Path(f"/proc/{beside.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _resident(beside: Beside) -> int:
    """KiB of memory that a server has now."""
    lines = Path(f"/proc/{beside.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
