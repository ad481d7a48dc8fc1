"""Every address, every method, every role: what the one table says is what happens, and it knows them all."""

import json
import re
from collections import Counter
from itertools import cycle, islice
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib import admin
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver, include, path, reverse
from django.urls.resolvers import RegexPattern

from companion.members import Rights
from companion.models import Battle, Campaign, Member, Side, XWingSquad
from companion.permissions import (
    ADDRESSES,
    MAY,
    MEMBERS_ONLY,
    OF_STAFF,
    SEATS,
    WHY_NOT,
    By,
    Command,
    Standing,
    command_of,
    is_allowed,
)
from companion.queries.meant import MEANT
from tests.companion.accounts import sign_up
from tests.companion.demo import demo_of
from tests.companion.group import invited, organise
from tests.companion.playing import everything, form_to, text_of
from tests.companion.squads import YASB
from tests.companion.test_no_store import addresses, device

pytestmark = pytest.mark.any_database

__all__ = ("device",)

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
CHANGING = ("POST",)
NAMELESS = "no name"
NAMELESS_IN_THE_ADMIN = {
    "django.views.generic.base.RedirectView",
    "django.contrib.admin.sites.AdminSite.catch_all_view",
}
"""What Django's admin answers at addresses without a name: where a page has moved to, and that there is none."""
OF_THE_ADMIN = {
    f"admin:{kind}"
    for model in admin.site._registry
    for one in OF_STAFF
    for kind in (one, f"{model._meta.app_label}_{model._meta.model_name}_{one}")
}
LOOKS_ON = re.compile(r'class="([^"]* )?looks-on"')
OF_ACCOUNTS = [name for name in ADDRESSES if name.startswith("account")]
OF_SQUADS = [name for name in ADDRESSES if name.startswith("squad")]


def everybody(campaign):
    """A device of each standing."""
    organiser = organise(campaign)
    guest = Client()
    guest.get(campaign.get_absolute_url())
    return {
        Standing.GUEST: guest,
        Standing.SPECTATOR: invited(campaign, "Sam", "spectator"),
        Standing.PLAYER: invited(campaign, "Ben"),
        Standing.ORGANISER: organiser,
    }


def behind_a_closed_door(campaign):
    """A device of each standing in a campaign into which only members come."""
    devices = everybody(campaign)
    page = devices[Standing.ORGANISER].get(reverse("people", args=[campaign.key]))
    form = form_to(page, "/only/")
    assert devices[Standing.ORGANISER].post(form["action"], {**form["fields"], "only": "1"}).status_code == 302
    devices[Standing.STRANGER] = devices.pop(Standing.GUEST)
    return devices


def of_battles(resolver, before=""):
    """The names of the addresses that begin with a battle's link."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from of_battles(pattern, route)
        elif route.startswith("b/<slug:key>/"):
            yield pattern.name


def every_address(resolver, room="", before=""):
    """Every address with the name that the table looks it up by, its route and what answers it."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{room}{pattern.namespace}:" if pattern.namespace else room
            yield from every_address(pattern, inner, route)
        else:
            yield f"{room}{pattern.name or NAMELESS}", route, pattern.lookup_str


def unknown(resolver):
    """The addresses that the table does not know, and those that pass there for another."""
    seen = Counter()
    for name, route, answered_by in every_address(resolver):
        seen[name] += 1
        if name in ADDRESSES and seen[name] == 1:
            continue
        if name.startswith("admin:") and (name in OF_THE_ADMIN or answered_by in NAMELESS_IN_THE_ADMIN):
            continue
        yield f"{name} at {route}"


def test_the_table_knows_every_address_and_no_other():
    assert list(unknown(get_resolver())) == []
    assert {name for name, _, _ in every_address(get_resolver()) if not name.startswith("admin:")} == set(ADDRESSES)


def nothing(request):
    return HttpResponse("anything")


