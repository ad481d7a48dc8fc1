"""Members of a campaign, and the devices that they are known by."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from companion.devices import Secret
from companion.models import Campaign, Member, MemberDevice
from companion.models.member import LONGEST_NAME
from companion.permissions import Stake, Thing, disposes
from companion.services.locking import hold_campaign
from companion.services.open_pages import tell
from companion.services.refusals import Refusal
from companion.services.roles import end_links_of_organisers, follow_role
from companion.who import reads_as

MOST_MEMBERS = 100
MOST_WAITING = 100
MOST_OF_ONE_ORIGIN = 20
"""How many devices of a campaign may wait to be let in, and how many from one address: whoever has the link may ask."""

NOBODY = "That person is not in this campaign any more. Nothing was changed."
NOT_YOURS = "Only they and the organisers change that name. Nothing was changed."
NOBODY_LEADS = (
    "Somebody has to organise the campaign: make another member an organiser first, who is known on a device. "
    "Nothing was changed."
)
GONE = "That device is not there any more. Nothing was changed."


@contextmanager
def group(campaign: Campaign) -> Iterator[None]:
    """One transaction that holds a campaign while its members, their devices and its invitations change."""
    with transaction.atomic():
        hold_campaign(campaign)
        yield


def found_group(*, campaign: Campaign, name: str, secret: Secret) -> Member:
    """Make whoever has this device the first organiser; a second tap finds the first."""
    with group(campaign):
        known = known_as(campaign, secret)
        if known:
            return known
        first = Member.objects.filter(campaign=campaign, role=Member.Role.ORGANISER).first()
        if first:
            raise Refusal(f"{first} organises this campaign. Nothing was changed.")
        member = add_member(campaign, name, Member.Role.ORGANISER)
        know(member, secret)
        tell(campaign, regrouped=True)
        return member


def organise(campaign: Campaign, name: str, secret: Secret, *, made: bool) -> None:
    """Make whoever starts a campaign its organiser, on this device; the caller holds the transaction.

    A second tap may come before the device has the first one's secret, and brings another. It is one as long as all is
    as the first one left it: the back button may show the form again to a device that was forgotten since.
    """
    if made:
        know(add_member(campaign, name, Member.Role.ORGANISER), secret)
        return
    there = list(Member.objects.filter(campaign=campaign)[:2])
    ended = MemberDevice.objects.filter(member__campaign=campaign, ended__isnull=False)
    is_as_it_was = [one.role for one in there] == [Member.Role.ORGANISER] and not ended.exists()
    if is_as_it_was and known_as(campaign, secret) is None:
        know(there[0], secret)


def add_by_name(*, campaign: Campaign, name: str, role: str) -> Member:
    """Add a name to a campaign's list, for somebody to pick."""
    with group(campaign):
        return add_member(campaign, name, role)


def add_member(campaign: Campaign, name: str, role: str) -> Member:
    """Add somebody; the caller holds the campaign."""
    there = Member.objects.filter(campaign=campaign)
    name = _free(name, there)
    # Who was forgotten takes nobody's place.
    if there.filter(forgotten=None).count() >= MOST_MEMBERS:
        raise Refusal(f"A campaign has {MOST_MEMBERS} members at most.")
    return Member.objects.create(campaign=campaign, name=name, role=role)


def rename_member(*, campaign: Campaign, member: int, name: str, by: Member | None) -> None:
    """Call a member something else from now on, by one of their devices or by an organiser; the log stays as it is."""
    with group(campaign):
        row = member_in(campaign, member)
        if not disposes_of(row.pk, by):
            raise Refusal(NOT_YOURS)
        row.was_called(row.name)
        row.name = _free(name, Member.objects.filter(campaign=campaign).exclude(pk=row.pk))
        row.save(update_fields=["name", "former"])
        # Battles that the member plays in show the name, and so do standings, and who is here.
        tell(campaign, regrouped=True)


def _free(name: str, others: QuerySet[Member]) -> str:
    """A name as it is stored, which none of the others has."""
    name = " ".join(name.split())[:LONGEST_NAME]
    for called, former in others.values_list("name", "former"):
        if reads_as(name, called):
            raise Refusal(f"Somebody here is called {called} already. Pick that name, or add something to yours.")
        # The log keeps the name of then.
        if any(reads_as(name, one) for one in former):
            raise Refusal(f"{called} was called {name} here before. Add something to your name.")
    return name


def give_role(*, campaign: Campaign, member: int, role: str) -> None:
    """Give a member another role; somebody always organises."""
    with group(campaign):
        row = member_in(campaign, member)
        if role not in Member.Role.values:
            raise Refusal("There is no such role.")
        if role != Member.Role.ORGANISER and leads_alone(row):
            raise Refusal(NOBODY_LEADS)
        led, row.role = row.leads, role
        row.save(update_fields=["role"])
        if led and not row.leads:
            end_links_of_organisers(campaign)
        follow_role(row)
        tell(campaign, regrouped=True)


def organisers_of(campaign: Campaign | int) -> QuerySet[Member]:
    """Who organises a campaign, whether or not a device is known as them."""
    return Member.objects.filter(campaign=campaign, role=Member.Role.ORGANISER, forgotten=None)


def known_organisers(campaign: int) -> QuerySet[Member]:
    """Who organises a campaign and can be told from others: by a device or an account, which a mere name has not."""
    device = MemberDevice.objects.filter(MemberDevice.KNOWN, member=OuterRef("pk"))
    return organisers_of(campaign).filter(Exists(device) | Q(account__isnull=False))


