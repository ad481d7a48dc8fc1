"""The odds of an attack as players read them: before its dice, while they lie on the table, and after every option."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.asks import Ask, Chance, Choice, Declared, Outlook
from rules.distributions import chance_of, mapped, mean
from rules.odds import percent
from rules.words import counted
from rules.x_wing.attack import DICE, MORE, SUFFERS, DiceOrDamage
from rules.x_wing.best_play import is_plain
from rules.x_wing.chance_destroyed import destroyed
from rules.x_wing.damage import wounds_of
from rules.x_wing.danger import Then
from rules.x_wing.declaration import Attack, check
from rules.x_wing.dice import Results, in_words
from rules.x_wing.hands import RANGE_BONUS, Hand, Hands, hands_of, kinds_for_attack
from rules.x_wing.inflicting import COST_A_SHIELD, INSTEAD, NO_DAMAGE, inflicted
from rules.x_wing.modify import Rerolled
from rules.x_wing.odds import (
    UNCOUNTED,
    Chances,
    after_options,
    before_roll,
    best_damage,
    chances,
    is_counted,
    total,
    worth,
)
from rules.x_wing.sheet import Battle, Plasma
from rules.x_wing.ship import Effect, Status, Weapon
from rules.x_wing.steps_2_to_4 import HandRolled
from rules.x_wing.weapon_costs import price

TOO_MUCH = "Too much can happen here to count the odds."
USUAL_PLAY = "These odds are of the usual play, not of the best: blanks are rerolled, and whatever helps is spent."


def outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """The sentence, the line and the bars of an attack; ``Illegal`` when it cannot be made."""
    battle, attack = declared.battle, declared.declaration
    weapon = check(battle, attack)
    hands = hands_of(battle, attack, weapon)
    sentence = f"{_dice(hands.attack)} against {_dice(hands.defence)}."
    if not is_counted(hands):
        return Outlook(sentence, "too many dice for odds", more=tuple(_of_card(battle, attack, weapon)))
    found = chances(hands)
    if not found:
        return Outlook(sentence, TOO_MUCH, more=tuple(_of_card(battle, attack, weapon)))
    more: tuple[str, ...] = (USUAL_PLAY,)
    parts = _parts(found, battle, attack, weapon)
    if is_plain(hands):
        more, best = _worth(hands, _kinds(battle, attack, weapon)), number(best_damage(hands))
        parts[1:1] = [] if parts[0].endswith(best) else [f"in best play {best}"]
    more = (*_of_card(battle, attack, weapon), *more)
    return Outlook(sentence, ", ".join(parts), _bars(found), more)


def _kinds(battle: Battle, attack: Attack, weapon: Weapon) -> tuple[str, ...]:
    """The tokens of the attacker whose worth lies in its own dice alone."""
    kinds = kinds_for_attack(battle, attack, weapon)
    both = weapon.effect is Effect.SYNCED and attack.range == RANGE_BONUS
    return tuple(kind for kind in kinds if kind != "calculate" or not both)


def _of_card(battle: Battle, attack: Attack, weapon: Weapon) -> Iterator[str]:
    """What the card of a weapon does besides its odds."""
    if weapon.more:
        yield f"{weapon.name}: {MORE}. These odds are without it."
    if weapon.effect in SUFFERS:
        yield f"{battle.ship(attack.target).name} can {SUFFERS[weapon.effect]} instead of the dice."


def odds_at(declared: Declared[Battle, Attack], ask: Ask) -> Outlook | None:
    """The odds as they stand when dice are about to be rolled beside others that lie there; ``None`` elsewhere.

    Where the odds are too much to count, before such a roll or for the options of a choice, it only says so.
    """
    battle, attack = declared.battle, declared.declaration
    weapon = check(battle, attack)
    hands = hands_of(battle, attack, weapon)
    if isinstance(ask, Choice):
        return Outlook(TOO_MUCH) if UNCOUNTED in after_options(hands, ask).values() else None
    found = before_roll(hands, ask)
    if found is None:
        return None
    if found == UNCOUNTED:
        return Outlook(_lying(ask), TOO_MUCH)
    line = ", ".join(_parts(found, battle, attack, weapon))
    return Outlook(_lying(ask), line, _bars(found), () if is_plain(hands) else (USUAL_PLAY,))


def odds_after(declared: Declared[Battle, Attack], ask: Ask, option: int | str) -> Outlook | None:
    """The odds after an option that decides about dice, or about damage instead of them; ``None`` for others."""
    if isinstance(ask, DiceOrDamage) and option == DICE:
        return outlook(declared)
    battle, attack = declared.battle, declared.declaration
    weapon = check(battle, attack)
    found: Chances | None = {INSTEAD.get(weapon.effect, Results()): Fraction(1)}
    if not isinstance(ask, DiceOrDamage):
        afters = after_options(hands_of(battle, attack, weapon), ask) if isinstance(ask, Choice) else {}
        found = afters.get(str(option))
    return Outlook("", ", ".join(_parts(found, battle, attack, weapon)), _bars(found)) if found else None


def _lying(ask: Ask) -> str:
    if isinstance(ask, HandRolled):
        against = ask.hand.against
        return f"The attack dice show {against if against and against.total else 'nothing that hits'}."
    assert isinstance(ask, Rerolled)  # no other roll has odds while dice lie there
    dice = ask.again.now.dice
    if not any(dice.total):
        return f"No other {dice.kind} dice lie there."
    return f"The other {dice.kind} dice show {in_words(dice.kind, dice.total)}."


def _bars(found: Chances) -> tuple[Chance, ...]:
    """The chance of every amount of damage, the least first."""
    totals = mapped(found, total)
    return tuple(Chance(str(count) if count else "misses", totals[count]) for count in sorted(totals))


def _parts(found: Chances, battle: Battle, attack: Attack, weapon: Weapon) -> list[str]:
    """What is likely to be left of an attack, for a player who decides."""
    hits = chance_of(found, lambda left: bool(left.total))
    what = "results" if weapon.effect in (*NO_DAMAGE, Effect.TURBOLASER) else "damage"
    parts = [f"expected {what} {number(mean(found, total))}", f"hits {percent(hits)}"]
    defender = battle.ship(attack.target)
    if defender.status is Status.ACTIVE:
        wounds = wounds_of(battle, defender)
        early = battle.settings.plasma is Plasma.BEFORE
        if weapon.effect in COST_A_SHIELD and early:
            wounds = wounds.without_a_shield()
        damage = mapped(found, lambda left: inflicted(weapon.effect, left).damage)
        parts.append(f"destroyed {percent(destroyed(wounds, damage, _then(attack, weapon), early=early))}")
    return parts


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
            told.append(f"{number(damage)} ({change}) with {name} of the {'attacker' if attacks else 'defender'}")
    return tuple(told)


def number(value: Fraction) -> str:
    """A number with two decimals."""
    return f"{float(value):.2f}"


def _dice(hand: Hand) -> str:
    return f"{counted(hand.dice, f'{hand.kind} die') if hand.dice else f'no {hand.kind} dice'} ({hand.reasons})"
