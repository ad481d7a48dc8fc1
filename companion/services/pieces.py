"""Setting a battle up, the same for all games: what joins it, what is changed, and what the players agree on.

The sentences of the log are given to each service, with places for what the form says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db.models import Model

from companion.models import Battle
from companion.services.building import building
from companion.services.putting import check_free
from companion.services.refusals import Refusal
from companion.services.writing import write_changes
from companion.sheets import battle_model, for_sheet, key_of, made, plan_of, store_parts, stored
from rules.changes import apply, difference, keyed
from rules.games import GAMES
from rules.words import capitalised


def add_piece(kind: type[Any], news: str, owner: str = "", /, *, key: str, who: str, seen: int, **values: Any) -> None:
    """Add a piece, or a part of what ``owner`` names among the values; ``piece`` in the news is its sheet."""
    rows = [value for value in values.values() if isinstance(value, Model)]
    try:
        piece = made(kind, {name: value for name, value in values.items() if name != owner})
    except ValueError as problem:
        raise Refusal(f"{capitalised(str(problem))}. Nothing was added.") from problem
    with building(key, who, seen, news.format(piece=piece, **values), joins=True) as battle:
        store_parts(values[owner] if owner else battle, [piece], rows)


def change_piece(news: str, name: str = "changed", /, *, key: str, who: str, seen: int, **values: Any) -> None:
    """Change a row, which stands among the values under its name; what these do not name stays as it is."""
    with building(key, who, seen, news.format(**values)) as battle:
        row: Model = values.pop(name)
        try:
            _change(battle, key_of(row), values)
        except ValueError as problem:
            raise Refusal(f"{capitalised(str(problem))}. Nothing was changed.") from problem


def _change(battle: Battle, key: str, values: dict[str, Any]) -> None:
    """Write to the rows of a part of a battle what its sheet then shows; ``ValueError`` if the rules know no such."""
    read = stored(battle)
    before = keyed(read.sheet)[key]
    after = replace(before, **for_sheet(type(before), values))
    board, square = GAMES[battle.game].board(read.sheet, ""), getattr(after, "square", None)
    if board and square and square != before.square:
        check_free(board, read, square)
    changes = difference(before, after)
    apply(read.sheet, changes)
    write_changes(read, changes)
    parts = keyed(before)
    for gone in parts.keys() - keyed(after).keys():
        read.rows[gone].delete()
    for inner in plan_of(type(before)).parts:
        store_parts(read.rows[key], [part for part in getattr(after, inner) if part.key not in parts])


def agree(news: str, /, *, key: str, who: str, seen: int, **readings: Any) -> None:
    """Agree on what the rules leave to the players."""
    with building(key, who, seen, news.format(**readings)) as battle:
        battle_model(battle.game)._default_manager.filter(pk=battle.pk).update(**readings)
