"""The states in which dice are modified: whose turn it is, what is applied, and what is rerolled."""

from __future__ import annotations

from typing import NamedTuple

from rules.asks import Side
from rules.dice import Tally
from rules.x_wing.dice import ATTACK, FOCUS, Alike, Lying, Results, bands
from rules.x_wing.means import DONE, PLENTY, REROLLS, SALVO, SPENT, Means, conversion, focus_as
from rules.x_wing.modification import Modification, changes, made, named
from rules.x_wing.rerolls import choices, wished
from rules.x_wing.usual_order import usual_first, usually_rerolls


class Modifying(NamedTuple):
    """One player's turn to modify dice, as it stands.

    ``own`` tells whether the dice are the player's own, which tokens need; ``against`` are the results that defence
    dice meet, if they are known; ``then`` is what their owner has, where its turn comes next. ``used`` names what the
    other player, who had its turn before, used of what it has to pay for; ``spare`` are evades that will be cancelled.
    Where only usual play is counted, ``alike`` are the bands of faces that it tells apart.
    """

    side: Side
    dice: Lying
    means: Means
    own: bool = True
    against: Results | None = None
    then: Means | None = None
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
        side, _, _, own, against, then, used, spare, alike = self
        if any(dice.fresh):
            later = then is not None and then.rerolls
            if not later and not (usually_rerolls(dice, means, in_hand, own=own) if alike else means.rerolls):
                dice = dice.settled()
            elif alike and (own or means.held.only_add):
                dice = dice.kept()
        if alike and then is not None and not means.abilities:
            # The other player is done with them, so they count as their owner sees them.
            face = focus_as(dice.kind, sum(dice.total) + in_hand, then)
            dice, alike = dice.focus_as(face), bands(dice.kind, face)
        return Modifying(side, dice, means, own, against, then, used, spare, alike)

    def again(self, dice: Tally, means: Means) -> Rerolling:
        """These dice in the player's hand, when it has these means left."""
        return Rerolling(self, 0).with_(dice, means)

    def usually(self, means: Means, in_hand: int = 0) -> Modifying:
        """The same where only usual play with these means, and so many dice in the hand, is counted from here on."""
        kind, dice = self.dice.kind, sum(self.dice.total) + in_hand
        return self._replace(alike=bands(kind, focus_as(kind, dice, means) if self.own else FOCUS))


class Rerolling(NamedTuple):
    """So many dice of a player that modifies are in its hand again; the others lie as ``now`` tells."""

    now: Modifying
    dice: int

    def with_(self, dice: Tally, means: Means) -> Rerolling:
        """The same with these dice in the hand, too, when the player has these means left."""
        now, count = self.now, self.dice + sum(dice)
        return Rerolling(now.with_(now.dice.without(dice), means, count), count)

    @property
    def is_next_known(self) -> bool:
        """Whether it is known before they are rolled which dice the player usually rerolls next."""
        dice, means, own = self.now.dice, self.now.means, self.now.own
        if not (means.rerolls and any(dice.fresh)) or means.held.rerolls_a_whole:
            return False
        return not own or self.tells_focus(means)

    def tells_focus(self, means: Means) -> bool:
        """Whether it is known which of its own focus results the player rerolls when it has these means left.

        They are rerolled unless it can convert them, and others may come that it converts as well.
        """
        return not self.now.dice.fresh[-2] or means.converts in (0, PLENTY)

    def joined(self, shown: Tally) -> Modifying:
        """How it stands when they lie among the others again."""
        return self.now.with_(self.now.dice.joined(shown), self.now.means)


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
        means = self.means
        return self.now.again(dice, means._replace(paid=means.paid + sum(dice)) if self.taken == SALVO else means)

    @property
    def ways(self) -> tuple[str, ...]:
        """What else it can lead to, by the result that is chosen and the best for the player first."""
        return tuple(changes(self.ability, self.now.dice, own=self.now.own)) if self.ability else (self.taken,)

    def going(self, way: str) -> Modifying:
        """How it stands after one of these."""
        now, ability = self.now, self.ability
        if not ability:
            return now.with_(now.dice.turned(*conversion(now.dice.kind, self.taken)), self.means)
        dice = now.dice
        return now.with_(made(ability, dice, *named(ability, dice.kind, own=now.own)[way]), self.means)


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
