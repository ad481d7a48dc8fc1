"""The people of a campaign: who they are, the devices that they are known by, and the links that let others in."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.accounts import given_name, keep_with_account
from companion.devices import own_secret, remember_campaign
from companion.forms.people import AddForm, DoorForm, FoundForm, InviteForm, NameForm, SecretForm
from companion.models import Campaign, Invitation, Member, MemberDevice
from companion.qr import shown
from companion.queries.people_page import offered_names, people_page
from companion.services import accounts, codes, entering, forgetting, inviting, members, shelving
from companion.services.refusals import Refusal
from companion.tries import OF_ASKS, TooMany, count_try, of_campaign, origin_of
from companion.views.loading import NotAllowed, TooManyTries, load_campaign, load_invitation, my_rights, small_number

ONLY = {"0": False, "1": True}
"""Whether only members come in, by what the page sends."""


@never_cache
@require_safe
def people(request: HttpRequest, key: str) -> HttpResponse:
    """Who belongs to a campaign, with what the visitor decides on."""
    campaign = load_campaign(request, key)
    own_secret(request)
    return _page(request, campaign)


@require_POST
def found(request: HttpRequest, key: str) -> HttpResponse:
    """Become the first organiser of a campaign in which nobody is a member yet."""
    campaign = load_campaign(request, key)
    form = _name_form(request, campaign, bound=True)
    if not form.is_valid():
        return _page(request, campaign, name_form=form)
    name, secret = form.cleaned_data["name"], own_secret(request)
    answer = _done(request, campaign, lambda: members.found_group(campaign=campaign, name=name, secret=secret))
    keep_with_account(request, campaign)
    return answer


@require_POST
def add(request: HttpRequest, key: str) -> HttpResponse:
    """Add a name to the list."""
    campaign = load_campaign(request, key)
    form = AddForm(request.POST, action=request.path, auto_id="add_%s")
    if not form.is_valid():
        return _page(request, campaign, add_form=form)
    return _done(request, campaign, lambda: members.add_by_name(campaign=campaign, **form.cleaned_data))


@require_POST
def role(request: HttpRequest, key: str, member: int) -> HttpResponse:
    """Give a member another role."""
    campaign = load_campaign(request, key)
    given = request.POST.get("role", "")
    return _done(request, campaign, lambda: members.give_role(campaign=campaign, member=member, role=given))


@require_POST
def rename(request: HttpRequest, key: str, member: int) -> HttpResponse:
    """Call a member something else."""
    campaign = load_campaign(request, key)
    form = NameForm(request.POST, action=request.path)
    if not form.is_valid():
        return _page(request, campaign, " ".join(map(str, form.errors["name"])))
    name, by = form.cleaned_data["name"], my_rights(request).member
    return _done(request, campaign, lambda: members.rename_member(campaign=campaign, member=member, name=name, by=by))


@require_POST
def ask(request: HttpRequest, key: str, member: int) -> HttpResponse:
    """Ask that this device be known as a member."""
    campaign = load_campaign(request, key)
    try:
        count_try(request, of_campaign(OF_ASKS, campaign.key))
    except TooMany:
        raise TooManyTries(campaign) from None
    secret, origin = own_secret(request), origin_of(request, campaign.key)

    def waiting() -> MemberDevice:
        return members.ask_in(campaign=campaign, member=member, secret=secret, origin=origin)

    return _done(request, campaign, waiting)


@require_POST
def let_in(request: HttpRequest, key: str, device: int) -> HttpResponse:
    """Let a waiting device in."""
    campaign = load_campaign(request, key)
    by = my_rights(request).member
    return _done(request, campaign, lambda: members.let_in(campaign=campaign, device=device, by=by))


@require_POST
def forget(request: HttpRequest, key: str, device: int) -> HttpResponse:
    """Forget a device, or turn it away."""
    campaign = load_campaign(request, key)
    by = my_rights(request).member
    return _done(request, campaign, lambda: members.forget_device(campaign=campaign, device=device, by=by))


@require_POST
def take_from_account(request: HttpRequest, key: str, member: int) -> HttpResponse:
    """Have a member belong to no account any more."""
    campaign = load_campaign(request, key)
    return _done(request, campaign, lambda: accounts.take_from_account(campaign=campaign, member=member))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest, key: str, member: int) -> HttpResponse:
    """Say what becomes of a person who is forgotten, and forget them once that is tapped."""
    campaign = load_campaign(request, key)
    rights = my_rights(request)
    whom = campaign.members.filter(pk=member, forgotten=None).first()
    if whom is None or not members.disposes_of(whom.pk, rights.member):
        return _page(request, campaign, members.NOBODY)
    if request.method != "POST":
        return render(request, "forgotten.html", {"campaign": campaign, "whom": whom, "called": forgetting.SOMEBODY})
    try:
        forgetting.forget_member(campaign=campaign, member=member, by=rights.member)
    except Refusal as refusal:
        context = {"campaign": campaign, "whom": whom, "called": forgetting.SOMEBODY, "notice": str(refusal)}
        return render(request, "forgotten.html", context, status=422)
    return redirect("people", key)


@require_POST
def only(request: HttpRequest, key: str) -> HttpResponse:
    """Choose who comes in by the links."""
    campaign = load_campaign(request, key)
    chosen, by = ONLY.get(request.POST.get("only", "")), my_rights(request).member
    if chosen is None:
        return _page(request, campaign, "Choose one of the two. Nothing was changed.")
    return _done(request, campaign, lambda: entering.choose_who_comes_in(campaign=campaign, members_only=chosen, by=by))


@require_POST
def rename_campaign(request: HttpRequest, key: str) -> HttpResponse:
    """Give the campaign another name."""
    campaign, name = load_campaign(request, key), request.POST.get("name", "")
    return _done(request, campaign, lambda: shelving.rename_campaign(campaign, name=name))


@require_POST
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """Make a link for others, and show it this once."""
    campaign = load_campaign(request, key)
    form = InviteForm(request.POST, action=request.path, auto_id="invite_%s")
    if not form.is_valid():
        return _page(request, campaign, invite_form=form)
    return _shown(request, campaign, lambda: inviting.invite(campaign=campaign, **form.cleaned_data))


@require_POST
def link(request: HttpRequest, key: str, member: int) -> HttpResponse:
    """Make a link of a member's own, and show it this once."""
    campaign = load_campaign(request, key)
    secret = request.POST.get("secret", "")
    return _shown(request, campaign, lambda: inviting.invite_back(campaign=campaign, member=member, secret=secret))


