"""The start of a battle: the builds are checked and the points per asset fixed for good."""

from __future__ import annotations

from dataclasses import dataclass

from rules.changes import Change, apply
from rules.game import Declared, Illegal, Outcome
from rules.mobile_frame_zero.limits import company_problems
from rules.mobile_frame_zero.score import points_per_asset, with_scores
from rules.mobile_frame_zero.sheet import Battle
from rules.table import Table


@dataclass(frozen=True, slots=True)
class Start:
    """The companies are built and the battle starts."""


def start(declared: Declared[Battle, Start], table: Table) -> Outcome:
    """Fix every company's points per asset, and with them the scores; ``Illegal`` when a build is over its limits."""
    battle = declared.battle
    if battle.started:
        raise Illegal("The battle has started.")
    if len(battle.companies) < 2:
        raise Illegal("A battle needs at least two companies.")
    for company in battle.companies:
        for problem in company_problems(battle, company):
            raise Illegal(problem)
    worth = points_per_asset(battle)
    changes = with_scores(
        battle,
        (
            *(Change(c.key, "points_per_asset", c.points_per_asset, worth[c.key]) for c in battle.companies),
            Change(battle.key, "started", False, True),
        ),
    )
    return Outcome(f"The battle starts: {_standing(apply(battle, changes))}.", changes)


def _standing(battle: Battle) -> str:
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
