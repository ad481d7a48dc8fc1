"""What became of attack and defence dice: rolled again, changed, counted, cancelled (attack, steps 2 to 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.asks import Declared
from rules.fates import CANCELLED, NOTHING, REROLLED, UNNEEDED, Answered, Became, Fate, Fates, paired
from rules.play import reached
from rules.table import Dice
from rules.x_wing.declaration import Attack, check
from rules.x_wing.dice import ATTACK, BLANK, CRIT, DEFENCE, EVADE, FACES, FOCUS, HIT
from rules.x_wing.hands import Hands, hands_of
from rules.x_wing.modify import Modify, Rerolled
from rules.x_wing.modifying import Rerolling
from rules.x_wing.sheet import Battle
from rules.x_wing.steps_2_to_4 import DiceOutcome, HandRolled, steps_2_to_4

CANCELS = Fate(Became.SPENT, "cancels one")
LIKELIEST = {HIT: (HIT, CRIT, FOCUS, BLANK), CRIT: (CRIT, HIT, FOCUS, BLANK), EVADE: (EVADE, FOCUS, BLANK)}
"""What a die that counts as something showed, the likeliest first: nobody keeps track of which die was turned."""


@dataclass(frozen=True, slots=True)
class _Die:
    """One die that fell: its place among all, its kind, its face, and whether it was not rolled again."""

    at: int
    kind: str
    face: str
    is_first: bool


def fates(declared: Declared[Battle, Attack], answered: Answered, *, over: bool) -> tuple[Fates, ...]:
    """The fates of the dice of every roll; before it is over, only which were rolled again."""
    dice: list[_Die] = []
    found: dict[int, Fate] = {}
    rolls: list[list[_Die]] = []
    for ask, reply in answered:
        if not isinstance(reply, Dice):
            continue
        again = ask.again if isinstance(ask, Rerolled) else None
        if again:
            lying = [die for die in dice if die.at not in found]
            found |= dict.fromkeys((die.at for die in _picked_up(lying, again)), REROLLED)
        kind = again.now.dice.kind if again else ask.hand.kind if isinstance(ask, HandRolled) else ""
        fallen = [_Die(len(dice) + at, kind, str(face), not again) for at, face in enumerate(reply.faces[0]) if kind]
        dice += fallen
        rolls.append(fallen)
    if over:
        lying = [die for die in dice if die.at not in found]
        found |= dict(_ends(lying, declared, answered))
    return tuple((tuple(found.get(die.at) for die in roll),) if roll else () for roll in rolls)


def _picked_up(lying: Sequence[_Die], again: Rerolling) -> Sequence[_Die]:
    """The dice that are rolled again: what lay there, without what still does."""
    left = again.now.dice
    stay = Counter(dict(zip(FACES[left.kind], left.total, strict=True)))
    candidates: list[_Die] = []
    others: list[_Die] = []
    # Each die may be rolled again once, so those that were stay.
    for die in sorted((die for die in lying if die.kind == left.kind), key=lambda die: die.is_first):
        stays = stay[die.face] > 0
        stay[die.face] -= stays
        if die.is_first:
            (others if stays else candidates).append(die)
    return (*candidates, *others)[: again.dice]


def _ends(lying: Sequence[_Die], declared: Declared[Battle, Attack], answered: Answered) -> Iterator[tuple[int, Fate]]:
    first = next((at for at, (ask, _) in enumerate(answered) if isinstance(ask, HandRolled | Modify)), None)
    if first is None:
        return
    battle, attack = declared.battle, declared.declaration
    hands = hands_of(battle, attack, check(battle, attack))
    ended = reached(steps_2_to_4, hands, [reply for _, reply in answered[first:]])
    if ended is not None:
        yield from ((die.at, NOTHING) for die in lying)
        yield from _met(lying, hands, ended)


def _met(lying: Sequence[_Die], hands: Hands, ended: DiceOutcome) -> Iterator[tuple[int, Fate]]:
    """Hits, crits and evades as they were counted, each laid to a die that shows it or was turned to it."""
    shown, left = ended.attack.results, ended.left
    crits = _showing(lying, ATTACK, CRIT)[: shown.crits]
    hits = _showing([die for die in lying if die not in crits], ATTACK, HIT)[: shown.hits]
    met, evades = hands.after_cards(shown, ended.defence.evades)
    needed = met.total - hands.paired(met, evades).total
    green = _showing(lying, DEFENCE, EVADE)[: ended.defence.evades]
    gone = [*hits[left.hits :], *crits[left.crits :]]
    pairs = min(needed, len(green), len(gone))
    for face, dice in ((CRIT, crits), (HIT, hits)):
        yield from ((die.at, _counts(die, face)) for die in dice)
    for place, die in enumerate(gone):
        yield die.at, paired(CANCELLED, place, pairs)
    for place, die in enumerate(green):
        yield die.at, paired(CANCELS, place, pairs) if place < needed else UNNEEDED


def _counts(die: _Die, face: str) -> Fate:
    return Fate(Became.COUNTS, "counts" if die.face == face else f"counts as a {face}")


def _showing(dice: Sequence[_Die], kind: str, face: str) -> list[_Die]:
    return sorted((die for die in dice if die.kind == kind), key=lambda die: LIKELIEST[face].index(die.face))
