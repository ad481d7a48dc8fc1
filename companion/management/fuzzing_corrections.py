"""Corrections at random: of any entry, in any way, with anything decided of what does not fit any more."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.at_random import reply
from companion.management.broken import WHO, Broken
from companion.management.seeing_through import last_event
from companion.models import Battle
from companion.services.amending import Amendment, Found, amend, find_entry
from companion.services.timeline import timeline
from companion.sheets import stored
from rules.changes import apply
from rules.game import Illegal
from rules.play import BadReply, Resolved, Waiting
from rules.table import Dice, Reply
from rules.timeline import Decided, Fate, How

MOST_MISFITS = 60
"""More decisions than any correction needs."""


@dataclass(frozen=True)
class Correcting:
    """Somebody who corrects a battle at random."""

    battle: Battle
    random: Random

    def correct(self) -> None:
        """Correct any entry: a die, a choice, or all of it; sometimes there and back again."""
        before = stored(self.battle).sheet
        lines = timeline(self.battle, before).lines
        played = [line for line in lines if line.entry.record is not None and not line.settled]
        if not played:
            return
        number = self.random.choice(played).entry.number
        original = find_entry(self.battle, number)
        self._same(original)
        self._without(original)
        if not self._amend(number, self._wanted(original)) or self.random.random() < 0.5:
            return
        entry = original.line.entry
        if entry.how is not How.AGAIN or len(find_entry(self.battle, number).lines) > 1:
            return
        self._amend(number, Decided(How.AGAIN, entry.record))
        if stored(self.battle).sheet != before:
            raise Broken(f"event {number}: corrected and corrected back, the battle is another")

    def _same(self, found: Found) -> None:
        """An amendment with nothing changed changes nothing."""
        entry = found.line.entry
        foreseen = found.foreseen(Amendment(Decided(entry.how, entry.record)))
        if foreseen.is_another or foreseen.after != found.stored.sheet:
            raise Broken(f"event {entry.number}: amended with nothing changed, the battle is another")

    def _without(self, found: Found) -> None:
        """A timeline of one entry fewer is the battle in which it was never declared, where all others fit."""
        foreseen = found.foreseen(Amendment(Decided(How.STRUCK)))
        if any(one.fate is Fate.MISFIT or one.entry.parts or one.how is not How.AGAIN for one in foreseen.later):
            return
        never = found.before
        for one in foreseen.later:
            if one.entry.record is None:
                return
            try:
                played = replace(one.entry.record, battle=never).play()
            except (BadReply, Illegal):
                return
            if not isinstance(played, Resolved):
                return
            never = apply(never, played.outcome.changes)
        if foreseen.after != never:
            raise Broken(f"event {found.line.entry.number}: struck out, the battle is not as if it had never been")

    def _amend(self, number: int, wanted: Decided) -> bool:
        found = find_entry(self.battle, number)
        decided: dict[int, Decided] = {}
        foreseen = found.foreseen(Amendment(wanted, decided))
        for _ in range(MOST_MISFITS):
            lacking = foreseen.lacking
            if lacking is None:
                break
            decision = self._decision(lacking)
            if lacking is foreseen.amended:
                if decision.record is None:
                    return False
                wanted = decision
            else:
                decided[lacking.entry.number] = decision
            foreseen = found.foreseen(Amendment(wanted, decided))
        if not foreseen.is_another or foreseen.lacking:
            return False
        amend(
            key=self.battle.key,
            number=number,
            wanted=lambda _: Amendment(wanted, decided, agreed=True),
            seen=last_event(self.battle),
            who=WHO,
        )
        return True

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

    def _wanted(self, found: Found) -> Decided:
        record = found.line.entry.record
        if record is None or self.random.random() < 0.2:
            return Decided(How.STRUCK)
        if not record.replies:
            return Decided(How.AGAIN, record)
        place = self.random.randrange(len(record.replies))
        replies = list(record.replies)
        replies[place] = self._other(found, record, place)
        return Decided(How.AGAIN, replace(record, replies=tuple(replies)))

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
