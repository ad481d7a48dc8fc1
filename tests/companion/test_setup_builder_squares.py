"""Pieces are put on the squares of a board by tapping them."""

import re

import pytest

from companion.models import Battle, Piece
from companion.services.demo import load_demo
from tests.companion.playing import Device, everything, form_to, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def ford():
    battle = load_demo().battles.get(game="troops_and_supplies")
    Battle.objects.filter(pk=battle.pk).update(started=False)
    return Device(Battle.objects.get(pk=battle.pk), name="Anna")


def tap(device, unit, square, **given):
    return device.post("setup-put", unit.key.split("-")[1], **{"seen": device.seen, "square": square, **given})


def in_hand(page):
    return re.findall(r"In hand: <b>([^<]*)</b>", text_of(page))


def test_the_board_shows_who_stands_where_and_offers_the_free_squares(ford):
    page = text_of(ford.get("setup"))
    board = ford.sheet.columns * ford.sheet.rows
    standing = [unit for unit in ford.sheet.units if unit.square]
    assert len(re.findall(r'name="square" value="\d+-\d+"', page)) == board - len(standing)
    for unit in standing:
        assert f"hand={unit.key}" in page


def test_in_hand_is_the_last_piece_of_the_side_or_the_one_that_was_tapped(ford):
    first, second = (army.key for army in ford.sheet.armies)
    assert in_hand(ford.get("setup")) == [[u.name for u in ford.sheet.units if u.army == first][-1]]
    assert in_hand(ford.get("setup", side=second)) == [ford.sheet.units[-1].name]
    assert in_hand(ford.get("setup", hand=ford.sheet.units[0].key)) == [ford.sheet.units[0].name]


def test_a_tap_puts_it_there(ford):
    unit = ford.sheet.units[0]
    taken = {known.square for known in ford.sheet.units}
    free = next(
        (c, r) for c in range(1, 9) for r in range(1, 9) if (c, r) not in {(s.column, s.row) for s in taken if s}
    )
    assert tap(ford, unit, "{}-{}".format(*free), showing=unit.army).status_code == 302
    now = ford.piece(unit.name).square
    assert (now.column, now.row) == free
    assert ford.last.headline == f"{unit.name} stands on {now}."


@pytest.mark.parametrize("square", ["", "x", "0-1", "99-1", "1-99", "-1--1", "1", "\x00-1", "9" * 40 + "-1"])
def test_a_square_that_is_not_there_is_refused(ford, square):
    before = everything()
    assert (tap(ford, ford.sheet.units[0], square).status_code, everything()) == (422, before)


def test_a_square_that_is_taken_is_refused_and_the_own_one_is_no_news(ford):
    one, other = ford.sheet.units[:2]
    before = everything()
    answer = tap(ford, one, f"{other.column}-{other.row}")
    assert (answer.status_code, everything()) == (422, before)
    assert f"{other.name} stands there." in text_of(answer)
    assert tap(ford, one, f"{one.column}-{one.row}").status_code == 302
    assert everything() == before


def test_nobody_is_put_anywhere_after_the_start_or_without_a_board(ford):
    unit = ford.sheet.units[0]
    Battle.objects.filter(pk=ford.battle.pk).update(started=True)
    before = everything()
    assert (tap(ford, unit, "1-8").status_code, everything()) == (422, before)
    assert "In hand" not in text_of(ford.get("setup"))
    frames = Device(Battle.objects.get(game="mobile_frame_zero"))
    answer = frames.post("setup-put", Piece.objects.filter(battle=frames.battle).first().pk, square="1-1", seen=1)
    assert (answer.status_code, everything()) == (422, before)


def test_the_form_offers_a_free_square(ford):
    fields = form_to(ford.get("setup"), "/setup/unit/")["fields"]
    assert (int(fields["column"]), int(fields["row"])) not in {(one.column, one.row) for one in ford.sheet.units}
