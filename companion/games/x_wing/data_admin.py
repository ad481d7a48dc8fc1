"""The ship data that was loaded, to read only: the command that loads it is the one way to change it."""

from __future__ import annotations

from django.contrib import admin

from companion.admin.log import ReadOnly
from companion.models import DataSet, PilotCard, ShipType, UpgradeCard


@admin.register(DataSet)
class DataSetAdmin(ReadOnly, admin.ModelAdmin):
    """Which snapshot of the data set is loaded for which rules."""

    list_display = ("ruleset", "version", "files", "loaded")


@admin.register(ShipType)
class ShipTypeAdmin(ReadOnly, admin.ModelAdmin):
    """The ships."""

    list_display = ("name", "data_set", "faction", "size", "printed_attacks", "agility", "hull", "shields")
    list_filter = ("data_set", "faction", "size")
    list_select_related = ("data_set",)
    search_fields = ("name", "xws")

    @admin.display(description="attacks")
    def printed_attacks(self, ship: ShipType) -> str:
        """The attack dice by arc."""
        return ", ".join(f"{arc} {dice}" for arc, dice in ship.attacks)


@admin.register(PilotCard)
class PilotCardAdmin(ReadOnly, admin.ModelAdmin):
    """The pilots."""

    list_display = ("name", "xws", "data_set", "faction", "ship", "initiative", "cost", "force", "charges")
    list_filter = ("data_set", "faction", "initiative")
    list_select_related = ("data_set",)
    search_fields = ("name", "xws", "ship")


@admin.register(UpgradeCard)
class UpgradeCardAdmin(ReadOnly, admin.ModelAdmin):
    """The upgrades."""

    list_display = ("name", "xws", "data_set", "fits", "cost", "arc", "dice", "charges", "agility", "hull", "shields")
    list_filter = ("data_set", "arc")
    list_select_related = ("data_set",)
    search_fields = ("name", "xws")

    @admin.display(description="slots")
    def fits(self, upgrade: UpgradeCard) -> str:
        """Where it fits."""
        return ", ".join(upgrade.slots)
