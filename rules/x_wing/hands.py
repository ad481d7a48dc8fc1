"""The dice of a declared attack, from the sheets of both ships: how many, why, and what can modify them.

Steps 2 and 3 of the attack say what is added up; the amounts are the rules reference's, the limits those of 2.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from rules.asks import Side
from rules.changes import Change
from rules.guards import refuse
from rules.x_wing.abilities import on_attack_dice, on_defence_dice
from rules.x_wing.allowing import keeps_lock
from rules.x_wing.cards import Title
from rules.x_wing.declaration import Attack, Facing, Obstruction, attacker_of, is_bare
from rules.x_wing.dice import ATTACK, BLANK, DEFENCE, EVADE, Results
from rules.x_wing.known.acting import Acting, acting
from rules.x_wing.known.prices import spends_force
from rules.x_wing.known.spending import Ending, are_used, bared_by, endings
from rules.x_wing.means import SPEND_FOCUS, Means
from rules.x_wing.modification import CHANGE, Held, Modification, spoiling
from rules.x_wing.number_of_dice import attack_dice, defence_dice, why_too_many_dice
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Effect, Ship, Weapon
from rules.x_wing.weapon_costs import price
from rules.x_wing.weapon_on_dice import REQUIRED, beside, of_weapon, with_charges

ATTACKING = ("lock", "focus", "calculate", "force")
"""What an attacker spends on its dice."""

SPENDABLE = ("focus", "calculate", "force", "evade")

ONLY = {Effect.UNMODIFIED: (), Effect.FORESIGHT: (), Effect.LOCK_ONLY: ("lock",)}
"""What of it weapons allow whose attack dice nothing else modifies."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice of one side in an attack: how many, what their owner can do to them, and what the other player can.

    ``reasons`` tell the number as a sum, ``alone`` that it has one term; defence dice may know the results ``against``
    which they are rolled, and ``spare`` are evades of them that will be cancelled. Dice can be such that nobody
    modifies them: ``unmodified``. One evade is added where exactly as many are rolled as was ``guessed``. ``usual``
    tells that nothing but usual play is counted.
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
    guessed: int = 0
    usual: bool = False
    reasons: str = field(default="", compare=False)
    alone: bool = field(default=False, compare=False)

    def in_usual_play(self) -> Hand:
        """The same where nothing else is counted: the other player leaves alone what does these dice no harm."""
        return replace(self, usual=True, others=spoiling(self.others, self.kind))


