"""A device at a battle into which only members come from now on says so, and shows no more what stood there."""

from playwright.sync_api import expect

from companion.models import MemberDevice
from companion.services.entering import choose_who_comes_in
from companion.services.members import forget_device
from tests.browser.test_group_by_touch import PHONE, invitation, join, organise
from tests.browser.test_here_by_touch import here, sit
from tests.browser.test_several_devices import app, battle, site
from tests.companion.group import member

__all__ = ("app", "battle", "sit", "site")

SHUT_OUT = {403}


def test_whoever_is_shut_out_is_told_and_the_others_go_on(battle, sit, tablet, look):
    # A stream that comes again before its page has heard of it has another way by then, and is told so.
    table, phone = tablet(expect=SHUT_OUT), tablet(**PHONE, expect=SHUT_OUT)
    organise(table, battle)
    join(phone, invitation(table, battle), "Anna")
    sit(table)
    sit(phone)
    guest = sit(expect=SHUT_OUT)
    expect(here(phone)).to_have_text("Here now: Anna, Olga and 1 other device.")
    olga = member("Olga")
    choose_who_comes_in(campaign=battle.campaign, members_only=True, by=olga)
    expect(guest.locator("h1")).to_have_text("Only members come in")
    look(guest, "members-only-1-shut-out")
    for page in (table, phone):
        expect(here(page)).to_have_text("Here now: Anna and Olga.")
    forget_device(campaign=battle.campaign, device=MemberDevice.objects.get(member=member("Anna")).pk, by=olga)
    expect(phone.locator("h1")).to_have_text("Only members come in")
    expect(here(table)).to_have_text("Here now: Olga.")
