"""How many bytes an address takes: little, unless its view says that it needs more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.urls import Resolver404, resolve

MOST = 64 * 1024
"""Bytes that an address takes where nothing else is said; our largest form sends some 4 KiB."""

MOST_OF_AN_ADMIN_PAGE = 1_000_000
"""The rows of a battle on one page: a thousand fields, each with the words around it."""

OPEN_TO_ALL = ("login", "logout")
"""The pages of the admin that are there for whoever has not signed in."""

View = TypeVar("View", bound=Callable[..., Any])


def takes(most: int) -> Callable[[View], View]:
    """Say how many bytes a view takes."""

    def mark(view: View) -> View:
        view.takes = most  # type: ignore[attr-defined]
        return view

    return mark


def most_taken(path: str, *, has_session: bool = False) -> int:
    """How many bytes the address takes; a page of the admin takes more of whoever says to have a session."""
    try:
        found = resolve(path)
    except Resolver404:
        return MOST
    if has_session and "admin" in found.app_names and found.url_name not in OPEN_TO_ALL:
        return MOST_OF_AN_ADMIN_PAGE
    return int(getattr(found.func, "takes", MOST))
