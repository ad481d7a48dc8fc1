"""All cards that are known, by the ids of pilots and of upgrades, which are not told apart by their ids alone (XWS)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from rules.x_wing.factions import faction_id
from rules.x_wing.known.card import Known
from rules.x_wing.known.pilots_attacking import ATTACKING_PILOTS
from rules.x_wing.known.pilots_defending import DEFENDING_PILOTS
from rules.x_wing.known.pilots_fighting import FIGHTING_PILOTS
from rules.x_wing.known.pilots_helping_attacks import HELPING_ATTACKS
from rules.x_wing.known.pilots_helping_defences import HELPING_DEFENCES
from rules.x_wing.known.types_of_ships import TYPES_OF_SHIPS
from rules.x_wing.known.upgrades_attacking import ATTACKING_UPGRADES
from rules.x_wing.known.upgrades_defending import DEFENDING_UPGRADES, FIGHTING_UPGRADES
from rules.x_wing.known.upgrades_helping import HELPING_UPGRADES
from rules.x_wing.ship import Ship
from rules.x_wing.upgrade import Upgrade

PILOTS = (*ATTACKING_PILOTS, *DEFENDING_PILOTS, *FIGHTING_PILOTS, *HELPING_ATTACKS, *HELPING_DEFENCES)
UPGRADES = (*ATTACKING_UPGRADES, *DEFENDING_UPGRADES, *FIGHTING_UPGRADES, *HELPING_UPGRADES)


def _by_id(cards: Iterable[Known]) -> Mapping[str, tuple[Known, ...]]:
    found: defaultdict[str, tuple[Known, ...]] = defaultdict(tuple)
    for known in cards:
        for xws in known.ids.split():
            found[xws] += (known,)
    return dict(found)


OF_PILOTS, OF_UPGRADES, OF_TYPES = _by_id(PILOTS), _by_id(UPGRADES), _by_id(TYPES_OF_SHIPS)


def of_type(ability: str) -> tuple[Known, ...]:
    """What is known of what a type of ships can do, by the name of that."""
    return OF_TYPES.get(faction_id(ability), ())


def cards_of(ship: Ship) -> Iterator[tuple[Known, Upgrade | None]]:
    """What is known of the cards of a ship, each with the upgrade that it is; its pilot and its type are none."""
    yield from ((known, None) for known in OF_PILOTS.get(ship.pilot, ()))
    yield from ((known, None) for known in of_type(ship.ability))
    yield from ((known, upgrade) for upgrade in ship.upgrades for known in OF_UPGRADES.get(upgrade.xws, ()))
