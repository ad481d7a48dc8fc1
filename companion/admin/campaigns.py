"""Campaigns in the admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from companion.admin.as_shown import FormAsShown
from companion.admin.battles import downloaded
from companion.admin.choices import CheckedRows
from companion.admin.filters import InState
from companion.admin.links import WithALink
from companion.admin.people import InvitationInline, MemberInline, MembersOfOne
from companion.admin.results import LeadsToPlay
from companion.admin.shelved import ShelvedCampaigns
from companion.files.exporting import campaign_file
from companion.models import Battle, Campaign
from companion.services.inviting import let_organiser_in
from companion.services.locking import hold_campaign
from companion.services.open_pages import tell
from companion.services.refusals import Refusal
from rules.standings.schemes import SCHEMES


class BattleInline(LeadsToPlay, admin.TabularInline):
    """The battles of a campaign, to look at."""

    model = Battle
    fields = ("name", "game", "round", "started", "over", "seats", "links")
    readonly_fields = fields
    ordering = ("-created", "-pk")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Battles are made on the campaign's page."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Battle]:
        """The battles that are not deleted, with their seats."""
        found: QuerySet[Battle] = super().get_queryset(request).filter(deleted=None)
        return found.prefetch_related("sides__player")

    @admin.display()
    def seats(self, row: Battle) -> str:
        """Who plays what."""
        return ", ".join(f"{side}: {side.player or 'anybody'}" for side in row.sides.all())


class CampaignForm(FormAsShown):
    """A campaign, with what it sets in the words of its pages."""

    scheme = forms.ChoiceField(label="The order of its standings is by", choices=[(s.slug, s.name) for s in SCHEMES])

    class Meta:
        labels = {
            "comes_home": "What usually becomes of rosters after a battle",
            "members_only": "Only members come in by the links",
            "accepted_after": "Hours until a result counts that nobody answers",
        }


class ThereOrDeleted(InState):
    """Campaigns that are there, or those that are deleted."""

    states = {"there": Q(deleted=None), "deleted": ~Q(deleted=None)}


@admin.register(Campaign)
class CampaignAdmin(ShelvedCampaigns, CheckedRows, WithALink, admin.ModelAdmin):
    """A campaign and its battles."""

    form = CampaignForm
    list_display = ("name", "people", "played", "is_there", "created")
    list_filter = (ThereOrDeleted,)
    search_fields = ("name", "members__name")
    ordering = ("-created", "-pk")
    actions = ("new_link", "organisers_link", "export", "restore")
    inlines = (MemberInline, InvitationInline, BattleInline)

    def get_readonly_fields(self, request: HttpRequest, obj: Campaign | None = None) -> tuple[str, ...]:
        """Its link, once it is stored: before, none would lead to it; and since when it is deleted, where it is."""
        return ("link", *(["deleted"] if obj.deleted else [])) if obj else ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Campaign]:
        """The campaigns with the numbers of their people and battles."""
        people = Count("members", filter=Q(members__forgotten=None), distinct=True)
        battles = Count("battles", filter=Q(battles__deleted=None), distinct=True)
        found: QuerySet[Campaign] = super().get_queryset(request).annotate(people=people, battles_there=battles)
        return found

    def save_model(self, request: HttpRequest, obj: Campaign, form: Any, change: bool) -> None:
        """Save a campaign, which is held before any battle of it, as everywhere."""
        if change:
            hold_campaign(obj, even_deleted=True)
            # Others may have counted up what open pages were told, or changed the link, since the row was read; and
            # what they chose since the page was opened stays, unless it was changed there too.
            obj.save(update_fields=form.changed_data)
        else:
            super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save its members, and tell open pages once what all of it makes of them."""
        super().save_related(request, form, formsets, change)
        people = any(one.has_changed() for one in formsets if isinstance(one, MembersOfOne))
        tell(form.instance, regrouped=people or "members_only" in form.changed_data)

    @admin.display(ordering="people")
    def people(self, row: Any) -> int:
        """How many members it has."""
        number: int = row.people
        return number

    @admin.display(description="battles", ordering="battles_there")
    def played(self, row: Any) -> int:
        """How many battles it has."""
        number: int = row.battles_there
        return number

    @admin.display(boolean=True, description="there", ordering="deleted")
    def is_there(self, row: Campaign) -> bool:
        """Whether it is not deleted."""
        return row.deleted is None

    @admin.action(description="Download a campaign as a file", permissions=["view"])
    def export(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> Any | None:
        """The file of the one that was chosen, with everything in it."""
        return downloaded(self, request, queryset, campaign_file, "campaign")

    @admin.action(description="Make a link by which an organiser comes in again", permissions=["change"])
    def organisers_link(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> HttpResponse | None:
        """Show it this once; it is good for one device and a day, and ends the one before."""
        chosen = list(queryset)
        shown: list[tuple[Campaign, str]] = []
        if not chosen:
            self.message_user(request, "No campaign is chosen.", messages.ERROR)
            return None
        for campaign in chosen:
            try:
                made = let_organiser_in(campaign)
            except Refusal as refusal:
                shown.append((campaign, str(refusal)))
                continue
            if made is None:
                shown.append((campaign, "nobody organises it, so anyone who opens it does."))
            else:
                invitation, secret = made
                shown.append((campaign, request.build_absolute_uri(invitation.path(secret))))
            self.log_change(request, campaign, "Made a link for its organiser.")
        # As messages they would be kept until the next page: in a cookie, or among the sessions, where they are many.
        context = {**self.admin_site.each_context(request), "title": "Links", "shown": shown, "opts": self.opts}
        return TemplateResponse(request, "admin/organisers_links.html", context)
