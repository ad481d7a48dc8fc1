"""`manage.py abilities` counts the cards whose words matter in an attack, and names those that are not known."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

SHIP = {
    "name": "T-65 X-wing",
    "xws": "t65xwing",
    "pilots": [
        {"xws": "wedgeantilles", "ability": "While you perform an attack, the defender rolls 1 fewer defense die."},
        {"xws": "somebodynew", "ability": "While you defend, you may reroll your dice."},
        {"xws": "jekporkins", "ability": "After you gain a token, you may roll 1 attack die to remove it."},
        {"xws": "redsquadronveteran"},
    ],
}
UPGRADES = [
    {"xws": "predator", "sides": [{"ability": "While you perform an attack, you may reroll 1 attack die."}]},
    {"xws": "wedgeantilles", "sides": [{"ability": "While you perform an attack, reroll 1 attack die."}]},
    {"xws": "imperviumplating", "sides": [{}, {"ability": "Before you would be dealt a card, discard it."}]},
    {"xws": "inkbeak", "sides": [{"attack": {}, "ability": "Change all [Hit] results."}]},
]


@pytest.fixture
def checkout(tmp_path):
    folder = tmp_path / "2.5" / "data"
    folder.mkdir(parents=True)
    files = {"pilots": [{"ships": ["data/ship.json"]}], "upgrades": ["data/upgrades.json"], "version": "3.9.1"}
    for name, content in (("manifest", files), ("ship", SHIP), ("upgrades", UPGRADES)):
        (folder / f"{name}.json").write_text(json.dumps(content))
    return folder.parent


def told(path):
    out = StringIO()
    call_command("abilities", data=path, stdout=out)
    return out.getvalue().splitlines()


def test_the_cards_are_counted_and_the_others_named(checkout):
    lines = [
        "X-Wing 2.5: 2 of 6 cards are known, 33 %. Not known, 4 ids:",
        "  imperviumplating, inkbeak, somebodynew, wedgeantilles",
    ]
    assert told(checkout) == lines
    assert told(checkout.parent) == lines


@pytest.mark.parametrize(
    ("words", "matter"),
    [
        ("After you roll dice, you may reroll all blanks.", True),
        ("Before rolling defense dice, name a number. If you roll it, add 1 [Evade] result.", True),
        ("While you defend at attack range 1, prevent the range 1 bonus.", True),
        ("While you defend, your agility is the speed of your maneuver.", True),
        ("Action: Roll 2 defense dice. For each [Focus] result, gain 1 token.", False),
        ("After you execute a maneuver, roll 1 attack die. On a [Hit] result, remove 1 token.", False),
        ("Set your agility to 1 during setup.", False),
    ],
)
def test_words_of_rolls_range_bonuses_and_agility_in_attacks_matter(checkout, words, matter):
    (checkout / "data" / "ship.json").write_text(
        json.dumps({"xws": "dart", "pilots": [{"xws": "x", "ability": words}]})
    )
    (checkout / "data" / "upgrades.json").write_text("[]")
    assert told(checkout)[0].startswith(f"X-Wing 2.5: 0 of {int(matter)} cards are known")


def test_an_upgrade_whose_words_stand_where_those_without_effect_do_is_counted_too(checkout):
    upgrades = [{"xws": "x", "sides": [{"text": "While you attack, lay 1 [Hit] result aside."}]}]
    (checkout / "data" / "upgrades.json").write_text(json.dumps(upgrades))
    (checkout / "data" / "ship.json").write_text(json.dumps({"xws": "dart", "pilots": []}))
    assert told(checkout)[0].startswith("X-Wing 2.5: 0 of 1 cards are known")


def test_what_a_ship_can_do_is_on_the_cards_of_its_pilots(checkout):
    words = {"Advanced Targeting Computer": "roll 1 additional attack die.", "Ink Cloud": "reroll 1 attack die."}
    pilots = [
        {"xws": xws, "shipAbility": {"name": name, "text": f"While you perform an attack, {words[name]}"}, **own}
        for name in words
        for xws, own in ((f"plain{len(name)}", {}), ("wedgeantilles", SHIP["pilots"][0]))
    ]
    (checkout / "data" / "ship.json").write_text(json.dumps({"xws": "dart", "pilots": pilots}))
    (checkout / "data" / "upgrades.json").write_text("[]")
    assert told(checkout) == ["X-Wing 2.5: 2 of 4 cards are known, 50 %. Not known, 2 ids:", "  plain9, wedgeantilles"]


def quiet_of(path):
    out = StringIO()
    call_command("abilities", data=path, quiet=True, stdout=out)
    found = {}
    exec(out.getvalue(), found)
    return out.getvalue(), found


def test_the_ids_of_upgrades_without_words_of_attacks_are_written_and_no_words(checkout):
    upgrades = [
        *UPGRADES,
        {"xws": "squadleader", "sides": [{"ability": "While you coordinate, move on."}]},
        {
            "xws": "twofaced",
            "sides": [{"ability": "Set this side up."}, {"ability": "After you defend, gain a token."}],
        },
        {"xws": "wordless", "sides": [{"title": "x"}]},
        {"xws": "cannon", "sides": [{"attack": {}, "ability": "Spend 1 charge."}]},
        {"xws": "changed", "sides": [{"ability": "Gain a token."}]},
        {"xws": "changed", "sides": [{"ability": "Suffer 1 damage."}]},
    ]
    (checkout / "data" / "upgrades.json").write_text(json.dumps(upgrades))
    text, found = quiet_of(checkout)
    assert found["QUIET"] == {"squadleader"}
    assert "coordinate" not in text


def test_the_names_of_ship_abilities_without_words_of_attacks_are_written_and_no_words(checkout):
    abilities = [
        {"name": "Soft Landing", "text": "After you move, gain a token."},
        {"name": "Sharp Edges", "text": "While you perform an attack, roll 1 more."},
        {"name": "Changed", "text": "Gain a token."},
        {"name": "Changed", "text": "Suffer 1 damage."},
        {"name": "Wordless"},
        None,
    ]
    pilots = [{"xws": f"pilot{number}", "shipAbility": ability} for number, ability in enumerate(abilities)]
    (checkout / "data" / "ship.json").write_text(json.dumps({"xws": "dart", "pilots": pilots}))
    text, found = quiet_of(checkout)
    assert found["QUIET_ABILITIES"] == {"Soft Landing"}
    assert "After you move" not in text


def test_a_folder_without_a_checkout_is_one_sentence(tmp_path):
    with pytest.raises(CommandError, match="There is no checkout"):
        told(tmp_path)


def test_a_manifest_of_something_else_is_one_sentence(checkout):
    (checkout / "data" / "manifest.json").write_text('{"version": "1.0"}')
    with pytest.raises(CommandError, match="only versions 2 and 3 are known"):
        told(checkout)
