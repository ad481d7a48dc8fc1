"""The audit of a battle: everything that is stored is held against what its log leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.models import Battle, Event, Result
from companion.services.auditing_log import Corrected, changes_that_fail, words_that_differ
from companion.services.history import Line, history_of, traces_of
from companion.services.results import told, wanted_results
from companion.services.undoing import ENTERED
from companion.services.writing import NO_ENTRY
from companion.sheets import stored
from companion.steady import steady
from rules.changes import keyed
from rules.game import Game, Illegal
from rules.games import GAMES
from rules.parts import Unlike
from rules.play import BadReply, Resolved
from rules.records import to_json
from rules.replay import Record
from rules.timeline import Entry, How, NoBattle
from rules.words import LONGEST_HEADLINE, counted, shortened, without_step


@dataclass(frozen=True)
class Finding:
    """Something that is not as the log has it; ``number`` is that of an event, 0 for the battle as it stands.

    ``edition`` is an older one that the entry was resolved under.
    """

    number: int
    sentence: str
    edition: str = ""


@dataclass(frozen=True)
class Audit:
    """What an audit of a battle found: how many entries come out the same, what differs, and what cannot run.

    ``same_older`` counts those of older editions among the same, by their editions. ``otherwise`` are entries of older
    editions that would come out otherwise by today's rules: they stand as they are. Nothing before the event ``firm``
    could be folded, and ``unreached`` entries neither, since the log does not lead to them.
    """

    battle: Battle
    same: int
    differs: tuple[Finding, ...]
    otherwise: tuple[Finding, ...]
    cannot_run: tuple[Finding, ...]
    firm: int
    same_older: Mapping[str, int] = field(default_factory=dict)
    unreached: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether nothing differs."""
        return not self.differs


@steady()
def audited(battle: Battle) -> Audit:
    """Fold a battle from its beginning, as far as its log tells, and hold the result against what is stored.

    All of it is read as it was at one moment: else whoever plays meanwhile makes a difference that is none.
    """
    try:
        sheet = stored(battle).sheet
    except ValueError as problem:
        return Audit(battle, 0, (Finding(0, f"What is stored is no battle: {problem}."),), (), (), 0)
    game = GAMES[battle.game]
    differs = [*_scores(game, sheet), *_results(battle, sheet)]
    try:
        history = history_of(battle, sheet)
        differs += _log(battle, sheet, history.firm)
    except (KeyError, TypeError, ValueError) as problem:
        told = f"Its log cannot be read: {str(problem).rstrip('.')}."
        stands = Event.objects.filter(ENTERED, battle=battle, undone_by=None).exclude(kind__in=NO_ENTRY)
        return Audit(battle, 0, (*differs, Finding(0, told)), (), (), 0, unreached=stands.count())
    try:
        timeline = history.leading_to(sheet)
    except Unlike as problem:
        differs.append(Finding(0, f"The log does not lead back: {problem}."))
        return Audit(battle, 0, tuple(differs), (), (), history.firm, unreached=len(history.lines))
    corrected = Corrected(battle)
    traces = traces_of(battle, history.lines)
    same, otherwise, cannot_run, unreached = 0, [], [], 0
    same_older: Counter[str] = Counter()
    sheets = timeline.sheets()
    now = next(sheets)
    for reached, line in enumerate(history.lines, start=1):
        found = _entry(game, line, now, traces.get(line.event), corrected)
        if found is None:
            same += 1
            same_older.update([line.edition] if line.entry.older else ())
        elif line.entry.how is How.AGAIN and line.entry.record is None:
            cannot_run.append(found)
        elif line.entry.how is How.AGAIN and line.entry.older:
            otherwise.append(found)
        else:
            differs.append(found)
        try:
            now = next(sheets)
        except NoBattle as problem:
            edition = line.edition if line.entry.older else ""
            differs.append(
                Finding(line.entry.number, f"it does not follow from what was before it: {problem}.", edition)
            )
            unreached = len(history.lines) - reached
            break
    else:
        if now != sheet:
            differs.append(Finding(0, "the entries lead to another battle than the one that is stored."))
    return Audit(battle, same, tuple(differs), tuple(otherwise), tuple(cannot_run), history.firm, same_older, unreached)


def _scores(game: Game[Any], sheet: Any) -> Iterator[Finding]:
    parts = keyed(sheet)
    for key, points in game.score(sheet).items():
        wanted = points if sheet.started else 0
        if parts[key].score != wanted:
            kept = counted(parts[key].score, game.point)
            yield Finding(0, f"{parts[key].name} has {kept} stored, and {wanted} by its pieces.")


def _results(battle: Battle, sheet: Any) -> Iterator[Finding]:
    """Whether what is kept of a battle for the standings is what it comes to."""
    now = Battle.objects.get(pk=battle.pk)
    wanted = wanted_results(now, sheet) if sheet.over and not now.deleted else []
    if list(map(told, Result.objects.filter(battle=battle.pk))) != list(map(told, wanted)):
        yield Finding(0, "the result that is kept for the standings is another than the battle's.")


def _log(battle: Battle, sheet: Any, firm: int) -> Iterator[Finding]:
    """What differs in the log beside what its entries come out as."""
    found = (*changes_that_fail(battle, sheet, firm), *words_that_differ(battle))
    if not found:
        return
    older = Event.objects.filter(battle=battle).exclude(declaration__edition=GAMES[battle.game].edition)
    editions = dict(older.filter(declaration__isnull=False).values_list("number", "declaration__edition"))
    for number, sentence in found:
        yield Finding(number, sentence, editions.get(number, ""))


def _entry(game: Game[Any], line: Line, now: Any, trace: Any, corrected: Corrected) -> Finding | None:
    """What differs of an entry in the battle as it was before it; ``None`` where nothing does."""
    entry = line.entry
    if entry.how is not How.AGAIN:
        try:
            problem = corrected.otherwise(game, line, now)
        except (KeyError, TypeError, ValueError) as trouble:
            problem = f"what was stored of it cannot be read: {trouble}."
        return Finding(entry.number, problem, line.edition if entry.older else "") if problem else None
    if entry.record is None:
        if not line.edition:
            return None
        return Finding(entry.number, "it was declared under other rules than the app now plays by.", line.edition)
    # The words of the steps may have changed with the edition: what came of them counts.
    problem = _otherwise(entry, replace(entry.record, battle=now), None if entry.older else trace)
    return Finding(entry.number, problem, line.edition if entry.older else "") if problem else None


def _otherwise(entry: Entry, record: Record, trace: Any) -> str:
    """What is otherwise when a record is played again."""
    try:
        played = record.play()
    except (BadReply, Illegal) as problem:
        return f"it cannot be resolved again: {problem}"
    if not isinstance(played, Resolved):
        return f"it says “{entry.headline}”, and “{without_step(played.ask.label)}” is not answered."
    if shortened(played.outcome.headline, LONGEST_HEADLINE) != entry.headline:
        return f"it says “{entry.headline}”, and comes out as “{played.outcome.headline}”."
    changes = played.outcome.changes
    if changes != entry.changes and set(changes) != set(entry.changes):
        return "it changes other things than are stored."
    if trace is not None and [to_json(step) for step in record.steps(played.trace)] != trace:
        return "it came about in another way than is stored."
    return ""
