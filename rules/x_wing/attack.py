"""An attack, from its declaration to its aftermath: the six steps of its chapter, each sub-step a line of the trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.asks import Choice, Declared
from rules.changes import Change, apply, merged
from rules.game import Outcome
from rules.table import Table
from rules.words import capitalised, counted
from rules.x_wing.after_hit import after_attack, after_defending, after_hit
from rules.x_wing.by_card import by_card
from rules.x_wing.damage import destruction_after, wound_changes, wounds_of
from rules.x_wing.declaration import Attack as Attack
from rules.x_wing.declaration import Obstruction, check, reach, why_not_bonus, why_not_declared
from rules.x_wing.dice import Results
from rules.x_wing.engaging import engages
from rules.x_wing.hands import Hands, hands_of, spent
from rules.x_wing.inflicting import COST_A_SHIELD, INSTEAD, Inflicted, inflicted, token_changes
from rules.x_wing.known.acting import acting
from rules.x_wing.known.likely import likely, of_others, unlikely
from rules.x_wing.score import with_scores
from rules.x_wing.sheet import Battle, Plasma
from rules.x_wing.ship import ATTACKED, REPEATING, Effect, Ship, Status, Weapon
from rules.x_wing.steps_2_to_4 import steps_2_to_4
from rules.x_wing.upgrade import BY_WHOM_IT_ATTACKED
from rules.x_wing.weapon_costs import price
from rules.x_wing.wounds import Damage, Wounds, suffer

DICE, SUFFER = "roll the dice", "suffer 1 hit damage"
SUFFERS = {Effect.HOMING: SUFFER, Effect.HOMING_CRIT: "suffer 1 crit damage"}
MORE = "its card does more than the app knows: do the rest by the card"


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
    """Whether the defender suffers damage instead of the dice of homing weapons."""

    LABEL = "1c homing"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Who may suffer it."""
        name = declared.battle.ship(declared.declaration.target).name
        return f"Does {name} {self.options[-1]} instead of the dice?"


def resolve(declared: Declared[Battle, Attack], table: Table) -> Outcome:
    """Resolve an attack; ``Illegal`` when the ship cannot make it."""
    battle, attack = declared.battle, declared.declaration
    weapon = check(battle, attack)
    hands = hands_of(battle, attack, weapon)
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    changes = () if attack.bonus else engages(battle, attacker, table)
    suffers = _declare_target(battle, attack, weapon, table)
    changes += _pay_costs(attacker, attack, weapon, table)
    if suffers:
        left = INSTEAD[weapon.effect]
    else:
        left, spending = _roll(battle, attack, weapon, hands, changes, table)
        changes += spending
    table.note("4 attack", "hits" if left.total else "misses")
    before, done = wounds_of(battle, defender), inflicted(weapon.effect, left)
    if attack.by_card:
        done = by_card(done, attacker, table)
    early = battle.settings.plasma is Plasma.BEFORE
    if left.total and early:
        changes += after_hit(apply(battle, merged(changes)), attack, weapon, table)
    now = apply(battle, merged(changes))
    if now.ship(defender.key).standing:
        changes += _deal_damage(now, attack, weapon, done, table)
    if left.total and not early:
        changes += after_hit(apply(battle, merged(changes)), attack, weapon, table)
    changes += after_defending(apply(battle, merged(changes)), attack, table)
    changes += after_attack(apply(battle, merged(changes)), attack, weapon, table)
    settled = with_scores(battle, changes)
    ended = apply(battle, settled)
    after = wounds_of(ended, ended.ship(defender.key))
    slots = tuple(_aftermath(ended, attack, weapon))
    others = [(ship.name, names) for ship in (defender, attacker) if (names := unlikely(ship))]
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
        checklist=(*(f"{capitalised(when)}: {look}" for when, look in slots), *_of_others(ended, attacker, defender)),
        also=tuple(f"{name}: {', '.join(names)}" for name, names in others),
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
    if weapon.more:
        table.note("1b choose weapon", MORE)
    if attack.allowed and (why := why_not_declared(battle, attack, weapon)):
        table.note("1b choose weapon", f"a card allows it: {why}")
    table.note("1c declare defender", defender.name)
    if weapon.effect not in SUFFERS:
        return False
    return table.choose(DiceOrDamage(defender.squad, (DICE, SUFFERS[weapon.effect]))) != DICE


def _pay_costs(attacker: Ship, attack: Attack, weapon: Weapon, table: Table) -> tuple[Change, ...]:
    """Step 1d."""
    cost, charges = price(weapon, attack.target, bonus=attack.bonus), _charges(attack, weapon)
    paid = [f"{charges} of {counted(weapon.charges, 'charge')}"] if charges else []
    changes = [Change(weapon.key, "charges", weapon.charges, weapon.charges - charges)]
    for track, called in (("energy", "energy"), ("force", "Force")):
        if spends := getattr(cost, track):
            has = getattr(attacker, track)
            paid.append(f"{spends} of {has} {called}")
            changes.append(Change(attacker.key, track, has, has - spends))
    table.note("1d pay costs", ", ".join(paid) or "none")
    if weapon.effect in REPEATING and not attack.bonus:
        changes.append(Change(weapon.key, "fired_at", weapon.fired_at, attack.target))
    if any(card.xws in BY_WHOM_IT_ATTACKED for card in attacker.upgrades):
        known = attack.target in attacker.attacked_ships
        changes.append(Change(attacker.key, f"{ATTACKED}{attack.target}", known, True))
    if attack.bonus and weapon.grants:
        return *changes, Change(weapon.key, "fired", weapon.fired, weapon.fired + 1)
    made = "bonus_attacked" if attack.bonus else "attacked"
    return *changes, Change(attacker.key, made, getattr(attacker, made), True)


