"""Who belongs to a campaign: people without accounts, known by their devices, let in by links."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from companion.devices import KNOWN_BY, hashed
from companion.models import Campaign, Event, Invitation, Member, MemberDevice
from companion.services.inviting import MOST_OPEN
from companion.services.members import MOST_OF_ONE_ORIGIN, MOST_WAITING
from companion.tries import OF_ASKS
from tests.companion.group import come, invited, link_to, member, organise, own_link
from tests.companion.playing import Device, everything, form_to, forms_of, text_of
from tests.companion.test_admin import fields_of
from tests.companion.test_campaign_page import start_campaign
from tests.companion.test_undo import values

YEAR = 365 * 24 * 60 * 60


@pytest.fixture
def campaign(demo):
    return demo.campaign


@pytest.fixture
def anna(campaign):
    """The organiser's device."""
    return organise(campaign)


def people(client, campaign):
    return client.get(reverse("people", args=[campaign.key]))


def me(client, campaign):
    """Who the page says that this device is."""
    found = re.search(r"<strong>([^<]+)</strong> <small>[^<]*, this device", text_of(people(client, campaign)))
    return found[1] if found else ""


def post(client, what, campaign, /, *arguments, at="127.0.0.1", **data):
    return client.post(reverse(f"people-{what}", args=[campaign.key, *arguments]), data, REMOTE_ADDR=at)


@pytest.mark.django_db
def test_whoever_starts_a_campaign_organises_it_on_that_device(client):
    client.post(reverse("who"), {"who": "Cleo"})
    answer = start_campaign(client)
    campaign = Campaign.objects.get()
    assert [(row.name, row.role) for row in campaign.members.all()] == [("Cleo", "organiser")]
    assert me(client, campaign) == "Cleo"
    assert "Cleo <small>organiser" in text_of(client.get(answer.url))
    assert me(Client(), campaign) == ""


@pytest.mark.django_db
def test_a_second_tap_on_the_start_knows_the_device_by_either_answer():
    """The second request may leave before the first answer has brought the secret."""
    first, second = Client(), Client()
    for device in (first, second):
        start_campaign(device, once="one-form-one-campaign")
    campaign = Campaign.objects.get()
    assert campaign.members.count() == 1
    assert me(first, campaign) == me(second, campaign) != ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "uses", "told"),
    [
        ("player", "1", "1 person in as a player:"),
        ("player", "2", "2 people in as players:"),
        ("organiser", "1", "1 person in as an organiser:"),
    ],
)
def test_a_link_for_one_lets_in_one(anna, campaign, role, uses, told):
    page = Client().get(link_to(anna, campaign, role=role, uses=uses))
    assert told in re.sub(r"<[^>]+>", "", text_of(page))


@pytest.mark.django_db
def test_who_tries_a_game_organises_that_too(client):
    client.post(reverse("try", args=["mobile_frame_zero"]), {"once": "one-form-one-try"})
    assert me(client, Campaign.objects.get())


def test_a_campaign_of_before_gets_its_first_organiser_on_its_page_of_people(campaign):
    anna, ben = Client(), Client()
    page = people(anna, campaign)
    assert "Nobody has a name here yet" in text_of(page)
    form = form_to(page, "/found/")
    for _ in range(2):
        assert anna.post(form["action"], {"name": " Anna  B "}).status_code == 302
    assert me(anna, campaign) == "Anna B"
    before = everything()
    answer = post(ben, "found", campaign, name="Ben")
    assert answer.status_code == 403
    assert "Only an organiser" in text_of(answer)
    assert everything() == before


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "admin", "a\x00b", "\u202eanna"])
def test_what_is_no_name_makes_no_member(campaign, name):
    assert post(Client(), "found", campaign, name=name).status_code == 422
    assert not Member.objects.exists()


