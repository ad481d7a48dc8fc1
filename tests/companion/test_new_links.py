"""Staff give a battle or a campaign a new link: the old one ends at once, and it is told who did it."""

import re
from collections import Counter
from urllib.parse import urljoin

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from companion.models import Battle, Campaign
from companion.services.building import start_battle
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.live import Listener, listen, live
from tests.companion.playing import everything
from tests.companion.test_live import address as stream_of
from tests.companion.test_live import tap

pytestmark = pytest.mark.any_database

MOST_OF_A_KIND = 3
LINK = re.compile(r'href="([^"]+)"')


@pytest.fixture
def staff(db):
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


def new_link(staff, model, *rows, **more):
    data = {"action": "new_link", "_selected_action": [row.pk for row in rows], **more}
    return staff.post(reverse(f"admin:companion_{model}_changelist"), data, follow=True)


def test_a_list_asks_before_a_link_ends(staff, demo):
    before = everything()
    page = new_link(staff, "framebattle", demo)
    assert page.status_code == 200
    assert "The old one ends at once" in page.content.decode()
    assert demo.name in page.content.decode()
    assert everything() == before


def test_a_battle_is_found_by_its_new_link_only(staff, demo, device):
    old = demo.key
    assert device.get().status_code == 200
    answer = new_link(staff, "framebattle", demo, confirmed="1")
    assert "1 new link: send it to the players." in answer.content.decode()
    demo.refresh_from_db()
    assert demo.key != old
    for page in ("battle", "log", "setup"):
        assert device.client.get(reverse(page, args=[old])).status_code == 404
        assert device.client.get(reverse(page, args=[demo.key])).status_code == 200
    assert device.client.post(reverse("declare", args=[old]), {"do": "attack"}).status_code == 404
    assert demo.get_absolute_url() in device.client.get(demo.campaign.get_absolute_url()).content.decode()


def test_the_log_says_that_the_link_is_new_and_not_which_it_is(staff, demo, device):
    new_link(staff, "framebattle", demo, confirmed="1")
    demo.refresh_from_db()
    assert (device.last.kind, device.last.who, device.last.number) == ("link", "referee", 2)
    assert device.last.headline == "The battle has a new link; the old one has ended."
    assert demo.key not in str(device.last.__dict__)
    entry = LogEntry.objects.get()
    assert (entry.get_change_message(), entry.object_id) == ("Given a new link; the old one has ended.", str(demo.pk))


def test_a_campaign_is_found_by_its_new_link_only_and_its_battles_stay(staff, demo):
    campaign = demo.campaign
    old, tablet = campaign.get_absolute_url(), Client()
    tablet.get(old)
    assert old in tablet.get("/").content.decode()
    new_link(staff, "campaign", campaign, confirmed="1")
    campaign.refresh_from_db()
    assert tablet.get(old).status_code == 404
    assert campaign.get_absolute_url() not in tablet.get("/").content.decode()
    assert tablet.get(campaign.get_absolute_url()).status_code == 200
    assert Battle.objects.get(pk=demo.pk).key == demo.key
    assert LogEntry.objects.get().get_change_message() == "Given a new link; the old one has ended."


def test_several_get_links_of_their_own(staff, demo):
    campaigns = [demo.campaign, Campaign.objects.create(name="Another")]
    answer = new_link(staff, "campaign", *campaigns, confirmed="1")
    assert "2 new links: send them to the players." in answer.content.decode()
    keys = {campaign.key for campaign in campaigns} | set(Campaign.objects.values_list("key", flat=True))
    assert len(keys) == 4


def test_whoever_may_only_look_gives_no_link(demo):
    helper = get_user_model().objects.create_user("helper", is_staff=True)
    helper.user_permissions.add(*Permission.objects.filter(codename__in=["view_framebattle", "view_campaign"]))
    client = Client()
    client.force_login(helper)
    before = everything()
    for model, row in (("framebattle", demo), ("campaign", demo.campaign)):
        assert "new_link" not in client.get(reverse(f"admin:companion_{model}_changelist")).content.decode()
        new_link(client, model, row, confirmed="1")
    assert everything() == before


