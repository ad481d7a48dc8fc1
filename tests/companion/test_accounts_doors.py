"""Who may make an account, and how guessing is slowed: one guard for the admin's sign-in and for the players'."""

import logging

import pytest
from axes.models import AccessAttempt
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.companion.accounts import OTHER, PASSWORD, organised_by_account, sign_up
from tests.companion.group import come, invited, link_to, organise
from tests.companion.playing import text_of

pytestmark = pytest.mark.django_db

LIMIT = 5


@pytest.fixture(autouse=True)
def accounts(settings):
    settings.ACCOUNTS = "open"


@pytest.fixture
def anna():
    return get_user_model().objects.create_user("anna", "", PASSWORD)


@pytest.fixture
def owner():
    return get_user_model().objects.create_superuser("owner", "", PASSWORD)


def tried(name, password, **more):
    return Client(**more).post(reverse("account_login"), {"login": name, "password": password})


def guess(times, name="anna", **more):
    return [tried(name, OTHER, **more).status_code for _ in range(times)]


def signs_up(client):
    given = {"username": "newcomer", "password1": PASSWORD, "password2": PASSWORD}
    return client.post(reverse("account_signup"), given)


def test_where_it_is_closed_nobody_makes_an_account_but_those_there_are_sign_in(settings, anna):
    settings.ACCOUNTS = "closed"
    for answer in (Client().get(reverse("account_signup")), signs_up(Client())):
        assert answer.status_code == 403
        assert "the person who runs this server makes the accounts" in text_of(answer)
    assert get_user_model().objects.count() == 1
    page = text_of(Client().get(reverse("account_login")))
    assert reverse("account_signup") not in page
    assert "The person who runs this server gives you a new one" in page
    assert tried("anna", PASSWORD).status_code == 302


def test_where_it_is_by_invitation_only_who_joined_somebody_with_an_account_makes_one(settings, demo):
    """Whoever starts a campaign of their own is not invited by that."""
    olga = organised_by_account(demo.campaign)
    settings.ACCOUNTS = "invited"
    stranger, founder = Client(), Client()
    once = founder.get("/").context["form"]["once"].value()
    founder.post("/", {"name": "My own", "once": once})
    for client in (stranger, founder):
        assert "who were invited" in text_of(signs_up(client))
        assert reverse("account_signup") not in text_of(client.get(reverse("account_login")))
    link = link_to(olga, demo.campaign)
    stranger.get(link)
    assert signs_up(stranger).status_code == 403, "the link alone is no tap"
    come(link, "Ben", stranger)
    assert reverse("account_signup") in text_of(stranger.get(reverse("account_login")))
    assert signs_up(stranger).status_code == 302
    assert get_user_model().objects.filter(username="newcomer").exists()


def test_who_joined_somebody_without_an_account_is_not_invited_to_make_one(settings, demo):
    settings.ACCOUNTS = "invited"
    organise(demo.campaign, name="Olga")
    assert signs_up(invited(demo.campaign, "Ben")).status_code == 403


def test_after_five_wrong_passwords_not_even_the_right_one_is_taken(anna):
    assert guess(LIMIT) == [422] * (LIMIT - 1) + [429]
    answer = tried("anna", PASSWORD)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "300"
    assert "Wait 5 minutes before you try this name again from here." in text_of(answer)
    assert f'href="{reverse("account_login")}"' in text_of(answer)
    assert "_auth_user_id" not in answer.wsgi_request.session


def test_a_wrong_password_says_neither_whether_the_name_is_known(anna):
    known, unknown = tried("anna", OTHER), tried("nobody", OTHER)
    told = "The name or the password is wrong."
    assert told in text_of(known)
    assert told in text_of(unknown)


def test_capitals_make_no_other_name_and_no_more_tries(anna):
    assert tried("ANNA", PASSWORD).status_code == 302
    answers = [tried(name, OTHER).status_code for name in ("anna", "Anna", "aNNa", "ANNA", "annA")]
    assert answers == [422] * (LIMIT - 1) + [429]


def test_whoever_guesses_locks_nobody_out_elsewhere_and_no_other_at_the_same_router(anna):
    get_user_model().objects.create_user("ben", "", PASSWORD)
    guess(LIMIT, REMOTE_ADDR="198.51.100.7")
    assert tried("anna", PASSWORD, REMOTE_ADDR="198.51.100.7").status_code == 429
    assert tried("anna", PASSWORD, REMOTE_ADDR="192.168.1.5").status_code == 302
    assert tried("ben", PASSWORD, REMOTE_ADDR="198.51.100.7").status_code == 302


def test_a_club_of_forty_signs_in_from_one_address_within_a_minute(anna):
    assert [tried("anna", PASSWORD).status_code for _ in range(40)] == [302] * 40


def test_a_club_of_forty_comes_in_though_each_mistypes_twice(anna):
    """Both where accounts are made and where one signs in, from one address."""
    wrong = {"password1": PASSWORD, "password2": f"{PASSWORD}x"}
    clients = [Client() for _ in range(40)]
    for _ in range(2):
        answers = [client.post(reverse("account_signup"), {**wrong, "username": "ben"}) for client in clients]
        assert {answer.status_code for answer in answers} == {422}
        assert {tried(f"name{number}", OTHER).status_code for number in range(40)} == {422}
    for number, client in enumerate(clients):
        given = {"username": f"player{number}", "password1": PASSWORD, "password2": PASSWORD}
        assert client.post(reverse("account_signup"), given).status_code == 302
        assert tried(f"player{number}", PASSWORD).status_code == 302


