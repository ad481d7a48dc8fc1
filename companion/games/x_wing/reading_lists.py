"""What a list of ships becomes in a battle: its ships, and what the players have to be told or asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.games.x_wing.data_rows import loaded_data
from companion.models import DataSet, PilotCard, Ship, XWingBattle, XWingSquad
from rules.x_wing import ship
from rules.x_wing.factions import faction_id, faction_name
from rules.x_wing.ruleset_of_list import ruleset_told
from rules.x_wing.sheet import Ruleset
from rules.x_wing.ship_rows import PilotRow, ShipData, ShipRow
from rules.x_wing.starter import starter_data, why_no_cost
from rules.x_wing.xws import SHIPS, XwsPilot, XwsSquad, resolve

Typed = tuple[PilotRow, ShipRow]
"""A pilot whose numbers were typed in, and its ship."""


@dataclass(frozen=True)
class Known:
    """The ship data of a ruleset: loaded, or else the starter table, which has the costs of one ruleset only.

    ``usual`` are pilots whose numbers have to be checked, with what is known of them.
    """

    ruleset: str
    data: ShipData
    data_set: DataSet | None
    usual: dict[str, PilotRow]

    @property
    def is_second(self) -> bool:
        """Whether the battle follows 2.5."""
        return self.ruleset == Ruleset.SECOND

    def ship_of(self, squad: XwsSquad, pilot: XwsPilot) -> ShipRow | None:
        """The ship that the list names for a pilot."""
        return self.data.ships.get((faction_id(squad.faction), SHIPS.get(pilot.ship, pilot.ship)))


@dataclass(frozen=True)
class Other:
    """Another ruleset than the battle's, for which a list seems to have been built, and what tells it."""

    ruleset: str
    why: str


@dataclass(frozen=True)
class Reading:
    """A list as it would join a battle.

    ``unknown`` has one pilot of each id whose numbers must be typed in, ``not_known`` the ids of other upgrades;
    ``other`` is the ruleset that it seems to be of, where that is not the battle's.
    """

    squad: XwsSquad
    known: Known
    ships: tuple[ship.Ship, ...]
    unknown: tuple[XwsPilot, ...]
    not_known: tuple[str, ...]
    warnings: tuple[str, ...]
    other: Other | None = None

    @property
    def faction(self) -> str:
        """The name of its faction."""
        return faction_name(self.squad.faction)

    @property
    def cost(self) -> int:
        """What its ships cost, without those whose numbers are not known yet."""
        return sum(built.cost for built in self.ships)


def known_data(battle: XWingBattle) -> Known:
    """What is known of the ships of a battle's ruleset."""
    data_set = DataSet.objects.filter(ruleset=battle.ruleset).first()
    if data_set:
        return Known(battle.ruleset, loaded_data(data_set), data_set, {})
    starter = starter_data()
    if why_no_cost(Ruleset(battle.ruleset)):
        return Known(battle.ruleset, replace(starter, pilots={}), None, dict(starter.pilots))
    return Known(battle.ruleset, starter, None, {})


def read_squad(side: XWingSquad, squad: XwsSquad, known: Known, typed: Iterable[Typed] = ()) -> Reading:
    """A list as it would join a side; ``BadRecord`` with one sentence where it makes no ships."""
    pilots, ships = dict(known.data.pilots), dict(known.data.ships)
    for row, flown in typed:
        pilots[row.xws] = row
        ships[row.faction, row.ship] = flown
    others = Ship.objects.filter(battle_id=side.battle_id).exclude(squad=side).values_list("name", flat=True)
    data = replace(known.data, pilots=pilots, ships=ships)
    resolved = resolve(squad, data, f"squad-{side.pk}", second_edition_costs=known.is_second, taken=others)
    unknown: dict[str, XwsPilot] = {}
    for pilot in resolved.unknown:
        unknown.setdefault(pilot.id, pilot)
    listed = (upgrade for of_list in squad.pilots for _, upgrade in of_list.upgrades)
    return Reading(
        squad=squad,
        known=known,
        ships=resolved.ships,
        unknown=tuple(unknown.values()),
        not_known=tuple(dict.fromkeys(upgrade for upgrade in listed if upgrade not in data.upgrades)),
        warnings=tuple(dict.fromkeys(resolved.warnings)),
        other=_other(squad, known, unknown),
    )


def _other(squad: XwsSquad, known: Known, unknown: Iterable[str]) -> Other | None:
    """The other ruleset, where the list tells it, or else its pilots, where both data sets are loaded."""
    if told := ruleset_told(squad, known.data):
        return Other(told.ruleset.value, told.why) if told.ruleset != known.ruleset else None
    (other,) = (ruleset.value for ruleset in Ruleset if ruleset != known.ruleset)
    if not (unknown and known.data_set):
        return None
    ids = {pilot.id for pilot in squad.pilots}
    rows = PilotCard.objects.filter(data_set__ruleset=other, xws__in=ids)
    if ids != set(rows.values_list("xws", flat=True)):
        return None
    return Other(other, f"all its pilots are known there, and not all in {known.ruleset}")
