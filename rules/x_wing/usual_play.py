"""Usual play of a turn in which dice are modified, from one roll to the next, as odds count it."""

from __future__ import annotations

from collections.abc import Callable
from operator import add

from rules.dice import Tally
from rules.x_wing.dice import Lying, scored
from rules.x_wing.means import NOTHING
from rules.x_wing.modifying import Modified, Modifying, Rerolling
from rules.x_wing.usual_order import applied_at_last, applied_first, changed_at_last, usually_rerolls


def usually(now: Modifying) -> Rerolling | Modified:
    """The dice that the player comes to reroll once all is applied that usually is before, or how the turn ends."""
    own, enough = now.own, now.enough
    while any(now.dice.fresh):
        if not own and not usually_rerolls(now.dice, now.means, 0, own=False):
            # Their owner may reroll them afterwards.
            return Modified(now.with_(*changed_at_last(now.dice, now.means.without_rerolls, enough)).dice, NOTHING)
        applied = applied_first(now.dice, now.means, enough, own=own)
        if applied.rerolled:
            return _all_picked(now.again(applied.picked(now.dice, own=own), applied.left))
        if not applied.turned:
            return Modified(now.dice.scored(), now.means.as_told) if own else Modified(now.dice, NOTHING)
        now = now.with_(applied.to(now.dice), applied.left)
    return last_of(now)((0,) * len(now.dice.fixed))


def _all_picked(again: Rerolling) -> Rerolling:
    """The dice in hand with those that are rerolled next, whatever the first ones show: all are rolled together then.

    So the dice are not told apart by which of them was rerolled with what.
    """
    while again.is_next_known:
        now = again.now
        applied = applied_first(now.dice, now.means, now.enough, own=now.own)
        # What rerolls them next may cost what converts focus results.
        if not applied.rerolled or (now.own and not again.tells_focus(applied.left)):
            break
        again = again.with_(applied.picked(now.dice, own=now.own), applied.left)
    return again


def last_of_reroll(again: Rerolling) -> Callable[[Tally], Modified] | None:
    """How the turn ends by what the dice in the player's hand show, where it comes to no more reroll; else nothing.

    Nor is it told here of another player's turn where many rolls may leave the same.
    """
    now = again.now
    if not any(now.dice.fresh):
        return last_of(now)
    owner_rerolls, changes = now.then is not None and now.then.rerolls, now.means.without_rerolls.abilities
    if now.own or any(now.dice.fixed) or not (owner_rerolls and changes):
        return None
    if usually_rerolls(now.dice, now.means, 0, own=False):
        return None
    means, enough = now.means.without_rerolls, now.enough
    found: dict[Lying, Modified] = {}

    def ended(shown: Tally) -> Modified:
        changed, left = changed_at_last(now.dice.joined(shown), means, enough)
        if changed not in found:
            # What the other player could still change them with makes no difference to their owner.
            found[changed] = Modified(now.with_(changed, left).dice, NOTHING)
        return found[changed]

    return ended


def last_of(now: Modifying) -> Callable[[Tally], Modified]:
    """How a turn ends, by what the dice show that come to the others, when none is rerolled any more."""
    lying, means, own, enough = now.dice.fixed, now.means, now.own, now.enough
    ends: dict[Tally, Modified] = means.ends.setdefault((own, enough), {})

    def ended(shown: Tally) -> Modified:
        total = tuple(map(add, lying, shown))
        found = ends.get(total)
        if found is None:
            last, left = applied_at_last(total, means, enough, own=own)
            dice = scored(last) if own else Lying((0,) * len(last), last)
            found = ends[total] = Modified(dice, left.as_told)
        return found

    return ended
