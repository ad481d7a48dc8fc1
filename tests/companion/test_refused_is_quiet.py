"""What cannot be answered has no button: it stands by its name on one line, which unfolds why, each reason once."""

import re

import pytest

from companion.models import GloomArmy
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, text_of

pytestmark = pytest.mark.any_database


def declared(device, game):
    """Every page on which a piece of the demo declares something."""
    sheet = device.sheet
    for procedure in game.of_pieces:
        for actor in [key for key, why in procedure.actors(sheet).items() if not why]:
            aims = [key for key, why in procedure.targets(sheet, actor).items() if not why]
            for target in aims[:2] or [""]:
                yield device.get(attacker=actor, target=target, do=procedure.slug)


def shown(page):
    """What a page says, without what tells its scripts whether the questions are others."""
    return re.sub(r' data-shape="[^"]*"', "", text_of(page))


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_no_answer_that_cannot_be_given_is_drawn(game):
    device = Device(demo_of(game.slug), name="Anna")
    folded = 0
    for page in declared(device, game):
        for question in page.context["page"].panel.form.asked() if b'id="declare"' in page.content else ():
            refused = [s for s in question.segments if s.option.refused]
            refused_rows = [o for o in question.rows.offered if o.row.refused] if question.rows else []
            html = page.content.decode()
            for segment in refused:
                assert f'name="{question.name}" value="{segment.value}"' not in html
                assert shown(page).count(segment.option.refused) == 1
            for offered in refused_rows:
                assert f'name="{offered.name}"' not in html
                assert shown(page).count(offered.row.refused) == 1
            if refused or refused_rows:
                folded += 1
                (quiet,) = re.findall(r'(?s)<details class="asked not-now"><summary>(.*?)</summary>', html)
                assert quiet.startswith("Not now: ")
    assert folded or game.slug == "troops_and_supplies"


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_whatever_a_piece_is_to_do_can_be_left(game):
    """On a phone the other cards are covered meanwhile, so that no tap on one of them leads away."""
    pages = [page.content.decode() for page in declared(Device(demo_of(game.slug), name="Anna"), game)]
    forms = [html for html in pages if 'id="declare"' in html]
    assert forms
    assert all(re.search(r">(Something else|Not now)</a>", html) for html in forms)


def test_a_reason_is_not_told_of_one_name_twice(db):
    gate = Device(demo_of("gods_gloom"), name="Anna")
    GloomArmy.objects.update(seals=0)
    page = text_of(gate.get(attacker=gate.key("Gore Riders"), target=gate.key("Bound Soldiers"), do="attack"))
    assert "<p>Charge Bonus needs “Charge”.</p>" in page
    for army in ("Ashen Horde", "Unliving Host"):
        assert f"<p><b>Advance, Hold, Harass, Formation outdone</b>: {army} has no Command Seals.</p>" in page
    names = re.findall(r"<b>([^<]+)</b>: ", page.partition("Not now: ")[2])
    assert all(len(set(told.split(", "))) == len(told.split(", ")) for told in names)


def test_what_a_card_may_allow_stands_where_it_is_refused_and_nowhere_else(db):
    convoy = Device(demo_of("x_wing"), name="Anna")
    pair = {"attacker": convoy.key("Wedge Antilles"), "target": convoy.key("Soontir Fel"), "do": "attack"}
    html = text_of(convoy.get(**pair))
    fold = html.index('<details class="asked not-now">')
    assert html.index("A card allows what is refused") > fold
    allowed = text_of(convoy.get(**pair, **{"q-allowed": "True", "q-range": "0"}))
    assert 'name="q-range" value="0" checked' in allowed
