"""The modification of dice: a player applies what it has, in any order, until it is done (seed, steps 2b and 3b)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.dice import Pool, Tally, tally
from rules.table import Side, Table
from rules.x_wing.dice import BLANK, DICE, EVADE, FOCUS, SUCCESS, Colour, Lying
from rules.x_wing.neutralise import Results
from rules.x_wing.offers import Offer, is_useful, outcomes
from rules.x_wing.rerolling import chosen_dice, worth_rerolling

LOCK, SPEND_FOCUS, CALCULATE, FORCE = "lock", "focus", "calculate", "force"
EVADE_BLANK, EVADE_FOCUS = "evade on a blank", "evade on a focus result"
DONE = "done"

SPENT = {
    SPEND_FOCUS: "focus",
    CALCULATE: "calculate",
    FORCE: "force",
    EVADE_BLANK: "evade",
    EVADE_FOCUS: "evade",
}
"""What is spent by each of these."""

NAMES = {Colour.RED: "attack dice", Colour.GREEN: "defence dice"}
"""What the dice are called."""

PLENTY = 99
"""More results than any roll shows."""


class Means(NamedTuple):
    """What a player has to modify dice with: a lock on the defender, tokens, Force charges, and abilities' offers."""

    lock: bool = False
    focus: int = 0
    calculate: int = 0
    force: int = 0
    evade: int = 0
    offers: tuple[Offer, ...] = ()

    @property
    def rerolls(self) -> bool:
        """Whether any of it rerolls dice."""
        return self.lock or any(offer.rerolls for offer in self.offers)

    @property
    def converts(self) -> int:
        """How many focus results it can turn into successes."""
        return PLENTY if self.focus else self.calculate + self.force


class Modifying(NamedTuple):
    """One player's turn to modify dice, as it stands.

    ``step`` names the sub-step; ``own`` tells whether the dice are the player's own, which tokens need; ``against`` are
    the results that defence dice meet, if they are known; ``later`` tells that the next player can still reroll, and
    ``other`` is what the player who came first has left.
    """

    step: str
    side: Side
    dice: Lying
    means: Means
    own: bool = True
    against: Results | None = None
    later: bool = False
    other: Means | None = None

    @property
    def enough(self) -> int:
        """At how many successes there is no more to gain."""
        return PLENTY if self.against is None else self.against.total

    def with_(self, dice: Lying, means: Means) -> Modifying:
        """The state after something is applied.

        When nothing can reroll any more, rerolled dice are like others.
        """
        if not self.later and not means.rerolls:
            dice = dice.settled()
        return Modifying(self.step, self.side, dice, means, self.own, self.against, self.later, self.other)


class Rerolling(NamedTuple):
    """So many dice of a player that modifies are in its hand again; the others lie as ``now`` tells."""

    now: Modifying
    dice: int


class Taking(NamedTuple):
    """One thing that a player applies."""

    now: Modifying
    taken: str


class Picking(NamedTuple):
    """A player picks at most so many dice to reroll, and has ``means`` left afterwards."""

    now: Modifying
    means: Means
    most: int

    def picked(self, dice: Tally) -> Rerolling:
        """These dice in its hand."""
        return Rerolling(self.now.with_(self.now.dice.without(dice), self.means), sum(dice))


class Changing(NamedTuple):
    """A player chooses what an ability changes or adds, and has ``means`` left afterwards."""

    now: Modifying
    means: Means
    offer: Offer

    @property
    def ways(self) -> dict[str, Lying]:
        """The dice after each of them, by its name and the best for the player first."""
        return outcomes(self.offer, self.now.dice, own=self.now.own)

    def made(self, way: str) -> Modifying:
        """The state after one of them."""
        return self.now.with_(self.ways[way], self.means)


class Modified(NamedTuple):
    """How the dice lie afterwards, and what the player, and the one who came first, have left to modify with."""

    dice: Lying
    means: Means
    other: Means | None = None


def modify(now: Modifying, table: Table) -> Modified:
    """Let the player apply one thing after the other; nothing is asked when it has nothing to apply."""
    options = usual_first(now)
    taken = table.choose(f"{now.step} modify", now.side, options, about=now) if len(options) > 1 else DONE
    return take(Taking(now, taken), table)


