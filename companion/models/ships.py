"""X-Wing: squads with their damage decks, ships with their weapons and tokens, and what a battle agrees on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models.deletion import Collector

from companion.models.battle import Battle, Side
from companion.models.columns import choices_of, with_columns
from companion.models.piece import Piece
from rules.x_wing import cards, sheet, ship, upgrade
from rules.x_wing.cards import Title
from rules.x_wing.sheet import Phase
from rules.x_wing.tokens import ALL, CLOAK
from rules.x_wing.xws import LONGEST_NAME

LONGEST_TYPED = 300
"""The most letters of the names that are typed in at once, and so of one."""


def back_in_the_deck(
    collector: Collector, field: models.ForeignKey[Any, Any], of_ship: Sequence[DamageCard], using: str
) -> None:
    """Put the damage cards of a ship that is deleted back into the deck, facedown."""
    faceup = field.model._meta.get_field("faceup")
    assert isinstance(faceup, models.BooleanField)
    collector.add_field_update(faceup, False, of_ship)
    collector.add_field_update(field, None, of_ship)


@with_columns
class XWingBattle(Battle):
    """A battle of ships: where in the round it stands, and what the players agreed on."""

    SHEET = sheet.Battle
    IN_PLACE = frozenset((*ALL, CLOAK, "lock", "shields", "unseen", "attacked", "engaged", "bonus_attacked"))

    phase = models.CharField(max_length=10, choices=choices_of(Phase), default=Phase.PLANNING.value)
    first = models.ForeignKey(
        "XWingSquad",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="first player",
    )
    ruleset = models.CharField(
        "rules", max_length=3, choices=[("2.0", "2.0, 200 points"), ("2.5", "2.5, 20 points")], default="2.0"
    )

    class Meta:
        verbose_name = "battle of X-Wing"
        verbose_name_plural = "battles of X-Wing"


@with_columns
class XWingSquad(Side):
    """A squad: its faction, points of its scenario, and the text that it was read from."""

    SHEET = sheet.Squad

    faction = models.CharField(max_length=40, blank=True)
    source = models.TextField("list that it was read from (XWS)", blank=True)

    class Meta:
        verbose_name = "X-Wing squad"


@with_columns
class Ship(Piece):
    """A ship with its pilot: values, what is left of them, tokens, and what it has done this round."""

    SHEET = ship.Ship
    TOKENS = ("hunted",)
    ADDED = frozenset({"ability"})
    """Columns that files of earlier versions lack: a file says them where a row has something else than usual."""

    squad = models.ForeignKey(XWingSquad, on_delete=models.CASCADE, related_name="ships")
    type = models.CharField("ship", max_length=60, blank=True)
    pilot = models.CharField("id of its pilot (XWS)", max_length=LONGEST_NAME, blank=True)
    ability = models.CharField("name of the ability of its type", max_length=60, blank=True)
    used = models.CharField("ids of cards used this round (XWS)", max_length=400, blank=True)
    lock = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name="has locked"
    )


@with_columns
class Weapon(models.Model):
    """A weapon of a ship: where it fires, how strongly, what it needs and what it costs."""

    SHEET = ship.Weapon
    ADDED = frozenset({"grants", "free", "fired"})
    """Columns that files of earlier versions lack: a file says them where a row has something else than usual."""

    ship = models.ForeignKey(Ship, on_delete=models.CASCADE, related_name="weapons")
    name = models.CharField(max_length=60)
    fired_at = models.ForeignKey(
        Ship,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="attacked this round, where that grants a bonus attack",
    )

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


@with_columns
class Upgrade(models.Model):
    """An upgrade of a ship, with its charges; those of a weapon lie on the weapon."""

    SHEET = upgrade.Upgrade

    ship = models.ForeignKey(Ship, on_delete=models.CASCADE, related_name="upgrades")
    name = models.CharField(max_length=LONGEST_TYPED)
    xws = models.CharField("id (XWS)", max_length=LONGEST_NAME, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


@with_columns
class DamageCard(models.Model):
    """A card of a squad's damage deck: in the deck, on a ship or discarded."""

    SHEET = cards.Card

    title = models.CharField(max_length=30, choices=choices_of(Title))
    squad = models.ForeignKey(XWingSquad, on_delete=models.CASCADE, related_name="deck")
    ship = models.ForeignKey(Ship, on_delete=back_in_the_deck, null=True, blank=True, related_name="cards")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.title
