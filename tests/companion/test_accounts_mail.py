"""A forgotten password: by mail where the server sends any, and nothing of it where it does not."""

import logging
import re
from urllib.parse import quote

import pytest
from allauth.account.views import PasswordResetFromKeyView
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.urls import reverse

from companion.line.log import WithoutKeys
from tests.companion.accounts import OTHER, PASSWORD, is_known, sign_in, sign_up
from tests.companion.group import come, link_to, organise
from tests.companion.playing import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ADDRESS = "anna@example.org"


@pytest.fixture(autouse=True)
def accounts(settings):
    settings.ACCOUNTS, settings.EMAIL_HOST = "open", "mail.example"


def ask(address=ADDRESS):
    return Client().post(reverse("account_reset_password"), {"email": address}, follow=True)


def link_in(message):
    return re.search(r"https?://testserver(/\S+)", message.body)[1]


def test_a_link_in_a_mail_gives_another_password_once_and_signs_the_others_out(demo):
    olga = organise(demo.campaign, name="Olga")
    phone = come(link_to(olga, demo.campaign), "Anna", sign_up("anna", email=ADDRESS))
    assert "a link is on its way" in text_of(ask())
    (message,) = mail.outbox
    assert message.to == [ADDRESS]
    assert "anna" in message.body
    client, link = Client(), link_in(message)
    page = client.get(link, follow=True)
    assert link not in page.request["PATH_INFO"], "the address that is shown has no secret"
    assert link.split("-", 1)[1].strip("/") not in text_of(page)
    wrong = client.post(page.request["PATH_INFO"], {"password1": OTHER, "password2": PASSWORD})
    assert wrong.status_code == 422
    assert is_known(phone, demo.campaign, "Anna")
    answer = client.post(page.request["PATH_INFO"], {"password1": OTHER, "password2": OTHER}, follow=True)
    assert "Your password is changed" in text_of(answer)
    assert not is_known(phone, demo.campaign, "Anna")
    assert is_known(sign_in("anna", password=OTHER), demo.campaign, "Anna")
    assert "This link no longer works" in text_of(Client().get(link, follow=True))


def test_a_stranger_does_not_learn_which_addresses_have_an_account():
    sign_up("anna", email=ADDRESS)
    known, unknown = ask(), ask("nobody@example.org")
    token = re.compile(r'(X-CSRFToken": "|csrfmiddlewaretoken" value=")\w+')
    assert token.sub("", text_of(known)) == token.sub("", text_of(unknown))
    assert len(mail.outbox) == 1


def test_two_accounts_of_one_address_get_a_link_each():
    sign_up("anna", email=ADDRESS)
    sign_up("ben", email=ADDRESS)
    ask()
    assert len(mail.outbox) == 2


def test_nobody_is_sent_mail_by_the_hundred():
    sign_up("anna", email=ADDRESS)
    assert [ask().status_code for _ in range(5)] == [200] * 3 + [429] * 2
    assert len(mail.outbox) == 3


def test_a_mail_that_cannot_be_sent_is_for_the_log_and_the_log_names_nobody(settings, caplog):
    sign_up("anna", email=ADDRESS)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with caplog.at_level(logging.WARNING):
        assert "a link is on its way" in text_of(ask())
    assert "A mail could not be sent: ConnectionRefusedError" in caplog.messages
    assert ADDRESS not in caplog.text


@pytest.mark.parametrize("given", ["no address", "a@b", "a" * 260 + "@example.org", "a" * 400 + "@example.org"])
def test_what_is_no_address_is_refused(given):
    right = {"username": "anna", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post(reverse("account_signup"), {**right, "email": given}).status_code == 422
    assert not get_user_model().objects.exists()
    assert ask(given).status_code in {200, 422}
    assert ask("").status_code == 422
    assert not mail.outbox


def test_without_a_server_for_mail_no_page_asks_for_an_address(settings):
    settings.EMAIL_HOST = ""
    assert 'name="email"' not in text_of(Client().get(reverse("account_signup")))
    sign_up("anna", email=ADDRESS)
    assert get_user_model().objects.get().email == ""
    page = text_of(Client().get(reverse("account_login")))
    assert "mail" not in page
    assert "The person who runs this server gives you a new one" in page
    assert Client().get(reverse("account_reset_password")).status_code == 404
    assert Client().post(reverse("account_reset_password"), {"email": ADDRESS}).status_code == 404
    assert not mail.outbox


@pytest.mark.parametrize(
    "said",
    [
        "Internal Server Error: {link}",
        "Not Found: {link}x",
        "Too Many Requests: {link}",
        "Not Found: /account/forgotten/{half}",
        "Not Found: /ACCOUNT{capitals}",
        "GET {link} HTTP/1.1 200",
        "Reverse for the address {{'uidb36': '{uid}', 'key': '{key}'}} not found",
        "https://testserver{link}?next=/",
        "{quoted}",
    ],
)
def test_no_log_shows_the_secret_of_a_link_to_a_new_password(said):
    """The link as it was sent, and as it may be mistyped: no address of an e-mail is ever confirmed by one."""
    sign_up("anna", email=ADDRESS)
    ask()
    link = link_in(mail.outbox[0])
    uid, _, key = link.rstrip("/").rpartition("/")[2].partition("-")
    secret = key.rpartition("-")[2]
    said = said.format(
        link=link, half=f"{uid}-{key[:-1]}", capitals=link.upper(), uid=uid, key=key, quoted=quote(link, safe="")
    )
    record = logging.LogRecord("django.request", logging.WARNING, "", 1, "%s", (said,), None)
    written = WithoutKeys("%(message)s").format(record)
    assert secret[:16].casefold() not in written.casefold()
    assert written.strip()


def test_a_page_of_a_link_that_breaks_is_logged_without_its_secret(monkeypatch, caplog):
    sign_up("anna", email=ADDRESS)
    ask()
    link = link_in(mail.outbox[0])
    key = link.rstrip("/").rpartition("/")[2]
    monkeypatch.setattr(PasswordResetFromKeyView, "dispatch", lambda *_, **given: 1 / len(given["missing"]))
    client = Client(raise_request_exception=False)
    assert client.get(link).status_code == 500
    written = "\n".join(map(WithoutKeys("%(message)s").format, caplog.records))
    assert re.search(r"Internal Server Error: /account/forgotten/\w+-~/", written)
    assert key not in written
    assert key.rpartition("-")[2] not in written
