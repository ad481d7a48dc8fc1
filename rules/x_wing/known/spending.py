"""What the attacker spends on its attack dice or gains by them, with which cards for the defence dice begin or end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import NamedTuple

from rules.game import Illegal
from rules.x_wing.known.conditions import foe_with_red_or_orange, unstressed
from rules.x_wing.known.uses import Use
from rules.x_wing.means import LOCK, Means
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.tokens import ORANGE, RED

STRESS = "stress"

KEPT_GREEN = ("evade", "reinforce_fore", "reinforce_aft")
"""The green tokens that change no attack dice, but where a card says so."""


class Ending(NamedTuple):
    """A card for the defence dice, and what of the attacker it cannot be used after once all of that was used."""

    card: str
    spent: tuple[str, ...]


def are_used(spent: Iterable[str], before: Means, left: Means) -> bool:
    """Whether all of this was used while the attack dice were modified: the lock, or cards by their names."""
    lock_is_left = not before.lock or left.lock or left.kept
    names = {ability.source for ability in left.abilities}
    return not any(lock_is_left if one == LOCK else one in names for one in spent)


def bared_by(attacking: Iterable[Use], attacker: Ship) -> tuple[str, ...] | None:
    """The cards that spend the evade and reinforce tokens of the attacker on its dice; ``None`` where some are kept."""
    has = sum(getattr(attacker, track) for track in KEPT_GREEN)
    names = tuple(name for track in KEPT_GREEN for name in _spending(attacking, track))
    return names if len(names) == has else None


def endings(attacking: tuple[Use, ...], attacker: Ship) -> Iterator[Ending]:
    """What may happen to the attack dice with which cards of the attacker for the defence dice end."""
    for use in attacking:
        if not use.known.on_defence or use.helps:
            continue
        if use.by_lock:
            yield Ending(use.name, (LOCK,))
        if use.known.while_has == "evade":
            paid = tuple(_spending(attacking, "evade"))
            yield from [Ending(use.name, paid)] if len(paid) == attacker.evade else []
        if unstressed in use.known.when:
            stressing = (one for one in attacking if one.known.on_attack and _stresses(one, use))
            yield from (Ending(use.name, (one.name,)) for one in stressing)


def check_stress(uses: Iterable[Use]) -> None:
    """Refuse a card for a ship that is not stressed beside one that stresses it before."""
    for first, then in permutations(uses, 2):
        early = not (first.known.modifies or first.known.cancels)
        barred = then.known.modifies or STRESS in dict(then.known.gains)
        if early and barred and unstressed in then.known.when and _stresses(first, then):
            raise Illegal(f"{first.name} gives {first.owner.name} stress, with which {then.name} cannot be used.")


def check_taken(attacking: Iterable[Use], battle: Battle) -> None:
    """Refuse cards that take more red or orange tokens of the defender, or locks on it, than there are."""
    takers = [use for use in attacking if use.known.besides and foe_with_red_or_orange in use.known.when]
    for number, use in enumerate(takers, start=1):
        tokens = sum(getattr(use.foe, track) for track in (*RED, *ORANGE))
        locks = sum(ship.standing and ship.lock == use.foe.key for ship in battle.ships)
        if number > tokens + locks:
            raise Illegal(f"{use.foe.name} has no red or orange token left for {use.name}.")


def _stresses(use: Use, other: Use) -> bool:
    return use is not other and use.owner.key == other.owner.key and STRESS in dict(use.known.gains)


def _spending(attacking: Iterable[Use], track: str) -> Iterator[str]:
    """The cards with which the attacker spends a token of a kind on its dice."""
    for use in attacking:
        if use.known.on_attack and use.payer.key == use.engaged.key and track in dict(use.costs):
            yield use.name
