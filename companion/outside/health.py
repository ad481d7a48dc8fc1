"""A page for machines: whether the database answers, has its tables and its disk has room, and how many look on."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from companion.live.access import STREAMS
from companion.outside.allowed import only_for
from companion.soundness import check_the_tables

ROOM = 64 * 1024 * 1024
"""Bytes of the disk that have to be free: fewer are an evening's battles and a backup of them."""


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """What is well and what is not; answered with 503 where anything is not."""
    only_for(request, settings.HEALTH_FOR)
    found = {name: _told(check) for name, check in CHECKS.items()}
    held, most = request.META.get(STREAMS, (0, 0))
    is_well = all(said == "ok" for said in found.values())
    told: Mapping[str, Any] = {"well": is_well, **found, "streams": {"open": held, "most": most}}
    return JsonResponse(told, status=200 if is_well else 503)


def _told(check: Callable[[], None]) -> str:
    try:
        check()
    except (CommandError, Error, OSError) as problem:
        # What a database says of itself may name where it is; the log has it.
        return str(problem) if isinstance(problem, CommandError) else "does not answer"
    return "ok"


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _disk() -> None:
    # With a key and a database from elsewhere there is no such folder.
    free = shutil.disk_usage(settings.DATA_DIR if settings.DATA_DIR.exists() else settings.BASE_DIR).free
    if free < ROOM:
        raise CommandError(f"only {free // 1024:,} KiB are free")


CHECKS: Mapping[str, Callable[[], None]] = {"database": _database, "migrations": check_the_tables, "disk": _disk}
