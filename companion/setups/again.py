"""The set-up forms on the page of a correction: what joined a battle or was agreed on, said otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model

from companion.forms.as_stored import as_stored
from companion.forms.correcting_fields import Offered
from companion.models import Battle
from companion.services.foreseeing import Found
from companion.services.rebuilding import back_then, built
from companion.services.refusals import Refusal
from companion.services.whose import Sides, sides_of
from companion.setups.setup import AGREEMENT, SetupPart, row_of
from companion.setups.usual import setup_of
from companion.sheets import BATTLE, stored
from rules.changes import keyed
from rules.folding import Built
from rules.timeline import How

PIECE = "piece"
"""The name under which a page says what of an entry is corrected."""


@dataclass(frozen=True)
class SetUpAgain:
    """What of an entry can be set up otherwise, the form for one of them, and what the entry becomes by it, if any.

    ``sides`` are those that have it then. ``problem`` says why that is nothing that the rules know, ``why_not`` why
    there is no form at all.
    """

    pieces: tuple[Offered, ...] = ()
    form: Any = None
    built: Built | None = None
    sides: Sides = ()
    problem: str = ""
    why_not: str = ""


@dataclass(frozen=True)
class _Thing:
    """What can be set up otherwise: its name, the part of the set-up with its form, and its row, if it has its own."""

    name: str
    part: SetupPart
    row: Model | None = None


def set_up_again(found: Found, posted: Mapping[str, str]) -> SetUpAgain:
    """The forms for what an entry set up, as the battle was right after it, with what was posted."""
    if found.line.entry.record is not None or posted.get("how") == How.STRUCK:
        return SetUpAgain()
    try:
        with back_then(found) as battle:
            return _again(found, battle, posted)
    except Refusal as refusal:
        return SetUpAgain(why_not=str(refusal))


def _again(found: Found, battle: Battle, posted: Mapping[str, str]) -> SetUpAgain:
    then = stored(battle)
    things = dict(_things(found, battle))
    chosen = posted.get(PIECE, "")
    chosen = chosen if chosen in things else next(iter(things), "")
    if not chosen:
        return SetUpAgain()
    pieces = tuple(Offered(key, thing.name, key == chosen) for key, thing in things.items())
    form, is_touched = _form(battle, chosen, things[chosen], posted)
    if not is_touched:
        return SetUpAgain(pieces, form)
    try:
        _set_up(battle, things[chosen], form)
        return SetUpAgain(pieces, form, built(found, battle, then), sides_of(stored(battle).sheet, {chosen}))
    except Refusal as refusal:
        return SetUpAgain(pieces, form, problem=str(refusal))


def _things(found: Found, battle: Battle) -> Iterator[tuple[str, _Thing]]:
    """What an entry touched that a form changes, by its key; what was agreed on, by that of the battle, is last."""
    entry, read = found.line.entry, stored(battle)
    touched = {change.piece for change in entry.struck or entry.changes}
    for part in entry.struck_parts or entry.parts:
        if part.now is not None:
            # What has no key, such as readings of the rules, is the battle's own.
            touched |= keyed(part.now).keys() or {BATTLE}
    parts = setup_of(battle.game).parts
    for key in keyed(read.sheet):
        form = next((part for part in parts if row_of(part, read, key)), None)
        if key in touched and form:
            yield key, _Thing(str(read.rows[key]), form, read.rows[key])
    agreed = next((part for part in parts if part.slug == AGREEMENT), None)
    if BATTLE in touched and agreed:
        yield BATTLE, _Thing("What you agreed on", agreed)


def _form(battle: Battle, key: str, thing: _Thing, posted: Mapping[str, str]) -> tuple[Any, bool]:
    """The form for one of them, and whether it says anything else; what was posted for another one is none of its."""
    prefix = f"again-{key}"
    data = dict(posted) if any(name.startswith(f"{prefix}-") for name in posted) else None
    given = {"row": thing.row} if thing.row else {}
    form: Any
    form, is_touched = as_stored(thing.part.form, data, battle=battle, action="", prefix=prefix, auto_id="%s", **given)
    form.helper.form_tag, form.helper.disable_csrf, form.helper.inputs = False, True, []
    form.helper.form_show_errors = False
    return form, is_touched


def _set_up(battle: Battle, thing: _Thing, form: Any) -> None:
    """Set it up as the form says, or say why not."""
    if not form.is_valid():
        raise Refusal(" ".join(_errors(form)))
    given = {"changed": thing.row} if thing.row else {}
    service = thing.part.change if thing.part.change and thing.row else thing.part.add
    service(key=battle.key, who="", seen=battle.last_event, **given, **form.cleaned_data)


def _errors(form: Any) -> Iterator[str]:
    """What is wrong with a form, each with the name of its field: of several one sentence tells no other apart."""
    for name, errors in form.errors.items():
        called = f"{form[name].label}: " if name in form.fields else ""
        yield from (f"{called}{error}" for error in errors)
