"""A battle or a campaign as the bytes of a file: the same ones whenever and wherever the same was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db import models

from companion.files.deltas import between
from companion.files.envelope import BATTLE, CAMPAIGN, ROSTER, written
from companion.files.group import Group
from companion.files.keys import Places, Renaming, places_of
from companion.files.log import declarations_of, disputes_of, events_of, renamed_declaration, renamed_event
from companion.files.rows import Table, battle_table, tables, tokens_by, values_of
from companion.looks import NOBODY
from companion.models import Battle, Campaign, Roster
from companion.own import own
from companion.queries.ending import ending_of
from companion.sheets import key_of, stored
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
    holders = [roster.holder for roster in rosters]
    names = {battle.pk: numbered(battle) for battle in (*battles, *holders)}
    return {
        "name": campaign.name,
        "created": campaign.created.isoformat(),
        "battles": [battle_content(battle, names=names[battle.pk], of_today=of_today) for battle in battles],
        "rosters": [battle_content(holder, names=names[holder.pk], of_today=of_today) for holder in holders],
        "group": Group(campaign, battles, rosters, names).content(),
    }


def numbered(battle: Battle) -> Renaming:
    """How the keys of a battle are called in its file: numbered from 1."""
    places = places_of(battle.game)
    rows = (row for table in tables(battle.game) for row in table.rows(battle))
    keys = Numbered(places, map(key_of, rows))
    return Renaming(places, keys.local, keys.noted(battle))


def battle_content(battle: Battle, *, names: Renaming | None = None, of_today: bool = True) -> dict[str, Any]:
    """Everything that a battle is, as plain JSON values.

    ``of_today`` is false where the battles in its log are known to say all that those of today do.
    """
    names = names or numbered(battle)
    found = {table.name: (table, table.rows(battle)) for table in tables(battle.game)}
    table = battle_table(battle.game)
    row = table.model._default_manager.get(pk=battle.pk)
    lying = tokens_by(battle)
    content = {
        "name": battle.name,
        "game": battle.game,
        "created": battle.created.isoformat(),
        "battle": _row(table, row, names),
        "tables": {name: _table(of_kind, rows, names, lying) for name, (of_kind, rows) in found.items()},
        "declarations": _declarations(declarations_of(battle, of_today=of_today), names),
        "events": [renamed_event(event, names) for event in events_of(battle)],
        "disputes": list(disputes_of(battle)),
    }
    return content | ({"ending": ending(battle)} if battle.over else {})


def ending(battle: Battle) -> dict[str, Any]:
    """How a battle that is over ended: what is read from its pieces and its log, for other programs to read."""
    read = stored(battle)
    game = GAMES[battle.game]
    told = ending_of(battle, game, read.sheet, {side.key: NOBODY for side in read.sheet.sides})
    module = own(battle.game, "file")
    return {
        "said": told.said,
        "won": list(told.won),
        "rounds": list(told.rounds),
        "scores": [{"side": tally.name, "scores": list(tally.scores)} for tally in told.tallies],
        **(module.ending(read) if module else {}),
    }


class Numbered:
    """The keys of a battle numbered anew: those of its rows in their order, then others as the log first has them."""

    def __init__(self, places: Places, keys: Iterable[str]) -> None:
        self._places = places
        self._found: dict[str, str] = {}
        self._counted: Counter[str] = Counter()
        for key in keys:
            self.local(key)

    def local(self, key: str) -> str:
        """The key in the file."""
        if key not in self._found:
            model = key.partition("-")[0]
            self._counted[model] += 1
            self._found[key] = f"{model}-{self._counted[model]}"
        return self._found[key]

    def noted(self, battle: Battle) -> frozenset[str]:
        """All keys that the log certainly knows as such, numbered."""
        noting = Renaming(self._places, self.local, ())
        for declaration in declarations_of(battle):
            renamed_declaration(declaration, noting)
        for event in events_of(battle):
            renamed_event(event, noting)
        return frozenset(self._found)


def _declarations(declarations: Iterable[dict[str, Any]], names: Renaming) -> list[dict[str, Any]]:
    found, before = [], None
    for declaration in declarations:
        said = renamed_declaration(declaration, names)
        pieces = said["pieces"]
        found.append({**said, "pieces": between(before, pieces)})
        before = pieces
    return found


def _row(table: Table, row: models.Model, names: Renaming) -> dict[str, Any]:
    return dict(zip(table.columns, _values(table, row, names), strict=True))


def _table(table: Table, rows: Iterable[models.Model], names: Renaming, lying: Any) -> dict[str, Any]:
    made = []
    for row in rows:
        values = _values(table, row, names)
        if table.has_tokens:
            tokens = [[kind, names.token(kind, name), value] for kind, name, value in lying.get(row.pk, ())]
            values.append(sorted(tokens))
        made.append(values)
    return {"columns": table.columns, "rows": made}


def _values(table: Table, row: models.Model, names: Renaming) -> list[Any]:
    pairs = zip(table.fields, values_of(table.fields, row), strict=True)
    return [names.key(value) if isinstance(field, models.ForeignKey) and value else value for field, value in pairs]