def _roll(
    battle: Battle, attack: Attack, weapon: Weapon, hands: Hands, before: tuple[Change, ...], table: Table
) -> tuple[Results, tuple[Change, ...]]:
    """Steps 2 to 4: the results left uncancelled, and the tokens that went on the way after the changes ``before``."""
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    ended = steps_2_to_4(hands, table)
    cards = acting(battle, attack, weapon)
    paid = replace(attacker, force=attacker.force - price(weapon, attack.target, bonus=attack.bonus).force)
    charges = _charges(attack, weapon, ended.attack.means.paid)
    changes = (
        *spent(paid, hands.attack.means, ended.attack.means),
        Change(attacker.key, "deplete", attacker.deplete, max(0, attacker.deplete - 1)),
        Change(weapon.key, "charges", weapon.charges, weapon.charges - charges),
        *spent(defender, hands.defence.means, ended.defence.means),
        Change(defender.key, "strain", defender.strain, max(0, defender.strain - 1)),
    )
    used = (*ended.used(hands), *cards.cancelling(ended.attack.results, ended.defence.evades))
    return ended.left, (*changes, *cards.changes(apply(battle, merged((*before, *changes))), used))


def _charges(attack: Attack, weapon: Weapon, on_dice: int = 0) -> int:
    """The charges that an attack costs, with those for more dice and for what is done to dice."""
    return price(weapon, attack.target, bonus=attack.bonus).charges + attack.more_dice + on_dice


def _deal_damage(battle: Battle, attack: Attack, weapon: Weapon, done: Inflicted, table: Table) -> tuple[Change, ...]:
    """Step 5, with the shield that plasma weapons take, which is not damage."""
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    wounds = wounds_of(battle, defender)
    loses = weapon.effect in COST_A_SHIELD and done.damage.total > 0
    if loses and battle.settings.plasma is Plasma.BEFORE:
        wounds = _loses_a_shield(wounds, "4", table)
    if done.damage.total:
        wounds = table.play(suffer, Damage(wounds, *done.damage))
    if loses and battle.settings.plasma is Plasma.AFTER:
        wounds = _loses_a_shield(wounds, "5", table)
    changes = wound_changes(battle, defender, wounds)
    if done.tokens:
        changes += token_changes(battle, defender, done.tokens, attacker.squad, table)
    if wounds.destroyed and defender.status is Status.ACTIVE:
        cards = counted(wounds.cards, "damage card")
        table.note("5 destroyed", f"{defender.name} has {cards} for {defender.hull} hull")
    return (*changes, *destruction_after(battle, changes, defender, wounds, attacker.name))


def _loses_a_shield(wounds: Wounds, step: str, table: Table) -> Wounds:
    table.note(f"{step} plasma", "a shield is lost" if wounds.shields else "no shield to lose")
    return wounds.without_a_shield()


def _aftermath(battle: Battle, attack: Attack, weapon: Weapon) -> Iterator[tuple[str, str]]:
    """Step 6: in each of its slots, the cards that may say something, or the bonus attack if it is still there."""
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    more = f"; {weapon.name}: {MORE}" if weapon.more else ""
    yield "after you defend", f"look at {_cards(defender)}"
    yield "after you attack", f"look at {_cards(attacker)}{more}"
    grants = f"{weapon.name} grants it on another ship at range 0-1 of {defender.name}"
    granted = grants if weapon.effect in REPEATING and not attack.bonus else "if an ability grants it"
    for who, ship, when in (("defender", defender, "if an ability grants it"), ("attacker", attacker, granted)):
        yield f"{who}'s bonus attack", why_not_bonus(battle, ship) or _bonus_left(ship, when)


def _bonus_left(ship: Ship, when: str) -> str:
    """The bonus attacks that a ship can still make this round."""
    own = [f"{weapon.name} {weapon.granted}" for weapon in ship.weapons if weapon.granted]
    left = [] if ship.bonus_attacked else [f"{ship.name} has one left, {when}"]
    return "; ".join([*left, *([f"left of its own: {', '.join(own)}"] if own else [])])


def _of_others(battle: Battle, attacker: Ship, defender: Ship) -> Iterator[str]:
    """The line that names ships besides the two whose cards may have said something, if there are any."""
    if names := "; ".join(of_others(battle, attacker, defender)):
        yield f"Other ships: look at {names}"


def _cards(ship: Ship) -> str:
    return ", ".join((ship.name, *likely(ship)))


def _headline(attacker: Ship, defender: Ship, left: Results, done: Inflicted, before: Wounds, after: Wounds) -> str:
    if not left.total:
        return f"{attacker.name} misses {defender.name}."
    counts = (
        (before.shields - after.shields, "a", "shield"),
        (after.cards - before.cards, "a", "damage card"),
        *((count, "an" if kind == "ion" else "a", f"{kind} token") for kind, count in done.tokens),
    )
    parts = [f"{article} {one}" if number == 1 else counted(number, one) for number, article, one in counts if number]
    last = f" and {parts.pop()}" if len(parts) > 1 else ""
    end = f", and {defender.name} is destroyed" if after.destroyed and defender.status is Status.ACTIVE else ""
    return f"{attacker.name} hits {defender.name}: {', '.join(parts) or 'nothing'}{last}{end}."
