"""Guessing a password of the admin: slowed by name and address together, told, and logged without the password."""

import logging
from datetime import timedelta
from importlib import import_module

import pytest
from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db.models import F
from django.test import Client
from django.urls import reverse

from companion.sessions import stored_as
from companion.signing_in import client_address

pytestmark = pytest.mark.django_db

LIMIT = 5
RIGHT, WRONG = "right-battery-staple", "hunter-the-second"


@pytest.fixture(autouse=True)
def quick_hashes(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def owner(quick_hashes):
    return get_user_model().objects.create_superuser("owner", "", RIGHT)


def sign_in(password, name="owner", **more):
    """What a browser without any cookie gets for a name and a password."""
    return Client(**more).post(reverse("admin:login"), {"username": name, "password": password, "next": "/admin/"})


def guess(times, **more):
    return [sign_in(WRONG, **more).status_code for _ in range(times)]


def test_after_five_wrong_passwords_not_even_the_right_one_is_taken(owner):
    assert guess(LIMIT) == [200] * (LIMIT - 1) + [429]
    assert guess(200) == [429] * 200
    answer = sign_in(RIGHT)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "300"
    assert "Wait 5 minutes before you try this name again from here." in answer.content.decode()
    assert "_auth_user_id" not in answer.wsgi_request.session


def test_four_wrong_passwords_and_the_right_one_start_anew(owner):
    for _ in range(3):
        guess(LIMIT - 1)
        assert sign_in(RIGHT).status_code == 302


def test_whoever_guesses_locks_the_owner_out_nowhere_else(owner):
    guess(LIMIT, REMOTE_ADDR="198.51.100.7")
    assert sign_in(RIGHT, REMOTE_ADDR="198.51.100.7").status_code == 429
    assert sign_in(RIGHT, REMOTE_ADDR="192.168.1.5").status_code == 302


def test_others_behind_the_same_router_sign_in(owner):
    get_user_model().objects.create_superuser("other", "", RIGHT)
    guess(LIMIT)
    assert sign_in(RIGHT, name="other").status_code == 302


def test_after_a_while_the_right_password_is_taken_again(owner):
    guess(LIMIT + 20)
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=5, seconds=1))
    assert sign_in(RIGHT).status_code == 302


def test_another_browser_at_the_same_address_is_the_same_one(owner):
    for number in range(LIMIT):
        guess(1, HTTP_USER_AGENT=f"browser {number}")
    assert sign_in(RIGHT).status_code == 429


def test_a_name_that_nobody_has_is_slowed_as_well(owner):
    assert guess(LIMIT, name="nobody")[-1] == 429


def test_it_is_logged_with_name_and_address_and_without_the_password(owner, caplog):
    with caplog.at_level(logging.WARNING):
        guess(LIMIT, REMOTE_ADDR="198.51.100.7")
        sign_in(WRONG, name="owner\nAXES: all is well", REMOTE_ADDR="198.51.100.7")
    assert sum("'owner' from 198.51.100.7" in line for line in caplog.messages) > LIMIT
    assert any("Locking out 'owner' from 198.51.100.7" in line for line in caplog.messages)
    assert not any("\n" in line for line in caplog.messages)
    assert WRONG not in caplog.text
    assert WRONG not in str(list(AccessAttempt.objects.values()))


@pytest.mark.parametrize("name", ["a\0b", "x" * 10_000, "\u202ea", "' or 1=1", ""])
def test_odd_names_get_an_answer(owner, name):
    assert set(guess(LIMIT + 1, name=name)) <= {200, 429}


@pytest.mark.parametrize(
    ("behind_proxy", "forwarded", "address"),
    [
        (False, "203.0.113.9", "192.0.2.1"),
        (True, "203.0.113.9", "203.0.113.9"),
        (True, "10.9.9.9, 203.0.113.9", "203.0.113.9"),
        (True, "", "192.0.2.1"),
        (True, "unknown", "192.0.2.1"),
        (True, "2001:db8:1:2:aaaa::5", "2001:db8:1:2::"),
        (True, "::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_the_address_comes_from_the_proxys_header_only_behind_a_proxy(settings, rf, behind_proxy, forwarded, address):
    settings.BEHIND_PROXY = behind_proxy
    request = rf.get("/", REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR=forwarded)
    assert client_address(request) == address


def test_without_a_proxy_another_header_is_no_other_address(owner):
    for number in range(LIMIT):
        guess(1, HTTP_X_FORWARDED_FOR=f"203.0.113.{number}")
    assert sign_in(RIGHT).status_code == 429


def test_an_unknown_address_is_slowed_too(owner):
    assert guess(LIMIT + 1, REMOTE_ADDR="")[-1] == 429


def test_what_signs_a_browser_in_is_stored_only_as_a_hash(admin_client):
    key = admin_client.cookies["sessionid"].value
    admin_client.get("/")
    row = Session.objects.get()
    assert row.session_key == stored_as(key) != key
    assert key not in str(Session.objects.values())
    thief = Client()
    thief.cookies["sessionid"] = row.session_key
    assert thief.get(reverse("admin:index")).status_code == 302
    assert admin_client.get(reverse("admin:index")).status_code == 200


def test_who_was_signed_in_before_stays_so(admin_client):
    key = admin_client.cookies["sessionid"].value
    Session.objects.update(session_key=key)
    assert admin_client.get(reverse("admin:index")).status_code == 302
    admin_client.cookies["sessionid"] = key
    import_module("companion.migrations.0057_hashes_of_sessions").store_hashes(apps, None)
    assert admin_client.get(reverse("admin:index")).status_code == 200
    admin_client.post(reverse("admin:logout"))
    assert not Session.objects.exists()
