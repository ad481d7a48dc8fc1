"""Correcting what set a battle up: the battle as it was right after, set up otherwise by the services that do that."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

from django.db import transaction

from companion.models import Battle
from companion.services.editing import told_apart
from companion.services.foreseeing import Foreseen, Found
from companion.services.refusals import Refusal
from companion.services.writing import write_sheet
from companion.sheets import Stored, become, stored
from rules.changes import Change, difference, keyed
from rules.folding import Built
from rules.parts import opening, parted
from rules.timeline import NoBattle, moved
from rules.words import LONGEST_HEADLINE, shortened

NOT_BROUGHT = "The battle had pieces then that its file did not bring: what set it up cannot be corrected."


@contextmanager
def back_then(found: Found) -> Iterator[Battle]:
    """The battle as it was right after an entry, to be set up otherwise; nothing of that stays written."""
    try:
        then = as_told(found)
    except NoBattle as problem:
        raise Refusal("What it set up is no battle any more: what came before it was corrected.") from problem
    if [side.key for side in then.sides] != [side.key for side in found.stored.sheet.sides]:
        raise Refusal("The battle had other sides then: what set it up cannot be corrected any more.")
    with transaction.atomic():
        try:
            # Rows that leave lose their ids, and those that were found are still to be written.
            become(stored(found.stored.battle), then)
        except ValueError as problem:
            raise Refusal(NOT_BROUGHT) from problem
        rows = Battle.objects.filter(pk=found.stored.battle.pk)
        # The services that set a battle up do it before the start.
        rows.update(started=False)
        battle = rows.get()
        yield battle
        transaction.set_rollback(True)


def as_told(found: Found) -> Any:
    """The battle right after an entry as that says, whether or not it was struck out since."""
    entry = found.line.entry
    return moved(found.before, entry.struck_parts or entry.parts, entry.struck or entry.changes)


def built(found: Found, battle: Battle, then: Stored) -> Built | None:
    """What an entry says and does where a battle of ``back_then`` was set up otherwise; ``None`` where it was not.

    ``then`` is what the battle was before that.
    """
    words = told_apart(found.game, then, stored(battle))
    Battle.objects.filter(pk=battle.pk).update(started=as_told(found).started)
    there = keyed(found.stored.sheet).keys()
    return built_as(found, _in_order_of(as_told(found), stored(battle).sheet, there), words)


def built_as(found: Found, after: Any, words: tuple[str, ...]) -> Built | None:
    """What an entry says and does that leads to this battle; ``None`` where it leads there already."""
    entry, told = found.line.entry, as_told(found)
    changes, parts = difference(told, after), parted(told, after)
    if not (changes or parts):
        return None
    headline = shortened(_said_now(entry.headline, changes), LONGEST_HEADLINE)
    if entry.opens:
        return Built(headline, opening(after), (), words)
    before = found.before
    return Built(headline, parted(before, after), difference(before, after), words)


def why_not_stored(found: Found, foreseen: Foreseen) -> str:
    """Why no rows can show the battle as it will stand; empty where they can. Nothing of it stays written."""
    if not foreseen.parts:
        return ""
    with transaction.atomic():
        try:
            # Rows that leave lose their ids, and those that were found are still to be written.
            write_sheet(stored(found.stored.battle), foreseen.after, "changed")
        except Refusal as refusal:
            return str(refusal)
        finally:
            transaction.set_rollback(True)
    return ""


def _in_order_of(told: Any, now: Any, there: Collection[str]) -> Any:
    """A part with all that it holds in the order in which it was told: what had left before its file has later ids.

    What comes to it from elsewhere stands where it is stored, between those that are ``there`` still.
    """
    values = {}
    for name in (field.name for field in fields(now)):
        older, newer = getattr(told, name), getattr(now, name)
        if older == newer or not (isinstance(newer, tuple) and all(hasattr(one, "key") for one in (*older, *newer))):
            continue
        known, became = {one.key: one for one in older}, {one.key: one for one in newer}
        in_order = [key for key in known if key in became]
        for key in (key for key in became if key not in known):
            later = (at for at, other in enumerate(in_order) if other in there and _id_of(other) > _id_of(key))
            in_order.insert(next(later, len(in_order)), key)
        values[name] = tuple(_in_order_of(known.get(key, became[key]), became[key], there) for key in in_order)
    return replace(now, **values) if values else now


def _id_of(key: str) -> int:
    return int(key.rpartition("-")[2])


def _said_now(headline: str, changes: Iterable[Change]) -> str:
    """A headline with the names that parts have now."""
    for change in changes:
        if change.track == "name":
            # A name is no pattern, and neither is what takes its place.
            was, now = re.escape(str(change.before)), str(change.after).replace("\\", "\\\\")
            headline = re.sub(rf"(?<!\w){was}(?!\w)", now, headline)
    return headline
