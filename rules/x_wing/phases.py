"""The round: its phases, the engaging initiative, simultaneous fire, and the End Phase (rules reference, 2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.asks import Declared, Roll
from rules.changes import Change, apply, merged
from rules.dice import Die, Pool
from rules.ending import next_round, sure, why_not_sure
from rules.game import Illegal, Outcome
from rules.guards import refuse, why_not_under_way
from rules.questions import Answers, AnyQuestion
from rules.table import Table
from rules.x_wing.damage import removal
from rules.x_wing.dice import Drawn
from rules.x_wing.ending import why_over
from rules.x_wing.engaging import engages
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle, Phase
from rules.x_wing.ship import ATTACKED, Ship, Status
from rules.x_wing.tokens import IN_END_PHASE

ORDER = tuple(Phase)


@dataclass(frozen=True, slots=True)
class GoOn:
    """The phase, or in the Engagement Phase the initiative, is done; ``sure`` counts where it ends the battle."""

    sure: bool = True


@dataclass(frozen=True, slots=True)
class ToEngagement:
    """Everything before the Engagement Phase is done."""


def go_on(declared: Declared[Battle, GoOn], table: Table) -> Outcome:
    """Go to the next phase or the next initiative; the End Phase clears tokens and starts a round."""
    battle = declared.battle
    refuse(why_not_under_way(battle))
    if battle.phase is Phase.ENGAGEMENT:
        return _next_initiative(battle, table)
    if battle.phase is Phase.END:
        return _next_round(battle, declared.declaration.sure)
    after = ORDER[ORDER.index(battle.phase) + 1]
    changes = [*_first_player(battle, table), Change(battle.key, "phase", battle.phase, after)]
    if after is Phase.ENGAGEMENT:
        return _to_engagement(battle, changes)
    return Outcome(f"Round {battle.round}: the {after} Phase.", with_scores(battle, changes))


def questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """In the End Phase of the last round, whether the players are sure, and who wins then."""
    reason = why_over(battle) if battle.phase is Phase.END else ""
    return (sure(reason),) if reason else ()


def to_engagement(declared: Declared[Battle, ToEngagement], table: Table) -> Outcome:
    """Go straight to the Engagement Phase; ``Illegal`` when it has come."""
    battle = declared.battle
    refuse(why_not_under_way(battle))
    if battle.phase in (Phase.ENGAGEMENT, Phase.END):
        raise Illegal(f"It is the {battle.phase} Phase.")
    changes = [*_first_player(battle, table), Change(battle.key, "phase", battle.phase, Phase.ENGAGEMENT)]
    return _to_engagement(battle, changes)


def next_initiative(battle: Battle) -> int | None:
    """The highest initiative of ships that have not engaged; a destroyed one engages with its own initiative only."""
    return max((ship.initiative for ship in battle.ships if _waits(ship)), default=None)


def _waits(ship: Ship) -> bool:
    return ship.status is Status.ACTIVE and not ship.engaged


def _to_engagement(battle: Battle, changes: list[Change]) -> Outcome:
    initiative = next_initiative(battle)
    changes.append(Change(battle.key, "initiative", battle.initiative, initiative))
    who = "No ship is left to engage." if initiative is None else f"Initiative {initiative} engages."
    headline = f"Round {battle.round}: the Engagement Phase. {who}"
    return Outcome(headline, with_scores(battle, changes))


def _next_initiative(battle: Battle, table: Table) -> Outcome:
    """Ships that have not attacked engage all the same; then the destroyed ones are removed (simultaneous fire)."""
    changes: list[Change] = []
    for ship in battle.ships:
        if ship.standing and not ship.engaged and ship.initiative == battle.initiative:
            changes += engages(battle, ship, table)
    gone = [ship for ship in battle.ships if ship.status is Status.DESTROYED]
    for ship in gone:
        changes += removal(battle, ship)
        table.note("removed", ship.name)
    after = apply(battle, merged(changes))
    following = next_initiative(after)
    changes.append(Change(battle.key, "initiative", battle.initiative, following))
    removed = f" {', '.join(ship.name for ship in gone)} removed." if gone else ""
    if following is None:
        changes.append(Change(battle.key, "phase", battle.phase, Phase.END))
        stood = [after.ship(ship.key) for ship in battle.ships if ship.standing]
        done = "All ships have engaged" if stood and all(ship.engaged for ship in stood) else "No other ship engages"
        return Outcome(f"{done}: the End Phase.{removed}", with_scores(battle, changes))
    return Outcome(f"Initiative {following} engages.{removed}", with_scores(battle, changes))


def _next_round(battle: Battle, sure_of_end: bool) -> Outcome:
    changes = [change for ship in battle.ships if ship.standing for change in _ended(ship)]
    reason = why_over(battle)
    if reason:
        refuse(why_not_sure(sure_of_end))
        changes.append(Change(battle.key, "over", battle.over, True))
        return Outcome(f"The battle is over: {reason}", with_scores(battle, changes))
    changes.append(next_round(battle))
    changes.append(Change(battle.key, "phase", battle.phase, Phase.PLANNING))
    return Outcome(f"Round {battle.round} ends. Round {battle.round + 1}: Planning.", with_scores(battle, changes))


def _ended(ship: Ship) -> Iterator[Change]:
    """Green and orange tokens go, Force, energy and recurring charges come back."""
    for track in IN_END_PHASE:
        yield Change(ship.key, track, getattr(ship, track), 0)
    yield Change(ship.key, "force", ship.force, _back(ship.force, ship.recovers_force, ship.most_force))
    yield Change(ship.key, "charges", ship.charges, _back(ship.charges, ship.recovers_charges, ship.most_charges))
    yield Change(ship.key, "energy", ship.energy, _back(ship.energy, ship.recovers_energy, ship.most_energy))
    for weapon in ship.weapons:
        yield Change(weapon.key, "fired_at", weapon.fired_at, None)
        yield Change(weapon.key, "fired", weapon.fired, 0)
    for key in sorted(ship.attacked_ships):
        yield Change(ship.key, f"{ATTACKED}{key}", True, False)
    for part in ship.parts:
        yield Change(part.key, "charges", part.charges, _back(part.charges, part.recovers, part.most_charges))
    for flag in ("engaged", "attacked", "bonus_attacked"):
        yield Change(ship.key, flag, getattr(ship, flag), False)
    yield Change(ship.key, "used", ship.used, "")


def _back(now: int, comes: int, most: int) -> int:
    """What there is after some comes back; a few cards lose a charge each round instead."""
    return max(0, min(most, now + comes))


@dataclass(frozen=True, slots=True)
class FirstPlayerDrawn(Roll[Battle, object]):
    """The first player of a round, who is drawn."""

    LABEL = "first player"

    def sentence(self, declared: Declared[Battle, object]) -> str:
        """How it is found."""
        return "Who is the first player this round? It is random."


def _first_player(battle: Battle, table: Table) -> Iterator[Change]:
    """In 2.5 the first player is drawn after the dials are set."""
    if battle.phase is not Phase.PLANNING or not battle.is_second:
        return
    names = tuple(f"{number} {squad.name}" for number, squad in enumerate(battle.squads, start=1))
    drawn = Drawn(tuple(squad.key for squad in battle.squads))
    first = table.roll(FirstPlayerDrawn((Pool(Die("player order", names), 1),)), drawn)
    yield Change(battle.key, "first", battle.first, first)
