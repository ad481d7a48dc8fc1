"""A word and two digits to say aloud: the door that they open, for how long, and how guessing is slowed."""

import re
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion import tries
from companion.devices import KNOWN_BY, hashed
from companion.models import Campaign, Invitation
from companion.services import codes
from companion.services.codes import MINUTES, behind
from companion.spoken import WORDS, codes_of, link_of, read_code
from companion.tries import OF_CODES, OF_LINKS, TooMany, count_try
from tests.companion.demo import demo_of
from tests.companion.group import invited, member, organise
from tests.companion.playing import everything, form_to, forms_of, text_of

CODE = reverse("code")
SAID = re.compile(r'class="code-to-say">([^<]+)<')


@pytest.fixture
def campaign(demo):
    return demo.campaign


@pytest.fixture
def anna(campaign):
    """The organiser's device."""
    return organise(campaign)


def door_form(client, campaign):
    return form_to(client.get(reverse("people", args=[campaign.key])), "/code/")


def open_door(client, campaign, battle="", **wanted):
    """The code that an organiser's page says once it has opened the door, that of the campaign if no other."""
    form = door_form(client, campaign)
    answer = client.post(form["action"], {**form["fields"], "battle": battle, **wanted})
    assert answer.status_code == 200, text_of(answer)
    return SAID.search(text_of(answer))[1]


def opened():
    """A device that has opened the page, which it is known by from then on."""
    client = Client()
    client.get(CODE)
    return client


def type_in(code, client=None, **more):
    return (client or opened()).post(CODE, {"code": code}, **more)


def wrong_codes(right, many):
    return [f"{word} {digits:02}" for word in WORDS for digits in (3, 7) if f"{word} {digits:02}" != right][:many]


def test_of_a_table_that_comes_first_is_told_only_where_there_is_one(anna, campaign):
    told = "The door to a table leads there first"
    page = reverse("people", args=[campaign.key])
    assert told in text_of(anna.get(page))
    campaign.battles.update(over=True)
    assert told not in text_of(anna.get(page))


def test_where_there_is_one_door_nobody_is_asked_which(anna, campaign, demo):
    campaign.battles.all().delete()
    assert "The door to" not in text_of(anna.get(reverse("people", args=[campaign.key])))


def test_tables_of_one_name_are_told_apart_by_their_games(anna, campaign, demo):
    campaign.battles.filter(pk__in=[demo.pk, demo_of("x_wing").pk]).update(name="The harbour")
    page = text_of(anna.get(reverse("people", args=[campaign.key])))
    assert ">The harbour, Mobile Frame Zero<" in page
    assert ">The harbour, X-Wing<" in page


def test_the_door_is_to_the_table_that_is_played_at_and_last_of_all_to_the_whole_campaign(anna, campaign, demo):
    campaign.battles.exclude(pk=demo.pk).update(started=False)
    page = text_of(anna.get(reverse("people", args=[campaign.key])))
    plate = r'<input [^>]*type="radio" name="battle" [^>]*value="(\d*)"( checked)?><label [^>]*>([^<]*)<'
    options = re.findall(plate, page)
    assert [value for value, chosen, _ in options if chosen] == [str(demo.pk)]
    assert options[-1][0] == ""
    assert "whole campaign" in options[-1][2]
    assert '<select name="battle"' not in page
    campaign.battles.update(over=True)
    assert door_form(anna, campaign)["fields"]["battle"] == ""


def test_a_code_leads_to_the_same_question_as_a_link_and_then_to_its_table(anna, campaign, demo):
    code = open_door(anna, campaign, battle=demo.pk)
    assert re.fullmatch(r"[a-z]{3,12} \d\d", code)
    ben = Client()
    assert form_to(ben.get(CODE), CODE)
    answer = type_in(code, ben)
    before = everything()
    page = ben.get(answer.url)
    shown = re.sub("<.*?>", "", text_of(page))
    assert f"You are invited to {demo}." in shown
    assert "as players" in shown
    assert "Who are you?" in shown
    assert everything() == before, "nobody is let in before that is tapped"
    joined = ben.post(answer.url, {"name": "Ben"})
    assert joined.url == demo.get_absolute_url()
    assert member("Ben").role == "player"
    assert answer.url not in text_of(ben.get(joined.url))


def test_without_a_table_it_leads_to_the_campaign(anna, campaign):
    address = type_in(open_door(anna, campaign, role="spectator")).url
    answer = Client().post(address, {"name": "Sam"})
    assert answer.url == campaign.get_absolute_url()
    assert member("Sam").role == "spectator"


