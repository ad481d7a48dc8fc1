"""What a game supplies to set its battles up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import models
from django.urls import URLPattern

from companion.models import Battle


@dataclass(frozen=True)
class SetupPart:
    """One form of the set-up page: its address, its title, the form, and the service that it feeds."""

    slug: str
    title: str
    form: Callable[..., forms.Form | forms.ModelForm[Any]]
    add: Callable[..., None]
    changes: type[models.Model] | None = None
    """The model of the rows that the form can change too; it then takes one as ``row``."""
    change: Callable[..., None] | None = None
    """The service that it feeds then."""


@dataclass(frozen=True)
class SideLink:
    """A link by a side on the set-up page: its words and its address."""

    words: str
    address: str


def _no_links(battle: Battle) -> Mapping[str, Sequence[SideLink]]:
    return {}


@dataclass(frozen=True)
class Setup:
    """The forms of a game's set-up page, and what is wrong with a build."""

    parts: tuple[SetupPart, ...]
    pages: Sequence[URLPattern] = ()
    """Pages of its own, under the address of the set-up page."""
    side_links: Callable[[Battle], Mapping[str, Sequence[SideLink]]] = _no_links
    """What the set-up page links to by each side, by the side's key."""
