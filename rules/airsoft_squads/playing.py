"""Cards in an attack: three turns to attach one, and the conditions written on them (Modify, step 5)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.asks import PieceChoice
from rules.airsoft_squads.cards import attach, playable
from rules.airsoft_squads.conditions import seen
from rules.airsoft_squads.declaration import Attack
from rules.airsoft_squads.effects import effects_of_attack
from rules.airsoft_squads.modifiers import Modifier, Stat
from rules.airsoft_squads.modify import modified
from rules.airsoft_squads.performance import all_hit, goes_hit
from rules.airsoft_squads.pieces import Card, Kind, Operator
from rules.airsoft_squads.sheet import Battle
from rules.asks import Choice, Declared, Option
from rules.changes import Change, apply
from rules.table import Table

NO_CARD = "no card"

HOLDS, FAILS = "holds", "fails"


@dataclass(frozen=True, slots=True)
class CardAttached(PieceChoice):
    """The first card that the attacker may attach (Modify, step 5)."""

    LABEL = "5a ATTACK card"
    SENTENCE = "Does {attacker} attach an ATTACK card?"
    OPTIONS = {NO_CARD: (NO_CARD, "")}
    PASS = (NO_CARD, "nobody attaches a card")

    attacker: str
    target: str


@dataclass(frozen=True, slots=True)
class CardInReply(CardAttached):
    """The card that the attacked side may attach."""

    LABEL = "5b DEFENCE card"
    SENTENCE = "{attacker} attacks {target}. Does {target} attach a DEFENCE card?"


@dataclass(frozen=True, slots=True)
class CardAtLast(CardAttached):
    """The card that the attacker may attach when the attacked side has attached one."""

    LABEL = "5c ATTACK card"
    SENTENCE = "The attacked side has attached a card. Does {attacker} attach an ATTACK card?"


@dataclass(frozen=True, slots=True)
class Condition(Choice[Battle, Attack, str]):
    """Whether the condition of a modifier holds, which the players say."""

    LABEL = "condition"

    modifier: Modifier
    is_asked: bool = True

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Whose condition it is, and what it asks."""
        modifier = self.modifier
        return f"{modifier.name}, {modifier.effect}: {modifier.condition.rstrip('.?')}?"

    def option(self, declared: Declared[Battle, Attack], value: str) -> Option:
        """Yes or no."""
        return Option(value, "yes", "it counts") if value == HOLDS else Option(value, "no", "it does not count")


@dataclass(frozen=True, slots=True)
class Played:
    """What was played in step 5: the battle with the cards attached, the changes, and the conditions that hold."""

    battle: Battle
    changes: tuple[Change, ...] = ()
    met: tuple[str, ...] = ()


def play_cards(battle: Battle, attacker: Operator, target: Operator, met: tuple[str, ...], table: Table) -> Played:
    """Let the attacker, then the attacked side, then the attacker again attach a card (Modify, step 5).

    The attacker's last turn comes only when the attacked side attached a card in this attack. Whoever is at its DP by a
    card goes HIT at once; with the attacker or the attacked one the attack ends (RULINGS). ``met`` are the conditions
    that hold before any card.
    """
    pair = (attacker, target)
    played = _turn(Played(battle, met=met), CardAttached, attacker, Kind.ATTACK, pair, table)
    answered = _turn(played, CardInReply, target, Kind.DEFENCE, pair, table)
    if answered is played:
        return played
    return _turn(answered, CardAtLast, attacker, Kind.ATTACK, pair, table)


def _turn(
    played: Played,
    ask: type[CardAttached],
    operator: Operator,
    kind: Kind,
    pair: tuple[Operator, Operator],
    table: Table,
) -> Played:
    battle = played.battle
    if not all(battle.operator(one.key).active for one in pair):
        return played
    carried = battle.attached(operator)
    if carried is not None:
        table.note(ask.LABEL, f"refused: {operator.name} carries {carried.name}, and one card is the most")
        return played
    cards = playable(battle, operator.squad, kind)
    attacker, target = pair
    options = (NO_CARD, *(card.key for card in cards))
    chosen = table.choose(ask(operator.squad, options, attacker.key, target.key))
    if chosen == NO_CARD:
        return played
    card = battle.card(chosen)
    changes = all_hit(battle, attach(card, operator), card.name, table)
    now = apply(battle, changes)
    met = tuple(
        effect.modifier.key
        for effect in effects_of_attack(now, *pair)
        if effect.modifier in card.modifiers
        and effect.modifier.condition
        and not effect.modifier.after_dice
        and holds(effect.modifier, operator.squad, pair, table)
    )
    return _hit_by_lost_dp(played, Played(now, (*played.changes, *changes), (*played.met, *met)), card, pair, table)


def _hit_by_lost_dp(before: Played, after: Played, card: Card, pair: tuple[Operator, Operator], table: Table) -> Played:
    """What was played where DP that the card takes in the attack put the attacked one HIT at once."""
    if not any(modifier.stat is Stat.DP for modifier in card.modifiers):
        return after
    battle, (_, attacked) = after.battle, pair
    target, dp = battle.operator(attacked.key), _dp(after, pair)
    if not target.active or target.hits < dp or dp >= _dp(before, pair):
        return after
    changes = all_hit(battle, goes_hit(battle, target, card.name, table), card.name, table)
    return Played(apply(battle, changes), (*after.changes, *changes), after.met)


def _dp(played: Played, pair: tuple[Operator, Operator]) -> int:
    """The DP that count for HIT in the attack, as far as it is played."""
    attacker, target = (played.battle.operator(one.key) for one in pair)
    return modified(played.battle, attacker, target, played.met).dp


def holds(modifier: Modifier, squad: str, pair: tuple[Operator, Operator], table: Table) -> bool:
    """Whether the condition of a modifier holds, as a squad says where the app does not see it."""
    sees = seen(modifier, *pair)
    options = (FAILS, HOLDS) if sees is False else (HOLDS, FAILS)
    return table.choose(Condition(squad, options, modifier, is_asked=sees is None)) == HOLDS
