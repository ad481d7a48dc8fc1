"""What an attack leaves uncancelled, before its dice and from any way in which they lie, counted up to a limit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from rules.asks import Ask, Choice
from rules.distributions import Cases, chances_of, mapped, mixed, together
from rules.odds import Counting, TooMuch
from rules.paths import Ways
from rules.table import Resolver, Table
from rules.x_wing.best_play import is_plain
from rules.x_wing.dice import ATTACK, Results
from rules.x_wing.hands import Hand, Hands
from rules.x_wing.means import DONE
from rules.x_wing.modify import OTHERS, DiceToReroll, Modify, Rerolled, Result, modify, reroll, take
from rules.x_wing.modifying import Modified, Modifying, Rerolling, Taking
from rules.x_wing.steps_2_to_4 import HandRolled, evades_rolled, met, owners_turn, shown, uncancelled

Chances: TypeAlias = Mapping[Results, Fraction]

MOST_DICE = 10
"""The most dice of a side whose odds are counted while players wait."""

MOST_STEPS = 50_000
"""The most steps that the odds of one attack may take.

8 dice a side with six abilities that each do everything to one die take fewer, and so do 10 dice with one on each side.
Abilities that do more to several of many dice can take more.
"""

STEPS_OF_ALL_CARDS = 400_000
"""The most steps that the cards of one page may take together: as many as those of a whole squad of eight need."""

UNCOUNTED: Chances = MappingProxyType({})
"""The chances of what would take more steps."""

State = TypeVar("State", Modifying, Taking, Rerolling)


def total(results: Results) -> int:
    """How much is left uncancelled."""
    return results.total


def is_counted(hands: Hands) -> bool:
    """Whether the odds can be counted while players wait."""
    return _dice(hands) <= MOST_DICE


def _dice(hands: Hands) -> int:
    """The dice of the side that rolls more."""
    return max(hands.attack.dice, *(hand.dice for hand in hands.possible))


class Counted(NamedTuple):
    """The chances of what an attack leaves, and how many steps it took to count them."""

    chances: Chances
    steps: int


def chances(hands: Hands) -> Chances:
    """The chance of everything that an attack can leave uncancelled, when both play as they usually do.

    ``UNCOUNTED`` where it is too much to count.
    """
    return _within(hands, MOST_STEPS).chances


def share_left(hands: Hands) -> float:
    """How much of the time that odds may take is left once those are counted: 1 is all of it."""
    return 1 - min(_within(hands, MOST_STEPS).steps / MOST_STEPS, 1)


def chances_of_a_card(hands: Hands, cards: int) -> Chances:
    """The same where it takes so few steps that every one of so many cards can show it."""
    return _within(hands, min(MOST_STEPS, STEPS_OF_ALL_CARDS // cards)).chances


@lru_cache(maxsize=400)
def _within(hands: Hands, most: int) -> Counted:
    if not is_counted(hands):
        return Counted(UNCOUNTED, 0)
    odds = AttackOdds(hands, most)
    try:
        return Counted(odds.whole(), odds.steps)
    except TooMuch:
        return Counted(UNCOUNTED, odds.steps)


@lru_cache(maxsize=200)
def before_roll(hands: Hands, ask: Ask) -> Chances | None:
    """The chance of what is left uncancelled as the dice lie, when some are about to be rolled.

    ``None`` for attack dice of which nothing is known yet, and for other rolls; ``UNCOUNTED`` where it is too much.
    """
    if not is_counted(hands):
        return None
    odds = AttackOdds(hands, MOST_STEPS)
    try:
        if isinstance(ask, Rerolled):
            return odds.of(reroll, ask.again, ask.again.now)
        if isinstance(ask, HandRolled) and ask.hand.against is not None:
            now = hands.facing(replace(ask.hand, against=None))
            return AttackOdds(now, MOST_STEPS).met(ask.hand.against)
    except TooMuch:
        return UNCOUNTED
    return None


@lru_cache(maxsize=200)
def after_options(hands: Hands, ask: Choice[Any, Any, str]) -> Mapping[str, Chances]:
    """The chance of what is left uncancelled after each of a player's options while it modifies dice.

    It is that of the best play afterwards, or with abilities of the usual one. Nothing is told of other asks. All are
    ``UNCOUNTED`` where they are too much to count.
    """
    if not isinstance(ask, Modify | DiceToReroll | Result):
        return {}
    odds = AttackOdds(hands, MOST_STEPS)
    try:
        if is_counted(hands):
            return {option: odds.after(ask, option) for option in ask.options}
    except TooMuch:
        pass
    return dict.fromkeys(ask.options, UNCOUNTED)


class BothTurns(NamedTuple):
    """The other player's turn to modify a hand, as ``resolve`` goes on from its state, before the owner's."""

    resolve: Resolver[Any, Modified]
    state: Modifying | Taking | Rerolling
    hand: Hand


def both_turns(turns: BothTurns, table: Table) -> Modified:
    """The other player's turn, then the owner's."""
    return table.play_rest(turns.resolve, turns.state, lambda ended: owners_turn(turns.hand, ended.dice), modify)


def own_turn(turns: BothTurns, table: Table) -> Modified:
    """The owner's turn, where the other player had its own."""
    return table.rest(turns.resolve, turns.state)


