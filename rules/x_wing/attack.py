"""An attack, from its declaration to its aftermath: the six steps of its chapter, each sub-step a line of the trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.asks import Choice, Declared
from rules.changes import Change, apply, difference, merged
from rules.game import Outcome
from rules.table import Table
from rules.words import counted
from rules.x_wing.damage import destruction_after, wound_changes, wounds_of
from rules.x_wing.declaration import Attack as Attack
from rules.x_wing.declaration import Obstruction, check, reach, why_not_bonus
from rules.x_wing.dice import Results
from rules.x_wing.engaging import engages
from rules.x_wing.hands import hands_of, spent
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle, Plasma
from rules.x_wing.ship import Effect, Ship, Status, Weapon
from rules.x_wing.steps_2_to_4 import steps_2_to_4
from rules.x_wing.token_effects import ionized, jammed, note_ionized
from rules.x_wing.wounds import Damage, Wounds, suffer

DICE, SUFFER = "roll the dice", "suffer 1 hit damage"


@dataclass(frozen=True, slots=True)
class AttackOutcome(Outcome):
    """The end of an attack: the results left uncancelled, shields and damage cards that it cost, whom it destroyed."""

    hits: int = 0
    crits: int = 0
    shields: int = 0
    cards: int = 0
    destroyed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceOrDamage(Choice[Battle, Attack, str]):
    """Whether the defender suffers 1 hit damage instead of the dice of Homing Missiles."""

    LABEL = "1c homing"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Who may suffer it."""
        return f"Does {declared.battle.ship(declared.declaration.target).name} suffer 1 hit damage instead of the dice?"


@dataclass(frozen=True, slots=True)
class Inflicted:
    """The damage and the tokens of an attack."""

    damage: Results
    kind: str = ""
    count: int = 0


def resolve(declared: Declared[Battle, Attack], table: Table) -> Outcome:
    """Resolve an attack; ``Illegal`` when the ship cannot make it."""
    battle, attack = declared.battle, declared.declaration
    weapon = check(battle, attack)
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    changes = () if attack.bonus else engages(battle, attacker, table)
    suffers = _declare_target(battle, attack, weapon, table)
    changes += _pay_costs(attacker, attack, weapon, table)
    if suffers:
        left = Results(1)
    else:
        left, spending = _roll(battle, attack, weapon, table)
        changes += spending
    table.note("4 attack", "hits" if left.total else "misses")
    before, done = wounds_of(battle, defender), inflicted(weapon.effect, left)
    suffered, after = _deal_damage(apply(battle, merged(changes)), attack, weapon, done, table)
    settled = with_scores(battle, (*changes, *suffered))
    slots = tuple(_aftermath(apply(battle, settled), attack))
    for letter, (when, look) in zip("abcd", slots, strict=True):
        table.note(f"6{letter} {when}", look)
    return AttackOutcome(
        _headline(attacker, defender, left, done, before, after),
        settled,
        left.hits,
        left.crits,
        before.shields - after.shields,
        after.cards - before.cards,
        tuple(change.piece for change in settled if change.track == "destroyed_by"),
        checklist=tuple(f"{when[:1].upper()}{when[1:]}: {look}" for when, look in slots),
    )


def _declare_target(battle: Battle, attack: Attack, weapon: Weapon, table: Table) -> bool:
    """Steps 1a to 1c: whether the defender suffers damage instead of the dice."""
    defender = battle.ship(attack.target)
    measured = f"range {attack.range}, {attack.arc} arc"
    if attack.obstruction is not Obstruction.CLEAR:
        measured += f", obstructed by {attack.obstruction}"
    table.note("1a measure range", measured)
    dice = counted(weapon.dice, "die")
    table.note("1b choose weapon", f"{weapon.name}: {weapon.arc} arc, {dice}, range {reach(weapon)}")
    table.note("1c declare defender", defender.name)
    if weapon.effect is not Effect.HOMING:
        return False
    return table.choose(DiceOrDamage(defender.squad, (DICE, SUFFER))) == SUFFER


def _pay_costs(attacker: Ship, attack: Attack, weapon: Weapon, table: Table) -> tuple[Change, ...]:
    """Step 1d."""
    table.note("1d pay costs", f"{weapon.cost} of {counted(weapon.charges, 'charge')}" if weapon.cost else "none")
    paid = Change(weapon.key, "charges", weapon.charges, weapon.charges - weapon.cost)
    made = "bonus_attacked" if attack.bonus else "attacked"
    return paid, Change(attacker.key, made, getattr(attacker, made), True)


