"""Earlier replies laid to what is asked now: dice that fell keep their faces, and what is missing is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import Any, Generic, TypeVar

from rules.asks import Ask, Choice, O, Roll
from rules.dice import Face, Pool, Reading
from rules.play import Recorded, Resolved, T, Waiting, played
from rules.table import Dice, Pick, Reply, Resolver, Source, roll_of

R = TypeVar("R", Dice, Pick)


@dataclass(frozen=True, slots=True)
class Laid:
    """One ask with what lies there for it.

    ``faces`` are those kept of each pool, ``over`` those for which there is no die any more; ``reply`` is whole, or
    ``None`` where dice are missing or another option has to be taken than the one that was: ``withdrawn``. ``found``
    is what was replied, if anything was.
    """

    ask: Ask
    reply: Reply | None
    faces: tuple[tuple[Face, ...], ...] = ()
    over: tuple[Face, ...] = ()
    withdrawn: int | str | None = None
    found: Reply | None = None

    @property
    def missing(self) -> tuple[Pool, ...]:
        """The dice that are missing, pool by pool."""
        if not isinstance(self.ask, Roll):
            return ()
        pools = zip(self.ask.pools, self.faces, strict=True)
        return tuple(Pool(pool.die, pool.count - len(faces)) for pool, faces in pools if pool.count > len(faces))


@dataclass(frozen=True, slots=True)
class Fitted(Generic[T]):
    """A procedure resolved as far as earlier replies carry it: what was asked, how it ended, and dice left over."""

    laid: tuple[Laid, ...]
    played: Waiting | Resolved[T]
    over: tuple[Face, ...]

    @property
    def replies(self) -> tuple[Reply, ...]:
        """The replies that it took."""
        return tuple(one.reply for one in self.laid if one.reply is not None)


def fitted(
    resolve: Resolver[Any, T],
    attack: Any,
    given: Sequence[Reply],
    earlier: Sequence[Sequence[Reply]] = (),
    at_first: Sequence[Reply] = (),
) -> Fitted[T]:
    """Resolve with whatever fits of the replies, each taken for the ask of its label, in their order.

    What is missing then is taken from ``earlier`` ones, the oldest first, which were corrected since; ``at_first`` are
    the first of all, which the app may have thrown. ``Illegal`` where the rules do not allow it at all.
    """
    fit = _as_given(resolve, attack, given, at_first)
    while more := _with_earlier(fit, given, earlier):
        given = more
        fit = _as_given(resolve, attack, given, at_first)
    return fit


def nth(replies: Iterable[Reply], kind: type[R], label: str, before: int) -> R | None:
    """The reply of that kind to the same ask that comes after so many others; ``None`` where there are not as many."""
    asked = roll_of(label)
    alike = (one for one in replies if isinstance(one, kind) and roll_of(one.label) == asked)
    return next(islice(alike, before, None), None)


def _as_given(resolve: Resolver[Any, T], attack: Any, given: Sequence[Reply], at_first: Sequence[Reply]) -> Fitted[T]:
    table = _Fitting(given, at_first)
    now = played(resolve, attack, table)
    unused = tuple(face for reply in table.stock if isinstance(reply, Dice) for faces in reply.faces for face in faces)
    return Fitted(tuple(table.laid), now, (*(face for one in table.laid for face in one.over), *unused))


def _with_earlier(
    fit: Fitted[Any], given: Sequence[Reply], earlier: Sequence[Sequence[Reply]]
) -> tuple[Reply, ...] | None:
    """The replies with what earlier ones tell of what is missing; ``None`` where they tell nothing of it."""
    if not earlier or isinstance(fit.played, Resolved):
        return None
    last = fit.laid[-1]
    before = sum(roll_of(one.ask.label) == roll_of(last.ask.label) for one in fit.laid[:-1])
    newest = [*reversed(earlier)]
    if not isinstance(last.ask, Roll):
        picks = (nth(replies, Pick, last.ask.label, before) for replies in newest)
        pick = next((one for one in picks if one and one.option in last.ask.options), None)
        return (*given, pick) if pick and last.found is None else None
    fell = [one for replies in newest if (one := nth(replies, Dice, last.ask.label, before))]
    added = [_added(pool, place, last.faces[place], fell) for place, pool in enumerate(last.ask.pools)]
    if not any(added):
        return None
    if not isinstance(last.found, Dice):
        return (*given, replace(fell[0], faces=tuple(added)))
    shown = zip_longest(last.found.faces, added, fillvalue=())
    whole = replace(last.found, faces=tuple((*faces, *more) for faces, more in shown))
    return tuple(whole if one is last.found else one for one in given)


def _added(pool: Pool, place: int, kept: Sequence[Face], fell: Sequence[Dice]) -> tuple[Face, ...]:
    """The dice of a pool beyond those that are kept, each as it fell last."""
    faces = [*kept]
    for one in fell:
        fit = [face for face in one.faces[place] if face in pool.die.faces] if place < len(one.faces) else []
        faces += fit[len(faces) : pool.count]
    return tuple(faces[len(kept) :])


class _Fitting(Recorded):
    """A table at which each ask finds its earlier reply by its label."""

    def __init__(self, given: Sequence[Reply], at_first: Sequence[Reply]) -> None:
        super().__init__(())
        self.stock = list(given)
        self.at_first = at_first
        self.laid: list[Laid] = []

    def roll(self, ask: Roll[Any, Any], read: Reading[T]) -> T:
        """Read the dice that fell for it, as many as are asked for."""
        found = nth(self.stock, Dice, ask.label, 0)
        if found is not None and any(pool.count for pool in ask.pools):
            self.stock.remove(found)
            if ask.earlier and list(map(len, found.faces)) == [pool.count for pool in ask.earlier.pools]:
                ask = ask.earlier
            self._lay(ask, found)
        elif any(pool.count for pool in ask.pools):
            self.laid.append(Laid(ask, None, tuple(() for _ in ask.pools)))
        return super().roll(ask, read)

    def choose(self, ask: Choice[Any, Any, O]) -> O:
        """Take the option that was taken, where it is still on offer."""
        if len(ask.options) == 1:
            return super().choose(ask)
        found = nth(self.stock, Pick, ask.label, 0)
        # A page gives back every option as a text.
        same = next((option for option in ask.options if found and str(option) == str(found.option)), None)
        if found is not None:
            self.stock.remove(found)
        if same is not None:
            self.unread = [Pick(ask.label, same)]
            self.laid.append(Laid(ask, self.unread[0]))
        elif ask.is_asked:
            self.laid.append(Laid(ask, None, withdrawn=found.option if found else None, found=found))
        return super().choose(ask)

    def _lay(self, ask: Roll[Any, Any], found: Dice) -> None:
        """Lay the faces of a reply to the pools of a roll; faces that a pool's die does not have fell for another."""
        pools = ask.pools
        shown = found.faces if len(found.faces) == len(pools) else (*found.faces, *((),) * len(pools))[: len(pools)]
        fit = [tuple(f for f in faces if f in pool.die.faces) for faces, pool in zip(shown, pools, strict=True)]
        kept = tuple(faces[: pool.count] for faces, pool in zip(fit, pools, strict=True))
        over = [face for faces in found.faces for face in faces]
        for faces in kept:
            for face in faces:
                over.remove(face)
        whole = all(len(faces) == pool.count for faces, pool in zip(kept, pools, strict=True))
        reply = Dice(ask.label, kept, self._source(found, kept)) if whole else None
        if reply is not None:
            self.unread = [reply]
        self.laid.append(Laid(ask, reply, kept, tuple(over), found=found))

    def _source(self, found: Dice, kept: Sequence[Sequence[Face]]) -> Source:
        """Where the dice come from: from the app, too, where those that were typed beside its own have no place."""
        before = sum(isinstance(one.ask, Roll) and roll_of(one.ask.label) == roll_of(found.label) for one in self.laid)
        thrown = nth(self.at_first, Dice, found.label, before)
        if thrown is None or thrown.source is not Source.ROLLED:
            return found.source
        pools = zip_longest(kept, thrown.faces, fillvalue=())
        return found.source if any(Counter(faces) - Counter(fell) for faces, fell in pools) else Source.ROLLED
