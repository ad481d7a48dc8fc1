"""Setting a battle up, the same for all games: what joins it, what is changed, and what the players agree on.

The sentences of the log are given to each service, with places for what the form says.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Model

from companion.services.building import building
from companion.services.refusals import Refusal
from companion.sheets import battle_model, made, store_parts


def add_piece(kind: type[Any], news: str, owner: str = "", /, *, key: str, who: str, seen: int, **values: Any) -> None:
    """Add a piece, or a part of what ``owner`` names among the values; ``piece`` in the news is its sheet."""
    rows = [value for value in values.values() if isinstance(value, Model)]
    try:
        piece = made(kind, {name: value for name, value in values.items() if name != owner})
    except ValueError as problem:
        reason = str(problem)
        raise Refusal(f"{reason[:1].upper()}{reason[1:]}. Nothing was added.") from problem
    with building(key, who, seen, news.format(piece=piece, **values)) as battle:
        store_parts(values[owner] if owner else battle, [piece], rows)


def change_piece(news: str, name: str = "row", /, *, key: str, who: str, seen: int, **values: Any) -> None:
    """Change a row, which stands among the values under its name."""
    with building(key, who, seen, news.format(**values)):
        row: Model = values.pop(name)
        type(row)._default_manager.filter(pk=row.pk).update(**values)


def agree(news: str, /, *, key: str, who: str, seen: int, **readings: Any) -> None:
    """Agree on what the rules leave to the players."""
    with building(key, who, seen, news.format(**readings)) as battle:
        battle_model(battle.game)._default_manager.filter(pk=battle.pk).update(**readings)
