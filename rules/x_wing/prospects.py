"""The expected damage of an attack, before its dice and at every decision while they lie on the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from rules.odds import expected, odds
from rules.x_wing.dice import Lying
from rules.x_wing.modifying import (
    DONE,
    LOCK,
    Means,
    Modified,
    Modifying,
    Picking,
    Taking,
    converted,
    paid,
    reroll,
    take,
)
from rules.x_wing.neutralise import Results, neutralised
from rules.x_wing.odds import best_play, is_plain
from rules.x_wing.rerolling import OTHERS, choices
from rules.x_wing.strike import Strike, evades, strike
from rules.x_wing.striking import SPENDABLE

Chances: TypeAlias = Mapping[Results, Fraction]

KINDS = {
    "lock": "a lock",
    "focus": "a focus token",
    "calculate": "a calculate token",
    "force": "a Force charge",
    "evade": "an evade token",
}
"""What can be spent on dice, by its name."""

ONE_DOES_ALL = ("lock", "focus")
"""Of these a second one does nothing for the same dice."""


MOST_DICE, MOST_WITH_ABILITIES = 10, 8
"""The most dice of a side whose odds are counted while players wait."""


def is_counted(of: Strike) -> bool:
    """Whether the odds can be counted while players wait; typed abilities take much longer."""
    return max(of.attack.dice, of.defence.dice) <= (MOST_DICE if is_plain(of) else MOST_WITH_ABILITIES)


def chances(of: Strike) -> Chances:
    """The chance of everything that an attack can leave uncancelled, when both play as they usually do."""
    return odds(strike, of)


def total(results: Results) -> int:
    """How much is left uncancelled."""
    return results.total


def best_damage(of: Strike) -> Fraction:
    """The expected damage in the best play of both sides, of a strike that only tokens modify."""
    return expected(best_play(of), total)


def after(of: Strike, about: Hashable, option: int | str) -> Chances | None:
    """The chance of what is left uncancelled when a player takes an option while it modifies its own dice.

    It is that of the best play afterwards, or with abilities of the usual one. ``about`` is what the ask is about;
    ``None`` for asks that are about something else.
    """
    if not is_counted(of):
        return None
    if isinstance(about, Modifying) and about.own:
        return _best(of, about, str(option)) if is_plain(of) else _usual(of, about, str(option))
    if isinstance(about, Picking) and about.now.own:
        return _picked(of, about, str(option))
    return None


def worth(of: Strike, by_attacker: Collection[str]) -> tuple[tuple[str, bool, Fraction], ...]:
    """What each token would be worth: its name, whether it is the attacker's, and the expected damage with one more.

    ``by_attacker`` are the kinds that the attacker may spend. A second lock or focus token is left out.
    """
    found = []
    for attacks in (True, False):
        hand = of.attack if attacks else of.defence
        for kind, name in KINDS.items():
            has = getattr(hand.means, kind)
            if kind not in (by_attacker if attacks else SPENDABLE) or not hand.dice or (has and kind in ONE_DOES_ALL):
                continue
            more = replace(hand, means=_with(hand.means, kind))
            changed = replace(of, attack=more) if attacks else replace(of, defence=more)
            found.append((_another(name) if has else name, attacks, best_damage(changed)))
    return tuple(found)


def _another(name: str) -> str:
    _, noun = name.split(" ", 1)
    return f"another {noun}"


def _with(means: Means, kind: str) -> Means:
    if kind == "lock":
        return means._replace(lock=True)
    return means._replace(**{kind: getattr(means, kind) + 1})


def _best(of: Strike, now: Modifying, option: str) -> Chances:
    """What an option leads to when whatever is done with the lock afterwards is done in the best way."""
    if option == LOCK:
        return _best_pick(of, now)
    usual = _usual(of, now, option)
    if option == DONE or not now.means.lock:
        return usual
    spent = now.with_(_applied(now, option), paid(now.means, option))
    return max(usual, _best_pick(of, spent), key=_damage) if any(spent.dice.fresh) else usual


def _applied(now: Modifying, option: str) -> Lying:
    offer = next((offer for offer in now.means.offers if str(offer) == option), None)
    if offer is None:
        return converted(now.dice, option)
    return now.dice.turned(offer.before, offer.after, min(offer.amount, now.dice.showing(offer.before)))


def _usual(of: Strike, now: Modifying, option: str) -> Chances:
    return _left(of, now, odds(take, Taking(now, option)))


def _best_pick(of: Strike, now: Modifying) -> Chances:
    """What the best of all dice that a lock can reroll leads to."""
    picking = Picking(now, paid(now.means, LOCK), sum(now.dice.fresh))
    found = choices(now.dice, now.means.converts, now.own, picking.most, gladly=True) or choices(
        now.dice, now.means.converts, now.own, picking.most, gladly=False
    )
    return max((_left(of, now, odds(reroll, picking.picked(dice))) for dice in found.values()), key=_damage)


def _picked(of: Strike, picking: Picking, option: str) -> Chances | None:
    if option == OTHERS:
        return None
    now = picking.now
    for gladly in (True, False):
        found = choices(now.dice, now.means.converts, now.own, picking.most, gladly=gladly)
        if option in found:
            return _left(of, now, odds(reroll, picking.picked(found[option])))
    return None


def _damage(left: Chances) -> Fraction:
    return expected(left, total)


def _left(of: Strike, now: Modifying, ends: Mapping[Modified, Fraction]) -> Chances:
    """What is left when one side's dice end like this, and the other's lie there already or are still to be rolled."""
    found: defaultdict[Results, Fraction] = defaultdict(Fraction)
    evaded = {} if now.against else odds(evades, of.defence)
    for end, chance in ends.items():
        shown = now.against or Results(*end.dice.total[:2])
        for count, part in evaded.items() or ((end.dice.total[0], Fraction(1)),):
            left = neutralised(
                shown.tamed if of.tamed else shown, count, reinforce=of.reinforce, crits_first=of.crits_first
            )
            found[left] += chance * part
    return found
