"""Seats in the admin: who plays which side, freed or handed over with an entry of the battle's log."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.widgets import AutocompleteSelect
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from companion.admin.choices import LONGEST_ID, RowField
from companion.admin.filters import OfCampaign
from companion.admin.people import Listed
from companion.models import Campaign, Member, Side
from companion.services.refusals import Refusal
from companion.services.seating import free_seat, give_seat
from companion.who import who_of
from rules.words import counted


class MemberOfCampaign(AutocompleteSelect):
    """A member, found by a few letters among those of one campaign."""

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(Side._meta.get_field("player"), admin.site)
        self._campaign = campaign

    def get_url(self) -> str:
        """Where the members are looked up."""
        return f"{super().get_url()}?campaign={self._campaign.pk}"

    def optgroups(self, name: str, value: Any, attrs: dict[str, Any] | None = None) -> Any:
        """The member that was chosen, if it can be one."""
        numbers = [one for one in value if one.isascii() and one.isdigit() and len(one) <= LONGEST_ID]
        return super().optgroups(name, numbers, attrs)


class HandOverForm(forms.Form):
    """To whom seats are handed over."""

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        found = Member.objects.filter(campaign=campaign, forgotten=None)
        self.fields["player"] = RowField(found, label="Its player", widget=MemberOfCampaign(campaign))


@admin.register(Side)
class SeatAdmin(Listed):
    """The seats of all battles; organisers hand them over in the app, too."""

    list_display = ("name", "player", "battle", "campaign")
    list_filter = (("battle__campaign", OfCampaign),)
    list_select_related = ("battle__campaign", "player")
    search_fields = ("name", "battle__name", "battle__campaign__name", "player__name")
    fields = ("name", "player", "battle", "campaign")
    readonly_fields = fields
    ordering = ("-battle__created", "seat")
    actions = ("free", "hand_over")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Side]:
        """The sides of battles that are not deleted: that of a roster is nobody's seat."""
        there = {"battle__deleted": None, "battle__campaign__deleted": None}
        found: QuerySet[Side] = super().get_queryset(request).filter(battle__roster=None, **there)
        return found

    @admin.display(ordering="battle__campaign")
    def campaign(self, row: Side) -> str:
        """The campaign of its battle."""
        return str(row.battle.campaign)

    @admin.action(description="Free the seats: another player can take them", permissions=["end"])
    def free(self, request: HttpRequest, queryset: QuerySet[Side]) -> None:
        """Free seats, each with an entry of its battle's log."""
        rows = list(queryset.filter(player__isnull=False).select_related("battle").order_by("battle", "seat"))
        try:
            with transaction.atomic():
                for row in rows:
                    free_seat(key=row.battle.key, side=row.pk, who=who_of(request))
        except Refusal as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return
        self.message_user(request, f"{counted(len(rows), 'seat')} free.", messages.SUCCESS)

    @admin.action(description="Hand the seats over to a member", permissions=["end"])
    def hand_over(self, request: HttpRequest, queryset: QuerySet[Side]) -> HttpResponse | None:
        """Ask to whom, and then give the seats, each with an entry of its battle's log."""
        rows = list(queryset.select_related("battle__campaign", "player").order_by("battle", "seat"))
        campaigns = {row.battle.campaign for row in rows}
        if len(campaigns) != 1:
            self.message_user(request, "Choose seats of one campaign: they go to one of its members.", messages.ERROR)
            return None
        (campaign,) = campaigns
        assert campaign
        form = HandOverForm(request.POST if "confirmed" in request.POST else None, campaign=campaign)
        if form.is_valid():
            self._give(request, rows, form.cleaned_data["player"])
            return None
        context = {
            **self.admin_site.each_context(request),
            "title": "Hand over",
            "rows": rows,
            "opts": self.opts,
            "checkbox": ACTION_CHECKBOX_NAME,
            "form": form,
        }
        return TemplateResponse(request, "admin/hand_over.html", context)

    def _give(self, request: HttpRequest, rows: list[Side], player: Member) -> None:
        try:
            with transaction.atomic():
                for row in rows:
                    give_seat(key=row.battle.key, side=row.pk, member=player.pk, who=who_of(request))
        except Refusal as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return
        self.message_user(request, f"{player} plays {counted(len(rows), 'side')}.", messages.SUCCESS)
