"""A tap that was let in before its campaign was deleted changes nothing in it any more."""

import pytest
from django.urls import reverse

from companion.models import Campaign
from companion.services.shelving import delete_campaign, take_campaign_back
from companion.views import loading
from tests.companion.group import invited, member, organise
from tests.companion.playing import everything, form_to, text_of
from tests.companion.rosters import new_roster
from tests.companion.season import battle_of
from tests.companion.test_admin_people import act

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return Campaign.objects.create(name="A season")


@pytest.fixture
def olga(campaign):
    return organise(campaign, name="Olga")


FORMS = {"people-link": "/link/", "campaign": "", "rosters": "", "standings-by": "/standings/by/"}
"""The taps that take what their page has written into the form, with where that ends."""


@pytest.mark.parametrize(
    "tap",
    ["pin", "look", "battle-rename", "people-add", "roster-rename", "roster-away", "rosters-usual", *FORMS],
)
def test_a_tap_that_is_under_way_when_the_campaign_is_deleted_is_refused(campaign, olga, tap, monkeypatch):
    battle, roster = battle_of(campaign), new_roster(campaign)
    address, data = {
        "pin": (reverse("pin", args=[battle.key]), {"what": "score"}),
        "look": (reverse("setup-look", args=[battle.key, battle.sides.first().pk]), {"colour": "teal", "seen": "1"}),
        "battle-rename": (reverse("battle-rename", args=[battle.key]), {"name": "Another"}),
        "people-add": (reverse("people-add", args=[campaign.key]), {"name": "Cleo", "role": "player"}),
        "people-link": (reverse("people-link", args=[campaign.key, member("Olga").pk]), {}),
        "campaign": (campaign.get_absolute_url(), {"game": "gods_gloom", "name": "One more", "sides": ["Ida", "Kai"]}),
        "rosters": (reverse("rosters", args=[campaign.key]), {"game": "gods_gloom", "name": "Guard"}),
        "rosters-usual": (reverse("rosters-usual", args=[campaign.key]), {"usual": "stood"}),
        "standings-by": (reverse("standings-by", args=[campaign.key]), {}),
        "roster-rename": (reverse("roster-rename", args=[campaign.key, roster.pk]), {"name": "Another"}),
        "roster-away": (reverse("roster-away", args=[campaign.key, roster.pk]), {}),
    }[tap]
    if tap in FORMS:
        page = {"people-link": "people", "standings-by": "standings"}.get(tap, tap)
        form = form_to(olga.get(reverse(page, args=[campaign.key])), FORMS[tap] or address)
        data = form["fields"] | data
    let_in, before = loading._check, everything()

    def deleted_meanwhile(request, *arguments):
        let_in(request, *arguments)
        delete_campaign(campaign)

    monkeypatch.setattr(loading, "_check", deleted_meanwhile)
    answer = olga.post(address, data)
    monkeypatch.undo()
    assert answer.status_code == 422, text_of(answer)
    assert "This campaign was deleted." in text_of(answer)
    assert "Nothing was changed." in text_of(answer)
    take_campaign_back(campaign)
    assert everything() == before


def test_staff_are_told_why_a_deleted_campaign_has_no_link_for_an_organiser(admin_client, campaign, olga):
    delete_campaign(campaign)
    before = everything()
    assert "This campaign was deleted." in text_of(act(admin_client, "campaign", "organisers_link", campaign))
    assert everything() == before


def test_a_person_is_forgotten_in_a_campaign_that_was_deleted_too(admin_client, campaign, olga):
    invited(campaign, "Ben")
    delete_campaign(campaign)
    assert "1 member forgotten." in text_of(act(admin_client, "member", "forget", member("Ben"), confirmed="1"))
    assert "Ben" not in str(everything())
