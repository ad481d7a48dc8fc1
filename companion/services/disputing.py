"""Doubts about entries of the log: play goes on, and a correction or a ruling settles them."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils import timezone

from companion.models import Battle, Dispute, Event, Member, Version
from companion.models.dispute import LONGEST
from companion.models.event import by_of
from companion.services.locking import locked
from companion.services.open_pages import tell
from companion.services.refusals import Refusal, Stale
from companion.services.writing import UNDO
from companion.who import has_unseen


def dispute(*, key: str, number: int, note: str, seen: int, who: str, member: Member | None = None) -> None:
    """Mark an entry as disputed, or give its open dispute the note that it lacks; a second tap does nothing.

    ``seen`` is the last event that the page showed: ``Stale`` where the entry itself has become another since.
    ``member`` is who disputes it, where that is known.
    """
    note = sentence_of(note)
    with locked(key) as battle:
        event = _entry(battle, number)
        _check_as_seen(event, seen)
        row = open_disputes(event.pk).first()
        if row is None:
            Dispute.objects.create(event=event, note=note, who=who, by=by_of(who), member=member)
        elif member and row.member is None:
            row.member, row.note = member, row.note or note
            row.save(update_fields=["member", "note"])
        elif note and not row.note:
            row.note = note
            row.save(update_fields=["note"])
        else:
            return
        tell(battle)


def rule(*, key: str, number: int, ruling: str, who: str) -> None:
    """Settle the open dispute of an entry with a sentence; a second tap does nothing."""
    ruling = sentence_of(ruling)
    if not ruling:
        raise Refusal("Say how it is settled.")
    with locked(key) as battle:
        event = _entry(battle, number)
        ruled = {"ruling": ruling, "ruled_who": who, "ruled_by": by_of(who), "ruled_when": timezone.now()}
        if not open_disputes(event.pk).update(**ruled):
            if Dispute.objects.filter(event=event, ruling=ruling).exists():
                return
            raise Stale("That is not disputed any more. Nothing was stored.")
        tell(battle)


def open_disputes(event: int) -> QuerySet[Dispute]:
    """The disputes of an entry that nothing has settled yet, by the id of its event.

    There is one, but where an earlier one is open again since its correction was undone.
    """
    return Dispute.objects.filter(Dispute.OPEN, event=event)


def settle_by(event: int, correction: Event) -> None:
    """Settle all that is disputed of an entry, by the id of its event, by its correction; the caller holds the lock."""
    open_disputes(event).update(correction=correction)


def carry_over(before: Event, again: Event) -> None:
    """Have an event that is done again disputed as it was, and settle what it settled; the caller holds the lock."""
    rows = Dispute.objects.filter(Q(event=before) | Q(correction=before))
    for row in rows:
        row.event_id = again.pk if row.event_id == before.pk else row.event_id
        row.correction_id = again.pk if row.correction_id == before.pk else row.correction_id
    Dispute.objects.bulk_update(rows, ["event", "correction"])


def _entry(battle: Battle, number: int) -> Event:
    event = Event.objects.filter(battle=battle, number=number).first()
    if event is None:
        raise Refusal("There is no such entry in this battle's log.")
    return event


def _check_as_seen(event: Event, seen: int) -> None:
    undone = Event.objects.filter(undoes=event).first()
    if undone:
        raise Stale(f"{undone.who} has undone that entry. Nothing was stored.")
    later = Version.objects.filter(of=event, amendment__number__gt=seen).select_related("amendment").last()
    if later:
        raise Stale(f"{later.amendment.who} has corrected that entry since. Look at it again: nothing was stored.")
    back = Event.objects.filter(kind=UNDO, number__gt=seen, undoes__versions__of=event).last()
    if back:
        raise Stale(f"{back.who} has undone a correction of that entry. Look at it again: nothing was stored.")


def sentence_of(text: str) -> str:
    """What somebody typed as one line; ``Refusal`` where it is too long, or nobody can read it."""
    said = " ".join(text.split())
    if len(said) > LONGEST:
        raise Refusal(f"Say it in {LONGEST} letters at most. Nothing was stored.")
    if has_unseen(said):
        raise Refusal("That has invisible letters. Nothing was stored.")
    return said
