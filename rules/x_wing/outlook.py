"""The odds of an attack as players read them: before its dice, while they lie on the table, and after every option."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from rules.asks import Ask, Chance, Choice, Declared, Likely, Losses, Outlook, Step
from rules.distributions import chance_of, mapped, mean
from rules.outlooks import WORTH_A_BAR, losses, on_average
from rules.table import Moment
from rules.words import count_or_no
from rules.x_wing.attack import DICE, MORE, SUFFERS, DiceOrDamage
from rules.x_wing.best_play import best_damage, is_plain
from rules.x_wing.best_with_abilities import best_with_abilities
from rules.x_wing.chance_destroyed import destroyed
from rules.x_wing.damage import wounds_of
from rules.x_wing.danger import Then
from rules.x_wing.declaration import Attack, check
from rules.x_wing.dice import ATTACK, shown_as
from rules.x_wing.hands import Hand, Hands, hands_of, kinds_for_attack
from rules.x_wing.inflicting import COST_A_SHIELD, INSTEAD, NO_DAMAGE, OTHERWISE, inflicted
from rules.x_wing.modify import Rerolled
from rules.x_wing.odds import (
    UNCOUNTED,
    Chances,
    after_options,
    before_roll,
    chances,
    chances_of_a_card,
    is_counted,
    share_left,
    total,
)
from rules.x_wing.range_bonus import OF_DEFENDER
from rules.x_wing.sheet import Battle, Plasma
from rules.x_wing.ship import Effect, Status, Weapon
from rules.x_wing.steps_2_to_4 import HandRolled
from rules.x_wing.weapon_costs import price
from rules.x_wing.worth_of_tokens import worth

TOO_MUCH = "Too much can happen here to work out the odds."
BY_CARD = "by a card"
"""The bar of a ship that only the text of a damage card can destroy: however much it takes, that is not enough."""

USUAL_PLAY = "Usual play, not the best."
USUAL_AFTERWARDS = "After each option: usual play, not the best."


def outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """The dice of an attack and what they may do; ``Illegal`` when it cannot be made."""
    battle, attack = declared.battle, declared.declaration
    weapon, hands = _fired(declared)
    ways = (hands.if_modified, "attack dice are modified"), (hands.if_bare, "the attacker has no green token left")
    others = ((hand, when) for hand, when in ways if hand and hand.dice != hands.defence.dice)
    waiting = "".join(f", or {_dice(hand)} once {when}" for hand, when in others)
    sentence = f"{_dice(hands.attack)} against {_dice(hands.defence)}{waiting}."
    if not is_counted(hands):
        return Outlook(sentence, "too many dice for odds", more=tuple(_of_card(battle, attack, weapon)))
    found = chances(hands)
    if not found:
        return Outlook(sentence, TOO_MUCH, more=tuple(_of_card(battle, attack, weapon)))
    line, more = "", tuple(_of_card(battle, attack, weapon))
    best = best_damage(hands) if is_plain(hands) else best_with_abilities(hands, share_left(hands))
    if best is None:
        more += (USUAL_PLAY,)
    elif (usual := number(mean(found, total))) != number(best):
        line = f"{usual} in usual play, {number(best)} in the best"
    if is_plain(hands):
        more += _worth(hands, _kinds(battle, attack, weapon, hands))
    return replace(_told(found, battle, attack, weapon), sentence=sentence, line=line, more=more)


def prospect(declared: Declared[Battle, Attack]) -> Outlook:
    """What a card shows of the outlook: less than half of it, and nothing where so many odds would take too long."""
    battle, attack = declared.battle, declared.declaration
    weapon, hands = _fired(declared)
    squad = battle.ship(attack.actor).squad
    enemies = sum(ship.standing and ship.squad != squad for ship in battle.ships)
    found = chances_of_a_card(hands, enemies)
    return _told(found, battle, attack, weapon) if found else Outlook(TOO_MUCH)


@lru_cache(maxsize=4)
def _fired(declared: Declared[Battle, Attack]) -> tuple[Weapon, Hands]:
    """The weapon of an attack and the dice of both sides: found once for all options of an ask, which may be fifty."""
    battle, attack = declared.battle, declared.declaration
    weapon = check(battle, attack)
    return weapon, hands_of(battle, attack, weapon)


def _kinds(battle: Battle, attack: Attack, weapon: Weapon, hands: Hands) -> tuple[str, ...]:
    """The tokens of the attacker whose worth lies in its own dice alone; no lock that it has and keeps for a card."""
    keeps = battle.ship(attack.actor).lock == attack.target and not hands.attack.means.lock
    kinds = [kind for kind in kinds_for_attack(battle, attack, weapon) if kind != "lock" or not keeps]
    both = weapon.effect is Effect.SYNCED and attack.range == OF_DEFENDER
    return tuple(kind for kind in kinds if kind != "calculate" or not both)


def _of_card(battle: Battle, attack: Attack, weapon: Weapon) -> Iterator[str]:
    """What the card of a weapon does besides its odds."""
    if weapon.more:
        yield f"{weapon.name}: {MORE}. These odds are without it."
    if weapon.effect in SUFFERS:
        yield f"{battle.ship(attack.target).name} can {SUFFERS[weapon.effect]} instead of the dice."


def odds_at(moment: Moment[Battle, Attack], option: int | str | None) -> Outlook | None:
    """The odds as dice are rolled and modified, or damage may be suffered instead of them; nothing later.

    Those at a choice are those of its usual option. Where they are too much to count, it only says so.
    """
    battle, attack, ask = moment.declared.battle, moment.declared.declaration, moment.ask
    weapon, hands = _fired(moment.declared)
    found = _found(hands, weapon, ask, option)
    if found is None:
        return None
    usual = () if is_plain(hands) else (USUAL_AFTERWARDS if isinstance(ask, Choice) else USUAL_PLAY,)
    if found != UNCOUNTED:
        return replace(_told(found, battle, attack, weapon), sentence=_lying(ask), more=usual)
    if option is not None:
        return None
    lies = _lying(ask)
    return Outlook(lies, TOO_MUCH) if lies else Outlook(TOO_MUCH)


def _found(hands: Hands, weapon: Weapon, ask: Ask, option: int | str | None) -> Chances | None:
    """What is left uncancelled at an ask, or after an option of it; ``None`` where no dice are to be decided."""
    if isinstance(ask, DiceOrDamage) and option not in (None, DICE):
        return {INSTEAD[weapon.effect]: Fraction(1)}
    if isinstance(ask, DiceOrDamage) or (isinstance(ask, HandRolled) and ask.hand.against is None):
        return chances(hands)
    if isinstance(ask, Choice):
        return after_options(hands, ask).get(str(ask.options[0] if option is None else option))
    return before_roll(hands, ask)


def _lying(ask: Ask) -> str:
    """What lies there while other dice are rolled."""
    if isinstance(ask, HandRolled) and (against := ask.hand.against):
        return f"The attack dice show {shown_as(ATTACK, (*against, 0, 0)) or 'nothing that hits'}."
    if not isinstance(ask, Rerolled):
        return ""
    dice = ask.again.now.dice
    if not any(dice.total):
        return f"No other {dice.kind} dice lie there."
    return f"The other {dice.kind} dice show {shown_as(dice.kind, dice.total)}."


def _told(found: Chances, battle: Battle, attack: Attack, weapon: Weapon) -> Outlook:
    """What the defender may suffer, and whether that destroys it, which cards may do before the damage does."""
    defender = battle.ship(attack.target)
    wounds, early = wounds_of(battle, defender), battle.settings.plasma is Plasma.BEFORE
    if weapon.effect in COST_A_SHIELD and early:
        wounds = wounds.without_a_shield()
    left = mapped(found, total)
    damage, suffered = found, left
    if weapon.effect in OTHERWISE:
        damage = mapped(found, lambda results: inflicted(weapon.effect, results).damage)
        suffered = mapped(damage, total)
    is_active = defender.status is Status.ACTIVE
    main = Likely("hits", defender.name, chance_of(left, bool))
    if is_active:
        chance = destroyed(wounds, damage, _then(attack, weapon), early=early)
        main = Likely("destroys", defender.name, chance) if chance or weapon.effect not in NO_DAMAGE else main
    harmless = weapon.effect in NO_DAMAGE and not any(suffered)
    kills = wounds.shields + wounds.hull - wounds.cards if is_active else None
    return Outlook(
        "",
        main=main,
        expected=on_average(left, "results") if harmless else on_average(suffered, "damage"),
        losses=_with_cards(losses(defender, "damage", suffered, kills, main, verb="take"), main),
        table=tuple(Chance(str(count) if count else "misses", left[count]) for count in sorted(left)),
        heading="Results left",
    )


def _with_cards(lost: tuple[Losses, ...], main: Likely) -> tuple[Losses, ...]:
    """The bars with one behind the kill line where nothing but the text of a card destroys, and that is worth a bar."""
    if main.verb != "destroys" or main.chance < WORTH_A_BAR:
        return lost
    return tuple(
        replace(one, steps=(*one.steps, Step(BY_CARD, main.chance, destroys=True)))
        if one.steps and not any(step.destroys for step in one.steps)
        else one
        for one in lost
    )


def _then(attack: Attack, weapon: Weapon) -> Then:
    """What comes after a hit; a charge that may be spent for it usually is."""
    if weapon.effect is Effect.BORON and weapon.charges > price(weapon, attack.target, bonus=attack.bonus).charges:
        return Then.ROLLS
    return Then.EXPOSES if weapon.effect is Effect.CONCUSSION else Then.NOTHING


def _worth(hands: Hands, by_attacker: tuple[str, ...]) -> tuple[str, ...]:
    now = best_damage(hands)
    told = []
    for name, attacks, damage in worth(hands, by_attacker):
        if damage != now:
            change = f"{'+' if damage > now else '−'}{number(abs(damage - now))}"  # noqa: RUF001
            whose = "attacker" if attacks else "defender"
            told.append(f"{number(damage)} damage ({change}) with {name} of the {whose}")
    return tuple(told)


def number(value: Fraction) -> str:
    """A number with two decimals."""
    return f"{float(value):.2f}"


def _dice(hand: Hand) -> str:
    dice = count_or_no(hand.dice, f"{hand.kind} die")
    return dice if hand.alone else f"{dice} ({hand.reasons})"
