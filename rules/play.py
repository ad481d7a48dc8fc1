"""Playing a resolver with recorded replies: the same replies always give the same answer."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from rules.asks import Ask, Choice, O, Roll, Side
from rules.bounds import OutOfBounds
from rules.dice import BadFaces, Bands, Fold, Reading
from rules.game import Illegal
from rules.table import Dice, Pick, Reply, Resolver, Source, Step, StraightOn, Taken, Trace
from rules.words import capitalised

A = TypeVar("A", bound=Hashable)
T = TypeVar("T", bound=Hashable)


class BadReply(ValueError):
    """A reply that does not answer what was asked; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The replies ran out: what the table asks next, and the trace so far."""

    ask: Ask
    trace: Trace


@dataclass(frozen=True, slots=True)
class Resolved(Generic[T]):
    """The resolver came to its end."""

    outcome: T
    trace: Trace


def play(resolve: Resolver[A, T], attack: A, replies: Sequence[Reply]) -> Waiting | Resolved[T]:
    """Run ``resolve`` as far as ``replies`` carry it.

    Raises ``BadReply`` for a reply out of order, impossible faces, an option that was not offered, or one left over.
    """
    return played(resolve, attack, Recorded(replies))


def answered(resolve: Resolver[A, T], attack: A, replies: Sequence[Reply]) -> tuple[Ask, ...]:
    """The asks that the replies answer, in order; raises ``BadReply`` as ``play`` does."""
    table = Recorded(replies)
    played(resolve, attack, table)
    return tuple(table.answered)


def reached(resolve: Resolver[A, T], attack: A, replies: Sequence[Reply]) -> T | None:
    """What a part comes to by the first of these replies, whatever comes after it; ``None`` where they run out."""
    try:
        return resolve(attack, Recorded(replies))
    except _Pause:
        return None


def still_fit(resolve: Resolver[A, T], before: A, after: A, replies: Sequence[Reply]) -> bool:
    """Whether the replies to one attack answer the same asks, to the same sides, of another."""
    try:
        asked = zip(answered(resolve, before, replies), answered(resolve, after, replies), strict=True)
    except BadReply:
        return False
    return all((old.label, _side(old)) == (new.label, _side(new)) for old, new in asked)


def _side(ask: Ask) -> Side | None:
    return ask.by if isinstance(ask, Choice) else None


def played(resolve: Resolver[A, T], attack: A, table: Recorded) -> Waiting | Resolved[T]:
    """Run ``resolve`` at a table of replies.

    Raises ``BadReply`` where one of them is left over, and ``Illegal`` where a piece could not show what comes of it.
    """
    try:
        outcome = resolve(attack, table)
    except _Pause as pause:
        return Waiting(pause.ask, tuple(table.trace))
    except OutOfBounds as problem:
        raise Illegal(f"{capitalised(str(problem))}.") from problem
    if table.unread:
        raise BadReply(f"Nothing more was asked, but there is a reply to “{table.unread[0].label}”.")
    return Resolved(outcome, tuple(table.trace))


class _Pause(BaseException):
    """Stops a resolver at an ask without a reply; not an ``Exception``, so that no rule can swallow it."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask.label)
        self.ask = ask


class Recorded(StraightOn):
    """A table whose dice and decisions are the recorded replies; ``unread`` are those still to come."""

    def __init__(self, replies: Sequence[Reply]) -> None:
        self.unread = list(replies)
        self.answered: list[Ask] = []
        self.trace: list[Step | Taken] = []

    def roll(self, ask: Roll[Any, Any], read: Reading[T]) -> T:
        """Read the dice of the next reply."""
        ask = ask.earlier if ask.earlier and self._answers(ask.earlier) else ask
        pools = ask.pools
        if not any(pool.count for pool in pools):
            return read(*(pool.tally(()) for pool in pools))
        reply = self._next(ask)
        if not isinstance(reply, Dice):
            raise BadReply(f"“{ask.label}” asks for dice, not for a choice.")
        try:
            tallies = ask.tallies(reply.faces)
        except BadFaces as impossible:
            raise BadReply(str(impossible)) from impossible
        shown = "; ".join(
            f"{pool.die.name}: {' '.join(map(str, faces))}" if len(pools) > 1 else " ".join(map(str, faces))
            for pool, faces in zip(pools, reply.faces, strict=True)
            if faces
        )
        self.trace.append(Step(ask.label, shown, reply.source))
        if isinstance(read, Bands | Fold) and read.tell:
            self.trace += (Step(what, became) for what, became in read.tell(*tallies))
        return read(*tallies)

    def choose(self, ask: Choice[Any, Any, O]) -> O:
        """Take the option of the next reply, or the only one."""
        options = ask.options
        if len(options) == 1:
            self.trace.append(Taken(ask, options[0], Source.ONLY))
            return options[0]
        if not ask.is_asked and not (self.unread and self.unread[0].label == ask.label):
            self.trace.append(Taken(ask, options[0], Source.UNASKED))
            return options[0]
        reply = self._next(ask)
        if not isinstance(reply, Pick):
            raise BadReply(f"“{ask.label}” asks for a choice, not for dice.")
        for option in options:
            if option == reply.option and type(option) is type(reply.option):
                self.trace.append(Taken(ask, option, Source.CHOSEN))
                return option
        raise BadReply(f"“{reply.option}” was not offered for “{ask.label}”.")

    def note(self, label: str, value: object) -> None:
        """Add a step to the trace."""
        self.trace.append(Step(label, str(value)))

    def _answers(self, ask: Roll[Any, Any]) -> bool:
        """Whether the next reply has as many dice as the roll, pool by pool."""
        reply = self.unread[0] if self.unread else None
        if not isinstance(reply, Dice) or reply.label != ask.label:
            return False
        return list(map(len, reply.faces)) == [pool.count for pool in ask.pools]

    def _next(self, ask: Ask) -> Reply:
        if not self.unread:
            self._pause(ask)
        reply = self.unread.pop(0)
        if reply.label != ask.label:
            raise BadReply(f"The table asks for “{ask.label}”, and the reply is to “{reply.label}”.")
        self.answered.append(ask)
        return reply

    def _pause(self, ask: Ask) -> NoReturn:
        raise _Pause(ask)
