"""Taking the last thing back, and doing again what was taken back: new events with the opposite changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import F, Q, QuerySet

from companion.models import Battle, Event, Version
from companion.models.event import as_it_stands
from companion.prepared import Prepared
from companion.services.declaring import check_seen
from companion.services.disputing import carry_over
from companion.services.late_corrections import first_of, set_ups_since, take_back_late
from companion.services.locking import locked
from companion.services.refusals import Refusal, Stale
from companion.services.results import check_unmade, follow_results
from companion.services.under_way import is_anything_under_way
from companion.services.writing import (
    AMENDED,
    SET_UP,
    UNDO,
    fits,
    up_to_date,
    with_left,
    write_changes,
    write_event,
    write_sheet,
)
from companion.sheets import Stored, stored
from rules.changes import Change, apply, read_changes, undo
from rules.following import Following
from rules.game import Game, Illegal
from rules.games import GAMES
from rules.parts import Part, with_parts
from rules.parts_as_json import parts_from_json
from rules.scores import rescored
from rules.words import LONGEST_HEADLINE, cut

LATEST = 6
"""How many events a page shows as what happened last."""

ENTERED = ~Q(changes=[]) | Q(declaration__isnull=False) | Q(kind__in=(AMENDED, SET_UP))
"""Events by which the battle, or what was written of it, became another: an attack that changed nothing is one too."""


def undoable(battle: Battle, latest: Sequence[Event] | None = None) -> Event | None:
    """The event that undo would take back now, if there is one.

    ``latest`` are the last events, the newest first; mostly they tell it already.
    """
    if latest is not None:
        last = next((event for event in latest if _can_be_undone(event)), None)
        if last or len(latest) < LATEST:
            return last
    found = Event.objects.filter(ENTERED, battle=battle, undone_by=None).exclude(kind__in=(UNDO, SET_UP))
    # Where each side has its player, whoever acted in it undoes it.
    found = found.select_related("declaration") if battle.seated else found
    return found.order_by("-number").first()


def _can_be_undone(event: Event) -> bool:
    """Whether one of the last events of a battle can be taken back."""
    entered: bool = event.entered  # type: ignore[attr-defined]
    return entered and event.kind not in (UNDO, SET_UP) and not hasattr(event, "undone_by")


def redoable(battle: Battle, latest: Sequence[Event]) -> Event | None:
    """The undo that redo would take back now: the last one, until something new is entered.

    ``latest`` are the last events, the newest first, with what they take back; mostly they tell it already.
    """
    # What is done again with nothing left to change has been done again all the same.
    last = next((one for one in latest if one.entered or one.undoes), None)  # type: ignore[attr-defined]
    if last is None and len(latest) < LATEST:
        return None
    if last and (last.undoes is None or last.kind == UNDO):
        return last if last.kind == UNDO else None
    undos = Event.objects.filter(battle=battle, kind=UNDO, undone_by=None).select_related("undoes__declaration")
    found = undos.order_by("-number").first()
    new = Event.objects.filter(ENTERED, battle=battle, number__gt=found.number if found else 0, undoes=None)
    return None if new.exists() else found


def latest_events(battle: Battle) -> tuple[Event, ...]:
    """The last events of a battle, the newest first, with what they take back and how they stand since a correction."""
    return tuple(_LATEST(battle.pk))


def _latest(battle: int) -> QuerySet[Event]:
    found = Event.objects.filter(battle=battle).select_related("undoes__declaration", "undone_by")
    told = found.annotate(checklist=F("declaration__outcome__checklist"), also=F("declaration__outcome__also"))
    told = told.annotate(actor=F("declaration__answers__actor"))
    told = told.annotate(entered=ENTERED | Q(kind=UNDO))
    now = told.annotate(how=as_it_stands("how"), now=as_it_stands("headline"))
    return now.order_by("-number")[:LATEST]


_LATEST = Prepared(_latest)


def undo_last(*, key: str, event: int, seen: int, who: str, guest: bool = False) -> None:
    """Take the battle's last event back; ``Stale`` when another one has become the last.

    Where pieces were put on the board or taken out since, it leads to a battle that there never was, and what follows
    of itself comes with it.
    """
    with locked(key) as battle:
        target = _target(battle, event, seen)
        if target is None:
            return
        check_unmade(battle, guest=guest)
        if undoable(battle) != target:
            raise Stale("Something else happened since. Nothing was undone.")
        if target.kind == AMENDED and set_ups_since(battle, first_of(target)).exists():
            take_back_late(battle, target, who)
            return
        read = stored(battle)
        if target.parts:
            changes, parts = _write_back(read, target)
            headline = cut(f"Undone: {target.headline}", LONGEST_HEADLINE)
            write_event(battle, kind=UNDO, headline=headline, who=who, changes=changes, undoes=target, parts=parts)
            return
        back = undo(read_changes(target.changes))
        passes = target.number != battle.last_event and set_ups_since(battle, target).exists()
        possible = tuple(change for change in back if fits(read, change)) if passes else back
        game = GAMES[battle.game]
        with up_to_date(read):
            changes = rescored(read.sheet, possible, game.score)
            follows = _following(game, read, changes) if passes else Following()
            changes = rescored(read.sheet, (*changes, *follows.changes), game.score)
        write_changes(read, changes)
        undone = "Undone" if possible == back else "Undone, but for what is no longer in the battle"
        write_event(
            battle,
            kind=UNDO,
            headline=with_left(f"{undone}: {target.headline}", follows.left),
            who=who,
            changes=changes,
            undoes=target,
        )


def redo_last(*, key: str, event: int, seen: int, who: str, guest: bool = False) -> None:
    """Do again what the last undo took back; ``Stale`` when something new was entered since."""
    with locked(key) as battle:
        target = _target(battle, event, seen)
        if target is None:
            return
        check_unmade(battle, guest=guest)
        if redoable(battle, latest_events(battle)) != target:
            raise Stale("Something else was entered or undone since. Nothing was redone.")
        assert target.undoes is not None
        read = stored(battle)
        changes, parts = _write_back(read, target)
        again = write_event(
            battle,
            kind=target.undoes.kind,
            headline=target.undoes.headline,
            who=who,
            changes=changes,
            declaration=target.undoes.declaration,
            undoes=target,
            parts=parts,
        )
        _amend_again(target.undoes, again)
        carry_over(target.undoes, again)
        if again.kind == AMENDED:
            follow_results(battle)


def _write_back(read: Stored, event: Event) -> tuple[tuple[Change, ...], tuple[Part, ...]]:
    """Write what takes an event back; returns what that changes, and what joins or leaves by it."""
    changes = undo(read_changes(event.changes))
    if not event.parts:
        write_changes(read, changes)
        return changes, ()
    told = parts_from_json(GAMES[event.battle.game], event.parts, event.shape)
    parts = tuple(part.undone() for part in reversed(told))
    with up_to_date(read):
        after = with_parts(read.sheet, parts, changes)
    write_sheet(read, after, "changed")
    return changes, parts


def _amend_again(before: Event, again: Event) -> None:
    """Give a correction that is done again the versions that it had, of the entries as they stand now."""
    pairs = Event.objects.filter(battle=again.battle, undoes__isnull=False).values_list("undoes", "pk")
    taken = dict(pairs)
    versions = list(before.versions.all())
    for version in versions:
        version.pk, version.amendment = None, again
        version.of_id = _done_again(version.of_id, taken)
    Version.objects.bulk_create(versions)


def _done_again(entry: int, taken: Mapping[int | None, int]) -> int:
    """The id of an entry as it was done again last; its own where a late undo has taken it back, by which it stays."""
    last = entry
    while last in taken:
        undo_of_it = taken[last]
        if undo_of_it not in taken:
            return entry
        last = taken[undo_of_it]
    return last


def _target(battle: Battle, event: int, seen: int) -> Event | None:
    """The event that is to be taken back; ``None`` where a first tap has done that already."""
    target = Event.objects.filter(battle=battle, number=event).select_related("undoes__declaration").first()
    if target is None:
        raise Refusal("There is no such entry in this battle's log.")
    if Event.objects.filter(undoes=target).exists():
        return None
    check_seen(battle, seen)
    if is_anything_under_way(battle):
        raise Refusal("Something is under way: finish it or call it off first.")
    return target


def _following(game: Game[Any], read: Stored, changes: tuple[Change, ...]) -> Following:
    """What follows of taking an event back where pieces were put on the board or taken out since.

    What a side counts was counted when it happened, so what the undo itself brings back is not counted again.
    """
    after = apply(read.sheet, changes)
    sides = {side.key for side in after.sides}
    try:
        follows, anew = game.follows(read.sheet, after), game.follows(after, after)
    except Illegal as problem:
        raise Refusal(f"{problem} Nothing was undone.") from problem
    of_pieces = (change for change in follows.changes if change.piece not in sides)
    counted = (change for change in anew.changes if change.piece in sides)
    return replace(follows, changes=(*of_pieces, *counted))
