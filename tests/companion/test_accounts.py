"""Accounts: whoever signs in is the same person on every device, and nobody takes anybody over."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models.signals import pre_save
from django.test import Client
from django.urls import reverse

from companion.devices import KNOWN_BY
from companion.models import AccountDevice, Campaign, Member, MemberDevice, Side
from tests.companion.accounts import OTHER, PASSWORD, claim, is_known, sign_in, sign_out, sign_up
from tests.companion.group import come, invited, link_to, member, organise, own_link
from tests.companion.playing import Device, everything, form_to, text_of
from tests.companion.test_undo import values

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def accounts(settings):
    settings.ACCOUNTS = "open"


@pytest.fixture
def olga(demo):
    """The organiser's device; she has no account."""
    return organise(demo.campaign, name="Olga")


@pytest.fixture
def ben(demo, olga):
    """The phone of Ben, who has joined while he was signed in."""
    return come(link_to(olga, demo.campaign, uses=5), "Ben", sign_up("ben"))


def password_of(name):
    return get_user_model().objects.get(username=name).password


def test_a_name_and_a_password_make_an_account_and_the_password_is_stored_as_a_hash():
    client = sign_up("anna")
    assert PASSWORD not in password_of("anna")
    assert "<h1>anna</h1>" in text_of(client.get(reverse("account")))
    assert "Signed in as anna" in text_of(client.get("/"))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"username": ""}, "This field is required"),
        ({"username": "a b"}, "Enter a valid username"),
        ({"username": "x" * 41}, "40 letters at most"),
        ({"username": "admin"}, "belongs to an account here"),
        ({"username": "Owner"}, "That name is taken"),
        ({"username": "\u1d0fwner"}, "belongs to an account here"),
        ({"username": "\u043ewner"}, "letters from one alphabet"),
        ({"username": "taken"}, "That name is taken"),
        ({"username": "TAKEN"}, "That name is taken"),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "password", "password2": "password"}, "too common"),
        ({"username": "wilhelmina", "password1": "wilhelmina", "password2": "wilhelmina"}, "too similar"),
        ({"password2": OTHER}, "the same password each time"),
    ],
)
def test_what_is_no_name_or_no_password_is_refused_in_words_and_changes_nothing(given, told):
    get_user_model().objects.create_superuser("owner")
    get_user_model().objects.create_user("taken")
    before = everything()
    right = {"username": "newcomer", "password1": PASSWORD, "password2": PASSWORD}
    answer = Client().post(reverse("account_signup"), {**right, **given})
    assert answer.status_code == 422
    assert told in text_of(answer)
    assert PASSWORD not in text_of(answer)
    assert everything() == before
    assert set(get_user_model().objects.values_list("username", flat=True)) == {"owner", "taken"}


def test_a_new_password_is_called_so_only_where_there_was_one_and_what_it_needs_is_one_sentence(ben):
    asked = text_of(Client().get(reverse("account_signup")))
    changed = text_of(ben.get(reverse("account_change_password")))
    assert "Password again" in asked
    assert "New password" not in asked
    assert "New password again" in changed
    for page in (asked, changed):
        assert "At least 8 characters, unlike your name, and none that many people use." in page


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_a_name_in_the_same_moment_one_gets_it_and_the_other_is_told():
    both_have_asked = Barrier(2, timeout=20)

    def wait(instance, **_):
        if instance.pk is None:
            both_have_asked.wait()

    def answer(_):
        try:
            given = {"username": "anna", "password1": PASSWORD, "password2": PASSWORD}
            return Client().post(reverse("account_signup"), given).status_code
        finally:
            connection.close()

    pre_save.connect(wait, get_user_model())
    try:
        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(answer, range(2))) == [302, 422]
    finally:
        pre_save.disconnect(wait, get_user_model())
    assert get_user_model().objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_accounts_that_claim_a_person_at_once_one_gets_them():
    for number in range(5):
        campaign = Campaign.objects.create(name=f"Thursdays {number}")
        first = organise(campaign, sign_up(f"anna{number}"), "Olga")
        row = member_of(campaign)
        Member.objects.filter(pk=row.pk).update(account=None)
        second = come(own_link(first, row), client=sign_up(f"ben{number}"))
        start = Barrier(2, timeout=20)

        def answer(client, row=row, start=start):
            try:
                start.wait()
                return claim(client, row).status_code
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(answer, (first, second))) == [302, 422]
        assert member_of(campaign).account is not None


