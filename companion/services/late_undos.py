"""Which events of a battle were taken back, and which undos came late: after a piece had joined or left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from companion.models import Battle, Event
from companion.services.writing import AMENDED, NO_ENTRY, SET_UP, UNDO


class Undone:
    """What was taken back in a battle, told without reading what the events hold: half of a log may be.

    An undo that passed a set-up leads to a battle that there never was, which no fold finds without what it took back.
    So that stays an entry, and the undo is one itself. What is done again after such an undo stands where it stood at
    first, by the name of the redo: it and the undo come to nothing together.
    """

    def __init__(self, battle: Battle) -> None:
        self._events = Event.objects.filter(battle=battle)
        found = self._events.order_by("number").values_list("pk", "number", "kind", "undoes_id", named=True)
        self._rows: dict[int, Any] = {row.pk: row for row in found}
        late, self._again = self._told_apart()
        taken_back = {row.undoes_id for row in self._rows.values() if row.undoes_id}
        first = {pk: self._first_of(pk, late | self._again) for pk in late | self._again}
        self._passed = frozenset(first.values())
        self.late = frozenset(late - taken_back)
        """The late undos that stand, which are entries."""
        self.taken_back = frozenset(first[pk] for pk in self.late)
        """What those took back, which stays an entry."""
        self.takes_back = {pk: self._rows[first[pk]].number for pk in self.late}
        """The numbers of what those took back, by the ids of those."""
        self._names = {first[pk]: self._rows[pk] for pk in self._again - taken_back}

    def standing(self) -> QuerySet[Event]:
        """The events that stand, whatever they hold."""
        not_taken_back = Q(undone_by=None) & ~Q(pk__in=self._again) | Q(pk__in=self._passed)
        return self._events.filter(not_taken_back & ~Q(kind__in=NO_ENTRY) | Q(pk__in=self.late))

    def named(self, rows: Iterable[Any]) -> Iterable[Any]:
        """These rows of events, each by the id and the number that it stands by."""
        for row in rows:
            name = self._names.get(row.pk)
            yield row._replace(pk=name.pk, number=name.number) if name else row

    def _told_apart(self) -> tuple[frozenset[int], frozenset[int]]:
        """The ids of all late undos, and of what was done again after one; an undo of that is late as well."""
        late: set[int] = set()
        again: set[int] = set()
        set_up = 0
        for row in self._rows.values():
            if row.kind == SET_UP:
                set_up = row.number
            # What a correction made of entries is gone with it, whatever came since.
            if row.kind == UNDO and row.undoes_id and self._rows[row.undoes_id].kind != AMENDED:
                if row.undoes_id in again or self._rows[row.undoes_id].number < set_up:
                    late.add(row.pk)
            elif row.undoes_id in late:
                again.add(row.pk)
        return frozenset(late), frozenset(again)

    def _first_of(self, pk: int, chain: frozenset[int]) -> int:
        """The id of what an undo takes back or a redo brings back, as it was entered at first."""
        while pk in chain:
            pk = self._rows[pk].undoes_id
        return pk