def told_to_wait(answer, how_long, seconds):
    assert answer.status_code == 429
    assert f"That was asked for too often from here. Wait {how_long}, then try again." in text_of(answer)
    assert answer["Retry-After"] == str(seconds)


def test_a_thousand_names_are_not_tried_from_one_address():
    assert {tried("", "").status_code for _ in range(290)} == {422}
    assert [tried(f"name{number}", OTHER).status_code for number in range(12)] == [422] * 10 + [429] * 2
    told_to_wait(tried("name", OTHER), "a minute", 60)
    assert tried("name", OTHER, REMOTE_ADDR="192.168.1.5").status_code == 422


def test_accounts_are_not_made_by_the_hundreds_from_one_address():
    given = {"password1": PASSWORD, "password2": PASSWORD}
    ways = reverse("account_signup")
    assert {Client().post(ways).status_code for _ in range(198)} == {422}
    made = [Client().post(ways, {**given, "username": f"name{number}"}) for number in range(3)]
    assert [answer.status_code for answer in made] == [302, 302, 429]
    told_to_wait(made[-1], "an hour", 3600)
    assert get_user_model().objects.count() == 2


def test_the_admin_signs_in_through_the_same_page_and_is_guarded_by_the_same_count(owner):
    page = Client().get("/admin/", follow=True)
    assert [address for address, _ in page.redirect_chain] == [
        "/admin/login/?next=/admin/",
        f"{reverse('account_login')}?next=%2Fadmin%2F",
    ]
    assert "<h1>Sign in</h1>" in text_of(page)
    direct = Client().post("/admin/login/?next=/admin/", {"username": "owner", "password": PASSWORD})
    assert direct.url.startswith(reverse("account_login"))
    assert "_auth_user_id" not in direct.wsgi_request.session
    way = f"{reverse('account_login')}?next=%2Fadmin%2F"
    client = Client()
    assert client.post(way, {"login": "owner", "password": PASSWORD}).url == "/admin/"
    assert client.get("/admin/").status_code == 200
    guess(LIMIT, "owner")
    assert Client().post(way, {"login": "owner", "password": PASSWORD}).status_code == 429
    assert client.get("/admin/").status_code == 200, "who is in is not thrown out by who guesses"


def test_a_player_is_told_that_the_admin_is_not_for_them(anna):
    client = Client()
    client.post(reverse("account_login"), {"login": "anna", "password": PASSWORD})
    answer = client.get("/admin/", follow=True)
    assert answer.status_code == 403
    assert "The admin is for those who run this server" in text_of(answer)


def test_the_password_of_the_admin_is_changed_on_the_same_page(owner):
    client = Client()
    client.force_login(owner)
    assert client.get(reverse("admin:password_change")).url.startswith(reverse("account_change_password"))


def test_who_guesses_on_the_page_that_deletes_is_slowed_too(anna):
    client = Client()
    client.force_login(anna)
    answers = [client.post(reverse("account-delete"), {"password": OTHER}).status_code for _ in range(LIMIT)]
    assert answers == [422] * (LIMIT - 1) + [429]
    assert client.post(reverse("account-delete"), {"password": PASSWORD}).status_code == 429
    assert get_user_model().objects.filter(username="anna").exists()


def test_who_guesses_on_the_page_of_another_password_is_slowed_too(anna):
    client = Client()
    client.force_login(anna)
    given = {"oldpassword": OTHER, "password1": OTHER, "password2": OTHER}
    answers = [client.post(reverse("account_change_password"), given).status_code for _ in range(LIMIT)]
    assert answers == [422] * (LIMIT - 1) + [429]
    assert client.post(reverse("account_change_password"), given | {"oldpassword": PASSWORD}).status_code == 429
    assert get_user_model().objects.get().check_password(PASSWORD)


def test_it_is_logged_with_name_and_address_and_nothing_secret(anna, caplog):
    with caplog.at_level(logging.DEBUG):
        guess(LIMIT + 1, REMOTE_ADDR="198.51.100.7")
        tried("anna\nAXES: all is well", OTHER, REMOTE_ADDR="198.51.100.7")
        sign_up("ben")
    lines = [line for line in caplog.messages if "AXES" in line or "anna" in line]
    assert any("Locking out 'anna' from 198.51.100.7" in line for line in lines)
    assert not any("\n" in line for line in lines)
    assert OTHER not in caplog.text
    assert PASSWORD not in caplog.text
    assert OTHER not in str(list(AccessAttempt.objects.values()))


@pytest.mark.parametrize("name", ["a\0b", "x" * 10_000, "\u202ea", "' or 1=1", ""])
def test_odd_names_get_an_answer(anna, name):
    assert set(guess(LIMIT + 1, name=name)) <= {422, 429}


def test_an_unknown_address_is_slowed_too(anna):
    assert guess(LIMIT + 1, REMOTE_ADDR="")[-1] == 429