def test_the_admin_shows_the_link_that_there_is(staff, demo):
    for model, row in (("framebattle", demo), ("campaign", demo.campaign)):
        page = staff.get(reverse(f"admin:companion_{model}_change", args=[row.pk]))
        assert f'href="{row.get_absolute_url()}"' in page.content.decode()


@pytest.mark.django_db(transaction=True)
def test_an_open_stream_of_the_old_link_ends_and_no_other_begins(staff, demo):
    app, old = live(), stream_of(demo)

    async def scenario():
        async with Listener(app, old) as listener:
            await listener.version()
            await tap(new_link, staff, "framebattle", demo, confirmed="1")
            assert await listener.version() == "gone"
            assert not (await listener.message())["more_body"]
        async with Listener(app, old) as listener:
            assert await listener.version() == "gone"
            assert not (await listener.message())["more_body"]

    listen(app, scenario)


def pages_of(client, battle):
    """The pages of a battle that its links lead to, two taps deep: a few of each kind."""
    start = battle.get_absolute_url()
    seen, ring, kinds = {start: client.get(start)}, [start], Counter()
    for _ in range(2):
        found = {urljoin(page, href) for page in ring for href in LINK.findall(seen[page].content.decode())}
        ring = [page.split("#")[0] for page in found if page.startswith((start, "/help/", "/who/", "/c/"))]
        ring = [page for page in dict.fromkeys(ring) if page not in seen and not page.endswith(".json")]
        for page in ring:
            kind = re.sub(r"\d+", "", page)
            kinds[kind] += 1
            if kinds[kind] <= MOST_OF_A_KIND:
                seen[page] = client.get(page)
        ring = [page for page in ring if page in seen]
    return seen


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_a_battle_hands_out_a_campaigns_new_link(staff, db, game, over):
    battle = demo_of(game)
    Battle.objects.filter(pk=battle.pk).update(over=over)
    campaign, tablet = battle.campaign, Client()
    tablet.get(campaign.get_absolute_url())
    before = pages_of(tablet, battle)
    assert campaign.get_absolute_url() in before
    new_link(staff, "campaign", campaign, confirmed="1")
    campaign.refresh_from_db()
    after = pages_of(tablet, battle)
    assert len(after) > 4
    assert not [page for page, shown in after.items() if campaign.key in page + shown.content.decode()]
    tablet.get(campaign.get_absolute_url())
    assert campaign.get_absolute_url() in pages_of(tablet, battle)


def test_the_page_that_asks_says_what_does_not_end(staff, demo):
    asked = new_link(staff, "campaign", demo.campaign).content.decode()
    assert "does not end the links of its battles" in asked
    assert 'type="checkbox" name="battles"' in asked
    asked = new_link(staff, "framebattle", demo).content.decode()
    assert "stands on the page of its campaign" in asked
    assert 'name="battles"' not in asked


def test_a_campaign_and_all_its_battles_get_new_links(staff, demo, device):
    campaign, another = demo.campaign, demo_of("x_wing")
    elsewhere = start_battle(
        campaign=Campaign.objects.create(name="Another"),
        game="x_wing",
        name="Elsewhere",
        sides=["Red", "Blue"],
        once="the-first-battle",
        who="x",
    )
    before = {campaign.key, demo.key, another.key}
    answer = new_link(staff, "campaign", campaign, confirmed="1", battles="1")
    assert "3 new links: send them to the players." in answer.content.decode()
    for row in (campaign, demo, another):
        row.refresh_from_db()
        assert row.key not in before
    assert (device.last.kind, device.last.who) == ("link", "referee")
    assert Battle.objects.get(pk=elsewhere.pk).key == elsewhere.key
    assert "for all its battles" in LogEntry.objects.get().get_change_message()


def test_whoever_may_not_change_battles_gives_them_no_new_links(demo):
    helper = get_user_model().objects.create_user("helper", is_staff=True)
    helper.user_permissions.add(*Permission.objects.filter(codename__in=["view_campaign", "change_campaign"]))
    client = Client()
    client.force_login(helper)
    assert 'name="battles"' not in new_link(client, "campaign", demo.campaign).content.decode()
    before = everything()
    assert new_link(client, "campaign", demo.campaign, confirmed="1", battles="1").status_code == 403
    assert everything() == before
