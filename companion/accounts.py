"""Accounts, where the server has them: how django-allauth behaves here, and what follows of signing in and out."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.signals import password_changed
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse

from companion.devices import device_of, forget_campaigns, own_secret, secret_of
from companion.models import Campaign
from companion.services import accounts
from companion.signing_in import client_address
from companion.who import UNNAMED

logger = logging.getLogger(__name__)

HAD = "campaigns"
"""Where a session keeps the campaigns that the device knew before somebody signed in on it."""


def are_on() -> bool:
    """Whether this server has accounts for players."""
    return bool(settings.ACCOUNTS != "off")


def may_sign_up(request: HttpRequest) -> bool:
    """Whether whoever asks may make an account."""
    if settings.ACCOUNTS != "invited":
        return bool(settings.ACCOUNTS == "open")
    secret = secret_of(request)
    return secret is not None and accounts.is_invited(secret)


def offered(request: HttpRequest) -> dict[str, bool]:
    """What a template is told of accounts (a context processor)."""
    return {"accounts_are_on": are_on(), "mail_is_sent": bool(settings.EMAIL_HOST)}


def keep_with_account(request: HttpRequest, campaign: Campaign) -> None:
    """Have whom this device is known as in a campaign belong to whoever is signed in on it, if anybody is."""
    if are_on() and request.user.is_authenticated:
        accounts.keep_with_account(account=request.user, campaign=campaign, secret=own_secret(request))


def given_name(request: HttpRequest) -> str:
    """What the account or the device that asks was called by somebody; empty where nobody has."""
    name = name_of_account(request) or device_of(request).who
    return "" if UNNAMED.fullmatch(name) else name


def name_of_account(request: HttpRequest) -> str:
    """The name that a player has signed in by; empty where nobody has, and for staff, whose name no player has."""
    if not are_on() or not request.user.is_authenticated or request.user.is_staff:
        return ""
    return request.user.get_username()


class Accounts(DefaultAccountAdapter):
    """The behaviour of django-allauth that is ours."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": "The name or the password is wrong.",
        "username_taken": "That name is taken. Choose another one.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether whoever asks may make an account."""
        return may_sign_up(request)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that asks, as everywhere else in the app."""
        return client_address(request) or ""

    def is_ajax(self, request: HttpRequest) -> bool:
        """Everybody gets pages."""
        return False

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        """Say nothing: the next page shows what has happened."""

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """To the account, when it has another password."""
        return reverse("account")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; that it could not be sent is for the log, and tells no stranger who has an account."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as problem:
            # The problem itself may name the address.
            logger.error("A mail could not be sent: %s", type(problem).__name__)


class OthersSignedOut:
    """No demand on a password: a new one ends what was reached by the one before."""

    TOLD = "A new password signs all other devices out."

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Take every password."""

    def get_help_text(self) -> str:
        """Return what follows of a new password."""
        return self.TOLD

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Sign all devices out, however the password was changed."""
        if user is not None:
            accounts.sign_out_everywhere(user)


@receiver(user_logged_in)
def _signed_in(request: HttpRequest, user: AbstractBaseUser, **_: Any) -> None:
    if are_on():
        request.session[HAD] = device_of(request).campaigns
        accounts.sign_in(account=user, secret=own_secret(request))


@receiver(password_changed)
def _still_signed_in(request: HttpRequest, user: AbstractBaseUser, **_: Any) -> None:
    """Whoever changes their password on a device stays signed in there."""
    accounts.sign_in(account=user, secret=own_secret(request))


@receiver(user_logged_out)
def _signed_out(request: HttpRequest, user: AbstractBaseUser | None, **_: Any) -> None:
    """Whoever signs out takes along the campaigns that they brought to this device."""
    secret = secret_of(request)
    if not are_on() or user is None or secret is None:
        return
    keys = Campaign.objects.filter(members__account=user.pk).values_list("key", flat=True)
    forget_campaigns(request, set(keys).difference(request.session.get(HAD, ())))
    accounts.sign_out(secret=secret)
