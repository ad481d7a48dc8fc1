"""What follows from a declared attack before its dice: their number, exact odds, and what tokens would be worth."""

from __future__ import annotations

from fractions import Fraction

from rules.game import Chance, Declared, Outlook
from rules.odds import expected, percent
from rules.words import counted
from rules.x_wing.counting import attack_dice, defence_dice
from rules.x_wing.damage import wounds_of
from rules.x_wing.declaration import Attack, check
from rules.x_wing.fate import destroyed
from rules.x_wing.inflicting import inflicted
from rules.x_wing.neutralise import Results
from rules.x_wing.odds import is_plain
from rules.x_wing.prospects import Chances, best_damage, chances, is_counted, total, worth
from rules.x_wing.sheet import Battle, Plasma
from rules.x_wing.ship import Effect, Ship, Status, Weapon
from rules.x_wing.strike import Strike
from rules.x_wing.striking import kinds_for_attack, strike_of

USUAL_PLAY = "These odds are of the usual play, not of the best: blanks are rerolled, and whatever helps is spent."


def outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """The sentence, the line and the bars of an attack; ``Illegal`` when it cannot be made."""
    battle, attack = declared.battle, declared.declaration
    weapon = check(battle, attack)
    of = strike_of(battle, attack, weapon)
    reds, greens = attack_dice(battle, attack, weapon), defence_dice(battle, attack, weapon)
    sentence = f"{_dice(reds.dice, 'attack')} ({reds}) against {_dice(greens.dice, 'defence')} ({greens})."
    if not is_counted(of):
        return Outlook(sentence, "too many dice for odds")
    found = chances(of)
    told = _line(found, of, battle, battle.ship(attack.target), weapon)
    more = _worth(of, kinds_for_attack(battle, attack)) if is_plain(of) else (USUAL_PLAY,)
    if weapon.effect is Effect.HOMING:
        more = (f"{battle.ship(attack.target).name} can suffer 1 hit damage instead of the dice.", *more)
    return Outlook(sentence, told, bars(found), more)


def line(found: Chances, battle: Battle, defender: Ship, weapon: Weapon) -> str:
    """What is likely to be left of an attack, for a player who decides."""
    return ", ".join(_parts(found, battle, defender, weapon))


def bars(found: Chances) -> tuple[Chance, ...]:
    """The chance of every amount of damage, the least first."""
    totals: dict[int, Fraction] = {}
    for left, chance in found.items():
        totals[left.total] = totals.get(left.total, Fraction()) + chance
    return tuple(Chance(str(count) if count else "misses", totals[count]) for count in sorted(totals))


def _line(found: Chances, of: Strike, battle: Battle, defender: Ship, weapon: Weapon) -> str:
    expects, *others = _parts(found, battle, defender, weapon)
    best = number(best_damage(of)) if is_plain(of) else ""
    in_best_play = [f"in best play {best}"] if best and not expects.endswith(best) else []
    return ", ".join((expects, *in_best_play, *others))


def _parts(found: Chances, battle: Battle, defender: Ship, weapon: Weapon) -> list[str]:
    hits = sum((chance for left, chance in found.items() if left.total), Fraction())
    what = "damage" if weapon.effect not in (Effect.ION, Effect.JAM, Effect.TRACTOR) else "results"
    parts = [f"expected {what} {number(expected(found, total))}", f"hits {percent(hits)}"]
    if defender.status is Status.ACTIVE:
        parts.append(f"destroyed {percent(_destroyed(found, battle, defender, weapon))}")
    return parts


def _destroyed(found: Chances, battle: Battle, defender: Ship, weapon: Weapon) -> Fraction:
    damage: dict[Results, Fraction] = {}
    for left, chance in found.items():
        done = inflicted(weapon.effect, left).damage
        damage[done] = damage.get(done, Fraction()) + chance
    wounds = wounds_of(battle, defender)
    if weapon.effect is Effect.PLASMA and battle.settings.plasma is Plasma.BEFORE:
        wounds = wounds.without_a_shield()
    return destroyed(wounds, damage)


def _worth(of: Strike, by_attacker: tuple[str, ...]) -> tuple[str, ...]:
    now = best_damage(of)
    told = []
    for name, attacks, damage in worth(of, by_attacker):
        if damage != now:
            change = f"{'+' if damage > now else '−'}{number(abs(damage - now))}"  # noqa: RUF001
            told.append(f"{number(damage)} ({change}) with {name} of the {'attacker' if attacks else 'defender'}")
    return tuple(told)


def number(value: Fraction) -> str:
    """A number with two decimals."""
    return f"{float(value):.2f}"


def _dice(count: int, kind: str) -> str:
    return counted(count, f"{kind} die") if count else f"no {kind} dice"
