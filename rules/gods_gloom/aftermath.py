"""What follows the dice of an attack: wounds, status checks, the winner of a melee, and what traits do afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from rules.gods_gloom.attack_test import Inflicted
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.modifiers import KARMIC_RETRIBUTION, Modifier, has
from rules.gods_gloom.sheet import Kind, Opposites, Unit
from rules.gods_gloom.wounds import (
    BRITTLE_BONES,
    cancelled,
    checked,
    fate,
    gaining_boost,
    gaining_weak,
    losing_morale,
    stricken,
    suffered,
    wounded,
)
from rules.remaking import remade
from rules.words import counted

BLOODLUST, DEATH_CURSE, DEMORALIZING = "Bloodlust", "Death Curse", "Demoralizing"


@dataclass(frozen=True, slots=True)
class Aftermath:
    """Both units as an attack leaves them, before Momentum.

    ``winner`` is the key of the winner of a melee, ``slain`` the keys of the units that the other one destroyed,
    ``steps`` the lines of the trace, and ``remarks`` what a friend would want to hear.
    """

    attacker: Unit
    target: Unit
    winner: str | None = None
    slain: tuple[str, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def loser(self) -> str | None:
        """The key of the loser of a melee, if there is one on the board."""
        others = [unit.key for unit in (self.attacker, self.target) if unit.key != self.winner and unit.standing]
        return others[0] if self.winner and others else None

    def noting(self, step: str, *said: str, **others: Unit | str) -> Aftermath:
        """The same with other values, and with a line of the trace if there is anything to say."""
        if said:
            told = {"steps": (*self.steps, (step, ", ".join(said))), "remarks": (*self.remarks, *said)}
            return remade(self, **others, **told)
        return remade(self, **others) if others else self


def aftermath(attacker: Unit, target: Unit, attack: Attack, inflicted: Inflicted, opposites: Opposites) -> Aftermath:
    """What an attack leaves of two units whose tokens for it are spent (ATC.60; MEL.40 to MEL.80; RNG.30)."""
    now = _inflict(Aftermath(attacker, target), inflicted)
    now = _status_check(now, attacker, target, opposites)
    if attack.kind is Kind.MELEE:
        now = _decide(now, inflicted, opposites)
    slain = _down(now)
    now = _pay_for_modifiers(now, attack, opposites)
    if attack.kind is Kind.MELEE:
        paid = _down(now)
        now = _end_melee(now, attack, target, inflicted, opposites)
        slain += tuple(key for key in _down(now) if key not in (*slain, *paid))
    return remade(now, slain=slain) if slain else now


def _inflict(now: Aftermath, inflicted: Inflicted) -> Aftermath:
    """All wounds of the test on both units (ATC.60)."""
    attacker, target = now.attacker, now.target
    told: tuple[str, ...] = ()
    there, back = suffered(target, inflicted.on_defender), suffered(attacker, inflicted.on_attacker)
    shaken = attacker.trait_number(DEMORALIZING) if inflicted.on_defender else 0
    if shaken and there < target.current_health:
        told = (f"{target.name}: {_morale(target, shaken)} ({DEMORALIZING})",)
        if target.morale_tokens:
            target = remade(target, morale_tokens=max(0, target.morale_tokens - shaken))
        else:
            there += suffered(target, 1)
    brittle = tuple(
        f"{unit.name}: 1 wound more ({BRITTLE_BONES})"
        for unit, wounds in ((target, inflicted.on_defender), (attacker, inflicted.on_attacker))
        if suffered(unit, wounds) > wounds
    )
    after = wounded(attacker, back), wounded(target, there)
    return now.noting("ATC.60 Inflict, more", *brittle, *told, attacker=after[0], target=after[1])


def _status_check(now: Aftermath, attacker: Unit, target: Unit, opposites: Opposites) -> Aftermath:
    """Both units are checked at once, whether wounds have left them Decimated or Destroyed (ATC.60)."""
    after = (
        checked(attacker, now.attacker, target.name, opposites),
        checked(target, now.target, attacker.name, opposites),
    )
    fates = *fate(target, after[1]), *fate(attacker, after[0])
    return now.noting("ATC.60 Status Check", *fates, attacker=after[0], target=after[1]) if fates else now


def _decide(now: Aftermath, inflicted: Inflicted, opposites: Opposites) -> Aftermath:
    """Who wins a melee, and the Morale token of a loser that survives, or its wound instead (MEL.50)."""
    attacker, target = now.attacker, now.target
    if not attacker.standing and not target.standing:
        return now.noting("MEL.50 winner", "nobody wins")
    if attacker.standing and target.standing:
        attacker_wins = inflicted.on_defender > inflicted.on_attacker
    else:
        attacker_wins = attacker.standing
    winner, loser = (attacker, target) if attacker_wins else (target, attacker)
    now = now.noting("MEL.50 winner", f"won by {winner.name}", winner=winner.key)
    if not loser.standing:
        return now
    after = losing_morale(loser, 1, winner.name, opposites)
    told = f"{loser.name}: {_morale(loser, 1)}", *fate(loser, after)
    return now.noting("MEL.50 loser", *told, **{"target" if attacker_wins else "attacker": after})


def _pay_for_modifiers(now: Aftermath, attack: Attack, opposites: Opposites) -> Aftermath:
    """The wounds that modifiers cost their own unit at the end of the action, the attacker's first (MEL.80; RNG.30)."""
    step = "MEL.80 end of the action" if attack.kind is Kind.MELEE else "RNG.30 after the attack"
    for modifier in filter(_has_a_price, attack.modifiers):
        after, told = _paying(now.attacker, modifier, opposites)
        now = now.noting(step, *told, attacker=after)
    for modifier in filter(_has_a_price, attack.target_modifiers):
        after, told = _paying(now.target, modifier, opposites)
        now = now.noting(step, *told, target=after)
    return now


