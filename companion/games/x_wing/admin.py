"""Battles of ships in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from companion.admin.edits import BattleAdmin, OfThisBattle
from companion.admin.filters import OfCampaign
from companion.admin.pages import OfBattleAdmin, rows
from companion.games.x_wing import data_admin as data_admin
from companion.models import DamageCard, Ship, Upgrade, Weapon, XWingBattle, XWingSquad
from rules.x_wing.tokens import ALL, CLOAK

WEAPONS = rows(Weapon, fk_name="ship")
UPGRADES = rows(Upgrade, "name", "xws", "charges", "most_charges", "recovers")
SHIPS = ("name", "squad", "hull", "shields", "force", "unseen", "status", "engaged", "attacked", "cost")


@admin.register(XWingBattle)
class XWingBattleAdmin(BattleAdmin):
    """A battle of X-Wing with its squads and ships."""

    list_display = ("name", "campaign", "ruleset", "round", "phase", "started", "over")
    list_filter = ("ruleset", "started", "over", ("campaign", OfCampaign))
    search_fields = ("name", "campaign__name", "pieces__name")
    inlines = (
        rows(XWingSquad, "name", "seat", "faction", "mission", readonly=("score",), show_change_link=True),
        rows(Ship, *SHIPS, show_change_link=True),
    )


@admin.register(XWingSquad)
class XWingSquadAdmin(OfBattleAdmin):
    """A squad with its damage deck."""

    list_display = ("name", "battle", "faction", "score")
    list_filter = ("faction", ("battle__campaign", OfCampaign))
    list_select_related = ("battle",)
    search_fields = ("name", "battle__name")
    readonly_fields = ("battle", "score")
    inlines = (rows(DamageCard, "title", "ship", "faceup", "discarded"),)


class CardInline(OfThisBattle, admin.TabularInline):
    """The damage cards on a ship; others are dealt on the squad's page, where the deck is."""

    model = DamageCard
    fields = ("title", "faceup")
    readonly_fields = ("title",)
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """A deck has no other cards."""
        return False


@admin.register(Ship)
class ShipAdmin(OfBattleAdmin):
    """A ship with its weapons, tokens and damage cards."""

    list_display = ("name", "battle", "squad", "type", "initiative", "shields", "status", "engaged")
    list_filter = ("status", "engaged", "squad__faction", ("battle__campaign", OfCampaign))
    list_select_related = ("battle", "squad")
    search_fields = ("name", "type", "battle__name", "weapons__name")
    fieldsets = (
        (None, {"fields": ("seen", "battle", "squad", "name", "type", "size", "cost", "status", "destroyed_by")}),
        ("Numbers", {"fields": ("initiative", "agility", "hull", "most_shields", "shields", "unseen")}),
        (
            "Force, charges and energy",
            {
                "fields": (
                    ("most_force", "force", "recovers_force"),
                    ("most_charges", "charges", "recovers_charges"),
                    ("most_energy", "energy", "recovers_energy"),
                )
            },
        ),
        ("Abilities", {"fields": ("pilot", "ability")}),
        ("Tokens", {"fields": ("lock", *ALL, CLOAK)}),
        ("This round", {"fields": ("engaged", "attacked", "bonus_attacked", "used")}),
    )
    inlines = (WEAPONS, UPGRADES, CardInline)
