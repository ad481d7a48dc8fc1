"""Who may sign in to the admin: Django's own pages, whose choices are checked as all others are."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User

from companion.admin.choices import CheckedChoices, CheckedRows

admin.site.unregister([Group, User])


@admin.register(Group)
class GroupOfStaffAdmin(CheckedRows, CheckedChoices, GroupAdmin):  # type: ignore[misc]
    """What a group of staff may do."""


@admin.register(User)
class StaffAdmin(CheckedRows, CheckedChoices, UserAdmin):
    """Who signs in, and what each may do."""
