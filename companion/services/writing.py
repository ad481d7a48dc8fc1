"""Writing changes to the stored rows, with the event that records them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.core.exceptions import FieldDoesNotExist
from django.db import models

from companion.adapters import Stored
from companion.models import Battle, Declaration, Event, Token
from companion.services.refusals import Stale
from rules.changes import Change, Conflict, Value, apply, merged
from rules.records import to_json


def write_event(
    battle: Battle,
    *,
    kind: str,
    headline: str,
    who: str,
    changes: Iterable[Change] = (),
    declaration: Declaration | None = None,
    undoes: Event | None = None,
) -> Event:
    """Append one event to the battle's log; the caller holds the battle's lock."""
    battle.last_event += 1
    Battle.objects.filter(pk=battle.pk).update(last_event=battle.last_event)
    return Event.objects.create(
        battle=battle,
        number=battle.last_event,
        kind=kind,
        headline=headline,
        changes=[to_json(change) for change in changes],
        declaration=declaration,
        undoes=undoes,
        who=who,
    )


def write_changes(stored: Stored, changes: Iterable[Change]) -> None:
    """Write changes to their rows, in a bounded number of queries.

    Raises ``Stale``, with nothing written, where a piece no longer shows what a change was made from.
    """
    changes = merged(changes)
    try:
        apply(stored.sheet, changes)
    except Conflict as conflict:
        raise Stale(_in_words(stored, conflict)) from conflict
    except KeyError as missing:
        raise Stale("A piece of this is no longer in the battle. Nothing was written.") from missing
    fields: defaultdict[type[models.Model], set[str]] = defaultdict(set)
    rows: defaultdict[type[models.Model], dict[int, models.Model]] = defaultdict(dict)
    tokens: list[tuple[int, str, Value]] = []
    for change in changes:
        row = stored.rows[change.piece]
        try:
            field = row._meta.get_field(change.track)
        except FieldDoesNotExist:
            tokens.append((row.pk, change.track, change.after))
            continue
        after = stored.rows.get(str(change.after)) if field.is_relation else change.after
        setattr(row, change.track, after)
        fields[type(row)].add(change.track)
        rows[type(row)][row.pk] = row
    for model, names in fields.items():
        model._default_manager.bulk_update(rows[model].values(), sorted(names))
    _write_tokens(tokens)


def _write_tokens(tokens: list[tuple[int, str, Value]]) -> None:
    gone = models.Q()
    for piece, kind, value in tokens:
        if value is None:
            gone |= models.Q(piece_id=piece, kind=kind)
    if gone:
        Token.objects.filter(gone).delete()
    Token.objects.bulk_create(
        (Token(piece_id=piece, kind=kind, value=value) for piece, kind, value in tokens if value is not None),
        update_conflicts=True,
        unique_fields=("piece", "kind"),
        update_fields=("value",),
    )


def _in_words(stored: Stored, conflict: Conflict) -> str:
    change = conflict.change
    return (
        f"{stored.rows[change.piece]} was changed meanwhile ({change.track} is {_shown(conflict.found)}, "
        f"and was {_shown(change.before)}). Nothing was written."
    )


def _shown(value: object) -> str:
    return "none" if value is None else str(value)
