"""Whose members an account has, and the devices that are known as these while somebody is signed in on them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from companion.devices import Secret
from companion.models import AccountDevice, Campaign, Member, MemberDevice
from companion.services.members import all_known_as, check_led, known_as, member_in
from companion.services.open_pages import tell
from companion.services.refusals import Refusal

NOT_KNOWN = "This device is not known as that person. Nothing was changed."
NOT_YOURS = "That person does not belong to your account. Nothing was changed."


def sign_in(*, account: AbstractBaseUser, secret: Secret) -> None:
    """Have a device be known as all members of an account, instead of whom it was known as in their campaigns."""
    for other in _signed_in(secret):
        _end(other)
    with _held(account):
        device = AccountDevice.objects.create(account_id=account.pk, ident=secret.ident, proof=secret.proof)
        for member in Member.objects.filter(account=account.pk):
            _know(member, device)


def sign_out(*, secret: Secret) -> None:
    """Have a device not be known as the members of the account that is signed in there."""
    for device in _signed_in(secret):
        _end(device)


def sign_out_everywhere(account: AbstractBaseUser) -> None:
    """End all that was reached by the password that an account had until now."""
    for device in AccountDevice.objects.filter(account=account.pk):
        _end(device)


def keep_with_account(*, account: AbstractBaseUser, campaign: Campaign, secret: Secret) -> Member | None:
    """Have whom a device is known as in a campaign belong to an account; ``None`` where that cannot be.

    Nobody is taken from another account, and an account has one member of a campaign.
    """
    with _held(account, campaign.pk):
        member = known_as(campaign, secret)
        others = Member.objects.filter(campaign=campaign, account=account.pk)
        if member is None or member.account_id is not None or others.exists():
            return None
        member.account_id = account.pk
        member.save(update_fields=["account"])
        changed_hands(member, None)
        tell(member.campaign, regrouped=True)
        return member


def claim(*, account: AbstractBaseUser, member: int, secret: Secret) -> None:
    """Have somebody whom this device is known as belong to an account; a second tap does nothing."""
    row = Member.objects.filter(pk=member, forgotten=None).select_related("campaign").first()
    if row and row.account_id == account.pk:
        return
    if row is None or known_as(row.campaign, secret) != row:
        raise Refusal(NOT_KNOWN)
    if keep_with_account(account=account, campaign=row.campaign, secret=secret) is None:
        raise Refusal(f"{row} belongs to an account already, or you are somebody else there. Nothing was changed.")


def let_go(*, account: AbstractBaseUser, member: int) -> None:
    """Have a member belong to no account: devices that know them only by a sign-in do so no more."""
    with _held(account):
        row = Member.objects.filter(pk=member, account=account.pk).first()
        if row is None:
            raise Refusal(NOT_YOURS)
        _take(row)


def take_from_account(*, campaign: Campaign, member: int) -> None:
    """The same by an organiser, of whoever said wrongly that this is them; a second tap does nothing."""
    account = member_in(campaign, member).account
    if account is None:
        return
    with _held(account):
        row = Member.objects.filter(campaign=campaign, pk=member, account=account.pk).first()
        if row:
            _take(row)


def _take(member: Member) -> None:
    before, member.account_id = member.account_id, None
    member.save(update_fields=["account"])
    changed_hands(member, before)
    check_led(member)
    tell(member.campaign, regrouped=True)


def changed_hands(member: Member, before: int | None) -> None:
    """Have devices know a member by whose account it is now, and no more by whose it was.

    The caller has saved it, and tells open pages.
    """
    for device in AccountDevice.objects.filter(account=before) if before else ():
        by_sign_in = MemberDevice.objects.filter(member=member, ident=device.ident, since=device.since, ended=None)
        by_sign_in.update(ended=timezone.now())
    for device in AccountDevice.objects.filter(account=member.account_id) if member.account_id else ():
        _know(member, device)


def delete(account: AbstractBaseUser) -> None:
    """Delete an account; its members stay, and so does every device that they are known by."""
    with _held(account):
        account.delete()


def claimable(account: AbstractBaseUser, secret: Secret) -> list[Member]:
    """Whom this device is known as without an account, in campaigns in which this one has nobody."""
    taken = set(Member.objects.filter(account=account.pk).values_list("campaign", flat=True))
    return [one for one in all_known_as(secret) if one.account_id is None and one.campaign_id not in taken]


def is_invited(secret: Secret) -> bool:
    """Whether a device is known in a campaign that somebody else with an account organises."""
    known = all_known_as(secret)
    organised = Member.objects.filter(role=Member.Role.ORGANISER, account__isnull=False, forgotten=None)
    there = organised.filter(campaign__in=[one.campaign_id for one in known])
    return there.exclude(pk__in=[one.pk for one in known]).exists()


def _signed_in(secret: Secret) -> list[AccountDevice]:
    rows = AccountDevice.objects.filter(ident=secret.ident).select_related("account")
    return [row for row in rows if row.is_proven(secret.proof)]


@contextmanager
def _held(account: AbstractBaseUser, *more: int) -> Iterator[None]:
    """One transaction that holds an account and the campaigns of its members, always in the same order."""
    with transaction.atomic():
        get_user_model()._default_manager.select_for_update().get(pk=account.pk)
        own = Member.objects.filter(account=account.pk).values("campaign")
        # What others store in these campaigns meanwhile refers to them, and does not wait.
        campaigns = Campaign.objects.select_for_update(no_key=True).filter(Q(pk__in=own) | Q(pk__in=more))
        list(campaigns.order_by("pk"))
        yield


def _know(member: Member, device: AccountDevice) -> None:
    """Know a member by a device on which the account is signed in; whoever it was known as there is put aside.

    What began and what ended with the sign-in has its very time, by which both are found when that ends.
    """
    there = MemberDevice.objects.filter(member__campaign=member.campaign_id, ident=device.ident, ended=None)
    if any(row.member_id == member.pk and not row.asks and row.is_proven(device.proof) for row in there):
        return
    there.update(ended=device.since, origin="")
    MemberDevice.objects.create(member=member, ident=device.ident, proof=device.proof, since=device.since)


def _end(device: AccountDevice) -> None:
    """End what a device was known as by signing in there; whom that has put aside is known by it again."""
    with _held(device.account):
        here = MemberDevice.objects.filter(ident=device.ident)
        here.filter(member__account=device.account_id, ended=None).update(ended=timezone.now())
        taken = list(here.filter(ended=None).values_list("member__campaign", flat=True))
        put_aside = here.filter(ended=device.since, asks="", member__account=None, member__forgotten=None)
        put_aside.exclude(member__campaign__in=taken).update(ended=None)
        for campaign in Campaign.objects.filter(members__account=device.account_id):
            # A page that is open there, or on a device that was lost, is theirs no more.
            tell(campaign, regrouped=True)
        device.delete()