@pytest.mark.parametrize(
    ("added", "told"),
    [
        (path("secrets/", nothing, name="secrets"), "secrets at secrets/"),
        (path("secrets/", nothing), f"{NAMELESS} at secrets/"),
        (path("secrets/", nothing, name="home"), "home at secrets/"),
        (path("x/", include(([path("", nothing, name="home")], "x"))), "x:home at x/"),
        (path("admin/x/", nothing, name="companion_battle_x"), "admin:companion_battle_x at admin/admin/x/"),
        (path("x/", nothing, name="companion_x_change"), "admin:companion_x_change at admin/x/"),
        (path("x/", nothing), f"admin:{NAMELESS} at admin/x/"),
    ],
)
def test_one_address_more_is_noticed_wherever_it_stands(added, told):
    before = [*get_resolver().url_patterns]
    if told.startswith("admin:"):
        # In front: what stands behind the admin's last address is answered by that.
        space = [added, *(pattern for one in before if one.pattern.match("admin/") for pattern in one.url_patterns)]
        patterns = [path("admin/", include((space, "admin"), namespace="admin"))]
    else:
        patterns = [*before, added]
    assert told in list(unknown(URLResolver(RegexPattern(r"^/"), patterns)))


def test_the_table_of_seats_knows_every_tap_of_a_battle_and_no_other():
    taps = {name for name, known in ADDRESSES.items() if known.get("POST") is Command.PLAY}
    assert taps & set(of_battles(get_resolver())) == set(SEATS)
    assert set(MEANT) == set(By)


@pytest.mark.parametrize(("accounts", "everybody_in"), [("open", everybody), ("off", behind_a_closed_door)])
def test_the_walk_by_every_role_and_method(device, settings, accounts, everybody_in):
    """A method that the table does not name is none; who may not is told so, and nothing is changed."""
    settings.ACCOUNTS = accounts
    devices = everybody_in(device.battle.campaign)
    ways = addresses(device)
    here = {name: way for name, way in ways.items() if name not in (*OF_ACCOUNTS, *OF_SQUADS)}
    assert here.keys() | {*OF_ACCOUNTS, *OF_SQUADS} == ADDRESSES.keys(), "nothing is left out"
    walk(here, devices)


def why_not(command, standing):
    return MEMBERS_ONLY if standing is Standing.STRANGER else WHY_NOT[command]


@pytest.mark.parametrize("everybody_in", [everybody, behind_a_closed_door])
@pytest.mark.django_db
def test_the_walk_over_the_addresses_of_squads(everybody_in):
    """They are there in battles of one game alone."""
    battle = demo_of("x_wing")
    Battle.objects.filter(pk=battle.pk).update(started=False)
    XWingSquad.objects.filter(battle=battle).update(source=json.dumps(YASB))
    side = battle.sides.first().pk
    walk({name: reverse(name, args=[battle.key, side]) for name in OF_SQUADS}, everybody_in(battle.campaign))


def walk(ways, devices):
    """Go to each of these addresses as everybody, by every method: by one that it does not know as one of them."""
    before, in_turn = None, cycle(devices)
    for name, way in ways.items():
        known = ADDRESSES[name]
        for method in METHODS:
            asked = "GET" if method == "HEAD" else method
            for standing in devices if asked in known else islice(in_turn, 1):
                client, told = devices[standing], f"{method} {name} by {standing}"
                allowed = asked not in known or is_allowed(known[asked], standing)
                if allowed and asked in CHANGING:
                    continue
                before = None if asked in known and allowed else before or everything()
                answer = client.generic(method, way)
                if asked not in known:
                    assert answer.status_code == 405, told
                elif allowed:
                    # What is a form alone leads whoever cannot send it on.
                    assert answer.status_code in (200, 422) or name in ("join", "squad"), told
                else:
                    assert answer.status_code == 403, told
                    if method != "HEAD":
                        assert why_not(known[asked], standing) in text_of(answer), told
                        assert 'class="button' in text_of(answer), told
                    assert "no-store" in answer["Cache-Control"], told
                    assert everything() == before, told


