"""The start of a battle: the builds are checked and the points per asset fixed for good."""

from __future__ import annotations

from rules.changes import Change, apply
from rules.mobile_frame_zero.score import points_per_asset, with_scores
from rules.mobile_frame_zero.sheet import Battle
from rules.table import Table


def begin(battle: Battle, table: Table) -> tuple[str, tuple[Change, ...]]:
    """Fix every company's points per asset, and with them the scores."""
    worth = points_per_asset(battle)
    points = (Change(c.key, "points_per_asset", c.points_per_asset, worth[c.key]) for c in battle.companies)
    changes = with_scores(battle, (*points, Change(battle.key, "started", battle.started, True)))
    return f"The battle starts: {_scores(apply(battle, changes))}.", changes


def _scores(battle: Battle) -> str:
    scores = [company.score for company in battle.companies]
    return ", ".join(f"{company.name} {company.score} ({_role(company.score, scores)})" for company in battle.companies)


def _role(score: int, scores: list[int]) -> str:
    """What a company is by its score; a tie is for the players to settle."""
    role = "offence"
    if score == max(scores):
        role = "defence"
    elif score == min(scores):
        role = "point offence"
    return f"tied for {role}" if scores.count(score) > 1 and role != "offence" else role
