"""Assets, points per asset, scores and the orders that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.changes import Change
from rules.mobile_frame_zero.sheet import Battle, Company
from rules.scores import rescored

START = 5
"""Points per asset before the counts are compared (RULINGS, "Scores and rounds")."""


def assets(battle: Battle, company: str) -> int:
    """The undestroyed frames and the controlled stations of a company (rulebook, p. 93)."""
    frames = sum(frame.company == company and frame.standing for frame in battle.frames)
    return frames + sum(station.owner == company for station in battle.stations)


def score(battle: Battle) -> Mapping[str, int]:
    """The points of each company: assets times its points per asset (rulebook, p. 93)."""
    return {company.key: assets(battle, company.key) * company.points_per_asset for company in battle.companies}


def points_per_asset(battle: Battle) -> Mapping[str, int]:
    """The points per asset that the companies start with, fixed for the battle (RULINGS, "Scores and rounds").

    5, one off for the most frames and one for the most systems, one more for the fewest of each; every company in a
    tie gets the adjustment, and rockets are no systems.
    """
    frames = {c.key: sum(f.company == c.key for f in battle.frames) for c in battle.companies}
    systems = {c.key: sum(len(f.systems) for f in battle.frames if f.company == c.key) for c in battle.companies}
    return {
        company.key: START + sum(_adjustment(counts, company.key) for counts in (frames, systems))
        for company in battle.companies
    }


def tactical_order(battle: Battle) -> tuple[Company, ...]:
    """The companies by score, highest first; equal scores in the order of the table."""
    points = score(battle)
    return tuple(sorted(battle.companies, key=lambda company: -points[company.key]))


def next_to_act(battle: Battle) -> Company | None:
    """The company with the highest score that has a frame which has not acted (RULINGS, "Scores and rounds")."""
    for company in tactical_order(battle):
        if any(f.company == company.key and f.standing and not f.acted for f in battle.frames):
            return company
    return None


def with_scores(battle: Battle, changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes and what the scores become by them, recomputed from the battle afterwards."""
    return rescored(battle, changes, score)


def _adjustment(counts: Mapping[str, int], company: str) -> int:
    most, fewest = max(counts.values()), min(counts.values())
    return (counts[company] == fewest) - (counts[company] == most)
