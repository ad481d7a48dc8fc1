"""People in the admin: members, the devices that they are known by, links that are open, and seats."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from companion.accounts import are_on
from companion.admin.choices import CheckedChoices, CheckedRows
from companion.admin.log import ReadOnly
from companion.models import Invitation, Member, MemberDevice, Side
from companion.services.accounts import changed_hands
from companion.services.members import end
from companion.services.refusals import Refusal
from companion.services.seating import free_seat
from companion.who import who_of
from rules.words import counted


class MembersOfOne(forms.BaseInlineFormSet):
    """The members of a campaign: somebody organises it, as long as there is anybody."""

    def clean(self) -> None:
        """Refuse members without an organiser."""
        super().clean()
        known = [form for form in self.forms if form.instance.forgotten is None]
        kept = [form.cleaned_data for form in known if getattr(form, "cleaned_data", None)]
        roles = [one.get("role") for one in kept if not one.get("DELETE")]
        if roles and Member.Role.ORGANISER not in roles:
            raise forms.ValidationError("Somebody has to organise the campaign.")

    def save_existing(self, form: Any, obj: Member, commit: bool = True) -> Member:
        """Save a member; devices on which the account is signed in that they belong to now know them."""
        member: Member = super().save_existing(form, obj, commit=commit)
        if "account" in form.changed_data:
            changed_hands(member, form.initial["account"])
        return member


class MemberInline(CheckedChoices, admin.TabularInline):
    """The members of a campaign; a name that is added is picked by whom it is for."""

    model = Member
    formset = MembersOfOne
    ordering = ("pk",)
    autocomplete_fields = ("account",)
    extra = 0

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """The account that somebody belongs to, too, where players have accounts."""
        return ("name", "role", "account") if are_on() else ("name", "role")


class Listed(CheckedRows, ReadOnly, admin.ModelAdmin):
    """A list of what only its actions change."""

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Whether this user may end what is listed."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")


@admin.register(Invitation)
class InvitationAdmin(Listed):
    """Links that let people into campaigns; what they hold is not stored."""

    list_display = ("campaign", "for_whom", "left", "expires", "is_open")
    list_display_links = ("for_whom",)
    list_filter = ("role", "withdrawn")
    list_select_related = ("campaign", "member")
    search_fields = ("campaign__name", "member__name")
    fields = ("campaign", "for_whom", "uses", "used", "expires", "withdrawn", "created")
    readonly_fields = fields
    actions = ("take_back",)

    @admin.display(description="for")
    def for_whom(self, row: Invitation) -> str:
        """The member whose own link it is, or the role, and whether it is a code that was said."""
        whom = "whoever was told the code" if row.salt else "anybody"
        return str(row.member or f"{whom}: {row.get_role_display()}")

    @admin.display(boolean=True, description="open")
    def is_open(self, row: Invitation) -> bool:
        """Whether it lets anybody in now."""
        return row.is_open(timezone.now())

    @admin.action(description="Take the links back: they let nobody in any more", permissions=["end"])
    def take_back(self, request: HttpRequest, queryset: QuerySet[Invitation]) -> None:
        """End links."""
        done = queryset.update(withdrawn=True)
        self.message_user(request, f"{counted(done, 'link')} taken back.", messages.SUCCESS)


@admin.register(MemberDevice)
class MemberDeviceAdmin(Listed):
    """Devices that members are known by; what they keep is not stored."""

    list_display = ("member", "campaign", "since", "state")
    list_filter = ("member__campaign",)
    list_select_related = ("member__campaign",)
    search_fields = ("member__name", "member__campaign__name")
    fields = ("member", "campaign", "since", "state", "ended")
    readonly_fields = fields
    actions = ("forget",)

    @admin.display(ordering="member__campaign")
    def campaign(self, row: MemberDevice) -> str:
        """The campaign of its member."""
        return str(row.member.campaign)

    @admin.display()
    def state(self, row: MemberDevice) -> str:
        """Whether anybody is known by it."""
        if row.ended:
            return "forgotten"
        return "waits to be let in" if row.asks else "known"

    @admin.action(description="Forget the devices: they are guests' from now on", permissions=["end"])
    def forget(self, request: HttpRequest, queryset: QuerySet[MemberDevice]) -> None:
        """End devices."""
        rows = list(queryset.filter(ended=None))
        for row in rows:
            end(row)
        self.message_user(request, f"{counted(len(rows), 'device')} forgotten.", messages.SUCCESS)


@admin.register(Side)
class SeatAdmin(Listed):
    """The seats of all battles; organisers hand them over in the app, and what staff free is taken there again."""

    list_display = ("name", "player", "battle", "campaign")
    list_select_related = ("battle__campaign", "player")
    search_fields = ("name", "battle__name", "battle__campaign__name", "player__name")
    fields = ("name", "player", "battle", "campaign")
    readonly_fields = fields
    ordering = ("-battle__created", "seat")
    actions = ("free",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Side]:
        """The sides of battles: that of a roster is nobody's seat."""
        return super().get_queryset(request).filter(battle__roster=None)

    @admin.display(ordering="battle__campaign")
    def campaign(self, row: Side) -> str:
        """The campaign of its battle."""
        return str(row.battle.campaign)

    @admin.action(description="Free the seats: another player can take them", permissions=["end"])
    def free(self, request: HttpRequest, queryset: QuerySet[Side]) -> None:
        """Free seats, each with an entry of its battle's log."""
        rows = list(queryset.filter(player__isnull=False).select_related("battle"))
        try:
            with transaction.atomic():
                for row in rows:
                    free_seat(key=row.battle.key, side=row.pk, who=who_of(request))
        except Refusal as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return
        self.message_user(request, f"{counted(len(rows), 'seat')} free.", messages.SUCCESS)
