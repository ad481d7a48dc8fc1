"""The uncertain part of an attack: its dice, the criticals, and AP against EP (rules, Modify, step 6, and Actions)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.modifiers import Reckoning
from rules.airsoft_squads.settings import USUAL, Basis, Settings
from rules.dice import Pool, Tally, d
from rules.table import Side, Table

ATTACK_DIE = d(6, "attack d6")
DEFENCE_DIE = d(6, "defence d6")

ADD, DOUBLE = "add", "double"


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
    critical_from: int = 6
    settings: Settings = USUAL

    def ap(self, doubled: int = 0) -> int:
        """The AP before the dice, with so many doublings (RULINGS.md)."""
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
    """What the dice show: each critical attack die, lowest first, and the sums of the others and of the defence."""

    criticals: tuple[int, ...]
    plain: int
    defence: int


@dataclass(frozen=True, slots=True)
class CriticalFrom:
    """The reading of attack and defence dice when attack dice are critical from a face on."""

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
        """What goes to the hit counter: only what is above; a tie is nothing (rules, Actions)."""
        return max(0, self.ap - self.ep)


@dataclass(frozen=True, slots=True)
class Choosing:
    """The choices so far: what is added to the AP, the doublings, and the criticals that are still to be decided."""

    shot: Shot
    ep: int
    added: int
    doubled: int
    left: tuple[int, ...]

    def then(self, option: str) -> Choosing:
        """The choices after one more."""
        face, left = self.left[0], self.left[1:]
        if option == DOUBLE:
            return Choosing(self.shot, self.ep, self.added, self.doubled + 1, left)
        return Choosing(self.shot, self.ep, self.added + face, self.doubled, left)

    def leads_to(self, option: str) -> str:
        """What an option leads to, in words, with the best of what is still to be decided."""
        after = self.then(option)
        best = max((after._ended(doubles) for doubles in range(len(after.left) + 1)), key=lambda totals: totals.ap)
        words = f"AP {best.ap} against EP {best.ep}: {hits(best.excess)}{self._agreed(best.doubled)}"
        return f"up to {words}" if after.left else words

    def _agreed(self, doubled: int) -> str:
        """The readings that so many doublings depend on, in brackets."""
        settings = self.shot.settings
        parts = [f"times {settings.doublings.factor(doubled)}"] if doubled > 1 else []
        if self.shot.rounds(doubled):
            parts.append(f"halves rounded {settings.rounding}")
        return f" ({', '.join(parts)})" if parts else ""

    def _ended(self, doubles: int) -> Totals:
        """The totals when the lowest dice left are doubled and the others added."""
        doubled = self.doubled + doubles
        return Totals(self.shot.ap(doubled) + self.added + sum(self.left[doubles:]), self.ep, doubled)

    @property
    def totals(self) -> Totals:
        """The totals once everything is decided."""
        return self._ended(0)


def shoot(shot: Shot, table: Table) -> Totals:
    """Roll the dice of an attack, let the attacker choose for each critical die, and total AP and EP."""
    rolled = table.roll(
        "6 dice",
        Pool(ATTACK_DIE, shot.attack_dice),
        Pool(DEFENCE_DIE, shot.defence_dice),
        read=CriticalFrom(shot.critical_from),
    )
    choosing = Choosing(shot, shot.evasion + rolled.defence, rolled.plain, 0, rolled.criticals)
    while choosing.left:
        choosing = choosing.then(table.choose("critical die", shot.by, (ADD, DOUBLE), about=choosing))
    return choosing.totals


def hits(excess: int) -> str:
    """What goes to the hit counter, in words."""
    return f"+{excess} on the hit counter" if excess else "nothing"
