"""Exposing a facedown damage card: a random one is turned faceup and takes effect (rules reference, damage cards)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.asks import Declared, Roll
from rules.dice import Die, Pool
from rules.table import Table
from rules.x_wing.cards import Card, Title
from rules.x_wing.damage import wounds_of
from rules.x_wing.dice import Drawn
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.wounds import Wounds, draw, faceup


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
    return "Every card of the damage deck is known: set the card right by hand."


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