def test_the_device_keeps_a_secret_of_which_only_a_hash_is_stored(anna, settings):
    cookie = anna.cookies[KNOWN_BY]
    assert (cookie["max-age"], cookie["httponly"], cookie["samesite"], cookie["secure"]) == (YEAR, True, "Lax", "")
    ident, secret = cookie.value.split(".")
    row = MemberDevice.objects.get()
    assert (row.ident, row.proof) == (ident, hashed(secret))
    assert secret not in str(everything())
    settings.SESSION_COOKIE_SECURE = True
    client = Client()
    assert people(client, row.member.campaign).cookies[KNOWN_BY]["secure"]


@pytest.mark.parametrize("how", ["", "x", "{ident}.", "{ident}." + "a" * 43, ".{secret}", "a" * 12 + ".{secret}"])
def test_no_other_cookie_is_the_organisers(anna, campaign, how):
    ident, secret = anna.cookies[KNOWN_BY].value.split(".")
    forged = Client()
    forged.cookies[KNOWN_BY] = how.format(ident=ident, secret=secret)
    assert me(forged, campaign) == ""


def test_a_link_is_made_shown_once_and_lets_in_by_a_tap_only(anna, campaign):
    address = link_to(anna, campaign, uses=2, days=3)
    secret = address.split("/")[3]
    row = Invitation.objects.get()
    assert row.proof == hashed(secret)
    assert (row.uses, row.role) == (2, "player")
    assert timedelta(days=2) < row.expires - timezone.now() <= timedelta(days=3)
    assert secret not in str(everything())
    assert secret not in text_of(people(anna, campaign))
    ben = Client()
    before = everything()
    page = ben.get(address)
    assert "2 people in as players" in re.sub("<.*?>", "", text_of(page))
    assert "no-store" in page["Cache-Control"]
    assert everything() == before, "a preview changes nothing"
    form = form_to(page, address)
    answer = ben.post(address, {**form["fields"], "name": "Ben"})
    assert answer.url == campaign.get_absolute_url()
    assert secret not in answer.url
    assert me(ben, campaign) == "Ben"
    assert secret not in text_of(ben.get(answer.url))
    assert member("Ben").role == "player"


def test_the_picture_of_a_link_is_dark_on_white_with_a_border_and_no_style(anna, campaign):
    form = form_to(people(anna, campaign), "/invite/")
    page = text_of(anna.post(form["action"], {**form["fields"], "role": "player"}))
    (drawing,) = re.findall(r"<svg[^>]*viewBox.*?</svg>", page, re.DOTALL)
    assert 'fill="#fff"' in drawing
    assert 'stroke="#000"' in drawing
    assert "style" not in drawing
    side = int(re.search(r'viewBox="0 0 (\d+) ', drawing)[1])
    assert (side - 8 - 17) % 4 == 0, "a QR code with four modules of white on each side"


def test_two_taps_make_one_link_and_join_once(anna, campaign):
    form = form_to(people(anna, campaign), "/invite/")
    data = {**form["fields"], "role": "player", "uses": 1}
    shown = {re.search("/j/[^<]+", text_of(anna.post(form["action"], data)))[0] for _ in range(2)}
    (address,) = shown
    ben = Client()
    ben.get(address)
    for _ in range(2):
        assert ben.post(address, {"name": "Ben"}).status_code == 302
    assert campaign.members.count() == 2
    assert Invitation.objects.get().used == 1


def ended(how):
    if how == "used":
        return {"used": 1}
    return {"withdrawn": True} if how == "withdrawn" else {"expires": timezone.now()}


@pytest.mark.parametrize("how", ["used", "withdrawn", "expired"])
def test_a_link_that_has_ended_lets_nobody_in_and_says_so(anna, campaign, how):
    address = link_to(anna, campaign, uses=1)
    Invitation.objects.update(**ended(how))
    before = everything()
    for answer in (Client().get(address), Client().post(address, {"name": "Ben"})):
        assert answer.status_code == 403
        assert "no longer works" in text_of(answer)
        assert "no-store" in answer["Cache-Control"]
    assert everything() == before


