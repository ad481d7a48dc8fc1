"""The uncertain part of an attack: its dice, the criticals, and AP against EP (Modify, step 6; Actions)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.airsoft_squads.criticals import ON_A_SIX, Criticals
from rules.airsoft_squads.declaration import Attack
from rules.airsoft_squads.modifiers import Reckoning
from rules.airsoft_squads.settings import USUAL, Basis, Settings
from rules.airsoft_squads.sheet import Battle
from rules.asks import Choice, Declared, Option, Roll, Side
from rules.dice import Face, Pool, Tally, d
from rules.table import Table
from rules.words import count_or_no, listed

ATTACK_DIE = d(6, "attack d6")
DEFENCE_DIE = d(6, "defence d6")

ADD, DOUBLE = "add", "double"
DOUBLES = {Basis.VALUE: "double the AP VALUE", Basis.TOTAL: "double all AP"}


@dataclass(frozen=True, slots=True)
class Shot:
    """An attack at its dice: the attacker's AP, the target's EP, the dice of both, and from where they are critical."""

    by: Side
    power: Reckoning
    """The AP: the VALUE, by what it is multiplied and divided, and what is added."""
    evasion: int
    """The EP, whole."""
    attack_dice: int = 1
    defence_dice: int = 1
    criticals: Criticals = ON_A_SIX
    settings: Settings = USUAL

    def ap(self, doubled: int = 0) -> int:
        """The AP before the dice, with so many doublings (RULINGS)."""
        factor = self.settings.doublings.factor(doubled)
        if self.settings.basis is Basis.VALUE:
            return self.power.total(self.settings.rounding, factor)
        return self.power.total(self.settings.rounding) * factor

    def rounds(self, doubled: int = 0) -> bool:
        """Whether the AP, with so many doublings, has a half that the setting rounds."""
        value = self.settings.basis is Basis.VALUE
        return self.power.rounds(self.settings.doublings.factor(doubled) if value else 1)


@dataclass(frozen=True, slots=True)
class Rolled:
    """What the dice show: each attack die that can be critical, lowest first, and the sums of all others."""

    criticals: tuple[int, ...]
    plain: int
    defence: int


@dataclass(frozen=True, slots=True)
class CriticalFrom:
    """The reading of attack and defence dice when attack dice can be critical from a face on."""

    face: int

    def __call__(self, attack: Tally, defence: Tally) -> Rolled:
        """Read the tallies of one roll."""
        shown = [face for face, count in enumerate(attack, 1) for _ in range(count)]
        return Rolled(
            tuple(face for face in shown if face >= self.face),
            sum(face for face in shown if face < self.face),
            sum(face * count for face, count in enumerate(defence, 1)),
        )


@dataclass(frozen=True, slots=True)
class Totals:
    """AP and EP with the dice, and how many criticals were doubled."""

    ap: int
    ep: int
    doubled: int

    @property
    def excess(self) -> int:
        """What goes to the hit counter: only what is above; a tie is nothing (Actions)."""
        return max(0, self.ap - self.ep)


@dataclass(frozen=True, slots=True)
class Choosing:
    """The choices so far: what is added to the AP, the dice that doubled it, and those that are still to be decided."""

    shot: Shot
    ep: int
    added: int
    doubled: tuple[int, ...]
    left: tuple[int, ...]

    def then(self, option: str) -> Choosing:
        """The choices after one more."""
        face, left = self.left[0], self.left[1:]
        if option == DOUBLE:
            return replace(self, doubled=(*self.doubled, face), left=left)
        return replace(self, added=self.added + face, left=left)

    @property
    def can_double(self) -> bool:
        """Whether the next die can be critical beside those that are."""
        return self.shot.criticals.can_double((*self.doubled, self.left[0]))

    @property
    def is_open(self) -> bool:
        """Whether what is left to decide can change what goes to the hit counter."""
        highest = replace(self, left=self.left[::-1])
        return len({totals.excess for choosing in (self, highest) for totals in choosing._ends()}) > 1

    def leads_to(self, option: str) -> str:
        """What an option leads to, in words, with the best of what is still to be decided."""
        after = self.then(option)
        words = self._compared(after.best)
        return f"up to {words}" if after.left else words

    @property
    def ended(self) -> str:
        """What the choices come to, in words, when all that is left is added."""
        return self._compared(self.totals)

    @property
    def best(self) -> Totals:
        """The totals with the best of what is still to be decided."""
        return max(self._ends(), key=lambda totals: totals.ap)

    def _compared(self, totals: Totals) -> str:
        return f"AP {totals.ap} against EP {totals.ep}: {hits(totals.excess)}{self._agreed(totals.doubled)}"

    def _agreed(self, doubled: int) -> str:
        """The readings that so many doublings depend on, in brackets."""
        settings = self.shot.settings
        parts = [f"times {settings.doublings.factor(doubled)}"] if doubled > 1 else []
        if self.shot.rounds(doubled):
            parts.append(f"halves rounded {settings.rounding}")
        return f" ({', '.join(parts)})" if parts else ""

    def _ends(self) -> Iterator[Totals]:
        """The totals when none, one, and so on of the dice left double, the first that can; others are added."""
        doubled, added = self.doubled, self.added + sum(self.left)
        yield Totals(self.shot.ap(len(doubled)) + added, self.ep, len(doubled))
        for face in self.left:
            if self.shot.criticals.can_double((*doubled, face)):
                doubled, added = (*doubled, face), added - face
                yield Totals(self.shot.ap(len(doubled)) + added, self.ep, len(doubled))

    @property
    def totals(self) -> Totals:
        """The totals when all that is left is added."""
        return next(self._ends())


@dataclass(frozen=True, slots=True)
class ShotDice(Roll[Battle, Attack]):
    """The attack dice and the defence dice, rolled together (Modify, step 6)."""

    LABEL = "6 dice"
    APART = True

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Who rolls how many dice."""
        attack, defence = self.pools
        attacking, defending = count_or_no(attack.count, "attack die"), count_or_no(defence.count, "defence die")
        operator = declared.battle.operator
        attacker, target = operator(declared.declaration.actor).name, operator(declared.declaration.target).name
        return f"{attacker} rolls {attacking}, {target} {defending}."

    def owners(self, declared: Declared[Battle, Attack]) -> tuple[Side, ...]:
        """The squad of the attacker, and that of the target."""
        attack, operator = declared.declaration, declared.battle.operator
        return operator(attack.actor).squad, operator(attack.target).squad

    def worth(self, face: Face) -> int:
        """A higher one adds more."""
        return int(face)


