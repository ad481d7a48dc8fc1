"""What the known cards that an attack uses do to its dice, and what they cost once they were used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby

from rules.asks import Side
from rules.changes import Change, apply
from rules.game import Illegal
from rules.x_wing.declaration import Attack
from rules.x_wing.dice import ATTACK, DEFENCE, Results
from rules.x_wing.known.card import CARD
from rules.x_wing.known.payers import Payer
from rules.x_wing.known.spending import check_stress, check_taken
from rules.x_wing.known.uses import Use, taken
from rules.x_wing.means import Means
from rules.x_wing.modification import Modification
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Weapon

OF_DICE = {ATTACK: ("lock", "focus", "calculate", "force"), DEFENCE: ("focus", "calculate", "force", "evade")}
"""What the owner of dice has at hand while it modifies them; a card that costs it is paid with it at once."""


@dataclass(frozen=True, slots=True)
class Acting:
    """The known cards that both sides use in an attack."""

    attacking: tuple[Use, ...]
    defending: tuple[Use, ...]

    @property
    def all(self) -> tuple[Use, ...]:
        """Those of both sides."""
        return self.attacking + self.defending

    @property
    def at_once(self) -> Acting:
        """Those that do not wait for what the attacker does to its dice."""
        now = self.once_modified
        waiting = any(use.waits for use in now.defending)
        return Acting(now.attacking, tuple(u for u in now.defending if not u.waits)) if waiting else now

    @property
    def once_modified(self) -> Acting:
        """Those that do not wait for the attacker to spend its green tokens."""
        waiting = any(use.waits_for_bare for use in self.defending)
        return Acting(self.attacking, tuple(u for u in self.defending if not u.waits_for_bare)) if waiting else self

    def on_attack_dice(self, *, attacking: bool) -> tuple[Modification, ...]:
        """What the cards of one side do to attack dice."""
        return tuple(_on_dice(self._of(attacking=attacking), ATTACK))

    def on_defence_dice(self, *, attacking: bool) -> tuple[Modification, ...]:
        """What the cards of one side do to defence dice."""
        return tuple(_on_dice(self._of(attacking=attacking), DEFENCE))

    @property
    def hold_lock(self) -> bool:
        """Whether the attacker keeps its lock for them: with it gone they would do no more to the defence dice."""
        return any(use.known.holds_lock and not use.helps for use in self.attacking)

    def kept_back(self, means: Means, payer: str, kind: str) -> Means:
        """What a ship has to modify its dice with beside what it keeps for cards that cost it at another time."""
        for use in _once_each(self.all):
            if use.payer.key == payer:
                with_dice = dict(_with_dice(use))
                costs = ((track, number) for track, number in use.costs if track in OF_DICE[kind])
                means = means.less((track, number) for track, number in costs if track not in with_dice)
        return means

    def charges_of(self, weapon: str) -> int:
        """The charges of a weapon that cards cost."""
        uses = (use for use in _once_each(self.all) if use.payer.key == weapon)
        return sum(number for use in uses for _, number in use.costs)

    def cancelling(self, results: Results, evades: int) -> Iterator[tuple[Side, str]]:
        """The cards that find something to cancel before results are neutralized, each as the side and its name."""
        for use in self.attacking:
            if use.known.fewer_evades and evades and results.total:
                evades -= min(evades, use.known.fewer_evades)
                yield use.owner.squad, use.name
        for use in self.defending:
            known = use.known
            left = Results(max(0, results.hits - known.fewer_hits), max(0, results.crits - known.fewer_crits))
            left = left.without(known.fewer_results, crits_first=True)
            if left != results:
                yield use.owner.squad, use.name
            results = left

    def changes(self, battle: Battle, used: Collection[tuple[Side, str]]) -> Iterator[Change]:
        """What is paid for those that were used, each as the side and its name, and for what acts before the dice."""
        for use in _once_each(self.all):
            at_dice = use.known.modifies or use.known.cancels
            if at_dice and not any((use.owner.squad, name) in used for name in self._names_of(use)):
                continue
            for part, track, after in _paid(use, battle):
                change = Change(part.key, track, getattr(part, track), after)
                yield change
                battle = apply(battle, [change])
        for use in self.all:
            if track := use.known.marks:
                yield Change(use.foe.key, track, getattr(use.foe, track), True)

    def _names_of(self, use: Use) -> Iterator[str]:
        """The names of all uses for which this one pays."""
        return (each.name for each in self.all if each is use or (use.known.either and _paying(each) == _paying(use)))

    def _of(self, *, attacking: bool) -> tuple[Use, ...]:
        return self.attacking if attacking else self.defending


def acting(battle: Battle, attack: Attack, weapon: Weapon) -> Acting:
    """The known cards that an attack uses; ``Illegal`` where one of them cannot be used."""
    found = Acting(*(taken(battle, attack, weapon, attacking=attacking) for attacking in (True, False)))
    _check_paid(found)
    check_taken(found.attacking, battle)
    return found


def _check_paid(cards: Acting) -> None:
    """Refuse what cannot all be paid besides what is spent with the dice, and to pay for one card in two ways."""
    for _, same in groupby(cards.all, key=_card):
        use, *more = same
        if more and use.known.payers:
            raise Illegal(f"{use.known.name} can be used once in an attack.")
    check_stress(cards.all)
    ways: dict[tuple[str, object], Use] = {}
    for use in cards.all:
        if not use.known.either:
            continue
        other = ways.setdefault(_paying(use), use)
        # Of those that modify dice one is chosen when they lie there, unless they have different prices.
        if other.known != use.known and not (use.known.modifies and other.known.costs == use.known.costs):
            raise Illegal(f"{other.name} and {use.name} are two ways to use one card: use one of them.")
    wanted: Counter[tuple[str, str]] = Counter()
    for use in _once_each(cards.all):
        for track, number in use.costs:
            # The charges of a card pay for nothing else.
            if track in (CARD, *dict(_with_dice(use))):
                continue
            wanted[use.payer.key, track] += number
            if wanted[use.payer.key, track] > use.left(track):
                raise Illegal(f"{use.payer.name} cannot pay for all of these cards: {use.name} is one too many.")


def _once_each(uses: tuple[Use, ...]) -> Iterator[Use]:
    """The first use of each card, which pays for the others."""
    for _, same in groupby(uses, key=_paying):
        yield next(same)


def _paying(use: Use) -> tuple[str, object]:
    card, known = _card(use)
    return card, use.known.id if use.known.either else known


def _card(use: Use) -> tuple[str, object]:
    return use.card.key if use.card else use.owner.key, use.known


def _on_dice(uses: tuple[Use, ...], kind: str) -> Iterator[Modification]:
    """The modifications of one kind of dice; a card that acts once for each of some ships does all of it together."""
    for _, grouped in groupby(uses, key=_card):
        same = tuple(grouped)
        use = same[0]
        for each in use.known.on_attack if kind == ATTACK else use.known.on_defence:
            cost = tuple(_with_dice(use)) if _owns(use, kind) else ()
            needs = use.while_has if _owns(use, kind) and not (use.helps or each.keeps_lock) else ""
            yield each._replace(
                source=use.name,
                amount=each.amount * use.times * len(same),
                cost=cost,
                paid=not use.known.is_free,
                one_of=" ".join(map(str, _paying(use))) if use.known.either else "",
                while_has=needs,
            )


def _owns(use: Use, kind: str) -> bool:
    return use.attacks == (kind == ATTACK)


def _with_dice(use: Use) -> Iterator[tuple[str, int]]:
    """What a card costs of that with which its payer modifies its own dice in the same turn."""
    kind = ATTACK if use.attacks else DEFENCE
    engaged = use.payer.key == use.engaged.key
    if engaged and (use.known.on_attack if use.attacks else use.known.on_defence):
        yield from ((track, number) for track, number in use.costs if track in OF_DICE[kind])


def _paid(use: Use, battle: Battle) -> Iterator[tuple[Payer, str, int | str | None]]:
    """What shows what on which track for a card that was used, besides what is spent with the dice."""
    payer, owner, with_dice = _now(battle, use.payer), battle.ship(use.owner.key), dict(_with_dice(use))
    for track, number in use.costs:
        if track not in (CARD, *with_dice):
            yield payer, track, None if track == "lock" else getattr(payer, track) - number
    for track, number in use.known.gains:
        has = getattr(payer, track)
        yield payer, track, min(getattr(payer, f"most_{track}", has + number), has + number)
    for card in owner.upgrades if use.keeps_charges else ():
        if use.card and card.key == use.card.key:
            yield card, "charges", card.charges - dict(use.known.costs).get(CARD, 0)
    if use.known.once and not use.keeps_charges:
        yield owner, "used", f"{owner.used} {use.known.id}".strip()


def _now(battle: Battle, payer: Payer) -> Payer:
    """The one who pays as it is by now."""
    every = (one for ship in battle.ships for one in (ship, *ship.parts))
    return next(one for one in every if one.key == payer.key)
