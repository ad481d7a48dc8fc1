"""The Reroll Dice Procedure of one player (RDP)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dice import Pool, Reading
from rules.gods_gloom.asks import KEEP, REROLL, DiceAgain, DieAgain, PoolReroll, SingleDie
from rules.gods_gloom.dice import BLUE, MEANING, RED, Fallen, die_of, face, option_of
from rules.gods_gloom.force import Force
from rules.table import Table

DICE = {"red": RED, "blue": BLUE}


def reading(force: Force) -> Reading[Fallen]:
    """Every face matters while a single die can be rerolled; else only what the faces mean."""
    return Fallen if force.singles else MEANING


def reroll(force: Force, fallen: Fallen, table: Table) -> tuple[Fallen, int]:
    """The dice after one player's rerolls, and the Seals that they cost.

    First a Pool Reroll of all the dice for a Seal, if the player wants it; then single dice one by one, of which each
    may be taken again.
    """
    paid = 0
    if not force.rolls:
        return fallen, paid
    extra = fallen.extra_red + fallen.extra_blue * force.blocks_count
    if force.seals and table.choose(PoolReroll(force.side, (KEEP, REROLL), force.role, fallen, extra)) == REROLL:
        paid = 1
        fallen = table.roll(DiceAgain(force.pools, force.role), reading(force))
    for _ in range(force.singles):
        option = table.choose(SingleDie(force.side, options(fallen, force.useful), force.role))
        if option == KEEP:
            break
        colour, shown = die_of(option)
        new = table.roll(DieAgain((Pool(DICE[colour], 1),), force.role), face)
        fallen = fallen.turned(colour, shown, new)
    return fallen, paid


def options(fallen: Fallen, useful: str) -> tuple[str, ...]:
    """The dice that can be rerolled, equal faces as one, such as ``red 2``; failures of the useful colour come first.

    ``useful`` is the colour whose successes count for sure; of its failures a 2 comes before a 1, which on blue counts
    for the critical. A player who has no failure there keeps the dice as usual.
    """
    failures = [die for die in (option_of(useful, 2), option_of(useful, 1)) if die in _shown(fallen)]
    others = [die for die in _shown(fallen) if die not in failures]
    return (*failures, KEEP, *others)


def _shown(fallen: Fallen) -> Iterator[str]:
    for colour, tally in (("red", fallen.red), ("blue", fallen.blue)):
        yield from (option_of(colour, shown) for shown, count in enumerate(tally, start=1) if count)
