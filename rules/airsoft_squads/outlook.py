"""What follows from a declared attack before its dice: AP against EP and exact odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rules.airsoft_squads.attack import Attack, check
from rules.airsoft_squads.field import why_not_act, why_not_target
from rules.airsoft_squads.modify import Modified, modified
from rules.airsoft_squads.odds import counters, excesses
from rules.airsoft_squads.pieces import Bonus, Kind, Operator
from rules.airsoft_squads.playing import playable
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.shot import Shot
from rules.game import Chance, Declared, Outlook
from rules.odds import percent


def outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """The sentence, the line and the bars of an attack without further cards; ``Illegal`` when it cannot be made.

    Criticals are chosen for the most AP. The line tells also what the target has to expect when every other operator
    that can attack it does so.
    """
    battle, attack = declared.battle, declared.declaration
    attacker, target = check(battle, attack)
    found = modified(battle, attacker, target, attack.met)
    chances = excesses(found.shot)
    return Outlook(
        _sentence(battle, attacker, target, found),
        _line(battle, attacker, target, found, chances),
        tuple(Chance(_amount(excess, target.hits + excess >= found.dp), chance) for excess, chance in chances.items()),
    )


def followers(battle: Battle, attacker: Operator, target: Operator) -> Iterator[Operator]:
    """The other operators of the attacker's squad that can attack the same target now."""
    for other in battle.operators:
        reason = why_not_act(battle, other, Bonus.ATTACK) or why_not_target(other, target)
        if other.squad == attacker.squad and other.key != attacker.key and not reason:
            yield other


def volley(battle: Battle, attackers: Iterator[Operator], target: Operator) -> tuple[Shot, ...]:
    """The shots of several operators at one target, with nothing that depends on a condition or on more cards."""
    return tuple(modified(battle, attacker, target, ()).shot for attacker in attackers)


def _sentence(battle: Battle, attacker: Operator, target: Operator, found: Modified) -> str:
    shot = found.shot
    parts = [f"AP {shot.ap()} + {_dice(shot.attack_dice)} against EP {shot.evasion} + {_dice(shot.defence_dice)}"]
    if found.suppressed:
        rounding = f", rounded {shot.settings.rounding}" if shot.rounds else ""
        parts.append(f"suppressed: AP VALUE {attacker.ap} halved{rounding}")
    if shot.critical_from < 6:
        parts.append(f"critical from {shot.critical_from}")
    parts.append(f"hit counter {target.hits} of {found.dp}")
    return "; ".join(parts) + "."


def _line(
    battle: Battle, attacker: Operator, target: Operator, found: Modified, chances: Mapping[int, Fraction]
) -> str:
    hit = sum((chance for excess, chance in chances.items() if target.hits + excess >= found.dp), Fraction(0))
    parts = [f"HIT {percent(hit)}", f"nothing {percent(chances.get(0, Fraction(0)))}"]
    others = list(followers(battle, attacker, target))
    if others:
        shots = (found.shot, *volley(battle, iter(others), target))
        names = " and ".join(other.name for other in others)
        parts.append(
            f"HIT {percent(counters(shots, target.hits, found.dp).get(found.dp, Fraction(0)))} with {names} too"
        )
    if playable(battle, attacker.squad, Kind.ATTACK) or playable(battle, target.squad, Kind.DEFENCE):
        parts.append("before cards")
    return ", ".join(parts)


def _dice(count: int) -> str:
    return "D6" if count == 1 else f"{count} D6"


def _amount(excess: int, hit: bool) -> str:
    amount = f"+{excess}" if excess else "nothing"
    return f"{amount}, HIT" if hit else amount
