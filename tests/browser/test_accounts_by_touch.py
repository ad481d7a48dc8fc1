"""Somebody signs up on a phone, joins and takes a seat, signs in on a tablet and taps there in the own seat."""

import re

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from companion.models import Battle, Member, Reply, System
from tests.browser.finger import Finger
from tests.browser.test_axe import faults
from tests.browser.test_frames_by_touch import aim, answer, undo
from tests.browser.test_group_by_touch import PHONE, REFUSED, invitation, join, organise, people, sit
from tests.companion.demo import demo_of

PASSWORD, WRONG = "right-battery-staple", "left-lantern-paperclip"
SLOWED = 429


@pytest.fixture(autouse=True)
def accounts(settings):
    settings.ACCOUNTS, settings.EMAIL_HOST = "open", "mail.example"


@pytest.fixture
def battle(transactional_db) -> Battle:
    return demo_of("mobile_frame_zero")


def sign_up(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign in").tap()
    page.get_by_role("link", name="Sign up").tap()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").tap()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign in").tap()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").tap()


def test_whoever_signs_in_on_a_second_device_taps_in_the_own_seat(battle, tablet, look):
    table, phone, other = tablet(), tablet(**PHONE), tablet(dark=True)
    organise(table, battle)
    address = invitation(table, battle)
    sign_up(phone, "Ben")
    look(phone, "accounts-1-signed-up")
    phone.goto(address)
    expect(phone.locator("main")).to_contain_text("who you are here belongs to your account")
    join(phone, address, "Ben")
    sit(phone, battle, "Joshua")
    table.goto(f"{battle.get_absolute_url()}setup/")
    table.get_by_role("button", name="each player taps only for their own side").tap()
    expect(table.get_by_role("button", name="each player taps only for their own side")).to_have_attribute(
        "aria-pressed", "true"
    )

    organisers = Finger(table)
    table.goto(battle.get_absolute_url())
    aim(organisers)
    answer(organisers, "Attack die", "^\\s*3\\s*$")
    answer(organisers, "Cover", "ragged wall")
    organisers.button("^Attack$")
    organisers.dice(1, 4, 5)
    organisers.says("Which system does it lose?")

    stranger = Finger(other)
    other.goto(battle.get_absolute_url())
    expect(other.locator("#panel")).to_contain_text("Ben or an organiser taps here")
    expect(other.get_by_role("button", name="lose shield")).to_have_count(0)
    sign_in(other, "Ben")
    expect(other.get_by_role("link", name=battle.campaign.name)).to_be_visible()
    look(other, "accounts-2-signed-in-on-a-tablet")
    other.get_by_role("link", name=battle.campaign.name).tap()
    other.get_by_role("link", name=battle.name).first.tap()
    stranger.button("lose shield")
    stranger.says("which loses shield")
    assert Reply.objects.filter(declaration__battle=battle).last().who == "Ben"
    table.reload()
    organisers.button("Apply")
    expect(undo(organisers)).to_contain_text("which loses shield")
    assert System.objects.get(lost=True).name == "shield"

    other.goto("/account/")
    other.get_by_role("button", name="Sign out").tap()
    expect(other.get_by_role("link", name="Sign in")).to_be_visible()
    other.goto(battle.get_absolute_url())
    expect(other.locator(".bar")).to_contain_text("Others can undo")
    expect(undo(stranger)).to_have_count(0)


def test_this_is_me_is_one_tap_for_whom_the_device_is_known_as(battle, tablet, look):
    table, phone = tablet(), tablet(**PHONE, dark=True)
    organise(table, battle)
    people(table, battle)
    table.get_by_role("link", name="Sign in or sign up").tap()
    table.get_by_role("link", name="Sign up").tap()
    expect(table.get_by_role("heading", name="Sign up")).to_be_visible()
    look(table, "accounts-3-sign-up")
    sign_up(table, "Olga")
    expect(table.locator(".is-asking")).to_contain_text(battle.campaign.name)
    look(table, "accounts-4-is-this-you")
    table.get_by_role("button", name="This is me: Olga").tap()
    expect(table.locator(".is-asking")).to_have_count(0)
    expect(table.locator(".people")).to_contain_text("Olga, organiser")
    sign_in(phone, "Olga", WRONG)
    expect(phone.locator(".notice")).to_contain_text("The name or the password is wrong.")
    look(phone, "accounts-5-a-wrong-password")
    sign_in(phone, "Olga")
    expect(phone.get_by_role("link", name=battle.campaign.name)).to_be_visible()
    people(phone, battle)
    expect(phone.locator(".people")).to_contain_text("Olga organiser, this device")


def test_staff_find_an_account_by_some_letters_and_tie_a_member_to_it(battle, tablet):
    get_user_model().objects.create_superuser("owner", password=PASSWORD)
    carl = get_user_model().objects.create_user("carl", password=PASSWORD)
    organise(tablet(), battle)
    page = tablet()
    page.goto("/admin/")
    page.get_by_label("Name").fill("owner")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").tap()
    expect(page).to_have_title(re.compile("Everything that is stored"))
    page.goto(f"/admin/companion/campaign/{battle.campaign.pk}/change/")
    page.locator("#members-group .select2-selection").first.tap()
    page.locator(".select2-search__field").fill("car")
    page.locator(".select2-results__option", has_text="carl").tap()
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.locator(".success")).to_contain_text("was changed successfully")
    assert Member.objects.get(campaign=battle.campaign).account == carl


def test_the_pages_of_accounts_are_for_everybody(battle, tablet, site, settings):
    page = tablet(expect={REFUSED, SLOWED, 404})
    found = []

    def judge(name: str) -> None:
        found.extend(f"{name}, {fault}" for fault in faults(page))

    for way in ("sign-in", "sign-up", "forgotten", "forgotten/sent", "forgotten/done", "forgotten/1-x"):
        page.goto(f"/account/{way}/")
        judge(way)
    page.goto("/account/sign-up/")
    page.get_by_label("Name").fill("admin")
    page.get_by_label("Password", exact=True).fill("short")
    page.get_by_label("Password again").fill("shorter")
    page.get_by_role("button", name="Sign up").tap()
    expect(page.locator(".error")).to_have_count(2)
    judge("refused")
    organise(page, battle)
    judge("people")
    sign_up(page, "Olga")
    judge("is this you")
    page.goto("/")
    judge("first page")
    page.goto("/account/")
    page.get_by_role("button", name="This is me: Olga").tap()
    page.locator(".person-more summary").tap()
    judge("account")
    for way in ("password", "delete"):
        page.goto(f"/account/{way}/")
        judge(way)
    page.goto("/account/")
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    get_user_model().objects.create_user("anna", password=PASSWORD)
    for _ in range(4):
        sign_in(page, "anna", WRONG)
        expect(page.locator(".notice")).to_contain_text("is wrong")
    sign_in(page, "anna", WRONG)
    expect(page.get_by_role("heading", name="Too many wrong passwords")).to_be_visible()
    judge("slowed")
    settings.ACCOUNTS = "closed"
    page.goto("/account/sign-up/")
    judge("closed")
    assert not found, "\n".join(found)
