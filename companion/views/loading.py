"""Loading what a page is about, with the check that the visitor may see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from django.db.models import Exists, OuterRef, Q
from django.http import Http404, HttpRequest

from companion.accounts import are_on
from companion.devices import device_of, hashed, remember_campaign, secret_of
from companion.forms.dice import typed_faces
from companion.forms.selection import Selection
from companion.members import RIGHTS, Rights, rights_in
from companion.models import Battle, Campaign, Declaration, Invitation, Member, Roster
from companion.outside.seen import note_game
from companion.permissions import (
    BUILDS,
    CONFIRMED,
    MEMBERS_ONLY,
    SEATS,
    UNMAKES,
    WHY_NOT,
    By,
    Command,
    Standing,
    command_of,
)
from companion.prepared import Prepared
from companion.queries.homecoming import owns_of
from companion.queries.meant import Meant, Said, meant
from companion.queries.rosters import WAITS
from companion.queries.setup_forms import SHOWING
from companion.queries.taps import who_taps
from companion.services.inviting import ENDED
from companion.services.locking import DELETED
from companion.services.members import all_known_as
from companion.services.results import is_confirmed
from companion.services.shelving import is_gone
from companion.tries import OF_LINKS, SECONDS, TooMany, count_try

Way: TypeAlias = Battle | Campaign | Roster

MEMBERS = Member.objects.filter(campaign=OuterRef("campaign"), forgotten=None)
BATTLE = Prepared(
    lambda key: Battle.objects.select_related("campaign").annotate(grouped=Exists(MEMBERS)).filter(key=key)
)
"""The battle with a key, and whether anybody is a member of its campaign."""

PUT_AWAY = "That roster is put away: bring it back first."


class NotAllowed(Exception):
    """A visitor may not do that; the sentence says why, and ``way`` leads on."""

    heading = "Not for this device"
    status = 403
    is_outside = False
    """Whether it is the whole campaign that they do not come into."""

    def __init__(self, sentence: str, way: Way | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.way = way


class Outside(NotAllowed):
    """Only members come into a campaign; ``door`` is its page of people, for who knows its link."""

    heading = "Only members come in"
    is_outside = True

    def __init__(self, door: Campaign | None) -> None:
        super().__init__(MEMBERS_ONLY)
        self.door = door


class Deleted(NotAllowed):
    """A battle was deleted: nobody may open it until that is taken back."""

    heading = "This battle is gone"


class CampaignDeleted(NotAllowed):
    """A campaign was deleted: nobody may open what is in it until that is taken back."""

    heading = "This campaign is gone"

    def __init__(self) -> None:
        super().__init__("It was deleted. For a while whoever runs this server can restore it.")


class TooManyTries(NotAllowed):
    """Somebody has guessed too often, or asked for what is long in the making."""

    heading = "Too many tries"
    status = 429

    def __init__(self, way: Way | None = None) -> None:
        super().__init__(f"Wait {SECONDS // 60} minutes before you try again. Nothing was changed.", way)


def load_campaign(request: HttpRequest, key: str) -> Campaign:
    """The campaign behind a link; whoever has the link may open it, and this device remembers it."""
    campaign = Campaign.objects.filter(key=key).first()
    if campaign is None:
        raise Http404("There is no campaign behind this link.")
    if is_gone(campaign):
        raise Http404("The campaign behind this link is gone for good.")
    if campaign.deleted:
        raise CampaignDeleted
    remember_campaign(request, campaign.key)
    _check(request, campaign, campaign)
    return campaign


def load_battle(request: HttpRequest, key: str) -> Battle:
    """The battle behind a link; whoever has the link may open it. What holds a roster is only built."""
    battle = BATTLE.first(key)
    if battle is None or (battle.roster_id and _address_of(request) not in BUILDS):
        raise Http404("There is no battle behind this link.")
    if is_gone(battle) or is_gone(battle.home):
        raise Http404("The battle behind this link is gone for good.")
    if battle.home.deleted:
        raise CampaignDeleted
    if battle.deleted:
        rights = rights_in(request, battle.home)
        if not rights.looks:
            raise Outside(rights.way_to(battle.home))
        raise Deleted(DELETED, rights.way_to(battle.home))
    note_game(request.META, battle.game)
    _check(request, battle.home, battle)
    if battle.roster and request.method == "POST" and (why_not := why_not_built(request, battle)):
        raise NotAllowed(f"{why_not} Nothing was changed.", my_rights(request).way_to(battle.roster))
    return battle


def load_roster(request: HttpRequest, key: str, pk: int) -> Roster:
    """A roster of the campaign behind a link; whoever may open the campaign may look at it."""
    campaign = load_campaign(request, key)
    found = Roster.objects.filter(campaign=campaign, pk=pk).select_related("campaign", "owner", "holder")
    roster = found.annotate(waits=WAITS).first()
    if roster is None:
        raise Http404("There is no such roster in this campaign.")
    return roster


def check_owner(request: HttpRequest, roster: Roster) -> None:
    """Raise ``NotAllowed`` where a roster is somebody else's."""
    if not my_rights(request).may_change(roster):
        raise NotAllowed(_whose(roster), my_rights(request).way_to(roster))


