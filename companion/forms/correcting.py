"""A correction as it was posted: the answers to what was asked then, and what is decided of later entries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.forms.correcting_fields import thrown_by_app
from companion.forms.declared_again import Posted, declared_again
from companion.forms.dice import MOST_DICE
from companion.forms.rows import whole
from companion.services.foreseeing import Amendment, Found
from companion.services.refusals import Refusal
from companion.who import has_unseen
from rules.dice import Face
from rules.folding import Built, Decided
from rules.replay import Record
from rules.table import Dice, Pick, Reply, Source, roll_of
from rules.timeline import Entry, How

MOST_ASKS = 60
MOST_POOLS = 12
LONGEST_WHY = 100


def amendment_of(found: Found, posted: Posted, built: Built | None = None) -> Amendment:
    """What a posted correction wants; ``Refusal`` when what was declared cannot be read, or why it is so.

    ``built`` is what a set-up becomes by the forms of the game, if another.
    """
    why = " ".join(posted.get("why", "").split())[:LONGEST_WHY]
    if has_unseen(why):
        raise Refusal("The reason has invisible letters. Nothing was stored.")
    decided = {line.entry.number: _decided(posted, line.entry) for line in found.lines[1:]}
    wanted, answers = _wanted(found, posted, built)
    return Amendment(
        wanted,
        {number: one for number, one in decided.items() if one},
        answers={found.line.entry.number: answers},
        why=why,
        agreed="agreed" in posted,
    )


def _wanted(found: Found, posted: Posted, built: Built | None) -> tuple[Decided, Mapping[str, Any]]:
    entry, stands = found.line.entry, found.line.answers or {}
    how = posted.get("how", How.AGAIN if posted else entry.how)
    if how == How.STRUCK:
        return Decided(How.STRUCK), stands
    if built:
        return Decided(How.AGAIN, built=built), stands
    if entry.record is None:
        # Nothing was asked of it: what was struck out stands again as it was written.
        return Decided(How.KEPT if entry.how is How.STRUCK else entry.how), stands
    if how == entry.how == How.KEPT:
        return Decided(How.KEPT), stands
    answers, record = declared_again(found, entry.record, posted)
    return Decided(How.AGAIN, replace(record, replies=_replies(posted, entry, entry.record))), answers


def _decided(posted: Posted, entry: Entry) -> Decided | None:
    said, record = posted.get(f"how-{entry.number}", ""), entry.record
    if said not in set(How):
        return None
    if said != How.AGAIN or record is None:
        return Decided(How(said))
    return Decided(How.AGAIN, replace(record, replies=_replies(posted, entry, record)))


def _replies(posted: Posted, entry: Entry, record: Record) -> tuple[Reply, ...]:
    """The replies that were posted for an entry, then those of before that no page has shown."""
    given = list(_posted_replies(posted, entry))
    shown: defaultdict[str, int] = defaultdict(int)
    for reply in given:
        shown[roll_of(reply.label)] += 1
    rest = []
    for reply in record.replies:
        asked = roll_of(reply.label)
        if shown[asked]:
            shown[asked] -= 1
        else:
            rest.append(reply)
    return (*given, *rest)


def _posted_replies(posted: Posted, entry: Entry) -> Iterator[Reply]:
    rolls: defaultdict[str, int] = defaultdict(int)
    for place in range(MOST_ASKS):
        name = f"e{entry.number}-{place}"
        label = posted.get(f"{name}-label")
        if label is None:
            return
        if f"{name}-pick" in posted:
            yield Pick(label, posted[f"{name}-pick"])
        elif f"{name}-pools" in posted:
            yield _dice(posted, name, label, thrown_by_app(entry, label, rolls[roll_of(label)]))
            rolls[roll_of(label)] += 1


def _dice(posted: Posted, name: str, label: str, thrown: Dice | None) -> Dice:
    """The dice of a roll: those that the app threw stay as they fell, with what is told besides.

    What cannot lie there any more, such as a card that another one took, makes room for that. All that a page says
    counts as typed: the fold finds what of it the app threw.
    """
    faces = []
    for pool in range(min(whole(posted[f"{name}-pools"], 0), MOST_POOLS)):
        told = (posted.get(f"{name}-{pool}-{die}") for die in range(MOST_DICE))
        besides = [_face(face) for face in told if face]
        fell = thrown.faces[pool] if thrown and pool < len(thrown.faces) else ()
        for face in fell:
            if face in besides:
                besides.remove(face)
        faces.append((*fell, *besides))
    return Dice(label, tuple(faces), Source.ENTERED)


def _face(text: str) -> Face:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
