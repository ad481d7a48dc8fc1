"""Sums that decide how it is rolled, as they are drawn: bars on one scale, dice in a tray."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from companion.forms.rows import OfferedRow
from companion.templatetags.sums import to_scale
from rules.gods_gloom.modifiers import COLOURS
from rules.questions import Row
from rules.sums import Part, Sum
from tests.companion.demo import demo_of
from tests.companion.playing import Device, text_of


def of(*parts):
    return Sum("rook", "AP", tuple(Part(str(amount), amount) for amount in parts), "+ D6", "")


def drawn(*sums):
    return [[(one.kind, one.start, one.length, one.label) for one in bar.stretches] for bar in to_scale(sums)]


def test_both_bars_have_one_scale_and_the_gap_between_them_is_seen():
    assert drawn(of(7, 1, 2), of(3, 2)) == [
        [("own", 0, 70, "7"), ("added", 70, 10, "+1"), ("added", 80, 20, "+2")],
        [("own", 0, 30, "3"), ("added", 30, 20, "+2"), ("gap", 50, 50, "")],
    ]


def test_what_is_taken_away_lies_over_the_end_of_what_was_gained():
    assert drawn(of(3, -1), of(4)) == [
        [("own", 0, 75, "3"), ("taken", 50, 25, ""), ("gap", 75, 25, "")],
        [("own", 0, 100, "4")],
    ]


@pytest.mark.parametrize(
    ("sums", "leads"),
    [((of(7, 3), of(5)), [5, 0]), ((of(3, -5), of(4)), [0, 6]), ((of(4), of(4)), [0, 0]), ([of(4)], [0])],
)
def test_it_is_told_of_the_one_that_leads_by_how_much_it_is_ahead(sums, leads):
    assert [bar.ahead for bar in to_scale(sums)] == leads
    odds, page = {"sums": sums}, {"sides": ()}
    rows = render_to_string("battle/_sums.html", {"odds": odds, "page": page}).split("</p>")
    assert [f"<b>{lead} ahead</b>" in row for lead, row in zip(leads, rows, strict=False)] == [*map(bool, leads)]
    assert sum("ahead" in row for row in rows) == any(leads)


@pytest.mark.parametrize("parts", [(0,), (2, -5), (-1,)])
def test_a_sum_of_nothing_or_less_has_no_stretch_beyond_its_ends(parts):
    for stretches in drawn(of(*parts), of(1)):
        assert all(0 <= start <= start + length <= 100 for _, start, length, _ in stretches)


def told(row):
    """What a row on offer tells below its name."""
    shown = render_to_string("battle/_row.html", {"offered": OfferedRow("box", "end", row, checked=False)})
    return shown.partition("<small>")[2].partition("</small>")[0]


def test_dice_that_are_added_are_drawn_and_still_said():
    row = Row("Feint", leads_to="1 Seal", dice=(Part("red", 1, colour="red"), Part("blue", -2, colour="blue")))
    red, blue = (f'<i class="colour colour-{name}"><span class="visually-hidden">{name}</span></i>' for name in COLOURS)
    assert told(row) == f"+1 {red}, \N{MINUS SIGN}2 {blue}, 1 Seal"
    assert told(replace(row, leads_to="")) == f"+1 {red}, \N{MINUS SIGN}2 {blue}"
    assert told(Row("Feint")) == ""
    assert told(Row("Feint", leads_to="the other unit -1 Morale")) == "the other unit \N{MINUS SIGN}1 Morale"


def test_no_words_are_drawn_as_dice_whatever_they_say():
    assert told(Row("Jamming", leads_to="by Ace +1 red")) == "by Ace +1 red"


def test_the_sum_of_an_attack_of_mobile_frame_zero_is_shown_as_dice(db):
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    pieces = {"attacker": device.key("ST-10 Osprey, Captain Kader"), "target": device.key("Ghanat Doajihé")}
    shown = text_of(device.get(**pieces, **{"q-value": "8"}))
    assert "Attack 8 − defence 3: 5 damage dice.</span>" in shown  # noqa: RUF001
    assert 'aria-label="8"' in shown.partition("addend")[2].partition("<small>attack</small>")[0]
    assert 'aria-label="3"' in shown.partition("<small>attack</small>")[2].partition("<small>defence</small>")[0]


def test_both_halves_of_a_roll_land_when_they_come_and_lie_there_afterwards(db):
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    device.dice("6 5 2", "5 3 1")
    assert 'class="met lands"' in text_of(device.get())
    device.choose("0")
    shown = text_of(device.get())
    assert 'class="rolled"' in shown
    assert " lands" not in shown
