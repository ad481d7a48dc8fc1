"""Airsoft Squads: squads, operators, field positions, cards, and the modifiers of skills, cards and TEAMWORK."""

from __future__ import annotations

from enum import StrEnum

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from companion.models.battle import Battle, Side
from companion.models.piece import Piece
from rules.airsoft_squads.modifiers import LONGEST_CONDITION, Modifier, Operation, Reach, Stat, While
from rules.airsoft_squads.pieces import (
    MOST_COUNTED,
    MOST_DP,
    MOST_MEDICS,
    MOST_MOVED,
    MOST_PLACES,
    MOST_POINTS,
    MOST_VALUE,
    Aim,
    Bonus,
    Kind,
    Lies,
    State,
)
from rules.airsoft_squads.settings import Basis, Doublings, Medicine, Revealed, Rounding
from rules.airsoft_squads.sheet import Phase

ON_FIELD = (MinValueValidator(1), MaxValueValidator(MOST_PLACES))
VALUE = (MaxValueValidator(MOST_VALUE),)
COUNTED = (MaxValueValidator(MOST_COUNTED),)

SIDES = [
    (While.ATTACKER.value, "attacking"),
    (While.TARGET.value, "attacked"),
    (While.ALWAYS.value, "always"),
]
REACHES = [
    (Reach.ITSELF.value, "itself"),
    (Reach.OTHERS.value, "all other own"),
    (Reach.IN_RANGE.value, "own in its range"),
    (Reach.ENEMIES.value, "enemies in its range"),
]


def _choices(kinds: type[StrEnum]) -> list[tuple[str, str]]:
    return [(kind.value, kind.value) for kind in kinds]


