"""A server with accounts, and people who sign up and in on devices of theirs."""

from django.test import Client
from django.urls import reverse

from companion.models import Member
from tests.companion.group import organise
from tests.companion.playing import text_of

PASSWORD, OTHER = "right-battery-staple", "left-lantern-paperclip"


def sign_up(name, client=None, password=PASSWORD, **more):
    """A device on which somebody has just made an account."""
    client = client or Client()
    given = {"username": name, "password1": password, "password2": password, **more}
    answer = client.post(reverse("account_signup"), given)
    assert answer.status_code == 302, text_of(answer)
    return client


def sign_in(name, client=None, password=PASSWORD):
    """A device on which somebody has signed in."""
    client = client or Client()
    answer = client.post(reverse("account_login"), {"login": name, "password": password})
    assert answer.status_code == 302, text_of(answer)
    return client


def sign_out(client):
    assert client.post(reverse("account_logout")).status_code == 302


def claim(client, row):
    """Whoever is signed in says that this is them."""
    return client.post(reverse("account-members"), {"member": row.pk})


def is_known(client, campaign, name):
    """Whether a device is known as a member."""
    page = text_of(client.get(reverse("people", args=[campaign.key])))
    row = next(part for part in page.split("<li>") if f"<strong>{name}</strong>" in part)
    return ", this device" in row


def organised_by_account(campaign, name="olga"):
    """An organiser with an account, on a device where they are signed in."""
    client = organise(campaign, sign_up(name), name.title())
    assert Member.objects.get(campaign=campaign, name=name.title()).account
    return client
