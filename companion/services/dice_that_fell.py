"""The app's dice that fell for something taken back or called off: they stay when it is declared again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.db.models import QuerySet, Subquery
from django.db.models.functions import Coalesce

from companion.models import Declaration, Event, Reply
from companion.prepared import Prepared
from rules.dice import Face, Pool
from rules.table import Source


@dataclass(frozen=True)
class DiceThatFell:
    """What the app threw for one roll, pool by pool, and for whom."""

    faces: tuple[tuple[Face, ...], ...]
    who: str

    def kept(self, pools: Sequence[Pool]) -> tuple[tuple[Face, ...], ...]:
        """The faces that stay where a roll asks for these pools, in their order."""
        there = (*self.faces, *((),) * len(pools))
        return tuple(_kept(pool, faces) for pool, faces in zip(pools, there, strict=False))


def _since(battle: int, procedure: str, before: int, actor: int | None) -> QuerySet[Declaration, tuple[int, int]]:
    """Those that a piece declared of a kind since the last one that stands, each with its round."""
    alike = Declaration.objects.filter(battle=battle, procedure=procedure, actor=actor)
    events = Event.objects.filter(declaration__in=alike, undone_by=None)
    standing = events.order_by("-declaration").values("declaration")
    since = alike.filter(pk__gt=Coalesce(Subquery(standing[:1]), 0), pk__lt=before)
    return since.values_list("pk", "pieces__round")


_SINCE_OF_A_PIECE = Prepared(_since, values=4)


def dice_that_fell(row: Declaration) -> Mapping[str, DiceThatFell]:
    """The app's dice by the labels of their rolls that fell in this round for what stands no more.

    They are those of the same procedure of the same piece, whatever it was aimed at, since the last one that stands: a
    correction keeps its dice in the same way. What is undone can so be declared in another way, but not rolled anew.
    """
    told = (row.battle_id, row.procedure, row.pk)
    since = _SINCE_OF_A_PIECE(*told, row.actor_id) if row.actor_id else _since(*told, None)
    ids = [pk for pk, round_ in since if round_ == row.pieces["round"]]
    if not ids:
        return {}
    rows = Reply.objects.filter(declaration__in=ids, source=Source.ROLLED).order_by("declaration_id", "number")
    found: dict[str, DiceThatFell] = {}
    for one in rows:
        known = found.setdefault(one.label, DiceThatFell((), one.who))
        # A later one that asked for fewer dice does not lose the rest.
        pairs = zip_longest(known.faces, one.value, fillvalue=())
        faces = tuple(tuple(now) if len(now) > len(before) else before for before, now in pairs)
        found[one.label] = DiceThatFell(faces, known.who)
    return found


def _kept(pool: Pool, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple(face for face in faces if face in pool.die.faces)[: pool.count]