def member_of(campaign):
    return Member.objects.get(campaign=campaign)


def test_whoever_joins_while_signed_in_is_the_same_on_every_device_and_keeps_the_seat(demo, olga, ben):
    side = demo.sides.first()
    assert Device(demo, ben).post("seat", side.pk, member=member("Ben").pk).status_code == 302
    demo.seated = True
    demo.save()
    tablet = sign_in("ben")
    assert is_known(tablet, demo.campaign, "Ben")
    assert demo.campaign.name in text_of(tablet.get("/")), "the campaign is found without its link"
    assert Side.objects.get(pk=side.pk).player == member("Ben")
    values(Device(demo, tablet))
    assert (demo.events.last().who, demo.events.last().by) == ("Ben", "device")
    stranger = Device(demo, sign_up("carl"))
    assert stranger.post("undo", seen=stranger.seen).status_code == 403
    assert Member.objects.count() == 2


def test_what_is_joined_on_one_device_is_known_on_those_that_are_signed_in_already(demo, olga):
    phone, tablet = sign_up("ben"), sign_in("ben")
    come(link_to(olga, demo.campaign), "Ben", phone)
    assert is_known(tablet, demo.campaign, "Ben")
    assert demo.campaign.name in text_of(tablet.get("/"))


def test_whoever_starts_a_campaign_while_signed_in_has_it_everywhere():
    phone = sign_up("ben")
    page = phone.get("/")
    once = page.context["form"]["once"].value()
    assert phone.post("/", {"name": "Thursdays", "once": once}).status_code == 302
    row = Member.objects.get()
    assert (row.name, row.role, row.account.username) == ("ben", "organiser", "ben")
    assert is_known(sign_in("ben"), Campaign.objects.get(), "ben")


def test_signing_out_takes_the_members_and_the_campaigns_away_from_this_device_only(demo, ben):
    tablet = sign_in("ben")
    tablet.get(demo.campaign.get_absolute_url())
    sign_out(tablet)
    assert demo.campaign.name not in text_of(tablet.get("/"))
    assert not is_known(tablet, demo.campaign, "Ben")
    assert is_known(ben, demo.campaign, "Ben")
    assert AccountDevice.objects.count() == 1


def test_what_the_device_knew_before_somebody_signed_in_is_there_when_they_sign_out(demo, olga, ben):
    """The tablet on the table is Olga's; Ben signs in on it for a moment."""
    sign_in("ben", olga)
    assert is_known(olga, demo.campaign, "Ben")
    assert not is_known(olga, demo.campaign, "Olga")
    sign_out(olga)
    assert is_known(olga, demo.campaign, "Olga")
    assert demo.campaign.name in text_of(olga.get("/"))
    assert MemberDevice.objects.filter(ident=olga.cookies[KNOWN_BY].value[:12], ended=None).count() == 1


def test_what_a_device_knew_before_somebody_signed_in_is_forgotten_meanwhile(demo, olga, ben):
    """The phone that Olga has lost is nobody's of hers again once whoever signed in on it signs out."""
    lost, people = come(own_link(olga, member("Olga"))), reverse("people", args=[demo.campaign.key])
    row = member("Olga").devices.latest("pk")
    sign_in("ben", lost)
    page = olga.get(people)
    assert "where somebody is signed in" in text_of(page)
    assert olga.post(form_to(page, f"/{row.pk}/forget/")["action"]).status_code == 302
    sign_out(lost)
    assert not is_known(lost, demo.campaign, "Olga")
    assert is_known(olga, demo.campaign, "Olga")


def test_another_account_on_the_same_device_signs_the_first_one_out(demo, olga, ben):
    carl = come(link_to(olga, demo.campaign), "Carl", sign_up("carl"))
    carl.cookies.pop("sessionid")
    sign_in("ben", carl)
    assert is_known(carl, demo.campaign, "Ben")
    sign_out(carl)
    assert not is_known(carl, demo.campaign, "Ben")
    assert not is_known(carl, demo.campaign, "Carl")


