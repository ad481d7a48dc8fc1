"""Dice that several sides roll at once, entered by each for itself: what came early waits for the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from companion.luck import throw
from companion.models import Declaration, Reply
from companion.services.dice_that_fell import DiceThatFell
from companion.services.refusals import Refusal, Stale
from companion.services.under_way import replayed
from rules.asks import Declared, Roll
from rules.dice import BadFaces, Face, Pool, words_of
from rules.hands import Hand, hands_of, rolls_from
from rules.play import Resolved
from rules.records import to_json
from rules.table import Dice, Source
from rules.words import listed

LONGEST_WHO = 60

Early = Mapping[str, Any]
"""One hand that waits: the label of its roll, the side, the faces of its pools, and who entered them."""


class Table:
    """The dice that are asked for and those that may lie beside them, with the hands that wait."""

    def __init__(self, ask: Roll[Any, Any], declared: Declared[Any, Any], early: Sequence[Early]) -> None:
        self.rolls = rolls_from(ask)
        self.pools: tuple[Pool, ...] = tuple(pool for roll in self.rolls for pool in roll.pools)
        self.hands = hands_of(self.rolls, declared)
        self.early = list(early)
        pools = accumulate((len(roll.pools) for roll in self.rolls), initial=0)
        self._first = {roll.label: first for roll, first in zip(self.rolls, pools, strict=False)}

    def first(self, roll: Roll[Any, Any]) -> int:
        """The place of a roll's first pool among all."""
        return self._first[roll.label]

    def waiting(self, hand: Hand) -> Early | None:
        """The hand as it was entered early, if it was."""
        return next((one for one in self.early if (one["label"], one["by"]) == (hand.label, hand.by)), None)

    def enter(self, faces: Sequence[Sequence[Face]], who: str) -> None:
        """Lay the dice of every hand of which any were entered; ``Refusal`` where they are not whole."""
        ask = self.rolls[0]
        shown: list[Sequence[Face]] = [*faces, *[()] * (len(self.pools) - len(faces))]
        if not any(faces) or not len(ask.pools) <= len(faces) <= len(self.pools):
            _check(ask, faces if any(faces) else [()] * len(ask.pools))
        for place in range(len(self.pools)):
            if not self.pools[place].count:
                _tally(self.pools[place], shown[place])
        for hand in self.hands:
            typed = [shown[place] for place in hand.places]
            if any(typed):
                self._lay(hand, typed, who)

    def whole(self) -> tuple[tuple[Dice, str], ...]:
        """The rolls that are whole now, in their order, with who entered them; they wait no longer."""
        found: list[tuple[Dice, str]] = []
        for roll in self.rolls:
            hands = [hand for hand in self.hands if hand.label == roll.label]
            waiting = [one for hand in hands if (one := self.waiting(hand))]
            if len(waiting) < len(hands):
                break
            found.append((self._dice(roll, hands), listed(list(dict.fromkeys(one["who"] for one in waiting)))))
            self.early = [one for one in self.early if one not in waiting]
        return tuple((dice, who[:LONGEST_WHO]) for dice, who in found)

    @property
    def is_begun(self) -> bool:
        """Whether a side's dice for the roll that is asked for lie there already."""
        return any(one["label"] == self.rolls[0].label for one in self.early)

    def throw(self, who: str, fell: DiceThatFell | None = None) -> tuple[tuple[Dice, str], ...]:
        """The dice that are asked for, thrown by the server, and what lies beside them already.

        Those that ``fell`` for it before stay; only what it asks for besides is thrown.
        """
        ask, *beside = self.rolls
        if self.is_begun:
            raise Refusal("The other side's dice are entered: enter yours, or take those back first.")
        kept = fell.kept(ask.pools) if fell else ((),) * len(ask.pools)
        pools = zip(ask.pools, kept, strict=True)
        faces = tuple((*stay, *throw(Pool(pool.die, pool.count - len(stay)))) for pool, stay in pools)
        thrown = Dice(ask.label, faces, Source.ROLLED), fell.who if fell else who
        self.rolls = tuple(beside)
        return thrown, *self.whole()

    def _lay(self, hand: Hand, typed: Sequence[Sequence[Face]], who: str) -> None:
        pools = [self.pools[place] for place in hand.places]
        faces = [pool.spelled(words) for pool, words in zip(pools, typed, strict=True)]
        for pool, shown in zip(pools, faces, strict=True):
            _tally(pool, shown)
        known = self.waiting(hand)
        if known is None:
            self.early.append({"label": hand.label, "by": hand.by, "faces": to_json(tuple(faces)), "who": who})
        elif known["faces"] != to_json(tuple(faces)):
            raise Stale(f"{known['who']} has entered these dice already. Yours were not stored.")

    def _dice(self, roll: Roll[Any, Any], hands: Sequence[Hand]) -> Dice:
        first = self.first(roll)
        faces: list[tuple[Face, ...]] = [()] * len(roll.pools)
        for hand in hands:
            known = self.waiting(hand)
            for place, shown in zip(hand.places, known["faces"] if known else (), strict=True):
                faces[place - first] = tuple(shown)
        return Dice(roll.label, tuple(faces), Source.ENTERED)


def _tally(pool: Pool, shown: Sequence[Face]) -> None:
    try:
        pool.tally(shown)
    except BadFaces as problem:
        raise Refusal(str(problem)) from problem


def _check(ask: Roll[Any, Any], faces: Sequence[Sequence[Face]]) -> None:
    try:
        ask.tallies(faces)
    except BadFaces as problem:
        raise Refusal(str(problem)) from problem


def still_to_lay(
    row: Declaration, given: Sequence[Reply], number: int, faces: Sequence[Sequence[Face]]
) -> Sequence[Sequence[Face]] | None:
    """What is not there yet of dice that were entered on a page that showed so many replies.

    There is nothing of what lies there as it was entered; ``None`` where something else was answered since.
    """
    _, then = replayed(row, given[:number])
    if isinstance(then, Resolved) or not isinstance(then.ask, Roll):
        return None
    since = list(given[number:])
    for roll in rolls_from(then.ask):
        if not since or since[0].source not in (Source.ENTERED, Source.ROLLED):
            break
        typed, faces = faces[: len(roll.pools)], faces[len(roll.pools) :]
        lying = since.pop(0).value
        if any(one not in ([], there) for one, there in zip(_words(typed), _words(lying), strict=False)):
            return None
    return None if since and any(faces) else faces


def _words(faces: Sequence[Sequence[Face]]) -> list[list[str]]:
    """The faces of each pool as they are typed in."""
    return [[word for face in shown for word in words_of(face)] for shown in faces]