@dataclass(frozen=True, slots=True)
class Hands:
    """The attack dice and the defence dice of an attack, and how their results meet.

    ``if_modified`` are the defence dice where the attacker modified attack dice, if that makes a difference, and
    ``if_bare`` where it spent all its green tokens on them, those that do nothing to dice by the cards ``bared_by``.
    ``endings`` are cards of the attacker for the defence dice that may end with what it does to the attack dice.
    ``reinforce`` counts the defender's active reinforce tokens; ``tamed`` turns every crit into a hit once the attack
    dice are modified, ``sharpened`` every hit into a crit. ``crits_stay`` tells that evades, those of reinforce too,
    cancel no crits. ``fewer_hits``, ``fewer_crits`` and ``fewer_results``, crits before hits, are what cards of the
    defender's side cancel.
    """

    attack: Hand
    defence: Hand
    if_modified: Hand | None = None
    if_bare: Hand | None = None
    reinforce: int = 0
    crits_first: bool = False
    tamed: bool = False
    sharpened: bool = False
    crits_stay: bool = False
    fewer_hits: int = 0
    fewer_crits: int = 0
    fewer_results: int = 0
    bared_by: tuple[str, ...] = ()
    endings: tuple[Ending, ...] = ()

    @property
    def possible(self) -> tuple[Hand, ...]:
        """The defence dice as they can come to be, by what the attacker does to the attack dice."""
        return tuple(hand for hand in (self.defence, self.if_modified, self.if_bare) if hand)

    @property
    def wait(self) -> bool:
        """Whether what the attacker does to the attack dice makes a difference for the defence dice."""
        return len(self.possible) > 1 or bool(self.endings)

    def meeting(self, left: Means) -> Hands:
        """The same once the attack dice are modified, when this is left of what the attacker had for that."""
        had = self.attack.means
        bare = not (left.focus or left.calculate) and are_used(self.bared_by, had, left)
        met = (bare and self.if_bare) or (left != had and self.if_modified) or self.defence
        over = {ending.card for ending in self.endings if are_used(ending.spent, had, left)}
        if over:
            met = replace(met, others=Held(one for one in met.others if one.source not in over))
        return self.facing(met)

    def facing(self, defence: Hand) -> Hands:
        """The same when these are the defence dice."""
        return replace(self, defence=defence, if_modified=None, if_bare=None, endings=())

    def after_cards(self, results: Results, evades: int) -> tuple[Results, int]:
        """The results and the evades when cards have cancelled some, before they meet."""
        if not self._are_fewer:
            return results, evades
        left = Results(max(0, results.hits - self.fewer_hits), max(0, results.crits - self.fewer_crits))
        return left.without(self.fewer_results, crits_first=True), max(0, evades - self.defence.spare)

    def paired(self, results: Results, evades: int) -> Results:
        """What is left of results after the evades."""
        return results.without(self._cancelling(results, evades), crits_first=self.crits_first)

    def left_of(self, results: Results, evades: int) -> Results:
        """What is left of results after the cards that cancel some, the evades and the active reinforce tokens."""
        return self.reinforced(self.paired(*self.after_cards(results, evades)))

    @property
    def leaving(self) -> Callable[[Results, int], Results]:
        """What says the same as ``left_of`` about many results, by the shortest way to it."""
        if self.reinforce or self.crits_stay or self._are_fewer:
            return self.left_of
        return partial(Results.without, crits_first=True) if self.crits_first else Results.without

    @property
    def _are_fewer(self) -> bool:
        """Whether cards cancel any results or evades."""
        return bool(self.fewer_hits or self.fewer_crits or self.fewer_results or self.defence.spare)

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
        if self.tamed:
            return Results(results.total)
        return Results(0, results.total) if self.sharpened else results


def hands_of(battle: Battle, attack: Attack, weapon: Weapon) -> Hands:
    """The dice of both sides and what can be done to them; at range 0 in 2.5 the attacker modifies none."""
    attacker, defender = battle.ship(attack.actor), battle.ship(attack.target)
    cards = acting(battle, attack, weapon)
    refuse(why_too_many_dice(battle, attack, weapon, cards))
    red, why_red = attack_dice(battle, attack, weapon, cards)
    fixed = any(use.known.unmodified for use in cards.defending), any(use.known.unmodified for use in cards.attacking)
    on_attack = Held((*on_attack_dice(attack.defender_abilities), *cards.on_attack_dice(attacking=False)))
    on_defence = Held((*on_defence_dice(attack.attacker_abilities), *cards.on_defence_dice(attacking=True)))

    def defending(now: Acting) -> Hand:
        green, why_green = defence_dice(battle, attack, weapon, now)
        return Hand(
            DEFENCE,
            green,
            defender.squad,
            Means() if fixed[1] else _defending(attack, defender, now),
            attacker.squad,
            on_defence if not is_bare(battle, attack) and not fixed[1] else (),
            spare=sum(use.known.fewer_evades for use in cards.attacking),
            unmodified=fixed[1],
            guessed=0 if fixed[1] else sum(use.known.guess for use in cards.defending),
            reasons=why_green,
            alone=why_green == f"{green} agility",
        )

    means = Means() if fixed[0] else _attacking(battle, attack, weapon, cards)
    modified = cards.once_modified
    at_once = modified.at_once
    bared = bared_by(cards.attacking, attacker)
    if_bare = modified is not cards and bared is not None and _spends_all(attacker, means)
    ending = tuple(endings(cards.attacking, attacker))
    told = (*((SPEND_FOCUS, *(bared or ())) if if_bare else ()), *(name for each in ending for name in each.spent))
    return Hands(
        Hand(
            ATTACK,
            red,
            attacker.squad,
            means._replace(told=told) if told else means,
            defender.squad,
            () if fixed[0] or weapon.effect in ONLY else on_attack,
            unmodified=fixed[0],
            reasons=why_red,
            alone=why_red == f"{red} {weapon.name}",
        ),
        defending(at_once),
        if_modified=None if at_once is modified else defending(modified),
        if_bare=defending(cards) if if_bare else None,
        reinforce=_active_reinforce(attack, defender),
        crits_first=weapon.effect is Effect.PLASMA or any(use.known.crits_first for use in cards.defending),
        tamed=weapon.effect is Effect.TAMED,
        sharpened=weapon.effect is Effect.DRILL and attack.range == 0,
        crits_stay=weapon.effect is Effect.AUTOBLASTERS and attack.is_outside_front,
        fewer_hits=sum(use.known.fewer_hits for use in cards.defending),
        fewer_crits=sum(use.known.fewer_crits for use in cards.defending),
        fewer_results=sum(use.known.fewer_results for use in cards.defending),
        bared_by=bared or () if if_bare else (),
        endings=ending,
    )


