"""What sets a battle up, at random: every form of its game, what is taken out or put elsewhere, and what staff edit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.db.models import Model
from django.utils.datastructures import MultiValueDict

from companion.management.broken import WHO
from companion.management.seeing_through import last_event
from companion.models import Battle, Piece, Token
from companion.services.building import take_out
from companion.services.editing import editing, end_as_it_stands
from companion.services.foreseeing import Found
from companion.services.putting import put
from companion.services.refusals import Refusal
from companion.setups.again import PIECE, set_up_again
from companion.setups.setup import SetupPart, row_of
from companion.setups.usual import setup_of
from companion.sheets import Stored, plan_of, store_parts, stored
from rules.board import Square
from rules.changes import keyed
from rules.folding import Built

AS_IT_IS = 0.7
"""How often a field of a form stays as it is where it shows anything."""

MUCH = 9
"""How much more than its least a number may be."""


@dataclass(frozen=True)
class SettingUp:
    """Somebody who sets a battle up at random, before its start and after it."""

    battle: Battle
    random: Random

    def set_up(self) -> None:
        """Fill a form of the set-up page, take something out, or put a piece elsewhere."""
        ways: dict[Callable[[], None], int] = {self.fill: 8, self.take_out: 1, self.put: 1}
        (way,) = self.random.choices(list(ways), list(ways.values()))
        with suppress(Refusal):
            way()

    def fill(self) -> None:
        """Fill one form of the set-up page, for something new or for a row that is there."""
        part = self.random.choice(setup_of(self.battle.game).parts)
        row = self._row(part)
        given: dict[str, Any] = {"row": row} if row else {}
        empty: Any = part.form(battle=self.battle, action="", **given)
        form: Any = part.form(filled(empty, self.random), battle=self.battle, action="", **given)
        if not form.is_valid():
            return
        service = part.change if row and part.change else part.add
        changed = {"changed": row} if row else {}
        service(key=self.battle.key, who=WHO, seen=last_event(self.battle), **changed, **form.cleaned_data)

    def take_out(self) -> None:
        """Take out what a form has added."""
        row = self._row(self.random.choice(setup_of(self.battle.game).parts))
        if row:
            take_out(key=self.battle.key, who=WHO, seen=last_event(self.battle), row=row)

    def put(self) -> None:
        """Put a piece on a square."""
        read = stored(self.battle)
        piece = self.random.choice(read.sheet.pieces)
        square = Square(self.random.randint(1, MUCH), self.random.randint(1, MUCH))
        seen, pk = last_event(self.battle), read.rows[piece.key].pk
        put(key=self.battle.key, who=WHO, seen=seen, piece=pk, square=square)

    def _row(self, part: SetupPart) -> Model | None:
        """A row that the form of a part can change, if there is one; after the start mostly none, for something new."""
        read = stored(self.battle)
        if read.sheet.started and self.random.random() < AS_IT_IS:
            return None
        rows = [row for key in read.rows if (row := row_of(part, read, key))]
        return self.random.choice(rows) if rows and self.random.random() < AS_IT_IS else None


@dataclass(frozen=True)
class Staff:
    """Somebody who edits a battle at random in the admin."""

    battle: Battle
    random: Random

    def edit(self) -> None:
        """Add a part to a piece, take one off, set a column or a token otherwise, where the rules know that."""
        ways = [self._added, self._taken, self._set, self._token]
        with suppress(Refusal, IntegrityError, ValidationError), editing(key=self.battle.key, who=WHO):
            for way in self.random.choices(ways, k=self.random.choice([1, 1, 3])):
                way(self._read())

    def _read(self) -> Stored:
        """The battle as it is edited so far."""
        try:
            return stored(self.battle)
        except ValueError as problem:
            raise Refusal(str(problem)) from problem

    def end(self) -> None:
        """End it as it stands."""
        with suppress(Refusal):
            end_as_it_stands(key=self.battle.key, who=WHO)

    def _added(self, read: Stored) -> None:
        """Give something a part like one that it or another one of its kind has."""
        places = [*_parts(read)]
        if not places:
            return
        owner, name, _ = self.random.choice(places)
        kind = type(read.rows[owner])
        like = [part for key, of, parts in _parts(read) for part in parts if (type(read.rows[key]), of) == (kind, name)]
        if like:
            part = self.random.choice(like)
            named = {"name": f"{part.name[:20]} {self.random.randrange(100)}"} if "name" in _names(part) else {}
            store_parts(read.rows[owner], [replace(part, **named)], read.rows.values())

    def _taken(self, read: Stored) -> None:
        """Take a part off something."""
        parts = [part for *_, parts in _parts(read) for part in parts]
        if parts:
            read.rows[self.random.choice(parts).key].delete()

    def _set(self, read: Stored) -> None:
        """Set a truth, a choice or a reference of a row otherwise."""
        key = self.random.choice([*keyed(read.sheet)])
        row = read.rows[key]
        plan = plan_of(vars(type(row))["SHEET"])
        truths = [name for name in plan.plain if isinstance(getattr(row, name), bool)]
        names = [*truths, *plan.enums, *plan.references]
        if not names:
            return
        name = self.random.choice(names)
        if name in plan.enums:
            setattr(row, name, self.random.choice(list(plan.enums[name])).value)
        elif name in plan.references:
            field = plan.references[name]
            there = [other for other in read.rows.values() if isinstance(other, field.related_model)]
            setattr(row, name, self.random.choice([*there, *([None] if field.null else [])]))
        else:
            setattr(row, name, not getattr(row, name))
        row.full_clean(exclude=[field.name for field in row._meta.fields if field.name != name])
        row.save()

    def _token(self, read: Stored) -> None:
        """Lay a token by a piece, or take one away."""
        piece = self.random.choice(read.sheet.pieces)
        row = read.rows[piece.key]
        kinds = plan_of(vars(type(row))["SHEET"]).tokens
        if not kinds or not isinstance(row, Piece):
            return
        kind = self.random.choice(list(kinds))
        names = [*getattr(piece, kind), "Anything"] if kinds[kind] is frozenset else [""]
        name = self.random.choice(names)
        lying = Token.objects.filter(piece=row, kind=kind, name=name)
        if lying.exists():
            lying.delete()
        else:
            Token.objects.create(piece=row, kind=kind, name=name, value=1)


def _parts(read: Stored) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    """What each piece and each side has parts of, by its key and the name of the field."""
    for key, part in keyed(read.sheet).items():
        if part is not read.sheet:
            yield from ((key, name, getattr(part, name)) for name in plan_of(type(part)).parts)


def _names(part: Any) -> set[str]:
    """The names of a part's fields."""
    return {field.name for field in fields(part)}


