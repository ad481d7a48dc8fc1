"""What the sheet alone does at a tap: it is seen at once where it falls, and dice land one after the other."""

import itertools
import re

import pytest
from django.conf import settings

SHEET = re.sub(r"/\*.*?\*/", "", (settings.BASE_DIR / "static/table.css").read_text(encoding="utf-8"), flags=re.S)
MOVING = re.search(r"@media \(prefers-reduced-motion: no-preference\) {\n(.*?)\n}", SHEET, re.S)
STILL = SHEET.replace(MOVING[0], "")
TAPPED = {
    "option": "battle/_option.html",
    "button-step": "battle/_turn.html",
    "piece": "battle/_card.html",
    "mini": "battle/_token.html",
    "segment": "battle/_segment.html",
    "lying": "battle/_laying.html",
}
"""What a finger taps at a battle, and where it is drawn."""
KINDS = {"option": "button", "button-step": "button"}
"""What they are a kind of, where that is what the sheet speaks of."""


def rules(sheet, state):
    """The selectors and what they say of what is in a state."""
    return [(select, said) for select, said in re.findall(r"([^{}]+){([^{}]*)}", sheet) if state in select]


@pytest.mark.parametrize("name", TAPPED)
def test_what_is_tapped_shows_that_it_was_felt_while_the_finger_is_down(name):
    drawn = (settings.BASE_DIR / "templates" / TAPPED[name]).read_text(encoding="utf-8")
    kind = KINDS.get(name, name)
    assert re.search(rf'class="(?:[^"]* )?{kind}\b', drawn)
    assert re.search(rf'class="[^"]*\b{name}\b', drawn)
    felt = [said for select, said in rules(STILL, ":active") if re.search(rf"\.{kind}(?![\w-])", select)]
    assert any("outline: 3px solid currentcolor" in said for said in felt)


@pytest.mark.parametrize("name", ["option", "button-step", "piece", "mini"])
def test_what_waits_for_its_answer_goes_on_to_show_it(name):
    assert any(re.search(rf"\.{name}(?![\w-])", select) for select, _ in rules(STILL, ".htmx-request"))


def test_nothing_moves_under_a_finger_where_motion_is_not_welcome():
    said = " ".join(said for _, said in rules(STILL, ":active"))
    assert not re.search("transform|transition|animation", said)
    assert rules(MOVING[1], ":active")


@pytest.mark.parametrize(
    "dice", [r"\.hand > \.die-drawn:nth-child\(([^)]*)\)", r"\.met li:nth-child\(([^)]*)\) \.die-drawn"]
)
def test_dice_land_one_after_the_other_within_half_a_second_and_lie_still_where_motion_is_not_welcome(dice):
    fall = int(re.search(r"animation: fall (\d+)ms", MOVING[1])[1])
    delays = [
        (re.search(dice, select)[1], int(re.search(r"animation-delay: (\d+)ms", said)[1]))
        for select, said in rules(MOVING[1], "nth-child")
        if re.search(dice, select)
    ]
    assert [place for place, _ in delays] == ["2", "3", "4", "5", "n + 6"]
    waits = [0, *(wait for _, wait in delays)]
    assert all(later - earlier == waits[1] > 0 for earlier, later in itertools.pairwise(waits))
    assert waits[-1] + fall <= 500
    assert "animation-delay" not in STILL
