"""Setting up a battle of operators: rows of positions, operators, cards, their effects, and what is agreed on.

Each service that adds a row changes one instead when it is given.
"""

from __future__ import annotations

from typing import Any

from companion.models import FieldPosition, Operator, OperatorBattle, Squad, SquadCard, SquadModifier
from companion.services.building import building
from rules.words import counted


def add_positions(
    *,
    key: str,
    who: str,
    seen: int,
    objective: int,
    squad: Squad | None = None,
    count: int = 0,
    row: FieldPosition | None = None,
) -> None:
    """Lengthen a squad's row by some positions with objectives of one value."""
    more = counted(count, "more position")
    news = f"{row} of {row.squad} has an objective of {objective}." if row else f"{squad} has {more}."
    with building(key, who, seen, news) as battle:
        if row:
            FieldPosition.objects.filter(pk=row.pk).update(objective=objective)
            return
        assert squad is not None
        taken = FieldPosition.objects.filter(battle=battle, squad=squad).values_list("place", flat=True)
        first = max(taken, default=0) + 1
        for place in range(first, first + count):
            FieldPosition.objects.create(
                battle=battle, squad=squad, name=f"Position {place}", place=place, objective=objective
            )


def add_operator(
    *, key: str, who: str, seen: int, squad: Squad, name: str, row: Operator | None = None, **printed: Any
) -> None:
    """Add an operator with what is printed on it, on a position or in the SAVEZONE."""
    with building(key, who, seen, f"{name} of {squad} is changed." if row else f"{name} joins {squad}.") as battle:
        if row:
            Operator.objects.filter(pk=row.pk).update(squad=squad, name=name, **printed)
        else:
            Operator.objects.create(battle=battle, squad=squad, name=name, **printed)


def add_card(
    *, key: str, who: str, seen: int, squad: Squad, name: str, kind: str, row: SquadCard | None = None
) -> None:
    """Add a card that a squad may play."""
    news = f"{row} is now {name}, {kind} of {squad}." if row else f"{name} is a card of {squad}: {kind}."
    with building(key, who, seen, news) as battle:
        if row:
            SquadCard.objects.filter(pk=row.pk).update(squad=squad, name=name, kind=kind)
        else:
            SquadCard.objects.create(battle=battle, squad=squad, name=name, kind=kind)


def add_effect(
    *,
    key: str,
    who: str,
    seen: int,
    bearer: Operator | SquadCard | None,
    row: SquadModifier | None = None,
    **modifier: Any,
) -> None:
    """Give an operator a skill, a card an effect, or TEAMWORK what it does in this battle."""
    does = SquadModifier(**modifier).sheet("effect").effect
    news = f"{bearer or 'TEAMWORK'}: {modifier['name']}, {does}{' (changed)' if row else ''}."
    with building(key, who, seen, news) as battle:
        borne = {
            "operator": bearer if isinstance(bearer, Operator) else None,
            "card": bearer if isinstance(bearer, SquadCard) else None,
            "battle_id": None if bearer else battle.pk,
        }
        if row:
            SquadModifier.objects.filter(pk=row.pk).update(**borne, **modifier)
        else:
            SquadModifier.objects.create(**borne, **modifier)


def agree(*, key: str, who: str, seen: int, **readings: str) -> None:
    """Agree on the readings of the rules."""
    with building(key, who, seen, "The players agree on how they read the rules.") as battle:
        OperatorBattle.objects.filter(pk=battle.pk).update(**readings)
