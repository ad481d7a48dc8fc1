"""What is declared in battles at random, and what is picked on a screen."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.at_random import aims, answers_at_random
from rules.asks import Choice
from rules.at_once import ends_of
from rules.game import Game, Procedure
from rules.replay import Record
from rules.table import Moment

SELDOM = 0.1


def screen_at_random(record: Record, moment: Moment[Any, Any], random: Random) -> list[str]:
    """Options for all choices of a screen at once, now and then; none where one is answered alone."""
    if not isinstance(moment.ask, Choice) or random.random() < 0.3:
        return []
    laying = moment.ask.laying(record.declared)
    if laying is None:
        ends = ends_of(record.procedure, moment)
        return [str(option) for option in random.choice(ends).taken] if ends else []
    left, laid = list(laying.dice), []
    for place in laying.places:
        values = [option.value for option in place.options]
        laid.append(random.choice([value for value in values if value in left or value not in laying.dice]))
        if laid[-1] in left:
            left.remove(laid[-1])
    return [str(value) for value in laid]


def declarable(
    game: Game[Any], sheet: Any, random: Random, *, anything: bool = False
) -> tuple[Procedure[Any, Any], dict[str, Any]] | None:
    """What can be declared, with answers to its questions; only ``anything`` takes, seldom, corrections and its end."""
    all_of_it = anything and random.random() < SELDOM
    able = [p for p in game.of_pieces if (all_of_it or p.slug != "correction") and aims(p, sheet)]
    offered = [p for p in game.of_the_battle if p.offered(sheet) and p.ends in (False, all_of_it)]
    chosen = able if able and (not offered or random.random() < 0.8) else offered
    if not chosen:
        return None
    procedure = random.choice(chosen)
    return procedure, answers_at_random(procedure, sheet, random)
