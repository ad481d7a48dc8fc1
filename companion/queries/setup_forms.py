"""The forms of the set-up page: those that add something to a side, and the one that changes a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Model
from django.urls import reverse

from companion.forms.choosing import settle_side
from companion.forms.layout import state
from companion.forms.setting_up import sides_of
from companion.models import Battle, Piece
from companion.queries.placing import free_square
from companion.setups.setup import AGREEMENT, Setup, SetupPart, row_of
from companion.sheets import Stored, key_of
from rules.changes import keyed
from rules.games import GAMES

SHOWING = "showing"
"""The name under which a form says which side its page shows."""


@dataclass(frozen=True)
class Shown:
    """What of a set-up page is shown: a side, a row that is changed and a form that is open, each if it is named.

    ``find`` are letters of a name that is looked for, ``hand`` is the piece that is put on squares, ``earlier`` the
    battle that a side can be taken from, and ``older`` the page of the others. ``data`` holds the posted form that was
    refused, by its address. ``unfolded`` are the folds of sides that are open where a page is swapped; ``None`` where a
    whole page is asked for.
    """

    side: str = ""
    edit: str = ""
    part: str = ""
    find: str = ""
    hand: str = ""
    earlier: int = 0
    older: int = 0
    data: Mapping[str, Any] | None = None
    unfolded: tuple[str, ...] | None = None


@dataclass(frozen=True)
class SetupForm:
    """One form of the page; ``changing`` is the key of the row that it changes, empty where it makes a new one.

    ``form`` is left out, as ``None``, where it is folded and a script fetches it once it is not.
    ``adds_first`` marks the one that adds what a battle needs first; ``is_open`` those that are not folded.
    """

    slug: str
    title: str
    form: Any
    changing: str
    adds_first: bool
    is_open: bool
    holds: tuple[tuple[str, str], ...] = ()
    """The names of what is a part of that row and has a form of its own, with its address."""


def forms_for(battle: Battle, setup: Setup, read: Stored, side: Model, shown: Shown) -> tuple[SetupForm, ...]:
    """The forms of a page that shows a side: the one that changes something first, what is agreed on last.

    After the start there are those by which pieces join.
    """
    if battle.over:
        return ()
    first = next(known for known in setup.parts if known.slug != AGREEMENT)
    parts = [part for part in setup.parts if _is_open(part, battle)]
    forms = [_form(battle, part, read, side, shown, adds_first=part is first) for part in parts]
    forms = [replace(one, holds=tuple(_held(parts, read, one.changing))) if one.changing else one for one in forms]
    return tuple(sorted(forms, key=lambda one: (not one.changing, not one.adds_first, one.slug == AGREEMENT)))


def fold(side: str, part: str) -> str:
    """What a page calls the fold of a side that has the form of a part in it."""
    return f"{side}/{part}"


def _is_open(part: SetupPart, battle: Battle) -> bool:
    if battle.roster_id and not _has_sides(part.changes):
        return False
    return not battle.started or (part.joins and part.slug != AGREEMENT)


def _has_sides(model: type[Model] | None) -> bool:
    """Whether what a form adds is always some side's: a roster has nothing that may stand on the board alone."""
    return model is None or not issubclass(model, Piece) or not all(sides_of(model).values())


def _held(parts: Sequence[SetupPart], read: Stored, key: str) -> Iterator[tuple[str, str]]:
    for inner in keyed(keyed(read.sheet)[key]):
        slug = next((part.slug for part in parts if inner != key and row_of(part, read, inner)), "")
        if slug:
            yield str(read.rows[inner]), f"?edit={inner}#part-{slug}"


def _form(battle: Battle, part: SetupPart, read: Stored, side: Model, shown: Shown, *, adds_first: bool) -> SetupForm:
    row = None if battle.started else row_of(part, read, shown.edit)
    data = (shown.data or {}).get(part.slug)
    is_open = row is not None or data is not None or shown.part == part.slug
    if not is_open and shown.unfolded is not None and fold(key_of(side), part.slug) not in shown.unfolded:
        return SetupForm(part.slug, part.title, None, "", adds_first, is_open)
    action = reverse("setup-add", args=[battle.key, part.slug])
    given = {"row": row} if row else {}
    form = part.form(data, battle=battle, action=action, auto_id=f"{part.slug}-%s", **given)
    state(form, SHOWING, key_of(side))
    if row:
        return SetupForm(part.slug, f"Change {row}", form, key_of(row), adds_first, is_open)
    settle_side(form, side)
    square = free_square(GAMES[battle.game], read.sheet)
    if square and {"column", "row"} <= form.fields.keys():
        form.initial.update(column=square.column, row=square.row)
    return SetupForm(part.slug, part.title, form, "", adds_first, is_open)
