"""The dice that are asked for, as fields of a pad, and those that wait for others."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.services.hands import Early, Table
from rules.asks import Roll
from rules.changes import keyed
from rules.dice import Face
from rules.replay import Record, Rolled

LONGEST_TYPED = 400


@dataclass(frozen=True)
class PadPool:
    """One kind of dice to enter: how many, and a key for each face.

    ``by`` names the side that enters them apart from others, ``side`` is the key of the one whose they are, if told.
    """

    name: str
    die: str
    count: int
    symbols: tuple[Face, ...]
    typed: str
    by: str = ""
    side: str = ""

    @property
    def listed(self) -> str:
        """Its symbols as a list that scripts read."""
        return json.dumps([str(symbol) for symbol in self.symbols])

    @property
    def is_drawn(self) -> bool:
        """Whether its faces have names of several words: such a die stands for cards or chits."""
        return any(" " in str(symbol) for symbol in self.symbols)


@dataclass(frozen=True)
class Pad:
    """The pad of one roll: its sentence and its pools; ``before`` are fields of other rolls, which stay empty."""

    sentence: str
    pools: tuple[PadPool, ...]
    by: str = ""
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pads:
    """The pad of the roll that is asked for, those of rolls that may be entered already, and the dice that wait."""

    first: Pad
    beside: tuple[Pad, ...]
    waiting: tuple[Rolled, ...]
    can_throw: bool

    @property
    def sides(self) -> tuple[str, ...]:
        """The keys of the sides whose dice are missing, in the order of their pools."""
        return tuple(dict.fromkeys(pool.side for pool in self.first.pools if pool.count and pool.side))


def pads_of(record: Record, ask: Roll[Any, Any], early: Sequence[Early], typed: Mapping[str, Any]) -> Pads:
    """The pads of a roll that is asked for."""
    table = Table(ask, record.declared, early)
    whose = {place: hand.by for hand in table.hands for place in hand.places}
    lying = {place for hand in table.hands if table.waiting(hand) for place in hand.places}
    named = keyed(record.battle)

    def name(side: str) -> str:
        return getattr(named.get(side), "name", "")

    def pad(roll: Roll[Any, Any], first: int) -> Pad:
        places = range(first, first + len(roll.pools))
        owners = roll.owners(record.declared) or ("",) * len(roll.pools)
        pools = tuple(
            PadPool(
                f"pool-{place}",
                pool.die.name,
                0 if place in lying else pool.count,
                pool.die.symbols,
                str(typed.get(f"pool-{place}", ""))[:LONGEST_TYPED],
                name(whose.get(place, "")),
                owner,
            )
            for place, pool, owner in zip(places, roll.pools, owners, strict=True)
        )
        by = next((pool.by for pool in pools if pool.count), "")
        return Pad(roll.sentence(record.declared), pools, by, tuple(f"pool-{place}" for place in range(first)))

    pads = [pad(roll, table.first(roll)) for roll in table.rolls]
    return Pads(
        pads[0],
        tuple(one for one in pads[1:] if any(pool.count for pool in one.pools)),
        tuple(_rolled(table, one, name(one["by"])) for one in table.early),
        not any(one["label"] == ask.label for one in table.early),
    )


def _rolled(table: Table, one: Early, name: str) -> Rolled:
    (hand,) = (hand for hand in table.hands if table.waiting(hand) is one)
    return Rolled(
        f"{name} has rolled",
        tuple(table.pools[place] for place in hand.places),
        tuple(map(tuple, one["faces"])),
        sides=(hand.by,) * len(hand.places),
    )
