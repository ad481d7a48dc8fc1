"""What players paste instead of a squad, and pilots that are not of the list's faction."""

import json
import time

import pytest

from rules.records import BadRecord
from rules.x_wing.no_squad import BESIDE, BROKEN, LINK, NO_BEGINNING, NO_END, NO_SQUAD, PAGE
from rules.x_wing.starter import starter_data
from rules.x_wing.xws import TOO_DEEP, TOO_LARGE, parse, read, resolve
from tests.rules.x_wing.test_xw_data import SQUAD

WHOLE = json.dumps(SQUAD)


def why_not(text):
    with pytest.raises(BadRecord) as refusal:
        parse(text)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("https://yasb.app/?f=Rebel%20Alliance&d=v9ZhZ20Z4X&sn=Test", LINK),
        (" HTTP://x.example/squad \n", LINK),
        ("www.yasb.app/?f=x", LINK),
        ("launchbaynext.app/print?lbx=1.2", LINK),
        ("My squad: https://yasb.app/?f=x", LINK),
        ("<!DOCTYPE html><html><body>Squad</body></html>", PAGE),
        ("\ufeff\n<a href='https://yasb.app'>Squad</a>", PAGE),
        ("<html>" + "x" * 300_000, PAGE),
        ("{ not json }", BROKEN),
        (WHOLE.replace('"points": 72', '"points": 72 72'), BROKEN),
        (f"{WHOLE}\n{WHOLE}", BESIDE),
        (f"My {{old}} list: {WHOLE}", BESIDE),
        (f"{WHOLE} without {{", BESIDE),
        (f"My list: {WHOLE[:-1]}", NO_END),
        (f"My list: {WHOLE[:60]}", NO_END),
        (WHOLE[1:], NO_BEGINNING),
        (WHOLE[60:-30], NO_BEGINNING),
        ("Wedge Antilles + R2 Astromech", NO_SQUAD),
        ("", NO_SQUAD),
        ("[" * 100_000, TOO_DEEP),
        ('{"pilots": ' + "9" * 5000 + "}", TOO_LARGE),
    ],
)
def test_what_is_no_squad_gets_the_sentence_of_its_own(text, sentence):
    assert why_not(text) == sentence


@pytest.mark.parametrize(
    "text",
    [
        f"My list: {WHOLE}",
        f"{WHOLE}\nsent from my phone",
        f"```json\n{WHOLE}\n```",
        f"https://yasb.app/?f=Rebel%20Alliance&d=v9ZhZ20Z4X\n{WHOLE}\n> see you on Friday",
    ],
)
def test_what_is_said_beside_a_squad_is_left_out(text):
    assert parse(text) == parse(WHOLE)


def test_a_squad_beside_other_text_is_held_to_the_same():
    broken = WHOLE[:-1] + ', "name": "Twice"}'
    assert why_not(f"My list: {broken}") == "The squad says one thing twice in the same place: export it again."
    assert why_not('My list: {"pilots": []}') == "The squad has no list of pilots."


def test_a_list_that_is_cut_anywhere_lacks_its_end():
    assert WHOLE.endswith("}}}")
    for length in range(1, len(WHOLE)):
        assert why_not(WHOLE[:length]) == NO_END


def test_a_list_that_is_cut_anywhere_lacks_its_beginning():
    for start in range(1, len(WHOLE)):
        assert why_not(WHOLE[start:]) == NO_BEGINNING


@pytest.mark.parametrize("text", ["{" + '"\\' * 99_000, "{" + '"' * 199_999, "{" + "\\" * 199_999, "a." * 99_999])
def test_no_text_takes_long_to_be_refused(text):
    before = time.process_time()
    why_not(text)
    assert time.process_time() - before < 1


def test_a_pilot_of_another_faction_is_told_and_kept():
    pilots = [{"id": "academypilot"}, {"id": "wedgeantilles"}]
    resolved = resolve(read({"faction": "rebelalliance", "pilots": pilots}), starter_data(), "s")
    assert [ship.name for ship in resolved.ships] == ["Academy Pilot", "Wedge Antilles"]
    assert resolved.warnings == (
        "Academy Pilot flies for the faction Galactic Empire, and the list is of Rebel Alliance.",
    )


@pytest.mark.parametrize("faction", ["Rebel Alliance", "rebelalliance", "REBELALLIANCE"])
def test_a_faction_may_be_written_as_its_name(faction):
    assert resolve(read({"faction": faction, "pilots": [{"id": "wedgeantilles"}]}), starter_data(), "s").warnings == ()


def test_a_faction_that_nobody_knows_is_told_as_it_is_written():
    squad = read({"faction": "hutts", "pilots": [{"id": "wedgeantilles"}]})
    assert resolve(squad, starter_data(), "s").warnings == (
        "Wedge Antilles flies for the faction Rebel Alliance, and the list is of hutts.",
    )
