"""What a player usually applies first while dice are modified, and what it can apply besides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeAlias

from rules.dice import Tally
from rules.x_wing.dice import ATTACK, DEFENCE, FACES, FACES_OF_ATTACK, Lying
from rules.x_wing.means import DONE, LOCK, PLENTY, SALVO, Means, conversion
from rules.x_wing.modification import InUse, Modification
from rules.x_wing.rerolls import is_worth_rerolling, wished


def usually_rerolls(dice: Lying, means: Means, in_hand: int, *, own: bool) -> bool:
    """Whether a player can still come to reroll some of the dice in usual play, even if all others will show focus."""
    if not means.rerolls:
        return False
    return means.held.spoils(own=own) or is_worth_rerolling(dice, means.converts - in_hand, own=own)


def usual_first(dice: Lying, means: Means, enough: int, *, own: bool) -> tuple[str, ...]:
    """What a player can apply now, with the most usual first and ``done`` before what does not help.

    With ``enough`` successes there is no more to gain. As long as something is required that changes a die, the player
    is not done.
    """
    total = dice.total
    first = tuple(_rerolls(dice, means, own=own)) if means.rerolls and any(dice.fresh) else ()
    if first and (locked := _while_locked(dice, means)):
        first = ((locked.taken, True), *first)
    return _usual_first(first, means, dice.kind, tuple(map(bool, total)), sum(total[:-2]) < enough, own)


Seen: TypeAlias = tuple[tuple[bool, ...], bool, bool]
"""What counts of dice besides rerolls: which faces they show, whether more successes help, and whose they are."""


class Applied(NamedTuple):
    """What a player usually applies first: its name, and what the player has left then.

    ``turned`` dice at most are turned from the face at the place ``before`` to that at ``after``; as many results are
    added where there is none before. Or ``rerolled`` dice at most are rerolled, of those that the ``ability`` can
    reroll if it is one.
    """

    taken: str
    left: Means
    before: int | None = None
    after: int = 0
    turned: int = 0
    rerolled: int = 0
    ability: Modification | None = None

    def picked(self, dice: Lying, *, own: bool) -> Tally:
        """The dice that are rerolled."""
        able = self.ability.rerollable(dice) if self.ability else dice
        return wished(able, self.left.converts, self.rerolled, own=own)

    def to(self, dice: Lying) -> Lying:
        """The dice after what turns or adds some."""
        if self.before is None:
            return dice.added(self.after, self.turned)
        return dice.moved(self.before, self.after, self.turned)

    def to_settled(self, shown: Tally) -> Tally:
        """The same of dice of which none is rerolled any more."""
        dice, before = [*shown], self.before
        count = self.turned if before is None else min(self.turned, dice[before])
        if before is not None:
            dice[before] -= count
        dice[self.after] += count
        return tuple(dice)


def applied_first(dice: Lying, means: Means, enough: int, *, own: bool) -> Applied:
    """What a player usually applies first; it is done where nothing helps."""
    # What rerolls dice comes before all else where that helps, and after all else where it does not.
    if means.rerolls and any(dice.fresh):
        first = _while_locked(dice, means) or _first_reroll(dice, means, own=own)
        if first:
            return first
    return _applied(dice.total, means, dice.kind, enough, own=own)


def applied_at_last(shown: Tally, means: Means, enough: int, *, own: bool) -> tuple[Tally, Means]:
    """What dice show when all is applied that usually is, if none is rerolled any more, and what is left then."""
    kind = ATTACK if len(shown) == FACES_OF_ATTACK else DEFENCE
    while True:
        applied = _applied(shown, means, kind, enough, own=own)
        if not applied.turned:
            return shown, means
        shown, means = applied.to_settled(shown), applied.left


def changed_at_last(dice: Lying, means: Means, enough: int) -> tuple[Lying, Means]:
    """The same of dice that another player modifies, which their owner may reroll, with what that player has left."""
    seen = dice.total, enough
    found: tuple[list[Applied], Means] | None = means.changes.get(seen)
    if found is None:
        found = means.changes[seen] = _changes_at_last(*seen, means)
    applied, left = found
    for one in applied:
        dice = one.to(dice)
    return dice, left


def _changes_at_last(shown: Tally, enough: int, means: Means) -> tuple[list[Applied], Means]:
    """All that another player usually applies to dice that show this, and what it has left then.

    One change after the other from the same face to the same are one of more dice.
    """
    kind = ATTACK if len(shown) == FACES_OF_ATTACK else DEFENCE
    found: list[Applied] = []
    while (applied := _applied(shown, means, kind, enough, own=False)).turned:
        shown, means = applied.to_settled(shown), applied.left
        if found and found[-1][2:4] == applied[2:4]:
            applied = applied._replace(turned=applied.turned + found.pop().turned)
        found.append(applied)
    return found, means


def _while_locked(dice: Lying, means: Means) -> Applied | None:
    """What changes dice as long as the lock is there, before that rerolls any; nothing where there is none such."""
    if not (means.lock and means.held.needs_lock):
        return None
    before_tokens, _ = means.held.in_use(dice.kind, own=True)
    showing = tuple(map(bool, dice.total))
    for name, helps, before, after, most in _changing(means, before_tokens, showing):
        if helps and means.ability(name).while_has == LOCK:
            return Applied(name, means.without(name), before, after, most)
    return None


def _first_reroll(dice: Lying, means: Means, *, own: bool) -> Applied | None:
    """The first of what helps to reroll; nothing where no die is worth it."""
    if not is_worth_rerolling(dice, means.converts, own=own):
        return None
    if names := means.own_rerolls:
        name = names[0]
        return Applied(name, means.without(name), rerolled=means.salvo if name == SALVO else PLENTY)
    for name, ability in means.held.rerolling:
        if means.affords(ability) and is_worth_rerolling(ability.rerollable(dice), means.converts, own=own):
            return Applied(name, means.without(name), rerolled=ability.amount, ability=ability)
    return None


def _applied(shown: Tally, means: Means, kind: str, enough: int, *, own: bool) -> Applied:
    """What is usually applied first to dice of a kind, besides rerolls: found once for all that look the same."""
    # Tokens see nothing but focus results and blanks.
    seen: Seen = tuple(map(bool, shown if means.abilities else shown[-2:])), sum(shown[:-2]) < enough, own
    applied = means.known.get(seen)
    if applied is None:
        applied = means.known[seen] = _found(means, kind, *seen)
    return applied


def _found(means: Means, kind: str, showing: tuple[bool, ...], short: bool, own: bool) -> Applied:
    taken = next((one for one in _applicable(means, kind, showing, own=own) if one[1]), None) if short else None
    if not taken and means.required:
        possible = tuple(_applicable(means, kind, showing, own=own))
        taken = next(iter(possible), None) if any(name in means.required for name, *_ in possible) else None
    if not taken:
        return Applied(DONE, means)
    name, _, before, after, most = taken
    return Applied(name, means.without(name), before, after, most)


def _rerolls(dice: Lying, means: Means, *, own: bool) -> Iterator[tuple[str, bool]]:
    """What can reroll dice, and whether that helps."""
    if names := means.own_rerolls:
        helps = is_worth_rerolling(dice, means.converts, own=own)
        yield from ((name, helps) for name in names)
    for name, ability in means.held.rerolling:
        if means.affords(ability) and any((able := ability.rerollable(dice)).fresh):
            yield name, is_worth_rerolling(able, means.converts, own=own)


def _usual_first(
    first: tuple[tuple[str, bool], ...], means: Means, kind: str, showing: tuple[bool, ...], short: bool, own: bool
) -> tuple[str, ...]:
    """The same for all dice that show the same faces, when what can reroll them comes ``first``."""
    found = [*first, *((name, short and helps) for name, helps, *_ in _applicable(means, kind, showing, own=own))]
    if not found:
        return (DONE,)
    useful_ones, pointless = [name for name, helps in found if helps], [name for name, helps in found if not helps]
    done = () if means.required and any(name in means.required for name, _ in found) else (DONE,)
    return tuple(dict.fromkeys((*useful_ones, *done, *pointless)))


Applicable: TypeAlias = tuple[str, bool, int | None, int, int]
"""The name of what can be applied, whether it helps, the places of both faces, and how many dice are turned at most."""


def _applicable(means: Means, kind: str, showing: tuple[bool, ...], *, own: bool) -> Iterator[Applicable]:
    """What can be applied besides rerolls in the usual order, and whether it helps who needs more of the dice."""
    before_tokens, after_tokens = means.held.in_use(kind, own=own)
    yield from _changing(means, before_tokens, showing)
    if own:
        focus, blanks = showing[-2:]
        for name in means.spendable(focus=focus, blanks=blanks):
            yield _spending(kind, name)
    yield from _changing(means, after_tokens, showing)


@cache
def _spending(kind: str, name: str) -> Applicable:
    before, after, most = conversion(kind, name)
    return name, True, FACES[kind].index(before), FACES[kind].index(after), most


def _changing(means: Means, used: tuple[InUse, ...], showing: tuple[bool, ...]) -> Iterator[Applicable]:
    """Those of some abilities that can change or add something, each by the best that it can do."""
    for name, ability, changing in used:
        if means.affords(ability):
            for before, after, helps in changing:
                if before is None or showing[before]:
                    yield name, helps, before, after, ability.amount
                    break
