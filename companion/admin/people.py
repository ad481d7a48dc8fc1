"""People in the admin: members, the devices that they are known by, and links that are open."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from companion.accounts import are_on
from companion.admin.as_shown import FormAsShown, as_stored
from companion.admin.belonging import OfACampaign, page_of
from companion.admin.choices import LONGEST_ID, CheckedChoices, CheckedRows
from companion.admin.filters import InState, OfCampaign
from companion.admin.log import ReadOnly
from companion.models import Invitation, Member, MemberDevice
from companion.services.accounts import changed_hands
from companion.services.forgetting import forget_for_staff
from companion.services.members import forget_device_for_staff
from companion.services.refusals import Refusal
from companion.services.roles import end_links_of_organisers, follow_role
from companion.who import reads_as, why_not_called
from rules.words import counted

Row = TypeVar("Row", bound=Model)

MOST_AT_ONCE = 50
"""How many people are forgotten by one tap: a form that names very many is refused, once it was confirmed."""


def _role_by(form: Any) -> Any:
    """What a member is by a form: what others made of them since its page was opened, unless it was changed there."""
    stays = form.instance.pk and "role" not in form.changed_data
    return form.initial.get("role") if stays else form.cleaned_data.get("role")


def _names_of(form: Any) -> list[str]:
    """What a member is called by a form, and was before."""
    names = [form.cleaned_data.get("name", ""), form.initial.get("name", ""), *form.instance.former]
    return [name for name in names if name]


def _check_name(name: str, others: Iterable[str]) -> None:
    """Raise ``ValidationError`` for a name that no member takes on the pages either."""
    if reason := why_not_called(name):
        raise forms.ValidationError(f"{name}: {reason}")
    if any(reads_as(name, other) for other in others):
        told = "Two people of a campaign cannot have the same name, nor one that reads like it or was the other's"
        raise forms.ValidationError(f"{told}: {name}.")


class MembersOfOne(forms.BaseInlineFormSet):
    """The members of a campaign: somebody organises it, as long as there is anybody."""

    def clean(self) -> None:
        """Refuse members without an organiser, and names that others would take for another's."""
        super().clean()
        kept = [form for form in self.forms if getattr(form, "cleaned_data", None)]
        roles = [_role_by(form) for form in kept]
        if roles and Member.Role.ORGANISER not in roles:
            raise forms.ValidationError("Somebody has to organise the campaign.")
        forgotten = Member.objects.filter(campaign=self.instance.pk).exclude(forgotten=None)
        gone = list(forgotten.values_list("name", flat=True))
        for form in kept:
            # What was taken before such names were refused keeps nobody from changing something else.
            if "name" in form.changed_data and "name" in form.cleaned_data:
                others = [name for other in kept if other is not form for name in _names_of(other)]
                _check_name(form.cleaned_data["name"], [*gone, *others])
            self._check_account(form, kept)

    def _check_account(self, form: Any, kept: Iterable[Any]) -> None:
        """Refuse an account that another member has until that is stored, which may be later."""
        account = form.cleaned_data.get("account")
        others = [other.initial.get("account") for other in kept if other is not form]
        if account and "account" in form.changed_data and account.pk in others:
            told = "Two members would have the same account in between: change one of them, save, and then the other."
            raise forms.ValidationError(told)

    def save_existing(self, form: Any, obj: Member, commit: bool = True) -> Member:
        """Save a member; devices on which their account is signed in know them now."""
        as_stored(form, obj)
        if "name" in form.changed_data:
            obj.was_called(form.initial["name"])
        member: Member = super().save_existing(form, obj, commit=commit)
        if "role" in form.changed_data:
            follow_role(member)
            if form.initial["role"] == Member.Role.ORGANISER:
                end_links_of_organisers(member.campaign)
        if "account" in form.changed_data:
            changed_hands(member, form.initial["account"])
        return member


