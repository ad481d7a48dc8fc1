"""An ATTACK, from declaration to outcome (Modify; Actions)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.actions import ended
from rules.airsoft_squads.declaration import Attack as Attack
from rules.airsoft_squads.effects import effects_of_attack
from rules.airsoft_squads.field import why_not_act, why_not_target
from rules.airsoft_squads.modify import Modified, after_dice, modified, tell_before, tell_cards
from rules.airsoft_squads.performance import goes_hit, rewards
from rules.airsoft_squads.pieces import MOST_COUNTED, Bonus, Operator
from rules.airsoft_squads.playing import Played, holds, play_cards
from rules.airsoft_squads.settings import Basis
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.shot import Rolled, Totals, decided, hits, rolled
from rules.airsoft_squads.staying import kept, stays_up
from rules.asks import Declared
from rules.changes import Change, apply
from rules.game import Illegal, Outcome
from rules.guards import refuse
from rules.table import Table
from rules.words import listed


@dataclass(frozen=True, slots=True)
class AttackOutcome(Outcome):
    """The end of an attack: AP and EP with the dice, what the hit counter takes, and how many criticals were doubled.

    With one doubled at least the ATTACK is a CRITICAL.
    """

    ap: int = 0
    ep: int = 0
    excess: int = 0
    doubled: int = 0
    hit: bool = False


def check(battle: Battle, attack: Attack) -> tuple[Operator, Operator]:
    """The attacker and the target; ``Illegal`` with a sentence when the attack cannot be made (Actions)."""
    attacker, target = battle.operator(attack.actor), battle.operator(attack.target)
    refuse(why_not_act(battle, attacker, Bonus.ATTACK))
    refuse(why_not_target(attacker, target))
    # What the app sees for itself now may have been asked by an earlier version.
    known = {e.modifier.key for e in effects_of_attack(battle, attacker, target) if e.modifier.condition}
    for key in attack.met:
        if key not in known:
            raise Illegal("That condition is not asked in this attack.")
    return attacker, target


def resolve(declared: Declared[Battle, Attack], table: Table) -> Outcome:
    """Resolve an attack; ``Illegal`` when the operator cannot make it (Modify; Actions)."""
    battle, attack = declared.battle, declared.declaration
    attacker, target = check(battle, attack)
    played, prepared = before_dice(declared, table)
    if prepared is None:
        return _ended_by_a_card(attacker, target, battle, played.changes, table)
    now, shown = with_dice(declared, played, prepared, table)
    totals = decided(now.shot, shown, table)
    _tell_totals(table, now, totals)

    counter = min(MOST_COUNTED, target.hits + totals.excess)
    table.note("hit counter", f"{target.hits} + {totals.excess} = {counter}, DP {now.dp}")
    changes = (*played.changes, Change(target.key, "hits", target.hits, counter))
    after = apply(battle, changes)
    attacked = after.operator(target.key)
    hit = counter >= now.dp
    changes += goes_hit(after, attacked, attacker.name, table) if hit else kept(after, attacked, now.effects)
    line, changes = ended(battle, attacker.key, changes, table)
    lines = (
        _headline(attacker, target, now, totals, counter),
        _staying(apply(battle, changes), target.key, table),
        f" {line}." if line else "",
        rewards(battle, changes),
    )
    return AttackOutcome(
        "".join(lines), changes, ap=totals.ap, ep=totals.ep, excess=totals.excess, doubled=totals.doubled, hit=hit
    )


def before_dice(declared: Declared[Battle, Attack], table: Table) -> tuple[Played, Modified | None]:
    """The Modify sequence as far as the dice: what was played, and the attack as it is rolled.

    There is no attack to roll when one of the two went HIT by a card (Modify, steps 1 to 5).
    """
    battle, attack = declared.battle, declared.declaration
    pair = attacker, target = check(battle, attack)
    before = modified(battle, attacker, target, attack.met)
    tell_before(table, battle, attacker, target, before)
    played = play_cards(battle, attacker, target, attack.met, table)
    if any(not played.battle.operator(one.key).active for one in pair):
        return played, None
    now = modified(played.battle, attacker, target, played.met, before.suppressed)
    tell_cards(table, now)
    return played, now


def with_dice(
    declared: Declared[Battle, Attack], played: Played, prepared: Modified, table: Table
) -> tuple[Modified, Rolled]:
    """The dice, and the attack with the conditions that hold by what they show (Modify, step 6)."""
    battle, attack = declared.battle, declared.declaration
    pair = attacker, target = battle.operator(attack.actor), battle.operator(attack.target)
    shown = rolled(prepared.shot, table)
    late = tuple(
        effect.modifier.key
        for effect in after_dice(played.battle, attacker, target)
        if holds(effect.modifier, effect.squad, pair, table)
    )
    if not late:
        return prepared, shown
    met = (*played.met, *late)
    return modified(played.battle, attacker, target, met, prepared.suppressed), shown


def _ended_by_a_card(
    attacker: Operator, target: Operator, battle: Battle, changes: tuple[Change, ...], table: Table
) -> Outcome:
    now = apply(battle, changes)
    fallen = [one for key in (attacker.key, target.key) if not (one := now.operator(key)).active]
    by = listed([f"{one.name} goes HIT by {one.destroyed_by}" for one in fallen])
    line, changes = ended(battle, attacker.key, changes, table)
    told = f"{attacker.name} attacks {target.name}: {by}, and the ATTACK ends.{f' {line}.' if line else ''}"
    return AttackOutcome(f"{told}{rewards(battle, changes)}", changes, hit=not now.operator(target.key).active)


def _tell_totals(table: Table, now: Modified, totals: Totals) -> None:
    shot = now.shot
    before = shot.ap(totals.doubled)
    table.note("AP", f"{before} + dice {totals.ap - before} = {totals.ap}")
    table.note("EP", f"{shot.evasion} + dice {totals.ep - shot.evasion} = {totals.ep}")
    agreed = shot.settings
    if now.rounded or shot.rounds(totals.doubled):
        table.note("agreed: halves", f"rounded {agreed.rounding}")
    if totals.doubled:
        doubles = "the AP VALUE" if agreed.basis is Basis.VALUE else "all AP before the dice"
        table.note("CRITICAL", f"{before} AP before the dice instead of {shot.ap()}")
        table.note("agreed: doubling", f"doubles {doubles}")
    if totals.doubled > 1:
        table.note("agreed: two doublings", f"times {agreed.doublings.factor(totals.doubled)}")
    table.note("comparison", f"AP {totals.ap} against EP {totals.ep}: {hits(totals.excess)}")


def _staying(battle: Battle, key: str, table: Table) -> str:
    target = battle.operator(key)
    stays = stays_up(battle, target)
    if not stays:
        return ""
    line = f"{target.name} stays up {stays}"
    table.note("stays up", line)
    return f" {line}."


def _headline(attacker: Operator, target: Operator, now: Modified, totals: Totals, counter: int) -> str:
    compared = f"AP {totals.ap} against EP {totals.ep}"
    critical = " with a CRITICAL" if totals.doubled else ""
    if counter >= now.dp:
        return f"{attacker.name} puts {target.name} HIT{critical}: {compared}, hit counter {counter} of {now.dp}."
    if not totals.excess:
        return f"{attacker.name} misses {target.name}{critical}: {compared}."
    first = f"{attacker.name} hits {target.name} for {totals.excess}{critical}"
    return f"{first}: {compared}, hit counter {counter} of {now.dp}."
