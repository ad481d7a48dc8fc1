"""No page repeats an id, and every label belongs to a field of its own form."""

import re
from collections import Counter
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from companion.models import Battle, Campaign, Side
from companion.models.campaign import new_key
from companion.services.building import start_battle
from companion.setups.usual import setup_of
from companion.sheets import stored
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.examples import EXAMPLES, Played, by_slug
from tests.companion.group import invited, organise
from tests.companion.page_ids import problems_of_ids
from tests.companion.playing import Device, form_to, forms_of
from tests.companion.rosters import built as built_roster
from tests.companion.season import battle_of, end

pytestmark = pytest.mark.any_database

HREF = re.compile(r'href="(\?[^"]*)"')
MOST_OF_A_KIND = 4
"""How many links that differ only in their pieces are followed."""

games = pytest.mark.parametrize("game", GAMES)


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ('<form><i id="a"></i></form><form><i id="a"></i></form>', "a is there 2 times"),
        ('<form><i id="a"></i></form><form><label for="a"></label></form>', "a label is for a, in another form"),
        ('<form><label for="b"></label></form>', "a label is for b, in another form"),
        ('<form><i id="a b"></i></form>', "an id is not one word: 'a b'"),
        ('<p aria-describedby="c"></p>', "c is pointed at and is nowhere"),
    ],
)
def test_the_walk_finds_what_is_wrong(page, problem):
    assert problems_of_ids(HttpResponse(page)) == [problem]


def empty(game):
    campaign = Campaign.objects.create(name="A campaign")
    sides = ["Red", "Blue"]
    return Device(
        start_battle(campaign=campaign, game=game, name="Ford", sides=sides, once=new_key(), who="x"), name="A"
    )


def built(game):
    """The demo battle as it would stand before its start."""
    battle = demo_of(game)
    Battle.objects.filter(pk=battle.pk).update(started=False)
    return Device(Battle.objects.get(pk=battle.pk), name="Anna")


@pytest.mark.django_db
@games
@pytest.mark.parametrize("made", [empty, built])
def test_a_set_up_page(game, made):
    device = made(game)
    assert problems_of_ids(device.get("setup")) == []
    assert problems_of_ids(device.get()) == []
    for key in first_and_last_of_each_kind(stored(device.battle).rows):
        assert problems_of_ids(device.get("setup", edit=key)) == []


def first_and_last_of_each_kind(rows):
    """The keys of some rows: those of a kind have the same form."""
    kinds = {}
    for key, row in rows.items():
        kinds.setdefault(type(row), []).append(key)
    return {key for keys in kinds.values() for key in (keys[0], keys[-1])}


@pytest.mark.django_db
@games
@pytest.mark.parametrize("made", [empty, built])
def test_a_set_up_page_with_a_form_that_was_refused(game, made):
    device = made(game)
    for part in setup_of(game).parts:
        form = form_to(device.get("setup"), f"/setup/{part.slug}/")
        wrong = {name: "" for name in form["fields"] if name not in ("seen", "csrfmiddlewaretoken")}
        answer = device.client.post(form["action"], {**form["fields"], **wrong})
        assert answer.status_code == 422
        assert problems_of_ids(answer) == []


@pytest.mark.django_db
def test_the_pages_of_a_squad_that_is_read():
    device = empty("x_wing")
    address = reverse("squad", args=[device.battle.key, Side.objects.filter(battle=device.battle).first().pk])
    assert problems_of_ids(device.client.get(address)) == []
    text = (
        '{"name": "Red", "faction": "rebelalliance", "pilots": ['
        '{"id": "wedgeantilles", "ship": "t65xwing", "points": 52}, {"id": "nobody", "ship": "t65xwing"},'
        ' {"id": "nobodyelse", "ship": "t65xwing"}]}'
    )
    for more in ({}, {"accept": "add"}):
        answer = device.client.post(address, {"text": text, "seen": device.seen, **more})
        assert "nobodyelse" in answer.content.decode()
        assert problems_of_ids(answer) == []
    assert problems_of_ids(device.client.post(address, {"text": "x"})) == []


@pytest.mark.django_db
@games
def test_the_other_pages(game):
    device = built(game)
    campaign = device.battle.campaign.get_absolute_url()
    pages = ["/", campaign, reverse("who"), reverse("help", args=[game]), reverse("log", args=[device.battle.key])]
    for page in pages:
        assert problems_of_ids(device.client.get(page)) == []
    assert problems_of_ids(device.client.post(campaign, {})) == []


@pytest.mark.django_db
def test_the_pages_of_a_group():
    campaign = Campaign.objects.create(name="A season")
    olga, ben = organise(campaign, name="Olga"), invited(campaign, "Ben")
    battle = battle_of(campaign, "Olga", "Ben")
    roster = built_roster(campaign, "x_wing", "Ben's")
    device = end(battle, 1, 3, client=olga)
    pages = [reverse(name, args=[campaign.key]) for name in ("people", "rosters", "standings", "shelf")]
    pages += [reverse(name, args=[battle.key]) for name in ("battle", "homecoming", "keep", "share", "log", "replay")]
    pages += [reverse("event", args=[battle.key, device.seen]), roster.get_absolute_url()]
    pages += [reverse("setup", args=[roster.holder.key]), reverse("code"), campaign.get_absolute_url()]
    pages += [reverse("member", args=[campaign.key, member.pk]) for member in campaign.members.all()]
    for page in pages:
        for client in (olga, ben, Client()):
            answer = client.get(page)
            assert answer.status_code == 200, page
            assert problems_of_ids(answer) == [], page


@pytest.mark.django_db
@games
def test_every_selection_that_a_battle_page_offers(game):
    """Every page that links lead to: pieces, their actions, their targets, the reasons why not, the battle's own."""
    device = Device(demo_of(game), name="Anna")
    left, seen, kinds = ["?"], set(), Counter()
    while left:
        query = left.pop()
        page = device.client.get(device.battle.get_absolute_url() + query)
        assert problems_of_ids(page) == [], query
        for link in map(unescape, HREF.findall(page.content.decode())):
            kind = re.sub(r"\d+", "", link)
            if link not in seen and kinds[kind] < MOST_OF_A_KIND:
                seen.add(link)
                kinds[kind] += 1
                left.append(link)
    assert len(kinds) >= 5


def first_of_each():
    """Of each procedure an example that is refused and one that is not, and all that come to an ask of their own."""
    found, seen = [], set()
    for game, example in sorted(EXAMPLES, key=lambda one: -len(one[1].replies)):
        of = game.slug, example.procedure
        asks = {(*of, reply.label) for reply in example.replies} | {(*of, example.waits_for)}
        kinds = {(*of, "refused")} if example.refused else {(*of, "allowed"), *asks}
        if kinds - seen:
            seen |= kinds
            found.append((game, example))
    return found


@pytest.mark.django_db
@by_slug(first_of_each())
def test_every_step_of_what_is_under_way(game, example):
    played = Played(game, example)
    answers = [played.declare()]
    for page in played.reply_all() if answers[0].status_code == 302 else ():
        assert problems_of_ids(page) == []
    page = played.device.get()
    if any(form["action"].endswith("/dice/") for form in forms_of(page)):
        answers.append(played.device.dice("x"))
    for answer in (page, *(a for a in answers if a.status_code != 302)):
        assert problems_of_ids(answer) == []
