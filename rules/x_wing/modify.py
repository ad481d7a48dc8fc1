"""The modification of dice: a player applies what it has, in any order, until it is done (attack, steps 2b and 3b)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Choice, Declared, Option, Roll, Side
from rules.dice import Bands, Face, Pool, Tally
from rules.table import Table, end
from rules.words import counted
from rules.x_wing.declaration import Attack
from rules.x_wing.dice import COUNTS, DICE, FACES, Lying, shown_as
from rules.x_wing.means import DONE, LABELS, REROLLS
from rules.x_wing.modifying import Modified, Modifying, Rerolling, Taking
from rules.x_wing.sheet import Battle
from rules.x_wing.usual_play import last_of_reroll, usually

OTHERS = "other dice"

A_TURN = 12
"""How many outcomes can be added up in the time in which it is found how another player's turn ends."""


def showing(dice: Lying) -> str:
    """What dice show, as the sentence that follows whose they are."""
    return f" They show {shown_as(dice.kind, dice.total)}." if any(dice.total) else " No dice lie there."


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
        return f"{declared.battle.squad(self.by).name} modifies the {dice.kind} dice.{showing(dice)}"

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
        return f"{declared.battle.squad(self.by).name}: which {dice.kind} dice are rerolled?{showing(dice)}"


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
        return f"{declared.battle.squad(self.by).name}: which result?{showing(self.taking.now.dice)}"


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

    def worth(self, face: Face) -> int:
        """Whether it is a hit, a crit or an evade now."""
        return int(face in COUNTS)


def modify(now: Modifying, table: Table) -> Modified:
    """Let the player apply one thing after the other; nothing is asked when it has nothing to apply."""
    if now.alike:
        come_to = usually(now)
        return table.rest(reroll, come_to) if isinstance(come_to, Rerolling) else come_to
    options = now.options
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
    now, kind = again.now, again.now.dice.kind
    rolled = Rerolled((Pool(DICE[kind], again.dice),), again)
    if not now.alike:
        return table.roll_rest(rolled, again.joined, modify)
    if ended := last_of_reroll(again):
        steps = A_TURN if any(now.dice.fresh) else 1
        return table.roll_rest(rolled, Bands(now.alike, ended, symbols=FACES[kind], steps=steps), end)
    return table.roll_rest(rolled, Bands(now.alike, again.joined, symbols=FACES[kind]), modify)
