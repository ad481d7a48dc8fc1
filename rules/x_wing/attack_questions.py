"""What the panel asks before an attack: what was measured, the weapon, and abilities (an app cannot measure)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import product
from typing import TypeVar

from rules.asks import Option
from rules.game import Illegal, WhyNot
from rules.questions import NO_YES, Answers, AnyQuestion, Question, Rows, numbers
from rules.records import from_json
from rules.words import counted
from rules.x_wing.abilities import Ability, is_by_name, rows
from rules.x_wing.declaration import (
    NEEDED,
    RANGE_0,
    Attack,
    Facing,
    Obstruction,
    dice_for_charges,
    reach,
    why_not_chosen,
    why_not_paid,
    why_not_target,
    why_not_weapon,
)
from rules.x_wing.known.acting import Acting
from rules.x_wing.known.uses import offered
from rules.x_wing.modification import ADD
from rules.x_wing.number_of_dice import crowded_out, defence_dice
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import TURRETS, Arc, Effect, Needs, Ship, Weapon
from rules.x_wing.token_effects import as_it_engages
from rules.x_wing.weapon_costs import price, repeats

RANGES = (2, 1, 3, 0)
"""The ranges in the order in which one of them is taken as the usual one."""

NO_WEAPON = ""

CRITS = "Then evades cancel no crits."

BY_CARD = "Its card does more than the app knows: damage and tokens are asked once its results are known."

E = TypeVar("E", bound=StrEnum)

FRONTAL = (Arc.FRONT, Arc.FULL_FRONT, Arc.BULLSEYE)


def of_ships(why_not: Callable[[Battle, Ship], str]) -> Callable[[Battle], WhyNot]:
    """Why each ship of a battle cannot do something, empty where it can."""
    return lambda battle: {ship.key: why_not(battle, ship) for ship in battle.ships}


def targets(battle: Battle, actor: str, *, bonus: bool = False) -> WhyNot:
    """What a ship can attack, when it engages or in a bonus attack: whom some weapon reaches at some range and arc."""
    ship = _attacker(battle, actor, bonus)
    return {
        other.key: why_not_target(battle, ship, other) or _why_no_weapon(battle, ship, other, bonus)
        for other in battle.ships
        if other.key != ship.key
    }


def questions(battle: Battle, answers: Answers, *, bonus: bool = False) -> tuple[AnyQuestion, ...]:
    """Range, arc, weapon, obstruction, the defender's arcs where they matter, dice for charges, and abilities."""
    ship, target = _attacker(battle, str(answers.get("actor")), bonus), battle.ship(str(answers.get("target")))
    ways = [(distance, arc) for _, distance, arc in usable(battle, ship, target, bonus=bonus)]
    reached = {distance for distance, _ in ways}
    ways = ways or [(RANGES[0], Arc.FRONT)]
    distance = _distance(answers, ways[0][0])
    arc = one_of(Arc, answers, "arc", next((arc for reached, arc in ways if reached == distance), ways[0][1]))
    allowed = answers.get("allowed") is True
    weapons = weapon_question(battle, ship, target, distance, arc, bonus=bonus, allowed=allowed)
    said = str(answers.get("weapon", weapons.usual))
    asked: list[AnyQuestion] = [
        Question("range", "Range", tuple(_range_options(battle, ship, reached, allowed)), ways[0][0]),
        Question("arc", "Target in arc", tuple(Option(arc.value, arc.value) for arc in arcs(ship)), arc.value),
        weapons,
        *_override(battle, ship, target, distance, arc, said, bonus, reached),
        obstruction_question(battle),
    ]
    if target.reinforce_fore or target.reinforce_aft:
        options = tuple(Option(facing.value, facing.value) for facing in Facing)
        asked.append(Question("facing", f"Attacker is, of {target.name}, in", options, Facing.FRONT.value))
    about = Attack(
        ship.key,
        target.key,
        said,
        distance,
        arc,
        one_of(Obstruction, answers, "obstruction", Obstruction.CLEAR),
        one_of(Facing, answers, "facing", Facing.FRONT),
        outside_front=answers.get("outside_front") is True,
        bonus=bonus,
        allowed=allowed,
    )
    weapon = next((weapon for weapon in ship.weapons if weapon.key == said), None)
    if weapon:
        asked += _of_weapon(battle, about, weapon, answers)
        about = replace(about, more_dice=_charges_said(asked, answers))
    return (*asked, *_of_cards(battle, about, weapon, answers))


