"""That a battle starts and ends is told in a player's words, in every game."""

import pytest

from rules.changes import Change
from rules.games import GAMES
from rules.vocabulary import ChangeInWords


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize(
    ("track", "before", "after"), [("over", "going on", "ended"), ("started", "not started", "started")]
)
def test_a_battle_that_starts_or_ends_is_no_yes_or_no(slug, track, before, after):
    game = GAMES[slug]
    sheet = game.demo.battle
    there = game.tell(sheet, Change(sheet.key, track, False, True))
    back = game.tell(sheet, Change(sheet.key, track, True, False))
    assert there == ChangeInWords("the battle", "", before, after)
    assert back == ChangeInWords("the battle", "", after, before)