@pytest.mark.parametrize("wrong", ["a" * 43, "x", "{}a"])
def test_a_wrong_secret_opens_nothing(anna, campaign, wrong):
    number, secret = link_to(anna, campaign).split("/")[2:4]
    before = everything()
    for address in (f"/j/{number}/{wrong.format(secret)}/", f"/j/0/{secret}/", f"/j/{'9' * 30}/{secret}/"):
        answer = Client().post(address, {"name": "Eve"})
        assert answer.status_code == 403
        assert "no longer works" in text_of(answer)
    assert everything() == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"role": "king"},
        {"role": ""},
        {"uses": 0},
        {"uses": 51},
        {"uses": "x"},
        {"days": 0},
        {"days": 61},
        {"secret": "short"},
        {"secret": ""},
        {"secret": "a\x00" + "b" * 41},
    ],
)
def test_a_link_that_nobody_could_mean_is_not_made(anna, campaign, wrong):
    form = form_to(people(anna, campaign), "/invite/")
    before = everything()
    answer = anna.post(form["action"], {**form["fields"], "role": "player", **wrong})
    assert answer.status_code == 422
    assert everything() == before


def test_links_that_are_used_up_are_not_open_and_leave_room_for_others(anna, campaign):
    for number in range(MOST_OPEN):
        invited(campaign, f"Guest {number}")
    link_to(anna, campaign)
    Invitation.objects.update(uses=2)
    page = people(anna, campaign)
    form = form_to(page, "/invite/")
    answer = anna.post(form["action"], {**form["fields"], "role": "player"})
    assert answer.status_code == 422
    assert "links are open already" in text_of(answer)


def test_a_name_that_is_there_is_not_taken_twice(anna, campaign):
    address = link_to(anna, campaign, uses=3)
    before = everything()
    answer = Client().post(address, {"name": "ANNA"})
    assert answer.status_code == 422
    assert "Somebody here is called Anna already" in text_of(answer)
    assert everything() == before


def test_a_name_on_the_list_is_picked_by_whom_it_is_for(anna, campaign):
    post(anna, "add", campaign, name="Ben", role="player")
    ben = Client()
    page = ben.get(link_to(anna, campaign))
    assert "“This is me too” stands beside" in text_of(page), "Anna is known"
    (form,) = [form for form in forms_of(page) if "member" in form["fields"]]
    assert ben.post(form["action"] or page.request["PATH_INFO"], form["fields"]).status_code == 302
    assert me(ben, campaign) == "Ben"
    assert campaign.members.count() == 2


def test_a_new_browser_is_offered_the_names_before_a_new_one(anna, campaign):
    shown = text_of(Client().get(link_to(anna, campaign)))
    assert shown.index("This is me too") < shown.index("Not in the list?")
    assert "pick your name" in shown


def test_nobody_takes_a_name_that_is_known_or_one_above_the_link(anna, campaign):
    post(anna, "add", campaign, name="Olga", role="organiser")
    address = link_to(anna, campaign, uses=5)
    before = everything()
    for told in ("Anna is known here already", "Olga may do more here than this link allows"):
        answer = Client().post(address, {"member": member(told.partition(" ")[0]).pk})
        assert answer.status_code == 422
        assert told in text_of(answer)
    assert Client().post(address, {"member": 10**6}).status_code == 422
    assert everything() == before


def test_a_name_whose_devices_were_all_forgotten_is_not_free_again(anna, campaign):
    invited(campaign, "Ben")
    post(anna, "forget", campaign, member("Ben").devices.get().pk)
    answer = Client().post(link_to(anna, campaign), {"member": member("Ben").pk})
    assert answer.status_code == 422
    assert "is known here already" in text_of(answer)


