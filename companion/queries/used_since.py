"""Which battles and rosters have used pieces of a battle since: they keep them as they were, whatever is corrected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.models import Battle, Homecoming, Roster, Taking
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
    return tuple(_use(rows) for rows in taken.values())


def told_of_uses(battle: Battle) -> str:
    """Which others have used pieces of a battle since, what came home from it too, as sentences; empty for none."""
    return " ".join(_told(battle))


def _use(rows: list[Taking]) -> Use:
    by, sides = rows[0].by, tuple(str(row.side) for row in rows if row.side)
    if by.roster is None:
        return Use(by, sides, ())
    fought = Battle.objects.filter(deployments__roster=by.roster, deleted=None).order_by("pk")
    return Use(by.roster, sides, tuple(fought))


def _told(battle: Battle) -> Iterator[str]:
    uses = uses_of(battle)
    others = [str(one) for use in uses for one in ([use.place] if isinstance(use.place, Battle) else use.battles)]
    if battle.came_home:
        home = Homecoming.objects.filter(deployment__battle=battle).select_related("deployment__roster").order_by("pk")
        others += [str(later) for one in home for later in used_since(one)]
    others = list(dict.fromkeys(others))
    if others:
        used = f"{noun(len(others), 'has', 'have')} used pieces of this battle since"
        yield f"{listed(others)} {used}: those stay as they are."
    kept = [str(use.place) for use in uses if isinstance(use.place, Roster)]
    if kept:
        yield f"{listed(kept)} {noun(len(kept), 'was', 'were')} kept of it as a roster: that stays as it is."
