"""A campaign's file has its people, rosters, seats, results and who came home: brought in, it is the same campaign."""

import json
import re

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from companion.files.envelope import CAMPAIGN, canonical, read, written
from companion.files.exporting import campaign_file
from companion.files.importing import bring_in
from companion.games.x_wing import season as x_wing_season
from companion.management import season as season_of
from companion.management.season import load_season
from companion.models import (
    Battle,
    Campaign,
    Deployment,
    Dispute,
    Event,
    Homecoming,
    Invitation,
    Member,
    MemberDevice,
    Roster,
    Verdict,
)
from companion.queries.standings import standings_of
from companion.services.auditing import audited
from companion.services.forgetting import forget_for_staff
from companion.services.members import rename_member
from companion.services.refusals import Refusal
from companion.tries import OF_FILES
from rules.games import GAMES
from tests.companion.group import come, organise
from tests.companion.playing import everything, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(monkeypatch):
    """The beginning of a season of all games, in battles that are soon over."""
    monkeypatch.setattr(season_of, "STEPS", 8)
    monkeypatch.setattr(x_wing_season, "STEPS", 16)
    monkeypatch.setattr(season_of, "PAIRS", season_of.PAIRS[:2])
    # There is only ever one: what is there of another gives way.
    Campaign.objects.all().delete()
    return load_season()


@pytest.fixture(scope="module")
def small_season(rows_of_the_file):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(season_of, "GAMES", {"gods_gloom": GAMES["gods_gloom"]})
        patch.setattr(season_of, "PAIRS", season_of.PAIRS[:2])
        return load_season().pk


@pytest.fixture
def evening(small_season):
    """As much of a season as has everything once."""
    return Campaign.objects.get(pk=small_season)


def content(campaign):
    return read(campaign_file(campaign)).content


def changed(campaign, change):
    """The file with something else in it, and a checksum that fits."""
    said = content(campaign)
    change(said["group"])
    return written(CAMPAIGN, said)


def test_brought_in_it_is_the_same_campaign(season):
    data = campaign_file(season)
    brought = bring_in(data)
    again = brought.campaign
    assert again.pk != season.pk
    assert campaign_file(again) == data
    for model, way in ((Member, "campaign"), (Roster, "campaign"), (Verdict, "battle__campaign")):
        found = [model.objects.filter(**{way: campaign}).count() for campaign in (season, again)]
        assert found[0] == found[1] > 0, model
    for model in (Deployment, Homecoming):
        ways = {Deployment: "battle__campaign", Homecoming: "deployment__battle__campaign"}
        found = [model.objects.filter(**{ways[model]: campaign}).count() for campaign in (season, again)]
        assert found[0] == found[1] > 0, model
    assert all(audited(battle).is_clean for battle in Battle.objects.filter(campaign=again))
    assert told(again) == told(season)


def told(campaign):
    """What the standings of a campaign say, by names."""
    found = standings_of(campaign)
    names = dict(Member.objects.filter(campaign=campaign).values_list("pk", "name"))
    text = repr(found)
    for pk in sorted(names, reverse=True):
        text = text.replace(f"member={pk},", f"member={names[pk]},").replace(f"player={pk},", f"player={names[pk]},")
    return text


def test_who_disputes_an_entry_comes_along_and_agrees_there_as_before(evening):
    event = Event.objects.filter(battle__campaign=evening, declaration__isnull=False, undone_by=None).first()
    player = Member.objects.filter(campaign=evening).last()
    Dispute.objects.create(event=event, who="Tablet")
    Dispute.objects.create(event=event, who=player.name, member=player)
    home = bring_in(campaign_file(evening)).campaign
    assert canonical(content(home)) == canonical(content(evening))
    tablet, theirs = Dispute.objects.filter(event__battle__campaign=home)
    assert tablet.member is None
    assert (theirs.member.campaign, theirs.member.name) == (home, player.name)

    def only(*doubters):
        def change(group):
            told = next(seats for seats in group["seats"] if "doubters" in seats)
            told["doubters"] = list(doubters)

        return change

    before = everything()
    for wrong in ((), (None, 999), (None, "x"), (None, None), (None, -1)):
        with pytest.raises(Refusal, match="Nothing was stored"):
            bring_in(changed(evening, only(*wrong)))
    assert everything() == before


def test_no_secret_and_no_link_is_in_it_and_nobody_is_known_afterwards(evening):
    client = organise(Campaign.objects.create(name="Another"), name="Zoe")
    client.get(reverse("people", args=[evening.key]))
    text = campaign_file(evening).decode()
    for row in MemberDevice.objects.all():
        assert row.proof not in text
    for row in Invitation.objects.all():
        assert row.proof not in text
    for battle in Battle.objects.all():
        assert battle.key not in text
    assert evening.key not in text
    again = bring_in(campaign_file(evening)).campaign
    assert not MemberDevice.objects.filter(member__campaign=again).exists()
    assert not Invitation.objects.filter(campaign=again).exists()


def test_names_that_somebody_had_before_come_along_and_are_forgotten_with_them_there_too(evening):
    wilma = Member.objects.filter(campaign=evening).last()
    rename_member(campaign=evening, member=wilma.pk, name="Wilhelmina", by=wilma)
    assert wilma.name != "Wilhelmina"
    data = campaign_file(evening)
    again = bring_in(data).campaign
    assert campaign_file(again) == data
    row = Member.objects.get(campaign=again, name="Wilhelmina")
    assert row.former == [wilma.name]
    assert wilma.name in campaign_file(again).decode()
    forget_for_staff(row)
    assert not re.search(rf"\b({wilma.name}|Wilhelmina)\b", campaign_file(again).decode())