def test_this_is_me_ties_whom_the_device_is_known_as(demo, olga):
    other = Campaign.objects.create(name="Thursdays")
    organise(other, olga, "Olga the first")
    sign_up("olga", olga)
    page = text_of(olga.get(reverse("account")))
    assert "Is this you?" in page
    assert f"This is me: Olga in {demo.campaign}" in page
    assert "This is me: Olga the first in Thursdays" in page
    assert not Member.objects.exclude(account=None), "nobody is tied by a page, or by a name"
    assert claim(olga, member("Olga")).status_code == 302
    assert claim(olga, member("Olga")).status_code == 302, "a second tap does nothing"
    tablet = sign_in("olga")
    assert is_known(tablet, demo.campaign, "Olga")
    assert member("Olga the first").account is None


def test_nobody_is_taken_over_by_an_account_of_the_same_name(demo, olga):
    stranger = sign_up("Olga")
    stranger.get(demo.campaign.get_absolute_url())
    assert "Is this you?" not in text_of(stranger.get(reverse("account")))
    before = everything()
    answer = claim(stranger, member("Olga"))
    assert answer.status_code == 422
    assert "This device is not known as that person" in text_of(answer)
    assert everything() == before
    assert not is_known(stranger, demo.campaign, "Olga")


def test_a_member_of_one_account_is_not_claimed_by_another(demo, olga, ben):
    """A link of Ben's own was opened on Carl's device: it knows Ben, but Ben stays his own account's."""
    carl = come(own_link(olga, member("Ben")), client=sign_up("carl"))
    assert is_known(carl, demo.campaign, "Ben")
    before = everything()
    answer = claim(carl, member("Ben"))
    assert answer.status_code == 422
    assert "belongs to an account already" in text_of(answer)
    assert everything() == before


def test_an_account_is_one_member_of_a_campaign(demo, olga, ben):
    anna = invited(demo.campaign, "Anna")
    sign_in("ben", anna)
    assert is_known(anna, demo.campaign, "Ben")
    come(own_link(olga, member("Anna")), client=anna)
    before = everything()
    assert claim(anna, member("Anna")).status_code == 422
    assert everything() == before


@pytest.mark.parametrize("given", [{}, {"member": "x"}, {"member": "9" * 30}, {"let_go": "0"}, {"let_go": "\u0663"}])
def test_odd_posts_change_nothing(ben, given):
    before = everything()
    assert ben.post(reverse("account-members"), given).status_code == 422
    assert everything() == before


def test_this_is_not_me_lets_go_where_only_the_sign_in_knew(demo, olga):
    """Ben has tapped that he is Olga, on her tablet, and takes it back."""
    sign_up("ben", olga)
    claim(olga, member("Olga"))
    phone = sign_in("ben")
    assert is_known(phone, demo.campaign, "Olga")
    assert phone.post(reverse("account-members"), {"let_go": member("Olga").pk}).status_code == 302
    assert not is_known(phone, demo.campaign, "Olga")
    assert is_known(olga, demo.campaign, "Olga")
    assert member("Olga").account is None
    carl = sign_up("carl")
    assert carl.post(reverse("account-members"), {"let_go": member("Olga").pk}).status_code == 422


def test_another_password_signs_all_other_devices_out(demo, ben):
    tablet = sign_in("ben")
    given = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    assert ben.post(reverse("account_change_password"), {**given, "oldpassword": OTHER}).status_code == 422
    assert is_known(tablet, demo.campaign, "Ben")
    assert ben.post(reverse("account_change_password"), given).status_code == 302
    assert not is_known(tablet, demo.campaign, "Ben")
    assert tablet.get(reverse("account")).status_code == 302
    assert is_known(ben, demo.campaign, "Ben")
    assert ben.get(reverse("account")).status_code == 200
    assert is_known(sign_in("ben", tablet, OTHER), demo.campaign, "Ben")


def test_a_device_that_knows_somebody_without_signing_in_stays_when_the_password_changes(demo, olga, ben):
    tablet = come(own_link(olga, member("Ben")))
    user = get_user_model().objects.get(username="ben")
    user.set_password(OTHER)
    user.save()
    assert is_known(tablet, demo.campaign, "Ben")
    assert not is_known(ben, demo.campaign, "Ben")


