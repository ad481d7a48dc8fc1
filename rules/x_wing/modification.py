"""What an ability does to dice while they are modified: it rerolls some, changes some, or adds a result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from rules.words import noun
from rules.x_wing.dice import ATTACK, BLANK, CRIT, DEFENCE, EVADE, FACES, FOCUS, HIT, Lying

REROLL, CHANGE, ADD, SPEND = "reroll", "change", "add", "spend"
"""The kinds of dice modification, and results that are spent for something else."""

LEAST = 2
"""How many dice there are at least where all of them have to show a face."""

WORST_FIRST = {ATTACK: (BLANK, FOCUS, HIT, CRIT), DEFENCE: (BLANK, FOCUS, EVADE)}


class Modification(NamedTuple):
    """One use of an ability by name: how many dice it rerolls, changes, adds or spends.

    ``before``, or ``or_before``, and ``after`` are the faces of a change, ``after`` that of an added result; what is
    empty is chosen when it is used, but nothing comes after a result that is spent. Of rerolled dice ``before`` is the
    face that they show, and ``whole`` tells that every die, two at least, has to show it. ``cost`` are pairs of a kind
    of tokens and how many of them it costs, and ``paid`` tells that it has a price of any kind.
    """

    source: str
    does: str
    amount: int = 1
    before: str = ""
    after: str = ""
    or_before: str = ""
    whole: bool = False
    cost: tuple[tuple[str, int], ...] = ()
    paid: bool = False
    one_of: str = ""
    """What names all of which one is used: with it the others are gone."""
    keeps_lock: bool = False
    """Its player has the lock, and does not spend it in the attack any more."""
    while_has: str = ""
    """The lock or the kind of tokens that its player has to have still when it is used."""

    def __str__(self) -> str:
        return _in_words(self)

    def rerollable(self, dice: Lying) -> Lying:
        """The dice as they lie, where those that it cannot reroll count like rerolled ones."""
        if not self.before:
            return dice
        place = FACES[dice.kind].index(self.before)
        if self.whole and not dice.showing(self.before) == sum(dice.total) >= LEAST:
            return dice.settled()
        rest = tuple(0 if face == place else count for face, count in enumerate(dice.fresh))
        return dice.without(rest).joined(rest)

    @property
    def rerolls(self) -> bool:
        """Whether it rerolls dice."""
        return self.does == REROLL

    @property
    def is_before_tokens(self) -> bool:
        """Whether it is usually used before tokens are spent."""
        return self.after == FOCUS or self.turns(BLANK, EVADE) or bool(self.while_has)

    def turns(self, before: str, after: str) -> bool:
        """Whether it changes this face to that one, and nothing else, for no token."""
        return self[1:2] + self[3:6] == (CHANGE, before, after, "") and not self.cost


@lru_cache(maxsize=1000)
def _in_words(ability: Modification) -> str:
    dice = noun(ability.amount, "die")
    if ability.rerolls:
        all_of = f", all {ability.before}" if ability.whole else ""
        kind = dice if ability.whole else ability.before or dice
        return f"{ability.source}: reroll {ability.amount} {kind}{all_of}"
    if ability.does == ADD:
        return f"{ability.source}: add {ability.amount} {ability.after or 'result'}"
    if ability.does == SPEND:
        return f"{ability.source}: spend {ability.amount} {ability.before}"
    before = " or ".join(filter(None, (ability.before, ability.or_before))) or dice
    return f"{ability.source}: change {ability.amount} {before} to {ability.after or 'another face'}"


def changes(ability: Modification, dice: Lying, *, own: bool) -> Mapping[str, tuple[str, str]]:
    """The changes that it can make by their names, as pairs of faces and the best for its player first.

    A result added has no face before, and one that is spent none after. A blank is better turned than a focus.
    """
    return _changes(ability, dice.kind, tuple(map(bool, dice.total)), own=own)


def named(ability: Modification, kind: str, *, own: bool) -> Mapping[str, tuple[str, str]]:
    """All changes that it can make to dice of a kind, by their names."""
    return _changes(ability, kind, (True,) * len(FACES[kind]), own=own)


@lru_cache(maxsize=10_000)
def _changes(
    ability: Modification, kind: str, showing: tuple[bool, ...], *, own: bool
) -> Mapping[str, tuple[str, str]]:
    """The same for all dice of a kind that show the same faces."""
    shown = {face for face, is_shown in zip(FACES[kind], showing, strict=True) if is_shown}
    return MappingProxyType(
        {
            f"{before} to {after}" if before and after else before or after: (before, after)
            for before, after in _best_first(ability, kind, own=own)
            if not before or before in shown
        }
    )


Changing: TypeAlias = tuple[tuple[int | None, int, bool], ...]
"""Each change of an ability, the best first: the place of the face that it needs, if any, that of the face which comes,
and whether it helps.
"""


InUse: TypeAlias = tuple[str, Modification, Changing]
"""An ability by its words, and its changes, of which a reroll has none."""


class Held(tuple[Modification, ...]):
    """The abilities of a player: odds look them up many thousand times, so what is asked of them is found once."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The words of each."""
        return tuple(map(_in_words, self))

    @cached_property
    def names_focus(self) -> bool:
        """Whether any of them does something with focus results, takes tokens from what does, or makes blanks."""
        return any(one.cost or one.while_has or FOCUS in one or one.after == BLANK for one in self)

    @cached_property
    def names_bad_dice(self) -> bool:
        """The same, or with blanks."""
        return self.names_focus or any(BLANK in ability for ability in self)

    @cached_property
    def most_of_any(self) -> int:
        """How many dice of any one face, focus results and blanks too, one of them changes at most."""
        return max((ability.amount for ability in self if ability.does == CHANGE and not ability.before), default=0)

    @cached_property
    def only_add(self) -> bool:
        """Whether none of them touches dice that lie there."""
        return all(ability.does == ADD for ability in self)

    @cached_property
    def rerolling(self) -> tuple[tuple[str, Modification], ...]:
        """Those of them that reroll dice, by their words."""
        return tuple((str(ability), ability) for ability in self if ability.rerolls)

    @cached_property
    def rerolls(self) -> bool:
        """Whether any of them rerolls dice."""
        return bool(self.rerolling)

    @cached_property
    def rerolls_a_whole(self) -> bool:
        """Whether any of them rerolls dice only where all show a face."""
        return any(ability.whole for ability in self)

    def spoils(self, *, own: bool) -> bool:
        """Whether any of them can make dice worth rerolling that were not, by what it costs or what they show then."""
        return self._spoils[own]

    @cached_property
    def _spoils(self) -> tuple[bool, bool]:
        others = [ability for ability in self if not ability.rerolls]
        costs = any(ability.cost for ability in others)
        focus = any(ability.after == FOCUS for ability in others)
        return any(ability.after in (HIT, CRIT, EVADE) for ability in others), costs or focus

    def without(self, place: int) -> Held:
        """Those left when one is applied."""
        left: Held | None = self._left.get(place)
        if left is None:
            left = self._left[place] = self._without(place)
        return left

    def _without(self, place: int) -> Held:
        rest = (*self[:place], *self[place + 1 :])
        if gone := self[place].one_of:
            return Held(one for one in rest if one.one_of != gone)
        left = Held(rest)
        # What is known of the others stays as it is.
        known = vars(left)
        known["names"] = (*self.names[:place], *self.names[place + 1 :])
        known["_each"] = {use: (*each[:place], *each[place + 1 :]) for use, each in self._each.items()}
        return left

    @cached_property
    def without_lock(self) -> Held:
        """Those left when the lock is gone."""
        return Held(one for one in self if not one.keeps_lock) if any(one.keeps_lock for one in self) else self

    @cached_property
    def needs_lock(self) -> bool:
        """Whether any of them changes dice while the lock is there, and so before that rerolls any."""
        return any(one.while_has == "lock" and not one.rerolls for one in self)

    @cached_property
    def _whiles(self) -> frozenset[str]:
        return frozenset(one.while_has for one in self)

    def without_any_while(self, kind: str) -> Held:
        """Those left when what some of them need is gone."""
        return Held(one for one in self if one.while_has != kind) if kind in self._whiles else self

    def in_use(self, kind: str, *, own: bool) -> tuple[tuple[InUse, ...], tuple[InUse, ...]]:
        """Each that changes dice of a kind, as it is used: those that usually come before tokens, and those after."""
        found = self._in_use.get((kind, own))
        if found is None:
            each = self._each.get((kind, own))
            if each is None:
                each = self._each[kind, own] = tuple(_used(one, kind, own=own) for one in self)
            found = self._in_use[kind, own] = (
                tuple([use for is_before, use in each if is_before and use[2]]),
                tuple([use for is_before, use in each if not is_before and use[2]]),
            )
        return found

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    @cached_property
    def _left(self) -> dict[int, Held]:
        return {}

    @cached_property
    def _each(self) -> dict[tuple[str, bool], tuple[tuple[bool, InUse], ...]]:
        """Each as it is used on dice of a kind, by whose they are, and whether it usually comes before tokens."""
        return {}

    @cached_property
    def _in_use(self) -> dict[tuple[str, bool], tuple[tuple[InUse, ...], tuple[InUse, ...]]]:
        return {}


