"""The modification of dice: a player applies what it has, in any order, until it is done (attack, steps 2b and 3b)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.asks import Choice, Declared, Option, Roll, Side
from rules.dice import Pool, Tally, tally
from rules.table import Table
from rules.words import counted
from rules.x_wing.declaration import Attack
from rules.x_wing.dice import ATTACK, DICE, Lying, Results
from rules.x_wing.means import DONE, LABELS, PLENTY, REROLLS, SALVO, SPENT, Means, converted
from rules.x_wing.modification import REROLL, Modification, changes, made
from rules.x_wing.rerolls import choices, worth_rerolling
from rules.x_wing.sheet import Battle

OTHERS = "other dice"


class Modifying(NamedTuple):
    """One player's turn to modify dice, as it stands.

    ``own`` tells whether the dice are the player's own, which tokens need; ``against`` are the results that defence
    dice meet, if they are known; ``later`` tells that the next player can still reroll. ``used`` names what the other
    player, who had its turn before, used of what it has to pay for; ``spare`` are evades that will be cancelled.
    """

    side: Side
    dice: Lying
    means: Means
    own: bool = True
    against: Results | None = None
    later: bool = False
    used: tuple[str, ...] = ()
    spare: int = 0

    @property
    def step(self) -> str:
        """The sub-step."""
        return "2b" if self.dice.kind == ATTACK else "3b"

    @property
    def enough(self) -> int:
        """At how many successes there is no more to gain."""
        return PLENTY if self.against is None else self.against.total + self.spare

    def with_(self, dice: Lying, means: Means) -> Modifying:
        """The state after something is applied.

        When nothing can reroll any more, rerolled dice are like others.
        """
        if not self.later and not means.rerolls:
            dice = dice.settled()
        side, _, _, own, against, later, used, spare = self
        return Modifying(side, dice, means, own, against, later, used, spare)


class Rerolling(NamedTuple):
    """So many dice of a player that modifies are in its hand again; the others lie as ``now`` tells."""

    now: Modifying
    dice: int


class Taking(NamedTuple):
    """One thing that a player applies."""

    now: Modifying
    taken: str

    @property
    def ability(self) -> Modification | None:
        """The ability that it is, if it is one."""
        return None if self.taken in REROLLS or self.taken in SPENT else self.now.means.ability(self.taken)

    @property
    def means(self) -> Means:
        """What the player has left afterwards."""
        return self.now.means.without(self.taken)

    @property
    def rerollable(self) -> Lying:
        """The dice, where those that it cannot reroll count like rerolled ones."""
        return self.ability.rerollable(self.now.dice) if self.ability else self.now.dice

    def picks(self, *, gladly: bool) -> dict[str, Tally]:
        """The dice that it can reroll."""
        now, ability = self.now, self.ability
        most = ability.amount if ability else now.means.salvo if self.taken == SALVO else sum(now.dice.fresh)
        return choices(self.rerollable, self.means.converts, now.own, most, gladly=gladly)

    def rerolling(self, dice: Tally) -> Rerolling:
        """These dice in the player's hand; each costs a charge where charges are spent on them."""
        means, count = self.means, sum(dice)
        means = means._replace(paid=means.paid + count) if self.taken == SALVO else means
        return Rerolling(self.now.with_(self.now.dice.without(dice), means), count)

    @property
    def ways(self) -> tuple[str, ...]:
        """What else it can lead to, by the result that is chosen and the best for the player first."""
        return tuple(changes(self.ability, self.now.dice, own=self.now.own)) if self.ability else (self.taken,)

    def going(self, way: str) -> Modifying:
        """How it stands after one of these."""
        now, ability = self.now, self.ability
        if not ability:
            return now.with_(converted(now.dice, self.taken), self.means)
        return now.with_(made(ability, now.dice, *changes(ability, now.dice, own=now.own)[way]), self.means)


class Modified(NamedTuple):
    """How the dice lie afterwards, what their owner has left to modify with, and what the other player used."""

    dice: Lying
    means: Means
    used: tuple[str, ...] = ()

    @property
    def results(self) -> Results:
        """The hits and crits of attack dice."""
        return Results(*self.dice.total[:2])

    @property
    def evades(self) -> int:
        """The evades of defence dice."""
        return self.dice.total[0]


@dataclass(frozen=True, slots=True)
class Modify(Choice[Battle, Attack, str]):
    """What a player applies next to the dice."""

    now: Modifying
    is_asked: bool = True

    @property
    def label(self) -> str:
        """The sub-step."""
        return f"{self.now.step} modify"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Who modifies what, and what it shows."""
        dice = self.now.dice
        return f"{declared.battle.squad(self.by).name} modifies the {dice.kind} dice. They show {dice}."

    def option(self, declared: Declared[Battle, Attack], value: str) -> Option:
        """What is applied."""
        return Option(value, LABELS.get(value, value))


@dataclass(frozen=True, slots=True)
class DiceToReroll(Choice[Battle, Attack, str]):
    """Which dice a player rerolls."""

    taking: Taking

    @property
    def label(self) -> str:
        """The sub-step."""
        return f"{self.taking.now.step} dice to reroll"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Who rerolls which dice, and what they show."""
        dice = self.taking.now.dice
        return f"{declared.battle.squad(self.by).name}: which {dice.kind} dice are rerolled? They show {dice}."


