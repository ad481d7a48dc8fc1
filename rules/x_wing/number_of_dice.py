"""How many dice both sides roll, as sums that say why (attack, steps 2a and 3a; rules reference; 2.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.words import with_minus
from rules.x_wing.allowing import most_dice
from rules.x_wing.cards import Title
from rules.x_wing.declaration import Attack, Obstruction, attacker_of, is_bare
from rules.x_wing.known.acting import Acting
from rules.x_wing.known.conditions import Condition, attacker_bonus, defender_bonus
from rules.x_wing.known.uses import Use
from rules.x_wing.means import PLENTY
from rules.x_wing.range_bonus import has_attacker_bonus, has_defender_bonus
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Arc, Effect, Ship, Weapon
from rules.x_wing.tokens import is_tractored

CAP = 6
"""The most dice of one side in 2.5; in 2.0 there is no limit."""

CLOAKED = 2

OF_A_BULLSEYE_DIE = (Effect.BULLSEYE_DIE, Effect.AUTOBLASTERS)


def attack_dice(battle: Battle, attack: Attack, weapon: Weapon, cards: Acting) -> tuple[int, str]:
    """How many attack dice are rolled with these cards, and the sum that makes them in words."""
    attacker = battle.ship(attack.actor)
    reasons = _attack_reasons(battle, attack, attacker, weapon, cards)
    return _number(battle, weapon.name, weapon.dice, reasons, most_dice(attacker, weapon))


def defence_dice(battle: Battle, attack: Attack, weapon: Weapon, cards: Acting) -> tuple[int, str]:
    """How many defence dice are rolled with these cards, and the sum that makes them in words."""
    defender = battle.ship(attack.target)
    reasons = _defence_reasons(battle, attack, defender, weapon, cards)
    return _number(battle, "agility", defender.agility, reasons)


def _number(
    battle: Battle, name: str, dice: int, reasons: Iterator[tuple[str, int]], most: int = PLENTY
) -> tuple[int, str]:
    """How many dice, at least 0 and at most ``most``, in 2.5 also at most 6, and the sum that makes them in words."""
    added = [(name, amount) for name, amount in reasons if amount]
    total = min(max(0, dice + sum(amount for _, amount in added)), most, CAP if battle.is_second else PLENTY)
    if not added:
        return total, f"{total} {name}"
    told = " ".join([f"{dice} {name}", *(f"{with_minus(f'{amount:+}')} {name}" for name, amount in added)])
    return total, f"{told} = {total}"


def _attack_reasons(
    battle: Battle, attack: Attack, attacker: Ship, weapon: Weapon, cards: Acting
) -> Iterator[tuple[str, int]]:
    """At range 0 in 2.5 no dice can be added."""
    added = [("range 1", int(has_attacker_bonus(attack.range, weapon)))]
    added.append(("bullseye", int(weapon.effect in OF_A_BULLSEYE_DIE and attack.arc is Arc.BULLSEYE)))
    added.append(("charges", attack.more_dice))
    added += ((a.name, a.attack_dice) for a in (*attack.attacker_abilities, *attack.defender_abilities))
    added += ((use.name, use.known.attack_dice) for use in _once(cards.all, attacker_bonus))
    bare = is_bare(battle, attack)
    yield from (reason for reason in added if reason[1] < 0 or not bare)
    yield "deplete", -bool(attacker.deplete)
    yield Title.WEAPONS_FAILURE, -battle.faceup_of(attacker.key, Title.WEAPONS_FAILURE)


def _defence_reasons(
    battle: Battle, attack: Attack, defender: Ship, weapon: Weapon, cards: Acting
) -> Iterator[tuple[str, int]]:
    """At range 0 in 2.5 the attacker cannot take any away."""
    yield "cloak", CLOAKED * bool(defender.cloak)
    yield "range 3", int(has_defender_bonus(attack.range, weapon, attacker_of(battle, attack)))
    yield "obstructed", int(attack.obstruction is not Obstruction.CLEAR)
    of_attacker = [(a.name, a.defence_dice) for a in attack.attacker_abilities]
    of_attacker += [(use.name, use.known.defence_dice) for use in _once(cards.attacking, defender_bonus)]
    bare = is_bare(battle, attack)
    yield from (reason for reason in of_attacker if reason[1] > 0 or not bare)
    yield from ((a.name, a.defence_dice) for a in attack.defender_abilities)
    yield from ((use.name, use.known.defence_dice) for use in cards.defending)
    yield "strain", -bool(defender.strain)
    yield "tractored", -int(is_tractored(defender))
    yield Title.STRUCTURAL_DAMAGE, -battle.faceup_of(defender.key, Title.STRUCTURAL_DAMAGE)


def _once(uses: Iterable[Use], bonus: Condition) -> Iterator[Use]:
    """The cards, but of those that keep a bonus from being had the first alone: there is no more of it to keep."""
    keeping = [use for use in uses if bonus in use.known.when]
    return (use for use in uses if use not in keeping[1:])


def why_too_many_dice(battle: Battle, attack: Attack, weapon: Weapon, cards: Acting) -> str:
    """Why one of the cards cannot be used beside the others: too many attack dice are rolled; empty when all can.

    Those that allow more dice come first.
    """
    limited = [use for use in cards.attacking if use.known.fewer_than]
    used = replace(cards, attacking=tuple(use for use in cards.attacking if use not in limited))
    for use in sorted(limited, key=lambda use: -use.known.fewer_than):
        if why := why_too_many(use, attack_dice(battle, attack, weapon, used)[0]):
            return why
        used = replace(used, attacking=(*used.attacking, use))
    return ""


def crowded_out(
    battle: Battle, attack: Attack, weapon: Weapon, cards: Acting, offered: Iterable[Use]
) -> dict[str, str]:
    """Why each of the cards on offer could not be used beside the cards that are, by its name; empty where it could."""
    found = {}
    for use in offered:
        others = replace(cards, attacking=tuple(each for each in cards.attacking if each.name != use.name))
        dice = attack_dice(battle, attack, weapon, others)[0] if use.known.fewer_than else 0
        found[use.name] = why_too_many(use, dice)
    return found


def why_too_many(use: Use, dice: int) -> str:
    """Why a card cannot be used where so many attack dice are rolled without it; empty when it can."""
    if not use.known.fewer_than or dice < use.known.fewer_than:
        return ""
    return f"{use.name} needs fewer than {use.known.fewer_than} attack dice: {dice} are rolled without it."
