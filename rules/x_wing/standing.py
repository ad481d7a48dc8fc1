"""How an attack stands while its dice lie on the table: the odds before every roll and after every option."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.game import Declared, Option, Outlook
from rules.table import Ask, Choice, Roll
from rules.x_wing.attack import DICE, INSTEAD
from rules.x_wing.declaration import Attack, check
from rules.x_wing.dice import in_words
from rules.x_wing.modifying import NAMES, Rerolling
from rules.x_wing.neutralise import Results
from rules.x_wing.odds import is_plain
from rules.x_wing.outlook import USUAL_PLAY, bars, line, outlook
from rules.x_wing.prospects import Chances, after, standing
from rules.x_wing.sheet import Battle
from rules.x_wing.strike import Hand
from rules.x_wing.striking import strike_of

ONE_HIT: Chances = {Results(1): Fraction(1)}


def prospect(declared: Declared[Battle, Attack], ask: Ask) -> Outlook | None:
    """The odds as they stand when dice are about to be rolled beside others that lie there; ``None`` elsewhere."""
    if not isinstance(ask, Roll) or not isinstance(ask.about, Hand | Rerolling):
        return None
    battle, attack = declared.battle, declared.declaration
    weapon = check(battle, attack)
    of = strike_of(battle, attack, weapon)
    found = standing(of, ask.about)
    if found is None:
        return None
    told = line(found, battle, battle.ship(attack.target), weapon)
    return Outlook(_lying(ask.about), told, bars(found), () if is_plain(of) else (USUAL_PLAY,))


def with_odds(option: Option, declared: Declared[Battle, Attack], ask: Choice) -> Option:
    """An option that decides about dice, or about damage instead of them, with its odds; any other as it is."""
    if ask.label == INSTEAD and option.value == DICE:
        told = outlook(declared)
        return replace(option, leads_to=told.line, bars=told.bars)
    battle, attack = declared.battle, declared.declaration
    weapon = check(battle, attack)
    of = strike_of(battle, attack, weapon)
    found = ONE_HIT if ask.label == INSTEAD else after(of, ask.about, str(option.value))
    if found is None:
        return option
    return replace(option, leads_to=line(found, battle, battle.ship(attack.target), weapon), bars=bars(found))


def _lying(about: Hand | Rerolling) -> str:
    if isinstance(about, Hand):
        return f"The attack dice show {'nothing that hits' if about.against == Results() else about.against}."
    dice = about.now.dice
    kind = NAMES[dice.colour]
    if not any(dice.total):
        return f"No other {kind} lie there."
    return f"The other {kind} show {in_words(dice.colour, dice.total)}."
