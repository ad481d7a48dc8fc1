"""Earlier replies laid to what is asked now: dice that fell keep their faces, and what is missing is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from rules.asks import Ask, Choice, O, Roll
from rules.dice import Face, Pool, Reading
from rules.play import Recorded, Resolved, T, Waiting, played
from rules.table import Dice, Pick, Reply, Resolver


@dataclass(frozen=True, slots=True)
class Laid:
    """One ask with what lies there for it.

    ``faces`` are those kept of each pool, ``over`` those for which there is no die any more; ``reply`` is whole, or
    ``None`` where dice are missing or another option has to be taken than the one that was: ``withdrawn``.
    """

    ask: Ask
    reply: Reply | None
    faces: tuple[tuple[Face, ...], ...] = ()
    over: tuple[Face, ...] = ()
    withdrawn: int | str | None = None

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


def fitted(resolve: Resolver[Any, T], attack: Any, given: Sequence[Reply]) -> Fitted[T]:
    """Resolve with whatever fits of the replies, each taken for the ask of its label, in their order.

    ``Illegal`` where the rules do not allow it at all.
    """
    table = _Fitting(given)
    now = played(resolve, attack, table)
    unused = tuple(face for reply in table.stock if isinstance(reply, Dice) for faces in reply.faces for face in faces)
    return Fitted(tuple(table.laid), now, (*(face for one in table.laid for face in one.over), *unused))


class _Fitting(Recorded):
    """A table at which each ask finds its earlier reply by its label."""

    def __init__(self, given: Sequence[Reply]) -> None:
        super().__init__(())
        self.stock = list(given)
        self.laid: list[Laid] = []

    def roll(self, ask: Roll[Any, Any], read: Reading[T]) -> T:
        """Read the dice that fell for it, as many as are asked for."""
        found = next((reply for reply in self.stock if isinstance(reply, Dice) and reply.label == ask.label), None)
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
        found = next((reply for reply in self.stock if isinstance(reply, Pick) and reply.label == ask.label), None)
        # A page gives back every option as a text.
        same = next((option for option in ask.options if found and str(option) == str(found.option)), None)
        if found is not None:
            self.stock.remove(found)
        if same is not None:
            self.unread = [Pick(ask.label, same)]
            self.laid.append(Laid(ask, self.unread[0]))
        elif ask.is_asked:
            self.laid.append(Laid(ask, None, withdrawn=found.option if found else None))
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
        reply = Dice(ask.label, kept, found.source) if whole else None
        if reply is not None:
            self.unread = [reply]
        self.laid.append(Laid(ask, reply, kept, tuple(over)))