@pytest.mark.parametrize("accounts", ["off", "closed", "invited", "open"])
def test_the_walk_over_the_addresses_of_accounts(device, settings, accounts):
    """Without accounts none of them is there, by any method; with them, what is one's own is for who signs in."""
    settings.ACCOUNTS, settings.EMAIL_HOST = accounts, "mail.example"
    devices = everybody(device.battle.campaign)
    ways = addresses(device)
    before = everything()
    for name in OF_ACCOUNTS:
        for standing, client in devices.items():
            for method in METHODS:
                told = f"{method} {name} by {standing}"
                command = ADDRESSES[name].get("GET" if method == "HEAD" else method)
                answer = client.generic(method, ways[name])
                assert answer.status_code in answers_of_accounts(accounts, name, command), told
                if command is Command.ACCOUNT and accounts != "off":
                    assert answer.url.startswith(reverse("account_login")), told
    assert everything() == before


def answers_of_accounts(accounts, name, command):
    """What somebody who is not signed in is answered, who sends nothing."""
    if accounts == "off":
        return {404}
    if command is None:
        return {405}
    if command is Command.ACCOUNT:
        return {302}
    return {403} if name == "account_signup" and accounts != "open" else {200, 422}


@pytest.mark.parametrize("everybody_in", [everybody, behind_a_closed_door])
def test_what_may_be_sent_is_not_refused_for_who_sends_it(device, settings, everybody_in):
    settings.ACCOUNTS, settings.EMAIL_HOST = "open", "mail.example"
    devices = everybody_in(device.battle.campaign)
    ways = addresses(device)
    for name, known in ADDRESSES.items():
        if "POST" not in known or name == "join" or name in OF_SQUADS:
            continue
        for standing, client in devices.items():
            if is_allowed(known["POST"], standing):
                assert client.post(ways[name]).status_code != 403, f"{name} by {standing}"


@pytest.mark.parametrize("accounts", ["off", "open"])
def test_the_admin_lets_in_staff_only_whatever_they_are_at_the_table(device, settings, accounts):
    """Each of its addresses is known to the table, and asks for a password itself; players who signed in are none.

    Everybody goes to each of them, by two of the methods, and by all of them over four addresses.
    """
    settings.ACCOUNTS = accounts
    devices = everybody(device.battle.campaign)
    if accounts == "open":
        for number, client in enumerate(devices.values()):
            sign_up(f"somebody{number}", client)
    open_to_all = {"admin:login", "admin:jsi18n", "admin:logout"}
    found = [one for one in every_address(get_resolver()) if one[0].startswith("admin:")]
    assert len(found) > 50
    for number, (name, route, answered_by) in enumerate(found):
        if answered_by not in NAMELESS_IN_THE_ADMIN:
            assert command_of(name, "GET") is Command.STAFF, name
        if name in open_to_all:
            continue
        in_turn = islice(cycle(devices.items()), number, None)
        for method, (standing, client) in zip(METHODS, in_turn, strict=False):
            answer = client.generic(method, led_to(route))
            assert answer.status_code == 302, f"{method} {route} by {standing}"
            assert answer.url.startswith(reverse("admin:login")), route


def test_staff_without_rights_open_no_page_of_the_admin_but_its_first(device, django_user_model):
    """A role in the admin is what somebody there was given, not that they may sign in."""
    staff = Client()
    staff.force_login(django_user_model.objects.create_user("clerk", is_staff=True))
    before = everything()
    for name, route, answered_by in every_address(get_resolver()):
        kind = name.rpartition(":")[2]
        if not name.startswith("admin:") or kind in OF_STAFF - {"app_list"} or answered_by in NAMELESS_IN_THE_ADMIN:
            continue
        for method in ("GET", "POST"):
            answer = staff.generic(method, led_to(route))
            # Where there is no such row, Django leads back to the first page.
            leads_back = answer.status_code == 302 and answer.url == reverse("admin:index")
            assert leads_back or answer.status_code in (403, 404, 405), f"{method} {route}"
    assert everything() == before


def led_to(route):
    """The route of an address of the admin with arguments that lead somewhere."""
    for part, leads in (
        (r"\(\?P<app_label>.*?\)", "companion"),
        (r"\(\?P<url>.*?\)", "nothing"),
        (r"<[^>]+>", "1"),
        (r"[\^$]", ""),
    ):
        route = re.sub(part, leads, route)
    return f"/{route}"


