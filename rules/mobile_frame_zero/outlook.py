"""What follows from a declared attack before its dice: the damage dice and exact odds, from the resolver that plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.asks import Chance, Declared, Outlook
from rules.dice import D6, Pool, Tally, distribution
from rules.distributions import chance_of, mapped, mixed
from rules.mobile_frame_zero.charts import PIECES_PER_DAMAGE
from rules.mobile_frame_zero.damage import Toll, toll
from rules.mobile_frame_zero.declaration import Attack, check
from rules.mobile_frame_zero.sheet import Battle, Frame, Kind, Terrain
from rules.mobile_frame_zero.strike import Strike, strike, strike_of
from rules.odds import odds, percent
from rules.table import Table
from rules.words import counted


@dataclass(frozen=True, slots=True)
class Fate:
    """A strike and what the target and the covering frame have to lose, as systems and white dice."""

    strike: Strike
    target: tuple[int, int]
    cover: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Fated:
    """What a strike costs the target, the covering frame (if one covers it), and the terrain that covers it."""

    target: Toll
    cover: Toll | None = None
    cover_damage: int = 0


def fate(fate: Fate, table: Table) -> Fated:
    """The tolls of one strike."""
    hits = table.play(strike, fate.strike)
    cover = toll(*fate.cover, hits.cover) if fate.cover else None
    return Fated(toll(*fate.target, hits.target), cover, hits.cover)


def damage_odds(battle: Battle, attack: Attack, defence: int) -> Mapping[Fated, Fraction]:
    """The exact chance of every toll of an attack on a frame that defends with ``defence``.

    Owners hold their stations, and an attacker that has yet to decide about a spot uses it.
    """
    target = battle.frame(attack.target)
    value = attack_value(attack, target)
    covering = _covering_frame(battle, attack)
    life = (len(covering.working), covering.white) if covering else None
    if value <= defence:
        return {Fated(Toll(), Toll() if covering else None): Fraction(1)}
    strike_now = strike_of(battle, attack, value, defence)
    return odds(fate, Fate(strike_now, (len(target.working), target.white), life))


def attack_value(attack: Attack, target: Frame) -> int:
    """The attack die and the spot on the target, when it is used or the attacker has yet to decide."""
    spot = target.spot if attack.use_spot or target.defence is None else None
    return attack.value + (spot or 0)


def outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """The sentence, the line and the bars of an attack; ``Illegal`` when it cannot be made."""
    battle, attack = declared.battle, declared.declaration
    check(battle, attack)
    target = battle.target(attack.target)
    if isinstance(target, Terrain):
        return _against_terrain(target, strike_of(battle, attack, attack.value, 0))
    value = attack_value(attack, target)
    if target.defence is not None:
        return _known(battle, attack, target, value, target.defence)
    defences = best_defence(target.white + target.count(Kind.BLUE))
    chances = mixed((chance, damage_odds(battle, attack, defence)) for defence, chance in defences.items())
    unknown = "has acted without telling its defence" if target.acted else "has not acted"
    sentence = f"Attack {value}. {target.name} {unknown}: its player is asked for its defence."
    return Outlook(sentence, f"if it keeps its best die: {_line(chances)}", _bars(chances))


def _known(battle: Battle, attack: Attack, target: Frame, value: int, defence: int) -> Outlook:
    if value <= defence:
        return Outlook(f"Attack {value} against defence {defence}: misses.")
    chances = damage_odds(battle, attack, defence)
    strike_now = strike_of(battle, attack, value, defence)
    sentence = f"Attack {value} against defence {defence}: {_dice(strike_now)}."
    return Outlook(sentence, _line(chances), _bars(chances))


def _against_terrain(target: Terrain, strike_now: Strike) -> Outlook:
    chances = odds(strike, strike_now)
    ruined = (
        percent(chance_of(chances, lambda hits: hits.target >= target.hits_left)) if target.hits_left else "already"
    )
    bars = tuple(
        Chance(f"loses {hits.target * PIECES_PER_DAMAGE} pieces", chance)
        for hits, chance in sorted(chances.items(), key=lambda item: item[0].target)
    )
    return Outlook(f"Attack {strike_now.dice}: {_dice(strike_now)}.", f"ruined {ruined}", bars)


def _dice(strike_now: Strike) -> str:
    return f"{counted(strike_now.dice, 'damage die')} on chart {strike_now.chart.title}"


def best_defence(dice: int) -> Mapping[int, Fraction]:
    """The exact chance of every defence of a frame that keeps the best of so many white and blue dice."""
    return distribution((Pool(D6, dice),), _highest)


def _highest(tally: Tally) -> int:
    return max((face for face, count in enumerate(tally, 1) if count), default=0)


def _covering_frame(battle: Battle, attack: Attack) -> Frame | None:
    cover = battle.target(attack.cover) if attack.cover else None
    return cover if isinstance(cover, Frame) else None


def _line(chances: Mapping[Fated, Fraction]) -> str:
    parts = [
        ("loses a system", chance_of(chances, lambda f: f.target.systems > 0 and not f.target.destroyed)),
        ("loses a white die", chance_of(chances, lambda f: f.target.white > 0 and not f.target.destroyed)),
        ("destroyed", chance_of(chances, lambda f: f.target.destroyed)),
        ("covering frame destroyed", chance_of(chances, lambda f: f.cover is not None and f.cover.destroyed)),
    ]
    return ", ".join(f"{label} {percent(chance)}" for label, chance in parts if chance) or "no damage possible"


def _bars(chances: Mapping[Fated, Fraction]) -> tuple[Chance, ...]:
    tolls = mapped(chances, lambda fated: fated.target)
    ordered = sorted(tolls, key=lambda cost: (cost.destroyed, cost.systems + cost.white))
    return tuple(Chance(cost.in_words, tolls[cost]) for cost in ordered)
