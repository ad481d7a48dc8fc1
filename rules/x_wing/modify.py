"""The modification of dice: a player applies what it has, in any order, until it is done (attack, steps 2b and 3b)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.asks import Choice, Declared, Option, Roll, Side
from rules.dice import Bands, Pool, Reading, Tally
from rules.table import Table
from rules.words import counted
from rules.x_wing.declaration import Attack
from rules.x_wing.dice import ATTACK, DICE, FACES, FOCUS, Alike, Lying, Results, bands
from rules.x_wing.means import DONE, LABELS, PLENTY, REROLLS, SALVO, SPENT, Means, alike, converted
from rules.x_wing.modification import Modification, changes, made, named
from rules.x_wing.rerolls import choices, wished
from rules.x_wing.sheet import Battle
from rules.x_wing.usual_order import usual_first, usually_rerolls

OTHERS = "other dice"


class Modifying(NamedTuple):
    """One player's turn to modify dice, as it stands.

    ``own`` tells whether the dice are the player's own, which tokens need; ``against`` are the results that defence
    dice meet, if they are known; ``later`` tells that the next player can still reroll. ``used`` names what the other
    player, who had its turn before, used of what it has to pay for; ``spare`` are evades that will be cancelled.
    Where only usual play is counted, ``alike`` are the bands of faces that it tells apart.
    """

    side: Side
    dice: Lying
    means: Means
    own: bool = True
    against: Results | None = None
    later: bool = False
    used: tuple[str, ...] = ()
    spare: int = 0
    alike: Alike = ()

    @property
    def step(self) -> str:
        """The sub-step."""
        return "2b" if self.dice.kind == ATTACK else "3b"

    @property
    def enough(self) -> int:
        """At how many successes there is no more to gain."""
        return PLENTY if self.against is None else self.against.total + self.spare

    @property
    def options(self) -> tuple[str, ...]:
        """What the player can apply now, the most usual first."""
        return usual_first(self.dice, self.means, self.enough, own=self.own)

    def with_(self, dice: Lying, means: Means, in_hand: int = 0) -> Modifying:
        """The state after something is applied, when so many dice are in the player's hand.

        When nothing can reroll any more, rerolled dice are like others.
        """
        side, _, _, own, against, later, used, spare, alike = self
        if not later and not (usually_rerolls(dice, means, in_hand, own=own) if alike else means.rerolls):
            dice = dice.settled()
        elif alike and (own or means.held.only_add):
            dice = dice.kept()
        return Modifying(side, dice, means, own, against, later, used, spare, alike)

    def usually(self, means: Means, in_hand: int = 0) -> Modifying:
        """The same where only usual play with these means, and so many dice in the hand, is counted from here on."""
        kind, dice = self.dice.kind, sum(self.dice.total) + in_hand
        return self._replace(alike=alike(kind, dice, means) if self.own else bands(kind, FOCUS))


class Rerolling(NamedTuple):
    """So many dice of a player that modifies are in its hand again; the others lie as ``now`` tells."""

    now: Modifying
    dice: int

    def joined(self, shown: Tally) -> Modifying:
        """How it stands when they lie among the others again."""
        return self.now.with_(self.now.dice.joined(shown), self.now.means)

    @property
    def reading(self) -> Reading[Modifying]:
        """How the rerolled dice are read."""
        alike, faces = self.now.alike, FACES[self.now.dice.kind]
        return Bands(alike, self.joined, symbols=faces) if alike else self.joined


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
        return self.now.means if self.taken == DONE else self.now.means.without(self.taken)

    @property
    def rerollable(self) -> Lying:
        """The dice, where those that it cannot reroll count like rerolled ones."""
        return self.ability.rerollable(self.now.dice) if self.ability else self.now.dice

    def picks(self, *, gladly: bool) -> dict[str, Tally]:
        """The dice that it can reroll."""
        return choices(self.rerollable, self.means.converts, self.now.own, self.most, gladly=gladly)

    @property
    def most(self) -> int:
        """How many dice it can reroll at most."""
        if ability := self.ability:
            return ability.amount
        return self.now.means.salvo if self.taken == SALVO else sum(self.now.dice.fresh)

    @property
    def wished(self) -> Tally:
        """The dice that it usually rerolls; none where no die is worth it."""
        return wished(self.rerollable, self.means.converts, self.most, own=self.now.own)

    def rerolling(self, dice: Tally) -> Rerolling:
        """These dice in the player's hand; each costs a charge where charges are spent on them."""
        means, count = self.means, sum(dice)
        means = means._replace(paid=means.paid + count) if self.taken == SALVO else means
        return Rerolling(self.now.with_(self.now.dice.without(dice), means, count), count)

    @property
    def ways(self) -> tuple[str, ...]:
        """What else it can lead to, by the result that is chosen and the best for the player first."""
        return tuple(changes(self.ability, self.now.dice, own=self.now.own)) if self.ability else (self.taken,)

    def going(self, way: str) -> Modifying:
        """How it stands after one of these."""
        now, ability = self.now, self.ability
        if not ability:
            return now.with_(converted(now.dice, self.taken), self.means)
        return now.with_(made(ability, now.dice, *named(ability, now.dice.kind, own=now.own)[way]), self.means)

    @property
    def usual(self) -> Modifying:
        """How it stands after the best of them for the player."""
        now, ability = self.now, self.ability
        if not ability:
            return self.going(self.taken)
        best = next(iter(changes(ability, now.dice, own=now.own).values()))
        return now.with_(made(ability, now.dice, *best), self.means)


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
        dice = counted(self.again.dice, f"{self.again.now.dice.kind} die")
        return f"{dice} {'is' if self.again.dice == 1 else 'are'} rerolled."

    def owners(self, declared: Declared[Battle, Attack]) -> tuple[Side, ...]:
        """The squad of the ship whose dice they are."""
        return (declared.battle.ship(declared.declaration.roller(self.again.now.dice.kind)).squad,)


def modify(now: Modifying, table: Table) -> Modified:
    """Let the player apply one thing after the other; nothing is asked when it has nothing to apply."""
    options = now.options
    if now.alike:
        return take(Taking(now, options[0]), table)
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
    if now.alike:
        # Nothing is rolled on the way, and few ways meet again.
        return modify(taking.usual, table)
    way = table.choose(Result(now.side, taking.ways, taking, ability.does)) if ability else taking.taken
    return table.rest(modify, taking.going(way))


def _picked(taking: Taking, table: Table) -> Tally:
    """The dice that the player rerolls, one at least; those that nobody rerolls gladly only when it asks for them."""
    now = taking.now
    if now.alike and (wished := taking.wished):
        return wished
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
    return table.roll_rest(Rerolled((Pool(DICE[again.now.dice.kind], again.dice),), again), again.reading, modify)
