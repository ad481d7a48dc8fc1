"""Damaged, foreign and hostile files are refused with one sentence, and nothing of them is stored."""

import json
import os
from copy import deepcopy
from random import Random

import pytest

from companion.files import reading_log
from companion.files.envelope import VERSION, written
from companion.files.exporting import battle_file, campaign_file
from companion.files.importing import bring_in
from companion.models import Battle, Campaign
from companion.services.auditing import audited
from companion.services.demo import load_demo
from companion.services.refusals import Refusal
from rules.games import GAMES
from tests.companion.damaged import FITTED, PLAIN
from tests.companion.demo import demo_of
from tests.companion.playing import everything
from tests.companion.test_battles_of_files import FILES

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

DAMAGED = 2000
"""How many files are damaged as they lie on a disk, over all games and all ways."""

EACH = -(-DAMAGED // (len(FILES) * len(PLAIN)))


def is_of_today(path):
    """Whether today's rules tell how all in it came out; what earlier ones told is taken as it is."""
    content = json.loads(path.read_bytes())["content"]
    return all(said["edition"] == GAMES[content["game"]].edition for said in content["declarations"])


OF_TODAY = list(filter(is_of_today, FILES))

FORGED = int(os.environ.get("FORGED_FILES", "150")) // (len(OF_TODAY) * len(FITTED))
"""How many files of each game are changed in each way and signed anew: ``FORGED_FILES=2000`` is for a long run."""


def is_sentence(text):
    return text[:1].isupper() and text.endswith(" Nothing was stored.") and "\n" not in text and len(text) < 600


@pytest.mark.parametrize("damage", PLAIN, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_damaged_file_is_refused(path, damage):
    campaign, random, whole = Campaign.objects.create(name="A campaign"), Random(1), path.read_bytes()
    before = everything()
    for _ in range(EACH):
        assert is_sentence(refusal(damage(whole, random), campaign))
    assert everything() == before


@pytest.mark.parametrize("damage", FITTED, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("path", OF_TODAY, ids=lambda path: path.stem)
def test_one_that_is_signed_anew_is_refused_unless_it_is_of_another_whole_battle(path, damage, record_property):
    """Such a file is not damaged but forged, and nobody can tell it from that of a battle that was played so.

    In it somebody has another name, say, or entered a die otherwise that no longer counts.
    """
    campaign, random, whole = Campaign.objects.create(name="A campaign"), Random(1), path.read_bytes()
    before, others = everything(), 0
    for _ in range(FORGED):
        data = damage(whole, random)
        said = refusal(data, campaign)
        if said:
            assert is_sentence(said)
            assert everything() == before
            continue
        others += 1
        battle = Battle.objects.get()
        assert battle_file(battle) == data
        assert audited(battle).is_clean
        assert battle.brought
        battle.delete()
        before = everything()
    record_property("another battle", others)
    assert others <= FORGED // 5 + 1


def refusal(data, campaign):
    """Why a file is refused; nothing where it is not."""
    try:
        bring_in(data, campaign=campaign)
    except Refusal as refused:
        return str(refused)
    return ""


def test_a_campaign_with_one_bad_battle_is_refused_whole():
    campaign = load_demo()
    content = json.loads(campaign_file(campaign))["content"]
    content["battles"][3]["events"][0]["headline"] = 3
    before = everything()
    said = refusal(written("campaign", content), None)
    assert said == "Event 1, headline, should be text, not 3. Nothing was stored."
    assert everything() == before


def test_a_table_of_another_version_of_the_app_is_refused():
    content = json.loads(battle_file(demo_of("x_wing")))["content"]
    content["tables"]["ship"]["columns"].append("wings")
    said = refusal(written("battle", content), Campaign.objects.create(name="Another"))
    assert said.startswith("The table ship has other columns than this version of the app: name, status,")


@pytest.mark.parametrize("where", ["declarations", "versions"])
def test_an_edition_that_the_rules_never_had_is_refused(where):
    contents = [json.loads(path.read_bytes())["content"] for path in FILES]
    of = {
        "declarations": lambda content: content["declarations"],
        "versions": lambda content: [version for event in content["events"] for version in event["versions"]],
    }[where]
    content = next(content for content in contents if of(content))
    found = of(content)
    found[-1]["edition"] = "a kinder one"
    campaign = Campaign.objects.create(name="A campaign")
    before = everything()
    assert "that this app does not know. Nothing was stored." in refusal(written("battle", content), campaign)
    assert everything() == before


def test_the_names_in_a_file_cannot_be_turned_around():
    content = json.loads(battle_file(demo_of("x_wing")))["content"]
    content["events"][0]["who"] = "Anna\u202e"
    assert "letters that cannot be seen" in refusal(written("battle", content), Campaign.objects.create(name="Another"))


def of_format(version, content):
    """The file of a battle in that format."""
    return written("battle", content).replace(f'"version": {VERSION}'.encode(), f'"version": {version}'.encode(), 1)


@pytest.mark.parametrize(("stem", "version"), [("x_wing", 1), ("x_wing_format_2", 2)])
def test_what_is_not_in_the_end_of_a_battle_is_refused(stem, version):
    path = next(path for path in FILES if path.stem == stem)
    found = json.loads(path.read_bytes())["content"]
    assert of_format(version, found) == path.read_bytes()
    assert [squad["version"] for squad in found["ending"]["squads"]] == ["2.0.0", "2.0.0"]
    campaign = Campaign.objects.create(name="A campaign")
    for damage in (
        lambda ending: ending["won"].append("Somebody"),
        lambda ending: ending["squads"][0].update(points=7),
        lambda ending: ending["squads"][1]["pilots"].pop(),
        lambda ending: ending["scores"][0].update(scores=[]),
        lambda ending: ending.update(rounds=[1]),
        lambda ending: ending.update(rounds=[]),
        lambda ending: ending.update(rounds=[2, 2]),
        lambda ending: ending.update(rounds_played=7),
        lambda ending: ending.update(said="Nobody wins."),
        lambda ending: ending["scores"][0].update(side="Somebody"),
        lambda ending: ending["scores"][0]["scores"].__setitem__(-1, 1),
        lambda ending: ending["scores"].pop(),
    ):
        content = deepcopy(found)
        damage(content["ending"])
        assert "not as the app writes it" in refusal(of_format(version, content), campaign)
    for name, value in (("rounds", 2), ("rounds", ["2"]), ("rounds", [True]), ("scores", {}), ("scores", [2])):
        content = deepcopy(found)
        content["ending"][name] = value
        assert "Nothing was stored." in refusal(of_format(version, content), campaign)
    del found["ending"]
    assert "not as the app writes it" in refusal(of_format(version, found), campaign)


def test_a_file_of_a_format_that_is_not_read_is_refused():
    content = json.loads(battle_file(demo_of("x_wing")))["content"]
    campaign = Campaign.objects.get()
    for version in (0, 3, 10):
        said = refusal(of_format(version, content), campaign)
        assert said == f"The file is of format {version}, and this app reads formats 1 and 2. Nothing was stored."
    assert "is of format True" in refusal(of_format("true", content), campaign)


def test_what_a_file_makes_of_itself_is_bounded(monkeypatch):
    """Each declaration has the whole battle with it, of which a file has only what became another."""
    whole = FILES[0].read_bytes()
    letters = len(json.loads(whole)["content"]["declarations"])
    monkeypatch.setattr(reading_log, "LARGEST", letters * 100)
    assert "makes more of itself" in refusal(whole, Campaign.objects.create(name="A campaign"))
