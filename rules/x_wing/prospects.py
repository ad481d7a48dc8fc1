"""The expected damage of an attack, before its dice and at every decision while they lie on the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from rules.dice import Tally
from rules.odds import expected, odds
from rules.table import Resolver
from rules.x_wing.dice import Lying
from rules.x_wing.modifying import (
    DONE,
    LOCK,
    Changing,
    Means,
    Modified,
    Modifying,
    Picking,
    Rerolling,
    Taking,
    converted,
    modify,
    paid,
    reroll,
    take,
)
from rules.x_wing.neutralise import Results, neutralised
from rules.x_wing.odds import best_play, is_plain
from rules.x_wing.rerolling import OTHERS, choices
from rules.x_wing.strike import Hand, Strike, evades, owners_turn, strike
from rules.x_wing.striking import SPENDABLE

Chances: TypeAlias = Mapping[Results, Fraction]
Start = TypeVar("Start", bound=Hashable)
Read = TypeVar("Read", bound=Hashable)

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


def standing(of: Strike, about: Hashable) -> Chances | None:
    """The chance of what is left uncancelled as the dice lie, when some are about to be rolled.

    ``about`` is what the roll is about; ``None`` for attack dice of which nothing is known yet, and for other rolls.
    """
    if not is_counted(of):
        return None
    if isinstance(about, Rerolling):
        return _ending(of, about.now, reroll, about)
    if isinstance(about, Hand) and about.against is not None:
        return _met(of, {about.against: Fraction(1)})
    return None


def after(of: Strike, about: Hashable, option: int | str) -> Chances | None:
    """The chance of what is left uncancelled when a player takes an option while it modifies dice.

    It is that of the best play afterwards, or with abilities of the usual one. ``about`` is what the ask is about;
    ``None`` for asks that are about something else.
    """
    if not is_counted(of):
        return None
    if isinstance(about, Modifying):
        return _best(of, about, str(option)) if is_plain(of) else _ending(of, about, take, Taking(about, str(option)))
    if isinstance(about, Picking):
        return _picked(of, about, str(option))
    if isinstance(about, Changing):
        return _ending(of, about.now, modify, about.made(str(option)))
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
    usual = _ending(of, now, take, Taking(now, option))
    if option == DONE or not now.means.lock:
        return usual
    spent = now.with_(_applied(now, option), paid(now.means, option))
    return max(usual, _best_pick(of, spent), key=_damage) if any(spent.dice.fresh) else usual


def _applied(now: Modifying, option: str) -> Lying:
    offer = next((offer for offer in now.means.offers if str(offer) == option), None)
    if offer is None:
        return converted(now.dice, option)
    return now.dice.turned(offer.before, offer.after, min(offer.amount, now.dice.showing(offer.before)))


def _best_pick(of: Strike, now: Modifying) -> Chances:
    """What the best of all dice that a lock can reroll leads to."""
    picking = Picking(now, paid(now.means, LOCK), sum(now.dice.fresh))
    return _best_of(of, picking, (_picks(picking, gladly=True) or _picks(picking, gladly=False)).values())


def _picked(of: Strike, picking: Picking, option: str) -> Chances:
    others = _picks(picking, gladly=False)
    if option == OTHERS and is_plain(of):
        return _best_of(of, picking, others.values())
    dice = next(iter(others.values())) if option == OTHERS else {**others, **_picks(picking, gladly=True)}[option]
    return _ending(of, picking.now, reroll, picking.picked(dice))


def _picks(picking: Picking, *, gladly: bool) -> dict[str, Tally]:
    now = picking.now
    return choices(now.dice, now.means.converts, now.own, picking.most, gladly=gladly)


def _best_of(of: Strike, picking: Picking, picks: Iterable[Tally]) -> Chances:
    return max((_ending(of, picking.now, reroll, picking.picked(dice)) for dice in picks), key=_damage)


def _damage(left: Chances) -> Fraction:
    return expected(left, total)


@lru_cache(maxsize=10_000)
def _ending(of: Strike, now: Modifying, resolve: Resolver[Start, Modified], start: Start) -> Chances:
    """What is left when a player's turn ends as ``resolve`` has it, and the owner of the dice then has its own."""
    ends = odds(resolve, start)
    if not now.own:
        ends = _modified(of.attack if now.step == of.attack.step else replace(of.defence, against=now.against), ends)
    if now.against is None:
        return _met(of, _counted(ends, lambda end: Results(*end.dice.total[:2])))
    return _against(of, {now.against: Fraction(1)}, _counted(ends, lambda end: end.dice.total[0]))


def _modified(hand: Hand, ends: Mapping[Modified, Fraction]) -> Mapping[Modified, Fraction]:
    """How the dice end when their owner modifies them in the usual way."""
    found: defaultdict[Modified, Fraction] = defaultdict(Fraction)
    for end, chance in ends.items():
        for last, part in odds(modify, owners_turn(hand, end.dice, None)).items():
            found[last] += chance * part
    return found


def _met(of: Strike, shown: Mapping[Results, Fraction]) -> Chances:
    """What is left of these results when the defence dice are still to be rolled."""
    return _against(of, shown, odds(evades, of.defence))


def _against(of: Strike, shown: Mapping[Results, Fraction], evaded: Mapping[int, Fraction]) -> Chances:
    """What is left of results that meet evades."""
    found: defaultdict[Results, Fraction] = defaultdict(Fraction)
    for results, chance in shown.items():
        for count, part in evaded.items():
            left = neutralised(
                results.tamed if of.tamed else results, count, reinforce=of.reinforce, crits_first=of.crits_first
            )
            found[left] += chance * part
    return MappingProxyType(found)


def _counted(ends: Mapping[Modified, Fraction], read: Callable[[Modified], Read]) -> Mapping[Read, Fraction]:
    found: defaultdict[Read, Fraction] = defaultdict(Fraction)
    for end, chance in ends.items():
        found[read(end)] += chance
    return found
