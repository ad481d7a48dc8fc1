"""Another name in all texts of a campaign, whatever tables and columns its battles have."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import models

from companion.models import Battle, Campaign, Member, Piece

UNREAD = ("key", "once", "proof", "ident", "asks", "object_id")
"""Texts that nobody reads."""

SAID_BY = ("who", "ruled_who")
"""Names as they were typed on devices."""

Fields: TypeAlias = "tuple[models.Field[Any, Any], ...]"


def rename_everywhere(campaign: Campaign, battles: Collection[int], name: str, called: str) -> set[int]:
    """Put another name into all texts of a campaign and its battles; the ids of the battles that had the name.

    ``battles`` are the ids of all that there are; the caller holds their locks. What members are called stays.
    """
    renaming = _Renaming(name, called, _longer(campaign, battles, name))
    touched: set[int] = set()
    for model in apps.get_app_config("companion").get_models():
        fields = _texts(model)
        if not fields or model is Member:
            continue
        if ways := ways_to(model, Battle):
            rows = _put(model, fields, _any_of({f"{way}__in": battles for way in ways}), renaming)
            found = model._default_manager.filter(pk__in=rows).values_list(*ways)
            touched |= {pk for row in found for pk in row if pk is not None}
        elif ways := ways_to(model, Campaign):
            _put(model, fields, _any_of(dict.fromkeys(ways, campaign.pk)), renaming)
    _rename_in_the_log_of_staff(campaign, battles, renaming)
    return touched


def _rename_in_the_log_of_staff(campaign: Campaign, battles: Collection[int], renaming: _Renaming) -> None:
    """Rename in what the admin has noted of a campaign's page, where its members stand, and of its battles' pages."""
    kinds: list[type[Battle]] = [Battle, *Battle.__subclasses__()]
    of_battles = [model._meta.model_name for model in kinds]
    for models_of, rows in ((["campaign"], [campaign.pk]), (of_battles, battles)):
        kind = models.Q(content_type__app_label="companion", content_type__model__in=models_of)
        where = kind & models.Q(object_id__in=[str(pk) for pk in rows])
        _put(LogEntry, _texts(LogEntry), where, renaming)


def _longer(campaign: Campaign, battles: Collection[int], name: str) -> set[str]:
    """The names of pieces and of other members that have the name in them and more besides."""
    pieces = Piece.objects.filter(battle__in=battles).values_list("name", flat=True)
    others = Member.objects.filter(campaign=campaign).values_list("name", flat=True)
    return {one for one in (*pieces, *others) if name in one and name != one}


class _Renaming:
    """Another name for a name as a word of its own; a longer name that has it in it stays."""

    def __init__(self, name: str, called: str, longer: Iterable[str]) -> None:
        self._called = called
        kept = (f"({re.escape(one)})" for one in sorted(longer, key=len, reverse=True))
        word = "|".join([*kept, rf"(?<!\w){re.escape(name)}(?!\w)"])
        self._word, self._typed = re.compile(word), re.compile(word, re.IGNORECASE)

    def column(self, field: models.Field[Any, Any], value: Any) -> Any:
        """What a column holds afterwards; what is too long for it then is cut, and JSON has no end."""
        after = self._anew(value, typed=field.name in SAID_BY)
        return after[: field.max_length] if isinstance(after, str) else after

    def _anew(self, value: Any, *, typed: bool = False) -> Any:
        """The value with the other name; one that was typed as somebody's name, alone or with others, in any case."""
        if isinstance(value, str):
            word = self._typed if typed else self._word
            return word.sub(lambda found: found[0] if found.lastindex else self._called, value)
        if isinstance(value, list):
            return [self._anew(one) for one in value]
        if isinstance(value, dict):
            return {key: self._anew(one, typed=key in SAID_BY) for key, one in value.items()}
        return value


def _any_of(where: Mapping[str, Any]) -> models.Q:
    return models.Q(*where.items(), _connector=models.Q.OR)


def _put(model: type[models.Model], fields: Fields, where: models.Q, renaming: _Renaming) -> list[int]:
    """Rename in the rows of a model; the ids of those that had the name."""
    changed = []
    for row in model._default_manager.filter(where).iterator(200):
        before = [getattr(row, field.name) for field in fields]
        after = [renaming.column(field, value) for field, value in zip(fields, before, strict=True)]
        if after != before:
            for field, value in zip(fields, after, strict=True):
                setattr(row, field.name, value)
            changed.append(row)
    model._default_manager.bulk_update(changed, [field.name for field in fields], batch_size=200)
    return [row.pk for row in changed]


def _texts(model: type[models.Model]) -> Fields:
    """The columns of a model that hold what somebody has written, or may."""
    kinds = (models.CharField, models.TextField, models.JSONField)
    found = (field for field in model._meta.local_concrete_fields if isinstance(field, kinds))
    return tuple(field for field in found if not field.choices and field.name not in UNREAD)


def ways_to(model: type[models.Model], to: type[models.Model]) -> list[str]:
    """The ways from the rows of a model to what they are parts of, and go with."""
    if model is to:
        return ["pk"]
    return list(dict.fromkeys(_found(model, to)))


def _found(model: type[models.Model], to: type[models.Model]) -> Iterator[str]:
    for field in model._meta.local_concrete_fields:
        if not isinstance(field, models.ForeignKey) or field.remote_field.on_delete is not models.CASCADE:
            continue
        owner: Any = field.related_model
        if owner is to or (to is Battle and issubclass(owner, Battle)):
            yield field.name
        elif owner is not model:
            yield from (f"{field.name}__{way}" for way in _found(owner, to))
