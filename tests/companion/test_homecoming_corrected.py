"""What came home is worked out again when its battle is corrected, whatever happened to the roster since."""

import pytest
from django.utils import timezone

from companion.models import Battle, Token
from companion.services.auditing import audited
from companion.services.editing import editing
from tests.companion.playing import form_to, text_of
from tests.companion.rosters import builder, built, sheet_of
from tests.companion.test_homecoming import GAME, bring_home, campaign, end, fell, fight, hurt, season, told, usual
from tests.companion.test_rosters_deployed import battle_of, deploy

__all__ = ("campaign",)

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_a_correction_of_the_battle_works_out_again_what_came_home(campaign):
    roster, device, first, second = season(campaign)
    then = sheet_of(roster).units
    bring_home(device)
    strike_out(device, first)
    now = sheet_of(roster).units
    assert now[0] == then[0], "it never fell"
    assert now[1].strength == 1
    strike_out(device, second)
    assert sheet_of(roster).units == then
    assert told(roster)[1:] == ["Ford was corrected: what came home from it is worked out again."] * 2
    assert audited(roster.holder).is_clean
    assert "Worked out again" in text_of(device.get("homecoming"))
    device.undo()
    assert sheet_of(roster).units[1].strength == 1, "the correction is taken back"


def test_a_corrected_season_is_the_season_that_had_been_right_from_the_start(campaign):
    """Two battles: what is corrected in the first is in the roster as if it had always been so."""
    usual(campaign, "fallen")
    rosters = [built(campaign, GAME, name) for name in ("Wrong", "Right")]
    for roster in rosters:
        one = fight(roster, f"First of {roster}")
        lost, hit = one.sheet.units[:2]
        if roster.name == "Wrong":
            fell(one, lost)
            number = one.seen
        hurt(one, hit)
        end(one)
        bring_home(one)
        other = fight(roster, f"Second of {roster}")
        fell(other, next(u for u in other.sheet.units if u.name == sheet_of(roster).units[2].name))
        end(other)
        bring_home(other)
        if roster.name == "Wrong":
            first = one
    strike_out(first, number)
    wrong, right = ([(u.name, u.standing, u.strength) for u in sheet_of(r).units] for r in rosters)
    assert wrong == right
    (headline,) = told(rosters[0])[2:]
    assert headline.endswith("Second of Wrong has used the roster since.")
    assert "Second of Wrong used the roster since" in text_of(first.get("homecoming"))
    first.client.get(campaign.get_absolute_url())
    page = text_of(first.get("homecoming"))
    assert "Second of Wrong</a> used the roster since" in page, "who knows the campaign is led there"
    assert audited(rosters[0].holder).is_clean


def test_two_battles_that_used_a_roster_since_have_used_it(campaign):
    roster, device, first, _ = season(campaign)
    bring_home(device)
    for name in ("One", "Two"):
        end(fight(roster, name))
    strike_out(device, first)
    assert told(roster)[-1].endswith("Two and One have used the roster since.")


def test_a_battle_that_was_given_the_roster_again_since_has_used_it(campaign):
    roster, device, first, _ = season(campaign)
    later = battle_of(campaign, GAME, "Later")
    deploy(later, roster)
    for unit in later.sheet.units:
        later.post("setup-remove", unit.key.partition("-")[2])
    bring_home(device)
    strike_out(device, first)
    assert "used the roster since" not in told(roster)[-1], "what it was given before is there no more"
    deploy(later, roster)
    device.undo()
    assert told(roster)[-1].endswith("Later has used the roster since.")


def test_what_is_said_otherwise_later_still_names_the_battle_that_has_used_the_roster_since(campaign):
    roster, device, first, _ = season(campaign)
    bring_home(device)
    later = fight(roster, "Later")
    end(later)
    third = sheet_of(roster).units[2].name
    assert bring_home(device, **{third.replace(" ", "_"): "was"}).status_code == 302
    assert "Later used the roster since" in text_of(device.get("homecoming"))
    strike_out(device, first)
    assert told(roster)[-1].endswith("Later has used the roster since.")
    Battle.objects.filter(pk=later.battle.pk).update(deleted=timezone.now())
    assert "used the roster since" not in text_of(device.get("homecoming")), "nobody can open that any more"


def test_what_was_built_between_two_battles_stands_whatever_is_corrected(campaign):
    roster, device, first, _ = season(campaign)
    bring_home(device)
    pieces = sheet_of(roster).units
    tablet = builder(roster, device.client)
    form = form_to(tablet.get("setup", edit=pieces[1].key), "/setup/unit/", edit=pieces[1].key, name=pieces[1].name)
    assert tablet.client.post(form["action"], {**form["fields"], "name": "Renamed"}).status_code == 302
    assert tablet.post("setup-remove", pieces[3].key.partition("-")[2]).status_code == 302
    strike_out(device, first)
    now = sheet_of(roster).units
    assert [one.name for one in now] == [pieces[0].name, "Renamed", pieces[2].name]
    assert now[0].standing
    assert now[1].strength == 1
    assert audited(roster.holder).is_clean


def test_a_battle_that_goes_on_again_is_worked_out_when_it_is_over_again(campaign):
    roster, device, *_ = season(campaign)
    bring_home(device)
    home = sheet_of(roster).units
    device.undo()
    assert not Battle.objects.get(pk=device.battle.pk).over
    hurt(device, device.sheet.units[1], "2")
    assert sheet_of(roster).units == home
    end(device)
    assert sheet_of(roster).units[1].strength == 2


def test_an_edit_by_staff_counts_like_any_correction(campaign):
    roster, device, *_ = season(campaign)
    bring_home(device)
    correct_by_staff(device, device.sheet.units[1].key)
    assert sheet_of(roster).units[1].strength == 2
    assert audited(roster.holder).is_clean


def correct_by_staff(device, key):
    with editing(key=device.battle.key, who="staff"):
        Token.objects.filter(piece=key.partition("-")[2], kind="strength").update(value=2)


def strike_out(device, number):
    """Correct an entry: it did not happen."""
    for commit in ({}, {"commit": "1"}):
        form = form_to(device.get("correct", number), f"/{number}/correct/")
        answer = device.post("correct", number, **{**form["fields"], "how": "struck", "agreed": "on"}, **commit)
    assert answer.status_code == 302, text_of(answer)
