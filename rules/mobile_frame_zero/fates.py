"""What the damage dice of an attack do on their chart, and which dice of a pool are assigned to what."""

from __future__ import annotations

from rules.asks import D, Declared
from rules.dice import Face
from rules.fates import Answered, Became, Fate, Fates
from rules.mobile_frame_zero.charts import BANDS, Chart
from rules.mobile_frame_zero.damage import ABANDON, CoversPosition
from rules.mobile_frame_zero.declaration import Attack
from rules.mobile_frame_zero.pool import DICE
from rules.mobile_frame_zero.sheet import Battle
from rules.mobile_frame_zero.strike import DamageRoll, strike_of
from rules.mobile_frame_zero.turn import DieAssigned, PoolRoll
from rules.table import Dice, Pick

HITS = Fate(Became.COUNTS, "hits")
STOPPED = Fate(Became.CANCELLED, "hits the cover")
MISSES = Fate(Became.NOTHING, "misses")


def fates(declared: Declared[Battle, D], answered: Answered, *, over: bool) -> tuple[Fates, ...]:
    """The fates of the dice of every roll."""
    return tuple(_of(declared, answered, ask, reply) for ask, reply in answered if isinstance(reply, Dice))


def _of(declared: Declared[Battle, D], answered: Answered, ask: object, reply: Dice) -> Fates:
    if isinstance(ask, DamageRoll):
        attack = declared.declaration
        assert isinstance(attack, Attack)
        strike = strike_of(declared.battle, attack, ask.pools[0].count, 0)
        left = any(isinstance(a, CoversPosition) and isinstance(r, Pick) and r.option == ABANDON for a, r in answered)
        most = None if strike.cover is None else strike.cover + left
        return (_on_chart(reply.faces[0], ask.chart, most),)
    return _assigned(ask, reply, answered) if isinstance(ask, PoolRoll) else ()


def _on_chart(faces: tuple[Face, ...], chart: Chart, most: int | None) -> tuple[Fate, ...]:
    """The fates on a chart, in ascending order; what the cover no longer stops is read on chart 2."""
    misses, fours, fives, _ = BANDS[chart]
    meeting = sorted((face, at) for at, face in enumerate(faces) if face in (*fours, *fives))
    stopped = {at for _, at in (meeting if most is None else meeting[:most])}
    return tuple(
        STOPPED if at in stopped else MISSES if face in (*misses, *fours) else HITS for at, face in enumerate(faces)
    )


def _assigned(roll: PoolRoll, fallen: Dice, answered: Answered) -> Fates:
    codes = {die: code for code, die in DICE.items()}
    picks = ((ask, reply) for ask, reply in answered if isinstance(ask, DieAssigned) and isinstance(reply, Pick))
    actions = [(str(reply.option), str(ask.action)) for ask, reply in picks]
    found = []
    for pool, faces in zip(roll.pools, fallen.faces, strict=True):
        fates: list[Fate | None] = []
        for face in faces:
            taken = next((pair for pair in actions if pair[0] == f"{codes[pool.die]}:{face}"), None)
            if taken:
                actions.remove(taken)
            fates.append(Fate(Became.COUNTS, taken[1]) if taken else None)
        found.append(tuple(fates))
    return tuple(found)
