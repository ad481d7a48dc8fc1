"""What a log says beside what its entries come out as: what each event has changed, and what stands no more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Q

from companion.models import Battle, Event, Version
from companion.services.history import Line
from companion.services.writing import UNDO
from rules.changes import Change, apply, keyed, merged, read_changes, shown, undo
from rules.folding import kept
from rules.game import Game
from rules.games import GAMES
from rules.parts import with_parts
from rules.parts_as_json import parts_from_json
from rules.records import to_json
from rules.timeline import How
from rules.words import LONGEST_HEADLINE, shortened

Found: TypeAlias = tuple[int, str]
"""The number of an event, and what differs of it."""

_Track: TypeAlias = tuple[str, str]
"""A piece and one of its tracks."""


def changes_that_fail(battle: Battle, sheet: Any, firm: int) -> Iterator[Found]:
    """The last event whose changes do not lead to what came after it, and all that take back or do again otherwise.

    Every event counts, corrections and what was undone too: their changes were written, one after the other.
    """
    rows = _events(battle, firm)
    yield from _broken(GAMES[battle.game], sheet, rows)
    of = {row.pk: row for row in rows}
    for row in rows:
        taken = of.get(row.undoes_id)
        if taken is None or row.kind == UNDO:
            continue
        if row.changes != to_json(undo(read_changes(taken.changes))):
            yield row.number, f"it does again what entry {taken.number} took back, and changes other things."


def _events(battle: Battle, firm: int) -> Sequence[Any]:
    told = Event.objects.filter(battle=battle, number__gt=firm).order_by("number")
    return tuple(told.values_list("pk", "number", "kind", "changes", "parts", "shape", "undoes_id", named=True))


def _broken(game: Game[Any], sheet: Any, rows: Sequence[Any]) -> Iterator[Found]:
    """The last event that does not go on from what the one before it left, if one does not."""
    pieces, known = keyed(sheet), dict[_Track, tuple[int, Any]]()
    for row in reversed(rows):
        changes = merged(read_changes(row.changes))
        try:
            if row.parts:
                parts = [part.undone() for part in reversed(parts_from_json(game, row.parts, row.shape))]
                sheet = with_parts(apply(sheet, _from_now(pieces, known)), parts, undo(changes))
                if sheet is None:
                    return
                pieces, known = keyed(sheet), {}
                continue
            for change in changes:
                track = (change.piece, change.track)
                number, now = known.get(track) or (0, shown(pieces[change.piece], change.track))
                if now != change.after:
                    told = f"it goes on from something else than entry {row.number} led to."
                    yield (number, told) if number else (row.number, "the battle does not go on from what it led to.")
                    return
                known[track] = row.number, change.before
        except (AttributeError, KeyError, ValueError) as problem:
            yield row.number, f"it cannot be taken back from what came of it: {problem}."
            return


def _from_now(pieces: Mapping[str, Any], known: Mapping[_Track, tuple[int, Any]]) -> Iterable[Change]:
    """The changes from what pieces show to what they showed before the events that are known."""
    found = (Change(*track, shown(pieces[track[0]], track[1]), before) for track, (_, before) in known.items())
    return [change for change in found if change.before != change.after]


def words_that_differ(battle: Battle) -> Iterator[Found]:
    """What says or changes something else than it came out as, among what no fold resolves again."""
    edition = GAMES[battle.game].edition
    resolved = Event.objects.filter(battle=battle, declaration__outcome__isnull=False, undoes=None)
    unfolded = Q(undone_by__isnull=False) | Q(later_versions__isnull=False) | ~Q(declaration__edition=edition)
    told = resolved.filter(unfolded).distinct().select_related("declaration").order_by("number")
    # A declaration has the whole battle of then, and every step of what came of it.
    for event in told.only("number", "headline", "changes", "declaration__outcome"):
        if problem := _unlike(event, event.declaration and event.declaration.outcome):
            yield event.number, f"{problem} when it was declared."
    versions = Version.objects.filter(amendment__battle=battle, outcome__isnull=False).select_related("amendment", "of")
    for version in versions.order_by("amendment__number", "of__number"):
        if problem := _unlike(version, version.outcome):
            yield version.of.number, f"{problem} when entry {version.amendment.number} corrected it."


def _unlike(said: Event | Version, outcome: Any) -> str:
    headline = shortened(str(outcome["headline"]), LONGEST_HEADLINE)
    if said.headline != headline:
        return f"it says “{said.headline}”, and came out as “{headline}”"
    if said.changes == outcome["changes"] or _is_of_one_track(outcome["changes"]):
        return ""
    return "it changes other things than came out"


def _is_of_one_track(changes: Sequence[Mapping[str, Any]]) -> bool:
    """Whether all effects of a unit were one track then: what an event changed has one for each since, that has not."""
    return any(change["track"] == "effects" for change in changes)


def _becomes(changes: Iterable[Change]) -> set[tuple[str, str, Any]]:
    """What changes lead to, but for scores, which follow from all the rest."""
    return {(change.piece, change.track, change.after) for change in changes if change.track != "score"}


class _Said(NamedTuple):
    """What an entry was once: as it was entered, or by one of its versions."""

    version: int | None
    how: str
    headline: str
    changes: Any


class Corrected:
    """What was kept and what was struck out in a battle, held against what was stored of it before."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    def otherwise(self, game: Game[Any], line: Line, now: Any) -> str:
        """What is otherwise of an entry that was kept or struck out; empty where nothing is."""
        entry, own = line.entry, line.version and line.version.pk
        said = [one for one in self._said[self._first[line.event]] if one.version != own]
        if entry.headline not in {one.headline for one in said}:
            return f"it says “{entry.headline}”, and nothing that was corrected said so."
        if entry.how is How.STRUCK:
            return "it is struck out, and changes something." if entry.changes else ""
        # What joined or left and was kept as well as it could be depends on who was there.
        if entry.parts or line.edition not in ("", game.edition):
            return ""
        stood = [replace(entry, changes=read_changes(one.changes), struck=()) for one in said if one.how != How.STRUCK]
        if any(set(kept(game, once, now, now).changes) == set(entry.changes) for once in stood):
            return ""
        if self._may_be_part(line) and any(_becomes(entry.changes) <= _becomes(once.changes) for once in stood):
            return ""
        return "it is kept as it was stored, and changes other things."

    def _may_be_part(self, line: Line) -> bool:
        """Whether an entry was struck out before, or something that came before it was put right since it was kept.

        Nothing was a change of what was struck out, and what a piece showed already was none either.
        """
        kept_at, first = self._kept_at[line.version.pk] if line.version else 0, self._first[line.event]
        struck = any(one.how == How.STRUCK for one in self._said[first])
        # Done again late, it stands where it stood at first: ids tell the order, its number does not.
        return struck or any(self._first[of] < first and at > kept_at for of, at in self._put_right)

    @cached_property
    def _kept_at(self) -> Mapping[int, int]:
        """When versions were made, as the numbers of the events that made them, by their ids."""
        return dict(Version.objects.filter(amendment__battle=self.battle).values_list("pk", "amendment__number"))

    @cached_property
    def _put_right(self) -> Sequence[tuple[int, int]]:
        """The ids of what was corrected, undone or done again, and when that was, as the numbers of events."""
        versions = Version.objects.filter(amendment__battle=self.battle)
        made = tuple(versions.values_list("of", "amendment__number", "amendment"))
        found = [(of, at) for of, at, _ in made]
        back = Event.objects.filter(battle=self.battle, undoes__isnull=False)
        for undone, at in back.values_list("undoes__pk", "number"):
            found += [(undone, at), *((of, at) for of, _, amendment in made if amendment == undone)]
        return found

    @cached_property
    def _first(self) -> Mapping[int, int]:
        """The event that each event does again, however often that was undone and redone, by its id."""
        undoes = dict(Event.objects.filter(battle=self.battle).values_list("pk", "undoes"))
        first: dict[int, int] = {}
        for pk in sorted(undoes):
            back = undoes[pk]
            again = undoes.get(back) if back else None
            first[pk] = first.get(again, again) if again else pk
        return first

    @cached_property
    def _said(self) -> Mapping[int, Sequence[_Said]]:
        """All that was ever stored of what was corrected, by the ids of the first events."""
        found: defaultdict[int, list[_Said]] = defaultdict(list)
        events = Event.objects.filter(battle=self.battle)
        corrected = {self._first[pk] for pk in events.filter(later_versions__isnull=False).values_list("pk", flat=True)}
        # What is done again late may say and change something else than at first.
        again = [pk for pk, first in self._first.items() if first in corrected]
        for pk, headline, changes in events.filter(pk__in=again).values_list("pk", "headline", "changes"):
            found[self._first[pk]].append(_Said(None, "", headline, changes))
        versions = Version.objects.filter(amendment__battle=self.battle)
        for of, *said in versions.values_list("of", "pk", "how", "headline", "changes"):
            found[self._first[of]].append(_Said(*said))
        return found