def test_to_a_table_that_was_deleted_since_it_leads_to_the_campaign(anna, campaign, demo):
    address = type_in(open_door(anna, campaign, battle=demo.pk)).url
    demo.deleted = timezone.now()
    demo.save()
    assert Client().post(address, {"name": "Ben"}).url == campaign.get_absolute_url()


def test_only_a_hash_of_it_is_stored(anna, campaign):
    code = open_door(anna, campaign)
    row = Invitation.objects.get()
    stored = str(everything()).casefold()
    word, digits = code.split()
    link = link_of(row.salt, code)
    assert row.proof == hashed(link)
    for told in (code, word + digits, link):
        assert told.casefold() not in stored
        assert told not in text_of(anna.get(reverse("people", args=[campaign.key])))


def test_another_servers_key_makes_another_link_of_the_same_code(settings):
    link = link_of("salt", "heron 42")
    settings.SECRET_KEY = "another" * 10
    assert link_of("salt", "heron 42") != link != link_of("pepper", "heron 42")


def test_every_open_door_is_compared_in_constant_time(anna, campaign, demo, monkeypatch):
    code = open_door(anna, campaign)
    open_door(anna, campaign, battle=demo.pk)
    compared = []
    monkeypatch.setattr(
        "companion.models.member.constant_time_compare", lambda one, other: compared.append(one) or one == other
    )
    assert behind(code) == Invitation.objects.get(battle=None)
    assert len(compared) == 2


@pytest.mark.parametrize("typed", ["HERON 42", "heron42", " heron  4 2 ", "Heron-42", "heron, 42."])
def test_it_may_be_typed_as_it_was_heard(typed):
    assert read_code(typed) == "heron 42"


@pytest.mark.parametrize(
    "typed", ["", "heron", "42", "heron 4", "heron 421", "42 heron", "her\u043en 42", "heron \u0664\u0662"]
)
def test_what_is_no_code_is_none(typed):
    assert read_code(typed) == ""


def test_all_words_can_be_typed_and_there_are_enough_of_them():
    assert len(set(WORDS)) == len(WORDS) > 350
    assert all(read_code(f"{word} 00") == f"{word} 00" for word in WORDS)
    drawn = [next(codes_of(f"secret {number}")) for number in range(2000)]
    assert len(set(drawn)) > 1900


def ended(how):
    if how == "closed":
        return {"withdrawn": True}
    return {"used": codes.USES} if how == "used" else {"expires": timezone.now()}


@pytest.mark.parametrize("how", ["closed", "used", "expired"])
def test_a_door_that_is_closed_is_opened_by_nothing(anna, campaign, how):
    code = open_door(anna, campaign)
    row = Invitation.objects.get()
    assert timedelta(minutes=MINUTES - 1) < row.expires - timezone.now() <= timedelta(minutes=MINUTES)
    address = type_in(code).url
    Invitation.objects.update(**ended(how))
    before = everything()
    answer = type_in(code)
    assert answer.status_code == 422
    assert "There is no open door with that code" in text_of(answer)
    assert Client().post(address, {"name": "Eve"}).status_code == 403
    assert everything() == before


def test_the_organiser_closes_it_with_the_button_beside_it(anna, campaign):
    code = open_door(anna, campaign)
    form = form_to(anna.get(reverse("people", args=[campaign.key])), "/withdraw/")
    anna.post(form["action"], form["fields"])
    assert behind(code) is None


def test_no_code_is_said_again_while_somebody_may_still_try_it(anna, campaign, monkeypatch):
    drawn = ["heron 42", "otter 17"]
    monkeypatch.setattr(codes, "codes_of", lambda secret: iter(drawn))
    assert open_door(anna, campaign) == "heron 42"
    assert open_door(anna, campaign) == "otter 17", "that of the closed door would open the new one"
    assert behind("heron 42") is None
    Invitation.objects.update(expires=timezone.now())
    assert open_door(anna, campaign) == "heron 42"


def test_two_taps_open_one_door_and_another_code_ends_the_one_before(anna, campaign, demo):
    form = door_form(anna, campaign)
    said = {SAID.search(text_of(anna.post(form["action"], form["fields"])))[1] for _ in range(2)}
    assert Invitation.objects.count() == len(said) == 1
    table = open_door(anna, campaign, battle=demo.pk)
    another = open_door(anna, campaign)
    assert [behind(code) is not None for code in (*said, table, another)] == [False, True, True]
    assert anna.post(form["action"], form["fields"]).status_code == 422, "what was closed does not open by itself"


