"""Which battles and rosters have used pieces of a battle since: they keep them as they were, whatever is corrected."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.models import Battle, Deployment, Homecoming, Roster, Taking
from companion.services.reckoning import used_since
from rules.words import listed, noun


@dataclass(frozen=True)
class Use:
    """A battle or a roster that was given pieces as they stood: of which sides by name, and who has used it since."""

    place: Battle | Roster
    sides: tuple[str, ...]
    battles: tuple[Battle, ...]


def uses_of(battle: Battle) -> tuple[Use, ...]:
    """Where pieces of a battle went as they stood, the first one first."""
    rows = Taking.objects.filter(of=battle, by__deleted=None).select_related("side", "by__roster__campaign")
    taken: dict[int, list[Taking]] = {}
    for row in rows:
        taken.setdefault(row.by_id, []).append(row)
    fought = _fought_with({row.by.roster_id for row in rows if row.by.roster_id})
    return tuple(_use(each, fought) for each in taken.values())


def told_of_uses(battle: Battle) -> str:
    """Which others have used pieces of a battle since, what came home from it too, as sentences; empty for none."""
    return " ".join(_told(battle))


def _fought_with(rosters: Iterable[int]) -> Mapping[int, Sequence[Battle]]:
    """The battles that rosters were taken into, by the ids of the rosters, in one query."""
    found: defaultdict[int, list[Battle]] = defaultdict(list)
    given = Deployment.objects.filter(roster__in=rosters, battle__deleted=None).select_related("battle")
    for row in given.order_by("battle__pk"):
        found[row.roster_id].append(row.battle)
    return found


def _use(rows: Sequence[Taking], fought: Mapping[int, Sequence[Battle]]) -> Use:
    by, sides = rows[0].by, tuple(str(row.side) for row in rows if row.side)
    if by.roster is None:
        return Use(by, sides, ())
    return Use(by.roster, sides, tuple(fought.get(by.roster.pk, ())))


def _told(battle: Battle) -> Iterator[str]:
    uses = uses_of(battle)
    others = [str(one) for use in uses for one in ([use.place] if isinstance(use.place, Battle) else use.battles)]
    if battle.came_home:
        home = Homecoming.objects.filter(deployment__battle=battle).select_related("deployment__roster").order_by("pk")
        others += map(str, used_since(*home))
    others = list(dict.fromkeys(others))
    if others:
        given = f"{noun(len(others), 'was', 'were')} given pieces of this battle since"
        yield f"{listed(others)} {given}: those stay as they are."
    kept = [str(use.place) for use in uses if isinstance(use.place, Roster)]
    if kept:
        yield f"{listed(kept)} {noun(len(kept), 'was', 'were')} kept of it as a roster: that stays as it is."
