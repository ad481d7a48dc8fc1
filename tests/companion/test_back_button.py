"""A page that the back button shows again, as it was: what is tapped there is taken for nothing else."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Campaign, Invitation, Member, MemberDevice
from companion.services.once import LOAD_AGAIN
from tests.companion.group import LINK, address_in, come, invited, link_to, member, organise
from tests.companion.playing import everything, form_to, text_of

pytestmark = pytest.mark.any_database


@pytest.fixture
def campaign(demo):
    return demo.campaign


@pytest.fixture
def anna(campaign):
    return organise(campaign)


@pytest.fixture
def page(anna, campaign):
    """The page of people with Ben and Cleo, to whom nobody has given a link yet."""
    Member.objects.create(campaign=campaign, name="Ben")
    Member.objects.create(campaign=campaign, name="Cleo")
    return anna.get(reverse("people", args=[campaign.key]))


def tapped(client, page, action, **chosen):
    form = form_to(page, action)
    return client.post(form["action"], {**form["fields"], **chosen})


def is_out_of_date(answer):
    assert answer.status_code == 422
    assert LOAD_AGAIN in text_of(answer)
    assert not LINK.search(text_of(answer))


def test_a_link_for_one_member_is_not_shown_as_that_for_another(anna, page):
    bens = address_in(tapped(anna, page, f"/{member('Ben').pk}/link/"))
    before = everything()
    is_out_of_date(tapped(anna, page, f"/{member('Cleo').pk}/link/"))
    assert everything() == before
    assert address_in(tapped(anna, page, f"/{member('Ben').pk}/link/")) == bens


def test_a_link_for_one_role_is_not_shown_as_that_for_another(anna, page):
    tapped(anna, page, "/invite/", role="organiser", uses=3, days=1)
    before = everything()
    is_out_of_date(tapped(anna, page, "/invite/", role="spectator", uses=3, days=1))
    is_out_of_date(tapped(anna, page, "/invite/", role="organiser", uses=1, days=1))
    assert everything() == before


def test_a_link_that_lets_nobody_in_any_more_is_not_shown_again(anna, page):
    ben = f"/{member('Ben').pk}/link/"
    come(address_in(tapped(anna, page, ben)))
    is_out_of_date(tapped(anna, page, ben))


def test_the_door_to_one_table_is_not_shown_as_that_to_another(anna, page, demo):
    assert tapped(anna, page, "/code/", role="player", battle="").status_code == 200
    before = everything()
    is_out_of_date(tapped(anna, page, "/code/", role="spectator", battle=""))
    is_out_of_date(tapped(anna, page, "/code/", role="player", battle=demo.pk))
    assert everything() == before


def test_whoever_has_joined_joins_as_nobody_else_by_the_page_from_before(anna, page, campaign):
    """The link still lets others in, but this device is somebody by now."""
    address = link_to(anna, campaign, uses=5)
    phone = come(address, "Dora", Client())
    before = everything()
    for said in ({"member": member("Ben").pk}, {"name": "Eve"}):
        assert phone.post(address, said).status_code == 302
    assert everything() == before
    assert Invitation.objects.get(role="player", member=None).used == 1


def test_nor_does_who_was_let_in_wait_again(anna, page, campaign):
    """The button beside another's name, on a page of before the device was known."""
    phone = invited(campaign, "Dora")
    before = everything()
    answer = phone.post(reverse("people-ask", args=[campaign.key, member("Ben").pk]))
    assert answer.status_code == 422
    assert "known here already" in text_of(answer)
    assert everything() == before


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/", "/try/gods_gloom/"])
def test_a_tablet_that_was_forgotten_is_nobodys_however_often_it_sends_the_form_that_started_it_all(page):
    tablet, started = Client(), {"name": "League", "once": "one-form-one-campaign"}
    assert tablet.post(page, started).status_code == 302
    device = MemberDevice.objects.get()
    assert tablet.post(reverse("people-forget", args=[device.member.campaign.key, device.pk])).status_code == 302
    before = everything()
    assert tablet.post(page, started).status_code == 302
    assert everything() == before


@pytest.mark.django_db
def test_nor_does_it_become_whoever_organises_by_now():
    tablet, started = Client(), {"name": "League", "once": "one-form-one-campaign"}
    tablet.post("/", started)
    campaign = Campaign.objects.get()
    invited(campaign, "Ben", role="organiser")
    before = everything()
    # A browser that has cleared its cookies, and still shows the page.
    assert Client().post("/", started).status_code == 302
    assert everything() == before
