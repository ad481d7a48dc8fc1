"""What is declared in an attack, and whether the rules allow it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.game import Illegal
from rules.guards import refuse, why_not_an_enemy, why_not_now
from rules.mobile_frame_zero.pool import LARGEST, why_not_named, why_not_shown
from rules.mobile_frame_zero.sheet import Battle, Frame, Range, Terrain


@dataclass(frozen=True, slots=True)
class Attack:
    """What is declared: who attacks whom at which range with which attack die, and what lies between.

    ``use_spot`` adds the spot on a target whose defence is known; of a target that has yet to act, the attacker decides
    when its defence is known. ``cover`` is the terrain or the frame that covers the target; ``beside`` and
    ``cover_beside`` are the stations within hand-to-hand range of the target and of the covering frame; ``rockets`` are
    fired now, when no pool was rolled.
    """

    actor: str
    target: str
    range: Range
    value: int
    use_spot: bool = False
    cover: str | None = None
    beside: str | None = None
    cover_beside: str | None = None
    rockets: int = 0


def check(battle: Battle, attack: Attack) -> None:
    """Raise ``Illegal`` with a sentence when the attack cannot be made (RULINGS, "The attack")."""
    attacker = battle.frame(attack.actor)
    refuse(why_not_attack(battle, attacker))
    refuse(why_not_target(battle, attacker, attack.target))
    refuse(why_not_range(attacker, attack.range, attack.rockets))
    refuse(why_not_value(attacker, attack.value))
    target = battle.target(attack.target)
    if attack.use_spot:
        refuse(why_not_spot_used(target))
    if attack.cover is not None:
        refuse(_why_not_cover(battle, attack, attack.cover))
    for station in (attack.beside, attack.cover_beside):
        if station is not None:
            battle.station(station)


def why_not_attack(battle: Battle, frame: Frame) -> str:
    """Why a frame cannot attack now; empty when it can."""
    if reason := why_not_now(battle, frame):
        return reason
    if frame.attacked:
        return f"{frame.name} has used its attack this round."
    if frame.has_spotted:
        return f"{frame.name} has placed its spot, which ends its turn."
    if frame.rolled:
        return f"{frame.name} has rolled its pool: assign its dice first."
    return ""


def why_not_target(battle: Battle, attacker: Frame, key: str) -> str:
    """Why a piece cannot be the target; empty when it can."""
    try:
        target = battle.target(key)
    except Illegal:
        return "Only frames and terrain can be attacked."
    return "" if isinstance(target, Terrain) else why_not_an_enemy(attacker, target)


def why_not_range(frame: Frame, reach: Range, rockets: int = 0) -> str:
    """Why a frame cannot attack at a range; the range that it named for its turn holds, whatever it has lost since."""
    if frame.range is not None and reach != frame.range:
        return f"{frame.name} named {frame.range} for this turn."
    if frame.range is not None:
        return f"{frame.name} has rolled its pool: rockets are fired with it." if rockets else ""
    return why_not_named(frame, reach, rockets)


def why_not_value(frame: Frame, value: int) -> str:
    """Why an attack die cannot show a value; an assigned die shows what was assigned."""
    if not 1 <= value <= LARGEST:
        return f"An attack die shows 1 to {LARGEST}. You entered {value}."
    if frame.attack is not None and value != frame.attack:
        return f"{frame.name} assigned an attack die of {frame.attack}, not {value}."
    return why_not_shown(frame, value) if frame.attack is None else ""


def why_not_spot_used(target: Frame | Terrain) -> str:
    """Why the attacker cannot add the target's spot in its declaration; empty when it can."""
    if isinstance(target, Terrain) or target.spot is None:
        return f"There is no spot on {target.name}."
    if target.defence is None:
        return f"The defence of {target.name} is not known yet: the spot is decided when it is."
    return ""


def _why_not_cover(battle: Battle, attack: Attack, key: str) -> str:
    cover = battle.target(key)
    if isinstance(battle.target(attack.target), Terrain):
        return "Terrain has no cover."
    if key in (attack.target, attack.actor):
        return f"{cover.name} cannot be the cover."
    if isinstance(cover, Terrain):
        return "" if cover.hits_left else f"{cover.name} is ruined and covers nobody."
    return "" if cover.standing else f"{cover.name} is destroyed and covers nobody."
