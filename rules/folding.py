"""A battle folded again from any of its entries: what each is now, and what becomes of all that came after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from rules.changes import NAMED, Change, forced, keyed, merged
from rules.fitting import Fitted, fitted
from rules.game import Game, Illegal, Outcome
from rules.misfits import Reason, different, fewer_dice, lacking, why_not
from rules.parts import Part, Pointing, leaving, let_go, with_parts
from rules.parts_elsewhere import as_they_are
from rules.play import BadReply, Resolved
from rules.replay import Record
from rules.scores import rescored, right_scores, unscored
from rules.table import Step
from rules.taking_back import Undone, taken_back, undone_in
from rules.timeline import Entry, How, Timeline, moved
from rules.words import LONGEST_HEADLINE, shortened

NOT_THERE = "what it was done to is not in the battle by then."
"""What lacks before something can happen after all, as a sentence goes on."""


class Fate(StrEnum):
    """What an amendment makes of a later entry."""

    AS_IT_WAS = "as it was"
    DIFFERENT = "comes out differently"
    MISFIT = "does not fit any more"


@dataclass(frozen=True, slots=True)
class Built:
    """What a set-up that is corrected says, what joins or leaves by it, and what it changes; scores follow.

    ``words`` tell what is another than it was, each change by itself.
    """

    headline: str
    parts: tuple[Part, ...]
    changes: tuple[Change, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """What the players decide of an entry: how it stands, with another record or set-up where that is another."""

    how: How
    record: Record | None = None
    built: Built | None = None


@dataclass(frozen=True, slots=True)
class Folded:
    """An entry in a fold: the battle before it, what it changes now, and what became of it.

    ``reason`` says why it is a misfit; ``fit`` is what was asked, with what lies there; ``lacks`` says what has to be
    answered before it can stand.
    """

    entry: Entry
    before: Any
    how: How
    fate: Fate
    headline: str
    changes: tuple[Change, ...]
    outcome: Outcome | None = None
    steps: tuple[Step, ...] = ()
    record: Record | None = None
    reason: Reason | None = None
    fit: Fitted[Outcome] | None = field(default=None, compare=False)
    lacks: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def after(self) -> Any:
        """The battle after it."""
        return moved(self.before, self.parts, self.changes)


def fold(
    game: Game[Any],
    timeline: Timeline,
    amended: Mapping[int, Decided],
    decided: Mapping[int, Decided] | None = None,
    now: Any = None,
) -> Iterator[Folded]:
    """Each entry as it comes out when the battle goes on with other versions of some, by their numbers.

    What was ``decided`` counts where an entry is a misfit. Misfits that nothing was decided of go the usual way: what
    is gone or not allowed is struck out, and what was written by hand is kept. What lacks dice or an option waits, and
    counts until then for those after it as if what was stored of it were kept; only an amended entry changes nothing as
    long as it waits. What an undo takes back in any case is kept without a question. ``now`` is the opening sheet where
    another has become of that already. Raises ``NoBattle`` where they lead to none.
    """
    was = timeline.opening
    sheet = was if now is None else now
    undone_later = {entry.undoes for entry in timeline.entries}
    became: dict[int | None, Undone] = {one.number: Undone(one, one.headline, one.changes) for one in timeline.passed}
    for entry in timeline.entries:
        undone = became.get(entry.undoes)
        if entry.number in amended:
            folded = _decided(game, entry, was, sheet, amended[entry.number])
        elif undone and (was != sheet or undone.is_another):
            folded = _taken_back(game, entry, was, sheet, undone)
        elif was == sheet:
            folded = _as_it_was(entry, sheet)
        else:
            folded = _tried(game, entry, was, sheet)
            if folded.fate is Fate.MISFIT and entry.number in undone_later:
                # Nothing stays of it, so nobody has to decide what it is.
                folded = kept(game, entry, was, sheet)
            elif folded.fate is Fate.MISFIT and decided and entry.number in decided:
                chosen = _decided(game, entry, was, sheet, decided[entry.number])
                # What lies there is kept, so that it can be answered again after all.
                fit = chosen.fit if chosen.how is How.AGAIN else folded.fit
                folded = replace(chosen, fate=Fate.MISFIT, reason=folded.reason, fit=fit)
            if folded.lacks:
                folded = replace(folded, changes=kept(game, entry, was, sheet).changes)
        yield folded
        if entry.number in undone_later:
            became[entry.number] = undone_in(folded.before, entry, folded.headline, folded.changes)
        after = folded.after
        # Where nothing has become another yet, what was and what is are one sheet.
        as_before = was is sheet and (folded.parts, folded.changes) == (entry.parts, entry.changes)
        was = after if as_before else moved(was, entry.parts, entry.changes)
        sheet = after


def _tried(game: Game[Any], entry: Entry, was: Any, now: Any) -> Folded:
    """An entry in another battle: as it stood once where that fits without a decision, else as it stands."""
    for stood in entry.stood:
        folded = _standing(game, stood, was, now)
        if folded.fate is not Fate.MISFIT:
            return replace(folded, entry=entry, fate=_fate(entry, folded.how, folded.headline, folded.changes))
    return _standing(game, entry, was, now)


def _standing(game: Game[Any], entry: Entry, was: Any, now: Any) -> Folded:
    if entry.how is How.STRUCK:
        return _as_it_was(entry, now)
    is_played = entry.record is not None and entry.how is How.AGAIN and not entry.older
    return _again(entry, was, now) if is_played else _written(game, entry, was, now)


def _fate(entry: Entry, how: How, headline: str, changes: Iterable[Change]) -> Fate:
    same = (how is How.STRUCK) is (entry.how is How.STRUCK) and headline == entry.headline
    return Fate.AS_IT_WAS if same and _moves(changes) == _moves(entry.changes) else Fate.DIFFERENT


def _as_it_was(entry: Entry, now: Any) -> Folded:
    parts = () if entry.how is How.STRUCK else entry.parts
    return Folded(
        entry, now, entry.how, Fate.AS_IT_WAS, entry.headline, entry.changes, record=entry.record, parts=parts
    )


def _decided(game: Game[Any], entry: Entry, was: Any, now: Any, decision: Decided) -> Folded:
    if decision.how is How.STRUCK:
        return Folded(entry, now, How.STRUCK, Fate.DIFFERENT, entry.headline, ())
    if decision.built:
        return _built(game, entry, now, decision.built)
    if entry.opens:
        return _as_it_was(entry, now)
    if decision.how is How.AGAIN:
        return _again(entry, was, now, decision) if entry.record else _written(game, entry, was, now)
    back = replace(kept(game, entry, was, now), fate=Fate.DIFFERENT)
    return replace(back, lacks=NOT_THERE) if _comes_to_nothing(back) else back


def _comes_to_nothing(back: Folded) -> bool:
    """Whether what was struck out of the log would be in it again with nothing left that it could be done to."""
    entry, there = back.entry, keyed(back.before)
    if entry.how is not How.STRUCK or back.parts:
        return False
    changes = unscored(back.before, entry.struck)
    return bool(changes or entry.struck_parts) and not any(change.piece in there for change in changes)


def _again(entry: Entry, was: Any, now: Any, decision: Decided | None = None) -> Folded:
    """What was declared, resolved with its replies in the battle as it is now."""
    given = (decision and decision.record) or entry.record
    assert given is not None
    record = replace(given, battle=now)
    try:
        played = record.play() if decision is None else None
    except Illegal as problem:
        return _misfit(entry, now, How.STRUCK, why_not(given.declaration, was, now, problem))
    except BadReply:
        played = None
    if isinstance(played, Resolved):
        return _resolved(entry, record, played)
    try:
        fit = fitted(record.procedure.resolve, record.declared, record.replies, entry.earlier, entry.at_first)
    except Illegal as problem:
        reason = why_not(given.declaration, was, now, problem)
        return replace(_misfit(entry, now, How.STRUCK, reason), lacks=str(problem))
    if not isinstance(fit.played, Resolved):
        lacks, reason = lacking(fit.laid[-1], replace(entry.record, battle=was) if entry.record else None)
        return replace(_misfit(entry, now, How.AGAIN, reason), record=record, fit=fit, lacks=lacks)
    folded = replace(_resolved(entry, replace(record, replies=fit.replies), fit.played), fit=fit)
    return replace(folded, fate=Fate.MISFIT, reason=fewer_dice(fit.over)) if fit.over else folded


def _resolved(entry: Entry, record: Record, played: Resolved[Outcome]) -> Folded:
    outcome = played.outcome
    headline = shortened(outcome.headline, LONGEST_HEADLINE)
    fate = _fate(entry, How.AGAIN, headline, outcome.changes)
    steps = record.steps(played.trace)
    return Folded(entry, record.battle, How.AGAIN, fate, headline, outcome.changes, outcome, steps, record)


def _misfit(entry: Entry, now: Any, how: How, reason: Reason) -> Folded:
    return Folded(entry, now, how, Fate.MISFIT, entry.headline, (), reason=reason)


def _built(game: Game[Any], entry: Entry, now: Any, built: Built) -> Folded:
    after = moved(now, built.parts, built.changes)
    changes = merged((*built.changes, *right_scores(after, game.score)))
    return Folded(entry, now, How.AGAIN, Fate.DIFFERENT, built.headline, changes, parts=built.parts)


def _written(game: Game[Any], entry: Entry, was: Any, now: Any) -> Folded:
    """What was written by hand, where it still fits; else what was stored is kept."""
    if entry.how is How.KEPT:
        return kept(game, entry, was, now)
    parts = as_they_are(was, now, entry.parts)
    try:
        settled = _hand_written(entry, now)
        changes = merged((*settled, *right_scores(with_parts(now, parts, settled), game.score)))
    except (KeyError, ValueError):
        return replace(kept(game, entry, was, now), fate=Fate.MISFIT, reason=different())
    return Folded(entry, now, How.AGAIN, Fate.AS_IT_WAS, entry.headline, changes, parts=parts)


def _taken_back(game: Game[Any], entry: Entry, was: Any, now: Any, undone: Undone) -> Folded:
    """An undo in another battle: it and what it takes back come to nothing together, so that nobody is asked."""
    changes = taken_back(game, entry, now, undone)
    headline = shortened(entry.headline.replace(undone.entry.headline, undone.headline), LONGEST_HEADLINE)
    parts = as_they_are(was, now, entry.parts)
    return Folded(entry, now, How.AGAIN, Fate.AS_IT_WAS, headline, changes, parts=parts)


def _hand_written(entry: Entry, now: Any) -> tuple[Change, ...]:
    """What was written but for scores; who points to what leaves lets go of it, whether that did then or not."""
    gone = leaving(entry.parts)
    parts, settled = keyed(now), unscored(now, entry.changes)
    let = {change.piece for change in settled if _lets_go(change, gone)}
    others = {key for key in let if isinstance(parts.get(key), Pointing)}
    stays = [change for change in settled if not _lets_go(change, gone) and change.piece not in others]
    return (*stays, *let_go(now, gone))


def _lets_go(change: Change, gone: frozenset[str]) -> bool:
    name = change.track.partition(NAMED)[2]
    return (change.before in gone and change.after is None) or (name in gone and change.after is False)


def kept(game: Game[Any], entry: Entry, was: Any, now: Any) -> Folded:
    """An entry of which what was stored is kept, wherever pieces can still show it."""
    parts = _parts_kept(was, now, entry.struck_parts or entry.parts)
    let = let_go(now, leaving(parts))
    sheet = moved(now, parts, let)
    stood = unscored(sheet, entry.struck or entry.changes)
    settled = merged((*let, *rescored(sheet, forced(sheet, stood), game.score)))
    return Folded(entry, now, How.KEPT, Fate.AS_IT_WAS, entry.headline, settled, parts=parts)


def _parts_kept(was: Any, now: Any, stood: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts that were stored as they are now: all of them, or else each with which it is still a battle."""
    found: tuple[Part, ...] = ()
    for some in (stood, *((part,) for part in stood)):
        parts = as_they_are(was, now, (*found, *some))
        try:
            with_parts(now, parts, let_go(now, leaving(parts)))
        except (KeyError, ValueError):
            continue
        found = (*found, *some)
        if some is stood:
            break
    return as_they_are(was, now, found)


def _moves(changes: Iterable[Change]) -> set[tuple[object, ...]]:
    """What changes do, whatever they start from: a number more or less, anything else as it becomes."""
    found: set[tuple[object, ...]] = set()
    for change in changes:
        numbers = isinstance(change.before, int) and isinstance(change.after, int)
        move = change.after - change.before if numbers else change.after  # type: ignore[operator]
        found.add((change.piece, change.track, move))
    return found
