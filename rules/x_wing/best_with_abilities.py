"""Best play with abilities: the expected damage when both players choose for the most and the least of it.

The search behind ``rules.best_odds`` takes seconds; here hits and crits count alike, dice that lie alike are one state,
and what a player has left is found once for each. It is counted up to a limit, and told only where it is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

from rules.odds import TooMuch
from rules.x_wing.best_play import ATTACK_SIDES, CRITS, DEFENCE_SIDES
from rules.x_wing.best_tools import BLANK_PLACE, SUCCESS_PLACE, Again, Spoiling, Tools, spoiling_of, tools_of
from rules.x_wing.dice import ATTACK, DEFENCE, SIDES, Results
from rules.x_wing.hands import Hand, Hands
from rules.x_wing.modification import LEAST

MOST_STATES = 5_000
"""How many ways in which dice may lie, to pick some and to turn some are looked at: more would make players wait."""

ON_SIDES = {ATTACK: ATTACK_SIDES, DEFENCE: DEFENCE_SIDES}


@lru_cache(maxsize=100)
def best_with_abilities(hands: Hands, share: float = 1) -> Fraction | None:
    """The expected damage in the best play of both; ``None`` where it is not known, or too much to count.

    ``share`` of what may be looked at is, where something else took the rest of the time.

    What tells hits from crits before damage is suffered is not known, but for one change of one hit, nor are crits that
    a card requires beside defence dice that ask if attack dice were modified.
    """
    if (
        hands.if_bare
        or hands.endings
        or hands.crits_stay
        or hands.fewer_hits
        or hands.fewer_crits
        or (hands.if_modified and hands.attack.means.required)
    ):
        return None
    red, green, states = hands.attack, hands.defence, _States(int(share * MOST_STATES))
    own, others = tools_of(red.means, ATTACK), spoiling_of(red.others, ATTACK)
    defending, spoiling = tools_of(green.means, DEFENCE), spoiling_of(green.others, DEFENCE)
    if own is None or others is None or defending is None or spoiling is None:
        return None
    met = [hands.if_modified, green] if hands.if_modified else [green]
    most, whole = red.dice + own.most_added, max(hand.dice for hand in met)
    try:
        worths = [_worth(hands, Turns(hand, defending, spoiling, states), most, whole) for hand in met]
        found = Turns(red, own, others, states).begun(*worths)
    except TooMuch:
        return None
    return Fraction(found, SIDES ** (2 * (red.dice + whole)))


def _worth(hands: Hands, turns: Turns, most: int, dice: int) -> list[int]:
    """What so many successes of the attack dice are worth against defence dice, as if there were so many of those."""
    worth = []
    for hits in range(most + 1):
        left = [-hands.left_of(Results(hits), count).total for count in range(turns.most + 1)]
        worth.append(-turns.begun(left) * int(SIDES ** (2 * (dice - turns.dice))))
    return worth


class _States:
    """How many more states may be looked at."""

    def __init__(self, left: int) -> None:
        self.left = left

    def step(self, count: int = 1) -> None:
        """Look at some; ``TooMuch`` where there were enough."""
        self.left -= count
        if self.left < 0:
            raise TooMuch


class Turns:
    """Both players' turns at the dice of one of them, who wants as many successes as there can be.

    What so many successes are worth never falls with more of them. So an owner keeps every success that lies there, and
    rerolls blanks before focus results unless it turns blanks better; the other player rerolls successes first, and
    turns dice to blanks, unless what it has touches some faces alone. Dice are told by how many of those that may be
    rerolled show a success, a focus result and a blank, and how many of the others do. What they are worth is a whole
    number, a power of eight too large for each that may be rerolled.
    """

    def __init__(self, hand: Hand, own: Tools, others: Spoiling, states: _States) -> None:
        self.dice, self.most = hand.dice, hand.dice + own.most_added + bool(hand.guessed)
        self._guessed = hand.guessed
        self._sides = ON_SIDES[hand.kind]
        self._own, self._others, self._states = own, others, states
        self._likes_focus = own.likes_focus
        self._any_face = own.likes_focus and others.takes_any
        self._most: dict[tuple[object, ...], int] = {}
        self._less: dict[tuple[object, ...], Tools] = {}
        self._totals: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self._worth: list[int] = []
        self._untouched: list[int] = []
        self._found: dict[tuple[object, ...], int] = {}

    def begun(self, worth: list[int], untouched: Sequence[int] = ()) -> int:
        """What all rolls of the dice are worth together, also where their owner leaves them ``untouched``."""
        # As much more for every number of successes changes no choice.
        least = worth[0]
        more, left_alone = (tuple(value - least for value in each) for each in (worth, untouched))
        if (more, left_alone) not in self._totals:
            self._worth, self._untouched, self._found = [*more], [*left_alone], {}
            self._totals[more, left_alone] = self._total() if any((more[-1], *left_alone)) else 0
        return self._totals[more, left_alone] + least * int(SIDES ** (2 * self.dice))

    def _total(self) -> int:
        success, focus, blank = self._sides
        total = 0
        for n in range(self.dice + 1):
            for f in range(self.dice - n + 1):
                b = self.dice - n - f
                ways = comb(self.dice, n) * comb(self.dice - n, f) * focus**f * blank**b
                fresh, fixed = (n, f, b), (int(n == self._guessed > 0), 0, 0)
                spared = CRITS**n if self._others.needs_hit else 0
                total += ways * (success**n - spared) * self._others_turn(fresh, fixed, self._others)
                total += ways * spared * self._owners_turn(fresh, fixed) if spared else 0
        return total

    def _others_turn(self, fresh: tuple[int, ...], fixed: tuple[int, ...], left: Spoiling) -> int:
        """The least that the other player can make of dice, with what it has left."""
        if not left.again and not left.turning:
            return self._owners_turn(fresh, fixed)
        if not (left.again or self._own.again) and (lying := sum(fresh)):
            # Nobody rerolls any of them any more.
            settled = fresh[0] + fixed[0], fresh[1] + fixed[1], fresh[2] + fixed[2]
            return self._others_turn((0, 0, 0), settled, left) * int(SIDES**lying)
        key = fresh, fixed, left
        if key not in self._found:
            self._states.step()
            least = self._owners_turn(fresh, fixed)
            for value in self._spoiled(fresh, fixed, left) if least else ():
                least = min(least, value)
                if not least:
                    break
            self._found[key] = least
        return self._found[key]

    def _spoiled(self, fresh: tuple[int, ...], fixed: tuple[int, ...], left: Spoiling) -> Iterator[int]:
        """What dice are worth after each thing that the other player can do to them."""
        for place, (amount, befores, afters) in enumerate(left.turning):
            rest = left._replace(turning=left.turning[:place] + left.turning[place + 1 :])
            for before in befores:
                count = min(amount, fresh[before] + fixed[before])
                of_fixed = min(count, fixed[before])
                for after in ((BLANK_PLACE,) if self._any_face else afters) if count else ():
                    if after != before:
                        self._states.step()
                        turned = _moved(fresh, before, after, count - of_fixed)
                        yield self._others_turn(turned, _moved(fixed, before, after, of_fixed), rest)
        for place, again in enumerate(left.again):
            rest = left._replace(again=left.again[:place] + left.again[place + 1 :])
            picks = _picked(fresh, again, SUCCESS_PLACE if self._any_face else None)
            self._states.step(len(picks))
            for kept, count in picks:
                yield self._in_others_hand(kept, fixed, rest, count)

    def _in_others_hand(self, fresh: tuple[int, ...], fixed: tuple[int, ...], left: Spoiling, count: int) -> int:
        if not count:
            return self._others_turn(fresh, fixed, left)
        key = fresh, fixed, left, count
        if key not in self._found:
            self._states.step()
            self._found[key] = sum(
                ways * self._in_others_hand(fresh, _with(fixed, place), left, count - 1)
                for place, ways in enumerate(self._sides)
            )
        return self._found[key]

    def _owners_turn(self, fresh: tuple[int, ...], fixed: tuple[int, ...]) -> int:
        """The most that the owner can make of dice; it rerolls no success."""
        kept, times = ((0, *fresh[1:]), _with(fixed, 0, fresh[0])), int(SIDES ** fresh[0])
        return self._own_turn(*kept, self._own) * times

    def _own_turn(self, fresh: tuple[int, ...], fixed: tuple[int, ...], left: Tools) -> int:
        key = fresh, fixed, left.again, left.spent
        if key not in self._found:
            self._states.step()
            least = self._worth[fixed[0] + self._most_of(fresh[1] + fixed[1], fresh[2] + fixed[2], left)]
            found = max(least, self._left_alone(fixed[0], left)) * int(SIDES ** (fresh[1] + fresh[2]))
            for place, again in enumerate(left.again if least < self._worth[-1] else ()):
                if again.whole and not _are_whole(fresh, fixed, again):
                    continue
                rest = self._without(left, place)
                picks = _picked(fresh, again, BLANK_PLACE if self._likes_focus else None)
                self._states.step(len(picks))
                for kept, count in picks:
                    found = max(found, self._in_own_hand(kept, fixed, rest, count))
            self._found[key] = found
        return self._found[key]

    def _in_own_hand(self, fresh: tuple[int, ...], fixed: tuple[int, ...], left: Tools, count: int) -> int:
        if not count:
            return self._own_turn(fresh, fixed, left)
        key = fresh, fixed, left.again, left.spent, count
        if key not in self._found:
            self._states.step()
            self._found[key] = sum(
                ways * self._in_own_hand(fresh, _with(fixed, place), left, count - 1)
                for place, ways in enumerate(self._sides)
            )
        return self._found[key]

    def _left_alone(self, successes: int, left: Tools) -> int:
        """What so many successes are worth whose owner does nothing to any dice; nothing where it rerolled some."""
        return self._untouched[successes] if self._untouched and left is self._own else 0

    def _most_of(self, focus: int, blanks: int, left: Tools) -> int:
        key = focus, blanks, left.spent
        if key not in self._most:
            self._most[key] = left.most(focus, blanks)
        return self._most[key]

    def _without(self, left: Tools, place: int) -> Tools:
        key = left.again, left.spent, place
        if key not in self._less:
            self._less[key] = left.without(place)
        return self._less[key]


def _are_whole(fresh: tuple[int, ...], fixed: tuple[int, ...], again: Again) -> bool:
    """Whether all dice, and enough of them, show the face that a reroll needs."""
    lying = [one + other for one, other in zip(fresh, fixed, strict=True)]
    return sum(lying) >= LEAST and all(again[1 + place] or not count for place, count in enumerate(lying))


def _picked(fresh: tuple[int, ...], again: Again, first: int | None = None) -> list[tuple[tuple[int, ...], int]]:
    """Each way to pick dice for a reroll: those that stay, and how many are picked.

    Where one face is rerolled ``first``, as many dice that show it are picked as can be beside the others.
    """
    amount, *may = again[:4]
    most = [min(count, amount) if able else 0 for count, able in zip(fresh, may, strict=True)]
    found: list[tuple[tuple[int, ...], int]] = []
    for picked in product(*(range(count + 1) for count in most)):
        count = sum(picked)
        is_full = first is None or count == amount or picked[first] == most[first]
        if 0 < count <= amount and is_full:
            found.append(((fresh[0] - picked[0], fresh[1] - picked[1], fresh[2] - picked[2]), count))
    return found


def _with(dice: tuple[int, ...], place: int, count: int = 1) -> tuple[int, ...]:
    return (*dice[:place], dice[place] + count, *dice[place + 1 :])


def _moved(dice: tuple[int, ...], before: int, after: int, count: int) -> tuple[int, ...]:
    return _with(_with(dice, before, -count), after, count)
