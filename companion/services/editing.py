"""An edit of play data by staff: what follows of itself comes with it, scores are recalculated, and the log says so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any

from django.apps import apps
from django.db import models

from companion.models import Battle, Token
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.services.under_way import is_anything_under_way
from companion.services.writing import (
    SET_UP,
    in_words,
    told_left,
    up_to_date,
    write_changes,
    write_event,
)
from companion.sheets import Stored, stored
from rules.changes import NAMED, Change, difference, keyed, merged
from rules.following import Following
from rules.game import Game, Illegal
from rules.games import GAMES
from rules.parts import parted, reordered
from rules.scores import rescored
from rules.sheets import key_sets
from rules.words import LONGEST_HEADLINE, as_many, capitalised, shortened

LONGEST_VALUE = 60
"""How much of a column's text stands in a headline."""

EDITED = "Edited in the admin: "


@contextmanager
def editing(*, key: str, who: str, done: str = "saved") -> Iterator[None]:
    """Hold the battle's lock while rows are edited by hand, then write what follows, its scores and the event.

    Raises ``Refusal``, which says that nothing was ``done``, when the rows then make no battle that the rules know, or
    one whose sides stand in another order.
    """
    with locked(key) as battle:
        read = stored(battle)
        before = read.sheet
        yield
        game = GAMES[battle.game]
        edit = follow(battle, before, done)
        newer = Stored(edit.sheet, edit.rows)
        if reordered(before, edit.sheet):
            raise Refusal(f"The sides keep their order: their log is replayed in it. Nothing was {done}.")
        parts, besides = parted(before, edit.sheet), list(_besides(read, newer))
        if not (edit.changes or parts or besides):
            return
        unsaid = {change for change in edit.follows.changes if not game.tell(edit.sheet, change)}
        told = merged((*edit.by_hand, *(change for change in edit.settled if change not in unsaid)))
        moved = _moved(before, edit.sheet)
        left = told_left(edit.follows.left)
        room = LONGEST_HEADLINE - len(EDITED) - len(left) - len(".")
        said = as_many([*moved, *_in_words(game, before, edit.sheet, told), *besides], room)
        write_event(
            battle,
            # What players agreed on is told as a part, which no list of changes takes back.
            kind=SET_UP if moved or parts else "edit",
            headline=f"{EDITED}{said}.{left}",
            who=who,
            changes=edit.changes,
            parts=parts,
        )


def end_as_it_stands(*, key: str, who: str) -> None:
    """End a battle that nobody ends any more, with its score as it stands; a second tap changes nothing."""
    with editing(key=key, who=who, done="ended"):
        battle = Battle.objects.get(key=key)
        if not battle.started:
            raise Refusal("It has not begun. Nothing was ended.")
        if is_anything_under_way(battle):
            raise Refusal("Something is under way there: finish it or call it off first. Nothing was ended.")
        Battle.objects.filter(pk=battle.pk).update(over=True)


@dataclass(frozen=True)
class Edit:
    """What was done by hand: the sheet after it and its rows, what changed, what followed, and what was written."""

    sheet: Any
    rows: Mapping[str, models.Model]
    by_hand: tuple[Change, ...]
    follows: Following
    settled: tuple[Change, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """All that became another."""
        return merged((*self.by_hand, *self.settled))


def follow(battle: Battle, before: Any, done: str) -> Edit:
    """Write what follows of rows that were added, changed or deleted since the sheet ``before``, and the scores.

    Raises ``Refusal``, which says that nothing was ``done``, when the rows make no battle that the rules know.
    """
    game = GAMES[battle.game]
    _forget_gone(battle, before)
    try:
        edited = stored(battle)
        follows = game.follows(before, edited.sheet)
    except Illegal as problem:
        raise Refusal(f"{problem} Nothing was {done}.") from problem
    except ValueError as problem:
        raise Refusal(f"{capitalised(str(problem))}. Nothing was {done}.") from problem
    with up_to_date(edited):
        settled = rescored(edited.sheet, follows.changes, game.score)
    write_changes(edited, settled)
    return Edit(edited.sheet, edited.rows, difference(before, edited.sheet), follows, settled)


def _forget_gone(battle: Battle, before: Any) -> None:
    """Take away the tokens that name what is gone: no database does that, as it does for pointers."""
    kinds = {sheet: key_sets(sheet) for sheet in {type(piece) for piece in before.pieces}}
    held = {key for piece in before.pieces for kind in kinds[type(piece)] for key in getattr(piece, kind)}
    # A sheet may refuse names that lead nowhere, so the rows are asked.
    named: defaultdict[str, list[int]] = defaultdict(list)
    for key in held & keyed(before).keys():
        model, _, pk = key.rpartition("-")
        named[model].append(int(pk))
    for model, pks in named.items():
        there = set(apps.get_model("companion", model)._base_manager.filter(pk__in=pks).values_list("pk", flat=True))
        gone = [f"{model}-{pk}" for pk in pks if pk not in there]
        Token.objects.filter(piece__battle=battle, name__in=gone).delete()


def _moved(before: object, after: object) -> list[str]:
    older, newer = keyed(before), keyed(after)
    added = [f"{newer[key].name} added" for key in newer if key not in older]
    return added + [f"{older[key].name} taken out" for key in older if key not in newer]


def _in_words(game: Game[Any], before: object, after: object, changes: Iterable[Change]) -> Iterator[str]:
    """The changes in words, but for pointers that went with what they pointed to; what is gone has its old name."""
    gone = keyed(before).keys() - keyed(after).keys()
    for change in changes:
        if change.track.partition(NAMED)[2] in gone:
            continue
        if change.before not in gone:
            yield in_words(game, after, change)
        elif change.after is not None:
            yield in_words(game, before, change)


def told_apart(game: Game[Any], older: Stored, newer: Stored) -> tuple[str, ...]:
    """What is another in a battle than it was, piece by piece and from what to what, each change by itself."""
    before, after = older.sheet, newer.sheet
    changes = _in_words(game, before, after, difference(before, after))
    return (*_moved(before, after), *changes, *_besides(older, newer))


def _besides(older: Stored, newer: Stored) -> Iterator[str]:
    """What became another of rows besides the tracks of their sheets: what was agreed on, names, what belongs where."""
    named = keyed(newer.sheet)
    for key, row in newer.rows.items():
        before = older.rows.get(key)
        tracks = {field.name for field in fields(vars(type(row))["SHEET"])}
        for field in row._meta.concrete_fields if before else ():
            if not field.editable or field.primary_key or field.name in tracks:
                continue
            if getattr(before, field.attname) != getattr(row, field.attname):
                name = getattr(named[key], "name", "the battle")
                yield f"{name}: {field.verbose_name} {_shown(before, field)} → {_shown(row, field)}"


def _shown(row: models.Model | None, field: Any) -> str:
    """What a row shows in a column, as players read it."""
    value = getattr(row, field.name)
    if isinstance(value, bool):
        return "yes" if value else "no"
    named = dict(field.flatchoices).get(value, value)
    return "none" if named in (None, "") else shortened(str(named), LONGEST_VALUE)
