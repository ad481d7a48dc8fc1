"""The dice of a declared attack, from the sheets of both ships: how many, why, and what can modify them.

Steps 2 and 3 of the attack say what is added up; the amounts are the rules reference's, the limits those of 2.5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.asks import Side
from rules.changes import Change
from rules.x_wing.abilities import on_attack_dice, on_defence_dice
from rules.x_wing.allowing import keeps_lock, most_dice
from rules.x_wing.cards import Title
from rules.x_wing.declaration import Attack, Facing, Obstruction, attacker_of
from rules.x_wing.dice import ATTACK, BLANK, CRIT, DEFENCE, EVADE, FOCUS, HIT, Results
from rules.x_wing.known.acting import Acting, acting
from rules.x_wing.means import PLENTY, Means
from rules.x_wing.modification import ADD, CHANGE, Held, Modification
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Arc, Effect, Ship, Weapon
from rules.x_wing.tokens import is_tractored
from rules.x_wing.weapon_costs import price

CAP = 6
"""The most dice of one side in 2.5; in 2.0 there is no limit."""

CLOAKED = 2

RANGE_BONUS = 3
"""The range at which the defender has a die more."""

ATTACKING = ("lock", "focus", "calculate", "force")
"""What an attacker spends on its dice."""

SPENDABLE = ("focus", "calculate", "force", "evade")

ONLY = {Effect.UNMODIFIED: (), Effect.FORESIGHT: (), Effect.LOCK_ONLY: ("lock",)}
"""What of it weapons allow whose attack dice nothing else modifies."""

MOST_SOUGHT = 2
"""The charges of Seeker Missiles that change dice."""

REQUIRED = (Effect.HIT_TO_CRIT, Effect.FOCUS_TO_CRIT)
"""The weapons whose cards change a die, and do not say that the attacker may."""

OF_A_BULLSEYE_DIE = (Effect.BULLSEYE_DIE, Effect.AUTOBLASTERS)


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice of one side in an attack: how many, what their owner can do to them, and what the other player can.

    ``reasons`` tell the number as a sum, ``alone`` that it has one term; defence dice may know the results ``against``
    which they are rolled, and ``spare`` are evades of them that will be cancelled. Dice can be such that nobody
    modifies them: ``unmodified``. ``usual`` tells that nothing but usual play is counted.
    """

    kind: str
    dice: int
    side: Side
    means: Means
    other_side: Side
    others: tuple[Modification, ...] = ()
    against: Results | None = None
    spare: int = 0
    unmodified: bool = False
    usual: bool = False
    reasons: str = field(default="", compare=False)
    alone: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Hands:
    """The attack dice and the defence dice of an attack, and how their results meet.

    ``reinforce`` counts the defender's active reinforce tokens; ``tamed`` turns every crit into a hit once the attack
    dice are modified. ``crits_stay`` tells that evades, those of reinforce too, cancel no crits. ``fewer_hits``,
    ``fewer_crits`` and ``fewer_results``, crits before hits, are what cards of the defender's side cancel.
    """

    attack: Hand
    defence: Hand
    reinforce: int = 0
    crits_first: bool = False
    tamed: bool = False
    crits_stay: bool = False
    fewer_hits: int = 0
    fewer_crits: int = 0
    fewer_results: int = 0

    def after_cards(self, results: Results, evades: int) -> tuple[Results, int]:
        """The results and the evades when cards have cancelled some, before they meet."""
        if not (self.fewer_hits or self.fewer_crits or self.fewer_results or self.defence.spare):
            return results, evades
        left = Results(max(0, results.hits - self.fewer_hits), max(0, results.crits - self.fewer_crits))
        return left.without(self.fewer_results, crits_first=True), max(0, evades - self.defence.spare)

    def paired(self, results: Results, evades: int) -> Results:
        """What is left of results after the evades."""
        return results.without(self._cancelling(results, evades), crits_first=self.crits_first)

    def left_of(self, results: Results, evades: int) -> Results:
        """What is left of results after the cards that cancel some, the evades and the active reinforce tokens."""
        return self.reinforced(self.paired(*self.after_cards(results, evades)))

    def reinforced(self, left: Results) -> Results:
        """What the active reinforce tokens leave of results that evades left.

        Each token cancels one more, hits before crits, as long as more than one is left (rules reference, reinforce).
        """
        if not self.reinforce:
            return left
        return left.without(self._cancelling(left, min(self.reinforce, max(0, left.total - 1))))

    def _cancelling(self, results: Results, evades: int) -> int:
        return min(evades, results.hits) if self.crits_stay else evades

    def tame(self, results: Results) -> Results:
        """The results once the attack dice are modified."""
        return Results(results.total) if self.tamed else results