@pytest.mark.parametrize(
    ("address", "method"),
    [("nowhere", "GET"), ("battle", "POST"), ("admin:companion_battle_secrets", "GET"), ("other:index", "GET")],
)
def test_an_address_that_the_table_does_not_know_is_nobodys(address, method):
    with pytest.raises(KeyError):
        command_of(address, method)


def test_who_stands_higher_may_all_that_the_others_may():
    """What every guest may, a member's device may too, unless it looks on: then nobody has to ask who it is."""
    for allowed in MAY.values():
        if Standing.STRANGER in allowed:
            assert allowed == frozenset(Standing)
        if Standing.GUEST in allowed:
            assert {Standing.PLAYER, Standing.ORGANISER} <= allowed
        if Standing.PLAYER in allowed:
            assert Standing.ORGANISER in allowed
    assert set(MAY) == set(Command)


@pytest.mark.django_db
def test_where_nobody_is_a_member_whoever_has_opened_the_campaign_organises_it():
    campaign = Campaign.objects.create(name="Thursdays")
    assert Rights(campaign, None, has_opened=True).standing is Standing.ORGANISER
    assert Rights(campaign, None, has_opened=False).standing is Standing.GUEST
    Member.objects.create(campaign=campaign, name="Anna", role="organiser")
    assert Rights(campaign, None, has_opened=True).standing is Standing.GUEST


def test_who_looks_on_is_shown_nothing_to_send(device):
    sam = invited(device.battle.campaign, "Sam", "spectator")
    for way in (device.battle.get_absolute_url(), device.battle.campaign.get_absolute_url()):
        page = text_of(sam.get(way))
        assert LOOKS_ON.search(page)
        assert "You look on" in page
    assert not LOOKS_ON.search(text_of(Client().get(device.battle.get_absolute_url())))


def test_every_tap_of_a_battle_is_refused_to_who_looks_on_and_no_other_of_the_table(device):
    """Without the cookies nobody knows them: their device is one more at the table, as the link of the battle allows.

    Where each side is tapped only by its player, it taps nothing.
    """
    battle = device.battle
    sam, guest = everybody(battle.campaign)[Standing.SPECTATOR], Client()
    ways = {name: way for name, way in addresses(device).items() if way.startswith(f"/b/{battle.key}/")}
    taps = {name: way for name, way in ways.items() if "POST" in ADDRESSES[name]}
    assert len(taps) > 25
    before = everything()
    for name, way in taps.items():
        refused = sam.post(way)
        assert refused.status_code == 403, name
        assert WHY_NOT[ADDRESSES[name]["POST"]] in text_of(refused), name
    assert everything() == before
    sam.cookies.clear()
    for client in (sam, guest):
        assert client.post(taps["undo"]).status_code != 403
    Side.objects.filter(pk=battle.sides.first().pk).update(player=Member.objects.get(name="Ben"))
    Battle.objects.filter(pk=battle.pk).update(seated=True)
    before = everything()
    for client in (sam, guest):
        assert {client.post(way).status_code for way in taps.values()} == {403}
    assert everything() == before


def test_a_tap_that_swaps_the_page_is_answered_in_its_place(device):
    sam = invited(device.battle.campaign, "Sam", "spectator")
    way = reverse("declare", args=[device.battle.key])
    answer = sam.post(way, headers={"HX-Request": "true", "HX-Target": "battle"})
    assert answer.status_code == 403
    assert answer["Takes-Place"] == "battle"
    assert '<main class="page" id="battle"' in text_of(answer)
    for strange in ("", '"><script>', "trouble"):
        answer = sam.post(way, headers={"HX-Request": "true", "HX-Target": strange})
        assert "Takes-Place" not in answer
        assert '<main class="page" id="page"' in text_of(answer)


def test_no_template_asks_for_a_role_itself():
    """What a role may stands in the one table, and a template is told of it."""
    asking = re.compile(rf"{{%[^%]*[\"'](?:{'|'.join(Member.Role.values)})[\"'][^%]*%}}")
    assert asking.search('{% if one.role == "player" %}')
    who = re.compile(r"{%[^%]*\b(?:sight|rights)\.member (?:not )?in\b")
    templates = Path(settings.BASE_DIR, "templates").rglob("*.*")
    assert not [path.name for path in templates if asking.search(path.read_text()) or who.search(path.read_text())]