def _has_a_price(modifier: Modifier) -> bool:
    return modifier.own_wounds > 0


def _paying(unit: Unit, modifier: Modifier, opposites: Opposites) -> tuple[Unit, tuple[str, ...]]:
    """A unit after the wounds that its modifier costs it, and what there is to tell of them."""
    if not unit.standing:
        return unit, ()
    wounds = suffered(unit, modifier.own_wounds)
    after = stricken(unit, wounds, modifier.name, opposites)
    return after, (f"{unit.name}: {counted(wounds, 'wound')} ({modifier.name})", *fate(unit, after))


def _end_melee(now: Aftermath, attack: Attack, whole: Unit, inflicted: Inflicted, opposites: Opposites) -> Aftermath:
    """What traits do at the end of a melee (MEL.80); ``whole`` is the target before its wounds."""
    step = "MEL.80 end of the action"
    lost = whole.current_health - now.target.current_health
    if has(attack.target_modifiers, KARMIC_RETRIBUTION) and lost and now.attacker.standing:
        unit = now.attacker
        after = stricken(unit, suffered(unit, lost), now.target.name, opposites)
        cost = f"{unit.name}: {counted(suffered(unit, lost), 'wound')} ({KARMIC_RETRIBUTION})"
        now = now.noting(step, cost, *fate(unit, after), attacker=after)
    now = _curse(now, step, opposites)
    unit = now.attacker
    if BLOODLUST in unit.trait_names and inflicted.on_defender and unit.standing:
        after = gaining_boost(unit, opposites)
        told = cancelled(unit, after) or (f"{unit.name}: Boost ({BLOODLUST})",)
        now = now.noting(step, *told, attacker=after)
    return now


def _curse(now: Aftermath, step: str, opposites: Opposites) -> Aftermath:
    """The wound and the Weak that a unit destroyed in melee leaves to the other one, if that survives."""
    dead, unit = (now.target, now.attacker) if now.attacker.standing else (now.attacker, now.target)
    if dead.standing or not unit.standing or DEATH_CURSE not in dead.trait_names:
        return now
    after = stricken(unit, suffered(unit, 1), dead.name, opposites)
    if after.standing:
        after = gaining_weak(after, opposites)
    told = (f"{unit.name}: {counted(suffered(unit, 1), 'wound')} and Weak ({DEATH_CURSE})", *fate(unit, after))
    return now.noting(step, *told, **{"attacker" if unit is now.attacker else "target": after})


def _down(now: Aftermath) -> tuple[str, ...]:
    return tuple(unit.key for unit in (now.target, now.attacker) if not unit.standing)


def _morale(unit: Unit, tokens: int) -> str:
    if unit.morale_tokens:
        return f"{min(tokens, unit.morale_tokens)} Morale less"
    return f"without Morale, {counted(suffered(unit, 1), 'wound')} instead"
