"""An attack, from its declaration to its aftermath: the six steps of the seed, every sub-step a line of the trace."""

from __future__ import annotations

from dataclasses import dataclass

from rules.changes import Change, apply, merged
from rules.game import Declared, Outcome
from rules.table import Table
from rules.words import counted
from rules.x_wing.aftermath import slots_of
from rules.x_wing.counting import DEPLETED, STRAINED, attack_dice, defence_dice
from rules.x_wing.damage import destruction, wound_changes, wounds_of
from rules.x_wing.declaration import Attack as Attack
from rules.x_wing.declaration import Obstruction, check, reach
from rules.x_wing.engaging import engages
from rules.x_wing.inflicting import Inflicted, inflicted, token_changes
from rules.x_wing.neutralise import Results, neutralised
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle, Plasma
from rules.x_wing.ship import Effect, Ship, Status, Weapon
from rules.x_wing.strike import Strike, facing, throw
from rules.x_wing.striking import spent, strike_of
from rules.x_wing.wounds import Damage, Wounds, suffer

INSTEAD = "1c homing"
DICE, SUFFER = "roll the dice", "suffer 1 hit damage"


@dataclass(frozen=True, slots=True)
class AttackOutcome(Outcome):
    """The end of an attack: the results left uncancelled, shields and damage cards that it cost, whom it destroyed."""

    hits: int = 0
    crits: int = 0
    shields: int = 0
    cards: int = 0
    destroyed: tuple[str, ...] = ()


def resolve(declared: Declared[Battle, Attack], table: Table) -> Outcome:
    """Resolve an attack; ``Illegal`` when the ship cannot make it (seed, whole chapter)."""
    battle, attack = declared.battle, declared.declaration
    weapon = check(battle, attack)
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    changes = () if attack.bonus else engages(battle, attacker, table)
    suffers = _declare_target(battle, attack, weapon, table)
    changes += _pay_costs(attacker, attack, weapon, table)
    if suffers:
        left = Results(1)
    else:
        left, spending = _roll_both(battle, attack, weapon, table)
        changes += spending
    table.note("4 attack", "hits" if left.total else "misses")

    done = inflicted(weapon.effect, left)
    before, wounds = _deal_damage(battle, defender, weapon, left, done, table)
    changes += wound_changes(battle, defender, wounds)
    if done.count:
        now = apply(battle, merged(changes))
        changes += token_changes(now, now.ship(defender.key), done, attacker.squad, table)
    if wounds.destroyed and defender.status is Status.ACTIVE:
        cards = counted(wounds.cards, "damage card")
        table.note("5 destroyed", f"{defender.name} has {cards} for {defender.hull} hull")
        now = apply(battle, merged(changes))
        changes = (*changes, *destruction(now, now.ship(defender.key), attacker.name))
    settled = with_scores(battle, changes)
    slots = slots_of(apply(battle, settled), attack)
    for slot in slots:
        table.note(f"6{slot.letter} {slot.when}", slot.look)
    return AttackOutcome(
        _headline(attacker, defender, left, done, before, wounds),
        settled,
        left.hits,
        left.crits,
        before.shields - wounds.shields,
        wounds.cards - before.cards,
        tuple(change.piece for change in settled if change.track == "destroyed_by"),
        checklist=tuple(map(str, slots)),
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
    return table.choose(INSTEAD, defender.squad, (DICE, SUFFER)) == SUFFER


def _pay_costs(attacker: Ship, attack: Attack, weapon: Weapon, table: Table) -> tuple[Change, ...]:
    table.note("1d pay costs", f"{weapon.cost} of {counted(weapon.charges, 'charge')}" if weapon.cost else "none")
    paid = Change(weapon.key, "charges", weapon.charges, weapon.charges - weapon.cost)
    if attack.bonus:
        return paid, Change(attacker.key, "bonus_attacked", False, True)
    return paid, Change(attacker.key, "attacked", attacker.attacked, True)


def _roll_both(battle: Battle, attack: Attack, weapon: Weapon, table: Table) -> tuple[Results, tuple[Change, ...]]:
    """Steps 2 to 4: the results left uncancelled, and the tokens that went on the way."""
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    strike = strike_of(battle, attack, weapon)
    reds, greens = attack_dice(battle, attack, weapon), defence_dice(battle, attack, weapon)
    table.note("2a roll attack dice", reds)
    red = table.play(throw, strike.attack)
    shown = Results(*red.dice.total[:2])
    changes = [*spent(attacker, strike.attack.means, red.means)]
    if reds.counts(DEPLETED):
        changes.append(Change(attacker.key, "deplete", attacker.deplete, attacker.deplete - 1))
    if strike.tamed:
        shown = shown.tamed
        table.note("2b crits become hits", shown)
    table.note("3a roll defence dice", greens)
    green = table.play(throw, facing(strike.defence, shown))
    evades = green.dice.total[0]
    changes += spent(defender, strike.defence.means, green.means)
    if greens.counts(STRAINED):
        changes.append(Change(defender.key, "strain", defender.strain, defender.strain - 1))
    return _neutralise(strike, shown, evades, table), tuple(changes)


def _neutralise(strike: Strike, shown: Results, evades: int, table: Table) -> Results:
    paired = neutralised(shown, evades, crits_first=strike.crits_first)
    hits, crits = shown.hits - paired.hits, shown.crits - paired.crits
    steps = [("evades cancel hits", hits), ("evades cancel crits", crits)]
    for letter, (name, count) in zip("ab", reversed(steps) if strike.crits_first else steps, strict=True):
        table.note(f"4{letter} {name}", count)
    left = neutralised(shown, evades, reinforce=strike.reinforce, crits_first=strike.crits_first)
    if strike.reinforce:
        table.note("4 reinforce cancels", paired.total - left.total)
    table.note("4 uncancelled", left)
    return left


def _deal_damage(
    battle: Battle, defender: Ship, weapon: Weapon, left: Results, done: Inflicted, table: Table
) -> tuple[Wounds, Wounds]:
    """Step 5: the wounds before and after; a shield that Plasma Torpedoes take is not damage."""
    before = wounds_of(battle, defender)
    wounds = before
    loses = weapon.effect is Effect.PLASMA and left.total > 0
    if loses and battle.settings.plasma is Plasma.BEFORE:
        wounds = _loses_a_shield(wounds, table)
    if done.damage.total:
        wounds = table.play(suffer, Damage(wounds, done.damage.hits, done.damage.crits))
    if loses and battle.settings.plasma is Plasma.AFTER:
        wounds = _loses_a_shield(wounds, table)
    return before, wounds


def _loses_a_shield(wounds: Wounds, table: Table) -> Wounds:
    table.note("5 plasma", "a shield is lost" if wounds.shields else "no shield to lose")
    return wounds.without_a_shield()


def _headline(attacker: Ship, defender: Ship, left: Results, done: Inflicted, before: Wounds, after: Wounds) -> str:
    if not left.total:
        return f"{attacker.name} misses {defender.name}."
    parts = [
        _counted(before.shields - after.shields, "a shield", "shields"),
        _counted(after.cards - before.cards, "a damage card", "damage cards"),
        _counted(done.count, f"{done.article} {done.kind} token", f"{done.kind} tokens"),
    ]
    told = " and ".join(part for part in parts if part) or "nothing"
    end = f", and {defender.name} is destroyed" if after.destroyed and defender.status is Status.ACTIVE else ""
    return f"{attacker.name} hits {defender.name}: {told}{end}."


def _counted(number: int, one: str, many: str) -> str:
    if not number:
        return ""
    return one if number == 1 else f"{number} {many}"