def why_not_built(request: HttpRequest, battle: Battle) -> str:
    """Why whoever looks sets nothing of a battle up, or of a roster that it holds; empty where they may."""
    rights, roster = my_rights(request), battle.roster
    if not rights.plays:
        return WHY_NOT[Command.PLAY]
    if roster and not rights.may_change(roster):
        return _whose(roster)
    return PUT_AWAY if roster and roster.put_away else ""


def _whose(roster: Roster) -> str:
    return f"{roster} is {roster.owner}'s: {roster.owner} or an organiser changes it."


def load_invitation(request: HttpRequest, number: int, secret: str) -> Invitation:
    """The invitation behind a link, be it over by now; a right link is taken however many wrong ones came before."""
    found = Invitation.objects.filter(pk=number).select_related("campaign", "member", "battle").first()
    if found and found.is_proven(hashed(secret)):
        if found.campaign.deleted:
            raise CampaignDeleted
        return found
    try:
        count_try(request, OF_LINKS)
    except TooMany:
        raise TooManyTries from None
    raise NotAllowed(ENDED)


def my_rights(request: HttpRequest) -> Rights:
    """What the visitor may do in the campaign of the page that was loaded."""
    rights: Rights = request.META[RIGHTS]
    return rights


def _address_of(request: HttpRequest) -> str:
    """The name of the address that is asked for."""
    assert request.resolver_match
    return request.resolver_match.view_name


def _check(request: HttpRequest, campaign: Campaign, way: Battle | Campaign) -> None:
    """Raise ``NotAllowed`` where the visitor may not do in a campaign what this address does."""
    command = command_of(_address_of(request), request.method or "")
    battle = way if isinstance(way, Battle) else None
    rights = rights_in(request, campaign, battle)
    if not rights.may(command):
        if rights.standing is Standing.STRANGER:
            raise Outside(rights.way_to(campaign))
        raise NotAllowed(WHY_NOT[command], way)
    if battle and command is Command.PLAY:
        if _address_of(request) in UNMAKES and (why_not := why_not_unmade(request, battle)):
            raise NotAllowed(why_not, battle)
        by = SEATS[_address_of(request)]
        if by is By.OWNED and owns_of(battle, rights):
            return
        check_taps(request, battle, lambda: meant(battle, by, _said(request)))


def why_not_unmade(request: HttpRequest, battle: Battle) -> str:
    """Why whoever looks does not change how a battle ended; empty where they may, as far as that is confirmed."""
    return CONFIRMED if battle.over and my_rights(request).is_guest and is_confirmed(battle) else ""


def check_taps(request: HttpRequest, battle: Battle, sides: Callable[[], Meant]) -> None:
    """Raise ``NotAllowed`` where each side is tapped only by its player, and a tap means others' sides."""
    rights = my_rights(request)
    if not rights.seated:
        return
    found = sides()
    if not found.is_taken(rights.taps_for):
        only = "in this battle each player taps only for their own side. Nothing was changed."
        raise NotAllowed(f"{who_taps(rights, found)}: {only}", battle)


def _said(request: HttpRequest) -> Said:
    """What a tap says of whom it means."""
    assert request.resolver_match
    named, posted = request.resolver_match.kwargs, request.POST.dict()
    return Said(
        declaration=named.get("declaration", 0),
        answer=small_number(posted.get("answer", "")),
        waiting=small_number(posted.get("waiting", "0")),
        typed=None if "roll" in posted else typed_faces(posted),
        entry=named.get("number", small_number(posted.get("event", ""))),
        piece=named.get("piece", 0),
        side=named.get("side", 0),
        showing=posted.get(SHOWING, ""),
        attacker=Selection.read(posted).attacker,
    )


@contextmanager
def still_there() -> Iterator[None]:
    """Answer with 404 when staff deleted the battle, or gave it a new link, after it was loaded."""
    try:
        yield
    except Battle.DoesNotExist:
        raise Http404("There is no battle behind this link any more: it was deleted, or has a new link.") from None


def load_declaration(battle: Battle, pk: int) -> Declaration:
    """A declaration of this battle."""
    declaration = battle.declarations.filter(pk=pk).prefetch_related("replies").first()
    if declaration is None:
        raise Http404("There is no such attack in this battle.")
    declaration.battle = battle
    return declaration


def opened_campaigns(request: HttpRequest) -> list[Campaign]:
    """The campaigns whose links were opened on this device, where it is known, and those of whoever is signed in."""
    found = Q(key__in=device_of(request).campaigns)
    secret = secret_of(request)
    if secret:
        found |= Q(pk__in=[member.campaign_id for member in all_known_as(secret)])
    if are_on() and request.user.is_authenticated:
        found |= Q(pk__in=request.user.members.values("campaign"))
    return list(Campaign.objects.filter(found, deleted=None))


def small_number(text: str) -> int:
    """A small whole number of a page's own hidden fields; -1, which fits nothing, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
