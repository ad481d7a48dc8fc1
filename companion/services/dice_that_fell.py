"""The app's dice that fell for something taken back or called off: they stay when it is declared again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import TypeAlias

from django.db.models import QuerySet, Subquery
from django.db.models.functions import Coalesce

from companion.models import Declaration, Event, Reply
from companion.prepared import Prepared
from rules.dice import Face, Pool
from rules.games import GAMES
from rules.table import Dice, Source
from rules.table import Reply as ReplyValue

Nth: TypeAlias = tuple[str, int]
"""The label of a roll, and how many of that label came before it: one die after another may be rerolled, say."""


def next_of(label: str, replies: Iterable[ReplyValue]) -> Nth:
    """The roll of a label that comes after these replies."""
    return label, sum(isinstance(reply, Dice) and reply.label == label for reply in replies)


@dataclass(frozen=True)
class DiceThatFell:
    """What the app threw for one roll, pool by pool, and for whom."""

    faces: tuple[tuple[Face, ...], ...]
    who: str

    def kept(self, pools: Sequence[Pool]) -> tuple[tuple[Face, ...], ...]:
        """The faces that stay where a roll asks for these pools, in their order."""
        there = (*self.faces, *((),) * len(pools))
        return tuple(_kept(pool, faces) for pool, faces in zip(pools, there, strict=False))


def _since(battle: int, before: int, actor: int | None, *procedures: str) -> QuerySet[Declaration, tuple[int, int]]:
    """Those that a piece declared of these kinds since the last one that stands, each with its round."""
    alike = Declaration.objects.filter(battle=battle, procedure__in=procedures, actor=actor)
    events = Event.objects.filter(declaration__in=alike, undone_by=None)
    standing = events.order_by("-declaration").values("declaration")
    since = alike.filter(pk__gt=Coalesce(Subquery(standing[:1]), 0), pk__lt=before)
    return since.values_list("pk", "pieces__round")


@cache
def _since_of_a_piece(procedures: int) -> Prepared[tuple[int, int]]:
    """What asks for those of so many kinds."""
    return Prepared(_since, values=3 + procedures)


@cache
def _with_the_same_rolls(game: str, slug: str) -> tuple[str, ...]:
    """The procedures that are resolved as this one is, itself among them: attacks and bonus attacks, say."""
    procedures = GAMES[game].procedures
    resolves = {procedure.resolve for procedure in procedures if procedure.slug == slug}
    return tuple(procedure.slug for procedure in procedures if procedure.resolve in resolves)


def dice_that_fell(row: Declaration) -> Mapping[Nth, DiceThatFell]:
    """The app's dice by their rolls that fell in this round for what stands no more.

    They are those of the same piece by a procedure with the same rolls, whatever it was aimed at, since the last one
    that stands: a correction keeps its dice in the same way. What is undone can so be declared in another way, but not
    rolled anew.
    """
    procedures = _with_the_same_rolls(row.battle.game, row.procedure)
    told = (row.battle_id, row.pk)
    of_a_piece = _since_of_a_piece(len(procedures))
    since = of_a_piece(*told, row.actor_id, *procedures) if row.actor_id else _since(*told, None, *procedures)
    ids = [pk for pk, round_ in since if round_ == row.pieces["round"]]
    if not ids:
        return {}
    rows = Reply.objects.filter(declaration__in=ids, source__in=(Source.ENTERED, Source.ROLLED))
    before: Counter[tuple[int, str]] = Counter()
    found: dict[Nth, DiceThatFell] = {}
    for one in rows.order_by("declaration_id", "number"):
        nth = (one.label, before[one.declaration_id, one.label])
        before[one.declaration_id, one.label] += 1
        if one.source != Source.ROLLED:
            continue
        known = found.setdefault(nth, DiceThatFell((), one.who))
        # A later one that asked for fewer dice does not lose the rest.
        pairs = zip_longest(known.faces, one.value, fillvalue=())
        faces = tuple(tuple(now) if len(now) > len(then) else then for then, now in pairs)
        found[nth] = DiceThatFell(faces, known.who)
    return found


def _kept(pool: Pool, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple(face for face in faces if face in pool.die.faces)[: pool.count]
