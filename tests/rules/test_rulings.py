from dataclasses import fields
from enum import StrEnum
from pathlib import Path

import pytest

from rules.games import GAMES

RULES = Path(__file__).parents[2] / "rules"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_tells_how_it_reads_its_rules(game):
    told = (RULES / game.slug / "RULINGS.md").read_text(encoding="utf-8")
    assert told.startswith("# ")
    assert game.edition in told
    assert "nofficial" in told
    assert "## Not known" in told


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_value_of_a_setting_is_explained(game):
    told = (RULES / game.slug / "RULINGS.md").read_text(encoding="utf-8").lower()
    settings = game.examples[0].battle.settings
    for field in fields(settings):
        chosen = getattr(settings, field.name)
        for value in values_of(chosen):
            assert f"**{value}**" in told


def values_of(chosen):
    """Everything that can be agreed on instead of a value, in the words of the rulings; of a number only itself."""
    if isinstance(chosen, bool):
        return ("no", "yes")
    return tuple(type(chosen)) if isinstance(chosen, StrEnum) else (chosen,)
