"""Who corrects a battle is told which others have used its pieces since, however they came by them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from companion.files.exporting import campaign_file
from companion.files.importing import bring_in
from companion.models import Battle, Roster
from companion.models.campaign import new_key
from companion.services.rematch import play_again
from companion.services.shelving import duplicate
from tests.companion.playing import Device, forms_of, text_of
from tests.companion.rosters import built
from tests.companion.test_homecoming import GAME, bring_home, campaign, end, fell, fight
from tests.companion.test_homecoming_corrected import strike_out
from tests.companion.test_rosters_deployed import battle_of, deploy
from tests.companion.test_setup_builder_earlier import take

__all__ = ("campaign",)

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

GIVEN = "given pieces of this battle since"


@pytest.fixture
def over(campaign):
    """A battle that is over, in which a piece fell, and the number of that entry."""
    device = fight(built(campaign, GAME))
    fell(device, device.sheet.units[0])
    number = device.seen
    end(device)
    return device, number


def used(device):
    """What the page of what comes home says of others that have used the battle's pieces."""
    page = text_of(device.get("homecoming"))
    return page.partition('id="used"')[2].partition("</section>")[0]


def taken_by(device, campaign, how="ended", name="Later"):
    """Another battle that takes the first side of this one."""
    later = battle_of(campaign, GAME, name)
    answer = take(later, later.sheet.sides[0].key, how, device.sheet.sides[0].key)
    assert answer.status_code == 302, text_of(answer)
    return later


def keep(device):
    """Keep the first side as a roster, with its losses."""
    form = next(one for one in forms_of(device.get("homecoming")) if one["action"].endswith("/keep/"))
    assert device.client.post(form["action"], {**form["fields"], "how": "ended"}).status_code == 302


def corrected(device, number):
    """The page on which an entry is about to be struck out."""
    return text_of(device.post("correct", number, how="struck", seen=device.seen))


def test_a_battle_that_took_a_side_with_its_losses_is_named_before_and_after_a_correction(campaign, over):
    device, number = over
    assert not used(device)
    later = taken_by(device, campaign)
    assert "Later" in used(device)
    assert "stays as it was then" in used(device)
    page = corrected(device, number)
    assert f"Later was {GIVEN}" in page
    assert f"Later was {GIVEN}" not in text_of(device.get("correct", number)), "nothing is corrected yet"
    strike_out(device, number)
    assert "Later" in used(device)
    assert not used(later)
    Battle.objects.filter(pk=later.battle.pk).update(deleted=timezone.now())
    assert not used(device), "nobody can open that any more"


def test_what_goes_on_from_a_battle_that_took_a_side_is_named_too(campaign, over):
    device, number = over
    later = taken_by(device, campaign)
    copy = duplicate(key=later.battle.key, once=new_key(), who="Anna")
    Battle.objects.filter(pk=later.battle.pk).update(over=True)
    again = play_again(key=later.battle.key, once=new_key(), who="Anna")
    assert f"Later, {copy} and {again} were {GIVEN}" in corrected(device, number)


def test_it_is_told_in_as_many_queries_however_often_a_side_was_kept(campaign, over):
    device, number = over
    counts = []
    for more in (1, 3):
        for _ in range(more):
            keep(device)
        with CaptureQueriesContext(connection) as taken:
            assert str(Roster.objects.latest("pk")) in corrected(device, number)
        counts.append(len(taken))
    assert counts[0] == counts[1]


def test_a_side_as_it_began_is_no_other_after_a_correction(campaign, over):
    device, number = over
    taken_by(device, campaign, "began")
    assert not used(device)
    assert GIVEN not in corrected(device, number)


def test_a_roster_that_was_kept_of_it_is_named_with_the_battles_that_it_fought(campaign, over):
    device, number = over
    keep(device)
    kept = Roster.objects.latest("pk")
    assert deploy(battle_of(campaign, GAME, "With them"), kept).status_code == 302
    assert str(kept) in used(device)
    assert "With them" in used(device)
    assert "With them" in corrected(device, number)


def test_a_copy_of_a_battle_that_went_on_is_named(campaign):
    device = fight(built(campaign, GAME))
    fell(device, device.sheet.units[0])
    copy = duplicate(key=device.battle.key, once=new_key(), who="Anna")
    assert str(copy) in used(device)
    assert f"{copy} was {GIVEN}" in corrected(device, device.seen)


def test_battles_that_used_a_roster_since_are_named_before_a_correction_too(campaign, over):
    device, number = over
    bring_home(device)
    assert GIVEN not in corrected(device, number)
    fight(Roster.objects.get(), "With the roster")
    assert f"With the roster was {GIVEN}" in corrected(device, number)


def test_who_knows_only_the_battle_reads_the_names_without_a_way(campaign, over):
    device, _ = over
    later = taken_by(device, campaign)
    address = reverse("battle", args=[later.battle.key])
    assert address not in used(device)
    device.client.get(campaign.get_absolute_url())
    assert address in used(device)


def test_the_file_of_a_campaign_keeps_who_used_what(campaign, over):
    device, _ = over
    taken_by(device, campaign)
    keep(device)
    data = campaign_file(campaign)
    again = bring_in(data).campaign
    assert campaign_file(again) == data
    there = Device(again.battles.get(name="Ford"))
    assert "Later" in used(there)
