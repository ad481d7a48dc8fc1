"""What follows from an attack, before its dice and at its asks: the damage dice and exact odds of the same resolver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from rules.asks import Chance, Declared, Likely, Losses, Outlook
from rules.dice import D6, Pool, Tally, distribution
from rules.distributions import chance_of, mapped, mixed
from rules.mobile_frame_zero.attack import met
from rules.mobile_frame_zero.charts import PIECES_PER_DAMAGE, Hits
from rules.mobile_frame_zero.damage import ABANDON, SystemLost, TargetsPosition, toll
from rules.mobile_frame_zero.declaration import Attack, check
from rules.mobile_frame_zero.forced import ROLL, Defence, NamedRange, RocketsFired
from rules.mobile_frame_zero.sheet import Battle, Frame, Kind, Terrain
from rules.mobile_frame_zero.strike import strike, strike_of
from rules.mobile_frame_zero.turn import PoolRoll
from rules.odds import odds, odds_after, percent
from rules.outlooks import losses, losses_beside, on_average
from rules.sums import Part, Sum
from rules.table import Moment, Table
from rules.words import count_or_no, counted, noun

BEFORE_ITS_POOL = (NamedRange, RocketsFired, PoolRoll)
"""The asks of a frame that is forced to act before it is known what it can defend with."""


def damage_odds(battle: Battle, attack: Attack, defence: int) -> Mapping[Hits, Fraction]:
    """The exact chance of all damage of an attack on a frame that defends with ``defence``.

    Owners hold their stations, and an attacker that has yet to decide about a spot uses it.
    """
    value = attack_value(attack, battle.frame(attack.target))
    return odds(strike, strike_of(battle, attack, value, defence)) if value > defence else {Hits(): Fraction(1)}


def attack_value(attack: Attack, target: Frame) -> int:
    """The attack die and the spot on the target, when it is used or the attacker has yet to decide."""
    spot = target.spot if attack.use_spot or target.defence is None else None
    return attack.value + (spot or 0)


def outlook(declared: Declared[Battle, Attack]) -> Outlook:
    """The damage dice and what they may do; ``Illegal`` when the attack cannot be made."""
    battle, attack = declared.battle, declared.declaration
    check(battle, attack)
    target = battle.target(attack.target)
    if isinstance(target, Terrain):
        strike_now = strike_of(battle, attack, attack.value, 0)
        told = _told(battle, attack, odds(strike, strike_now), f"Chart {strike_now.chart.title}.")
        return replace(told, sums=(_sum(attack, 0, 0, None),))
    if target.defence is not None:
        return _beside_the_spot(battle, attack, target, target.defence)
    unknown = "has acted" if target.acted else "has not acted"
    sentence = f"Attack {attack_value(attack, target)}. {target.name} {unknown}: its player tells its defence."
    return _unknown(battle, attack, target, sentence)


def odds_at(moment: Moment[Battle, Attack], option: int | str | None) -> Outlook | None:
    """The odds at every ask up to the damage; nothing where it only remains to be said which systems are lost.

    A frame that rolls its pool now is taken to keep its best die until it is seen.
    """
    battle, attack, ask = moment.declared.battle, moment.declared.declaration, moment.ask
    if isinstance(ask, SystemLost):
        return None
    if isinstance(ask, BEFORE_ITS_POOL) or (isinstance(ask, Defence) and option in (None, ROLL)):
        return _unknown(battle, attack, battle.frame(attack.target))
    chances = odds_after(_damage, moment.declared, moment.after(option))
    if isinstance(ask, TargetsPosition) and option == ABANDON:
        chances = mapped(chances, lambda hits: hits._replace(target=hits.target - 1))
    return _told(battle, attack, chances)


def _damage(declared: Declared[Battle, Attack], table: Table) -> Hits:
    """An attack as far as its damage: what follows only says where it goes."""
    battle, attack = declared.battle, declared.declaration
    target = battle.target(attack.target)
    if isinstance(target, Terrain):
        return table.play(strike, strike_of(battle, attack, attack.value, 0))
    now = met(battle, attack, target, table)
    if now.value <= now.defence:
        return Hits()
    return table.play(strike, strike_of(battle, attack, now.value, now.defence))


def _beside_the_spot(battle: Battle, attack: Attack, target: Frame, defence: int) -> Outlook:
    """The odds, and beside them those that a spot on the target makes: without it, or with it where it is not used."""
    now = _known(battle, attack, attack_value(attack, target), defence)
    if not target.spot:
        return now
    lost, other = (
        mapped(damage_odds(battle, each, defence), lambda hits: min(hits.target, _life(target)))
        for each in (attack, replace(attack, use_spot=not attack.use_spot))
    )
    of_target = losses_beside(target, _what(target), lost, other, _life(target))
    if len(of_target.steps) == 1:
        return now
    others = (each for each in now.losses if each.piece != target.key)
    return replace(now, losses=(of_target, *others), compared=f"{'without' if attack.use_spot else 'with'} the spot")


def _known(battle: Battle, attack: Attack, value: int, defence: int) -> Outlook:
    sentence = f"Chart {strike_of(battle, attack, value, defence).chart.title}." if value > defence else "Misses."
    told = _told(battle, attack, damage_odds(battle, attack, defence), sentence)
    return replace(told, sums=(_sum(attack, value - attack.value, defence, battle.frame(attack.target).spot),))


def _unknown(battle: Battle, attack: Attack, target: Frame, sentence: str = "") -> Outlook:
    defences = best_defence(target.white + target.count(Kind.BLUE))
    chances = mixed((chance, damage_odds(battle, attack, defence)) for defence, chance in defences.items())
    told = _told(battle, attack, chances, sentence)
    return replace(told, line="; ".join(part for part in ("its best die defends", told.line) if part))


def _told(battle: Battle, attack: Attack, chances: Mapping[Hits, Fraction], sentence: str = "") -> Outlook:
    """The odds of damage: to the target, and to what covers it."""
    target = battle.target(attack.target)
    cover = battle.target(attack.cover) if attack.cover else None
    lost = mapped(chances, lambda hits: min(hits.target, _life(target)))
    main = _main(target, chances)
    of_cover = mapped(chances, lambda hits: min(hits.cover, _life(cover)) if cover else 0)
    return Outlook(
        sentence,
        ", ".join(_besides(target, main, lost, cover, of_cover)),
        main,
        on_average(lost, _what(target)),
        (
            *_losses(target, lost, main),
            *(_losses(cover, of_cover) if cover else ()),
        ),
        table=_table(target, chances),
        heading="What the target loses" if cover else "Every outcome",
    )


def _life(piece: Frame | Terrain | None) -> int:
    """How much damage it takes to the end."""
    if isinstance(piece, Frame):
        return len(piece.working) + piece.white
    return piece.hits_left if piece else 0


def _what(piece: Frame | Terrain) -> str:
    if isinstance(piece, Frame):
        return "systems" if piece.working else "white dice"
    return "hits"


def _main(target: Frame | Terrain, chances: Mapping[Hits, Fraction]) -> Likely:
    """That a frame is hurt, or destroyed where it has only white dice left; that terrain is ruined."""
    life = _life(target)
    if isinstance(target, Terrain):
        return Likely("ruins", target.name, chance_of(chances, lambda hits: 0 < life <= hits.target))
    if not target.working:
        return Likely("destroys", target.name, chance_of(chances, lambda hits: hits.target >= life))
    return Likely("hurts", target.name, chance_of(chances, lambda hits: hits.target > 0))


def _besides(
    target: Frame | Terrain,
    main: Likely,
    lost: Mapping[int, Fraction],
    cover: Frame | Terrain | None,
    of_cover: Mapping[int, Fraction],
) -> Iterator[str]:
    """The ends that the main chance does not tell."""
    if isinstance(target, Terrain):
        if not target.hits_left:
            yield f"{target.name} is ruined already"
        return
    destroyed = chance_of(lost, lambda damage: damage == _life(target))
    if destroyed and main.verb != "destroys":
        yield f"destroyed {percent(destroyed)}"
    gone = chance_of(of_cover, lambda damage: 0 < damage == _life(cover))
    if cover and gone:
        yield f"{cover.name} {'destroyed' if isinstance(cover, Frame) else 'ruined'} {percent(gone)}"


def _losses(piece: Frame | Terrain, lost: Mapping[int, Fraction], main: Likely | None = None) -> tuple[Losses, ...]:
    what, kills = _what(piece), _life(piece) or None
    if isinstance(piece, Terrain):
        return losses(piece, what, lost, kills, main, verb="take", end="ruined")
    return losses(piece, what, lost, kills, main)


def _table(target: Frame | Terrain, chances: Mapping[Hits, Fraction]) -> tuple[Chance, ...]:
    if isinstance(target, Terrain):
        pieces = mapped(chances, lambda hits: hits.target * PIECES_PER_DAMAGE)
        return tuple(Chance(f"loses {count_or_no(number, 'piece')}", pieces[number]) for number in sorted(pieces))
    tolls = mapped(chances, lambda hits: toll(len(target.working), target.white, hits.target))
    ordered = sorted(tolls, key=lambda cost: (cost.destroyed, cost.systems + cost.white))
    return tuple(Chance(cost.in_words, tolls[cost]) for cost in ordered)


def _sum(attack: Attack, spot: int, defence: int, lies: int | None) -> Sum:
    """The damage dice: the attack die with the spot, less the defence; a spot that lies there can be used or not."""
    parts = (
        Part("attack", attack.value, die="red d6"),
        *([Part("spot", spot, die="yellow d6", asked="use_spot", used=lies)] if lies else []),
        *([Part("defence", -defence, die="blue")] if defence else []),
    )
    dice = max(0, sum(part.amount for part in parts))
    counting = (part for part in parts[1:] if part.amount)
    signs = "".join(f" {'+' if part.amount > 0 else '−'} {part.name} {abs(part.amount)}" for part in counting)  # noqa: RUF001
    words = f"Attack {attack.value}{signs}: {counted(dice, 'damage die')}."
    return Sum(attack.actor, "damage dice", parts, noun(dice, "die"), words)


def best_defence(dice: int) -> Mapping[int, Fraction]:
    """The exact chance of every defence of a frame that keeps the best of so many white and blue dice."""
    return distribution((Pool(D6, dice),), _highest)


def _highest(tally: Tally) -> int:
    return max((face for face, count in enumerate(tally, 1) if count), default=0)
