"""What a player has to modify dice with, and what is left of it when one thing is applied (rules reference, tokens)."""

from __future__ import annotations

from typing import NamedTuple

from rules.x_wing.dice import ATTACK, BLANK, EVADE, FOCUS, HIT, Lying
from rules.x_wing.modification import Modification

LOCK, SPEND_FOCUS, CALCULATE, FORCE = "lock", "focus", "calculate", "force"
EVADE_BLANK, EVADE_FOCUS = "evade on a blank", "evade on a focus result"
DONE = "done"

SPENT = {
    SPEND_FOCUS: "focus",
    CALCULATE: "calculate",
    FORCE: "force",
    EVADE_BLANK: "evade",
    EVADE_FOCUS: "evade",
}
"""What is spent by each of these."""

LABELS = {
    LOCK: "spend the lock",
    SPEND_FOCUS: "spend focus",
    CALCULATE: "spend calculate",
    FORCE: "spend Force",
    EVADE_BLANK: "evade: turn a blank",
    EVADE_FOCUS: "evade: turn a focus result",
}
"""What can be done besides abilities, as players say it."""

PLENTY = 99
"""More results than any roll shows."""


class Means(NamedTuple):
    """What a player has to modify dice with: a lock on the defender, tokens, Force charges, and abilities."""

    lock: bool = False
    focus: int = 0
    calculate: int = 0
    force: int = 0
    evade: int = 0
    abilities: tuple[Modification, ...] = ()

    @property
    def rerolls(self) -> bool:
        """Whether any of it rerolls dice."""
        return self.lock or any(ability.rerolls for ability in self.abilities)

    @property
    def converts(self) -> int:
        """How many focus results it can turn into successes."""
        return PLENTY if self.focus else self.calculate + self.force

    def spendable(self, dice: Lying) -> list[str]:
        """The tokens and charges that may be spent: none without a die that it changes."""
        names = []
        if dice.focus:
            names += [SPEND_FOCUS] if self.focus else []
            names += [CALCULATE] if self.calculate else []
            names += [FORCE] if self.force else []
        if self.evade:
            names += [EVADE_BLANK] if dice.blanks else []
            names += [EVADE_FOCUS] if dice.focus else []
        return names

    def ability(self, taken: str) -> Modification:
        """The ability that is applied."""
        return next(ability for ability in self.abilities if str(ability) == taken)

    def without(self, taken: str) -> Means:
        """What is left when one thing is applied."""
        if taken == LOCK:
            return Means(False, *self[1:])
        if kind := SPENT.get(taken):
            return self._replace(**{kind: getattr(self, kind) - 1})
        place = self.abilities.index(self.ability(taken))
        return self._replace(abilities=self.abilities[:place] + self.abilities[place + 1 :])


def converted(dice: Lying, spent: str) -> Lying:
    """The dice after a token or a charge is spent: a focus token changes every focus result, the others one die."""
    success = HIT if dice.kind == ATTACK else EVADE
    if spent == EVADE_BLANK:
        return dice.turned(BLANK, success, 1)
    return dice.turned(FOCUS, success, dice.focus if spent == SPEND_FOCUS else 1)
