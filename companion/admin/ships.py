"""Battles of ships in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from companion.admin.edits import BattleAdmin, OfThisBattle, PlayAdmin
from companion.models import DamageCard, Ship, Weapon, XWingBattle, XWingSquad
from rules.x_wing.tokens import ALL, CLOAK


class SquadInline(admin.TabularInline):
    """The squads of a battle; the score follows from the ships, and the deck is on the squad's own page."""

    model = XWingSquad
    fields = ("name", "seat", "faction", "mission", "score")
    readonly_fields = ("score",)
    show_change_link = True
    extra = 0


class ShipInline(OfThisBattle, admin.TabularInline):
    """The ships of a battle; tokens, weapons and damage cards are on the ship's own page."""

    model = Ship
    fields = ("name", "squad", "hull", "shields", "force", "unseen", "status", "engaged", "attacked", "cost")
    show_change_link = True
    extra = 0


@admin.register(XWingBattle)
class XWingBattleAdmin(BattleAdmin):
    """A battle of X-Wing with its squads and ships."""

    list_display = ("name", "campaign", "ruleset", "round", "phase", "started", "over")
    list_filter = ("ruleset", "started", "over", "campaign")
    list_select_related = ("campaign",)
    search_fields = ("name", "campaign__name", "pieces__name")
    readonly_fields = ("key", "game", "last_event")
    inlines = (SquadInline, ShipInline)


class DeckInline(OfThisBattle, admin.TabularInline):
    """The damage deck of a squad."""

    model = DamageCard
    fields = ("title", "ship", "faceup", "discarded")
    extra = 0


@admin.register(XWingSquad)
class XWingSquadAdmin(PlayAdmin):
    """A squad with its damage deck."""

    list_display = ("name", "battle", "faction", "score")
    list_filter = ("faction", "battle")
    list_select_related = ("battle",)
    search_fields = ("name", "battle__name")
    readonly_fields = ("battle", "score")
    inlines = (DeckInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Squads are made with their battle."""
        return False


class WeaponInline(admin.TabularInline):
    """The weapons of a ship."""

    model = Weapon
    extra = 0


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
class ShipAdmin(PlayAdmin):
    """A ship with its weapons, tokens and damage cards."""

    list_display = ("name", "battle", "squad", "type", "initiative", "shields", "status", "engaged")
    list_filter = ("status", "engaged", "squad__faction", "battle")
    list_select_related = ("battle", "squad")
    search_fields = ("name", "type", "battle__name", "weapons__name")
    readonly_fields = ("battle",)
    fieldsets = (
        (None, {"fields": ("seen", "battle", "squad", "name", "type", "size", "cost", "status", "destroyed_by")}),
        ("Numbers", {"fields": ("initiative", "agility", "hull", "most_shields", "shields", "unseen", "upgrades")}),
        (
            "Force and charges",
            {
                "fields": (
                    ("most_force", "force", "recovers_force"),
                    ("most_charges", "charges", "recovers_charges"),
                )
            },
        ),
        ("Tokens", {"fields": ("lock", *ALL, CLOAK)}),
        ("This round", {"fields": ("engaged", "attacked", "bonus_attacked")}),
    )
    inlines = (WeaponInline, CardInline)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Ships are added on their battle's page."""
        return False