class AttackOdds:
    """The chances of what an attack leaves uncancelled; ``TooMuch`` once they have taken ``most`` steps together."""

    def __init__(self, hands: Hands, most: int) -> None:
        self._hands = hands
        self._counting = Counting(most)
        self._met: dict[Results, Mapping[Results, int]] = {}
        self._worth: dict[Results, int] = {}

    @property
    def steps(self) -> int:
        """How many steps they have taken."""
        return self._counting.taken

    def whole(self) -> Chances:
        """What the whole attack leaves, when both play as they usually do."""
        return self._counting.odds(uncancelled, self._hands)

    def met(self, results: Results) -> Chances:
        """What the defence dice leave of these results."""
        return chances_of((self._lefts(results), self._evaded[1]))

    @cached_property
    def _evaded(self) -> Ways[int]:
        return self._counting.ways(evades_rolled, self._hands)

    def _lefts(self, results: Results) -> Mapping[Results, int]:
        """What the defence dice leave of these results, in how many of all their cases."""
        if results not in self._met:
            shown = self._hands.tame(results)
            self._met[results] = together((self._hands.left_of(shown, count), ways) for count, ways in self._evaded[0])
        return self._met[results]

    def of(self, resolve: Resolver[State, Modified], state: State, now: Modifying) -> Chances:
        """What is left when the turn that stands at ``now`` goes on from ``state`` as ``resolve`` has it."""
        if self._hands.wait and now.against is None:
            turns = BothTurns(resolve, state, self._hands.attack)
            ends = self._counting.odds(own_turn if now.own else both_turns, turns)
            seen = mapped(ends, partial(shown, self._hands))
            return mixed([(chance, self._counting.odds(met, each)) for each, chance in seen.items()])
        return self._left(now, self._ends(resolve, state, now))

    def after(self, ask: Modify | DiceToReroll | Result, option: str) -> Chances:
        """What an option leads to.

        Where best play is known, whatever is rerolled afterwards is rerolled in the best way.
        """
        if isinstance(ask, Result):
            now = ask.taking.going(option)
            return self.of(modify, now, now)
        if isinstance(ask, DiceToReroll):
            return self._picked(ask.taking, option)
        now, taking = ask.now, Taking(ask.now, option)
        again = now.means.own_rerolls
        if not (is_plain(self._hands) and again) or option == DONE:
            return self.of(take, taking, now)
        if option in again:
            return self._left(now, self._best_pick(taking))
        found = [self._ends(take, taking, now)]
        (way,) = taking.ways
        spent = taking.going(way)
        if any(spent.dice.fresh):
            found += (self._best_pick(Taking(spent, name)) for name in again)
        return self._left(now, max(found, key=lambda ends: self._damage(now, ends)))

    def _picked(self, taking: Taking, option: str) -> Chances:
        """What the dice that a player picks lead to; where best play is known, the best of all other dice."""
        others = taking.picks(gladly=False)
        picks = others if option == OTHERS else {**others, **taking.picks(gladly=True)}
        if option == OTHERS and is_plain(self._hands):
            return self._left(taking.now, self._best_of(taking, others.values()))
        dice = next(iter(picks.values())) if option == OTHERS else picks[option]
        return self.of(reroll, taking.rerolling(dice), taking.now)

    def _best_pick(self, taking: Taking) -> Cases[Results]:
        return self._best_of(taking, (taking.picks(gladly=True) or taking.picks(gladly=False)).values())

    def _best_of(self, taking: Taking, picks: Iterable[tuple[int, ...]]) -> Cases[Results]:
        now = taking.now
        ends = (self._ends(reroll, taking.rerolling(dice), now) for dice in picks)
        return max(ends, key=lambda found: self._damage(now, found))

    def _ends(self, resolve: Resolver[State, Modified], state: State, now: Modifying) -> Cases[Results]:
        """What the dice come to when both players have had their turn: the hits and crits, or what evades leave."""
        if isinstance(state, Modifying):
            state = state.usually(state.means).with_(state.dice, state.means)
        elif isinstance(state, Taking):
            state = state._replace(now=state.now.usually(state.means))
        else:
            state = state._replace(now=state.now.usually(state.now.means, state.dice))
        if now.own:
            ends, whole = self._counting.ways(resolve, state)
        else:
            attack, defence = self._hands.attack, self._hands.defence
            # What the owner of the defence dice has may depend on what became of the attack dice.
            met_by = replace(defence, against=now.against, means=now.then or defence.means)
            hand = attack if now.dice.kind == ATTACK else met_by
            ends, whole = self._counting.ways(both_turns, BothTurns(resolve, state, hand.in_usual_play()))
        self._counting.step(len(ends))
        against = now.against
        if against is None:
            return together((end.results, ways) for end, ways in ends), whole
        shown = self._hands.tame(against)
        return together((self._hands.left_of(shown, end.evades), ways) for end, ways in ends), whole

    def _damage(self, now: Modifying, ends: Cases[Results]) -> Fraction:
        """What is left on average, in whichever unit: it is only compared with that of other ends."""
        cases, whole = ends
        self._counting.step(len(cases))
        if now.against is not None:
            return Fraction(sum(ways * results.total for results, ways in cases.items()), whole)
        for results in cases.keys() - self._worth.keys():
            self._worth[results] = sum(times * left.total for left, times in self._lefts(results).items())
        return Fraction(sum(ways * self._worth[results] for results, ways in cases.items()), whole)

    def _left(self, now: Modifying, ends: Cases[Results]) -> Chances:
        cases, whole = ends
        if now.against is not None:
            return chances_of(ends)
        lefts = [(ways, self._lefts(results)) for results, ways in cases.items()]
        self._counting.step(sum(len(left) for _, left in lefts))
        found = together((left, ways * times) for ways, met in lefts for left, times in met.items())
        return chances_of((found, whole * self._evaded[1]))
