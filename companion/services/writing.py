"""Writing changes to the stored rows, with the event that records them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db import models

from companion.models import Battle, Declaration, Event, Piece, Token
from companion.models.event import by_of, member_of
from companion.services.refusals import Refusal, Stale
from companion.services.results import OVER, follow_results
from companion.sheets import Stored, become, stored
from rules.changes import NAMED, Change, Conflict, apply, difference, keyed, merged
from rules.game import Game
from rules.games import GAMES
from rules.parts import Part, parted
from rules.parts_as_json import parts_to_json
from rules.questions import PIECES
from rules.records import to_json
from rules.sheets import key_sets
from rules.vocabulary import tell_plainly
from rules.words import LONGEST_HEADLINE, capitalised, cut, shortened

SET_UP = "set-up"
"""The kind of an event that put pieces on the board or took some out, or says what was agreed on: no list of changes
takes it back."""

UNDO, AMENDED = "undo", "amended"
"""Kinds of events: one takes another back, and one corrects entries. A redo has the kind of what it brings back."""

NO_ENTRY = (UNDO, AMENDED)
"""Kinds of events that are no entries of the battle: they say of others how those stand."""

LONGEST_LEFT = 400
"""How much of a headline what is left to the players may take."""


def write_event(
    battle: Battle,
    *,
    kind: str,
    headline: str,
    who: str,
    changes: Iterable[Change] = (),
    declaration: Declaration | None = None,
    undoes: Event | None = None,
    parts: Iterable[Part] = (),
    once: str = "",
) -> Event:
    """Append one event to the battle's log, and keep what the battle comes to by it; the caller holds its lock."""
    changes = tuple(changes)
    battle.last_event += 1
    Battle.objects.filter(pk=battle.pk).update(last_event=battle.last_event)
    event = Event.objects.create(
        battle=battle,
        number=battle.last_event,
        kind=kind,
        headline=shortened(headline, LONGEST_HEADLINE),
        changes=[to_json(change) for change in changes],
        parts=parts_to_json(parts),
        shape=GAMES[battle.game].shape,
        declaration=declaration,
        undoes=undoes,
        who=who,
        by=by_of(who),
        once=once,
    )
    ends = [change.after for change in changes if change.track == OVER]
    if battle.over or ends:
        follow_results(battle, ended=event if any(ends) else None, by=member_of(who))
    return event


def with_left(headline: str, left: Sequence[str]) -> str:
    """A headline, cut to make room for what is left to the players."""
    last = told_left(left)
    return cut(headline, LONGEST_HEADLINE - len(last)) + last


def told_left(left: Sequence[str]) -> str:
    """What is left to the players, as a headline goes on; sentences beyond its room are counted."""
    if not left:
        return ""
    lines = [_left(left[:told], len(left) - told) for told in range(len(left), 0, -1)]
    fitting = (line for line in lines if len(line) <= LONGEST_LEFT)
    return next(fitting, shortened(lines[-1], LONGEST_LEFT))


def write_changes(stored: Stored, changes: Iterable[Change]) -> None:
    """Write changes to their rows, those that become alike in one query.

    Raises ``Stale``, with nothing written, where a piece no longer shows what a change was made from.
    """
    changes = merged(changes)
    with up_to_date(stored):
        apply(stored.sheet, changes)
    shown: defaultdict[tuple[type[models.Model], int], dict[str, Any]] = defaultdict(dict)
    tokens: list[tuple[int, Change]] = []
    for change in changes:
        row = stored.rows[change.piece]
        field = _field(row, change.track)
        if field is None:
            tokens.append((row.pk, change))
            continue
        after = stored.rows.get(str(change.after)) if field.is_relation else change.after
        shown[type(row), row.pk][change.track] = after
    alike: defaultdict[tuple[type[models.Model], tuple[tuple[str, Any], ...]], list[int]] = defaultdict(list)
    for (model, pk), values in shown.items():
        alike[model, tuple(values.items())].append(pk)
    for (model, becomes), pks in alike.items():
        model._default_manager.filter(pk__in=pks).update(**dict(becomes))
    _write_tokens(tokens)