def built_by_form(found: Found, random: Random) -> Built | None:
    """A set-up as one of its forms says it otherwise; ``None`` where it has none, or says nothing that can be."""
    offered = set_up_again(found, {}).pieces
    if not offered:
        return None
    chosen = {PIECE: random.choice(offered).value}
    form = set_up_again(found, chosen).form
    entered: dict[str, Any] = {name: values[-1] for name, values in filled(form, random).lists() if values}
    return set_up_again(found, {**chosen, **entered}).built


def filled(form: Any, random: Random) -> MultiValueDict[str, str]:
    """What is posted of a form whose fields are filled at random, most of them as they are shown."""
    posted = ((form.add_prefix(name), _entered(form, name, random)) for name in form.fields)
    return MultiValueDict({name: list(values) for name, values in posted})


def _entered(form: Any, name: str, random: Random) -> Iterator[str]:
    field = form.fields[name]
    shown = form.get_initial_for_field(field, name)
    if shown not in (None, "") and random.random() < AS_IT_IS:
        shown = field.prepare_value(shown)
        if not isinstance(shown, bool):
            yield from map(str, shown if isinstance(shown, list | tuple) else [shown])
        elif shown:
            yield "on"
    elif isinstance(field, forms.MultipleChoiceField):
        yield from (value for value in _choices(field) if random.random() < 0.1)
    elif isinstance(field, forms.ChoiceField | forms.ModelChoiceField):
        yield random.choice(_choices(field) or [""])
    elif isinstance(field, forms.BooleanField):
        yield from ["on"] * random.randrange(2)
    elif isinstance(field, forms.IntegerField):
        number: Any = field
        least = number.min_value or 0
        most = least + MUCH if number.max_value is None else min(number.max_value, least + MUCH)
        yield str(random.randint(least, most))
    elif field.required or random.random() < 0.3:
        yield f"{name} {random.randrange(100)}"


def _choices(field: Any) -> list[str]:
    found: list[str] = []
    for value, label in field.choices:
        found += [str(one) for one, _ in label] if isinstance(label, list | tuple) else [str(value)]
    return found
