"""What ``manage.py bench`` measures of this game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.asks import Declared
from rules.odds import odds
from rules.play import play
from rules.troops_and_supplies.attack import Attack, attack
from rules.troops_and_supplies.examples import EXAMPLES
from rules.troops_and_supplies.exchange import Exchange, Force, exchange
from rules.troops_and_supplies.odds import exchange_odds
from rules.troops_and_supplies.outlook import attack_outlook
from rules.troops_and_supplies.samples import GUARDS, RIFLES, battle
from rules.troops_and_supplies.sheet import DICE, MOST_STRENGTH, Battle

ANSWERED = next(example for example in EXAMPLES if example.slug == "counterattack-23")


def _closed(mine: int, theirs: int, answers: str | None = None) -> Callable[[], object]:
    return lambda: exchange_odds(Exchange(Force(MOST_STRENGTH, mine), Force(MOST_STRENGTH, theirs), answers))


def _generic(mine: int, theirs: int, answers: str | None = None) -> Callable[[], object]:
    return lambda: odds(exchange, Exchange(Force(MOST_STRENGTH, mine), Force(MOST_STRENGTH, theirs), answers))


CASES: Mapping[str, Callable[[], object]] = {
    "closed form, 10d12 v 10d12": _closed(12, 12),
    "closed form, 10d12 v 10d12 and the counterattack": _closed(12, 12, "blue"),
    "closed form, 10d20 v 10d20 and the counterattack": _closed(20, 20, "blue"),
    "generic odds, 10d12 v 10d12": _generic(12, 12),
    "generic odds, 10d12 v 10d12 and the counterattack": _generic(12, 12, "blue"),
    "outlook of 3d6 v 3d6 and the counterattack": lambda: attack_outlook(
        Declared(battle(RIFLES, GUARDS), Attack("rifle-squad", "guard-squad"))
    ),
    "play of an attack and its counterattack": lambda: play(attack, ANSWERED.declared, ANSWERED.replies),
}


def with_anything(battle: Battle, choose: Callable[[Sequence[Any]], Any]) -> Battle:
    """The battle whose units have any battle dice, as somebody chooses them."""
    return replace(battle, units=tuple(replace(unit, battle_die=choose(DICE)) for unit in battle.units))