def test_no_two_doors_have_the_same_code(anna, campaign, demo, monkeypatch):
    monkeypatch.setattr(codes, "codes_of", lambda secret: iter(["heron 42", "otter 17"]))
    assert open_door(anna, campaign) == "heron 42"
    assert open_door(anna, campaign, battle=demo.pk) == "otter 17"


@pytest.mark.parametrize(
    "wrong", [{"role": "organiser"}, {"role": ""}, {"battle": "0"}, {"battle": "x"}, {"secret": "x"}]
)
def test_what_no_form_has_opens_no_door(anna, campaign, wrong):
    form = door_form(anna, campaign)
    assert anna.post(form["action"], {**form["fields"], **wrong}).status_code == 422
    assert not Invitation.objects.exists()


def test_the_table_of_another_campaign_is_not_offered(anna, campaign, demo):
    other = Campaign.objects.create(name="Another")
    type(demo).objects.filter(pk=demo.pk).update(campaign=other)
    form = door_form(anna, campaign)
    assert anna.post(form["action"], {**form["fields"], "battle": demo.pk}).status_code == 422


def test_only_organisers_open_doors(anna, campaign):
    ben = invited(campaign, "Ben")
    form = door_form(anna, campaign)
    answer = ben.post(form["action"], form["fields"])
    assert answer.status_code == 403
    assert not [
        form for form in forms_of(ben.get(reverse("people", args=[campaign.key]))) if form["action"] == "/code/"
    ]


@pytest.mark.django_db
def test_the_first_page_leads_to_it(client):
    assert f'href="{CODE}"' in text_of(client.get("/"))


def test_a_device_that_guesses_is_slowed_and_the_others_behind_its_router_are_not(anna, campaign):
    code = open_door(anna, campaign)
    eve, ben = Client(), Client()
    eve.get(CODE)
    ben.get(CODE)
    before = everything()
    for typed in wrong_codes(code, OF_CODES.of_device):
        assert type_in(typed, eve).status_code == 422
    for typed in (*wrong_codes(code, 3), code):
        answer = type_in(typed, eve)
        assert answer.status_code == 429, "not even the right one is taken"
        assert answer["Retry-After"] == "600"
        assert "Wait 10 minutes" in text_of(answer)
        assert "no-store" in answer["Cache-Control"]
    assert everything() == before
    assert type_in(code, ben).status_code == 302


def test_a_device_that_goes_on_guessing_locks_nobody_else_out(anna, campaign):
    code = open_door(anna, campaign)
    eve = Client()
    eve.get(CODE)
    for typed in wrong_codes(code, OF_CODES.of_address + 5):
        type_in(typed, eve)
    assert type_in(code).status_code == 302


