"""Setting up a battle of Gods Gloom: its units and what is agreed on."""

from __future__ import annotations

from companion.models import GloomArmy, GloomBattle, GloomUnit
from companion.services.building import building


def add_unit(
    *, key: str, who: str, seen: int, army: GloomArmy, name: str, morale: int, health: int, **rest: int | str
) -> None:
    """Add a unit at its full Health, with all its Morale tokens."""
    with building(key, who, seen, f"{name} joins {army}.") as battle:
        unit = GloomUnit.objects.create(
            battle=battle, army=army, name=name, morale=morale, health=health, current_health=health, **rest
        )
        unit.lay(morale_tokens=morale)


def agree(*, key: str, who: str, seen: int, **agreed: int | str) -> None:
    """Agree on what the text does not give."""
    with building(key, who, seen, "The players agree on what the rules do not say.") as battle:
        GloomBattle.objects.filter(pk=battle.pk).update(**agreed)
