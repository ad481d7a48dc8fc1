"""Exposing a facedown damage card: a random one is turned faceup and takes effect (rules reference, damage cards)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.asks import Declared, Roll, Side
from rules.dice import Die, Face, Pool
from rules.table import Table
from rules.x_wing.cards import Card, Title
from rules.x_wing.damage import wounds_of
from rules.x_wing.dice import ATTACK, COUNTS, DICE, Drawn, shown_results
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.wounds import Damage, Wounds, draw, faceup, suffer


@dataclass(frozen=True, slots=True)
class HarmRolled(Roll[Battle, object]):
    """The attack die of a ship near a defender that was hit; the odds need no name of the ship."""

    LABEL = "after the hit: attack die"

    ship: str = ""

    def sentence(self, declared: Declared[Battle, object]) -> str:
        """Who rolls, and what it means."""
        return f"{declared.battle.ship(self.ship).name} rolls an attack die: it suffers a hit or crit that it shows."

    def owners(self, declared: Declared[Battle, object]) -> tuple[Side, ...]:
        """The squad of the ship."""
        return (declared.battle.ship(self.ship).squad,)

    def worth(self, face: Face) -> int:
        """Whether it harms nobody."""
        return int(face not in COUNTS)


@dataclass(frozen=True, slots=True)
class FacedownCard(Roll[Battle, object]):
    """One of the facedown damage cards of a ship."""

    LABEL = "facedown card"

    def sentence(self, declared: Declared[Battle, object]) -> str:
        """How it is found."""
        return "Which of the facedown damage cards is it? Pick one at random."


def has_facedown(battle: Battle, ship: Ship) -> bool:
    """Whether a ship has a facedown damage card."""
    return battle.damage(ship) > len(battle.faceup(ship))


def why_not_drawn(battle: Battle, ship: Ship) -> str:
    """Why an unseen card cannot get a title; empty when it can."""
    if not ship.unseen or any(wounds_of(battle, ship).deck):
        return ""
    return "Every card of the damage deck is known: fix the card by hand."


def roll_harm(wounds: Wounds, table: Table, ship: str = "") -> Wounds:
    """The ship after a hit or crit that an attack die shows."""
    shown = table.roll(HarmRolled((Pool(DICE[ATTACK], 1),), ship), shown_results)
    return table.play(suffer, Damage(wounds, *shown)) if shown.total else wounds


def expose(wounds: Wounds, table: Table) -> Wounds:
    """The ship after a random facedown card is turned faceup; where there is none, or none can be drawn, as it was."""
    known, down = wounds.facedown, len(wounds.facedown) + wounds.unseen
    if not down or (wounds.unseen and not any(wounds.deck)):
        return wounds
    names = tuple(str(number) for number in range(down))
    picked = table.roll(FacedownCard((Pool(Die("facedown card", names), 1),)), Drawn(tuple(range(down))))
    if picked < len(known):
        left = (*known[:picked], *known[picked + 1 :])
        return faceup(replace(wounds, facedown=left), known[picked], table)
    title = draw(wounds, table)
    seen = wounds.drawn(title)
    return faceup(replace(seen, unseen=seen.unseen - 1), title, table)


def random_facedown(battle: Battle, ship: Ship, table: Table) -> Card | None:
    """A random facedown card; ``None`` for one without a known title."""
    known = [card for card in battle.cards(ship) if not card.faceup]
    if not known:
        return None
    names = [f"{number} {card.title}" for number, card in enumerate(known, start=1)]
    names += [f"{len(known) + number} unseen" for number in range(1, ship.unseen + 1)]
    drawn: Drawn[Card | None] = Drawn((*known, *(None for _ in range(ship.unseen))))
    return table.roll(FacedownCard((Pool(Die("facedown card", tuple(names)), 1),)), drawn)


def exposed(battle: Battle, ship: Ship, card: Card | None, table: Table) -> tuple[Title, Wounds]:
    """The title of a facedown card that is turned faceup, and the wounds after it; it is not suffering damage."""
    wounds = wounds_of(battle, ship)
    if card:
        facedown = list(wounds.facedown)
        facedown.remove(card.title)
        title, wounds = card.title, replace(wounds, facedown=tuple(facedown))
    else:
        title = draw(wounds, table)
        wounds = wounds.drawn(title)
        wounds = replace(wounds, unseen=wounds.unseen - 1)
    return title, faceup(wounds, title, table)