@lru_cache(maxsize=1000)
def _used(ability: Modification, kind: str, *, own: bool) -> tuple[bool, InUse]:
    changing = () if ability.rerolls else _changing(ability, kind, own=own)
    return ability.is_before_tokens, (_in_words(ability), ability, changing)


@lru_cache(maxsize=1000)
def _changing(ability: Modification, kind: str, *, own: bool) -> Changing:
    better, place = ("", *WORST_FIRST[kind]).index, FACES[kind].index
    return tuple(
        (
            place(before) if before else None,
            # A result that is spent is worth as little as a blank.
            place(after or BLANK),
            (better(after) > better(before)) == own if before else own,
        )
        for before, after in _best_first(ability, kind, own=own)
    )


def spoiling(abilities: tuple[Modification, ...], kind: str) -> Held:
    """Those of some abilities that can do harm to another player's dice of a kind."""
    return Held(one for one in abilities if one.rerolls or any(helps for *_, helps in _changing(one, kind, own=False)))


@lru_cache(maxsize=1000)
def _best_first(ability: Modification, kind: str, *, own: bool) -> tuple[tuple[str, str], ...]:
    """The changes that it can make to dice that show every face."""
    faces, rank = FACES[kind], ("", *WORST_FIRST[kind]).index
    given = tuple(face for face in (ability.before, ability.or_before) if face)
    befores = ("",) if ability.does == ADD else given or faces
    afters = (ability.after,) if ability.after or ability.does == SPEND else faces

    def gain(change: tuple[str, str]) -> int:
        before, after = change
        return (rank(after) - rank(before)) * (1 if own else -1)

    return tuple(sorted(((b, a) for b in befores for a in afters if b != a), key=gain, reverse=True))


def made(ability: Modification, dice: Lying, before: str, after: str) -> Lying:
    """The dice after a change that it makes, or a result that it adds or spends."""
    if not after:
        return dice.spent(FACES[dice.kind].index(before), ability.amount)
    if before:
        return dice.turned(before, after, ability.amount)
    return dice.added(FACES[dice.kind].index(after), ability.amount)
