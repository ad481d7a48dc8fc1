"""Abilities that were forgotten: what can still be typed in while the dice of an attack lie there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from rules.asks import Declared
from rules.play import answered, still_fit
from rules.questions import Column, Rows
from rules.table import Pick, Reply
from rules.x_wing.abilities import COLUMNS, MOST_ROWS, ON_ATTACK, ON_DEFENCE, TOO_MANY, USED, Ability, label_of
from rules.x_wing.attack import resolve
from rules.x_wing.attack_questions import asks_where
from rules.x_wing.declaration import Attack, check
from rules.x_wing.dice import ATTACK, DEFENCE
from rules.x_wing.hands import Hands, hands_of
from rules.x_wing.known.uses import taken
from rules.x_wing.means import DONE
from rules.x_wing.modify import Modify
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.steps_2_to_4 import HandRolled

UNASKED = "add_defence"
EVADES = "For an evade take back what was answered: the declaration asks then whether it can cancel crits."
"""Why no results can be added to defence dice where none could show an evade, and a weapon depends on where it is."""


def addable(declared: Declared[Battle, Attack], replies: Sequence[Reply]) -> tuple[Rows, ...]:
    """The abilities that both players can still type in after these replies; none before dice lie there."""
    battle, attack = declared.battle, declared.declaration
    if not any(isinstance(ask, HandRolled) for ask in answered(resolve, declared, replies)):
        return ()
    done = _done(declared, replies)
    sides = (("attacker_abilities", attack.actor), ("defender_abilities", attack.target))
    found = (_rows(declared, replies, done, name, battle.ship(key)) for name, key in sides)
    return tuple(rows for rows in found if rows.columns or rows.help)


def _done(declared: Declared[Battle, Attack], replies: Sequence[Reply]) -> set[tuple[str, str]]:
    """The sub-steps in which a player said that it is done, each with the player's side."""
    return {
        (ask.now.step, ask.now.side)
        for ask, reply in zip(answered(resolve, declared, replies), replies, strict=True)
        if isinstance(ask, Modify) and isinstance(reply, Pick) and reply.option == DONE
    }


def _rows(
    declared: Declared[Battle, Attack], replies: Sequence[Reply], done: set[tuple[str, str]], name: str, ship: Ship
) -> Rows:
    label = label_of(ship.name)
    battle, attack = declared.battle, declared.declaration
    by_cards = taken(battle, attack, check(battle, attack), attacking=name == "attacker_abilities")
    if len(getattr(attack, name)) - len(by_cards) >= MOST_ROWS:
        return Rows(name, label, typed=0, help=TOO_MANY)
    now, unasked = _hands(declared), UNASKED if _would_ask(declared) else ""
    columns: list[Column] = []
    late: list[str] = []
    for step, kind, names in (("2b", ATTACK, ON_ATTACK), ("3b", DEFENCE, ON_DEFENCE)):
        possible = (c for c in COLUMNS if c.name in names and c.name != unasked)
        usable = [c for c in possible if _hands(_with(declared, name, [c])) != now]
        if not usable:
            continue
        if (step, ship.squad) not in done and _comes(declared, name, usable, replies):
            columns += usable
        else:
            late.append(f"the {kind} dice")
    too_late = f"Too late for {' and '.join(late)}, unless you take back what was answered since." if late else ""
    told = [too_late or (USED if columns else ""), EVADES if unasked else ""]
    return Rows(name, label, tuple(columns), typed=min(1, len(columns)), help=" ".join(filter(None, told)))


def _would_ask(declared: Declared[Battle, Attack]) -> bool:
    """Whether an evade that is added now would need an answer that nobody asked for when there could be none."""
    battle, attack = declared.battle, declared.declaration
    weapon = check(battle, attack)
    evading = _with(declared, "defender_abilities", [c for c in COLUMNS if c.name == UNASKED]).declaration
    return asks_where(battle, evading, weapon) and not (attack.outside_front or asks_where(battle, attack, weapon))


def _with(declared: Declared[Battle, Attack], name: str, columns: Iterable[Column]) -> Declared[Battle, Attack]:
    """The same with one more ability in that list, which has 1 for each of the numbers."""
    attack = declared.declaration
    numbers: dict[str, Any] = {column.name: 1 for column in columns}
    more: dict[str, Any] = {name: (*getattr(attack, name), replace(Ability("one more"), **numbers))}
    return replace(declared, declaration=replace(attack, **more))


def _hands(declared: Declared[Battle, Attack]) -> Hands:
    battle, attack = declared.battle, declared.declaration
    return hands_of(battle, attack, check(battle, attack))


def _comes(declared: Declared[Battle, Attack], name: str, columns: Sequence[Column], replies: Sequence[Reply]) -> bool:
    """Whether nothing was answered that such an ability would come before; results can be added to any dice."""
    return still_fit(resolve, declared, _with(declared, name, columns), replies)
