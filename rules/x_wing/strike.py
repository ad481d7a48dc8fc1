"""The uncertain part of an attack: the dice of both sides, modified, and what they leave (seed, steps 2-4)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.dice import Pool, tally
from rules.table import Side, Table
from rules.x_wing.dice import GREEN, RED, Lying, rolled
from rules.x_wing.modifying import Means, Modified, Modifying, modify
from rules.x_wing.neutralise import Results, neutralised

ATTACK_DICE, DEFENCE_DICE = "2a attack dice", "3a defence dice"


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice of one side in an attack: how many, what their owner can do to them, and what the other player can.

    Attack dice are ``red``; defence dice may know the results ``against`` which they are rolled.
    """

    red: bool
    dice: int
    side: Side
    means: Means
    other_side: Side
    other: Means | None = None
    against: Results | None = None

    @property
    def step(self) -> str:
        """The sub-step in which they are modified."""
        return "2b" if self.red else "3b"


@dataclass(frozen=True, slots=True)
class Strike:
    """The attack dice and the defence dice of an attack, and how their results meet.

    ``reinforce`` counts the defender's active reinforce tokens; ``tamed`` turns every crit into a hit once the attack
    dice are modified.
    """

    attack: Hand
    defence: Hand
    reinforce: int = 0
    crits_first: bool = False
    tamed: bool = False


def throw(hand: Hand, table: Table) -> Modified:
    """Roll one side's dice and modify them, the other player first (seed, steps 2 and 3)."""
    label, die = (ATTACK_DICE, RED) if hand.red else (DEFENCE_DICE, GREEN)
    (shown,) = table.roll(label, Pool(die, hand.dice), read=tally, about=hand)
    dice, other = rolled(shown), hand.other
    if other and other.offers:
        theirs = Modifying(hand.step, hand.other_side, dice, other, False, hand.against, later=hand.means.rerolls)
        first = table.play(modify, theirs)
        dice, other = first.dice, first.means
    return table.rest(modify, owners_turn(hand, dice, other))


def owners_turn(hand: Hand, dice: Lying, other: Means | None) -> Modifying:
    """The owner's turn to modify its dice, when the other player has modified them and has ``other`` left."""
    now = Modifying(hand.step, hand.side, dice, hand.means, against=hand.against, other=other)
    return now.with_(dice, hand.means)


def attack_results(hand: Hand, table: Table) -> Results:
    """The hits and crits that the attack dice show in the end."""
    hits, crits, _, _ = table.play(throw, hand).dice.fixed
    return Results(hits, crits)


def evades(hand: Hand, table: Table) -> int:
    """The evades that the defence dice show in the end."""
    return table.play(throw, hand).dice.fixed[0]


def strike(strike: Strike, table: Table) -> Results:
    """What an attack leaves uncancelled.

    The defender may spend more than it needs here, which changes nothing and leaves fewer cases to count.
    """
    results = table.play(attack_results, strike.attack)
    if strike.tamed:
        results = results.tamed
    evaded = table.play(evades, strike.defence)
    return neutralised(results, evaded, reinforce=strike.reinforce, crits_first=strike.crits_first)


def facing(hand: Hand, results: Results) -> Hand:
    """The defence dice against these results, more of which than there are need not be evaded."""
    return replace(hand, against=results)
