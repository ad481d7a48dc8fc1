"""The order of the sides is part of every sheet in the log, and no entry tells of another: staff leave it as it is."""

import pytest

from companion.admin.edits import editing
from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.models import Side
from companion.services.auditing import audited
from companion.services.refusals import Refusal
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import everything, sheet_of

pytestmark = pytest.mark.django_db
games = pytest.mark.parametrize("game", GAMES)


@games
def test_another_order_of_the_sides_is_refused(game):
    battle = demo_of(game)
    first = battle.sides.first()
    before = everything()
    with (
        pytest.raises(Refusal, match=r"^The sides keep their order: .* Nothing was saved\.$"),
        editing(key=battle.key, who="staff"),
    ):
        Side.objects.filter(pk=first.pk).update(seat=9)
    assert everything() == before


@games
def test_other_numbers_of_seats_in_the_same_order_are_told_and_the_battle_can_be_taken_away(game):
    battle = demo_of(game)
    sheet = sheet_of(battle)
    with editing(key=battle.key, who="staff"):
        Side.objects.filter(pk=battle.sides.last().pk).update(seat=9)
    assert sheet_of(battle) == sheet
    assert audited(battle).is_clean
    file = battle_file(battle)
    (again,) = bring_in(file).battles
    assert battle_file(again) == file
