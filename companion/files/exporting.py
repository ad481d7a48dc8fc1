"""A battle or a campaign as the bytes of a file: the same ones whenever and wherever the same was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db import models

from companion.files.deltas import between
from companion.files.envelope import BATTLE, CAMPAIGN, ROSTER, written
from companion.files.gathering import Gathered, gathered
from companion.files.group import Group
from companion.files.keys import Renaming, places_of
from companion.files.log import declarations_of, disputes_of, events_of, renamed_beside, renamed_event
from companion.files.rows import Table, battle_table, shown, values_of
from companion.files.today import sheet_of_today
from companion.looks import NOBODY
from companion.models import Battle, Campaign, Piece, Roster
from companion.own import own
from companion.queries.ending import ending_by
from companion.sheets import key_of
from companion.steady import steady
from rules.games import GAMES


def battle_file(battle: Battle) -> bytes:
    """The file of a battle."""
    with steady():
        return written(BATTLE, battle_content(Battle.objects.get(pk=battle.pk)))


def roster_file(roster: Roster) -> bytes:
    """The file of a roster: that of what holds it."""
    with steady():
        return written(ROSTER, battle_content(Battle.objects.get(roster=roster)))


def campaign_file(campaign: Campaign) -> bytes:
    """The file of a campaign with all its battles."""
    with steady():
        return written(CAMPAIGN, campaign_content(Campaign.objects.get(pk=campaign.pk)))


def campaign_content(campaign: Campaign, *, of_today: bool = True) -> dict[str, Any]:
    """Everything of a campaign: its battles, its rosters, and its group."""
    battles = list(Battle.objects.filter(campaign=campaign, deleted=None).order_by("pk"))
    rosters = list(Roster.objects.filter(campaign=campaign).select_related("holder").order_by("pk"))
    names: dict[int, Renaming] = {}
    told: dict[int, dict[str, Any]] = {}
    for one in gathered([*battles, *(roster.holder for roster in rosters)]):
        read = Contents(one, of_today=of_today)
        names[one.battle.pk] = read.names
        told[one.battle.pk] = read.told()
    return {
        **shown(campaign, "name", "created"),
        "battles": [told[battle.pk] for battle in battles],
        "rosters": [told[roster.holder.pk] for roster in rosters],
        "group": Group(campaign, battles, rosters, names).content(),
    }


def battle_content(battle: Battle, *, of_today: bool = True) -> dict[str, Any]:
    """Everything that a battle is, as plain JSON values.

    ``of_today`` is false where the battles in its log are known to say all that those of today do.
    """
    (read,) = gathered([battle])
    return Contents(read, of_today=of_today).told()


class Contents:
    """What is stored of a battle, read once, and how its keys are called in its file: numbered from 1."""

    def __init__(self, read: Gathered, *, of_today: bool) -> None:
        self._read = read
        battle = read.battle
        found = [(row, key_of(row)) for rows in read.rows.values() for row in rows]
        self._declarations = list(declarations_of(read, {row.pk: key for row, key in found if isinstance(row, Piece)}))
        self._events = list(events_of(read))
        places = places_of(battle.game)
        keys = Numbered(key for _, key in found)
        noting = Renaming(places, keys.local, ())
        self._sheets: list[Any] = []
        """The battles that things were declared in, with the keys of the file already: they are most of it."""
        for declaration in self._declarations:
            sheet = declaration.pop("pieces")
            if of_today:
                sheet = sheet_of_today(GAMES[battle.game], declaration["shape"], sheet)
            self._sheets.append(noting.sheet(sheet))
            renamed_beside(declaration, noting)
        for event in self._events:
            renamed_event(event, noting)
        self.names = Renaming(places, keys.local, keys.found)
        """How keys are called; those that the log certainly knows as such are the known ones."""

    def told(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        read, names = self._read, self.names
        battle = read.battle
        content = {
            **shown(battle, "name", "game", "created"),
            "battle": _row(battle_table(battle.game), read.row, names),
            "tables": {table.name: _table(table, rows, names, read.lying) for table, rows in read.rows.items()},
            "declarations": self._declared(),
            "events": [renamed_event(event, names) for event in self._events],
            "disputes": list(disputes_of(read)),
        }
        return content | ({"ending": ending(read)} if battle.over else {})

    def _declared(self) -> list[dict[str, Any]]:
        found, before = [], None
        for declaration, pieces in zip(self._declarations, self._sheets, strict=True):
            found.append({**renamed_beside(declaration, self.names), "pieces": between(before, pieces)})
            before = pieces
        return found


def ending(read: Gathered) -> dict[str, Any]:
    """How a battle that is over ended: what is read from its pieces and its log, for other programs to read."""
    now = read.stored()
    game = GAMES[read.battle.game]
    told = ending_by(read.log, game, now.sheet, {side.key: NOBODY for side in now.sheet.sides})
    module = own(game.slug, "file")
    begun = read.events[0].shape if read.events else 1
    return {
        "said": told.said,
        "won": [side.name for side in now.sheet.sides if side.key in game.winners(now.sheet)],
        "rounds": list(told.rounds),
        "rounds_played": len(told.rounds),
        "scores": [{"side": tally.name, "scores": list(tally.scores)} for tally in told.tallies],
        **(module.ending(now, begun) if module else {}),
    }


class Numbered:
    """The keys of a battle numbered anew: those of its rows in their order, then others as the log first has them."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._found: dict[str, str] = {}
        self._counted: Counter[str] = Counter()
        for key in keys:
            self.local(key)

    @property
    def found(self) -> frozenset[str]:
        """All keys so far."""
        return frozenset(self._found)

    def local(self, key: str) -> str:
        """The key in the file."""
        if key not in self._found:
            model = key.partition("-")[0]
            self._counted[model] += 1
            self._found[key] = f"{model}-{self._counted[model]}"
        return self._found[key]


def _row(table: Table, row: models.Model, names: Renaming) -> dict[str, Any]:
    return dict(zip(table.columns, _values(table, row, names), strict=True))


def _table(table: Table, rows: Iterable[models.Model], names: Renaming, lying: Any) -> dict[str, Any]:
    """The rows of a table; a column that earlier versions did not have is told where one is not as usual there."""
    made = []
    for row in rows:
        values = _values(table, row, names)
        if table.has_tokens:
            tokens = [[kind, names.token(kind, name), value] for _, kind, name, value in lying.get(row.pk, ())]
            values.append(sorted(tokens))
        made.append(values)
    usual, columns = table.usual, table.columns
    told = [
        at for at, name in enumerate(columns) if name not in usual or any(values[at] != usual[name] for values in made)
    ]
    return {"columns": [columns[at] for at in told], "rows": [[values[at] for at in told] for values in made]}


def _values(table: Table, row: models.Model, names: Renaming) -> list[Any]:
    pairs = zip(table.fields, values_of(table.fields, row), strict=True)
    return [names.key(value) if isinstance(field, models.ForeignKey) and value else value for field, value in pairs]
