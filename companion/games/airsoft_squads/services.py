"""Setting up a battle of operators: rows of positions, and effects of skills, cards and TEAMWORK."""

from __future__ import annotations

from typing import Any

from companion.models import Battle, FieldPosition, Operator, OperatorBattle, Squad, SquadCard, SquadModifier
from companion.services.building import building
from companion.sheets import key_of, made, owner_of, store_parts
from rules.airsoft_squads.modifiers import Modifier
from rules.airsoft_squads.pieces import Position
from rules.words import counted


def add_positions(*, key: str, who: str, seen: int, squad: Squad, count: int, objective: int) -> None:
    """Lengthen a squad's row by some positions with objectives of one value."""
    with building(key, who, seen, f"{squad} has {counted(count, 'more position')}.", joins=True) as battle:
        taken = FieldPosition.objects.filter(battle=battle, squad=squad).values_list("place", flat=True)
        first = max(taken, default=0) + 1
        row = [
            Position(f"position-{place}", f"Position {place}", key_of(squad), place, objective)
            for place in range(first, first + count)
        ]
        store_parts(battle, row, [squad])


def add_effect(*, key: str, who: str, seen: int, bearer: Operator | SquadCard | None, **modifier: Any) -> None:
    """Give an operator a skill, a card an effect, or TEAMWORK what it does in this battle."""
    effect = made(Modifier, modifier)
    with building(key, who, seen, f"{bearer or 'TEAMWORK'}: {effect.name}, {effect.effect}.") as battle:
        store_parts(bearer or _teamwork(battle), [effect])


def change_effect(
    *, key: str, who: str, seen: int, changed: SquadModifier, bearer: Operator | SquadCard | None, **modifier: Any
) -> None:
    """Change an effect, and who bears it."""
    effect = made(Modifier, modifier)
    with building(key, who, seen, f"{bearer or 'TEAMWORK'}: {effect.name}, {effect.effect} (changed).") as battle:
        owner = bearer or _teamwork(battle)
        nobody = dict.fromkeys(("battle", "operator", "card"))
        borne = {**nobody, owner_of(SquadModifier, type(owner)).name: owner}
        SquadModifier.objects.filter(pk=changed.pk).update(**borne, **modifier)


def _teamwork(battle: Battle) -> OperatorBattle:
    """Who bears what TEAMWORK does."""
    return OperatorBattle.objects.get(pk=battle.pk)