def _roll(battle: Battle, attack: Attack, weapon: Weapon, table: Table) -> tuple[Results, tuple[Change, ...]]:
    """Steps 2 to 4: the results left uncancelled, and the tokens that went on the way."""
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    hands = hands_of(battle, attack, weapon)
    ended = steps_2_to_4(hands, table)
    changes = (
        *spent(attacker, hands.attack.means, ended.attacker),
        Change(attacker.key, "deplete", attacker.deplete, max(0, attacker.deplete - 1)),
        *spent(defender, hands.defence.means, ended.defender),
        Change(defender.key, "strain", defender.strain, max(0, defender.strain - 1)),
    )
    return ended.left, changes


def _deal_damage(
    battle: Battle, attack: Attack, weapon: Weapon, done: Inflicted, table: Table
) -> tuple[tuple[Change, ...], Wounds]:
    """Step 5, with the shield that Plasma Torpedoes take, which is not damage: all changes, and the wounds after it."""
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    wounds = wounds_of(battle, defender)
    loses = weapon.effect is Effect.PLASMA and done.damage.total > 0
    if loses and battle.settings.plasma is Plasma.BEFORE:
        wounds = _loses_a_shield(wounds, "4", table)
    if done.damage.total:
        wounds = table.play(suffer, Damage(wounds, *done.damage))
    if loses and battle.settings.plasma is Plasma.AFTER:
        wounds = _loses_a_shield(wounds, "5", table)
    changes = wound_changes(battle, defender, wounds)
    if done.count:
        changes += _tokens(battle, defender, done, attacker.squad, table)
    if wounds.destroyed and defender.status is Status.ACTIVE:
        cards = counted(wounds.cards, "damage card")
        table.note("5 destroyed", f"{defender.name} has {cards} for {defender.hull} hull")
    return (*changes, *destruction_after(battle, changes, defender, wounds, attacker.name)), wounds


def inflicted(effect: Effect, left: Results) -> Inflicted:
    """What a weapon makes of the results that are left (2.5, xwing-data2)."""
    if effect is Effect.ION and left.total:
        return Inflicted(Results(1), "ion", left.total - 1)
    if effect in (Effect.JAM, Effect.TRACTOR):
        return Inflicted(Results(), effect.value, left.total)
    return Inflicted(left)


def _tokens(battle: Battle, defender: Ship, done: Inflicted, by: str, table: Table) -> tuple[Change, ...]:
    """The tokens that the defender gains, and what they cost it."""
    table.note(f"5 {done.kind} tokens", done.count)
    gained: dict[str, Any] = {done.kind: getattr(defender, done.kind) + done.count}
    now = jammed(defender, done.count, by, table) if done.kind == "jam" else replace(defender, **gained)
    if done.kind == "ion":
        now = ionized(battle, now)
        note_ionized(defender, now, table)
    return difference(defender, now)


def _loses_a_shield(wounds: Wounds, step: str, table: Table) -> Wounds:
    table.note(f"{step} plasma", "a shield is lost" if wounds.shields else "no shield to lose")
    return wounds.without_a_shield()


def _aftermath(battle: Battle, attack: Attack) -> Iterator[tuple[str, str]]:
    """Step 6: in each of its slots, the cards that may say something, or the bonus attack if it is still there."""
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    for when, ship in (("after you defend", defender), ("after you attack", attacker)):
        yield when, f"look at {', '.join((ship.name, *ship.upgrades))}"
    for who, ship in (("defender", defender), ("attacker", attacker)):
        left = why_not_bonus(battle, ship) or f"{ship.name} has one left, if an ability grants it"
        yield f"{who}'s bonus attack", left


def _headline(attacker: Ship, defender: Ship, left: Results, done: Inflicted, before: Wounds, after: Wounds) -> str:
    if not left.total:
        return f"{attacker.name} misses {defender.name}."
    counts = (
        (before.shields - after.shields, "a", "shield"),
        (after.cards - before.cards, "a", "damage card"),
        (done.count, "an" if done.kind == "ion" else "a", f"{done.kind} token"),
    )
    parts = [f"{article} {one}" if number == 1 else counted(number, one) for number, article, one in counts if number]
    end = f", and {defender.name} is destroyed" if after.destroyed and defender.status is Status.ACTIVE else ""
    return f"{attacker.name} hits {defender.name}: {' and '.join(parts) or 'nothing'}{end}."
