"""Setting up a battle of operators: rows of positions, operators, cards, their effects, and what is agreed on."""

from __future__ import annotations

from typing import Any

from companion.models import FieldPosition, Operator, OperatorBattle, Squad, SquadCard, SquadModifier
from companion.services.building import building


def add_positions(*, key: str, who: str, seen: int, squad: Squad, count: int, objective: int) -> None:
    """Lengthen a squad's row by some positions with objectives of one value."""
    with building(key, who, seen, f"{squad} has {count} more field positions.") as battle:
        taken = FieldPosition.objects.filter(battle=battle, squad=squad).values_list("place", flat=True)
        first = max(taken, default=0) + 1
        for place in range(first, first + count):
            FieldPosition.objects.create(
                battle=battle, squad=squad, name=f"Position {place}", place=place, objective=objective
            )


def add_operator(*, key: str, who: str, seen: int, squad: Squad, name: str, **printed: Any) -> None:
    """Add an operator with what is printed on it, on a position or in the SAVEZONE."""
    with building(key, who, seen, f"{name} joins {squad}.") as battle:
        Operator.objects.create(battle=battle, squad=squad, name=name, **printed)


def add_card(*, key: str, who: str, seen: int, squad: Squad, name: str, kind: str) -> None:
    """Add a card that a squad may play."""
    with building(key, who, seen, f"{name} is a card of {squad}.") as battle:
        SquadCard.objects.create(battle=battle, squad=squad, name=name, kind=kind)


def add_effect(*, key: str, who: str, seen: int, bearer: Operator | SquadCard | None, **modifier: Any) -> None:
    """Give an operator a skill, a card an effect, or TEAMWORK what it does in this battle."""
    with building(key, who, seen, f"{modifier['name']} is an effect of {bearer or 'TEAMWORK'}.") as battle:
        if isinstance(bearer, Operator):
            SquadModifier.objects.create(operator=bearer, **modifier)
        elif isinstance(bearer, SquadCard):
            SquadModifier.objects.create(card=bearer, **modifier)
        else:
            SquadModifier.objects.create(battle_id=battle.pk, **modifier)


def agree(*, key: str, who: str, seen: int, **readings: str) -> None:
    """Agree on the readings of the rules."""
    with building(key, who, seen, "The players agree on how they read the rules.") as battle:
        OperatorBattle.objects.filter(pk=battle.pk).update(**readings)
