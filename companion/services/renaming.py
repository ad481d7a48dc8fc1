"""Another name in all texts of a campaign, whatever tables and columns its battles have."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum, auto
from functools import cache
from typing import Any, TypeAlias

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import models
from django.db.models.functions import Cast

from companion.models import Battle, Campaign, Event, Member, Piece
from companion.services.roles import SEAT
from companion.services.rosters import ROSTER
from companion.services.shelving import RENAME
from companion.sheets import plan_of
from companion.sheets.reading import sources
from rules.games import GAMES

UNREAD = ("key", "once", "proof", "ident", "asks", "origin", "object_id")
"""Texts that nobody reads."""

OF_THE_RULES = frozenset(
    ("ability", "edition", "game", "kind", "pilot", "procedure", "rolled", "scheme", "traits", "used", "xws")
)
"""Words of the app and of the rules, and no name of a person: by them pieces, dice and seasons are what they are."""

TYPED = ("who", "ruled_who", "note", "ruling")
"""Names and sentences as they were typed, of which no battle is made."""

OF_PEOPLE = (RENAME, ROSTER, SEAT)
"""Kinds of events that tell who plays or owns something, or how a battle is called: it is made of no such words."""

Fields: TypeAlias = "tuple[models.Field[Any, Any], ...]"


def rename_everywhere(
    campaign: Campaign,
    battles: Collection[int],
    name: str,
    called: str,
    exactly: Collection[int] = (),
    typed: Collection[int] = (),
) -> set[int]:
    """Put another name into all texts of a campaign and its battles; the ids of the battles that had the name.

    The name is found as a word of its own in whatever letters, large or small; misspelt or in other signs it is not.
    ``battles`` are the ids of all that there are; the caller holds their locks. In those that are ``exactly`` so, only
    what was typed has it in other letters: there these are a word of the game. Where it is one just as it stands, it is
    found in what was ``typed`` and nowhere else. What members are called stays.
    """
    longer = _longer(campaign, battles, name)
    anyhow, exact, in_typed = (_Renaming(name, called, longer, where) for where in Where)
    apart = {*exactly, *typed}
    ways_of_all = ((anyhow, {*battles} - apart), (exact, {*exactly} - {*typed}), (in_typed, {*typed}))
    touched: set[int] = set()
    for model in apps.get_app_config("companion").get_models():
        fields = _texts(model)
        if not fields or model is Member:
            continue
        if ways := ways_to(model, Battle):
            for renaming, some in ways_of_all:
                rows = _put(model, fields, _any_of({f"{way}__in": some for way in ways}), renaming)
                found = model._default_manager.filter(pk__in=rows).values_list(*ways)
                touched |= {pk for row in found for pk in row if pk is not None}
        elif ways := ways_to(model, Campaign):
            _put(model, fields, _any_of(dict.fromkeys(ways, campaign.pk)), anyhow)
    _rename_in_the_log_of_staff(campaign, battles, anyhow)
    return touched


def _rename_in_the_log_of_staff(campaign: Campaign, battles: Collection[int], renaming: _Renaming) -> None:
    """Rename in what the admin has noted of a campaign's page, where its members stand, and of what belongs to it.

    Of what is gone for good nobody can tell any more in which campaign it was: a name goes there wherever it stands.
    """
    _put(LogEntry, _texts(LogEntry), _noted_of(Campaign) & models.Q(object_id=str(campaign.pk)), renaming)
    for model in apps.get_app_config("companion").get_models():
        there: dict[str, Any] = {f"{way}__in": battles for way in ways_to(model, Battle)}
        there |= dict.fromkeys(ways_to(model, Campaign), campaign.pk)
        if not there or model is Campaign:
            continue
        rows = model._default_manager.annotate(noted=Cast("pk", models.CharField()))
        here = rows.filter(_any_of(there)).values("noted")
        where = models.Q(object_id__in=here) | ~models.Q(object_id__in=rows.values("noted"))
        _put(LogEntry, _texts(LogEntry), _noted_of(model) & where, renaming)


def _noted_of(model: type[models.Model]) -> models.Q:
    return models.Q(content_type__app_label="companion", content_type__model=model._meta.model_name)


def _longer(campaign: Campaign, battles: Collection[int], name: str) -> set[str]:
    """The names of pieces and of other members that have the name in them and more besides, or in other letters."""
    pieces = Piece.objects.filter(battle__in=battles).values_list("name", flat=True)
    others = Member.objects.filter(campaign=campaign).values_list("name", flat=True)
    small = name.casefold()
    return {one for one in pieces if small in one.casefold() != small} | {
        one for one in others if small in one.casefold() and one != name
    }


class Where(Enum):
    """Where a name is found: anywhere in any letters, in other letters only in what was typed, or only there."""

    ANYWHERE = auto()
    EXACTLY = auto()
    TYPED = auto()


class _Renaming:
    """Another name for a name as a word of its own; a longer name that has it in it stays."""

    def __init__(self, name: str, called: str, longer: Iterable[str], where: Where) -> None:
        self._called = called
        self._where = where
        # What differs only in its letters is another's name just as it stands.
        kept = (
            f"((?-i:{re.escape(one)}))" if one.casefold() == name.casefold() else f"({re.escape(one)})"
            for one in sorted(longer, key=len, reverse=True)
        )
        word = "|".join([*kept, rf"(?<!\w){re.escape(name)}(?!\w)"])
        self._typed = re.compile(word, re.IGNORECASE)
        self._word = re.compile(word) if where is Where.EXACTLY else self._typed

    def column(self, row: models.Model, field: models.Field[Any, Any]) -> Any:
        """What a column of a row holds afterwards; what is too long for it then is cut, and JSON has no end."""
        # What a battle is called is no part of it.
        is_name = field.model is Battle and field.name == "name"
        tells_of_people = isinstance(row, Event) and field.name == "headline" and row.kind in OF_PEOPLE
        after = self._anew(getattr(row, field.name), typed=field.name in TYPED or is_name or tells_of_people)
        return after[: field.max_length] if isinstance(after, str) else after

    def _anew(self, value: Any, *, typed: bool = False) -> Any:
        """The value with the other name."""
        if isinstance(value, str):
            if self._where is Where.TYPED and not typed:
                return value
            word = self._typed if typed else self._word
            return word.sub(lambda found: found[0] if found.lastindex else self._called, value)
        if isinstance(value, list):
            # The faces of dice, pool by pool, are no names.
            are_pools = bool(value) and all(isinstance(one, list) for one in value)
            return value if are_pools else [self._anew(one) for one in value]
        if isinstance(value, dict):
            return {
                key: one if _is_of_the_rules(key, value) else self._anew(one, typed=key in TYPED)
                for key, one in value.items()
            }
        return value


def _is_of_the_rules(key: str, data: Mapping[str, Any]) -> bool:
    """Whether a value of a part of a battle, or of a change of one of its tracks, is a word of the rules."""
    track = str(data.get("track", key)) if key in ("before", "after") else key
    return track in OF_THE_RULES or track in _chosen()


@cache
def _chosen() -> frozenset[str]:
    """What is one of a few words in the sheets of battles: what players type has such names elsewhere."""
    plans = [plan_of(game.battle) for game in GAMES.values()]
    there = [plan.model for plan in plans] + [source.plan.model for plan in plans for source in sources(plan)]
    return frozenset(field.name for model in there for field in model._meta.local_concrete_fields if field.choices)


def _any_of(where: Mapping[str, Any]) -> models.Q:
    return models.Q(*where.items(), _connector=models.Q.OR)


def _put(model: type[models.Model], fields: Fields, where: models.Q, renaming: _Renaming) -> list[int]:
    """Rename in the rows of a model; the ids of those that had the name."""
    changed = []
    for row in model._default_manager.filter(where).iterator(200):
        before = [getattr(row, field.name) for field in fields]
        after = [renaming.column(row, field) for field in fields]
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
    return tuple(field for field in found if not field.choices and field.name not in (*UNREAD, *OF_THE_RULES))


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
