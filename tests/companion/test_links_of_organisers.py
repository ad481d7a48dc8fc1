"""An organiser ends the link of a campaign or of a battle, without anybody of the server's staff."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Battle, Campaign, Event, Roster
from companion.services.links import change_all_links
from companion.services.shelving import delete
from companion.views import links
from companion.views.loading import load_battle
from companion.watching import proof_of
from tests.companion.group import come, invited, link_to, organise
from tests.companion.playing import everything, form_to, forms_of, text_of


def people_of(campaign):
    return reverse("people", args=[campaign.key])


def share_of(battle):
    return reverse("share", args=[battle.key])


@pytest.fixture
def anna(demo):
    return organise(demo.campaign)


@pytest.fixture
def ben(demo):
    client = invited(demo.campaign, "Ben")
    client.get(demo.get_absolute_url())
    return client


def test_a_battle_is_found_by_its_new_link_only(demo, anna, ben):
    old = demo.get_absolute_url()
    answer = anna.post(**sent(form_to(anna.get(share_of(demo)), "/anew/")))
    now = Battle.objects.get(pk=demo.pk)
    assert (answer.status_code, answer.url) == (302, share_of(now))
    assert now.get_absolute_url() != old
    for client in (anna, ben, Client()):
        assert client.get(old).status_code == 404
        assert client.get(now.get_absolute_url()).status_code == 200
    assert now.get_absolute_url() in ben.get(demo.campaign.get_absolute_url()).content.decode()
    last = Event.objects.filter(battle=demo).last()
    assert (last.kind, last.who) == ("link", "Anna")


def test_with_a_battles_link_ends_that_of_its_screen_and_the_page_says_so_before(demo, anna):
    page = anna.get(share_of(demo))
    form = form_to(page, "/anew/")
    assert "and so do its screen and its replay for friends" in text_of(page)
    screen = reverse("screen", args=[demo.pk, proof_of(demo)])
    assert Client().get(screen).status_code == 200
    assert anna.post(**sent(form)).status_code == 302
    assert Client().get(screen).status_code == 404


def test_with_a_campaign_end_the_links_of_all_that_is_in_it(demo, anna, ben):
    roster = form_to(anna.get(reverse("rosters", args=[demo.campaign.key])), "/rosters/")
    anna.post(roster["action"], {**roster["fields"], "name": "The lost", "game": demo.game})
    (battle,) = Battle.objects.filter(roster=Roster.objects.get())
    guest, olds = (
        Client(),
        (demo.campaign.get_absolute_url(), demo.get_absolute_url(), reverse("setup", args=[battle.key])),
    )
    for old in olds:
        assert guest.get(old).status_code == 200
    invitation, page = link_to(anna, demo.campaign), anna.get(people_of(demo.campaign))
    assert "Invitations stay open until you cancel them" in text_of(page)
    answer = anna.post(**sent(form_to(page, f"/c/{demo.campaign.key}/anew/")))
    demo.campaign.refresh_from_db()
    assert come(invitation, "Cleo").get(demo.campaign.get_absolute_url()).status_code == 200
    assert (answer.status_code, answer.url) == (302, people_of(demo.campaign))
    for client in (anna, ben, guest):
        for old in olds:
            assert client.get(old).status_code == 404
    assert anna.get(answer.url).status_code == 200


def test_whoever_is_known_finds_the_campaign_again_and_a_guest_does_not(demo, anna, ben):
    guest = Client()
    guest.get(demo.campaign.get_absolute_url())
    waiting = Client()
    ask = reverse("people-ask", args=[demo.campaign.key, demo.campaign.members.get(name="Ben").pk])
    assert waiting.post(ask).status_code == 302
    anna.post(reverse("campaign-anew", args=[demo.campaign.key]))
    demo.campaign.refresh_from_db()
    found = demo.campaign.get_absolute_url()
    assert [found in client.get("/").content.decode() for client in (anna, ben, guest, waiting)] == [
        *(True, True),
        *(False, False),
    ]
    ben.cookies["known"] = f"{ben.cookies['known'].value[:13]}{'x' * 43}"
    assert found not in ben.get("/").content.decode(), "the name of a device alone opens nothing"


def test_whoever_comes_by_a_link_that_has_ended_or_taps_twice_is_told_where_to_look(demo, anna, ben):
    form = form_to(anna.get(people_of(demo.campaign)), f"/c/{demo.campaign.key}/anew/")
    assert anna.post(**sent(form)).status_code == 302
    before = everything()
    for answer in (anna.post(**sent(form)), ben.get(demo.get_absolute_url()), Client().get(people_of(demo.campaign))):
        assert answer.status_code == 404
        assert "If it worked before, it has ended" in text_of(answer)
        assert 'href="/"' in text_of(answer)
    assert everything() == before


@pytest.mark.parametrize("name", ["battle-anew", "watch-anew"])
def test_of_a_battle_that_is_deleted_in_the_same_moment_no_link_is_changed(demo, anna, monkeypatch, name):
    def load(request, key):
        battle = load_battle(request, key)
        delete(key=key)
        return battle

    monkeypatch.setattr(links, "load_battle", load)
    answer = anna.post(reverse(name, args=[demo.key]), {"number": "0"})
    assert answer.status_code == 422
    assert "This battle was deleted" in text_of(answer)
    assert Battle.objects.filter(pk=demo.pk, key=demo.key, watched_anew=0).exists()


def test_two_taps_at_once_change_the_links_of_a_campaign_once(demo, anna):
    both = [Campaign.objects.get(pk=demo.campaign_id) for _ in range(2)]
    assert change_all_links(both[0], who="Anna") == 2
    before = everything()
    assert change_all_links(both[1], who="Anna") == 0
    assert everything() == before


def test_nobody_else_ends_a_link(demo, anna, ben):
    before = everything()
    for client, status in ((ben, 403), (Client(), 403)):
        for page in (share_of(demo), people_of(demo.campaign)):
            assert not [form for form in forms_of(client.get(page)) if form["action"].endswith("/anew/")]
        for name, key in (("battle-anew", demo.key), ("campaign-anew", demo.campaign.key)):
            assert client.post(reverse(name, args=[key])).status_code == status
            assert anna.get(reverse(name, args=[key])).status_code == 405
    assert everything() == before


def sent(form):
    """A form as the test client takes it."""
    return {"path": form["action"], "data": form["fields"]}
