"""Corrections at random: of any entry, in any way, with anything decided of what does not fit any more."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from django.db import transaction

from companion.at_random import answers_at_random, reply
from companion.management.broken import WHO, Broken
from companion.management.fuzzing_seats import Seats
from companion.management.fuzzing_set_ups import built_by_form
from companion.management.seeing_through import last_event
from companion.models import Battle, Member
from companion.services.amending import amend
from companion.services.foreseeing import Amendment, Foreseen, Found, Wanted, find_entry, find_in
from companion.services.history import History, history_of
from companion.services.rebuilding import as_told, built_as
from companion.services.refusals import Refusal
from companion.sheets import stored
from rules.bounds import all_bounds, bounds_of
from rules.changes import Change, apply
from rules.folding import Built, Decided, Fate, fold
from rules.game import Illegal
from rules.play import BadReply, Resolved, Waiting
from rules.questions import PIECES, Answers
from rules.records import BadRecord, to_json
from rules.replay import Record
from rules.table import Dice, Reply
from rules.timeline import Entry, How

MOST_MISFITS = 60
"""More decisions than any correction needs."""

LATE = 3
"""From so many last entries one is corrected after every step: to fold a whole battle then would take too long."""


@dataclass(frozen=True)
class Correcting:
    """Somebody who corrects a battle at random."""

    battle: Battle
    random: Random

    def correct(self) -> None:
        """Correct any entry: a die, a choice, or all of it, and back again; sometimes it stays corrected back."""
        drawn = self.drawn()
        if drawn and self._there(*drawn):
            with transaction.atomic():
                self._back(*drawn)
                transaction.set_rollback(self.random.random() < 0.5)

    def _there(self, original: Found, amendment: Amendment | None) -> bool:
        """Correct an entry; whether it can be corrected back."""
        entry = original.line.entry
        if amendment is None:
            return False
        try:
            self._amend(entry.number, lambda _: amendment)
        except Refusal:
            # What was gone already in the file that a battle came from had a place that no row has now.
            if not original.stored.battle.brought:
                raise
            return False
        return entry.how is How.AGAIN

    def _back(self, original: Found, amendment: Amendment | None) -> None:
        """Correct what was corrected back, and hold the battle against what it was before."""
        entry, before = original.line.entry, original.stored.sheet
        # What was written by hand and struck out stands again as it was written.
        by_form = entry.parts or (amendment and amendment.wanted.built)
        back = Decided(How.AGAIN, entry.record) if entry.record else Decided(How.KEPT)
        back = replace(back, built=_as_it_was(entry)) if by_form else back
        try:
            answers = original.line.answers
            self._amend(entry.number, lambda now: self._whole(now, back, answers) or Amendment(back))
        except Refusal as refusal:
            raise Broken(f"event {entry.number}: corrected, and not to be corrected back: {refusal}") from refusal
        if _bytes(stored(self.battle).sheet) != _bytes(before):
            raise Broken(f"event {entry.number}: corrected and corrected back, the battle is another")

    def drawn(self) -> tuple[Found, Amendment | None] | None:
        """An entry, and a correction of it with all that it needs where one is found; ``None`` without an entry."""
        played = _played(history_of(self.battle, stored(self.battle).sheet))
        if not played:
            return None
        found = find_entry(self.battle, self.random.choice(played))
        return found, self._whole(found, *self._wanted(found))

    def hold(self) -> None:
        """No entry is another one when it is corrected to what it is, and one can be as if it had never been.

        One is corrected and corrected back, and nothing of that stays.
        """
        read = stored(self.battle)
        history = history_of(self.battle, read.sheet)
        played = _played(history)
        if played:
            self._same(find_in(history, read, self.battle.game, played[0]), played)
            self._without(find_in(history, read, self.battle.game, self.random.choice(played)))
            # By chance of its own: a battle of some number takes the course that it took without.
            aside = replace(self, random=Random(played[-1]))  # noqa: S311  (no secret)
            found = find_in(history, read, self.battle.game, aside.random.choice(played[-LATE:]))
            with transaction.atomic():
                amendment = aside._whole(found, *aside._wanted(found))
                if aside._there(found, amendment):
                    aside._back(found, amendment)
                transaction.set_rollback(True)

    def _same(self, found: Found, played: list[int]) -> None:
        """An amendment with nothing changed changes nothing, of whichever entry: all are amended so at once."""
        entries = [entry for entry in found.timeline.entries if entry.number in played]
        as_they_are = {one.number: Decided(one.how, one.record) for one in entries}
        folded = tuple(fold(found.game, found.timeline, as_they_are))
        foreseen = Foreseen(found.stored.sheet, found.lines, folded)
        if foreseen.is_another or _bytes(foreseen.after) != _bytes(found.stored.sheet):
            raise Broken(f"from event {played[0]} on: amended with nothing changed, the battle is another")

    def _without(self, found: Found) -> None:
        """A timeline of one entry fewer is the battle in which it was never declared, where all others fit."""
        if found.line.entry.opens:
            return
        foreseen = found.foreseen(Amendment(Decided(How.STRUCK)))
        if any(one.fate is Fate.MISFIT or one.entry.parts or one.how is not How.AGAIN for one in foreseen.later):
            return
        never = found.before
        for one in foreseen.later:
            # What was a consequence of a correction may stand as it did before that again, with what was replied then.
            record = one.record if one.entry.stood else one.entry.record
            if record is None:
                return
            try:
                played = replace(record, battle=never).play()
            except (BadReply, Illegal):
                return
            if not isinstance(played, Resolved):
                return
            never = apply(never, played.outcome.changes)
        if foreseen.after != never:
            raise Broken(f"event {found.line.entry.number}: struck out, the battle is not as if it had never been")

    def _whole(self, found: Found, wanted: Decided, answers: Answers | None = None) -> Amendment | None:
        """A correction with all that it lacks answered or decided; ``None`` where it comes to nothing.

        ``answers`` are those before the dice, where they may be others than they are now.
        """
        decided: dict[int, Decided] = {}
        try:
            foreseen = found.foreseen(Amendment(wanted, decided))
        except Refusal:
            # What is set up otherwise may be no battle that later entries fit.
            return None
        for _ in range(MOST_MISFITS):
            lacking = foreseen.lacking
            if lacking is None:
                break
            decision = self._decision(lacking)
            if lacking is foreseen.amended:
                if decision.record is None:
                    return None
                wanted = decision
            else:
                decided[lacking.entry.number] = decision
            foreseen = found.foreseen(Amendment(wanted, decided))
        ready = foreseen.is_another and not foreseen.lacking
        told = {} if answers is None else {found.line.entry.number: answers}
        return Amendment(wanted, decided, told, agreed=True) if ready else None

    def _amend(self, number: int, wanted: Wanted) -> None:
        """Store it; what the app threw dice for is struck out by both sides together."""
        found = find_entry(self.battle, number)
        amendment = wanted(found)
        asked: dict[str, Any] = {"key": self.battle.key, "number": number, "wanted": lambda _: amendment, "who": WHO}
        member = self._agreed(asked) if found.foreseen(amendment).strikes_app_dice else None
        amend(**asked, seen=last_event(self.battle), member=member)

    def _agreed(self, asked: dict[str, Any]) -> Member | None:
        """Who strikes out dice of the app once the other side has disputed the entry; nobody does so before."""
        seats, before = Seats(self.battle, self.random), last_event(self.battle)
        member = seats.alone()
        if member:
            with suppress(Refusal):
                amend(**asked, seen=before, member=member)
                raise Broken(f"event {asked['number']}: one side alone has struck out dice of the app")
        return seats.agreed(asked["number"])

    def _decision(self, lacking: Any) -> Decided:
        """An answer to what an entry lacks, or one of the other ways."""
        if lacking.fit is None or self.random.random() < 0.2:
            return Decided(self.random.choice([How.KEPT, How.STRUCK]))
        last = lacking.fit.laid[-1]
        answer = reply(last.ask, self.random)
        if isinstance(answer, Dice):
            drawn = zip(last.faces, answer.faces, strict=True)
            answer = replace(answer, faces=tuple((*kept, *new[len(kept) :]) for kept, new in drawn))
        kept = [one for one in lacking.record.replies if one.label != answer.label or one in lacking.fit.replies]
        replies = (*lacking.fit.replies, answer, *(one for one in kept if one not in lacking.fit.replies))
        return Decided(How.AGAIN, replace(lacking.record, replies=replies))

    def _wanted(self, found: Found) -> tuple[Decided, Answers | None]:
        """What is wanted of an entry, with the answers before the dice where those are others."""
        record = found.line.entry.record
        entry = found.line.entry
        if entry.opens or (record is None and self.random.random() < 0.5):
            built = built_by_form(found, self.random) if self.random.random() < 0.5 else None
            if built or entry.opens or entry.parts:
                return Decided(How.AGAIN, built=built or self._built(found)), None
        if record is None or self.random.random() < 0.2:
            return Decided(How.STRUCK), None
        if not record.replies or self.random.random() < 0.2:
            return self._declared_otherwise(found, record)
        place = self.random.randrange(len(record.replies))
        replies = list(record.replies)
        replies[place] = self._other(found, record, place)
        return Decided(How.AGAIN, replace(record, replies=tuple(replies))), None

    def _declared_otherwise(self, found: Found, record: Record) -> tuple[Decided, Answers | None]:
        """The same done by the same piece with other answers before the dice; as it was where there are none."""
        answers = found.line.answers or {}
        chosen = {name: answers[name] for name in PIECES if answers.get(name)}
        with suppress(BadRecord, Illegal, KeyError):
            now = answers_at_random(record.procedure, found.before, self.random, chosen)
            return Decided(How.AGAIN, replace(record, declaration=record.procedure.declare(now))), now
        return Decided(How.AGAIN, record), None

    def _built(self, found: Found) -> Built | None:
        """A set-up with another number of a piece."""
        told = as_told(found)
        piece = self.random.choice(told.pieces)
        kind: Any = type(piece)
        for name in self.random.sample(numbers := list(all_bounds(kind)), len(numbers)):
            if getattr(piece, name) is None:
                continue
            bounds = bounds_of(piece, name)
            value = self.random.randint(bounds.least, min(bounds.most, bounds.least + 9))
            with suppress(ValueError):
                return built_as(found, apply(told, [Change(piece.key, name, getattr(piece, name), value)]), ())
        return None

    def _other(self, found: Found, record: Any, place: int) -> Reply:
        """Another answer to the ask of that place."""
        given: Reply = record.replies[place]
        try:
            waiting = replace(record, battle=found.before, replies=record.replies[:place]).play()
        except (BadReply, Illegal):
            return given
        if not isinstance(waiting, Waiting) or waiting.ask.label != given.label:
            return given
        other = reply(waiting.ask, self.random)
        return replace(other, source=given.source) if isinstance(other, Dice) and isinstance(given, Dice) else other


def _played(history: History) -> list[int]:
    """The numbers of the entries that can be corrected."""
    return [line.entry.number for line in history.lines if not line.settled]


def _as_it_was(entry: Entry) -> Built:
    """What an entry said and did that was written by hand."""
    return Built(entry.headline, entry.parts, entry.changes, ())


def _bytes(sheet: Any) -> bytes:
    return json.dumps(to_json(sheet)).encode()
