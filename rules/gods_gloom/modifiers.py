"""Modifiers of an Attack Test: named rows of dice, successes and prices (ATC.10; ATC.40)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.gods_gloom.sheet import RedBlue
from rules.questions import Column
from rules.sums import Part
from rules.words import counted, noun

CHARGE = "Charge"
CHARGE_BONUS = "Charge Bonus"
CHARGE_BREAKER = "Charge Breaker"
FLANKED = "Flanked"
BLIND_SPOT = "Blind Spot"
COVER = "Cover"
COUNTER_CHARGE = "Counter-Charge"
KARMIC_RETRIBUTION = "Karmic Retribution"
OVERLOAD = "Overload"
OVERLOADED = "Overload used"
"""The lasting effect that tells that a unit has used its Overload of the game."""

EXPLOIT_BROKEN = "Exploit Broken"
EXPLOIT_NEGATIVE = "Exploit Negative Tokens"
BATTLE_FOCUS = "Battle Focus"

ADVANCE = "Advance"
ATTACK_STANCE = "Attack Stance"
FORMATIONS = (ADVANCE, "Hold", "Harass")
OUTDONE = "Formation outdone"
"""A formation that was declared and paid for, and beaten by the other side's."""

LONGEST_NAME = 40

COLOURS = ("red", "blue")
"""The colours of dice that a modifier adds or takes away."""

UNROLLED = {
    "hits": "Auto-Hit", "blocks": "Auto-Block", "wounds": "Direct Wound", "rerolls": "single-die reroll",
}  # fmt: skip
"""What else a modifier gives, and what one of it is called."""

TYPED = (
    Column("red", "red dice", -9, 9),
    Column("blue", "blue dice", -9, 9),
    Column("hits", "Auto-Hits", 0, 9),
    Column("blocks", "Auto-Blocks", 0, 9),
    Column("wounds", "Direct Wounds", 0, 9),
    Column("rerolls", "single-die rerolls", 0, 3),
)
"""What a row can give that players type in."""

DEFENDERS_TYPED = tuple(column for column in TYPED if column.name != "wounds")
"""The same for the defender: Direct Wounds go to the target."""

COLUMNS = (
    *(replace(column, least=-99 if column.least else 0, most=99) for column in TYPED),
    Column("seals", "Command Seals paid", 0, 9),
    Column("own_wounds", "wounds on its own unit", 0, 9),
    Column("morale", "Morale tokens of the other unit", 0, 9),
)
"""What a known row can give: the number of a trait is larger than what anybody types."""

LEADS_TO = {KARMIC_RETRIBUTION: "the attacker suffers as many wounds at the end", OUTDONE: "1 Seal, paid for nothing"}
"""What rows that change no dice lead to."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """One named modifier of one unit's part in an Attack Test.

    Dice by colour (less than 0: taken away), successes that are not rolled, Direct Wounds on the other unit, rerolls of
    a single die, the Command Seals that its player pays for it, the wounds that it costs its own unit at the end of the
    action, and the Morale tokens that it takes from the other unit before the dice. A ``typed`` one has a name of the
    players' own, which is none of the rules whatever it says.
    """

    name: str
    red: int = 0
    blue: int = 0
    hits: int = 0
    blocks: int = 0
    wounds: int = 0
    rerolls: int = 0
    seals: int = 0
    own_wounds: int = 0
    morale: int = 0
    typed: bool = False

    def __post_init__(self) -> None:
        """Refuse a modifier without a name or beyond what a row can give."""
        if not 0 < len(self.name) <= LONGEST_NAME:
            raise ValueError(f"a modifier needs a name of 1 to {LONGEST_NAME} letters")
        for column in COLUMNS:
            if not column.least <= (number := getattr(self, column.name)) <= column.most:
                raise ValueError(f"{self.name}: {column.label} are {column.least} to {column.most}, not {number}")

    @property
    def known(self) -> str:
        """The name by which the rules know it; empty for a typed one."""
        return "" if self.typed else self.name

    @property
    def dice(self) -> tuple[Part, ...]:
        """The dice that it adds or takes away, by their colours."""
        return tuple(Part(name, n, colour=name) for name in COLOURS if (n := getattr(self, name)))

    @property
    def besides(self) -> str:
        """What it does besides its dice, in words."""
        if self.known in LEADS_TO:
            return LEADS_TO[self.known]
        told = [f"{n:+} {noun(n, one)}" for name, one in UNROLLED.items() if (n := getattr(self, name))]
        if self.morale:
            told.append(f"the other unit -{self.morale} Morale")
        if self.own_wounds:
            told.append(f"{counted(self.own_wounds, 'wound')} on itself at the end")
        if self.seals:
            told.append(counted(self.seals, "Seal"))
        return ", ".join(told) or ("" if self.dice else "no dice")

    def __str__(self) -> str:
        return ", ".join((*map(str, self.dice), *([self.besides] if self.besides else [])))


def dice_of(modifiers: tuple[Modifier, ...]) -> RedBlue:
    """The dice that modifiers add or take away."""
    return RedBlue(sum(m.red for m in modifiers), sum(m.blue for m in modifiers))


def has(modifiers: tuple[Modifier, ...], name: str) -> bool:
    """Whether the known modifier of that name is among them."""
    return any(modifier.known == name for modifier in modifiers)
