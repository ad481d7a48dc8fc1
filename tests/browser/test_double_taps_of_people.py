"""Two taps or three on what says who somebody is, what they do, and what is disputed do what one does."""

import re

import pytest
from django.urls import reverse

from companion.models import Campaign, Dispute, Invitation, Member, MemberDevice
from companion.services.demo import load_demo_battle
from rules.games import GAMES
from tests.browser.test_double_taps_elsewhere import hands, heading, tap
from tests.browser.test_double_taps_in_campaigns import GAME, open_all
from tests.companion.group import invited, organise
from tests.companion.playing import form_to

__all__ = ["hands"]


@pytest.fixture
def groups(hands, site):
    """A campaign for each hand, which its device organises by name, with a player called Ben on another device."""
    made = [Campaign.objects.create(name=f"Season {number}") for number, _ in enumerate(hands)]
    for hand, campaign in zip(hands, made, strict=True):
        device = organise(campaign, name="Olga")
        cookies = [{"name": name, "value": one.value, "url": site} for name, one in device.cookies.items()]
        hand.page.context.add_cookies(cookies)
        invited(campaign, "Ben")
    return made


def unfold(hands, name):
    """Show what an organiser can change of somebody."""
    for hand in hands:
        hand.is_free()
        hand.page.locator(".people li", has_text=name).locator(".person-more summary").tap()


def pressed(within, value):
    """A button of several that is pressed."""
    return lambda page: page.locator(f"{within} button[value='{value}'][aria-pressed=true]")


def press(within, value):
    return lambda page: page.locator(f"{within} button[value='{value}']")


def test_a_name_is_added_once_and_each_role_is_given_once(hands, groups):
    open_all(hands, groups, "people/")
    for hand in hands:
        hand.page.get_by_label("Name", exact=True).fill("Carla")
    tap(hands, "Add the name", lambda page: page.locator(".people li", has_text="Carla"))
    assert [group.members.count() for group in groups] == [3 for _ in hands]
    for role in ("spectator", "organiser", "player"):
        unfold(hands, "Ben")
        mine = ".people li:has(strong:text-is('Ben')) "
        tap(hands, press(mine, role), pressed(mine, role))
        assert [group.members.get(name="Ben").role for group in groups] == [role for _ in hands]
    assert set(Member.objects.filter(name="Carla").values_list("role", flat=True)) == {"player"}
    assert set(Member.objects.filter(name="Olga").values_list("role", flat=True)) == {"organiser"}


def test_a_device_is_let_in_once_turned_away_once_and_forgotten_once(hands, groups, client):
    known = MemberDevice.objects.count()

    def somebody_asks():
        for group in groups:
            page = client.get(reverse("people", args=[group.key]))
            form = form_to(page, f"/{group.members.get(name='Ben').pk}/ask/")
            assert client.post(form["action"], form["fields"]).status_code == 302
        open_all(hands, groups, "people/")

    def folded(page):
        return page.locator(".people li", has_text="Ben").locator(".person-more:not([open])")

    def nobody_asks(page):
        return page.locator("main:not(:has(.is-asking))")

    somebody_asks()
    tap(hands, "No", nobody_asks)
    assert MemberDevice.objects.filter(ended=None).count() == known
    somebody_asks()
    tap(hands, re.compile("^Yes, that is Ben"), nobody_asks)
    assert MemberDevice.objects.filter(ended=None, asks="").count() == known + len(hands)
    unfold(hands, "Ben")
    tap(hands, re.compile("^Forget the device"), folded)
    assert MemberDevice.objects.filter(ended=None, member__name="Ben").count() == len(hands)
    assert MemberDevice.objects.filter(ended=None, member__name="Olga").count() == len(hands)


def test_a_link_of_ones_own_is_made_once_and_taken_once_and_without_one_a_device_asks_once(hands, groups):
    open_all(hands, groups, "people/")
    unfold(hands, "Ben")
    tap(hands, "A new link for Ben", lambda page: page.locator(".qr svg"))
    assert Invitation.objects.filter(member__name="Ben").count() == len(hands)
    for hand in hands:
        address = hand.page.locator(".address").inner_text()
        hand.page.context.clear_cookies()
        hand.page.goto(address)
    tap(hands, "I am Ben", lambda page: page.locator(".members", has_text="Ben"))
    assert MemberDevice.objects.filter(ended=None, member__name="Ben").count() == 2 * len(hands)
    for hand, group in zip(hands, groups, strict=True):
        hand.page.context.clear_cookies()
        hand.page.goto(reverse("people", args=[group.key]))
    tap(hands, "This is me: Ben", lambda page: page.locator(".number-to-say"))
    assert MemberDevice.objects.exclude(asks="").count() == len(hands)


def test_what_holds_for_all_is_said_once(hands, groups):
    battles = [load_demo_battle(group, GAMES[GAME]) for group in groups]
    for group, battle in zip(groups, battles, strict=True):
        battle.sides.update(player=group.members.get(name="Ben"))
    open_all(hands, battles, "setup/")
    tap(hands, press(".seat-of .segments", "1"), pressed(".seat-of .segments", "1"))
    for battle in battles:
        battle.refresh_from_db()
        assert battle.seated
    open_all(hands, battles, "share/")
    tap(hands, press("main", "score"), pressed("main", "score"))
    for battle in battles:
        battle.refresh_from_db()
        assert battle.pinned == "score"
    open_all(hands, groups, "rosters/")
    tap(hands, press("main", "fallen"), pressed("main", "fallen"))
    open_all(hands, groups, "standings/")
    tap(hands, "Use this", heading("Standings"))
    for group in groups:
        group.refresh_from_db()
        assert group.comes_home == "fallen"


def test_an_entry_is_disputed_once_noted_once_and_ruled_once(hands, groups):
    battles = [load_demo_battle(group, GAMES[GAME]) for group in groups]
    open_all(hands, battles, "log/")
    tap(hands, re.compile("^Dispute entry"), lambda page: page.locator(".disputed"))
    assert Dispute.objects.count() == len(hands)
    open_all(hands, battles, "log/1/")
    for words, field, then in (("Add the note", "note", "q"), ("Settle it", "ruling", "strong q")):
        for hand in hands:
            hand.page.locator(f"[name={field}]").fill("It was a draw.")
        tap(hands, words, lambda page, shown=then: page.locator(f".dispute {shown}"))
    assert Dispute.objects.filter(note="It was a draw.", ruling="It was a draw.").count() == len(hands)
    assert Dispute.objects.count() == len(hands)


def test_a_door_is_closed_once_and_nothing_else_with_it(hands, groups):
    open_all(hands, groups, "people/")
    for hand in hands:
        hand.is_free()
        hand.page.get_by_role("button", name="Open the door").tap()
    tap(hands, "Close the door", heading("People"))
    assert Invitation.objects.filter(withdrawn=True).exclude(salt="").count() == len(hands)


def test_a_device_has_the_name_that_was_typed(hands):
    for number, hand in enumerate(hands):
        hand.page.goto("/who/")
        hand.page.locator("[name=who]").fill(f"Anna {number}")
    tap(hands, "Use this name", heading("Tabletop Companion"))
    for number, hand in enumerate(hands):
        hand.page.goto("/who/")
        assert hand.page.locator("[name=who]").input_value() == f"Anna {number}"
