"""Who may sign in, to the admin or as a player: Django's own pages, whose choices are checked as all others are."""

from __future__ import annotations

from typing import Any

import allauth.account.admin  # noqa: F401 - what it registers is taken back below
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.admin.options import InlineModelAdmin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest

from companion.accounts import are_on
from companion.admin.choices import CheckedChoices, CheckedRows
from companion.admin.log import ReadOnly
from companion.models import Member
from companion.services.accounts import sign_out_everywhere

# The mail address of an account is on its own page.
admin.site.unregister([Group, User, EmailAddress])


@admin.register(Group)
class GroupOfStaffAdmin(CheckedRows, CheckedChoices, GroupAdmin):  # type: ignore[misc]
    """What a group of staff may do."""


class MemberOfAccountInline(ReadOnly, admin.TabularInline):
    """Whom an account is in which campaign; whoever is to be another is put right on the campaign's page."""

    model = Member
    verbose_name_plural = "members in campaigns"
    fields = ("campaign", "name", "role", "since")
    readonly_fields = fields
    ordering = ("campaign__name",)
    show_change_link = False


@admin.register(User)
class StaffAdmin(CheckedRows, CheckedChoices, UserAdmin):
    """Who signs in, and what each may do."""

    list_display = ("username", "email", "is_staff", "is_active", "date_joined", "last_login")
    search_fields = (*UserAdmin.search_fields, "members__name", "members__campaign__name")

    def get_inlines(self, request: HttpRequest, obj: User | None) -> list[type[InlineModelAdmin]]:
        """The members of an account, where players have accounts."""
        return [MemberOfAccountInline] if obj and are_on() else []

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save an account: who may sign in no more is signed out, and an old mail address is none any more."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            sign_out_everywhere(obj)
        EmailAddress.objects.filter(user=obj).exclude(email=obj.email.lower()).delete()