@pytest.mark.parametrize("by", ["organiser", "own device"])
def test_this_is_me_too_waits_until_somebody_lets_the_device_in(anna, campaign, by):
    ben, phone = invited(campaign, "Ben"), Client()
    form = form_to(people(phone, campaign), f"/{member('Ben').pk}/ask/")
    for _ in range(2):
        assert phone.post(form["action"], form["fields"]).status_code == 302
    row = MemberDevice.objects.exclude(asks="").get()
    assert row.asks in text_of(people(phone, campaign))
    assert me(phone, campaign) == "", "it is nobody's yet"
    decides = anna if by == "organiser" else ben
    page = people(decides, campaign)
    assert row.asks in text_of(page)
    form = form_to(page, "/let-in/")
    for _ in range(2):
        assert decides.post(form["action"], form["fields"]).status_code == 302
    assert me(phone, campaign) == "Ben"
    assert me(ben, campaign) == "Ben"
    assert campaign.members.count() == 2, "the same person twice is one member"


def test_whoever_tapped_the_wrong_name_asks_to_be_somebody_else_instead(anna, campaign):
    invited(campaign, "Ben")
    phone = Client()
    post(phone, "ask", campaign, member("Ben").pk)
    page = people(phone, campaign)
    assert "Not Ben? Tap “This is me” next to your own name" in text_of(page)
    asks = [form["action"] for form in forms_of(page) if form["action"].endswith("/ask/")]
    assert asks == [reverse("people-ask", args=[campaign.key, member("Anna").pk])]
    phone.post(asks[0])
    waiting = MemberDevice.objects.filter(ended=None).exclude(asks="")
    assert [device.member.name for device in waiting] == ["Anna"]
    assert "You are waiting to be let in as Anna" in text_of(people(phone, campaign))


def test_nobody_else_lets_a_device_in_or_forgets_one(anna, campaign):
    ben, eve, phone = invited(campaign, "Ben"), invited(campaign, "Eve"), Client()
    post(phone, "ask", campaign, member("Ben").pk)
    row = MemberDevice.objects.exclude(asks="").get()
    before = everything()
    for name in ("let-in", "forget"):
        assert post(eve, name, campaign, row.pk).status_code == 422
        assert post(phone, name, campaign, row.pk).status_code == 403
    assert row.asks not in text_of(people(eve, campaign))
    assert everything() == before
    post(ben, "forget", campaign, row.pk)
    assert post(ben, "let-in", campaign, row.pk).status_code == 422, "who was turned away asks again"
    assert me(phone, campaign) == ""


def test_only_so_many_devices_wait_from_one_address_and_leave_room_for_others(anna, campaign):
    pk = member("Anna").pk
    for _ in range(MOST_OF_ONE_ORIGIN):
        assert post(Client(), "ask", campaign, pk).status_code == 302
    before = everything()
    assert post(Client(), "ask", campaign, pk).status_code == 422
    assert everything() == before
    ben = Client()
    assert post(ben, "ask", campaign, pk, at="198.51.100.7").status_code == 302
    MemberDevice.objects.exclude(origin="").update(origin="of somebody else")
    waiting = MemberDevice.objects.exclude(asks="")
    template = waiting.first()
    more = MOST_WAITING - waiting.count()
    MemberDevice.objects.bulk_create(
        MemberDevice(member=template.member, ident=f"{place:012}", proof="", asks="100") for place in range(more)
    )
    assert post(Client(), "ask", campaign, pk, at="198.51.100.8").status_code == 422


def test_where_a_device_asks_from_is_kept_only_while_it_waits(anna, campaign):
    pk, at = member("Anna").pk, "198.51.100.7"
    for how in ("let-in", "forget"):
        assert post(Client(), "ask", campaign, pk, at=at).status_code == 302
        row = MemberDevice.objects.latest("pk")
        assert row.origin
        assert at not in row.origin
        post(anna, how, campaign, row.pk)
        row.refresh_from_db()
        assert row.origin == ""


def turn_away(campaign):
    """Have no device wait."""
    MemberDevice.objects.filter(member__campaign=campaign).exclude(asks="").update(ended=timezone.now())