class OperatorBattle(Battle):
    """A battle of operators: whose TURN it is and where it has come to, and the readings agreed on."""

    turn = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1), MaxValueValidator(2)])
    phase = models.CharField(max_length=8, choices=_choices(Phase), default=Phase.STRATEGY.value)
    acted = models.ForeignKey("Squad", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    winner = models.ForeignKey("Squad", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    rounding = models.CharField(
        "halves are rounded", max_length=4, choices=_choices(Rounding), default=Rounding.DOWN.value
    )
    basis = models.CharField(
        "a critical doubles",
        max_length=5,
        choices=[(Basis.VALUE.value, "the AP VALUE"), (Basis.TOTAL.value, "all AP before the dice")],
        default=Basis.VALUE.value,
    )
    doublings = models.CharField(
        "two criticals both doubled make",
        max_length=5,
        choices=[(Doublings.TWICE.value, "four times"), (Doublings.EACH.value, "three times")],
        default=Doublings.TWICE.value,
    )
    medicine = models.CharField(
        "the DP of a MEDIC stay",
        max_length=5,
        choices=[
            (Medicine.TURN.value, "to the end of the TURN"),
            (Medicine.STAYS.value, "until they are taken off by hand"),
        ],
        default=Medicine.TURN.value,
    )
    revealed = models.CharField(
        "the hit counter of an operator turned face up again is",
        max_length=7,
        choices=_choices(Revealed),
        default=Revealed.CLEARED.value,
    )


class Squad(Side):
    """A squad: its MOVEs and MEDICs this TURN, and how often its operators went HIT."""

    moves = models.PositiveSmallIntegerField("MOVEs this TURN", default=0, validators=COUNTED)
    medics = models.PositiveSmallIntegerField("MEDICs this TURN", default=0, validators=COUNTED)
    fallen = models.PositiveSmallIntegerField("operators gone HIT", default=0, validators=COUNTED)


class Operator(Piece):
    """An operator: its printed VALUES, its place and its counters."""

    squad = models.ForeignKey(Squad, on_delete=models.CASCADE, related_name="operators")
    team = models.CharField(max_length=40, blank=True)
    points = models.PositiveSmallIntegerField("squad points", default=0, validators=[MaxValueValidator(MOST_POINTS)])
    ap = models.PositiveSmallIntegerField("AP VALUE", validators=VALUE)
    ep = models.PositiveSmallIntegerField("EP VALUE", validators=VALUE)
    dp = models.PositiveSmallIntegerField("DP VALUE", validators=[MinValueValidator(1), MaxValueValidator(MOST_DP)])
    mp = models.PositiveSmallIntegerField("MP VALUE", validators=VALUE)
    place = models.PositiveSmallIntegerField(
        "position", null=True, blank=True, validators=ON_FIELD, help_text="Empty in the SAVEZONE."
    )
    state = models.CharField(max_length=9, choices=_choices(State), default=State.NORMAL.value)
    hits = models.PositiveSmallIntegerField("hit counter", default=0, validators=COUNTED)
    objective = models.PositiveSmallIntegerField("objective counter", default=0, validators=COUNTED)
    moved = models.PositiveSmallIntegerField("MOVEs this TURN", default=0, validators=[MaxValueValidator(MOST_MOVED)])
    medics = models.PositiveSmallIntegerField("MEDICs on it", default=0, validators=[MaxValueValidator(MOST_MEDICS)])
    bonus = models.CharField("BONUS ACTION", max_length=10, choices=_choices(Bonus), default=Bonus.NONE.value)


class FieldPosition(Piece):
    """A FIELDPOSITION of a squad's row and its OBJECTIVE."""

    squad = models.ForeignKey(Squad, on_delete=models.CASCADE, related_name="positions")
    place = models.PositiveSmallIntegerField(validators=ON_FIELD)
    objective = models.PositiveSmallIntegerField("value of the objective", validators=[MinValueValidator(1), *COUNTED])
    aim = models.CharField("how far the objective is", max_length=8, choices=_choices(Aim), default=Aim.OPEN.value)


class SquadCard(Piece):
    """A card, and where it lies."""

    squad = models.ForeignKey(Squad, on_delete=models.CASCADE, related_name="cards")
    kind = models.CharField(max_length=8, choices=_choices(Kind))
    lies = models.CharField(max_length=9, choices=_choices(Lies), default=Lies.APART.value)
    bearer = models.ForeignKey(Operator, on_delete=models.SET_NULL, null=True, blank=True, related_name="cards")


class SquadModifier(models.Model):
    """One modifier of an operator's skill, of a card, or of TEAMWORK in a battle."""

    battle = models.ForeignKey(OperatorBattle, on_delete=models.CASCADE, null=True, blank=True, related_name="teamwork")
    operator = models.ForeignKey(Operator, on_delete=models.CASCADE, null=True, blank=True, related_name="skills")
    card = models.ForeignKey(SquadCard, on_delete=models.CASCADE, null=True, blank=True, related_name="modifiers")
    name = models.CharField(max_length=60)
    side = models.CharField("counts", max_length=8, choices=SIDES)
    stat = models.CharField("changes", max_length=14, choices=_choices(Stat))
    operation = models.CharField(max_length=8, choices=_choices(Operation), default=Operation.ADD.value)
    amount = models.PositiveSmallIntegerField(default=1, validators=[MaxValueValidator(20)])
    condition = models.CharField(max_length=LONGEST_CONDITION, blank=True)
    reach = models.CharField("for", max_length=8, choices=REACHES, default=Reach.ITSELF.value)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=(
                    models.Q(battle__isnull=False, operator=None, card=None)
                    | models.Q(operator__isnull=False, battle=None, card=None)
                    | models.Q(card__isnull=False, battle=None, operator=None)
                ),
                name="a_modifier_has_one_bearer",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def sheet(self, key: str) -> Modifier:
        """The modifier as the rules see it, with that key; ``ValueError`` where it is none that they know."""
        return Modifier(
            key=key,
            name=self.name,
            side=While(self.side),
            stat=Stat(self.stat),
            operation=Operation(self.operation),
            amount=self.amount,
            condition=self.condition,
            reach=Reach(self.reach),
        )
