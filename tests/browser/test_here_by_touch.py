"""Who is here, and the QR of a battle: tablets that are served as `play` serves them."""

import re

import pytest
from playwright.sync_api import expect

from companion.models import Battle, Frame
from companion.services.members import give_role, rename_member
from tests.browser.test_axe import faults
from tests.browser.test_group_by_touch import PHONE, invitation, join, organise
from tests.browser.test_several_devices import app, battle, edited, site
from tests.companion.group import member

__all__ = ("app", "battle", "site")


@pytest.fixture
def sit(battle, tablet):
    """Opens a tablet at the battle, once it listens."""

    def sit(page=None, **more):
        page = page or tablet(**more)
        with page.expect_response(re.compile("/live/")):
            page.goto(battle.get_absolute_url())
        return page

    return sit


def here(page):
    return page.locator("[data-here]")


def test_each_tablet_tells_who_is_here_and_who_has_gone(battle, sit, tablet, look):
    table, phone = tablet(), tablet(**PHONE)
    organise(table, battle)
    join(phone, invitation(table, battle), "Anna")
    sit(table)
    expect(here(table)).to_have_text("Here now: Olga.")
    stranger = sit()
    sit(phone)
    for page in (table, stranger, phone):
        expect(here(page)).to_have_text("Here now: Anna, Olga and 1 other device.")
    look(table, "here-1-three")
    look(phone, "here-2-on-a-phone")
    phone.goto("/")
    expect(here(table)).to_have_text("Here now: Olga and 1 other device.")


def test_an_open_page_shows_what_becomes_of_whom_it_belongs_to(battle, sit, tablet):
    table, phone = tablet(), tablet(**PHONE)
    organise(table, battle)
    join(phone, invitation(table, battle), "Anna")
    sit(table)
    sit(phone)
    anna = {"campaign": battle.campaign, "member": member("Anna").pk}
    give_role(**anna, role="spectator")
    expect(phone.locator("#panel")).to_contain_text("You look on")
    expect(phone.locator("main.looks-on")).to_be_visible()
    give_role(**anna, role="player")
    expect(phone.locator("#panel")).not_to_contain_text("You look on")
    expect(phone.locator("main.looks-on")).to_have_count(0)
    rename_member(**anna, name="Anna Maria", by=member("Anna"))
    for page in (table, phone):
        expect(here(page)).to_have_text("Here now: Anna Maria and Olga.")


def test_who_only_looks_on_sees_all_that_changed_lit_until_a_tap(battle, sit, tablet, look):
    table, phone = tablet(), tablet(**PHONE)
    organise(table, battle)
    join(phone, invitation(table, battle), "Anna")
    give_role(campaign=battle.campaign, member=member("Anna").pk, role="spectator")
    sit(phone)
    lit = phone.locator(".piece.is-changed")
    for lights, frame in enumerate(Frame.objects.order_by("pk")[:3], 1):
        edited(battle, frame.name, pk=frame.systems.first().pk)
        expect(lit).to_have_count(lights)
    expect(phone.locator(".tab-changed")).to_have_count(3)
    look(phone, "here-3-all-lit-to-who-looks-on")
    phone.locator(".status").tap()
    expect(lit).to_have_count(0)
    expect(phone.locator(".tab-changed")).to_have_count(0)
    edited(battle, kind="blue")
    expect(lit).to_have_count(1)


def before_its_start(battle):
    Battle.objects.filter(pk=battle.pk).update(started=False)


def test_the_picture_is_one_tap_away_and_its_page_tells_who_comes(battle, sit, look):
    before_its_start(battle)
    table = sit()
    table.get_by_text("QR of this battle").tap()
    expect(table.locator(".qr-more img")).to_be_visible()
    table.wait_for_function("document.querySelector('.qr-more img').naturalWidth > 0")
    look(table, "here-3-qr-on-the-page")
    with table.expect_response(re.compile("/live/")):
        table.locator(".bar-links a", has_text="QR").tap()
    expect(table.locator(".address").first).to_contain_text(battle.get_absolute_url())
    sit(**PHONE)
    expect(here(table)).to_have_text("Here now: 2 devices.")
    look(table, "here-4-the-page-of-the-qr")


def test_the_page_of_the_picture_is_for_everybody(battle, tablet):
    page = tablet()
    page.goto(f"{battle.get_absolute_url()}share/")
    found = list(faults(page))
    before_its_start(battle)
    page.goto(battle.get_absolute_url())
    page.get_by_text("QR of this battle").tap()
    found += list(faults(page))
    assert not found, "\n".join(found)