@dataclass(frozen=True, slots=True)
class Result(Choice[Battle, Attack, str]):
    """Which result an ability changes or adds."""

    taking: Taking
    does: str

    @property
    def label(self) -> str:
        """The sub-step, and what the ability does."""
        return f"{self.taking.now.step} {self.does}"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Who chooses, and what the dice show."""
        return f"{declared.battle.squad(self.by).name}: which result? They show {self.taking.now.dice}."


@dataclass(frozen=True, slots=True)
class Rerolled(Roll[Battle, Attack]):
    """The dice in a player's hand again."""

    again: Rerolling

    @property
    def label(self) -> str:
        """The sub-step."""
        return f"{self.again.now.step} reroll"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """How many dice are rerolled."""
        again = self.again
        return f"{counted(again.dice, f'{again.now.dice.kind} die')} {'is' if again.dice == 1 else 'are'} rerolled."


def modify(now: Modifying, table: Table) -> Modified:
    """Let the player apply one thing after the other; nothing is asked when it has nothing to apply."""
    options = usual_first(now)
    if len(options) == 1 and options != (DONE,):
        # Earlier versions asked here, and let the player be done with a change that its card requires.
        taken = table.choose(Modify(now.side, (*options, DONE), now, is_asked=False))
    else:
        taken = table.choose(Modify(now.side, options, now)) if len(options) > 1 else DONE
    return take(Taking(now, taken), table)


def take(taking: Taking, table: Table) -> Modified:
    """Apply one thing, and go on."""
    now = taking.now
    if taking.taken == DONE:
        if not now.own:
            return Modified(now.dice, now.means, now.used)
        table.note(f"{now.step} {now.dice.kind} dice", now.dice if any(now.dice.total) else "none to modify")
        return Modified(now.dice.scored(), now.means, now.used)
    ability = taking.ability
    if taking.taken in REROLLS or (ability and ability.rerolls):
        return table.rest(reroll, taking.rerolling(_picked(taking, table)))
    way = table.choose(Result(now.side, taking.ways, taking, ability.does)) if ability else taking.taken
    return table.rest(modify, taking.going(way))


def _picked(taking: Taking, table: Table) -> Tally:
    """The dice that the player rerolls, one at least; those that nobody rerolls gladly only when it asks for them."""
    now = taking.now
    usual, fresh = taking.picks(gladly=True), taking.rerollable.fresh
    if usual:
        others = any(fresh[:-2] if now.own else fresh[-2:])
        picked = table.choose(DiceToReroll(now.side, (*usual, OTHERS) if others else tuple(usual), taking))
        if picked != OTHERS:
            return usual[picked]
    unusual = taking.picks(gladly=False)
    return unusual[table.choose(DiceToReroll(now.side, tuple(unusual), taking))]


def reroll(again: Rerolling, table: Table) -> Modified:
    """Reroll the dice in the player's hand and go on."""
    now = again.now
    (shown,) = table.roll(Rerolled((Pool(DICE[now.dice.kind], again.dice),), again), tally)
    return table.rest(modify, now.with_(now.dice.joined(shown), now.means))


@lru_cache(maxsize=10_000)
def usual_first(now: Modifying) -> tuple[str, ...]:
    """What the player can apply now, with the most usual first and ``done`` before what does not help.

    As long as something is required that changes a die, the player is not done.
    """
    dice, means = now.dice, now.means
    short = dice.successes < now.enough
    first: list[tuple[str, bool]] = []
    if any(dice.fresh) and (names := means.own_rerolls):
        rerolls = bool(worth_rerolling(dice, means.converts, own=now.own))
        first += [(name, rerolls) for name in names]
    clouds: list[tuple[str, bool]] = []
    last: list[tuple[str, bool]] = []
    fresh, fixed = dice
    for name, ability, is_before_tokens, changing in means.held.in_use(dice.kind, own=now.own):
        if ability.cost and not means.affords(ability):
            continue
        if ability.does == REROLL:
            able = ability.rerollable(dice)
            if any(able.fresh):
                first.append((name, bool(worth_rerolling(able, means.converts, own=now.own))))
        for place, helps in changing:
            if place is None or fresh[place] or fixed[place]:
                (clouds if is_before_tokens else last).append((name, short and helps))
                break
    tokens = [(name, short) for name in means.spendable(dice)] if now.own else []
    found = (*first, *clouds, *tokens, *last)
    if not found:
        return (DONE,)
    useful_ones, pointless = [name for name, helps in found if helps], [name for name, helps in found if not helps]
    done = () if means.required and any(name in means.required for name, _ in found) else (DONE,)
    return tuple(dict.fromkeys((*useful_ones, *done, *pointless)))
