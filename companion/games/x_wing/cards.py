"""What stands on a ship's card: its numbers, tokens, damage cards and weapons."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from django import template

from companion.queries.table_view import CardsView
from companion.templatetags.table import Standing
from rules.words import counted
from rules.x_wing.cards import REMINDERS, Card
from rules.x_wing.declaration import NEEDED, why_not_engage
from rules.x_wing.score import gives_half, half_at, is_half
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Needs, Ship, Size, Weapon
from rules.x_wing.tokens import CLOAK, GREEN, NAMES, ORANGE, RED, is_ionized, is_tractored

register = template.Library()

KINDS = dict.fromkeys(GREEN, "green") | dict.fromkeys(ORANGE, "orange") | dict.fromkeys(RED, "red") | {CLOAK: "blue"}
"""The colour of each token."""


NIMBLE = 3
"""The agility from which on a ship is drawn as a nimble one."""


@dataclass(frozen=True)
class Number:
    """A number of a ship: its name, what is left now and then, and how many there are when none is lost.

    What is lost by hits is told ``in_pips``.
    """

    name: str
    now: int
    most: int | None = None
    then: int = 0
    in_pips: bool = False

    @property
    def standing(self) -> Standing:
        """What is left, and what is about to be."""
        return Standing(self.now, self.then)


@dataclass(frozen=True)
class Chip:
    """A token, or what follows from some: its picture, colour, words, and how many there are and are about to be."""

    icon: str
    colour: str
    word: str
    standing: Standing
    counted: bool = False


@dataclass(frozen=True)
class Half:
    """The most hull and shields left with which a ship gives half its points, and whether it has come to that."""

    at: int
    reached: bool


@dataclass(frozen=True)
class Faceup:
    """A faceup damage card and what it does."""

    title: str
    reminder: str


@dataclass(frozen=True)
class Armed:
    """A weapon in few words, its charges where it has any, and whether its card does more than the app knows."""

    name: str
    words: str
    charges: int
    most: int
    more: bool


@register.filter
def silhouette(ship: Ship) -> str:
    """The drawing that its size and its numbers suggest."""
    if ship.size is not Size.SMALL:
        return "ship-heavy"
    if ship.agility >= NIMBLE:
        return "ship-wedge" if ship.most_shields else "ship-kite"
    return "ship-dart" if ship.most_shields else "ship-needle"


@register.simple_tag
def ship_numbers(card: Any, page: Any = None) -> tuple[Number, ...]:
    """What is printed on a ship's card and what is left of it."""
    ship, then, battle = card.piece, _then(card), _battle(page)
    left = battle.hull_left(ship) if battle else ship.hull
    after = page.sheet_then.hull_left(then) if battle else left
    found = [
        Number("agility", ship.agility),
        Number("hull", left, ship.hull, after, in_pips=True),
        Number("shields", ship.shields, ship.most_shields, then.shields, in_pips=True),
        Number("Force", ship.force, ship.most_force, then.force),
        Number("charges", ship.charges, ship.most_charges, then.charges),
        Number("energy", ship.energy, ship.most_energy, then.energy),
    ]
    return tuple(number for number in found if number.most != 0)


@register.simple_tag
def ship_tokens(card: Any, page: Any = None) -> tuple[Chip, ...]:
    """The tokens by a ship, the locks that it has and that lie on it, and what its tokens come to."""
    return tuple(_chips(card.piece, _then(card), _battle(page), page))


@register.simple_tag
def ship_cards(ship: Ship, page: Any = None) -> tuple[Faceup, ...]:
    """The faceup damage cards of a ship."""
    battle = _battle(page)
    cards: tuple[Card, ...] = battle.faceup(ship) if battle else ()
    return tuple(Faceup(card.title, REMINDERS[card.title]) for card in cards)


