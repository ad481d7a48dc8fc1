"""The dice of a declared attack, from the sheets of both ships (dossier, A8 to A10 and A12)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.changes import Change
from rules.x_wing.abilities import offers_on_attack, offers_on_defence
from rules.x_wing.cards import Title
from rules.x_wing.counting import attack_dice, defence_dice
from rules.x_wing.declaration import Attack, Facing, Obstruction, attacker_of
from rules.x_wing.dice import BLANK, CRIT, EVADE, HIT
from rules.x_wing.modifying import Means
from rules.x_wing.offers import Does, Offer
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Effect, Ship, Weapon
from rules.x_wing.strike import Hand, Strike

ATTACKING = ("lock", "focus", "calculate", "force")
"""What an attacker spends on its dice."""

SPENDABLE = ("focus", "calculate", "force", "evade")


def strike_of(battle: Battle, attack: Attack, weapon: Weapon) -> Strike:
    """The dice of both sides and what can be done to them."""
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    return Strike(
        Hand(
            True,
            attack_dice(battle, attack, weapon).dice,
            attacker.squad,
            attacking_means(battle, attack, weapon),
            defender.squad,
            _others(offers_on_attack(attack.defender_abilities)),
        ),
        Hand(
            False,
            defence_dice(battle, attack, weapon).dice,
            defender.squad,
            defending_means(attack, defender),
            attacker.squad,
            _others(offers_on_defence(attack.attacker_abilities)) if attack.range else None,
        ),
        reinforce=active_reinforce(attack, defender),
        crits_first=weapon.effect is Effect.PLASMA,
        tamed=weapon.effect is Effect.TAMED,
    )


def kinds_for_attack(battle: Battle, attack: Attack) -> tuple[str, ...]:
    """What the attacker may spend on its dice: at range 0 in 2.5 nothing, with a Blinded Pilot only Force."""
    if attack.range == 0:
        return ()
    blinded = any(card.title is Title.BLINDED_PILOT for card in battle.faceup(battle.ship(attack.actor)))
    return ("force",) if blinded else ATTACKING


def attacking_means(battle: Battle, attack: Attack, weapon: Weapon) -> Means:
    """What the attacker has to modify its attack dice."""
    attacker, kinds = attacker_of(battle, attack), kinds_for_attack(battle, attack)
    if kinds != ATTACKING:
        return Means(force=attacker.force if "force" in kinds else 0)
    offers = list(offers_on_attack(attack.attacker_abilities))
    if weapon.effect is Effect.HIT_TO_CRIT:
        offers.append(Offer(weapon.name, Does.CHANGE, 1, HIT, CRIT))
    return Means(
        lock=attacker.lock == attack.target,
        focus=attacker.focus,
        calculate=attacker.calculate,
        force=attacker.force,
        offers=tuple(offers),
    )


def defending_means(attack: Attack, defender: Ship) -> Means:
    """What the defender has to modify its defence dice."""
    offers = list(offers_on_defence(attack.defender_abilities))
    if attack.obstruction is Obstruction.GAS_CLOUD:
        offers.append(Offer("gas cloud", Does.CHANGE, 1, BLANK, EVADE))
    return Means(
        focus=defender.focus,
        calculate=defender.calculate,
        force=defender.force,
        evade=defender.evade,
        offers=tuple(offers),
    )


def active_reinforce(attack: Attack, defender: Ship) -> int:
    """The reinforce tokens of the side that the attacker is on; none when it flanks (dossier, A10)."""
    tokens = {Facing.FRONT: defender.reinforce_fore, Facing.REAR: defender.reinforce_aft, Facing.BOTH: 0}
    return tokens[attack.facing]


def spent(ship: Ship, before: Means, after: Means) -> Iterator[Change]:
    """The lock, tokens and charges that a ship spent on dice."""
    if before.lock and not after.lock:
        yield Change(ship.key, "lock", ship.lock, None)
    for kind in SPENDABLE:
        used = getattr(before, kind) - getattr(after, kind)
        if used:
            yield Change(ship.key, kind, getattr(ship, kind), getattr(ship, kind) - used)


def _others(offers: Iterator[Offer]) -> Means | None:
    found = tuple(offers)
    return Means(offers=found) if found else None
