"""What a player has to modify dice with, and what is left of it when one thing is applied (rules reference, tokens)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from rules.dice import Die
from rules.x_wing.dice import ATTACK, BLANK, CRIT, DICE, EVADE, FACES, FOCUS, HIT, with_lock
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


class _Means(NamedTuple):
    """What a player has to modify dice with: a lock on the defender, tokens, Force charges, abilities and its weapon.

    Of the weapon's charges ``salvo`` may be spent once, to reroll as many dice, and ``seek`` each for a focus result;
    ``shell`` tells that a calculate token may once be spent for a crit. ``paid`` are the charges spent on all of it.
    ``required`` names the abilities that are used as soon as there is nothing else to do. ``kept`` tells that there is
    a lock which cannot be spent any more; what is ``told`` matters for other dice as long as it is left: the lock,
    focus or else calculate tokens, and abilities by their names.
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
    kept: bool = False
    told: tuple[str, ...] = ()


class Means(_Means):
    """The same with what follows from it, which odds look up many thousand times and which is found once."""

    @cached_property
    def held(self) -> Held:
        """Its abilities, with what is known of them."""
        return self.abilities if isinstance(self.abilities, Held) else Held(self.abilities)

    @cached_property
    def rerolls(self) -> bool:
        """Whether any of it rerolls dice."""
        return self.lock or self.salvo > 0 or self.held.rerolls

    @cached_property
    def own_rerolls(self) -> tuple[str, ...]:
        """What rerolls dice besides abilities."""
        return (*((LOCK,) if self.lock else ()), *((SALVO,) if self.salvo else ()))

    @cached_property
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
        return held[held.names.index(taken)]

    def without(self, taken: str) -> Means:
        """What is left when one thing is applied."""
        left: Means | None = self._left.get(taken)
        if left is None:
            left = self._left[taken] = self._without(taken)
        return left

    @cached_property
    def _left(self) -> dict[str, Means]:
        return {}

    @cached_property
    def known(self) -> dict[Hashable, Any]:
        """What was found of it before, kept here since it takes long to look it up by all that it has."""
        return {}

    @cached_property
    def ends(self) -> dict[Hashable, Any]:
        """How turns in which it is applied were found to end, apart from what is known of it before."""
        return {}

    @cached_property
    def without_rerolls(self) -> Means:
        """The same without the abilities that reroll dice: one for all that have the same abilities besides."""
        return _without_rerolls(self) if self.held.rerolls else self

    @cached_property
    def as_told(self) -> Means:
        """What of it is told, one for all that tell the same: more would tell ends apart that are equal for odds."""
        if not self.told:
            return NOTHING
        named = Held(ability for ability in self.held if ability.source in self.told)
        has_token = SPEND_FOCUS in self.told and (self.focus or self.calculate)
        return _only(Means(LOCK in self.told and (self.lock or self.kept), int(bool(has_token)), abilities=named))

    @cached_property
    def changes(self) -> dict[Hashable, Any]:
        """What of it was found to change dice of another player, by what they show."""
        return {}

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def _without(self, taken: str) -> Means:
        if taken == LOCK:
            return self.less([(LOCK, 1)])
        if taken == SALVO:
            return self._replace(salvo=0)
        if kind := SPENT.get(taken):
            left = self.less([(kind, 1)])
            return left._replace(shell=left.shell and taken != SHELL, paid=left.paid + (taken == SEEK))
        used, left = self.held[place := self.held.names.index(taken)], self._replace(abilities=self.held.without(place))
        if used.keeps_lock and self.lock:
            left = left._replace(lock=False, kept=True)
        return left.less(used.cost) if used.cost else left

    def less(self, cost: Iterable[tuple[str, int]]) -> Means:
        """What is left of it beside so much of each kind."""
        left: dict[str, Any] = {k: False if k == LOCK else max(0, getattr(self, k) - amount) for k, amount in cost}
        held = self.held.without_lock if LOCK in left else self.held
        for kind in (kind for kind, count in left.items() if not count):
            held = held.without_any_while(kind)
        return self._replace(**left, abilities=held)


NOTHING = Means()


def _without_rerolls(means: Means) -> Means:
    return _only(means._replace(abilities=Held(one for one in means.held if not one.rerolls)))


@lru_cache(maxsize=1000)
def _only(means: Means) -> Means:
    """The one of all equal ones of which it is known what they change."""
    return means


def focus_as(kind: str, dice: int, means: Means) -> str:
    """The face that a focus result comes to the same as in usual play, while an owner modifies so many dice.

    One that will be turned for sure is like a success, and one that nothing turns is like a blank. Changes of any face
    come after tokens, and then one die that is no success is as good as another.
    """
    held, converts = means.held, means.converts
    if held.names_focus or means.shell or means.told or 0 < converts < dice:
        return FOCUS
    if converts:
        return FACES[kind][0]
    return FOCUS if held.names_bad_dice or held.most_of_any > 1 else BLANK


def usual_die(kind: str, dice: int, means: Means) -> Die | None:
    """One of so many dice that an owner modifies, with its reroll in usual play; none if that depends on the others.

    A lock is used first, for every die that will be no success.
    """
    if not means.rerolls:
        return DICE[kind]
    if means.held.needs_lock:
        return None
    face = focus_as(kind, dice, means)
    return with_lock(kind, face) if means.lock and face != FOCUS else None


def conversion(kind: str, spent: str) -> tuple[str, str, int]:
    """What a token or a charge changes: a face to another, of every focus result by a focus token, else of one die."""
    success = CRIT if spent == SHELL else HIT if kind == ATTACK else EVADE
    return BLANK if spent == EVADE_BLANK else FOCUS, success, PLENTY if spent == SPEND_FOCUS else 1