class MemberInline(CheckedChoices, admin.TabularInline):
    """The members of a campaign; a name that is added is picked by whom it is for."""

    model = Member
    form = FormAsShown
    formset = MembersOfOne
    ordering = ("pk",)
    autocomplete_fields = ("account",)
    extra = 0
    can_delete = False
    """Whoever leaves is forgotten: what they played stays."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Member]:
        """The members but for those who were forgotten: nobody is meant by these, who could be given anything."""
        found: QuerySet[Member] = super().get_queryset(request).filter(forgotten=None)
        return found

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """The account that somebody belongs to, too, where players have accounts."""
        return ("name", "role", "account") if are_on() else ("name", "role")


class LetsIn:
    """What links tell of themselves."""

    @admin.display(description="for")
    def for_whom(self, row: Invitation) -> str:
        """The member whose own link it is, or the role, and whether it is a code that was said."""
        whom = "anyone who was told the code" if row.salt else "anybody"
        return str(row.member or f"{whom}: {row.get_role_display()}")

    @admin.display(description="people it still lets in")
    def still(self, row: Invitation) -> int:
        """How many uses are left of it."""
        return row.left

    @admin.display(boolean=True, description="open")
    def is_open(self, row: Invitation) -> bool:
        """Whether it lets anybody in now; one that is gone since its page was opened does not."""
        return bool(row.pk) and row.is_open(timezone.now())

    @admin.display(boolean=True, description="cancelled", ordering="withdrawn")
    def cancelled(self, row: Invitation) -> bool:
        """Whether it was taken back."""
        return row.withdrawn


class Cancelled(InState):
    """Links that were cancelled, or those that were not."""

    title = "cancelled"
    parameter_name = "cancelled"
    states = {"yes": Q(withdrawn=True), "no": Q(withdrawn=False)}


class InvitationInline(LetsIn, ReadOnly, admin.TabularInline):
    """The links of a campaign; each is taken back in the list of all links."""

    model = Invitation
    fk_name = "campaign"
    fields = ("for_whom", "still", "expires", "is_open")
    readonly_fields = fields
    show_change_link = True


class Listed(CheckedRows, ReadOnly, admin.ModelAdmin):
    """A list of what only its actions change."""

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Whether this user may end what is listed."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")

    def each(
        self, request: HttpRequest, rows: Iterable[Row], service: Callable[[Row], object], what: str, done: str
    ) -> None:
        """Do something with each row, and say with which it could not be done."""
        number = 0
        for row in list(rows):
            try:
                service(row)
            except Refusal as refusal:
                self.message_user(request, f"{row}: {refusal}", messages.ERROR)
                continue
            number += 1
        self.message_user(request, f"{counted(number, what)} {done}.", messages.SUCCESS)


@admin.register(Member)
class MemberAdmin(OfACampaign, Listed):
    """The people of all campaigns; names and roles are changed on the page of their campaign."""

    list_display = ("name", "role", "in_campaign", "devices_known", "since")
    list_filter = ("role", ("campaign", OfCampaign))
    list_select_related = ("campaign",)
    search_fields = ("name", "campaign__name")
    fields = ("name", "role", "in_campaign", "devices_known", "since", "forgotten")
    readonly_fields = fields
    ordering = ("-since", "-pk")
    actions = ("forget",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Member]:
        """The members, each with the number of devices that it is known by."""
        known = Count("devices", filter=Q(devices__ended=None, devices__asks=""))
        found: QuerySet[Member] = super().get_queryset(request).annotate(known=known)
        return found

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Member], search_term: str
    ) -> tuple[QuerySet[Member], bool]:
        """Those that are looked for; where a seat is handed over, only those of its campaign who may have one."""
        found, doubled = super().get_search_results(request, queryset, search_term)
        campaign = request.GET.get("campaign", "")
        if request.path == reverse("admin:autocomplete") and campaign.isdigit() and len(campaign) <= LONGEST_ID:
            players = found.filter(campaign=campaign, forgotten=None).exclude(role=Member.Role.SPECTATOR)
            return players, doubled
        return found, doubled

    @admin.display(description="devices")
    def devices_known(self, row: Any) -> int:
        """How many devices it is known by."""
        number: int = row.known
        return number

    @admin.action(description="Forget the people: another name stands wherever theirs did", permissions=["end"])
    def forget(self, request: HttpRequest, queryset: QuerySet[Member]) -> HttpResponse | None:
        """Ask first, and forget members, which cannot be taken back; what they played stays."""
        rows = queryset.filter(forgotten=None).select_related("campaign")
        if rows.count() > MOST_AT_ONCE:
            told = f"Choose {MOST_AT_ONCE} people at most: every text of their campaigns is read for each."
            self.message_user(request, told, messages.ERROR)
            return None
        if "confirmed" in request.POST or not rows.exists():
            self.each(request, rows, forget_for_staff, "member", "forgotten")
            return None
        context = {
            **self.admin_site.each_context(request),
            "title": "Forget people",
            "rows": rows,
            "opts": self.opts,
            "checkbox": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/forget_people.html", context)


@admin.register(Invitation)
class InvitationAdmin(OfACampaign, LetsIn, Listed):
    """Links that let people into campaigns; what they hold is not stored."""

    list_display = ("in_campaign", "for_whom", "still", "expires", "is_open")
    list_display_links = ("for_whom",)
    list_filter = ("role", Cancelled, ("campaign", OfCampaign))
    list_select_related = ("campaign", "member")
    search_fields = ("campaign__name", "member__name")
    fields = ("in_campaign", "for_whom", "still", "used", "expires", "cancelled", "created")
    readonly_fields = fields
    actions = ("take_back",)

    @admin.action(description="Cancel the links: they let nobody in any more", permissions=["end"])
    def take_back(self, request: HttpRequest, queryset: QuerySet[Invitation]) -> None:
        """End links."""
        done = queryset.filter(withdrawn=False).update(withdrawn=True)
        self.message_user(request, f"{counted(done, 'link')} cancelled.", messages.SUCCESS)


@admin.register(MemberDevice)
class MemberDeviceAdmin(Listed):
    """Devices that members are known by; what they keep is not stored."""

    list_display = ("member", "campaign", "since", "state")
    list_filter = (("member__campaign", OfCampaign),)
    ordering = ("-since", "-pk")
    list_select_related = ("member__campaign",)
    search_fields = ("member__name", "member__campaign__name")
    fields = ("member", "campaign", "since", "state", "ended")
    readonly_fields = fields
    actions = ("forget",)

    @admin.display(ordering="member__campaign")
    def campaign(self, row: MemberDevice) -> SafeString:
        """The way to the campaign of its member."""
        return page_of(row.member.campaign)

    @admin.display()
    def state(self, row: MemberDevice) -> str:
        """Whether anybody is known by it."""
        if row.ended:
            return "forgotten"
        if not row.asks:
            return "known"
        return "waits to be let in" if row.waits else "has waited in vain"

    @admin.action(description="Forget the devices: they are guests' from now on", permissions=["end"])
    def forget(self, request: HttpRequest, queryset: QuerySet[MemberDevice]) -> None:
        """End devices."""
        rows = queryset.filter(ended=None).select_related("member__campaign")
        self.each(request, rows, forget_device_for_staff, "device", "forgotten")
