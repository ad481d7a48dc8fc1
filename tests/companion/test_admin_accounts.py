"""Accounts in the admin: found by a name, shown with whom they are, tied and let go by whoever runs the server."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.urls import reverse

from companion.models import AccountDevice, Campaign
from tests.companion.accounts import is_known, sign_in, sign_up
from tests.companion.group import come, invited, link_to, member, organise
from tests.companion.playing import everything, text_of
from tests.companion.test_admin import fields_of, staff

__all__ = ("staff",)


@pytest.fixture(autouse=True)
def accounts(settings):
    settings.ACCOUNTS = "open"


@pytest.fixture
def ben(demo):
    return come(link_to(organise(demo.campaign, name="Olga"), demo.campaign), "Ben", sign_up("ben"))


def user(name):
    return get_user_model().objects.get(username=name)


def account_page(staff, name):
    """The address of an account's page and what its form would send unchanged."""
    address = reverse("admin:auth_user_change", args=[user(name).pk])
    data = fields_of(staff.get(address))
    return address, {key: value for key, value in data.items() if key not in ("groups", "user_permissions")}


def campaign_page(staff, campaign, name, account):
    """What the page of a campaign answers where a member is given an account."""
    address = reverse("admin:companion_campaign_change", args=[campaign.pk])
    data = fields_of(staff.get(address))
    row = next(key for key, value in data.items() if key.startswith("members-") and value == name)
    return staff.post(address, {**data, row.replace("name", "account"): account})


def test_the_list_is_in_order_and_searched_by_account_member_and_campaign(staff, demo, ben):
    sign_up("anna")
    address = reverse("admin:auth_user_changelist")
    listed = [row.username for row in staff.get(address).context["cl"].result_list]
    assert listed == ["anna", "ben", "referee"]
    for query in ("ben", "Ben", demo.campaign.name):
        assert [row.username for row in staff.get(address, {"q": query}).context["cl"].result_list] == ["ben"]


def test_an_account_shows_whom_it_is_in_which_campaign(staff, demo, ben):
    page = text_of(staff.get(reverse("admin:auth_user_change", args=[user("ben").pk])))
    assert demo.campaign.name in page
    assert "members in campaigns" in page.lower()


def test_staff_tie_a_member_to_an_account_and_its_devices_know_them_at_once(staff, demo, ben):
    invited(demo.campaign, "Carl")
    carl = sign_up("carl")
    found = staff.get(
        reverse("admin:autocomplete"),
        {"app_label": "companion", "model_name": "member", "field_name": "account", "term": "car"},
    )
    assert [row["text"] for row in found.json()["results"]] == ["carl"]
    assert campaign_page(staff, demo.campaign, "Carl", user("carl").pk).status_code == 302
    assert member("Carl").account == user("carl")
    assert is_known(carl, demo.campaign, "Carl")


@pytest.mark.parametrize(("name", "account"), [("Ben", ""), ("Ben", "carl"), ("Olga", "carl")])
def test_open_pages_are_told_once_of_an_account_that_staff_change(staff, demo, ben, name, account):
    sign_up("carl")
    before = Campaign.objects.get(pk=demo.campaign.pk)
    assert campaign_page(staff, demo.campaign, name, account and user(account).pk).status_code == 302
    after = Campaign.objects.get(pk=demo.campaign.pk)
    assert (after.told - before.told, after.regrouped - before.regrouped) == (1, 1)


def test_open_pages_ask_nothing_anew_where_staff_change_no_member(staff, demo, ben):
    before = Campaign.objects.get(pk=demo.campaign.pk)
    address = reverse("admin:companion_campaign_change", args=[demo.campaign.pk])
    assert staff.post(address, {**fields_of(staff.get(address)), "name": "Fridays"}).status_code == 302
    after = Campaign.objects.get(pk=demo.campaign.pk)
    assert (after.name, after.told - before.told, after.regrouped) == ("Fridays", 1, before.regrouped)


def test_staff_let_a_member_go_and_the_devices_that_signed_in_know_them_no_more(staff, demo, ben):
    tablet = sign_in("ben")
    assert campaign_page(staff, demo.campaign, "Ben", "").status_code == 302
    assert member("Ben").account is None
    assert not is_known(tablet, demo.campaign, "Ben")
    assert is_known(ben, demo.campaign, "Ben"), "that device has joined by itself"


@pytest.mark.parametrize("account", ["0", "x", "9" * 30])
def test_an_account_that_there_is_not_is_refused(staff, demo, ben, account):
    before = everything()
    assert campaign_page(staff, demo.campaign, "Ben", account).status_code == 200
    assert everything() == before


def test_an_account_is_not_two_members_of_a_campaign(staff, demo, ben):
    invited(demo.campaign, "Carl")
    before = everything()
    assert campaign_page(staff, demo.campaign, "Carl", user("ben").pk).status_code == 200
    assert everything() == before


def test_an_account_that_may_sign_in_no_more_is_signed_out(staff, demo, ben):
    address, data = account_page(staff, "ben")
    data.pop("is_active")
    assert staff.post(address, data).status_code == 302
    assert not AccountDevice.objects.filter(account__username="ben").exists()
    assert not is_known(ben, demo.campaign, "Ben")
    assert ben.get(reverse("account")).status_code == 302


def test_a_password_given_by_staff_signs_the_devices_out(staff, demo, ben):
    given = {"usable_password": "true", "password1": "left-lantern-paperclip", "password2": "left-lantern-paperclip"}
    answer = staff.post(reverse("admin:auth_user_password_change", args=[user("ben").pk]), given)
    assert answer.status_code == 302
    assert not is_known(ben, demo.campaign, "Ben")
    assert is_known(sign_in("ben", password="left-lantern-paperclip"), demo.campaign, "Ben")


def test_a_mail_address_that_staff_change_gets_no_link_any_more(staff, settings):
    settings.EMAIL_HOST = "mail.example"
    sign_up("anna", email="old@example.org")
    address, data = account_page(staff, "anna")
    assert staff.post(address, {**data, "email": "new@example.org"}).status_code == 302
    assert not EmailAddress.objects.filter(email="old@example.org").exists()


def test_the_admin_has_no_pages_of_mail_addresses_beside_the_accounts(staff):
    assert "mail address" not in text_of(staff.get(reverse("admin:index"))).lower()


def test_an_account_is_deleted_and_its_members_stay(staff, demo, ben):
    staff.post(reverse("admin:auth_user_delete", args=[user("ben").pk]), {"post": "yes"})
    assert not get_user_model().objects.filter(username="ben").exists()
    assert member("Ben").account is None
    assert is_known(ben, demo.campaign, "Ben")
