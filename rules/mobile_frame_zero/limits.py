"""What a company may be built of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.mobile_frame_zero.sheet import Battle, Frame, Size
from rules.words import count_or_no

MOST_SYSTEMS = 4
MOST_OF_A_KIND = 2
ROCKETS = 3

FRAMES = {
    (2, Size.SKIRMISH): (4, 6),
    (2, Size.BATTLE): (5, 8),
    (3, Size.SKIRMISH): (3, 5),
    (3, Size.BATTLE): (4, 7),
    (4, Size.SKIRMISH): (3, 4),
    (4, Size.BATTLE): (4, 6),
    (5, Size.SKIRMISH): (3, 4),
    (5, Size.BATTLE): (3, 5),
}
"""Fewest and most frames of a company by players and size of the game (Commander's Handbook)."""

STATIONS = {2: 3, 3: 2, 4: 2, 5: 1}
"""Stations of each company by players."""


def frame_problems(frame: Frame) -> Iterator[str]:
    """What is wrong with the build of one frame, a sentence each."""
    if len(frame.systems) > MOST_SYSTEMS:
        yield f"{frame.name} has {len(frame.systems)} systems. A frame has at most {MOST_SYSTEMS}."
    for kind, count in Counter(system.kind for system in frame.systems).items():
        if count > MOST_OF_A_KIND:
            yield f"{frame.name} has {count} {kind} systems. A frame has at most {MOST_OF_A_KIND} of a kind."


def company_problems(battle: Battle, key: str) -> Iterator[str]:
    """What is wrong with the build of a company in this battle, by its key, a sentence each."""
    company = battle.company(key)
    frames = [frame for frame in battle.frames if frame.company == company.key]
    for frame in frames:
        yield from frame_problems(frame)
    if not frames:
        yield f"{company.name} has no frames."
        return
    limits = FRAMES.get((len(battle.companies), battle.size))
    if limits is None:
        return
    players = len(battle.companies)
    fewest, most = limits
    if not fewest <= len(frames) <= most:
        yield (
            f"{company.name} has {count_or_no(len(frames), 'frame')}. "
            f"With {players} players a {battle.size} takes {fewest} to {most} frames each."
        )
    stations = sum(station.owner == company.key for station in battle.stations)
    if stations != STATIONS[players]:
        held = count_or_no(stations, "station")
        yield f"{company.name} has {held}. With {players} players each company has {STATIONS[players]}."
    rockets = sum(frame.rockets for frame in frames)
    if rockets != ROCKETS:
        yield f"{company.name} has {count_or_no(rockets, 'rocket')}. A company has exactly {ROCKETS}."
