"""Whose turn it is: the company that is next, and frames that have dice of their turn left (RULINGS, "The turn")."""

from __future__ import annotations

from collections.abc import Mapping

from rules.mobile_frame_zero.declaration import why_not_attack
from rules.mobile_frame_zero.score import next_to_act
from rules.mobile_frame_zero.sheet import Battle, Frame
from rules.mobile_frame_zero.spot import why_not_spot
from rules.turns import Names, Turn, any_of, in_short, keys, not_yet, one_by_one, only_side
from rules.words import owners

END = "round"
"""The procedure that ends the round."""

ATTACKS = "attacks"


def turn(battle: Battle) -> Turn:
    """Who has something left of a turn, and the company with the highest score that has a frame yet to act."""
    standing = [frame for frame in battle.frames if frame.standing]
    waiting = [frame for frame in standing if not frame.acted]
    left = {frame.key: _left(battle, frame) for frame in standing if frame.acted}
    unfinished = [frame for frame in standing if left.get(frame.key)]
    done = [frame for frame in standing if left.get(frame.key) == ""]
    company = next_to_act(battle)
    # A frame that had to act when it was attacked goes on before the next one acts.
    forced = any(frame.rolled for frame in unfinished)
    following = [frame for frame in waiting if company and frame.company == company.key and not forced]
    acting = [*unfinished, *following]
    passed_over = (
        (waiting, "acted"),
        ([frame for frame in unfinished if frame.rolled], "assigned all dice"),
        ([frame for frame in unfinished if left[frame.key] == ATTACKS], "attacked"),
    )
    return Turn(
        in_short(battle, lambda names: _sentence(battle, left, following, names)),
        keys(acting),
        keys(done),
        only_side(acting),
        one_by_one(battle, done, unfinished, waiting),
        END,
        " ".join(not_yet(frames, what) for frames, what in passed_over if frames),
        keys(frame for frames, _ in passed_over for frame in frames),
    )


def _left(battle: Battle, frame: Frame) -> str:
    """What a frame that has acted has left of its turn; empty where nothing is.

    Of one that rolled its dice without the app nobody knows which it assigned: it may attack.
    """
    if frame.rolled:
        return "assigns its dice"
    if frame.attack is not None and not why_not_attack(battle, frame):
        return ATTACKS
    if frame.spotting is not None and not why_not_spot(battle, frame):
        return "spots"
    return "may attack" if frame.range is None and not why_not_attack(battle, frame) else ""


def _sentence(battle: Battle, left: Mapping[str, str], following: list[Frame], names: Names) -> str:
    doings = dict.fromkeys(doing for doing in left.values() if doing)
    parts = [f"{any_of([f for f in battle.frames if left.get(f.key) == doing], names)} {doing}" for doing in doings]
    if following:
        parts.append(f"{owners(battle.company(following[0].company).name)} turn: {any_of(following, names)}")
    return ", or ".join(parts) or "Everybody has acted: end the round"
