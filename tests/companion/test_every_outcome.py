"""Below the bars every outcome with its chance, folded, from the target that is tapped to the dice, in every game."""

import re
from html import unescape

import pytest

from companion.templatetags.table import percent
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

SAID = {"mobile_frame_zero": {"q-value": "4"}}
"""What only the table knows: without it there are no odds."""


def told(page):
    """Whether the outcomes of a page are not to be seen, what stands above them, and each with its chance."""
    (fold,) = re.findall(r'<details class="exact" id="exact".*?</details>', text_of(page), re.S)
    (heading,) = re.findall(r"<summary>(.*?)</summary>", fold)
    rows = re.findall(r"<li>(.*?) <b>(.*?)</b></li>", fold)
    return " hidden>" in fold.split("<summary>")[0], unescape(heading), [tuple(map(unescape, row)) for row in rows]


def attacks(device):
    """The pages of all attacks of the first piece that can make one."""
    panels = (device.get(attacker=piece.key).context["page"].panel for piece in device.sheet.pieces)
    chosen = next(panel.chosen for panel in panels if panel.kind == "target")
    for target in (key for key, reason in chosen.targets.items() if not reason):
        yield device.get(attacker=chosen.attacker, target=target, **SAID.get(device.battle.game, {}))


@pytest.mark.parametrize("slug", GAMES)
def test_every_outcome_is_told_with_its_chance_where_there_is_more_than_one(slug):
    folded = 0
    for page in attacks(Device(demo_of(slug), name="Anna")):
        outlook = page.context["page"].panel.outlook
        rows = [(end.label, percent(end.chance)) for end in outlook.table]
        many = len(rows) > 1
        assert told(page) == (not many, outlook.heading, rows if many else [])
        folded += many
    assert folded


def test_a_form_that_has_no_odds_yet_has_a_place_for_them():
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    page = device.get(attacker=device.key("Ghanat Ekauechihé"), target=device.key("ST-10 Osprey, Lieutenant Vane"))
    assert told(page) == (True, "Every outcome", [])
    assert 'hx-select-oob="#questions,#exact,#sides,#neutral"' in text_of(page)


def test_the_table_goes_on_at_what_is_asked():
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    page = device.get()
    assert page.context["page"].panel.kind == "ask"
    hidden, _, rows = told(page)
    assert not hidden
    assert [label for label, _ in rows] == [end.label for end in page.context["page"].panel.outlook.table]
