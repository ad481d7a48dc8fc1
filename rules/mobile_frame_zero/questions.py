"""What the panel asks before an attack, an activation or a spot."""

from __future__ import annotations

from dataclasses import replace

from rules.asks import Option
from rules.game import Illegal
from rules.guards import each, why_not_now
from rules.mobile_frame_zero.declaration import why_not_attack, why_not_range, why_not_spot_used, why_not_target
from rules.mobile_frame_zero.now import why_not_act, why_not_assign
from rules.mobile_frame_zero.pool import LARGEST, largest, pool, usable_ranges
from rules.mobile_frame_zero.sheet import Battle, Frame, Range, Terrain
from rules.mobile_frame_zero.spot import HIGHEST, why_not_placed, why_not_spot, why_not_spotted
from rules.questions import NO_YES, YES_NO, Answers, Count, Question, numbers
from rules.words import counted

attackers, spotters = each(Frame, why_not_attack), each(Frame, why_not_spot)
idle, unassigned, on_board = each(Frame, why_not_act), each(Frame, why_not_assign), each(Frame, why_not_now)


def targets(battle: Battle, actor: str) -> dict[str, str]:
    """What a frame can attack: enemy frames and terrain."""
    attacker = battle.frame(actor)
    return {piece.key: why_not_target(battle, attacker, piece.key) for piece in battle.targets if piece.key != actor}


def spotted(battle: Battle, actor: str) -> dict[str, str]:
    """Which frames can be spotted."""
    spotter = battle.frame(actor)
    return {f.key: why_not_spotted(battle, spotter, f.key) for f in battle.frames if f.key != actor}


def stations(battle: Battle) -> dict[str, str]:
    """The stations, all of which can change hands while the battle lasts."""
    return {station.key: "The battle is over." if battle.over else "" for station in battle.stations}


def correctable(battle: Battle) -> dict[str, str]:
    """The pieces that can be set right by hand, destroyed ones too."""
    return {piece.key: "" for piece in battle.targets}


def attack_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """Range, attack die, cover, stations and spot, as far as they matter for this attacker and target."""
    attacker, target = _actor(battle, answers), battle.target(str(answers.get("target")))
    reach_question = range_question(attacker)
    reach = _range(answers, reach_question)
    asked: list[Question | Count] = [reach_question]
    if reach == Range.DIRECT and attacker.range is None and attacker.rockets:
        asked.append(rockets_question(attacker))
    asked.append(value_question(attacker))
    if isinstance(target, Terrain):
        return tuple(asked)
    if reach != Range.HAND:
        asked.append(cover_question(battle, attacker, target))
    if battle.stations:
        asked.append(station_question(battle, "beside", f"Beside {target.name}"))
        cover = answers.get("cover")
        if reach != Range.HAND and cover in {frame.key for frame in battle.frames}:
            asked.append(station_question(battle, "cover_beside", "Beside the covering frame"))
    if not why_not_spot_used(target):
        # The last one, as the spot is tapped where it lies among the dice, too.
        asked.append(Question("use_spot", f"Use the spot of {target.spot}", YES_NO, True))
    return tuple(asked)


def range_question(frame: Frame) -> Question:
    """The range that a frame names, its own weapons first."""
    usable = usable_ranges(frame)
    usual = frame.range or usable[0]
    options = tuple(Option(r.value, r.value, refused=_range_refused(frame, r)) for r in Range)
    return Question("range", "Range", options, usual.value)


def value_question(frame: Frame) -> Question:
    """The attack die: the one that was assigned, or whatever the player says."""
    if frame.attack is not None:
        assigned = (Option(frame.attack, str(frame.attack)),)
        return Question("value", "Attack die", assigned, frame.attack, help="assigned from its pool")
    told = "the value that the player assigned"
    return Question("value", "Attack die", numbers(1, largest(frame)), 4, help=told, untold=True)


def rockets_question(frame: Frame) -> Question:
    """How many rockets a frame fires; one at least when it has no other direct fire."""
    least = 0 if frame.weapons(Range.DIRECT) else 1
    return Question("rockets", "Rockets fired", numbers(least, frame.rockets), least)


