"""Ship data that was loaded: the ships, pilots and upgrades of a data set, one for each of the rulesets."""

from __future__ import annotations

from django.db import models

from rules.x_wing.sheet import Ruleset
from rules.x_wing.ship import Arc, Needs, Size

NAME = 50
"""As many letters as the reader of the data set lets through."""


class DataSet(models.Model):
    """A snapshot of the public data set, and the ruleset that it belongs to."""

    ruleset = models.CharField("rules", max_length=3, unique=True, choices=[(r.value, r.value) for r in Ruleset])
    version = models.CharField(max_length=NAME)
    files = models.PositiveSmallIntegerField("ship files")
    loaded = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "X-Wing data set"
        ordering = ("ruleset",)

    def __str__(self) -> str:
        return f"{self.ruleset} (version {self.version})"


class ShipType(models.Model):
    """A type of ship in one faction, with its printed values."""

    data_set = models.ForeignKey(DataSet, on_delete=models.CASCADE, related_name="ships")
    xws = models.CharField("id", max_length=NAME)
    name = models.CharField(max_length=NAME)
    faction = models.CharField(max_length=NAME)
    size = models.CharField(max_length=6, choices=[(size.value, size.value) for size in Size])
    agility = models.SmallIntegerField()
    hull = models.SmallIntegerField()
    shields = models.SmallIntegerField()
    attacks = models.JSONField(help_text="Pairs of arc and dice.")
    energy = models.SmallIntegerField(default=0)
    recovers_energy = models.SmallIntegerField("energy that comes back", default=0)

    class Meta:
        verbose_name = "X-Wing ship"
        ordering = ("name", "faction")
        constraints = (models.UniqueConstraint(fields=("data_set", "faction", "xws"), name="one_ship_a_faction"),)

    def __str__(self) -> str:
        return self.name


class PilotCard(models.Model):
    """A pilot; values of its own, where it has any, stand for those of its ship."""

    data_set = models.ForeignKey(DataSet, on_delete=models.CASCADE, related_name="pilots")
    ship = models.CharField("id of the ship", max_length=NAME)
    faction = models.CharField(max_length=NAME)
    xws = models.CharField("id", max_length=NAME)
    name = models.CharField(max_length=NAME)
    initiative = models.SmallIntegerField()
    cost = models.SmallIntegerField(null=True, help_text="Empty for a card that cannot be bought.")
    force = models.SmallIntegerField()
    recovers_force = models.SmallIntegerField("Force that comes back")
    charges = models.SmallIntegerField()
    recovers_charges = models.SmallIntegerField("charges that come back")
    own_agility = models.SmallIntegerField(null=True)
    own_hull = models.SmallIntegerField(null=True)
    own_shields = models.SmallIntegerField(null=True)
    own_attacks = models.JSONField(null=True, help_text="Pairs of arc and dice.")
    loadout = models.JSONField("standard loadout", help_text="Ids of upgrades.")
    ability = models.CharField("ability of the ship's type", max_length=NAME, blank=True)

    class Meta:
        verbose_name = "X-Wing pilot"
        ordering = ("name", "xws")
        constraints = (models.UniqueConstraint(fields=("data_set", "xws"), name="one_pilot_of_an_id"),)

    def __str__(self) -> str:
        return self.name


class UpgradeCard(models.Model):
    """An upgrade: what it costs, its weapon, and how it changes the ship that has it."""

    data_set = models.ForeignKey(DataSet, on_delete=models.CASCADE, related_name="upgrades")
    xws = models.CharField("id", max_length=NAME)
    name = models.CharField(max_length=NAME)
    slots = models.JSONField()
    cost = models.SmallIntegerField()
    by = models.CharField("cost depends on", max_length=NAME, blank=True)
    costs = models.JSONField(help_text="Pairs of what the cost depends on and the cost.")
    arc = models.CharField("weapon: arc", max_length=13, blank=True, choices=[(arc.value, arc.value) for arc in Arc])
    dice = models.SmallIntegerField("weapon: dice", null=True)
    nearest = models.SmallIntegerField("weapon: nearest range", null=True)
    farthest = models.SmallIntegerField("weapon: farthest range", null=True)
    ordnance = models.BooleanField("weapon: no range bonus", default=False)
    charges = models.SmallIntegerField()
    recovers_charges = models.SmallIntegerField("charges that come back")
    force = models.SmallIntegerField()
    recovers_force = models.SmallIntegerField("Force that comes back")
    agility = models.SmallIntegerField("agility added")
    hull = models.SmallIntegerField("hull added")
    shields = models.SmallIntegerField("shields added")
    attacks = models.JSONField("attack dice added", help_text="Pairs of arc and dice.")
    energy = models.SmallIntegerField("energy added", default=0)
    needs = models.CharField(
        "weapon: needs", max_length=24, blank=True, choices=[(needs.value, needs.value) for needs in Needs]
    )
    costs_charges = models.SmallIntegerField("weapon: charges it costs", default=0)
    costs_energy = models.SmallIntegerField("weapon: energy it costs", default=0)
    bonus_only = models.BooleanField("weapon: for bonus attacks only", default=False)
    more = models.BooleanField("weapon: its text says more", default=False)

    class Meta:
        verbose_name = "X-Wing upgrade"
        ordering = ("name", "xws")
        constraints = (models.UniqueConstraint(fields=("data_set", "xws"), name="one_upgrade_of_an_id"),)

    def __str__(self) -> str:
        return self.name
