"""Two taps or three on the pages of accounts do what one does."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core import mail

from companion.models import Member
from tests.browser.test_double_taps_elsewhere import hands, heading, tap
from tests.browser.test_double_taps_of_people import groups

__all__ = ["groups", "hands"]

PASSWORD, OTHER = "right-battery-staple", "left-lantern-paperclip"


@pytest.fixture(autouse=True)
def accounts(settings):
    settings.ACCOUNTS, settings.EMAIL_HOST = "open", "mail.example"


def fill(hands, page, **fields):
    """Open a page of accounts, and type; what is in braces is the number of the hand."""
    for number, hand in enumerate(hands):
        hand.page.goto(f"/account/{page}/")
        for name, value in fields.items():
            hand.page.locator(f"[name={name}]").fill(value.format(number))


def signed_out(page):
    return page.get_by_role("link", name="Sign in", exact=True)


def test_somebody_signs_up_once_signs_out_once_and_in_once(hands):
    users = get_user_model().objects
    fill(hands, "sign-up", username="player{}", password1=PASSWORD, password2=PASSWORD)
    tap(hands, "Sign up", lambda page: page.get_by_role("heading", name=re.compile("^player")))
    assert users.count() == len(hands)
    tap(hands, "Sign out", signed_out)
    fill(hands, "sign-in", login="player{}", password=PASSWORD)
    tap(hands, "Sign in", lambda page: page.get_by_role("button", name="Sign out"))
    fill(hands, "password", oldpassword=PASSWORD, password1=OTHER, password2=OTHER)
    tap(hands, "Change the password", heading("Your account"))
    assert all(user.check_password(OTHER) for user in users.all())
    fill(hands, "delete", password=OTHER)
    tap(hands, "Delete the account", signed_out)
    assert not users.exists()


def test_somebody_is_this_once_and_no_more_once(hands, groups):
    for hand in hands:
        hand.page.goto("/")
    fill(hands, "sign-up", username="player{}", password1=PASSWORD, password2=PASSWORD)
    for hand in hands:
        hand.is_free()
        hand.page.get_by_role("button", name="Sign up").tap()
    tap(hands, re.compile("^This is me: Olga"), lambda page: page.locator("main:not(:has(.is-asking)) .person-more"))
    assert Member.objects.exclude(account=None).count() == len(hands)
    for hand in hands:
        hand.page.locator(".person-more summary").tap()
    tap(hands, re.compile("^Olga is not me"), lambda page: page.locator("main:not(:has(.person-more))"))
    assert not Member.objects.exclude(account=None).exists()


def test_a_link_for_another_password_is_sent_once_and_used_once(hands):
    for number, _ in enumerate(hands):
        get_user_model().objects.create_user(f"player{number}", f"player{number}@mail.example", PASSWORD)
    fill(hands, "forgotten", email="player{}@mail.example")
    tap(hands, "Send me a mail", heading("Look at your mail"))
    sent = {message.to[0]: message.body for message in mail.outbox}
    assert len(mail.outbox) == len(sent) == len(hands)
    for number, hand in enumerate(hands):
        path = re.search(r"https?://[^/]+(/account/forgotten/\S+)", sent[f"player{number}@mail.example"])[1]
        hand.page.goto(path)
        for name in ("password1", "password2"):
            hand.page.locator(f"[name={name}]").fill(OTHER)
    tap(hands, "Use this password", heading("Your password is changed"))
    assert all(user.check_password(OTHER) for user in get_user_model().objects.all())
