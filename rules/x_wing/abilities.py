"""Abilities typed in by name: dice that they add or take, and what they do while dice are modified."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.questions import Column, Row, Rows
from rules.x_wing.dice import CRIT, HIT
from rules.x_wing.modification import ADD, CHANGE, REROLL, Modification
from rules.x_wing.ship import Ship

LONGEST_NAME = 40
MOST_ROWS = 6
TOO_MANY = f"At most {MOST_ROWS} abilities can be typed in for each side."
USED = "You choose the dice when you use them."

COLUMNS = (
    Column("attack_dice", "attack dice", -6, 6),
    Column("defence_dice", "defence dice", -6, 6),
    Column("reroll_attack", "attack dice to reroll", 0, 6),
    Column("reroll_defence", "defence dice to reroll", 0, 6),
    Column("change_attack", "attack dice to change", 0, 6),
    Column("change_defence", "defence dice to change", 0, 6),
    Column("add_attack", "attack results to add", 0, 6),
    Column("add_defence", "defence results to add", 0, 6),
    Column("hits_to_crits", "hits to crits", 0, 6),
)
ON_ATTACK = ("reroll_attack", "change_attack", "add_attack", "hits_to_crits")
ON_DEFENCE = ("reroll_defence", "change_defence", "add_defence")


@dataclass(frozen=True, slots=True)
class Ability:
    """What one ability does in an attack; its owner is the attacker or the defender, by the list that it stands in.

    Dice to change and results to add are chosen when the ability is used. One without numbers that was not ``typed``
    is the known card of that name.
    """

    name: str
    attack_dice: int = 0
    defence_dice: int = 0
    reroll_attack: int = 0
    reroll_defence: int = 0
    change_attack: int = 0
    change_defence: int = 0
    add_attack: int = 0
    add_defence: int = 0
    hits_to_crits: int = 0
    typed: bool = False

    def __post_init__(self) -> None:
        """Refuse an ability without a name or beyond what a row can give."""
        if not 0 < len(self.name) <= LONGEST_NAME:
            raise ValueError(f"an ability needs a name of 1 to {LONGEST_NAME} letters")
        for column in COLUMNS:
            if not column.least <= (number := getattr(self, column.name)) <= column.most:
                raise ValueError(f"{self.name}: {column.label} are {column.least} to {column.most}, not {number}")


def label_of(ship: str) -> str:
    """What the abilities of a ship are called where they are asked for."""
    return f"Abilities of {ship}"


def rows(name: str, ship: Ship, offered: tuple[Row, ...], usual: tuple[str, ...]) -> Rows:
    """The question for the abilities of one of the ships: known cards are offered, others typed in.

    The names of its upgrades that are no weapons, and of what its type can do, stand beside it.
    """
    names = ", ".join(ship.other_cards)
    has = f" {ship.name} has {names}." if names else ""
    told = f"Cards that change this attack. {USED}{has}"
    return Rows(name, label_of(ship.name), COLUMNS, offered, usual, help=told)


def is_by_name(row: Ability) -> bool:
    """Whether a row may be a known card, which has no numbers of its own."""
    return not row.typed and row == Ability(row.name)


def on_attack_dice(abilities: Iterable[Ability]) -> Iterator[Modification]:
    """What abilities can do while attack dice are modified."""
    for ability in abilities:
        yield from _modifications(ability, "attack")
        if ability.hits_to_crits:
            yield Modification(ability.name, CHANGE, ability.hits_to_crits, HIT, CRIT)


def on_defence_dice(abilities: Iterable[Ability]) -> Iterator[Modification]:
    """What abilities can do while defence dice are modified."""
    for ability in abilities:
        yield from _modifications(ability, "defence")


def _modifications(ability: Ability, kind: str) -> Iterator[Modification]:
    for does in (REROLL, CHANGE, ADD):
        if amount := getattr(ability, f"{does}_{kind}"):
            yield Modification(ability.name, does, amount)
