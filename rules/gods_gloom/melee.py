"""The end of a melee: who won it, and what the loser pays (MEL.50)."""

from __future__ import annotations

from rules.gods_gloom.attack_test import Inflicted
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.sheet import Battle
from rules.gods_gloom.wounds import fate, losing_morale


def winner_of(battle: Battle, attack: Attack, inflicted: Inflicted) -> str | None:
    """The key of the winner: the only survivor, else who inflicted more wounds, else the defender."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    if not attacker.standing and not target.standing:
        return None
    if attacker.standing != target.standing:
        return attacker.key if attacker.standing else target.key
    return attacker.key if inflicted.on_defender > inflicted.on_attacker else target.key


def lose(battle: Battle, attack: Attack, winner: str | None) -> tuple[Battle, tuple[str, ...]]:
    """The battle after a surviving loser has lost its Morale token or suffered a wound instead; and that in words."""
    if winner is None:
        return battle, ("nobody wins",)
    won = battle.unit(winner)
    loser = battle.unit(attack.actor if winner == attack.target else attack.target)
    told = f"won by {won.name}"
    if not loser.standing:
        return battle, (told,)
    after = losing_morale(loser, won.name, battle.settings.opposites)
    if loser.morale_tokens:
        return battle.having(after), (told, f"{loser.name} -1 Morale")
    return battle.having(after), (told, f"{loser.name} without Morale, 1 wound instead", *fate(after, 1))
