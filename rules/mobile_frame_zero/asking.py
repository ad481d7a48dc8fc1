"""What the panel asks before an attack, an activation or a spot, and how asks and options read at the table."""

from __future__ import annotations

from collections.abc import Iterable

from rules.changes import keyed
from rules.game import Answer, Answers, Count, Declared, Illegal, Option, Question
from rules.mobile_frame_zero.attack import (
    ABANDON,
    HOLD,
    Attack,
    strike_of,
    why_not_attack,
    why_not_range,
    why_not_target,
)
from rules.mobile_frame_zero.damage import DIE_LOST
from rules.mobile_frame_zero.pool import NONE, in_words, pool, usable_ranges
from rules.mobile_frame_zero.round import TAKE_ONE
from rules.mobile_frame_zero.sheet import Battle, Frame, Range, System, Terrain
from rules.mobile_frame_zero.spot import why_not_spot, why_not_spotted
from rules.mobile_frame_zero.turn import ROLL
from rules.table import Ask, Choice, Roll

YES_NO = (Option(True, "yes"), Option(False, "no"))


def attackers(battle: Battle) -> dict[str, str]:
    """Which frames can attack, and why the others cannot."""
    return {frame.key: why_not_attack(battle, frame) for frame in battle.frames}


def targets(battle: Battle, actor: str) -> dict[str, str]:
    """What a frame can attack: enemy frames and terrain."""
    attacker = battle.frame(actor)
    pieces = (*battle.frames, *battle.terrain)
    return {piece.key: why_not_target(battle, attacker, piece.key) for piece in pieces if piece.key != actor}


def spotters(battle: Battle) -> dict[str, str]:
    """Which frames can place a spot."""
    return {frame.key: why_not_spot(frame) for frame in battle.frames}


def spotted(battle: Battle, actor: str) -> dict[str, str]:
    """Which frames can be spotted."""
    spotter = battle.frame(actor)
    return {f.key: why_not_spotted(battle, spotter, f.key) for f in battle.frames if f.key != actor}


def idle(battle: Battle) -> dict[str, str]:
    """Which frames can still act this round."""
    return {f.key: _why_not_act(f) for f in battle.frames}


def unassigned(battle: Battle) -> dict[str, str]:
    """Which frames have rolled dice to assign."""
    return {f.key: "" if f.rolled else f"{f.name} has no dice left to assign." for f in battle.frames}


def standing(battle: Battle) -> dict[str, str]:
    """Which frames stand."""
    return {f.key: "" if f.standing else f"{f.name} is destroyed." for f in battle.frames}


def stations(battle: Battle) -> dict[str, str]:
    """The stations, all of which can change hands."""
    return {station.key: "" for station in battle.stations}


def correctable(battle: Battle) -> dict[str, str]:
    """The pieces that can be set right by hand, destroyed ones too."""
    return {piece.key: "" for piece in (*battle.frames, *battle.terrain)}


def attack_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """Range, attack die, spot, cover and stations, as far as they matter for this attacker and target."""
    attacker, target = battle.frame(str(answers["actor"])), battle.target(str(answers["target"]))
    reach_question = range_question(attacker)
    reach = answers.get("range", reach_question.usual)
    asked: list[Question | Count] = [reach_question]
    if reach == Range.DIRECT and attacker.range is None and attacker.rockets:
        asked.append(rockets_question(attacker))
    if attacker.attack is None:
        asked.append(Question("value", "Attack die", _numbers(1, 8), 4, help="the value that the player assigned"))
    else:
        assigned = Option(attacker.attack, str(attacker.attack))
        asked.append(Question("value", "Attack die", (assigned,), attacker.attack, help="assigned from its pool"))
    if isinstance(target, Terrain):
        return tuple(asked)
    if target.spot is not None:
        asked.append(Question("use_spot", f"Use the spot of {target.spot}", YES_NO, True))
    if reach != Range.HAND:
        asked.append(cover_question(battle, attacker, target))
    if battle.stations:
        asked.append(station_question(battle, "beside", f"Beside {target.name}"))
        cover = answers.get("cover")
        if reach != Range.HAND and cover in {frame.key for frame in battle.frames}:
            asked.append(station_question(battle, "cover_beside", "Beside the covering frame"))
    return tuple(asked)


def range_question(frame: Frame) -> Question:
    """The range that a frame names, its own weapons first."""
    usable = usable_ranges(frame)
    usual = frame.range or usable[0]
    options = tuple(Option(r.value, r.value, refused=_range_refused(frame, r)) for r in Range)
    return Question("range", "Range", options, usual.value)


def rockets_question(frame: Frame) -> Question:
    """How many rockets a frame fires; one at least when it has no other direct fire."""
    least = 0 if frame.count(Range.DIRECT) else 1
    return Question("rockets", "Rockets fired", _numbers(least, frame.rockets), least)


def cover_question(battle: Battle, attacker: Frame, target: Frame) -> Question:
    """What covers the target: nothing, terrain, or a frame of any side."""
    terrain = (
        Option(t.key, t.name, f"{t.hits_left} hits left", "" if t.hits_left else f"{t.name} is ruined.")
        for t in battle.terrain
    )
    frames = (Option(f.key, f.name) for f in battle.frames if f.standing and f not in (attacker, target))
    return Question("cover", "Cover", (Option(None, "in the open"), *terrain, *frames), None)


def station_question(battle: Battle, name: str, label: str) -> Question:
    """Which station a frame is beside, if any."""
    options = (Option(None, "no station"), *(Option(station.key, station.name) for station in battle.stations))
    return Question(name, label, options, None)