def test_a_device_that_asks_again_and_again_waits_and_the_others_behind_its_router_do_not(anna, campaign):
    eve, pk = Client(), member("Anna").pk
    people(eve, campaign)
    for _ in range(OF_ASKS.of_device):
        assert post(eve, "ask", campaign, pk).status_code == 302
        turn_away(campaign)
    before = everything()
    for _ in range(OF_ASKS.of_address):
        answer = post(eve, "ask", campaign, pk)
        assert answer.status_code == 429
    assert answer["Retry-After"] == "600"
    assert "Wait 10 minutes" in text_of(answer)
    assert "no-store" in answer["Cache-Control"]
    assert campaign.get_absolute_url() in text_of(answer), "it leads on"
    assert everything() == before
    assert post(Client(), "ask", campaign, pk).status_code == 302


def test_a_club_behind_one_router_asks_and_an_address_asks_only_so_often_in_one_campaign(anna, campaign):
    pk, other = member("Anna").pk, Campaign.objects.create(name="Another")
    for _ in range(OF_ASKS.of_address):
        assert post(Client(), "ask", campaign, pk).status_code == 302
        turn_away(campaign)
    before = everything()
    assert post(Client(), "ask", campaign, pk).status_code == 429
    assert everything() == before
    assert post(Client(), "ask", campaign, pk, at="198.51.100.7").status_code == 302
    olga = Member.objects.create(campaign=other, name="Olga")
    assert post(Client(), "ask", other, olga.pk).status_code == 302


def test_each_device_is_forgotten_alone(anna, campaign):
    ben = invited(campaign, "Ben")
    tablet = come(own_link(anna, member("Ben")))
    assert me(ben, campaign) == me(tablet, campaign) == "Ben"
    first, _ = member("Ben").devices.all()
    post(ben, "forget", campaign, first.pk)
    assert me(ben, campaign) == ""
    assert me(tablet, campaign) == "Ben"


def test_the_list_of_ones_own_devices_tells_which_of_them_this_one_is(anna, campaign):
    ben = invited(campaign, "Ben")
    tablet = come(own_link(anna, member("Ben")))
    first, second = member("Ben").devices.all()
    for client, own, other in ((ben, first, second), (tablet, second, first)):
        page = text_of(people(client, campaign))
        assert "Forget this device" in forgetting(page, own)
        assert "Forget the device known since" in forgetting(page, other)
    assert "Forget this device" not in forgetting(text_of(people(anna, campaign)), first)


def test_who_organises_alone_is_told_what_it_means_to_forget_their_only_device(anna, campaign):
    told = "Nobody here can organise the campaign then."
    assert told in text_of(people(anna, campaign))
    come(own_link(anna, member("Anna")))
    assert told not in text_of(people(anna, campaign))


def forgetting(page, device):
    """The form that forgets a device."""
    return re.search(rf"<form[^>]*/devices/{device.pk}/forget/.*?</form>", page, re.DOTALL)[0]


def test_who_has_lost_every_cookie_comes_back_by_a_link_of_their_own(anna, campaign):
    invited(campaign, "Ben")
    older = own_link(anna, member("Ben"))
    address = own_link(anna, member("Ben"))
    assert Client().get(older).status_code == 403, "a new one ends the one before"
    again = Client()
    assert "known as Ben" in re.sub("<.*?>", "", text_of(again.get(address)))
    assert me(come(address, client=again), campaign) == "Ben"
    assert Client().get(address).status_code == 403, "it is good once"
    assert campaign.members.count() == 2
    row = Invitation.objects.filter(member=member("Ben"), withdrawn=False).get()
    assert row.expires - timezone.now() <= timedelta(days=1)


def test_a_link_of_ones_own_says_what_its_member_may_by_now(anna, campaign):
    invited(campaign, "Ben")
    address = own_link(anna, member("Ben"))
    assert "known as <strong>Ben</strong> (player)" in text_of(Client().get(address))
    assert post(anna, "role", campaign, member("Ben").pk, role="organiser").status_code == 302
    assert "known as <strong>Ben</strong> (organiser)" in text_of(Client().get(address))


def test_a_link_is_taken_back_alone(anna, campaign):
    one, other = link_to(anna, campaign), link_to(anna, campaign)
    post(anna, "withdraw", campaign, one.split("/")[2])
    assert Client().get(one).status_code == 403
    assert Client().get(other).status_code == 200


