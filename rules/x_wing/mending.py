"""Damage cards outside attacks: damage from elsewhere, repair, and turning cards over (rules reference)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.asks import Declared, Option
from rules.changes import Change
from rules.game import Illegal, Outcome
from rules.guards import refuse
from rules.questions import Answers, AnyQuestion, Count, Question
from rules.table import Table
from rules.x_wing.cards import Card
from rules.x_wing.damage import destruction_after, wound_changes, wounds_of
from rules.x_wing.declaration import why_not_now
from rules.x_wing.exposing import exposed, has_facedown, random_facedown, why_not_drawn
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.wounds import Damage, Wounds, suffer

NO_CARD, REPAIR, EXPOSE = "", "repair", "expose"
MOST = 9


@dataclass(frozen=True, slots=True)
class Harm:
    """Damage that comes from something else than an attack: an obstacle, a device, a damage card."""

    actor: str
    hits: int = 0
    crits: int = 0


@dataclass(frozen=True, slots=True)
class Mending:
    """A damage card is turned over or repaired.

    ``card`` is the key of a known card, which is turned over; or ``repair`` or ``expose`` for a random facedown one.
    """

    actor: str
    card: str


def harm(declared: Declared[Battle, Harm], table: Table) -> Outcome:
    """Let a ship suffer damage."""
    battle, harmed = declared.battle, declared.declaration
    ship = _ship(battle, harmed.actor)
    if not 0 < harmed.hits + harmed.crits <= 2 * MOST or min(harmed.hits, harmed.crits) < 0:
        raise Illegal("Enter at least one hit or crit.")
    wounds = table.play(suffer, Damage(wounds_of(battle, ship), harmed.hits, harmed.crits))
    kinds = ((harmed.hits, "hit"), (harmed.crits, "crit"))
    told = " and ".join(f"{count} {kind}" for count, kind in kinds if count)
    return _settled(battle, ship, wounds, f"{ship.name} suffers {told} damage")


def harm_questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """How much damage."""
    return Count("hits", "Hit damage", 0, MOST, 1), Count("crits", "Crit damage", 0, MOST, 0)


def mend(declared: Declared[Battle, Mending], table: Table) -> Outcome:
    """Repair a card or turn it over: faceup ones become facedown, facedown ones are discarded or exposed."""
    battle, mending = declared.battle, declared.declaration
    ship = _ship(battle, mending.actor)
    if mending.card in (REPAIR, EXPOSE):
        if not has_facedown(battle, ship):
            raise Illegal(f"{ship.name} has no facedown damage card.")
        refuse(why_not_drawn(battle, ship) if mending.card == EXPOSE else "")
        card = random_facedown(battle, ship, table)
        return _discard(battle, ship, card) if mending.card == REPAIR else _expose(battle, ship, card, table)
    chosen = next((card for card in battle.cards(ship) if card.key == mending.card), None)
    if chosen is None:
        raise Illegal(f"{ship.name} has no such damage card.")
    if not chosen.faceup:
        return _expose(battle, ship, chosen, table)
    changes = [Change(chosen.key, "faceup", True, False)]
    return Outcome(f"{ship.name}: {chosen.title} is turned facedown.", with_scores(battle, changes))


def mend_questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """Which card, and what happens to it."""
    ship = battle.ship(str(answers.get("actor")))
    options = [
        Option(card.key, f"{card.title} facedown" if card.faceup else f"{card.title} faceup")
        for card in battle.cards(ship)
    ]
    if has_facedown(battle, ship):
        options.append(Option(REPAIR, "repair a facedown card", "it is discarded"))
        options.append(
            Option(EXPOSE, "expose a facedown card", "a random one is turned faceup", why_not_drawn(battle, ship))
        )
    if not options:
        options.append(Option(NO_CARD, "no damage card"))
    numbered = tuple(replace(option, label=_numbered(options, place)) for place, option in enumerate(options))
    return (Question("card", "Damage card", numbered, numbered[0].value),)


def why_not_mended(battle: Battle, ship: Ship) -> str:
    """Why there is nothing to mend; empty when there is."""
    return why_not_now(battle, ship) or ("" if battle.damage(ship) else f"{ship.name} has no damage cards.")


def _numbered(options: list[Option], place: int) -> str:
    label = options[place].label
    same = [number for number, option in enumerate(options) if option.label == label]
    return label if len(same) == 1 else f"{label} ({same.index(place) + 1})"


def _ship(battle: Battle, key: str) -> Ship:
    ship = battle.ship(key)
    refuse(why_not_now(battle, ship))
    return ship


def _discard(battle: Battle, ship: Ship, card: Card | None) -> Outcome:
    if card:
        changes = [Change(card.key, "ship", ship.key, None), Change(card.key, "discarded", False, True)]
    else:
        squad = battle.squad(ship.squad)
        discarded = squad.unseen_discarded
        changes = [
            Change(ship.key, "unseen", ship.unseen, ship.unseen - 1),
            Change(squad.key, "unseen_discarded", discarded, discarded + 1),
        ]
    return Outcome(f"{ship.name} repairs a facedown damage card.", with_scores(battle, changes))


def _expose(battle: Battle, ship: Ship, card: Card | None, table: Table) -> Outcome:
    """Turn a facedown card faceup, which is not suffering damage; its text is resolved."""
    title, wounds = exposed(battle, ship, card, table)
    return _settled(battle, ship, wounds, f"{ship.name}: {title} is turned faceup")


def _settled(battle: Battle, ship: Ship, wounds: Wounds, headline: str) -> Outcome:
    changes = wound_changes(battle, ship, wounds)
    destruction = destruction_after(battle, changes, ship, wounds, "damage")
    told = f"{headline}, and is destroyed." if destruction else f"{headline}."
    return Outcome(told, with_scores(battle, (*changes, *destruction)))
