"""Where each field of a sheet is stored: derived once from its dataclass and from the model that names it.

A model that stores a part of a sheet, or the whole of it, has the dataclass as its ``SHEET``. A field of the sheet is
stored in the row's field of that name; what is no field of the row is a token of that kind, or one for each name where
it is a set of names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, cached_property
from types import NoneType
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from django.apps import apps
from django.db import models

from companion.models import Battle, Piece, Side
from rules.games import GAMES

Reference: TypeAlias = "models.ForeignKey[Any, Any]"

BATTLE = "battle"
"""The key of a stored battle in its own sheet."""

PLANS: dict[type[Any], Plan] = {}
"""The plans made so far, by the classes of their sheets."""


@dataclass(frozen=True, eq=False)
class Plan:
    """How the sheets of one class and the rows of a model go together, by the names of the sheet's fields."""

    sheet: type[Any]
    model: type[models.Model]
    optional: frozenset[str]
    """What may be ``None``."""
    plain: tuple[str, ...]
    """Read and stored as they are."""
    enums: Mapping[str, type[Enum]]
    """Stored by their values."""
    references: Mapping[str, Reference]
    """Keys of other parts, stored as references to their rows."""
    tokens: Mapping[str, type]
    """What lies by a piece: a number, a truth or a set of names."""
    settings: Mapping[str, Plan]
    """Parts without a key, stored in the same row."""
    parts: Mapping[str, Part]
    """Parts of one kind in rows of their own, which belong to this one."""

    @cached_property
    def pk(self) -> str:
        """The attribute of a row that holds its id."""
        return self.model._meta.pk.attname

    @cached_property
    def is_active_only(self) -> bool:
        """Whether it is a piece that its sheet knows as nothing but present."""
        return issubclass(self.model, Piece) and "status" not in self.enums

    @cached_property
    def unread(self) -> tuple[str, ...]:
        """Long texts in the row that the sheet does not have."""
        long = (field.name for field in self.model._meta.concrete_fields if isinstance(field, models.TextField))
        return tuple(name for name in long if name not in self.plain)


@dataclass(frozen=True)
class Part:
    """The plan for parts of a sheet, and the reference of their rows to the row that owns them."""

    plan: Plan
    owner: Reference


def key_of(row: models.Model) -> str:
    """The key of a stored row in its sheet."""
    return f"{row._meta.model_name}-{row.pk}"


def id_of(key: str) -> int:
    """The id of the stored row that a key names; ``ValueError`` where it names none."""
    number = key.rpartition("-")[2]
    if number.startswith("0"):
        # An earlier version of the app named so what was gone already in the file that a battle came from.
        raise ValueError(f"no row has the key {key!r}")
    return int(number)


def battle_model(game: str) -> type[Battle]:
    """The model of a game's battles."""
    model = _models()[GAMES[game].battle]
    assert issubclass(model, Battle)
    return model


@cache
def side_model(game: str) -> type[Side]:
    """The model of the sides in a game's battles."""
    parts = plan_of(GAMES[game].battle).parts.values()
    (model,) = (part.plan.model for part in parts if issubclass(part.plan.model, Side))
    return model


def plan_of(sheet: type[Any]) -> Plan:
    """The plan for the sheets of a class that a model names."""
    if sheet not in PLANS:
        PLANS[sheet] = _plan(sheet, _models()[sheet])
    return PLANS[sheet]


@cache
def owner_of(model: type[models.Model], owner: type[models.Model]) -> Reference:
    """The reference of a model's rows to the rows of another that they belong to, and go with."""
    (found,) = (
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey)
        and not field.remote_field.parent_link
        and field.remote_field.on_delete is models.CASCADE
        and issubclass(owner, field.related_model)
    )
    return found


def _plan(sheet: type[Any], model: type[models.Model]) -> Plan:
    known = {field.name: field for field in model._meta.concrete_fields}
    plain: list[str] = []
    optional: list[str] = []
    enums: dict[str, type[Enum]] = {}
    references: dict[str, Reference] = {}
    tokens: dict[str, type] = {}
    settings: dict[str, Plan] = {}
    parts: dict[str, Part] = {}
    for name, hint in _hints(sheet):
        field, kind = known.get(name), _bare(hint)
        if kind is not hint:
            optional.append(name)
        if is_dataclass(kind) and isinstance(kind, type):
            settings[name] = _plan(kind, model)
        elif field is None and get_origin(kind) is tuple:
            of = plan_of(get_args(kind)[0])
            parts[name] = Part(of, owner_of(of.model, model))
        elif field is None:
            tokens[name] = _token(kind, f"{model.__name__} for {name!r}", model)
        elif isinstance(field, models.ForeignKey):
            references[name] = field
        elif isinstance(kind, type) and issubclass(kind, Enum):
            enums[name] = kind
        else:
            plain.append(name)
    return Plan(sheet, model, frozenset(optional), tuple(plain), enums, references, tokens, settings, parts)


def _hints(sheet: type[Any]) -> Iterator[tuple[str, Any]]:
    hints = get_type_hints(sheet)
    return ((field.name, hints[field.name]) for field in fields(sheet) if field.name != "key")


def _bare(hint: Any) -> Any:
    """The type without the possibility that there is none."""
    if NoneType not in get_args(hint):
        return hint
    (kind,) = (kind for kind in get_args(hint) if kind is not NoneType)
    return kind


def _token(kind: Any, place: str, model: type[models.Model]) -> type:
    token = get_origin(kind) or kind
    if token not in (int, bool, frozenset) or not issubclass(model, Piece):
        raise TypeError(f"there is no place in a {place}")
    found: type = token
    return found


@cache
def _models() -> Mapping[type[Any], type[models.Model]]:
    """The models of the app by the sheets that they name."""
    stored = apps.get_app_config(Battle._meta.app_label).get_models()
    return {vars(model)["SHEET"]: model for model in stored if "SHEET" in vars(model)}