def test_roles_are_given_and_somebody_always_organises(anna, campaign):
    ben = invited(campaign, "Ben")
    assert post(anna, "role", campaign, member("Anna").pk, role="player").status_code == 422
    assert member("Anna").role == "organiser"
    for wrong in ("king", ""):
        assert post(anna, "role", campaign, member("Ben").pk, role=wrong).status_code == 422
    assert post(anna, "role", campaign, member("Ben").pk, role="organiser").status_code == 302
    assert post(ben, "role", campaign, member("Anna").pk, role="spectator").status_code == 302
    assert post(anna, "role", campaign, member("Ben").pk, role="player").status_code == 403


def test_a_mere_name_takes_no_organisers_place(anna, campaign):
    """Nobody could come in as it: only an organiser makes the link."""
    post(anna, "add", campaign, name="Olga", role="organiser")
    before = everything()
    leaves = {"role": "player"}, {}
    for what, data in zip(("role", "forgotten"), leaves, strict=True):
        answer = post(anna, what, campaign, member("Anna").pk, **data)
        assert answer.status_code == 422
        assert "make another member an organiser first, who is known on a device" in text_of(answer)
    assert everything() == before
    assert post(anna, "role", campaign, member("Olga").pk, role="player").status_code == 302, "the name alone may go"
    post(anna, "role", campaign, member("Olga").pk, role="organiser")
    come(own_link(anna, member("Olga")))
    assert post(anna, "role", campaign, member("Anna").pk, role="player").status_code == 302


def links_of_two_organisers(anna, campaign):
    """The open links of a campaign that Ben organises too: for any organiser, for Anna, for players, elsewhere."""
    invited(campaign, "Ben", "organiser")
    elsewhere = Campaign.objects.create(name="Elsewhere")
    other = link_to(organise(elsewhere, name="Carl"), elsewhere, role="organiser")
    for_anna = own_link(anna, member("Anna"))
    return link_to(anna, campaign, role="organiser"), for_anna, link_to(anna, campaign), other


def open_now(*addresses):
    return [Client().get(address).status_code == 200 for address in addresses]


@pytest.mark.parametrize("by", ["app", "forgetting", "admin"])
def test_the_links_that_let_an_organiser_in_end_once_somebody_organises_no_more(anna, campaign, admin_client, by):
    links = links_of_two_organisers(anna, campaign)
    ben = member("Ben")
    said = "all open links that let an organiser in are cancelled"
    assert said in text_of(people(anna, campaign)).casefold()
    assert said in text_of(anna.get(reverse("people-forgotten", args=[campaign.key, ben.pk]))).casefold()
    assert open_now(*links) == [True] * 4
    if by == "app":
        assert post(anna, "role", campaign, ben.pk, role="player").status_code == 302
    elif by == "forgetting":
        assert post(anna, "forgotten", campaign, ben.pk).status_code == 302
    else:
        page = reverse("admin:companion_campaign_change", args=[campaign.pk])
        given = fields_of(admin_client.get(page))
        place = next(name for name, value in given.items() if value == "Ben").removesuffix("name")
        assert admin_client.post(page, {**given, f"{place}role": "player"}).status_code == 302
    assert open_now(*links) == [False, False, True, True]


def test_links_stay_open_where_who_never_organised_gets_another_role(anna, campaign):
    links = links_of_two_organisers(anna, campaign)
    invited(campaign, "Cleo")
    for role in ("spectator", "player", "organiser"):
        assert post(anna, "role", campaign, member("Cleo").pk, role=role).status_code == 302
    assert open_now(*links) == [True] * 4


def test_nobody_of_another_campaign_is_touched(anna, campaign):
    elsewhere = Campaign.objects.create(name="Elsewhere")
    carl = organise(elsewhere, name="Carl")
    address = link_to(carl, elsewhere)
    before = everything()
    for name, row in {"role": member("Carl"), "link": member("Carl"), "ask": member("Carl")}.items():
        assert post(Client() if name == "ask" else anna, name, campaign, row.pk, role="player").status_code == 422
    for name in ("let-in", "forget"):
        assert post(anna, name, campaign, member("Carl").devices.get().pk).status_code == 422
    post(anna, "withdraw", campaign, address.split("/")[2])
    assert everything() == before
    assert me(anna, elsewhere) == ""


