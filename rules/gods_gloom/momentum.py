"""The Momentum track after a completed attack: one slider between two players (GMP)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.asks import Choice, Declared, Option
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.modifiers import CHARGE, FLANKED, FORMATIONS, OUTDONE, has
from rules.gods_gloom.sheet import Battle, Kind
from rules.gods_gloom.wounds import CANCEL, cancelled, gaining_boost
from rules.table import Table

LAST_SPACE = 2
DISPLACE = "displace"


@dataclass(frozen=True, slots=True)
class MomentumBonus(Choice[Battle, object, str]):
    """What an army gets when the slider passes the end of the track (GMP.30); ``losing_weak`` names units by key."""

    LABEL = "GMP.30 Momentum bonus"
    SENTENCE = "Momentum passes the end of the track for {by}. What is the bonus?"

    losing_weak: tuple[str, ...]

    def option(self, declared: Declared[Battle, object], value: str) -> Option:
        """A displacement, or a unit and what it gets."""
        if value == DISPLACE:
            return Option(value, "displace a unit", "1 hex, on the board")
        gets = CANCEL if value in self.losing_weak else "a Boost token"
        return Option(value, declared.battle.unit(value).name, gets)


def gains(before: Battle, attack: Attack, winner: str | None, slain: tuple[str, ...]) -> dict[str, list[str]]:
    """What earned each army a point of Momentum, the active player's first; ``slain`` are those an enemy destroyed."""
    attacker, target = before.unit(attack.actor), before.unit(attack.target)
    earned: dict[str, list[str]] = {attacker.army: [], target.army: []}
    if attack.kind is Kind.MELEE:
        if has(attack.modifiers, CHARGE) and not before.army(attacker.army).charged:
            earned[attacker.army].append("its first Charge")
        if has(attack.target_modifiers, FLANKED):
            earned[attacker.army].append("a flanking attack")
        for army, own, others in (
            (attacker.army, attack.modifiers, attack.target_modifiers),
            (target.army, attack.target_modifiers, attack.modifiers),
        ):
            if has(others, OUTDONE) and any(has(own, formation) for formation in FORMATIONS):
                earned[army].append("the formations")
    if winner:
        earned[before.unit(winner).army].append("winning the melee")
    for unit, enemy in ((target, attacker.army), (attacker, target.army)):
        if unit.key in slain:
            earned[enemy].append(f"destroying {unit.name}")
    return earned


def moved(battle: Battle, earned: dict[str, list[str]], table: Table) -> Battle:
    """The battle after every army has moved the slider towards itself; past the last space comes the bonus."""
    for key, reasons in earned.items():
        if not reasons:
            continue
        table.note(f"GMP.10 Momentum of {battle.army(key).name}", ", ".join(reasons))
        battle = _slide(battle, key, len(reasons), table)
    return battle


def _slide(battle: Battle, key: str, points: int, table: Table) -> Battle:
    army, others = battle.army(key), [army for army in battle.armies if army.key != key]
    against = sum(other.momentum for other in others)
    value = army.momentum - against + points
    if value <= LAST_SPACE:
        back = replace(army, momentum=max(0, value))
        return battle.having(back, *(replace(o, momentum=max(0, -value) if o.momentum else 0) for o in others))
    consoled = (replace(other, momentum=0, seals=min(99, other.seals + 1)) for other in others)
    return _bonus(battle.having(replace(army, momentum=0), *consoled), key, table)


def _bonus(battle: Battle, key: str, table: Table) -> Battle:
    """One displacement, which happens on the board, or a Boost token for one unit of the army."""
    units = [unit for unit in battle.units if unit.army == key and unit.standing and not unit.boost]
    boosted = {unit.key: gaining_boost(unit, battle.settings.opposites) for unit in units}
    losing_weak = tuple(unit.key for unit in units if cancelled(unit, boosted[unit.key]))
    chosen = table.choose(MomentumBonus(key, (DISPLACE, *boosted), losing_weak))
    return battle if chosen == DISPLACE else battle.having(boosted[chosen])
