"""The page that an address belongs to which only takes taps: whoever opens that by itself finds there what to tap."""

from __future__ import annotations

from django.urls import Resolver404, resolve

from companion.permissions import ADDRESSES

START = "/"


def page_behind(path: str) -> str:
    """The nearest page at an address or above it."""
    while path != START and not _is_page(path):
        path = path.rstrip("/").rpartition("/")[0] + "/"
    return path


def _is_page(path: str) -> bool:
    try:
        return "GET" in ADDRESSES.get(resolve(path).view_name, {})
    except Resolver404:
        return False