def test_where_only_members_come_in_they_do_so_there_too(evening):
    assert "members_only" not in content(evening)["group"]["settings"], "files of others are as they were"
    Campaign.objects.filter(pk=evening.pk).update(members_only=True)
    again = bring_in(campaign_file(evening)).campaign
    assert again.members_only
    assert campaign_file(again) == campaign_file(evening)
    assert Client().get(again.get_absolute_url()).status_code == 403


def test_into_a_campaign_that_is_there_come_only_the_battles(evening):
    here = Campaign.objects.create(name="Here")
    bring_in(campaign_file(evening), campaign=here)
    assert here.battles.count() == evening.battles.count()
    assert not here.members.exists()
    assert not here.rosters.exists()


def test_a_file_of_before_has_only_battles(evening):
    said = content(evening)
    del said["group"], said["rosters"]
    again = bring_in(written(CAMPAIGN, said)).campaign
    assert again.battles.count() == evening.battles.count()
    assert not again.members.exists()


WRONG = [
    (lambda group: group["members"][0].update(role="king"), "role"),
    (lambda group: group["members"][1].update(name=group["members"][0]["name"]), "does not fit together"),
    (lambda group: group["members"][0].update(name="An\u202ena"), "invisible letters"),
    (lambda group: group["members"][0].update(former=["An\u202ena"]), "invisible letters"),
    (lambda group: group["members"][0].update(former=[1]), "should be text"),
    (lambda group: group["members"][0].update(former=["x" * 41]), "nobody can have"),
    (lambda group: group["members"].append("Anna"), "should be an object"),
    (lambda group: group["owners"][0].update(owner=99), "names a member that is not in it"),
    (lambda group: group["owners"].pop(), "other rosters than it names"),
    (lambda group: group["seats"].pop(), "the seats of other battles"),
    (lambda group: group["seats"][0]["players"].pop(), "has other sides than seats"),
    (lambda group: group["deployments"][0].update(battle=-1), "names a battle that is not in it"),
    (lambda group: group["homecomings"][0].update(usual="eaten"), "usual"),
    (lambda group: group["homecomings"][0].update(was={}), ""),
    (lambda group: group["settings"].update(scheme="luck"), "scheme"),
    (lambda group: group["settings"].update(accepted_after=-1), "accepted_after"),
    (lambda group: group["settings"].update(members_only=1), "members_only"),
    (lambda group: group["settings"].update(members_only=False), "not as the app writes it"),
    (lambda group: group.update(takings=[{"of": 99, "side": None, "battle": 0, "roster": None}]), "not in it"),
    (lambda group: group.update(takings=[{"of": 0, "side": 9, "battle": 0, "roster": None}]), "names a side"),
    (
        lambda group: group.update(takings=[{"of": 0, "side": None, "battle": None, "roster": None}]),
        "one battle or to one roster",
    ),
    (lambda group: group.update(takings=[]), "another"),
    (lambda group: group.update(more=1), "is not known there"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG, ids=range(len(WRONG)))
def test_what_does_not_fit_is_refused_with_nothing_stored(evening, change, sentence):
    data = changed(evening, change)
    before = everything()
    with pytest.raises(Refusal) as refused:
        bring_in(data)
    assert sentence in str(refused.value)
    assert everything() == before


def test_the_command_says_how_its_organiser_comes_in(evening, tmp_path, capsys):
    path = tmp_path / "season.json"
    path.write_bytes(campaign_file(evening))
    call_command("import_file", path)
    link = re.search(r"Its organiser comes in by (/j/\S+)", capsys.readouterr().out)[1]
    again = Campaign.objects.latest("pk")
    assert MemberDevice.objects.filter(member__campaign=again).count() == 0
    come(link)
    assert MemberDevice.objects.get(member__campaign=again).member.role == Member.Role.ORGANISER


def test_an_organiser_downloads_it_and_its_rosters_are_in_it(evening, client):
    answer = client.get(reverse("campaign-file", args=[evening.key]))
    said = json.loads(answer.content)["content"]
    assert [roster["name"] for roster in said["rosters"]] == list(
        Roster.objects.filter(campaign=evening).order_by("pk").values_list("name", flat=True)
    )
    assert canonical(said) == canonical(content(evening))
    assert "Download" in text_of(client.get(evening.get_absolute_url()))


def test_the_file_of_a_campaign_is_made_only_so_often_and_then_a_page_says_so(evening, client):
    address, other = reverse("campaign-file", args=[evening.key]), Campaign.objects.create(name="Another")
    client.get(reverse("people", args=[evening.key]))
    most = OF_FILES.of_device
    answers = [client.get(address) for _ in range(most + 1)]
    assert [answer.status_code for answer in answers] == [200] * most + [429]
    assert "Wait 10 minutes" in text_of(answers[-1])
    assert evening.get_absolute_url() in text_of(answers[-1])
    assert client.get(reverse("campaign-file", args=[other.key])).status_code == 200
    assert Client().get(address).status_code == 200, "one club behind one router is not locked out"