@require_POST
def open_door(request: HttpRequest, key: str) -> HttpResponse:
    """Open the door for minutes, and show the code to say this once."""
    campaign = load_campaign(request, key)
    form = _door_form(campaign, request.POST)
    if not form.is_valid():
        return _page(request, campaign, door_form=form)
    try:
        opened = codes.open_door(campaign=campaign, **form.cleaned_data)
    except Refusal as refusal:
        return _page(request, campaign, str(refusal))
    context = {"campaign": campaign, "opened": opened, "shown": shown(request, reverse("code"))}
    return render(request, "door.html", context)


@require_POST
def withdraw(request: HttpRequest, key: str, invitation: int) -> HttpResponse:
    """Take a link back."""
    campaign = load_campaign(request, key)
    return _done(request, campaign, lambda: inviting.withdraw(campaign=campaign, invitation=invitation))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, number: int, secret: str) -> HttpResponse:
    """Say what a link allows, and let the device in once that is tapped: the page alone changes nothing."""
    invitation = load_invitation(request, number, secret)
    campaign, own = invitation.campaign, own_secret(request)
    known = members.known_as(campaign, own)
    if (known is None or invitation.member not in (None, known)) and not invitation.is_open(timezone.now()):
        raise NotAllowed(inviting.ENDED)
    if request.method != "POST":
        return _invited(request, invitation, known)
    picked, form = request.POST.get("member", ""), NameForm(request.POST, action=request.path)
    named = invitation.member is None and not picked
    if named and not form.is_valid():
        return _invited(request, invitation, known, form)
    try:
        inviting.join(
            invitation=invitation,
            secret=own,
            member=small_number(picked) if picked else None,
            name=form.cleaned_data["name"] if named else "",
        )
    except Refusal as refusal:
        return _invited(request, invitation, known, form if named else None, str(refusal))
    keep_with_account(request, campaign)
    remember_campaign(request, campaign.key)
    address: str = invitation.way.get_absolute_url()
    return redirect(address)


def _done(request: HttpRequest, campaign: Campaign, service: Callable[[], object]) -> HttpResponse:
    try:
        service()
    except Refusal as refusal:
        return _page(request, campaign, str(refusal))
    return redirect("people", campaign.key)


def _shown(request: HttpRequest, campaign: Campaign, service: Callable[[], Invitation]) -> HttpResponse:
    """The page of a link that was just made: the only one that ever shows it."""
    try:
        invitation = service()
    except Refusal as refusal:
        return _page(request, campaign, str(refusal))
    path = invitation.path(request.POST.get("secret", ""))
    here = reverse("people", args=[campaign.key])
    context = {"campaign": campaign, "invitation": invitation, "shown": shown(request, path), "here": here}
    return render(request, "invitation.html", context)


def _invited(
    request: HttpRequest,
    invitation: Invitation,
    known: Member | None,
    form: NameForm | None = None,
    notice: str = "",
) -> HttpResponse:
    named = {"name": given_name(request)}
    context = {
        "invitation": invitation,
        "known": known,
        "offered": offered_names(invitation) if invitation.member is None else (),
        "form": form or NameForm(initial=named, action=request.path),
        "notice": notice,
    }
    return render(request, "join.html", context, status=422 if notice or (form and form.errors) else 200)


def _page(
    request: HttpRequest,
    campaign: Campaign,
    notice: str = "",
    *,
    name_form: NameForm | None = None,
    add_form: AddForm | None = None,
    invite_form: InviteForm | None = None,
    door_form: DoorForm | None = None,
) -> HttpResponse:
    rights, key = my_rights(request), campaign.key
    context = {
        "campaign": campaign,
        "here": reverse("people", args=[key]),
        "page": people_page(campaign, rights.member, rights.standing, own_secret(request)),
        "roles": Member.Role.choices,
        "name_form": name_form or _name_form(request, campaign),
        "add_form": add_form or AddForm(action=reverse("people-add", args=[key]), auto_id="add_%s"),
        "invite_form": invite_form or InviteForm(action=reverse("people-invite", args=[key]), auto_id="invite_%s"),
        "door_form": door_form or (_door_form(campaign) if rights.leads else None),
        "secret_form": SecretForm(auto_id=False),
        "notice": notice,
    }
    wrong = notice or any(form and form.errors for form in (name_form, add_form, invite_form, door_form))
    return render(request, "people.html", context, status=422 if wrong else 200)


def _name_form(request: HttpRequest, campaign: Campaign, *, bound: bool = False) -> NameForm:
    action = reverse("people-found", args=[campaign.key])
    named = {"name": given_name(request)}
    return FoundForm(request.POST, action=action) if bound else FoundForm(initial=named, action=action)


def _door_form(campaign: Campaign, posted: QueryDict | None = None) -> DoorForm:
    action = reverse("people-code", args=[campaign.key])
    running = campaign.battles.filter(over=False, deleted=None, archived=None)
    return DoorForm(posted, action=action, battles=running, auto_id="door_%s")