def cover_question(battle: Battle, attacker: Frame, target: Frame) -> Question:
    """What covers the target: nothing, terrain, or a frame of any side."""
    terrain = (
        Option(t.key, t.name, f"{counted(t.hits_left, 'hit')} left", "" if t.hits_left else f"{t.name} is ruined.")
        for t in battle.terrain
    )
    frames = (Option(f.key, f.name) for f in battle.frames if f.standing and f not in (attacker, target))
    return Question("cover", "Cover", (Option(None, "in the open"), *terrain, *frames), None)


def station_question(battle: Battle, name: str, label: str) -> Question:
    """Which station a frame is beside, if any."""
    options = (Option(None, "no station"), *(Option(station.key, station.name) for station in battle.stations))
    return Question(name, label, options, None)


def activation_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """The range that the frame names, the rockets that it fires and its target; the pool follows from them."""
    frame = _actor(battle, answers)
    reach_question = range_question(frame)
    reach = _range(answers, reach_question)
    fires = rockets_question(frame) if reach == Range.DIRECT and frame.rockets else None
    fired = answers.get("rockets", fires.usual if fires else 0)
    dice = pool(frame, reach, fired if fires and isinstance(fired, int) and 0 <= fired <= frame.rockets else 0)
    asked = [replace(reach_question, help=f"rolls {', '.join(map(str, dice))}"), fires, names_question(battle, frame)]
    return tuple(question for question in asked if question)


def names_question(battle: Battle, frame: Frame) -> Question:
    """The target that a frame names for its turn, if the players want it in the log."""
    reasons = targets(battle, frame.key)
    offered = (Option(p.key, p.name) for p in battle.targets if reasons.get(p.key) == "")
    return Question("names", "Target", (Option(None, "not said"), *offered), None)


def value_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """The four values that a frame can assign, each as it stands; a defence is final for the round."""
    frame = _actor(battle, answers)
    known = (Option(frame.defence, str(frame.defence)),)
    return (
        Question("defence", "Defence", numbers(0, 6, absent=True) if frame.defence is None else known, frame.defence),
        Question("attack", "Attack", numbers(1, 0 if frame.attacked else largest(frame), absent=True), frame.attack),
        Question("movement", "Movement", numbers(1, LARGEST, absent=True), frame.movement),
        Question("spotting", "Spot", numbers(1, 0 if frame.has_spotted else HIGHEST, absent=True), frame.spotting),
    )


def spot_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """The spot die, and what the app cannot see: distance and cover."""
    frame = _actor(battle, answers)
    target = battle.frame(str(answers.get("target")))
    values = range(1, HIGHEST + 1) if frame.spotting is None else (frame.spotting,)
    options = tuple(Option(value, str(value), refused=why_not_placed(battle, target, value)) for value in values)
    usual = next((option.value for option in options[3:] if not option.refused), values[0])
    return (
        Question("value", "Spot die", options, usual, untold=frame.spotting is None),
        Question("beyond_direct_fire", "Beyond direct fire", NO_YES, False),
        Question("in_cover", "In cover", NO_YES, False),
    )


def holding_questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """Who holds the station now."""
    owner = battle.station(str(answers.get("actor"))).owner
    options = (*(Option(c.key, c.name) for c in battle.companies), Option(None, "contested, nobody"))
    return (Question("owner", "Held by", options, owner),)


def _actor(battle: Battle, answers: Answers) -> Frame:
    return battle.frame(str(answers.get("actor")))


def _range(answers: Answers, asked: Question) -> Range:
    named = answers.get("range", asked.usual)
    try:
        return Range(str(named))
    except ValueError:
        raise Illegal(f"There is no range “{named}”.") from None


def _range_refused(frame: Frame, reach: Range) -> str:
    rocket = 1 if reach == Range.DIRECT and frame.range is None and frame.rockets else 0
    return why_not_range(frame, reach, rocket)