@register.simple_tag
def ship_facedown(card: Any, page: Any = None) -> Standing:
    """How many facedown damage cards a ship has, and is about to have."""
    ship, then, battle = card.piece, _then(card), _battle(page)
    if not battle:
        return Standing(ship.unseen, then.unseen)
    return Standing(_facedown(battle, ship), _facedown(page.sheet_then, then))


@register.simple_tag
def ship_engages(ship: Ship, page: Any = None) -> bool:
    """Whether it is a ship's turn to engage."""
    battle = _battle(page)
    return bool(battle and not why_not_engage(battle, ship))


@register.simple_tag
def ship_half(ship: Ship, page: Any = None) -> Half | None:
    """When a ship gives half its points, where any does that."""
    battle = _battle(page)
    return Half(half_at(ship), is_half(battle, ship)) if battle and gives_half(battle) else None


def beside(card: Any, page: CardsView) -> Hashable:
    """All that the card of a ship shows beside the ship: its damage cards, locks, and what the battle makes of them."""
    ship = card.piece
    shown = (ship_numbers(card, page), ship_tokens(card, page), ship_cards(ship, page), ship_facedown(card, page))
    return (*shown, ship_engages(ship, page), ship_half(ship, page))


@register.filter
def armed(ship: Ship) -> tuple[Armed, ...]:
    """The weapons of a ship."""
    return tuple(Armed(w.name, _words(w), w.charges, w.most_charges, w.more) for w in ship.weapons)


def _then(card: Any) -> Ship:
    """The ship as it is about to be, where that is shown."""
    then: Ship = getattr(card, "then", card.piece)
    return then


def _battle(page: Any) -> Battle | None:
    """The battle that is shown; there is none on the set-up page."""
    return page.panel.chosen.sheet if isinstance(page, CardsView) else None


def _chips(ship: Ship, then: Ship, battle: Battle | None, page: Any) -> Iterator[Chip]:
    for target in dict.fromkeys((ship.lock, then.lock)) if battle else ():
        if battle and target:
            yield Chip("target", "lock", f"lock on {battle.ship(target).name}", _held(target, ship.lock, then.lock))
    for track, colour in KINDS.items():
        if (standing := Standing(getattr(ship, track), getattr(then, track))).any:
            yield Chip(track.split("_")[0], colour, NAMES[track], standing, counted=track != CLOAK)
    if is_ionized(ship):
        yield Chip("alert", "red", "ionized", Standing(True, is_ionized(then)))
    if is_tractored(ship):
        yield Chip("alert", "orange", "tractored", Standing(True, is_tractored(then)))
    after = {other.key: other.lock for other in page.sheet_then.ships} if battle else {}
    for other in battle.ships if battle else ():
        locks = (other.lock, after[other.key])
        if ship.key in locks:
            yield Chip("target", "red", f"locked by {other.name}", _held(ship.key, *locks))


def _held(target: str, now: str | None, then: str | None) -> Standing:
    """Whether a lock lies on a target now and then."""
    return Standing(now == target, then == target)


def _facedown(battle: Battle, ship: Ship) -> int:
    return battle.damage(ship) - len(battle.faceup(ship))


def _words(weapon: Weapon) -> str:
    parts = [counted(weapon.dice, "die")]
    if str(weapon.arc) not in weapon.name:
        parts.append(str(weapon.arc))
    if (weapon.nearest, weapon.farthest) != (1, 3):
        parts.append(f"range {weapon.nearest}-{weapon.farthest}")
    if weapon.needs is not Needs.NOTHING:
        parts.append(f"needs {NEEDED[weapon.needs]}")
    if weapon.bonus_only:
        parts.append("bonus attacks only")
    if weapon.grants:
        parts.append(f"{weapon.granted} of {weapon.grants} left")
    if weapon.energy_cost:
        free = f" after {weapon.free} without" if weapon.free else ""
        parts.append(f"costs {weapon.energy_cost} energy{free}")
    if weapon.force_cost:
        parts.append(f"{weapon.force_cost} Force for a bonus attack")
    return ", ".join(parts)
