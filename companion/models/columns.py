"""Columns that a model need not declare: the numbers, truths and choices of its sheet, bounded and named as there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from rules.bounds import Bounds

M = TypeVar("M", bound=type[models.Model])


def with_columns(model: M) -> M:
    """Give a model a column for each number, truth and choice of its sheet that it neither declares nor has as tokens.

    ``SHEET`` is the dataclass of the sheet, ``TOKENS`` names what lies by the piece as tokens.
    """
    kept = {*(field.name for field in model._meta.fields), *vars(model).get("TOKENS", ())}
    for field, hint in _fields(vars(model)["SHEET"]):
        column = None if field.name in kept else _column(field, hint)
        if column:
            model.add_to_class(field.name, column)
    return model


def choices_of(kinds: type[Enum]) -> list[tuple[str, str]]:
    """The values of a kind of names, as choices."""
    return [(kind.value, kind.value) for kind in kinds]


def _fields(sheet: type[Any]) -> Iterator[tuple[Field[Any], Any]]:
    """The fields of a sheet, and of a part of it that has no key, such as settings, with their types."""
    hints = get_type_hints(sheet, include_extras=True)
    for field in fields(sheet):
        hint = hints[field.name]
        if is_dataclass(hint) and isinstance(hint, type):
            yield from _fields(hint)
        else:
            yield field, hint


def _column(field: Field[Any], hint: Any) -> models.Field[Any, Any] | None:
    """The column for a field of a sheet; ``None`` for what is a part, a key or a text, which a model declares."""
    kind, *said = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    options: dict[str, Any] = {} if field.default is MISSING or field.default is None else {"default": field.default}
    if named := [word for word in said if isinstance(word, str)]:
        (options["verbose_name"],) = named
    if NoneType in get_args(kind):
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
        options |= {"null": True, "blank": True}
    if kind is bool:
        return models.BooleanField(**options)
    if isinstance(kind, type) and issubclass(kind, Enum):
        if "default" in options:
            options["default"] = options["default"].value
        longest = max(len(each.value) for each in kind)
        return models.CharField(max_length=longest, choices=choices_of(kind), **options)
    return _number(next(each for each in said if isinstance(each, Bounds)), options) if kind is int else None


def _number(bounds: Bounds, options: dict[str, Any]) -> models.SmallIntegerField[Any, Any]:
    least, most = MinValueValidator(bounds.least), MaxValueValidator(bounds.most)
    if bounds.called:
        options["verbose_name"] = bounds.called
    if bounds.least < 0:
        return models.SmallIntegerField(validators=[least, most], **options)
    return models.PositiveSmallIntegerField(validators=[least, most] if bounds.least else [most], **options)
