"""What follows from an attack, before its dice and at its asks: AP against EP and exact odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from rules.airsoft_squads.attack import Attack, before_dice, check, with_dice
from rules.airsoft_squads.cards import playable
from rules.airsoft_squads.field import why_not_act, why_not_target
from rules.airsoft_squads.modify import Modified, after_dice, conditional, counted_before, dp_left, modified
from rules.airsoft_squads.odds import doubling_pays, excesses, in_a_row, on_counter
from rules.airsoft_squads.pieces import Bonus, Kind, Operator
from rules.airsoft_squads.playing import Condition
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.shot import CriticalDie, Rolled, ShotDice, undecided
from rules.airsoft_squads.status import out_of_order
from rules.airsoft_squads.sums import sums
from rules.asks import Chance, Declared, Likely, Outlook
from rules.distributions import chance_of, mapped
from rules.odds import odds_after, percent
from rules.outlooks import losses, on_average
from rules.table import Moment, Table
from rules.words import capitalised, listed


def outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """What an attack comes to without further cards; ``Illegal`` when it cannot be made.

    Criticals are chosen for the most AP. What is told more is what MOVEs and MEDICs have changed, what the target has
    to expect when every other operator that can attack it does so, and what the order of the TURN says.
    """
    battle, attack = declared.battle, declared.declaration
    attacker, target = check(battle, attack)
    found = modified(battle, attacker, target, attack.met)
    others = tuple(followers(battle, attacker, target))
    shots = (found, *(modified(battle, other, target, ()) for other in others))
    return replace(
        _told(target, found, excesses(found.shot)),
        sentence=_sentence(battle, attacker, target, found),
        sums=sums(attacker, target, found),
        line="before cards" if _has_cards(battle, attacker, target) else "",
        more=(
            *_counted(attacker, target),
            *_volley(battle, target, others, shots),
            *_best_play(shots),
            *_left_out(battle, attacker, target),
            *out_of_order(battle, attacker),
        ),
    )


def odds_at(moment: Moment[Battle, Attack], option: int | str | None) -> Outlook | None:
    """The odds at every card, condition and critical die, all still to come chosen as in ``outlook``; nothing later."""
    declared, ask, replies = moment.declared, moment.ask, moment.after(option)
    attacker, target = map(declared.battle.operator, (declared.declaration.actor, declared.declaration.target))
    if not any(reply.label == ShotDice.LABEL for reply in replies):
        (now,) = odds_after(_before_dice, declared, replies)
        if now is None:
            return None
        return replace(_told(target, now, excesses(now.shot)), sums=sums(attacker, target, now))
    if not isinstance(ask, Condition | CriticalDie):
        return None
    ((now, shown),) = odds_after(_with_dice, declared, replies)
    choosing = undecided(now.shot, shown)
    if isinstance(ask, CriticalDie):
        choosing = ask.choosing if option is None else ask.choosing.then(str(option))
    return _told(target, now, {choosing.best.excess: Fraction(1)})


def _before_dice(declared: Declared[Battle, Attack], table: Table) -> Modified | None:
    return before_dice(declared, table)[1]


def _with_dice(declared: Declared[Battle, Attack], table: Table) -> tuple[Modified, Rolled]:
    played, prepared = before_dice(declared, table)
    assert prepared  # what has dice was not ended by a card
    return with_dice(declared, played, prepared, table)


def _told(target: Operator, found: Modified, chances: Mapping[int, Fraction]) -> Outlook:
    """What goes to the hit counter of the target, and whether it goes HIT."""
    chances = mapped(chances, lambda excess: on_counter(target.hits, excess) - target.hits)
    hit = chance_of(chances, lambda excess: target.hits + excess >= found.dp)
    main = Likely("takes out", target.name, hit)
    return Outlook(
        "",
        main=main,
        expected=on_average(chances, "hits"),
        losses=losses(target, "hits", chances, max(1, found.dp - target.hits), main, verb="take", end="HIT"),
        table=tuple(Chance(_amount(e, target.hits + e >= found.dp), chance) for e, chance in chances.items()),
        heading="Every hit count",
    )


def followers(battle: Battle, attacker: Operator, target: Operator) -> Iterator[Operator]:
    """The other operators of the attacker's squad that can attack the same target now."""
    for other in battle.operators:
        reason = why_not_act(battle, other, Bonus.ATTACK) or why_not_target(other, target)
        if other.squad == attacker.squad and other.key != attacker.key and not reason:
            yield other


def _volley(
    battle: Battle, target: Operator, others: tuple[Operator, ...], shots: tuple[Modified, ...]
) -> tuple[str, ...]:
    """The chances of HIT when others attack the same counter after this attack, with no condition and no more cards."""
    if not others:
        return ()
    alone, *then = in_a_row([(found.shot, found.dp) for found in shots], target.hits)
    named = ", ".join(f"with {other.name} {percent(chance)}" for other, chance in zip(others, then, strict=True))
    unmet = any(conditional(battle, other, target) for other in others)
    return (f"In a row: HIT {percent(alone)}, then {named}{', if no condition holds for them' if unmet else ''}.",)


def _counted(attacker: Operator, target: Operator) -> tuple[str, ...]:
    counted = [effect.in_words for effect in counted_before(attacker, target)]
    return (f"Counted: {listed(counted)}.",) if counted else ()


def _left_out(battle: Battle, attacker: Operator, target: Operator) -> tuple[str, ...]:
    late = [effect.in_words for effect in after_dice(battle, attacker, target)]
    return (f"Asked after the dice, and not in the odds: {listed(late)}.",) if late else ()


def _best_play(shots: tuple[Modified, ...]) -> tuple[str, ...]:
    """That the odds rest on the attackers' best choices, where there is one to make."""
    if not any(doubling_pays(found.shot) for found in shots):
        return ()
    return ("The odds double a critical die wherever that gives more AP.",)


def _sentence(battle: Battle, attacker: Operator, target: Operator, found: Modified) -> str:
    shot = found.shot
    parts = []
    if found.suppressed:
        parts.append(f"suppressed, {dp_left(battle, attacker)} of {attacker.dp} DP left: AP VALUE {attacker.ap} halved")
    if shot.rounds() or found.rounded:
        parts.append(f"halves rounded {shot.settings.rounding}")
    if critical := str(shot.criticals):
        parts.append(f"critical {critical}")
    parts.append(f"hit counter {target.hits} of {found.dp}")
    return capitalised("; ".join(parts)) + "."


def _has_cards(battle: Battle, attacker: Operator, target: Operator) -> bool:
    """Whether a card may still change the odds."""
    return bool(playable(battle, attacker.squad, Kind.ATTACK) or playable(battle, target.squad, Kind.DEFENCE))


def _amount(excess: int, hit: bool) -> str:
    amount = f"+{excess}" if excess else "nothing"
    return f"{amount}, HIT" if hit else amount
