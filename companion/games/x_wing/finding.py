"""Pilots of the loaded data that are found by a few letters, each as the ship that would join a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import Case, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When

from companion.games.x_wing.data_rows import data_of
from companion.models import Battle, PilotCard, ShipType, XWingBattle
from companion.setups.setup import Loaded
from rules.x_wing import sheet, ship
from rules.x_wing.building import build_known
from rules.x_wing.factions import faction_id
from rules.x_wing.sheet import Ruleset

HANGAR = sheet.Squad("hangar", "X-Wing data")
"""The squad of ships that have not joined any."""

KEY = "pilot-"


def found_ships(battle: Battle, find: str, most: int) -> sheet.Battle:
    """Ships of the battle's rules with all words of ``find`` in the names of pilot and ship, the likeliest first.

    A word may leave out what is no letter, as in names of ships, and accents.
    """
    words = find.split()
    if not words:
        return _ships(())
    flown = ShipType.objects.filter(data_set=OuterRef("data_set"), faction=OuterRef("faction"), xws=OuterRef("ship"))
    rows = _pilots(battle).annotate(flown=Subquery(flown.values("name")[:1]), rank=_rank(" ".join(words)))
    for word in words:
        rows = rows.filter(_has(word))
    return _ships(rows.order_by("rank", "name", "xws")[:most])


def ship_of(battle: Battle, key: str) -> sheet.Battle:
    """The ship that ``found_ships`` gave that key, alone; none where the battle's rules have no such pilot."""
    number = key.removeprefix(KEY)
    if not (number.isascii() and number.isdigit() and len(number) < MOST_DIGITS):
        return _ships(())
    return _ships(_pilots(battle).filter(pk=int(number)))


MOST_DIGITS = 18
"""More than the number of any row has."""

LOADED = Loaded(found_ships, ship_of, "Letters of a pilot or ship")


def _pilots(battle: Battle) -> QuerySet[PilotCard]:
    ruleset = XWingBattle.objects.filter(pk=battle.pk).values("ruleset")
    return PilotCard.objects.filter(data_set__ruleset__in=ruleset).select_related("data_set")


def _rank(find: str) -> Case:
    """Pilots before ships, and among pilots those first whose names, or whose words, begin with the letters."""
    begins = (Q(name__istartswith=find), Q(name__icontains=f" {find}") | Q(name__icontains=f"“{find}"))
    ways = (*begins, Q(name__icontains=find))
    return Case(
        *(When(way, then=Value(place)) for place, way in enumerate(ways)),
        default=Value(len(ways)),
        output_field=IntegerField(),
    )


def _has(word: str) -> Q:
    letters = faction_id(word)
    named = Q(name__icontains=word) | Q(flown__icontains=word)
    return named | Q(xws__contains=letters) | Q(ship__contains=letters) if letters else named


def _ships(rows: Iterable[PilotCard]) -> sheet.Battle:
    cards = tuple(rows)
    return sheet.Battle((HANGAR,), tuple(_built(cards)) if cards else ())


def _built(cards: Iterable[PilotCard]) -> Iterator[ship.Ship]:
    rows = tuple(cards)
    data = data_of(rows)
    for row in rows:
        pilot = data.pilots[row.xws]
        costs = row.data_set.ruleset != Ruleset.SECOND
        try:
            yield build_known(f"{KEY}{row.pk}", HANGAR.key, pilot, pilot.loadout, data, with_upgrade_costs=costs)
        except (KeyError, ValueError):
            continue