def _of_cards(battle: Battle, about: Attack, weapon: Weapon | None, answers: Answers) -> Iterator[Rows]:
    """The abilities of both ships: known cards, those that would roll too many dice with the reason, and typed rows."""
    sides = (("attacker_abilities", about.actor, True), ("defender_abilities", about.target, False))
    uses = {name: offered(battle, about, weapon, attacking=attacking) if weapon else () for name, _, attacking in sides}
    usual = {name: tuple(use.name for use in each if use.is_usual) for name, each in uses.items()}
    crowded: dict[str, str] = {}
    if weapon and any(use.known.fewer_than for use in uses["attacker_abilities"]):
        by_attacker, by_defender = (_said(answers, name, usual[name]) for name, _, _ in sides)
        told = replace(about, attacker_abilities=by_attacker, defender_abilities=by_defender)
        names = [{row.name for row in each if is_by_name(row)} for each in (by_attacker, by_defender)]
        sides_now = zip(uses.values(), names, strict=True)
        now = Acting(*(tuple(use for use in each if use.name in named) for each, named in sides_now))
        crowded = crowded_out(battle, told, weapon, now, uses["attacker_abilities"])
    for name, key, _ in sides:
        offers = (use.row for use in uses[name])
        refused = (replace(row, refused=row.refused or crowded.get(row.name, "")) for row in offers)
        yield rows(name, battle.ship(key), tuple(refused), usual[name])


def _said(answers: Answers, name: str, usual: tuple[str, ...]) -> tuple[Ability, ...]:
    """The abilities that were answered, or the usual ones before anything was."""
    given = answers.get(name)
    rows_said = given if isinstance(given, list) else [{"name": each} for each in usual]
    return tuple(from_json(Ability, row, "Abilities") for row in rows_said)


def _charges_said(asked: Sequence[AnyQuestion], answers: Answers) -> int:
    """The dice for charges that were answered, or the usual ones; none where nobody asks for them."""
    found = next((each for each in asked if isinstance(each, Question) and each.name == "more_dice"), None)
    said = answers.get("more_dice", found.usual) if found else 0
    return said if isinstance(said, int) else 0


def _attacker(battle: Battle, key: str, bonus: bool) -> Ship:
    """The ship as it attacks: a bonus attack is no engagement."""
    ship = battle.ship(key)
    return ship if bonus else as_it_engages(battle, ship)


def _of_weapon(battle: Battle, about: Attack, weapon: Weapon, answers: Answers) -> Iterator[Question]:
    """What only some weapons ask: whether evades cancel crits, charges for dice, and what the app does not know."""
    sides = ("attacker_abilities", "defender_abilities")
    by_attacker, by_defender = (_said(answers, name, ()) for name in sides)
    told = replace(about, attacker_abilities=by_attacker, defender_abilities=by_defender)
    if asks_where(battle, told, weapon):
        label = f"Attacker is outside the front arc of {battle.ship(about.target).name}"
        yield Question("outside_front", label, NO_YES, False, CRITS)
    if most := dice_for_charges(battle, about, weapon):
        yield Question("more_dice", "Charges for more attack dice", numbers(0, most), most)
    if weapon.more:
        yield Question("by_card", f"Ask what else {weapon.name} does", NO_YES, True, BY_CARD)


def asks_where(battle: Battle, attack: Attack, weapon: Weapon) -> bool:
    """Whether it is asked if the attacker is outside the defender's front arc, as the attack is declared by now."""
    target = battle.ship(attack.target)
    reinforced = bool(target.reinforce_fore or target.reinforce_aft)
    known = reinforced and attack.facing is Facing.REAR
    return weapon.effect is Effect.AUTOBLASTERS and not known and (reinforced or _may_evade(battle, attack, weapon))


def _may_evade(battle: Battle, attack: Attack, weapon: Weapon) -> bool:
    """Whether the defender may come to an evade by a die, or by what a card or a typed row gives it."""
    if any(row.add_defence for row in (*attack.attacker_abilities, *attack.defender_abilities)):
        return True
    if defence_dice(battle, attack, weapon, Acting((), ()))[0]:
        return True
    cards = (use.known for attacking in (True, False) for use in offered(battle, attack, weapon, attacking=attacking))
    return any(card.defence_dice > 0 or any(each.does == ADD for each in card.on_defence) for card in cards)


def weapon_question(
    battle: Battle, ship: Ship, target: Ship, distance: int, arc: Arc, *, bonus: bool = False, allowed: bool = False
) -> Question:
    """The weapons, those that cannot be used with the reason; when none can, there is only that to choose.

    One that only a card allows is the usual one where no other is left.
    """
    options, usual = [], []
    for weapon in ship.weapons:
        why = why_not_chosen(battle, ship, weapon, target.key, distance, arc, bonus=bonus)
        refused = ("" if allowed else why) or why_not_paid(ship, weapon, target.key, bonus=bonus)
        options.append(Option(weapon.key, weapon.name, _weapon(battle, weapon, target, bonus), refused))
        usual += [] if refused or why else [weapon.key]
    if all(option.refused for option in options):
        options.append(Option(NO_WEAPON, "none of them", "choose another range or arc"))
    usual += [str(option.value) for option in options if not option.refused]
    return Question("weapon", "Weapon", tuple(options), usual[0])