@dataclass(frozen=True, slots=True)
class CriticalDie(Choice[Battle, Attack, str]):
    """Whether a critical die is added or doubles (Actions)."""

    LABEL = "critical die"

    choosing: Choosing

    @property
    def is_asked(self) -> bool:
        """Whether adding and doubling can end differently."""
        return self.choosing.is_open

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Which die it is, and what it may do."""
        name, doubles = declared.battle.operator(declared.declaration.actor).name, self._doubles
        return f"The {self.choosing.left[0]} of {name} is critical. Add it, or {doubles}?"

    def option(self, declared: Declared[Battle, Attack], value: str) -> Option:
        """What it leads to."""
        return Option(value, "add the die" if value == ADD else self._doubles, self.choosing.leads_to(value))

    @property
    def row(self) -> str:
        """All critical dice of the attack."""
        return self.LABEL

    def end(self, declared: Declared[Battle, Attack], taken: Sequence[str]) -> Option:
        """Which dice double, and what that leads to."""
        after = self.choosing.then(taken[-1])
        label = f"{self._doubles} for {listed([str(face) for face in after.doubled])}" if after.doubled else "add all"
        return Option(taken[-1], label, after.ended)

    def row_sentence(self, declared: Declared[Battle, Attack], choices: int) -> str:
        """How many dice are critical, and what they may do."""
        name = declared.battle.operator(declared.declaration.actor).name
        return f"{choices} dice of {name} are critical. Add each, or {self._doubles}?"

    @property
    def _doubles(self) -> str:
        return DOUBLES[self.choosing.shot.settings.basis]


def shoot(shot: Shot, table: Table) -> Totals:
    """Roll the dice of an attack, let the attacker choose for each critical die, and total AP and EP."""
    return decided(shot, rolled(shot, table), table)


def rolled(shot: Shot, table: Table) -> Rolled:
    """Roll the dice of an attack."""
    pools = (Pool(ATTACK_DIE, shot.attack_dice), Pool(DEFENCE_DIE, shot.defence_dice))
    return table.roll(ShotDice(pools), CriticalFrom(shot.criticals.lowest))


def decided(shot: Shot, rolled: Rolled, table: Table) -> Totals:
    """Let the attacker choose for each critical die, and total AP and EP."""
    choosing = undecided(shot, rolled)
    while choosing.left:
        asked = CriticalDie(shot.by, (ADD, DOUBLE), choosing)
        choosing = choosing.then(table.choose(asked) if choosing.can_double else ADD)
    return choosing.totals


def undecided(shot: Shot, rolled: Rolled) -> Choosing:
    """The choices of an attack whose dice lie there, with all critical dice still to be decided."""
    return Choosing(shot, shot.evasion + rolled.defence, rolled.plain, (), rolled.criticals)


def hits(excess: int) -> str:
    """What goes to the hit counter, in words."""
    return f"+{excess} on the hit counter" if excess else "nothing"