def test_one_device_belongs_to_two_campaigns_by_one_secret(anna, campaign):
    elsewhere = Campaign.objects.create(name="Elsewhere")
    before = anna.cookies[KNOWN_BY].value
    organise(elsewhere, anna, name="Anne")
    assert anna.cookies[KNOWN_BY].value == before
    assert (me(anna, campaign), me(anna, elsewhere)) == ("Anna", "Anne")


def test_the_log_names_the_member_whatever_the_device_is_called(anna, campaign, demo):
    anna.post(reverse("who"), {"who": "Somebody"})
    values(Device(demo, anna))
    assert Event.objects.last().who == "Anna"


def test_a_member_is_known_for_a_year_from_the_last_use(anna, campaign, demo, monkeypatch):
    kept = anna.cookies[KNOWN_BY].value
    monkeypatch.setattr("companion.devices.time.time", lambda: timezone.now().timestamp() + YEAR - 100_000)
    answer = anna.get(demo.get_absolute_url())
    assert answer.cookies[KNOWN_BY].value == kept
    assert answer.cookies[KNOWN_BY]["max-age"] == YEAR


def test_a_new_link_of_the_campaign_does_not_shut_members_out(anna, campaign, demo):
    Campaign.objects.update(key="another-key")
    assert "another-key" in text_of(anna.get(demo.get_absolute_url()))
    assert "another-key" not in text_of(Client().get(demo.get_absolute_url()))


def test_the_table_is_as_quick_as_before_and_a_known_device_takes_one_query_more(demo, campaign):
    asked = []
    guest, ben = Client(), Client()
    for client in (guest, invited(campaign, "Ben", client=ben)):
        with CaptureQueriesContext(connection) as found:
            assert client.get(demo.get_absolute_url()).status_code == 200
        asked.append(len(found))
    assert asked[1] == asked[0] + 1


def test_no_file_names_a_secret_or_a_device(anna, campaign, demo):
    link_to(anna, campaign)
    for name, key in (("campaign-file", campaign.key), ("battle-file", demo.key)):
        text = text_of(anna.get(reverse(name, args=[key])))
        for row in (*MemberDevice.objects.all(), *Invitation.objects.all()):
            assert row.proof not in text
        assert anna.cookies[KNOWN_BY].value.split(".")[0] not in text


def test_no_page_of_people_repeats_an_id(anna, campaign):
    invited(campaign, "Ben")
    link_to(anna, campaign)
    ids = re.findall(r'\bid="([^"]+)"', text_of(people(anna, campaign)))
    assert len(ids) == len(set(ids))


@pytest.mark.django_db(transaction=True)
def test_a_link_for_one_lets_one_in_however_many_tap_at_once():
    campaign = Campaign.objects.create(name="Thursdays")
    anna = organise(campaign)
    address = link_to(anna, campaign, uses=1)

    def tap(number):
        try:
            return Client().post(address, {"name": f"Guest {number}"}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(tap, range(6)))
    assert sorted(answers)[0] == 302
    assert answers.count(302) == 1
    assert campaign.members.count() == 2


def test_who_organises_alone_on_one_device_is_told_how_not_to_be_shut_out(campaign):
    page = reverse("people", args=[campaign.key])
    assert "second one, so that a lost device" in text_of(Client().get(page))
    olga = organise(campaign)
    alone = "You organise this alone."
    assert alone in text_of(olga.get(page))
    assert alone not in text_of(Client().get(page))
    assert "Whoever runs this server can make a link for you" in text_of(Client().get(page))
    invited(campaign, "Ben")
    assert alone in text_of(olga.get(page))
    olga.post(reverse("people-role", args=[campaign.key, member("Ben").pk]), {"role": "organiser"})
    assert alone not in text_of(olga.get(page))
