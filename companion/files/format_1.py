"""Files of format 1: the end of a battle told only some of its rounds there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.files.reading import LIST, NUMBER, TEXT, all_of, of_kind

ROUNDS = ("rounds", "rounds_played", "scores")
"""What the end of a battle tells of its rounds today."""


def as_today(said: dict[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """What such a file says of a battle, with the rounds as told today; as it is where they do not fit these.

    It told the rounds from the first in which a score moved, counted from 1 where none had ended before, and the last
    one alone in a game without points. What it says of a round that was not played is left out.
    """
    if "ending" not in said or "ending" not in now:
        return said
    if not _fits(said["ending"], now["ending"]):
        return said
    return {**said, "ending": {**said["ending"], **{name: now["ending"][name] for name in ROUNDS}}}


def _fits(said: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    rounds = of_kind(said.get("rounds"), "The end, rounds,", LIST)
    for number in rounds:
        of_kind(number, "The end, a round,", NUMBER)
    sides = list(all_of(said.get("scores"), "The end, scores,", {"side": TEXT, "scores": LIST}))
    last = now["rounds"][-1]
    if "rounds_played" in said or not rounds or rounds != list(range(last + 1 - len(rounds), last + 1)):
        return False
    if [side["side"] for side in sides] != [side["side"] for side in now["scores"]]:
        return False
    return all(
        len(one["scores"]) == len(rounds) and _agree(rounds, one["scores"], now["rounds"], other["scores"])
        for one, other in zip(sides, now["scores"], strict=True)
    )


def _agree(rounds: list[int], scores: list[Any], rounds_now: list[int], scores_now: list[int]) -> bool:
    """Whether two tellings have the same score wherever both tell a round."""
    told = dict(zip(rounds, scores, strict=True))
    return all(told.get(number, score) == score for number, score in zip(rounds_now, scores_now, strict=True))
