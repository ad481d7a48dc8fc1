"""The dice of Gods Gloom, and what of a roll matters (CEP)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.dice import Bands, Tally, d

RED = d(6, "red d6")
"""Attack dice: a success is a Hit."""

BLUE = d(6, "blue d6")
"""Defence dice: a success is a Block."""

SUCCESS = 3
"""The lowest face that is a success, on dice of every colour."""

CRITICAL = 2
"""How many dice must show the critical face for the extra die: 6 on red, 1 on blue."""

BANDS = ((1,), (2,), (3, 4, 5), (6,))
"""Faces that mean the same while no single die can be rerolled."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """The dice of one unit as they lie: how many show each face, by colour."""

    red: Tally = (0, 0, 0, 0, 0, 0)
    blue: Tally = (0, 0, 0, 0, 0, 0)

    @property
    def hits(self) -> int:
        """Successes on red dice."""
        return sum(self.red[SUCCESS - 1 :])

    @property
    def blocks(self) -> int:
        """Successes on blue dice."""
        return sum(self.blue[SUCCESS - 1 :])

    @property
    def extra_red(self) -> int:
        """Extra red dice: one when at least two red dice show a 6 (CEP)."""
        return int(self.red[5] >= CRITICAL)

    @property
    def extra_blue(self) -> int:
        """Extra blue dice: one when at least two blue dice show a 1 (CEP)."""
        return int(self.blue[0] >= CRITICAL)

    def turned(self, colour: str, face: int, new: int) -> Fallen:
        """The dice after one of a colour that showed ``face`` shows ``new``."""
        tally = list(self.red if colour == "red" else self.blue)
        tally[face - 1] -= 1
        tally[new - 1] += 1
        return replace(self, **{colour: tuple(tally)})


def option_of(colour: str, face: int) -> str:
    """How a die that can be rerolled is stored as an option: ``red 2``."""
    return f"{colour} {face}"


def die_of(option: str) -> tuple[str, int]:
    """The colour of the die that an option takes, and what it shows."""
    colour, face = option.split()
    return colour, int(face)


def meaning(red: Tally, blue: Tally) -> Fallen:
    """The plainest roll that means the same, of dice in four bands: ones, twos, 3 to 5, sixes."""
    sixes = CRITICAL if red[3] >= CRITICAL else 0
    ones = CRITICAL if blue[0] >= CRITICAL else 0
    return Fallen(
        (0, red[0] + red[1], red[2] + red[3] - sixes, 0, 0, sixes),
        (ones, blue[0] - ones + blue[1], blue[2] + blue[3], 0, 0, 0),
    )


MEANING: Bands[Fallen] = Bands(BANDS, meaning)
"""The reading of dice none of which can be rerolled by itself."""


def successes(red: Tally, blue: Tally) -> tuple[int, int]:
    """Hits and Blocks, when nothing else of the roll matters."""
    return sum(red[SUCCESS - 1 :]), sum(blue[SUCCESS - 1 :])


def face(tally: Tally) -> int:
    """What the only die of a roll shows."""
    return tally.index(1) + 1