def test_whoever_is_forgotten_belongs_to_no_account_and_is_told_so_before(demo, olga, ben):
    tablet, row = sign_in("ben"), member("Ben")
    page = reverse("people-forgotten", args=[demo.campaign.key, row.pk])
    assert "The account of Ben no longer leads here" in text_of(olga.get(page))
    assert "no longer leads here" not in text_of(
        olga.get(reverse("people-forgotten", args=[demo.campaign.key, member("Olga").pk]))
    )
    assert olga.post(page).status_code == 302
    row.refresh_from_db()
    assert (row.name, row.account) == ("Somebody", None)
    for device in (ben, tablet, sign_in("ben")):
        assert demo.campaign.name not in text_of(device.get(reverse("account")))
        assert ", this device" not in text_of(device.get(reverse("people", args=[demo.campaign.key])))
    assert get_user_model().objects.filter(username="ben").exists()


def test_a_deleted_account_leaves_the_members_and_their_devices_as_they_are(demo, ben):
    tablet, page = sign_in("ben"), reverse("account-delete")
    assert "This cannot be undone" in text_of(ben.get(page))
    before = everything()
    answer = ben.post(page, {"password": OTHER})
    assert answer.status_code == 422
    assert "That is not your password" in text_of(answer)
    assert everything() == before
    assert ben.post(page, {"password": PASSWORD}).status_code == 302
    assert not get_user_model().objects.filter(username="ben").exists()
    assert (member("Ben").name, member("Ben").account) == ("Ben", None)
    for device in (ben, tablet):
        assert is_known(device, demo.campaign, "Ben")
        assert demo.campaign.name in text_of(ben.get("/"))
        assert device.get(reverse("account")).status_code == 302


def test_a_second_account_does_not_get_what_the_first_one_had(demo, ben):
    ben.post(reverse("account-delete"), {"password": PASSWORD})
    again = sign_up("ben")
    assert not is_known(again, demo.campaign, "Ben")
    assert "Is this you?" not in text_of(again.get(reverse("account")))


def test_a_device_that_sends_anothers_name_without_its_secret_is_nobody(demo, ben):
    ident = ben.cookies[KNOWN_BY].value.split(".")[0]
    thief = Client()
    thief.cookies[KNOWN_BY] = f"{ident}.{'x' * 43}"
    sign_up("carl", thief)
    assert not is_known(thief, demo.campaign, "Ben")
    sign_out(thief)
    assert AccountDevice.objects.filter(account__username="ben").exists()
    assert is_known(ben, demo.campaign, "Ben")


def test_staff_who_are_a_member_are_marked_in_the_log_and_their_dice_are_theirs(demo, olga):
    get_user_model().objects.create_superuser("referee", "", PASSWORD)
    staff = come(link_to(olga, demo.campaign), "Rita", sign_in("referee"))
    values(Device(demo, staff))
    assert (demo.events.last().who, demo.events.last().by) == ("referee", "staff")
    assert member("Rita").account.username == "referee"


def test_only_ones_own_pages_lead_back_and_no_other_site():
    sign_up("anna")
    given = {"login": "anna", "password": PASSWORD}
    for address in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        answer = Client().post(f"{reverse('account_login')}?next={address}", given)
        assert answer.url == reverse("account")
    assert Client().post(f"{reverse('account_login')}?next=/who/", given).url == "/who/"


def test_the_pages_of_accounts_have_no_script_or_style_and_are_not_kept(ben):
    for name in ("account", "account_change_password", "account-delete"):
        page = ben.get(reverse(name))
        assert "no-store" in page["Cache-Control"]
        assert "<style" not in text_of(page)
        assert " style=" not in text_of(page)
        assert "onclick" not in text_of(page)
    for name in ("account_login", "account_signup"):
        assert "no-store" in Client().get(reverse(name))["Cache-Control"]


def test_an_organiser_takes_back_what_somebody_said_wrongly_of_who_they_are(demo, olga, ben):
    page = reverse("people-account", args=[demo.campaign.key, member("Ben").pk])
    assert page not in text_of(ben.get(reverse("people", args=[demo.campaign.key])))
    assert ben.post(page).status_code == 403
    assert member("Ben").account
    people = olga.get(reverse("people", args=[demo.campaign.key]))
    form = form_to(people, page)
    assert olga.post(form["action"], form["fields"]).status_code == 302
    assert member("Ben").account is None
    assert page not in text_of(olga.get(reverse("people", args=[demo.campaign.key])))
    assert olga.post(page).status_code == 302, "a second tap does nothing"