def write_sheet(read: Stored, after: Any, done: str) -> tuple[tuple[Change, ...], tuple[Part, ...]]:
    """Write to a battle's rows what another sheet of it shows; returns what that changes, and what joins or leaves.

    Raises ``Refusal``, which says that nothing was ``done``, where no rows can show it; the caller's transaction takes
    back what was written until then.
    """
    problem = f"The battle cannot be stored like that: set its pieces right by hand. Nothing was {done}."
    if [side.key for side in after.sides] != [side.key for side in read.sheet.sides]:
        raise Refusal(problem)
    changes, parts = difference(read.sheet, after), parted(read.sheet, after)
    try:
        if parts:
            become(read, after)
        else:
            write_changes(read, changes)
    except ValueError as why:
        raise Refusal(problem) from why
    now = stored(read.battle)
    if now.sheet != after:
        raise Refusal(problem)
    if parts:
        _tie_again(now)
    return changes, parts


def _tie_again(read: Stored) -> None:
    """Have what was declared of pieces that are back name their rows again: with the earlier ones it lost them."""
    for name in PIECES:
        loose = Declaration.objects.filter(battle=read.battle, **{name: None, f"answers__{name}__isnull": False})
        for key in set(loose.values_list(f"answers__{name}", flat=True)):
            piece = read.rows.get(str(key))
            if isinstance(piece, Piece):
                loose.filter(**{f"answers__{name}": key}).update(**{name: piece})


def fits(stored: Stored, change: Change) -> bool:
    """Whether a change's piece is still in the battle, and what it goes from and would lead to."""
    row = stored.rows.get(change.piece)
    if row is None:
        return False
    kind, _, name = change.track.partition(NAMED)
    if name and name not in stored.rows and kind in key_sets(vars(type(row))["SHEET"]):
        # What names a part that is gone has mostly gone with it.
        return name in getattr(keyed(stored.sheet)[change.piece], kind)
    field = _field(row, change.track)
    if field is None or not field.is_relation:
        return True
    # What was tied to a piece that is gone is so no more.
    return all(end is None or str(end) in stored.rows for end in (change.before, change.after))


def in_words(game: Game[Any], sheet: Any, change: Change) -> str:
    """A change in the players' words, as one phrase."""
    told = game.tell(sheet, change) or tell_plainly(sheet, change)
    what = f"{told.what} " if told.what else ""
    return f"{told.piece}: {what}{told.before} → {told.after}"


def _left(told: Sequence[str], more: int) -> str:
    return " ".join([" Left to the players:", *told, *([f"And {more} more."] if more else [])])


@contextmanager
def up_to_date(stored: Stored) -> Iterator[None]:
    """Say ``Stale`` where changes do not fit what is stored."""
    try:
        yield
    except Conflict as conflict:
        change = conflict.change
        told = tell_plainly(stored.sheet, replace(change, after=conflict.found))
        raise Stale(
            f"{told.piece} was changed meanwhile ({told.what} is {told.after}, and was {told.before}). "
            "Nothing was written."
        ) from conflict
    except KeyError as gone:
        raise Stale("A piece of this is no longer in the battle. Nothing was written.") from gone
    except ValueError as problem:
        raise Stale(f"{capitalised(str(problem))}. Nothing was written.") from problem


def _field(row: models.Model, track: str) -> Any:
    """The field of a row that a track names; ``None`` where it is a token."""
    try:
        return row._meta.get_field(track)
    except FieldDoesNotExist:
        return None


def _write_tokens(tokens: list[tuple[int, Change]]) -> None:
    """Write tokens; ``None`` and false are a token that is not there, a 0 is one that shows 0."""
    gone = models.Q()
    lying = []
    for piece, change in tokens:
        kind, _, name = change.track.partition(NAMED)
        if change.after is None or change.after is False:
            gone |= models.Q(piece_id=piece, kind=kind, name=name)
        else:
            lying.append(Token(piece_id=piece, kind=kind, name=name, value=change.after))
    if gone:
        Token.objects.filter(gone).delete()
    Token.lay(lying)
