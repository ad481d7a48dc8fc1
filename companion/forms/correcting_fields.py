"""What was asked of an entry, as fields with what lies there: dice to be put right, and options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rules.asks import Roll
from rules.changes import keyed
from rules.dice import Face, Pool
from rules.fitting import nth
from rules.folding import Folded
from rules.questions import PIECES
from rules.replay import Record
from rules.table import Dice, Pick, Source, roll_of
from rules.timeline import Entry
from rules.words import without_rank, without_step


@dataclass(frozen=True)
class Offered:
    """One of several things to choose from, as a page shows it: ``taken`` tells which it is."""

    value: str
    label: str
    taken: bool


@dataclass(frozen=True)
class PoolField:
    """The dice of one pool, under the name of their kind."""

    die: str
    dice: tuple[DieField, ...]


@dataclass(frozen=True)
class DieField:
    """One die: the name of its field, what it shows, what else it may show; ``missing`` when nothing lies there.

    One that the app threw ``stays`` as it fell.
    """

    name: str
    die: str
    face: Face | None
    faces: tuple[Face, ...]
    stays: bool

    @property
    def missing(self) -> bool:
        """Whether it has to be told yet."""
        return self.face is None


@dataclass(frozen=True)
class AskField:
    """One ask with its answer: dice to be put right, or options; ``locked`` where the app threw the dice."""

    name: str
    label: str
    text: str
    pools: tuple[PoolField, ...] = ()
    options: tuple[Offered, ...] = ()
    over: tuple[Face, ...] = ()
    locked: bool = False


def ask_fields(folded: Folded) -> tuple[AskField, ...]:
    """The fields of an entry's asks with what lies there, in the order in which they are asked."""
    if folded.fit is None or folded.record is None:
        return ()
    return tuple(_ask_field(folded, folded.record, place) for place in range(len(folded.fit.laid)))


def _ask_field(folded: Folded, record: Record, place: int) -> AskField:
    assert folded.fit is not None
    one = folded.fit.laid[place]
    name = f"e{folded.entry.number}-{place}"
    label = one.ask.label
    if isinstance(one.ask, Roll):
        asked = [roll_of(other.ask.label) for other in folded.fit.laid[:place] if isinstance(other.ask, Roll)]
        before = asked.count(roll_of(label))
        thrown = thrown_by_app(folded.entry, label, before)
        fell = [*(thrown.faces if thrown else ()), *((),) * len(one.faces)]
        pools = tuple(
            _pool_field(f"{name}-{place}", pool, faces, fell[place])
            for place, (pool, faces) in enumerate(zip(one.ask.pools, one.faces, strict=True))
        )
        return AskField(name, label, without_step(label), pools, over=one.over, locked=thrown is not None)
    taken = one.reply.option if isinstance(one.reply, Pick) else None
    options = [one.ask.option(record.declared, value) for value in one.ask.options]
    offered = tuple(Offered(str(option.value), option.label, option.value == taken) for option in options)
    text = _named(_whose(record, one.ask.by), without_step(label))
    return AskField(name, label, text, options=offered)


def _named(whose: str, text: str) -> str:
    """What was asked after whose it was, instead of the role in which they fight."""
    asked = text.removeprefix("attacker's ").removeprefix("defender's ")
    return f"{whose}: {asked}" if whose else text


def _whose(record: Record, by: str) -> str:
    """The short name of the piece in it that is of whoever decides, or of their side where there is none."""
    named = keyed(record.battle)
    pieces = (named.get(getattr(record.declaration, role, "")) for role in PIECES)
    decides = next((piece for piece in pieces if getattr(piece, "side", None) == by), named.get(by))
    return without_rank(decides.name) if decides else ""


def _pool_field(name: str, pool: Pool, faces: Sequence[Face], thrown: Sequence[Face]) -> PoolField:
    """The dice of a pool: those that the app threw lie there first, and stay."""
    stay = len([face for face in thrown if face in pool.die.faces])
    shown = zip_longest(range(pool.count), faces)
    return PoolField(
        pool.die.name,
        tuple(DieField(f"{name}-{die}", pool.die.name, face, pool.die.symbols, die < stay) for die, face in shown),
    )


def thrown_by_app(entry: Entry, label: str, before: int) -> Dice | None:
    """The dice of the roll of that label, after so many others of it, as the app threw them, whatever was corrected."""
    found = nth(entry.at_first, Dice, label, before)
    return found if found and found.source is Source.ROLLED else None
