"""What the card of a weapon does to the defender that the app does not know: the players tell it, one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rules.asks import Choice, Declared
from rules.table import Table
from rules.x_wing.declaration import Attack
from rules.x_wing.dice import Results
from rules.x_wing.inflicting import Inflicted
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.tokens import NAMES, ORANGE, RED

NOTHING = "nothing more"
MOST = 9
"""How often it is asked in one attack."""

DAMAGE = {
    "1 hit damage more": Results(1, 0),
    "1 crit damage more": Results(0, 1),
    "1 hit damage less": Results(-1, 0),
    "1 crit damage less": Results(0, -1),
}
TOKENS = {f"1 {NAMES[track]} token": track for track in (*RED, *ORANGE)}


@dataclass(frozen=True, slots=True)
class ByCard(Choice[Battle, Attack, str]):
    """What else the card of the weapon does to the defender, until it is nothing more."""

    LABEL = "4 by the card"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Whose card it is, and to whom it does something."""
        battle, attack = declared.battle, declared.declaration
        weapon = next(w for w in battle.ship(attack.actor).weapons if w.key == attack.weapon)
        return f"What else does the card of {weapon.name} do to {battle.ship(attack.target).name}?"


def by_card(done: Inflicted, attacker: Ship, table: Table) -> Inflicted:
    """What an attack does, with what the players say that the card does besides."""
    for _ in range(MOST):
        options = (NOTHING, *(name for name, more in DAMAGE.items() if min(_added(done.damage, more)) >= 0), *TOKENS)
        said = table.choose(ByCard(attacker.squad, options))
        if said == NOTHING:
            break
        done = _with(done, said)
    return done


def _with(done: Inflicted, said: str) -> Inflicted:
    if said in DAMAGE:
        return Inflicted(_added(done.damage, DAMAGE[said]), done.tokens)
    tokens = Counter(dict(done.tokens))
    tokens[TOKENS[said]] += 1
    return Inflicted(done.damage, tuple(tokens.items()))


def _added(damage: Results, more: Results) -> Results:
    return Results(damage.hits + more.hits, damage.crits + more.crits)
