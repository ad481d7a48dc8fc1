"""Dice in a file that one side entered beforehand, and that wait for those of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.files.keys import Renaming
from companion.files.reading import LIST, NUMBER, TEXT, all_of, of_kind
from companion.models import Declaration
from companion.services.hands import LONGEST_WHO, Table
from companion.who import has_unseen
from rules.asks import Roll
from rules.dice import BadFaces
from rules.play import Waiting
from rules.records import BadRecord
from rules.replay import Record

HAND = {"label": TEXT, "by": TEXT, "faces": LIST, "who": TEXT}


def told(row: Declaration) -> dict[str, Any]:
    """What a file says of them: nothing where there are none, as files of earlier versions do."""
    return {"early": row.early} if row.early else {}


def renamed(said: Mapping[str, Any], names: Renaming) -> dict[str, Any]:
    """The same with other keys."""
    return {"early": [{**hand, "by": names.key(hand["by"])} for hand in said["early"]]} if "early" in said else {}


def check_read(data: Any, place: str) -> None:
    """Refuse what are no such dice, whatever was declared."""
    if not list(_hands(data, place)):
        raise BadRecord(f"{place} has no dice that were entered early, and says so.")


def check(row: Declaration, record: Record, what: str) -> None:
    """Refuse dice that no side could have entered early for what was declared."""
    if not row.early:
        return
    now = record.play()
    if row.status == Declaration.Status.SETTLED or not isinstance(now, Waiting) or not isinstance(now.ask, Roll):
        raise BadRecord(f"{what} has dice that were entered early, and nothing asks for them.")
    table = Table(now.ask, record.declared, row.early)
    hands = {(hand.label, hand.by): hand for hand in table.hands}
    for one in row.early:
        hand = hands.pop((one["label"], one["by"]), None)
        if hand is None or len(hand.places) != len(one["faces"]):
            raise BadRecord(f"{what} has dice that were entered early, and are nobody's.")
        try:
            for place, faces in zip(hand.places, one["faces"], strict=True):
                table.pools[place].tally(faces)
        except BadFaces as problem:
            raise BadRecord(f"{what} has dice that were entered early, and cannot be: {problem}") from problem
    if table.whole():
        raise BadRecord(f"{what} has dice that were entered early, and waits for none.")


def _hands(data: Any, place: str) -> Iterator[dict[str, Any]]:
    for number, hand in enumerate(all_of(data, f"{place}, dice entered early", HAND), start=1):
        for faces in hand["faces"]:
            for face in of_kind(faces, f"{place}, dice entered early {number}", LIST):
                of_kind(face, f"{place}, dice entered early {number}", TEXT + NUMBER)
        if len(hand["who"]) > LONGEST_WHO or has_unseen(hand["who"]):
            raise BadRecord(f"{place} has a name that nobody can have.")
        yield hand