def test_a_club_behind_one_router_mistypes_and_gets_in(anna, campaign):
    code = open_door(anna, campaign)
    for typed in wrong_codes(code, OF_CODES.of_address // 4):
        device = Client()
        device.get(CODE)
        assert type_in(typed, device).status_code == 422
        assert type_in(typed, device).status_code == 422
        assert type_in(code, device).status_code == 302


def test_what_keeps_no_cookies_guesses_nothing_and_locks_nobody_out(anna, campaign, monkeypatch):
    code = open_door(anna, campaign)
    compared = []
    monkeypatch.setattr("companion.views.codes.behind", lambda typed: compared.append(typed) or behind(typed))
    before = everything()
    for typed in (*wrong_codes(code, OF_CODES.of_address + 3), code):
        answer = type_in(typed, Client())
        assert answer.status_code == 422
        assert "keeps no cookies" in text_of(answer)
    assert not compared
    assert everything() == before
    assert answer.client.post(CODE, {"code": code}).status_code == 302, "a browser that lost them has new ones by now"
    assert type_in(code).status_code == 302


def test_by_one_device_after_another_an_address_guesses_only_so_often(anna, campaign):
    code = open_door(anna, campaign)
    eve, elsewhere = {"REMOTE_ADDR": "198.51.100.7"}, {"REMOTE_ADDR": "198.51.100.8"}
    guessed = [type_in(typed, **eve).status_code for typed in wrong_codes(code, OF_CODES.of_address + 3)]
    assert guessed == [422] * OF_CODES.of_address + [429] * 3
    assert type_in(code, **eve).status_code == 429
    assert type_in(code, **elsewhere).status_code == 302


def made_up():
    """A device that says it has a cookie, which no page has given it."""
    client = Client()
    client.cookies[KNOWN_BY] = f"{secrets.token_urlsafe(9)}.{secrets.token_urlsafe(32)}"
    return client


def test_devices_that_somebody_makes_up_lock_out_none_that_is_here_for_ten_minutes(anna, campaign, monkeypatch):
    ben, now = opened(), time.time()
    later = now + tries.SECONDS + 5
    monkeypatch.setattr(time, "time", lambda: later)
    code, cleo = open_door(anna, campaign), opened()
    for typed in wrong_codes(code, OF_CODES.of_address):
        type_in(typed, made_up())
    assert type_in(code, made_up()).status_code == 429
    assert type_in(code, ben).status_code == 302
    assert type_in(code, cleo).status_code == 429
    monkeypatch.setattr(time, "time", lambda: later + tries.SECONDS + 5)
    for typed in wrong_codes(code, OF_CODES.of_address):
        type_in(typed, made_up())
    assert type_in(code, made_up()).status_code == 429
    assert type_in(code, cleo).status_code == 302, "who waits the ten minutes gets in, whatever was made up"


def test_devices_that_are_here_for_long_guess_only_so_often_as_well(campaign, anna, monkeypatch):
    devices, now = [opened() for _ in range(OF_CODES.of_address)], time.time()
    monkeypatch.setattr(time, "time", lambda: now + tries.SECONDS + 5)
    code = open_door(anna, campaign)
    for typed, device in zip(wrong_codes(code, OF_CODES.of_address), devices, strict=True):
        assert type_in(typed, device).status_code == 422
    assert type_in(code, devices[0]).status_code == 429


def test_after_ten_minutes_it_is_taken_again_however_often_was_tried_meanwhile(anna, campaign, monkeypatch):
    code = open_door(anna, campaign)
    eve = Client()
    eve.get(CODE)
    now = time.time()
    for typed in wrong_codes(code, OF_CODES.of_device + 20):
        type_in(typed, eve)
    monkeypatch.setattr(time, "time", lambda: now + tries.SECONDS - 5)
    assert type_in(code, eve).status_code == 429
    monkeypatch.setattr(time, "time", lambda: now + tries.SECONDS + 5)
    assert type_in(code, eve).status_code == 302


def test_what_is_no_code_at_all_is_no_try(anna, campaign):
    code = open_door(anna, campaign)
    ben = Client()
    ben.get(CODE)
    for _ in range(OF_CODES.of_device + 5):
        assert type_in("heron 4", ben).status_code == 422
    assert type_in(code, ben).status_code == 302


def test_right_codes_are_no_tries(anna, campaign):
    code = open_door(anna, campaign)
    ben = Client()
    ben.get(CODE)
    assert {type_in(code, ben).status_code for _ in range(3 * OF_CODES.of_device)} == {302}


def test_wrong_links_are_slowed_and_a_right_one_never_is(anna, campaign):
    """Nobody guesses a link: what is slowed is whoever tries, and never whom an organiser has invited."""
    right = type_in(open_door(anna, campaign)).url
    eve = Client()
    eve.get(CODE)
    wrong = right[:-5] + "xxxx/"
    assert [eve.get(wrong).status_code for _ in range(OF_LINKS.of_device + 2)] == [403] * OF_LINKS.of_device + [429] * 2
    assert eve.get(wrong)["Retry-After"] == "600"
    assert eve.get(right).status_code == 200
    strangers = [Client().post(wrong).status_code for _ in range(OF_LINKS.of_address)]
    assert strangers[0] == 403
    assert strangers[-1] == 429
    assert Client().post(right, {"name": "Ben"}).status_code == 302


def test_each_is_counted_for_itself(anna, campaign):
    """Who has guessed links may still mistype a code, and who has guessed codes signs in."""
    code = open_door(anna, campaign)
    eve = Client()
    eve.get(CODE)
    for _ in range(OF_LINKS.of_device + 1):
        eve.get(f"/j/1/{'x' * 43}/")
    assert type_in(code, eve).status_code == 302
    for typed in wrong_codes(code, OF_CODES.of_device + 1):
        type_in(typed, eve)
    signing_in = {"username": "owner", "password": "wrong"}
    assert eve.post(reverse("admin:login"), signing_in).status_code == 200


def test_tries_at_once_are_counted_each(rf):
    request = rf.post(CODE)

    def passes(_):
        try:
            count_try(request, OF_CODES)
        except TooMany:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(passes, range(3 * OF_CODES.of_address))) == OF_CODES.of_address


def test_staff_see_that_a_link_is_a_code_and_close_its_door(anna, campaign, admin_client):
    code = open_door(anna, campaign)
    changelist = reverse("admin:companion_invitation_changelist")
    page = text_of(admin_client.get(changelist))
    assert "anyone who was told the code: player" in page
    assert code not in page
    row = Invitation.objects.get()
    admin_client.post(changelist, {"action": "take_back", "_selected_action": [row.pk]})
    assert behind(code) is None
