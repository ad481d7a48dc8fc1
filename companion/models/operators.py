"""Airsoft Squads: squads, operators, field positions, cards, and the modifiers of skills, cards and TEAMWORK."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models

from companion.models.battle import Battle, Side
from companion.models.columns import choices_of, with_columns
from companion.models.piece import Piece
from rules.airsoft_squads import modifiers, pieces, sheet
from rules.airsoft_squads.modifiers import LONGEST_CONDITION, Operation, Reach, While
from rules.airsoft_squads.settings import Basis, Doublings, Medicine
from rules.airsoft_squads.sheet import Phase
from rules.bounds import bounds_of

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
    (Reach.ALL_ENEMIES.value, "all enemies"),
]


@with_columns
class OperatorBattle(Battle):
    """A battle of operators: whose TURN it is and where it has come to, and the readings agreed on."""

    SHEET = sheet.Battle
    SIDES = "airsoft_squads/_rows.html"
    IN_PLACE = frozenset(("hits", "state"))

    phase = models.CharField(max_length=8, choices=choices_of(Phase), default=Phase.STRATEGY.value)
    acted = models.ForeignKey("Squad", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    winner = models.ForeignKey("Squad", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
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

    class Meta:
        verbose_name = "battle of Airsoft Squads"
        verbose_name_plural = "battles of Airsoft Squads"


@with_columns
class Squad(Side):
    """A squad: its MOVEs and MEDICs this TURN, and how often its operators went HIT."""

    SHEET = sheet.Squad


@with_columns
class Operator(Piece):
    """An operator: its printed VALUES, its place and its counters."""

    SHEET = pieces.Operator

    squad = models.ForeignKey(Squad, on_delete=models.CASCADE, related_name="operators")
    team = models.CharField(max_length=40, blank=True)


@with_columns
class FieldPosition(Piece):
    """A FIELDPOSITION of a squad's row and its OBJECTIVE."""

    SHEET = pieces.Position

    squad = models.ForeignKey(Squad, on_delete=models.CASCADE, related_name="positions")


@with_columns
class SquadCard(Piece):
    """A card, and where it lies."""

    SHEET = pieces.Card

    squad = models.ForeignKey(Squad, on_delete=models.CASCADE, related_name="cards")
    bearer = models.ForeignKey(Operator, on_delete=models.SET_NULL, null=True, blank=True, related_name="cards")


@with_columns
class SquadModifier(models.Model):
    """One modifier of an operator's skill, of a card, or of TEAMWORK in a battle."""

    SHEET = modifiers.Modifier

    battle = models.ForeignKey(OperatorBattle, on_delete=models.CASCADE, null=True, blank=True, related_name="teamwork")
    operator = models.ForeignKey(Operator, on_delete=models.CASCADE, null=True, blank=True, related_name="skills")
    card = models.ForeignKey(SquadCard, on_delete=models.CASCADE, null=True, blank=True, related_name="modifiers")
    name = models.CharField(max_length=60)
    side = models.CharField("counts", max_length=8, choices=SIDES)
    operation = models.CharField(max_length=8, choices=choices_of(Operation), default=Operation.ADD.value)
    amount = models.PositiveSmallIntegerField(
        default=1, validators=[MaxValueValidator(bounds_of(modifiers.Modifier, "amount").most)]
    )
    condition = models.CharField(max_length=LONGEST_CONDITION, blank=True)
    reach = models.CharField("for", max_length=11, choices=REACHES, default=Reach.ITSELF.value)

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
