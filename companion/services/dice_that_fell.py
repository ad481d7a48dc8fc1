"""The app's dice that fell for something taken back or called off: they stay when it is declared again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import zip_longest
from typing import TypeAlias

from django.db.models import QuerySet

from companion.models import Declaration, Reply
from companion.prepared import Prepared
from rules.dice import Face, Pool
from rules.games import GAMES
from rules.table import Dice, Source, roll_of
from rules.table import Reply as ReplyValue

Nth: TypeAlias = tuple[str, int]
"""A roll, and how many of the same came before it: one die after another may be rerolled, say."""


def next_of(label: str, replies: Iterable[ReplyValue]) -> Nth:
    """The roll of that label that comes after these replies."""
    asked = roll_of(label)
    return asked, sum(isinstance(reply, Dice) and roll_of(reply.label) == asked for reply in replies)


@dataclass(frozen=True)
class DiceThatFell:
    """What the app threw for one roll, pool by pool, and for whom."""

    faces: tuple[tuple[Face, ...], ...]
    who: str

    def kept(self, pools: Sequence[Pool]) -> tuple[tuple[Face, ...], ...]:
        """The faces that stay where a roll asks for these pools, in their order."""
        there = (*self.faces, *((),) * len(pools))
        return tuple(_kept(pool, faces) for pool, faces in zip(pools, there, strict=False))


_Told: TypeAlias = tuple[int, int, datetime, datetime | None, datetime | None]
"""What was declared: its id, its round, when that was, and from when until when it stood, if it did."""


def _alike(battle: int, before: int, actor: int | None, *procedures: str) -> QuerySet[Declaration, _Told]:
    """What a piece has declared of these kinds; what was done again comes once for each time that it stood."""
    alike = Declaration.objects.filter(battle=battle, procedure__in=procedures, actor=actor, pk__lt=before)
    stood = ("events__when", "events__undone_by__when")
    return alike.order_by("pk").values_list("pk", "pieces__round", "when", *stood)


@cache
def _alike_of_a_piece(procedures: int) -> Prepared[_Told]:
    """What asks for those of so many kinds."""
    return Prepared(_alike, values=3 + procedures)


def _turns(told: Iterable[_Told], own: datetime) -> Mapping[int, int]:
    """How many stood as each was declared that stands no more, by their ids; none that came before those of now."""
    rows = list(told)
    times = [(since, until) for *_, since, until in rows if since]

    def standing(when: datetime) -> int:
        return sum(since <= when and (until is None or when < until) for since, until in times)

    stands = {pk for pk, *_, since, until in rows if since and until is None}
    turns = {pk: standing(when) for pk, _, when, *_ in rows if pk not in stands}
    return {pk: turn for pk, turn in turns.items() if turn >= standing(own)}


@cache
def _with_the_same_rolls(game: str, slug: str) -> tuple[str, ...]:
    """The procedures that are resolved as this one is, itself among them: attacks and bonus attacks, say."""
    procedures = GAMES[game].procedures
    resolves = {procedure.resolve for procedure in procedures if procedure.slug == slug}
    return tuple(procedure.slug for procedure in procedures if procedure.resolve in resolves)


def dice_that_fell(row: Declaration) -> Mapping[Nth, DiceThatFell]:
    """The app's dice by their rolls that fell in this round for what stands no more.

    They are those of the same piece by a procedure with the same rolls, whatever it was aimed at, and of the same turn:
    where two were taken back, the first that is declared again has the dice of the first, and the next those of the
    next. A correction keeps its dice in the same way. What is undone can so be declared in another way, but not rolled
    anew.
    """
    procedures = _with_the_same_rolls(row.battle.game, row.procedure)
    told = (row.battle_id, row.pk)
    alike = _alike_of_a_piece(len(procedures))
    rows = alike(*told, row.actor_id, *procedures) if row.actor_id else _alike(*told, None, *procedures)
    turns = _turns((one for one in rows if one[1] == row.pieces["round"]), row.when)
    if not turns:
        return {}
    replies = Reply.objects.filter(declaration__in=turns, source__in=(Source.ENTERED, Source.ROLLED))
    before: Counter[tuple[int, str]] = Counter()
    first: dict[Nth, int] = {}
    found: dict[Nth, DiceThatFell] = {}
    for one in sorted(replies, key=lambda one: (turns[one.declaration_id], one.declaration_id, one.number)):
        asked = roll_of(one.label)
        nth = (asked, before[one.declaration_id, asked])
        before[one.declaration_id, asked] += 1
        turn = turns[one.declaration_id]
        if first.setdefault(nth, turn) != turn or one.source != Source.ROLLED:
            continue
        known = found.setdefault(nth, DiceThatFell((), one.who))
        # A later one that asked for fewer dice does not lose the rest.
        pairs = zip_longest(known.faces, one.value, fillvalue=())
        faces = tuple(tuple(now) if len(now) > len(then) else then for then, now in pairs)
        found[nth] = DiceThatFell(faces, known.who)
    return found


def _kept(pool: Pool, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple(face for face in faces if face in pool.die.faces)[: pool.count]