def hands_of(battle: Battle, attack: Attack, weapon: Weapon) -> Hands:
    """The dice of both sides and what can be done to them; at range 0 in 2.5 the attacker modifies none."""
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    cards = acting(battle, attack, weapon)
    attack_reasons = _attack_reasons(battle, attack, attacker, weapon, cards)
    red, why_red = _number(battle, weapon.name, weapon.dice, attack_reasons, most_dice(attacker, weapon))
    defence_reasons = _defence_reasons(battle, attack, defender, weapon, cards)
    green, why_green = _number(battle, "agility", defender.agility, defence_reasons)
    fixed = any(use.known.unmodified for use in cards.defending), any(use.known.unmodified for use in cards.attacking)
    on_attack = Held((*on_attack_dice(attack.defender_abilities), *cards.on_attack_dice(attacking=False)))
    on_defence = Held((*on_defence_dice(attack.attacker_abilities), *cards.on_defence_dice(attacking=True)))
    return Hands(
        Hand(
            ATTACK,
            red,
            attacker.squad,
            Means() if fixed[0] else _attacking(battle, attack, weapon, cards),
            defender.squad,
            () if fixed[0] or weapon.effect in ONLY else on_attack,
            unmodified=fixed[0],
            reasons=why_red,
            alone=why_red == f"{red} {weapon.name}",
        ),
        Hand(
            DEFENCE,
            green,
            defender.squad,
            Means() if fixed[1] else _defending(attack, defender, cards),
            attacker.squad,
            on_defence if not is_bare(battle, attack) and not fixed[1] else (),
            spare=sum(use.known.fewer_evades for use in cards.attacking),
            unmodified=fixed[1],
            reasons=why_green,
            alone=why_green == f"{green} agility",
        ),
        reinforce=_active_reinforce(attack, defender),
        crits_first=weapon.effect is Effect.PLASMA or any(use.known.crits_first for use in cards.defending),
        tamed=weapon.effect is Effect.TAMED,
        crits_stay=weapon.effect is Effect.AUTOBLASTERS and is_outside_front(attack),
        fewer_hits=sum(use.known.fewer_hits for use in cards.defending),
        fewer_crits=sum(use.known.fewer_crits for use in cards.defending),
        fewer_results=sum(use.known.fewer_results for use in cards.defending),
    )


def kinds_for_attack(battle: Battle, attack: Attack, weapon: Weapon) -> tuple[str, ...]:
    """What the attacker may spend on its dice: at range 0 in 2.5 nothing, with a Blinded Pilot only Force."""
    if is_bare(battle, attack):
        return ()
    kept = ("lock",) if keeps_lock(battle.ship(attack.actor), weapon) else ()
    blinded = battle.faceup_of(attack.actor, Title.BLINDED_PILOT)
    allowed = ONLY.get(weapon.effect, ATTACKING)
    return tuple(kind for kind in allowed if kind not in kept and (kind == "force" or not blinded))


def is_bare(battle: Battle, attack: Attack) -> bool:
    """Whether it is an attack at range 0 of 2.5, in which the attacker adds and modifies nothing."""
    return battle.is_second and attack.range == 0


def is_outside_front(attack: Attack) -> bool:
    """Whether the attacker is outside the defender's front arc, as it is in its full rear arc alone."""
    return attack.outside_front or attack.facing is Facing.REAR


def spent(ship: Ship, before: Means, after: Means) -> Iterator[Change]:
    """The lock, tokens and charges that a ship spent on dice."""
    if before.lock and not after.lock:
        yield Change(ship.key, "lock", ship.lock, None)
    for kind in SPENDABLE:
        if used := getattr(before, kind) - getattr(after, kind):
            yield Change(ship.key, kind, getattr(ship, kind), getattr(ship, kind) - used)


def _attacking(battle: Battle, attack: Attack, weapon: Weapon, cards: Acting) -> Means:
    attacker, kinds = attacker_of(battle, attack), kinds_for_attack(battle, attack, weapon)
    locked = "lock" in kinds and attacker.lock == attack.target
    focus, calculate, force = (getattr(attacker, kind) if kind in kinds else 0 for kind in ATTACKING[1:])
    means = Means(locked, focus, calculate, max(0, force - price(weapon, attack.target, bonus=attack.bonus).force))
    means = cards.kept_back(means, attack.actor, ATTACK)
    if is_bare(battle, attack) or battle.faceup_of(attack.actor, Title.BLINDED_PILOT):
        return means
    own = tuple(_of_weapon(weapon, attack.arc))
    required = tuple(map(str, own)) if weapon.effect in REQUIRED else ()
    typed = (_beside(own, each) for each in on_attack_dice(attack.attacker_abilities))
    usable = () if weapon.effect in ONLY else (*typed, *cards.on_attack_dice(attacking=True))
    return _with_charges(means._replace(abilities=Held((*usable, *own)), required=required), attack, weapon)


