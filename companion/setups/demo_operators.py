"""The demo battle of Airsoft Squads: sample operators, skills and cards, since no printed ones are known."""

from __future__ import annotations

from typing import Any

from companion.models import (
    Battle,
    Campaign,
    FieldPosition,
    Operator,
    OperatorBattle,
    Squad,
    SquadCard,
    SquadModifier,
)
from rules.airsoft_squads.modifiers import Operation, Reach, Stat, While
from rules.airsoft_squads.pieces import Kind, Lies
from rules.airsoft_squads.sheet import Phase

VALUES = ("team", "points", "ap", "ep", "dp", "mp", "place")

OPERATORS = {
    "Hawks": (
        ("Rook", ("Falcons", 12, 7, 3, 7, 2, 1)),
        ("Kite", ("Falcons", 10, 4, 4, 6, 2, 2)),
        ("Merlin", ("Falcons", 14, 5, 3, 8, 1, 3)),
        ("Jay", ("Larks", 8, 3, 5, 5, 3, None)),
    ),
    "Vipers": (
        ("Adder", ("Snakes", 12, 5, 3, 9, 2, 1)),
        ("Boa", ("Snakes", 11, 4, 4, 8, 2, 2)),
        ("Cobra", ("Snakes", 13, 6, 2, 7, 2, 3)),
        ("Mamba", ("Snakes", 9, 4, 5, 5, 3, None)),
    ),
}
"""The operators of each squad: the name, and what ``VALUES`` names."""

Effect = tuple[str, While, Stat, Operation, int, str, Reach]

SKILLS: dict[str, Effect] = {
    "Kite": ("Sample spotter", While.ATTACKER, Stat.AP, Operation.ADD, 1, "", Reach.IN_RANGE),
    "Merlin": ("Sample second shot", While.ATTACKER, Stat.ATTACK_DICE, Operation.ADD, 1, "", Reach.ITSELF),
    "Adder": ("Sample cover", While.TARGET, Stat.EP, Operation.ADD, 2, "it has not moved this TURN", Reach.ITSELF),
    "Cobra": ("Sample sharp eye", While.ATTACKER, Stat.CRITICAL, Operation.FIX, 5, "", Reach.ITSELF),
}

ALWAYS_THERE = ("", Reach.ITSELF)
CARDS: dict[str, tuple[tuple[str, Kind, Effect], ...]] = {
    "Hawks": (
        ("Sample focus", Kind.ATTACK, ("Sample focus", While.ATTACKER, Stat.AP, Operation.ADD, 2, *ALWAYS_THERE)),
        ("Sample vest", Kind.ITEM, ("Sample vest", While.ALWAYS, Stat.DP, Operation.ADD, 2, *ALWAYS_THERE)),
        ("Sample push", Kind.STRATEGY, ("Sample push", While.ATTACKER, Stat.AP, Operation.ADD, 1, *ALWAYS_THERE)),
    ),
    "Vipers": (
        ("Sample smoke", Kind.DEFENCE, ("Sample smoke", While.TARGET, Stat.EP, Operation.ADD, 2, *ALWAYS_THERE)),
        ("Sample radio", Kind.ITEM, ("Sample radio", While.ALWAYS, Stat.MP, Operation.ADD, 1, *ALWAYS_THERE)),
        ("Sample ditch", Kind.STRATEGY, ("Sample ditch", While.TARGET, Stat.EP, Operation.ADD, 1, *ALWAYS_THERE)),
    ),
}
"""The cards of each squad: the name, the kind, and its effect."""

TEAMWORK: Effect = ("Sample teamwork", While.ATTACKER, Stat.AP, Operation.ADD, 1, "", Reach.ITSELF)


def demo_battle(campaign: Campaign) -> Battle:
    """Set the demo battle up: rows of three, cards to play, the COMBAT phase of the first squad's TURN."""
    battle = OperatorBattle.objects.create(
        campaign=campaign,
        name="The sample depot",
        game="airsoft_squads",
        started=True,
        phase=Phase.COMBAT.value,
    )
    for seat, (name, operators) in enumerate(OPERATORS.items(), start=1):
        squad = Squad.objects.create(battle=battle, name=name, seat=seat)
        for place in (1, 2, 3):
            FieldPosition.objects.create(battle=battle, squad=squad, name=f"Position {place}", place=place, objective=4)
        for operator, printed in operators:
            row = Operator.objects.create(
                battle=battle, squad=squad, name=operator, **dict(zip(VALUES, printed, strict=True))
            )
            if operator in SKILLS:
                _effect(SKILLS[operator], operator=row)
        for title, kind, effect in CARDS[name]:
            lies = Lies.LAID if title == "Sample ditch" else Lies.APART
            _effect(effect, card=SquadCard.objects.create(battle=battle, squad=squad, name=title, kind=kind, lies=lies))
    _effect(TEAMWORK, battle=battle)
    return battle


def _effect(effect: Effect, **bearer: Any) -> None:
    name, side, stat, operation, amount, condition, reach = effect
    SquadModifier.objects.create(
        name=name, side=side, stat=stat, operation=operation, amount=amount, condition=condition, reach=reach, **bearer
    )
