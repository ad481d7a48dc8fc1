"""How many dice each side rolls, and why (seed, steps 2a and 3a; dossier, A4 and A5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.x_wing.cards import Title
from rules.x_wing.declaration import Attack, Obstruction
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Arc, Effect, Ship, Weapon
from rules.x_wing.tokens import is_tractored

CAP = 6
"""The most dice of one side in 2.5; in 2.0 there is no limit."""

CLOAKED = 2


@dataclass(frozen=True, slots=True)
class Count:
    """A number of dice as the sum of its reasons, at least 0 and in 2.5 at most 6."""

    reasons: tuple[tuple[str, int], ...]
    capped: bool

    @property
    def dice(self) -> int:
        """How many dice are rolled."""
        total = max(0, sum(amount for _, amount in self.reasons))
        return min(total, CAP) if self.capped else total

    def counts(self, reason: str) -> bool:
        """Whether a reason is among them."""
        return reason in dict(self.reasons)

    def __str__(self) -> str:
        first, *others = self.reasons
        told = " ".join([f"{first[1]} {first[0]}", *(f"{amount:+} {name}" for name, amount in others)])
        return f"{told} = {self.dice}" if others else f"{self.dice} {first[0]}"


DEPLETED, STRAINED = "deplete", "strain"


def attack_dice(battle: Battle, attack: Attack, weapon: Weapon) -> Count:
    """The attack dice; at range 0 in 2.5 none can be added."""
    attacker = battle.ship(attack.actor)
    reasons = _attack_reasons(battle, attack, attacker, weapon)
    added = ((name, amount) for name, amount in reasons if amount < 0 or attack.range > 0)
    return Count(((weapon.name, weapon.dice), *added), battle.is_second)


def defence_dice(battle: Battle, attack: Attack, weapon: Weapon) -> Count:
    """The defence dice; at range 0 in 2.5 the attacker cannot take any away."""
    defender = battle.ship(attack.target)
    reasons = _defence_reasons(battle, attack, defender, weapon)
    return Count((("agility", defender.agility), *reasons), battle.is_second)


def _attack_reasons(battle: Battle, attack: Attack, attacker: Ship, weapon: Weapon) -> Iterator[tuple[str, int]]:
    if attack.range == 1 and not weapon.ordnance:
        yield "range 1", 1
    if weapon.effect is Effect.BULLSEYE_DIE and attack.arc is Arc.BULLSEYE:
        yield "bullseye", 1
    for ability in (*attack.attacker_abilities, *attack.defender_abilities):
        if ability.attack_dice:
            yield ability.name, ability.attack_dice
    if attacker.deplete:
        yield DEPLETED, -1
    if failures := _faceup(battle, attacker, Title.WEAPONS_FAILURE):
        yield Title.WEAPONS_FAILURE, -failures


def _defence_reasons(battle: Battle, attack: Attack, defender: Ship, weapon: Weapon) -> Iterator[tuple[str, int]]:
    if defender.cloak:
        yield "cloak", CLOAKED
    if attack.range == 3 and not weapon.ordnance:
        yield "range 3", 1
    if attack.obstruction is not Obstruction.CLEAR:
        yield "obstructed", 1
    yield from _defence_abilities(attack)
    if defender.strain:
        yield STRAINED, -1
    if is_tractored(defender):
        yield "tractored", -1
    if structural := _faceup(battle, defender, Title.STRUCTURAL_DAMAGE):
        yield Title.STRUCTURAL_DAMAGE, -structural


def _defence_abilities(attack: Attack) -> Iterator[tuple[str, int]]:
    for ability in attack.attacker_abilities:
        if ability.defence_dice > 0 or (ability.defence_dice and attack.range > 0):
            yield ability.name, ability.defence_dice
    for ability in attack.defender_abilities:
        if ability.defence_dice:
            yield ability.name, ability.defence_dice


def _faceup(battle: Battle, ship: Ship, title: Title) -> int:
    return sum(card.title is title for card in battle.faceup(ship))
