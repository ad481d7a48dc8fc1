"""Taking back a correction after pieces have joined or left: the battle goes on from then without its versions."""

from __future__ import annotations

from django.db.models import QuerySet

from companion.models import Battle, Event, Version
from companion.services.amending import versions_by
from companion.services.foreseeing import TOO_EARLY, Foreseen
from companion.services.history import with_and_without
from companion.services.refusals import Refusal
from companion.services.writing import SET_UP, UNDO, write_event, write_sheet
from companion.sheets import Stored, stored
from rules.folding import Decided, fold
from rules.games import GAMES
from rules.parts import Unlike
from rules.timeline import How, NoBattle, Timeline
from rules.words import LONGEST_HEADLINE, capitalised, cut


def first_of(correction: Event) -> Event:
    """The correction as it was made at first, where it was undone and done again."""
    while correction.undoes is not None and correction.undoes.undoes is not None:
        correction = correction.undoes.undoes
    return correction


def set_ups_since(battle: Battle, event: Event) -> QuerySet[Event]:
    """The events since then that put pieces on the board or took some out, or say what was agreed on."""
    return Event.objects.filter(battle=battle, number__gt=event.number, kind=SET_UP)


def take_back_late(battle: Battle, correction: Event, who: str) -> None:
    """Take a correction back as if it had never been: entries stand as before it, and what came since is fitted.

    ``Refusal``, with nothing written, where that leads to no battle. The caller holds the battle's lock.
    """
    read = stored(battle)
    try:
        after, foreseen = _without(battle, read, correction)
    except (NoBattle, Unlike) as problem:
        raise Refusal(f"{capitalised(str(problem))}. Nothing was undone.") from problem
    changes, parts = write_sheet(read, after, "undone")
    headline = cut(f"Undone: {correction.headline}", LONGEST_HEADLINE)
    event = write_event(battle, kind=UNDO, headline=headline, who=who, changes=changes, undoes=correction, parts=parts)
    Version.objects.bulk_create(versions_by(event, foreseen))


def _without(battle: Battle, read: Stored, correction: Event) -> tuple[object, Foreseen]:
    """The battle without a correction, and what becomes of the entries since."""
    made, never, touched = with_and_without(battle, read.sheet, correction)
    numbers = [line.entry.number for line in made.lines if line.event in touched]
    if len(numbers) < len(touched):
        raise Refusal(TOO_EARLY)
    was, since = made.since(numbers[0]), first_of(correction).number
    later = was.since(next((entry.number for entry in was.entries if entry.number > since), 0))
    corrected = len(was.lines) - len(later.lines)
    opening = was.leading_to(read.sheet).opening
    *_, now = Timeline(opening, never.since(numbers[0]).entries[:corrected]).sheets()
    kept = {entry.number: Decided(How.KEPT) for entry in later.entries}
    folded = tuple(fold(GAMES[battle.game], later.leading_to(read.sheet), {}, kept, now))
    return folded[-1].after if folded else now, Foreseen(read.sheet, later.lines, folded)