def activation_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """The range that the frame names and the rockets that it fires; the pool follows from them."""
    frame = battle.frame(str(answers["actor"]))
    reach_question = range_question(frame)
    reach = Range(str(answers.get("range", reach_question.usual)))
    dice = ", ".join(map(str, pool(frame, reach)))
    asked: list[Question | Count] = [
        Question(reach_question.name, reach_question.label, reach_question.options, reach_question.usual, f"rolls {dice}")
    ]
    if reach == Range.DIRECT and frame.rockets:
        asked.append(rockets_question(frame))
    return tuple(asked)


def value_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """The four values that a frame can assign, each as it stands."""
    frame = battle.frame(str(answers["actor"]))
    return (
        Question("defence", "Defence", _numbers(0, 6, absent=True), frame.defence),
        Question("attack", "Attack", _numbers(1, 8, absent=True), frame.attack),
        Question("movement", "Movement", _numbers(1, 8, absent=True), frame.movement),
        Question("spotting", "Spot", _numbers(1, 6, absent=True), frame.spotting),
    )


def spot_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """The spot die, and what the app cannot see: distance and cover."""
    frame = battle.frame(str(answers["actor"]))
    values = _numbers(1, 6) if frame.spotting is None else _numbers(frame.spotting, frame.spotting)
    return (
        Question("value", "Spot die", values, frame.spotting or 4),
        Question("beyond_direct_fire", "Beyond direct fire", tuple(reversed(YES_NO)), False),
        Question("in_cover", "In cover", tuple(reversed(YES_NO)), False),
    )


def holding_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """Who holds the station now."""
    owner = next(station.owner for station in battle.stations if station.key == answers["actor"])
    options = (*(Option(c.key, c.name) for c in battle.companies), Option(None, "contested, nobody"))
    return (Question("owner", "Held by", options, owner),)


def attack_sentence(declared: Declared[Battle, Attack], ask: Ask) -> str:
    """Who rolls or decides what in an attack, and why."""
    battle, attack = declared.battle, declared.declaration
    target = battle.target(attack.target)
    if isinstance(ask, Roll) and ask.label == "damage":
        strike = strike_of(battle, attack, target, 0)
        dice = ask.pools[0].count
        behind = f", behind {battle.target(attack.cover).name}" if attack.cover and attack.range != Range.HAND else ""
        count = "1 damage die" if dice == 1 else f"{dice} damage dice"
        return f"{target.name} takes {count}, chart {strike.chart.title}{behind}."
    if ask.label == "defence":
        return f"{target.name} has not acted. What is its defence?"
    if ask.label == "target's position":
        return f"{target.name} is beside a station: hold its position, or abandon it and ignore one damage?"
    if ask.label == "covering frame's position" and attack.cover:
        name = battle.target(attack.cover).name
        return f"{name} is beside a station: hold its position, or abandon it and ignore one damage?"
    if ask.label == "system lost" and isinstance(ask, Choice):
        owner = next(frame for frame in battle.frames if ask.options[0] in {s.key for s in frame.systems})
        return f"{owner.name} is hit. Which system does it lose?"
    return turn_sentence(declared, ask)


def turn_sentence(declared: Declared[Battle, Attack], ask: Ask) -> str:
    """Who rolls or assigns what in a frame's turn."""
    actor = declared.battle.frame(declared.declaration.actor)
    name = actor.name if not isinstance(declared.declaration, Attack) else _name_of(declared)
    if isinstance(ask, Roll):
        return f"{name} rolls its pool: {', '.join(map(str, ask.pools))}."
    if ask.label == "named range":
        return f"Which range does {name} name?"
    if ask.label == "rockets fired":
        return f"How many rockets does {name} fire?"
    return f"Which die does {name} assign to {ask.label.removesuffix(' die')}?"


def round_sentence(declared: Declared[Battle, object], ask: Ask) -> str:
    """Who decides about the doomsday clock."""
    name = declared.battle.company(ask.by).name if isinstance(ask, Choice) else ""
    return f"{name}: take one more off the doomsday clock?"


def option(declared: Declared[Battle, object], ask: Ask, value: int | str) -> Option:
    """How an option reads, and what it leads to."""
    part = keyed(declared.battle).get(str(value))
    if isinstance(part, System):
        return Option(value, f"lose {part.name}", f"{DIE_LOST[part.kind]} gone")
    if value == ROLL:
        return Option(value, "roll its pool", "all its dice, now")
    if ask.label == "defence" and value == "0":
        return Option(value, "0", "no die assigned")
    if value == HOLD:
        return Option(value, "hold", "takes all the damage")
    if value == ABANDON:
        return Option(value, "abandon", "one damage less, moves 1 unit away")
    if value == TAKE_ONE:
        return Option(value, "take one off", "the end comes sooner")
    if value == NONE or ":" in str(value):
        return Option(value, in_words(str(value)))
    return Option(value, str(value))


def _name_of(declared: Declared[Battle, Attack]) -> str:
    return declared.battle.target(declared.declaration.target).name


def _range_refused(frame: Frame, reach: Range) -> str:
    if frame.range is None and reach == Range.DIRECT and frame.rockets:
        return ""
    return why_not_range(frame, reach)


def _why_not_act(frame: Frame) -> str:
    if not frame.standing:
        return f"{frame.name} is destroyed."
    return f"{frame.name} has acted this round." if frame.acted else ""


def _numbers(least: int, most: int, *, absent: bool = False) -> tuple[Option, ...]:
    none = (Option(None, "none"),) if absent else ()
    return (*none, *(Option(number, str(number)) for number in range(least, most + 1)))
