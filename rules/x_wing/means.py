"""What a player has to modify dice with, and what is left of it when one thing is applied (rules reference, tokens)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from rules.x_wing.dice import ATTACK, BLANK, CRIT, EVADE, FACES, FOCUS, HIT, Alike, Lying, bands
from rules.x_wing.modification import Held, Modification

LOCK, SPEND_FOCUS, CALCULATE, FORCE = "lock", "focus", "calculate", "force"
EVADE_BLANK, EVADE_FOCUS = "evade on a blank", "evade on a focus result"
SALVO, SEEK, SHELL = "charges: reroll", "charge: a focus result to a hit", "calculate: a focus result to a crit"
DONE = "done"

REROLLS = (LOCK, SALVO)

SPENT = {
    SPEND_FOCUS: "focus",
    CALCULATE: "calculate",
    FORCE: "force",
    EVADE_BLANK: "evade",
    EVADE_FOCUS: "evade",
    SEEK: "seek",
    SHELL: "calculate",
}
"""What is spent by each of these."""

LABELS = {
    LOCK: "spend the lock",
    SPEND_FOCUS: "spend focus",
    CALCULATE: "spend calculate",
    FORCE: "spend Force",
    EVADE_BLANK: "evade: turn a blank",
    EVADE_FOCUS: "evade: turn a focus result",
    SALVO: "spend charges, each to reroll a die",
    SEEK: "spend a charge: turn a focus result to a hit",
    SHELL: "spend calculate: turn a focus result to a crit",
}
"""What can be done besides abilities, as players say it."""

PLENTY = 99
"""More results than any roll shows."""


class Means(NamedTuple):
    """What a player has to modify dice with: a lock on the defender, tokens, Force charges, abilities and its weapon.

    Of the weapon's charges ``salvo`` may be spent once, to reroll as many dice, and ``seek`` each for a focus result;
    ``shell`` tells that a calculate token may once be spent for a crit. ``paid`` are the charges spent on all of it.
    ``required`` names the abilities that are used as soon as there is nothing else to do.
    """

    lock: bool = False
    focus: int = 0
    calculate: int = 0
    force: int = 0
    evade: int = 0
    abilities: tuple[Modification, ...] = Held()
    salvo: int = 0
    seek: int = 0
    shell: bool = False
    paid: int = 0
    required: tuple[str, ...] = ()

    @property
    def held(self) -> Held:
        """Its abilities, with what is known of them."""
        return self.abilities if isinstance(self.abilities, Held) else Held(self.abilities)

    @property
    def rerolls(self) -> bool:
        """Whether any of it rerolls dice."""
        return self.lock or self.salvo > 0 or self.held.rerolls

    @property
    def own_rerolls(self) -> tuple[str, ...]:
        """What rerolls dice besides abilities."""
        return (*((LOCK,) if self.lock else ()), *((SALVO,) if self.salvo else ()))

    @property
    def converts(self) -> int:
        """How many focus results it can turn into successes."""
        return PLENTY if self.focus else self.calculate + self.force + self.seek

    def spendable(self, *, focus: bool, blanks: bool) -> list[str]:
        """The tokens and charges that may be spent: none without a focus result or a blank that it changes."""
        names = []
        if focus:
            names += [SHELL] if self.shell and self.calculate else []
            names += [SPEND_FOCUS] if self.focus else []
            names += [CALCULATE] if self.calculate else []
            names += [FORCE] if self.force else []
            names += [SEEK] if self.seek else []
        if self.evade:
            names += [EVADE_BLANK] if blanks else []
            names += [EVADE_FOCUS] if focus else []
        return names

    def affords(self, ability: Modification) -> bool:
        """Whether the tokens that an ability costs are there."""
        return not ability.cost or all(getattr(self, kind) >= amount for kind, amount in ability.cost)

    def ability(self, taken: str) -> Modification:
        """The ability that is applied."""
        held = self.held
        return held[held.places[taken]]

    def without(self, taken: str) -> Means:
        """What is left when one thing is applied."""
        return _without(self, taken)

    def less(self, cost: Iterable[tuple[str, int]]) -> Means:
        """What is left of it beside so much of each kind."""
        left: dict[str, Any] = {k: False if k == LOCK else max(0, getattr(self, k) - amount) for k, amount in cost}
        return self._replace(**left)


@lru_cache(maxsize=10_000)
def _without(means: Means, taken: str) -> Means:
    if taken == LOCK:
        return means._replace(lock=False)
    if taken == SALVO:
        return means._replace(salvo=0)
    if kind := SPENT.get(taken):
        left = means._replace(**{kind: getattr(means, kind) - 1})
        return left._replace(shell=left.shell and taken != SHELL, paid=left.paid + (taken == SEEK))
    held = means.held
    place = held.places[taken]
    rest = means.less(cost) if (cost := held[place].cost) else means
    return rest._replace(abilities=held.without(place))


def alike(kind: str, dice: int, means: Means) -> Alike:
    """The faces that usual play tells apart while an owner modifies so many dice.

    A focus result that will be turned for sure is like a success, and one that nothing turns is like a blank.
    """
    if means.held.tells_bad_dice_apart or means.shell or 0 < means.converts < dice:
        return bands(kind, FOCUS)
    return bands(kind, FACES[kind][0] if means.converts else BLANK)


def converted(dice: Lying, spent: str) -> Lying:
    """The dice after a token or a charge is spent: a focus token changes every focus result, the others one die."""
    success = CRIT if spent == SHELL else HIT if dice.kind == ATTACK else EVADE
    if spent == EVADE_BLANK:
        return dice.turned(BLANK, success, 1)
    return dice.turned(FOCUS, success, dice.focus if spent == SPEND_FOCUS else 1)
