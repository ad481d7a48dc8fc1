"""What declarations and the entries of a log are called in the admin, and a filter of them by these words."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from companion.services.reckoning import HOME
from companion.services.roles import SEAT
from companion.services.rosters import ROSTER
from companion.services.shelving import RENAME
from companion.services.writing import AMENDED, SET_UP, UNDO
from rules.games import GAMES

OF_ALL_GAMES = {
    SET_UP: "Set-up",
    UNDO: "Undo",
    AMENDED: "Correction",
    SEAT: "Seats",
    RENAME: "New name",
    ROSTER: "Roster",
    HOME: "Who comes home",
    "edit": "Edit by staff",
    "look": "Colour and emblem",
    "link": "New link",
}
"""What is in no game's rules."""


def called(game: str, kind: str) -> str:
    """What is declared in a game, by its name there, or what else stands in a log."""
    return OF_ALL_GAMES.get(kind) or GAMES[game].called(kind)


class Called(admin.SimpleListFilter):
    """Rows of battles by what they are called; ``field`` has it as the app names it."""

    title = "what it is"
    parameter_name = "what"
    field: ClassVar[str]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """All names that there are, in order; games may share one."""
        return [(name, name) for name in sorted(self._by_name(model_admin.get_queryset(request)))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those of the name that was chosen."""
        chosen = self.value()
        return queryset.filter(self._by_name(queryset).get(chosen, Q())) if chosen else queryset

    def _by_name(self, rows: QuerySet[Any]) -> dict[str, Q]:
        found: dict[str, Q] = {}
        for game, kind in rows.order_by().values_list("battle__game", self.field).distinct():
            name = called(game, kind)
            found[name] = found.get(name, Q()) | Q(**{"battle__game": game, self.field: kind})
        return found
