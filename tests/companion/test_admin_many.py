"""Staff choose very many rows at once: what could not be confirmed is refused before it is asked."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from companion.admin.people import MOST_AT_ONCE
from companion.models import Invitation, Member
from tests.companion.group import invited, link_to, member, organise
from tests.companion.playing import everything, text_of
from tests.companion.test_admin_people import act

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff():
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


def test_more_people_than_a_form_can_name_are_not_forgotten_at_once(staff, demo):
    organise(demo.campaign, name="Olga")
    names = [Member(campaign=demo.campaign, name=f"Guest {number}") for number in range(MOST_AT_ONCE + 1)]
    Member.objects.bulk_create(names)
    rows, before = list(Member.objects.filter(name__startswith="Guest")), everything()
    page = text_of(act(staff, "member", "forget", *rows))
    assert (f"Choose {MOST_AT_ONCE} people at most" in page, everything()) == (True, before)
    assert "This cannot be taken back" in text_of(act(staff, "member", "forget", *rows[1:]))


def test_links_that_were_cancelled_before_are_not_counted_again(staff, demo):
    olga = organise(demo.campaign, name="Olga")
    invited(demo.campaign, "Ben")
    link_to(olga, demo.campaign)
    rows = list(Invitation.objects.all())
    still = sum(not row.withdrawn for row in rows)
    assert still
    assert f"{still} link" in text_of(act(staff, "invitation", "take_back", *rows))
    assert "0 links cancelled." in text_of(act(staff, "invitation", "take_back", *rows))
    assert member("Ben").plays