def _override(
    battle: Battle, ship: Ship, target: Ship, distance: int, arc: Arc, weapon: str, bonus: bool, reached: set[int]
) -> Iterator[Question]:
    """Whether a card allows what is refused, where anything is; it says why of the weapon that is chosen."""
    why = {
        w.key: why_not_chosen(battle, ship, w, target.key, distance, arc, bonus=bonus)
        for w in ship.weapons
        if not why_not_paid(ship, w, target.key, bonus=bonus)
    }
    if any(why.values()) or (why and not reached.issuperset(RANGES)):
        yield Question("allowed", "A card allows what is refused", NO_YES, False, why.get(weapon, ""), rare=True)


def obstruction_question(battle: Battle) -> Question:
    """What lies between the ships; a gas cloud is special in 2.0 only."""
    allowed = [o for o in Obstruction if o is not Obstruction.GAS_CLOUD or not battle.is_second]
    return Question("obstruction", "Obstructed by", tuple(Option(o.value, o.value) for o in allowed), "nothing")


def usable(battle: Battle, ship: Ship, target: Ship, *, bonus: bool = False) -> list[tuple[Weapon, int, Arc]]:
    """Every weapon with the ranges and arcs at which it can attack the target, the usual ones first."""
    return [
        (weapon, distance, arc)
        for weapon, distance, arc in product(ship.weapons, RANGES, arcs(ship))
        if not why_not_weapon(battle, ship, weapon, target.key, distance, arc, bonus=bonus)
    ]


def arcs(ship: Ship) -> tuple[Arc, ...]:
    """The arcs in which a target can be for the ship's weapons; the bullseye is asked for whatever can fire forward."""
    found = [weapon.arc for weapon in ship.weapons]
    if any(arc in FRONTAL for arc in found):
        found = [Arc.FRONT, *found, Arc.BULLSEYE]
    elif any(arc in TURRETS for arc in found):
        found.append(Arc.BULLSEYE)
    return tuple(dict.fromkeys(found))


def _range_options(battle: Battle, ship: Ship, reached: set[int], allowed: bool) -> Iterator[Option]:
    for distance in sorted(RANGES):
        usual = f"No weapon of {ship.name} can attack at range {distance}."
        refused = usual if distance or battle.is_second else RANGE_0
        yield Option(distance, str(distance), refused="" if allowed or distance in reached else refused)


def _weapon(battle: Battle, weapon: Weapon, target: Ship, bonus: bool) -> str:
    parts = [counted(weapon.dice, "die"), f"range {reach(weapon)}", f"{weapon.arc} arc"]
    cost = price(weapon, target.key, bonus=bonus)
    if weapon.fired_at is not None and repeats(weapon, target.key, bonus=bonus):
        parts.append(f"only at range 0-1 of {battle.ship(weapon.fired_at).name}")
    elif weapon.needs is not Needs.NOTHING:
        parts.append(f"needs {NEEDED[weapon.needs]}")
    parts += [f"costs {count} {called}" for count, called in ((cost.energy, "energy"), (cost.force, "Force")) if count]
    if bonus and weapon.grants:
        parts.append(f"{weapon.granted} of {counted(weapon.grants, 'bonus attack')} left")
    if cost.charges > 1:
        parts.append(f"costs {cost.charges} charges")
    if cost.charges:
        parts.append(f"{counted(weapon.charges, 'charge')} left")
    return ", ".join([*parts, "does more than the app knows"] if weapon.more else parts)


def _why_no_weapon(battle: Battle, ship: Ship, target: Ship, bonus: bool) -> str:
    if usable(battle, ship, target, bonus=bonus):
        return ""
    return f"No weapon of {ship.name} can attack {target.name} now."


def _distance(answers: Answers, usual: int) -> int:
    said = answers.get("range", usual)
    if isinstance(said, bool) or said not in RANGES:
        raise Illegal("Range is 0 to 3.")
    return int(said)


def one_of(kinds: type[E], answers: Answers, name: str, usual: E) -> E:
    """The answer that is one of a kind of names, or the usual one; ``Illegal`` for another."""
    try:
        return kinds(str(answers.get(name, usual.value)))
    except ValueError:
        raise Illegal(f"There is no {name} “{answers.get(name)}”.") from None
