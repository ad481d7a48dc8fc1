"""What a weapon itself can do to the dice of its attack, by its card and with its charges."""

from __future__ import annotations

from collections.abc import Iterator

from rules.x_wing.declaration import Attack
from rules.x_wing.dice import CRIT, FOCUS, HIT
from rules.x_wing.means import Means
from rules.x_wing.modification import ADD, CHANGE, Modification
from rules.x_wing.ship import Arc, Effect, Weapon
from rules.x_wing.weapon_costs import price

MOST_SOUGHT = 2
"""The charges of Seeker Missiles that change dice."""

REQUIRED = (Effect.HIT_TO_CRIT, Effect.FOCUS_TO_CRIT)
"""The weapons whose cards change a die, and do not say that the attacker may."""


def of_weapon(weapon: Weapon, arc: Arc) -> Iterator[Modification]:
    """How the weapon itself can change or add a result."""
    changes = {
        Effect.HIT_TO_CRIT: Modification(weapon.name, CHANGE, 1, HIT, CRIT),
        Effect.FOCUS_TO_CRIT: Modification(weapon.name, CHANGE, 1, FOCUS, CRIT, HIT),
        Effect.FORESIGHT: Modification(weapon.name, CHANGE, 1, FOCUS, HIT),
    }
    if found := changes.get(weapon.effect):
        yield found
    if weapon.effect is Effect.FOCUS_MORE and arc is Arc.BULLSEYE:
        yield Modification(weapon.name, ADD, 1, after=FOCUS)


def beside(own: tuple[Modification, ...], typed: Modification) -> Modification:
    """What was typed in, told apart from what the weapon does where players called it like that."""
    return typed._replace(source=f"{typed.source} (typed)") if str(typed) in map(str, own) else typed


def with_charges(means: Means, attack: Attack, weapon: Weapon, for_cards: int) -> Means:
    """What the charges of the weapon that are left, beside those ``for_cards``, can do to dice."""
    left = weapon.charges - price(weapon, attack.target, bonus=attack.bonus).charges - attack.more_dice
    left -= for_cards
    if weapon.effect is Effect.BARRAGE and attack.arc is Arc.BULLSEYE:
        return means._replace(salvo=left)
    if weapon.effect is Effect.SEEKER:
        return means._replace(seek=min(MOST_SOUGHT, left))
    return means._replace(shell=weapon.effect is Effect.SHELLS)