def leads_alone(row: Member) -> bool:
    """Whether nobody else organises a member's campaign; a mere name, which nobody is known as, takes no place."""
    known = known_organisers(row.campaign_id)
    leading = known if known.filter(pk=row.pk).exists() else organisers_of(row.campaign_id)
    return not leading.exclude(pk=row.pk).exists()


def check_led(row: Member) -> None:
    """Refuse that a device is a member's no more by which alone anybody was known who organises."""
    if row.leads and not known_organisers(row.campaign_id).exists():
        raise Refusal(NOBODY_LEADS)


def ask_in(*, campaign: Campaign, member: int, secret: Secret, origin: str) -> MemberDevice:
    """Ask that this device be known as a member; it waits until one of theirs, or an organiser, lets it in.

    ``origin`` stands for the address that it asks from, which takes no more than its share of the places.
    """
    with group(campaign):
        row = member_in(campaign, member)
        if known_as(campaign, secret):
            raise Refusal("This device is known here already. Nothing was changed.")
        own = waiting_for(campaign, secret)
        if own and own.member_id == row.pk:
            return own
        if own:
            end(own)
        waiting = MemberDevice.objects.filter(MemberDevice.waiting(), member__campaign=campaign)
        if waiting.count() >= MOST_WAITING or waiting.filter(origin=origin).count() >= MOST_OF_ONE_ORIGIN:
            raise Refusal("Too many devices are waiting to be let in. Ask an organiser for a link of your own.")
        number = f"{secrets.randbelow(900) + 100}"
        return MemberDevice.objects.create(
            member=row, ident=secret.ident, proof=secret.proof, asks=number, origin=origin
        )


def let_in(*, campaign: Campaign, device: int, by: Member | None) -> None:
    """Let a waiting device in; a second tap does nothing."""
    with group(campaign):
        row = _device(campaign, device, by)
        if row.asks:
            if not row.waits:
                raise Refusal(GONE)
            row.asks = row.origin = ""
            row.save(update_fields=["asks", "origin"])
            tell(campaign, regrouped=True)


def forget_device(*, campaign: Campaign, device: int, by: Member | None) -> None:
    """Forget a device, or turn one away that waits: it is a guest's from now on."""
    with group(campaign):
        end(_device(campaign, device, by))
        tell(campaign, regrouped=True)


def forget_device_for_staff(device: MemberDevice) -> None:
    """Forget a device, by whoever runs the server."""
    with transaction.atomic():
        end(device)
        tell(device.member.campaign, regrouped=True)


def end(device: MemberDevice) -> None:
    """Have a device not be known any more."""
    device.ended, device.origin = timezone.now(), ""
    device.save(update_fields=["ended", "origin"])


def turn_all_away(campaign: Campaign) -> None:
    """Have no device wait to be let in any more; the caller holds the campaign."""
    waiting = MemberDevice.objects.filter(MemberDevice.waiting(), member__campaign=campaign)
    waiting.update(ended=timezone.now(), origin="")


def know(member: Member, secret: Secret) -> None:
    """Know a member by this device, and nobody else of the campaign; the caller holds the campaign."""
    known = MemberDevice.objects.filter(member__campaign=member.campaign_id, ident=secret.ident, ended=None)
    known.update(ended=timezone.now(), origin="")
    MemberDevice.objects.create(member=member, ident=secret.ident, proof=secret.proof)


def known_as(campaign: Campaign, secret: Secret) -> Member | None:
    """The member that a device is known as."""
    rows = MemberDevice.objects.filter(MemberDevice.KNOWN, member__campaign=campaign, ident=secret.ident)
    return next((row.member for row in rows.select_related("member") if row.is_proven(secret.proof)), None)


def all_known_as(secret: Secret) -> list[Member]:
    """All members that a device is known as, in whichever campaign."""
    rows = MemberDevice.objects.filter(MemberDevice.KNOWN, ident=secret.ident, member__forgotten=None)
    proven = (row for row in rows.select_related("member__campaign") if row.is_proven(secret.proof))
    return [row.member for row in proven]


def waiting_for(campaign: Campaign, secret: Secret) -> MemberDevice | None:
    """The row by which a device waits to be let in."""
    rows = MemberDevice.objects.filter(MemberDevice.waiting(), member__campaign=campaign, ident=secret.ident)
    return next((row for row in rows.select_related("member") if row.is_proven(secret.proof)), None)


def member_in(campaign: Campaign, pk: int) -> Member:
    """A member of this campaign by the id."""
    row = Member.objects.filter(campaign=campaign, pk=pk, forgotten=None).first()
    if row is None:
        raise Refusal(NOBODY)
    return row


def disposes_of(member: int, by: Member | None) -> bool:
    """Whether somebody decides what concerns a member, by the id: that member, or an organiser."""
    return by is not None and disposes(Thing.PERSON, by.role, Stake.OWN if by.pk == member else Stake.OTHERS)


def _device(campaign: Campaign, pk: int, by: Member | None) -> MemberDevice:
    """A device that somebody may decide on: an own one, or any for an organiser."""
    there = MemberDevice.objects.filter(Q(ended=None) | MemberDevice.put_aside(), member__campaign=campaign)
    row = there.filter(pk=pk).select_related("member").first()
    if row is None or not disposes_of(row.member_id, by):
        raise Refusal(GONE)
    return row