def _of_weapon(weapon: Weapon, arc: Arc) -> Iterator[Modification]:
    """How the weapon itself can change or add a result."""
    changes = {
        Effect.HIT_TO_CRIT: Modification(weapon.name, CHANGE, 1, HIT, CRIT),
        Effect.FOCUS_TO_CRIT: Modification(weapon.name, CHANGE, 1, FOCUS, CRIT, HIT),
        Effect.FORESIGHT: Modification(weapon.name, CHANGE, 1, FOCUS, HIT),
    }
    if found := changes.get(weapon.effect):
        yield found
    if weapon.effect is Effect.FOCUS_MORE and arc is Arc.BULLSEYE:
        yield Modification(weapon.name, ADD, 1, after=FOCUS)


def _beside(own: tuple[Modification, ...], typed: Modification) -> Modification:
    """What was typed in, told apart from what the weapon does where players called it like that."""
    return typed._replace(source=f"{typed.source} (typed)") if str(typed) in map(str, own) else typed


def _with_charges(means: Means, attack: Attack, weapon: Weapon) -> Means:
    """What the charges of the weapon that are left can do to dice."""
    left = weapon.charges - price(weapon, attack.target, bonus=attack.bonus).charges - attack.more_dice
    if weapon.effect is Effect.BARRAGE and attack.arc is Arc.BULLSEYE:
        return means._replace(salvo=left)
    if weapon.effect is Effect.SEEKER:
        return means._replace(seek=min(MOST_SOUGHT, left))
    return means._replace(shell=weapon.effect is Effect.SHELLS)


def _defending(attack: Attack, defender: Ship, cards: Acting) -> Means:
    abilities = (*on_defence_dice(attack.defender_abilities), *cards.on_defence_dice(attacking=False))
    if attack.obstruction is Obstruction.GAS_CLOUD:
        abilities += (Modification("gas cloud", CHANGE, 1, BLANK, EVADE),)
    means = Means(False, defender.focus, defender.calculate, defender.force, defender.evade, Held(abilities))
    return cards.kept_back(means, attack.target, DEFENCE)


def _active_reinforce(attack: Attack, defender: Ship) -> int:
    """The reinforce tokens of the side that the attacker is on; none when it flanks."""
    tokens = {Facing.FRONT: defender.reinforce_fore, Facing.REAR: defender.reinforce_aft, Facing.BOTH: 0}
    return tokens[attack.facing]


def _number(
    battle: Battle, name: str, dice: int, reasons: Iterator[tuple[str, int]], most: int = PLENTY
) -> tuple[int, str]:
    """How many dice, at least 0 and at most ``most``, in 2.5 also at most 6, and the sum that makes them in words."""
    added = [(name, amount) for name, amount in reasons if amount]
    total = min(max(0, dice + sum(amount for _, amount in added)), most, CAP if battle.is_second else PLENTY)
    if not added:
        return total, f"{total} {name}"
    told = " ".join([f"{dice} {name}", *(f"{amount:+} {name}" for name, amount in added)])
    return total, f"{told} = {total}"


def _attack_reasons(
    battle: Battle, attack: Attack, attacker: Ship, weapon: Weapon, cards: Acting
) -> Iterator[tuple[str, int]]:
    """At range 0 in 2.5 no dice can be added."""
    added = [("range 1", int(attack.range == 1 and not weapon.ordnance))]
    added.append(("bullseye", int(weapon.effect in OF_A_BULLSEYE_DIE and attack.arc is Arc.BULLSEYE)))
    added.append(("charges", attack.more_dice))
    added += ((a.name, a.attack_dice) for a in (*attack.attacker_abilities, *attack.defender_abilities))
    added += ((use.name, use.known.attack_dice) for use in cards.all)
    bare = is_bare(battle, attack)
    yield from (reason for reason in added if reason[1] < 0 or not bare)
    yield "deplete", -bool(attacker.deplete)
    yield Title.WEAPONS_FAILURE, -battle.faceup_of(attacker.key, Title.WEAPONS_FAILURE)


def _defence_reasons(
    battle: Battle, attack: Attack, defender: Ship, weapon: Weapon, cards: Acting
) -> Iterator[tuple[str, int]]:
    """At range 0 in 2.5 the attacker cannot take any away."""
    yield "cloak", CLOAKED * bool(defender.cloak)
    synced = weapon.effect is Effect.SYNCED and attacker_of(battle, attack).calculate > 0
    yield "range 3", int(attack.range == RANGE_BONUS and not (weapon.ordnance or synced))
    yield "obstructed", int(attack.obstruction is not Obstruction.CLEAR)
    of_attacker = [(a.name, a.defence_dice) for a in attack.attacker_abilities]
    of_attacker += [(use.name, use.known.defence_dice) for use in cards.attacking]
    bare = is_bare(battle, attack)
    yield from (reason for reason in of_attacker if reason[1] > 0 or not bare)
    yield from ((a.name, a.defence_dice) for a in attack.defender_abilities)
    yield from ((use.name, use.known.defence_dice) for use in cards.defending)
    yield "strain", -bool(defender.strain)
    yield "tractored", -int(is_tractored(defender))
    yield Title.STRUCTURAL_DAMAGE, -battle.faceup_of(defender.key, Title.STRUCTURAL_DAMAGE)