def take(taking: Taking, table: Table) -> Modified:
    """Apply one thing, and go on."""
    now, taken = taking.now, taking.taken
    if taken == DONE:
        if now.own:
            table.note(f"{now.step} {NAMES[now.dice.colour]}", now.dice if any(now.dice.total) else "none to modify")
        return Modified(now.dice.scored() if now.own else now.dice, now.means, now.other)
    means = paid(now.means, taken)
    if taken == LOCK:
        return rerolled(Picking(now, means, sum(now.dice.fresh)), table)
    if taken in SPENT:
        return table.rest(modify, now.with_(converted(now.dice, taken), means))
    offer = next(offer for offer in now.means.offers if str(offer) == taken)
    if offer.rerolls:
        return rerolled(Picking(now, means, offer.amount), table)
    changing = Changing(now, means, offer)
    way = table.choose(f"{now.step} {offer.does}", now.side, tuple(changing.ways), about=changing)
    return table.rest(modify, changing.made(way))


def rerolled(picking: Picking, table: Table) -> Modified:
    """Let the player choose dice that were not rerolled yet, and reroll them."""
    now = picking.now
    label = f"{now.step} dice to reroll"
    again = chosen_dice(label, now.side, now.dice, now.means.converts, now.own, picking.most, table, about=picking)
    return table.rest(reroll, picking.picked(again))


def reroll(again: Rerolling, table: Table) -> Modified:
    """Reroll the dice in the player's hand and go on."""
    now = again.now
    (shown,) = table.roll(f"{now.step} reroll", Pool(DICE[now.dice.colour], again.dice), read=tally, about=again)
    return table.rest(modify, now.with_(now.dice.joined(shown), now.means))


@lru_cache(maxsize=10_000)
def usual_first(now: Modifying) -> tuple[str, ...]:
    """What the player can apply now, with the most usual first and ``done`` before what does not help."""
    offers = [(offer, helps) for offer in now.means.offers if (helps := _helps(offer, now)) is not None]
    found: list[tuple[str, bool]] = []
    if now.means.lock and any(now.dice.fresh):
        found.append((LOCK, bool(worth_rerolling(now.dice, now.means.converts, own=True))))
    found += [(str(offer), helps) for offer, helps in offers if offer.rerolls]
    found += [(str(offer), helps) for offer, helps in offers if offer.turns(BLANK, EVADE)]
    if now.own:
        found += [(name, now.dice.successes < now.enough) for name in spendable(now.means, now.dice)]
    found += [(str(offer), helps) for offer, helps in offers if not offer.rerolls]
    useful = [name for name, helps in found if helps]
    pointless = [name for name, helps in found if not helps]
    return tuple(dict.fromkeys((*useful, DONE, *pointless)))


def spendable(means: Means, dice: Lying) -> list[str]:
    """The tokens and charges that may be spent: none without a die that it changes (dossier, A9)."""
    names = []
    if dice.focus:
        names += [SPEND_FOCUS] if means.focus else []
        names += [CALCULATE] if means.calculate else []
        names += [FORCE] if means.force else []
    if means.evade:
        names += [EVADE_BLANK] if dice.blanks else []
        names += [EVADE_FOCUS] if dice.focus else []
    return names


def converted(dice: Lying, spent: str) -> Lying:
    """The dice after a token or a charge is spent: a focus token changes every focus result, the others one die."""
    success = SUCCESS[dice.colour]
    if spent == EVADE_BLANK:
        return dice.turned(BLANK, success, 1)
    return dice.turned(FOCUS, success, dice.focus if spent == SPEND_FOCUS else 1)


def paid(means: Means, taken: str) -> Means:
    """What is left when one thing is applied."""
    if taken == LOCK:
        return Means(False, means.focus, means.calculate, means.force, means.evade, means.offers)
    if taken in SPENT:
        kind = SPENT[taken]
        return means._replace(**{kind: getattr(means, kind) - 1})
    names = [str(offer) for offer in means.offers]
    place = names.index(taken)
    return means._replace(offers=means.offers[:place] + means.offers[place + 1 :])


def _helps(offer: Offer, now: Modifying) -> bool | None:
    """Whether an offer helps its player, or ``None`` where there is no die for it."""
    if offer.rerolls:
        return bool(worth_rerolling(now.dice, now.means.converts, own=now.own)) if any(now.dice.fresh) else None
    if not offer.changes_of(now.dice):
        return None
    return now.dice.successes < now.enough and is_useful(offer, now.dice, own=now.own)