def kinds_for_attack(battle: Battle, attack: Attack, weapon: Weapon) -> tuple[str, ...]:
    """What the attacker may spend on its dice: at range 0 in 2.5 nothing, with a Blinded Pilot only Force."""
    if is_bare(battle, attack):
        return ()
    kept = ("lock",) if keeps_lock(battle.ship(attack.actor), weapon) else ()
    blinded = battle.faceup_of(attack.actor, Title.BLINDED_PILOT)
    allowed = ONLY.get(weapon.effect, ATTACKING)
    return tuple(kind for kind in allowed if kind not in kept and (kind == "force" or not blinded))


def spent(ship: Ship, before: Means, after: Means) -> Iterator[Change]:
    """The lock, tokens and charges that a ship spent on dice."""
    if before.lock and not (after.lock or after.kept):
        yield Change(ship.key, "lock", ship.lock, None)
    for kind in SPENDABLE:
        if used := getattr(before, kind) - getattr(after, kind):
            yield Change(ship.key, kind, getattr(ship, kind), getattr(ship, kind) - used)


def _attacking(battle: Battle, attack: Attack, weapon: Weapon, cards: Acting) -> Means:
    attacker, kinds = attacker_of(battle, attack), kinds_for_attack(battle, attack, weapon)
    locked = "lock" in kinds and attacker.lock == attack.target
    held = locked and cards.hold_lock
    focus, calculate, force = (getattr(attacker, kind) if kind in kinds else 0 for kind in ATTACKING[1:])
    force = max(0, force - price(weapon, attack.target, bonus=attack.bonus).force)
    means = Means(locked and not held, focus, calculate, force)
    means = cards.kept_back(means, attack.actor, ATTACK)
    if is_bare(battle, attack) or battle.faceup_of(attack.actor, Title.BLINDED_PILOT):
        return means
    kept_back = locked and not (means.lock or held)
    own = tuple(of_weapon(weapon, attack.arc))
    required = tuple(map(str, own)) if weapon.effect in REQUIRED else ()
    typed = (beside(own, each) for each in on_attack_dice(attack.attacker_abilities))
    usable = Held(() if weapon.effect in ONLY else (*typed, *cards.on_attack_dice(attacking=True)))
    usable = usable.without_lock if kept_back else usable
    means = means._replace(abilities=Held((*usable, *own)), required=required)
    return with_charges(means, attack, weapon, cards.charges_of(weapon.key))


def _spends_all(attacker: Ship, means: Means) -> bool:
    """Whether the attacker can spend all its green tokens on its dice."""
    return (attacker.focus, attacker.calculate) == (means.focus, means.calculate)


def _defending(attack: Attack, defender: Ship, cards: Acting) -> Means:
    abilities = (*on_defence_dice(attack.defender_abilities), *cards.on_defence_dice(attacking=False))
    if attack.obstruction is Obstruction.GAS_CLOUD:
        abilities += (Modification("gas cloud", CHANGE, 1, BLANK, EVADE),)
    force = defender.force if spends_force(defender, attacking=False) else 0
    means = Means(False, defender.focus, defender.calculate, force, defender.evade, Held(abilities))
    return cards.kept_back(means, attack.target, DEFENCE)


def _active_reinforce(attack: Attack, defender: Ship) -> int:
    """The reinforce tokens of the side that the attacker is on; none when it flanks."""
    tokens = {Facing.FRONT: defender.reinforce_fore, Facing.REAR: defender.reinforce_aft, Facing.BOTH: 0}
    return tokens[attack.facing]
