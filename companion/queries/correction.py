"""The page on which an entry is corrected: what was asked then, and what becomes of everything after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.forms.correcting import amendment_of
from companion.forms.correcting_fields import AskField, Offered, ask_fields
from companion.forms.declared_again import asked_again
from companion.forms.questions import AskedQuestion
from companion.models import Battle, Member
from companion.queries.board_then import BoardThen, board_then
from companion.queries.preview import differences
from companion.queries.table_view import looks_in
from companion.queries.used_since import told_of_uses
from companion.services.agreeing import why_not_agreed
from companion.services.foreseeing import Amendment, Foreseen, Found, find_entry
from companion.services.rebuilding import why_not_stored
from companion.services.refusals import Refusal
from companion.services.whose import Sides
from companion.setups.again import SetUpAgain, set_up_again
from rules.folding import Decided, Fate, Folded
from rules.game import Game
from rules.timeline import Entry, How
from rules.vocabulary import ChangeInWords
from rules.words import listed, noun

WORDS = {
    How.AGAIN: "Answer again",
    How.KEPT: "Keep what was stored",
    How.STRUCK: "Strike it out",
}

BECOME = {
    Fate.MISFIT: ("does not fit any more", "do not fit any more"),
    Fate.DIFFERENT: ("comes out differently", "come out differently"),
    Fate.AS_IT_WAS: ("stays as it was", "stay as they were"),
}
"""What later entries do, one of them and several."""


NotTheirs: TypeAlias = Callable[[Sides], str]
"""Why whoever corrects a set-up gives nothing to some sides; empty where they may."""


def theirs(sides: Sides) -> str:
    """Usually anybody at the table sets anything up."""
    return ""


@dataclass(frozen=True)
class LaterEntry:
    """An entry after the corrected one: what it said and says now, and what only before and only now it changes.

    ``struck`` tells that it is about to be struck out.
    """

    number: int
    was: str
    now: str
    before: tuple[ChangeInWords, ...]
    after: tuple[ChangeInWords, ...]
    reason: str
    choices: tuple[Offered, ...]
    asks: tuple[AskField, ...]
    lacks: str
    struck: bool


@dataclass(frozen=True)
class Stays:
    """A later entry that stays as it was: what it says, whether it was undone, and how it stands since a correction."""

    headline: str
    undone: bool
    how: str


@dataclass(frozen=True)
class Below:
    """What the page says in a line where its end may be out of sight, and the id of what that leads to."""

    text: str
    part: str


@dataclass(frozen=True)
class CorrectionPage:
    """Everything that the page shows.

    ``how`` is the way in which the entry is to stand and ``hows`` all in which it may, ``holds`` what it changes where
    what was stored of it is kept. ``is_assumed`` tells that one of the later entries lacks an answer: those after it
    are told as if what was stored of it were kept. Of a set-up, ``pieces`` can be set up otherwise, one of them by the
    ``form``, or ``why_not_built`` tells why none can be. ``used`` says who has used the battle's pieces since.
    """

    number: int
    headline: str
    now: str
    how: str
    hows: tuple[Offered, ...]
    asks: tuple[AskField, ...]
    holds: tuple[ChangeInWords, ...]
    pieces: tuple[Offered, ...]
    form: Any
    why_not_built: str
    questions: tuple[AskedQuestion, ...]
    targets: tuple[Offered, ...]
    problem: str
    lacks: str
    is_assumed: bool
    strikes_app_dice: bool
    why_not_agreed: str
    agreed: bool
    why: str
    same: tuple[Stays, ...]
    different: tuple[LaterEntry, ...]
    misfits: tuple[LaterEntry, ...]
    used: str
    board: BoardThen | None
    is_another: bool
    is_whole: bool
    ready: bool
    below: Below | None


def correction_page(
    battle: Battle, number: int, posted: Mapping[str, str], member: Member | None = None, not_theirs: NotTheirs = theirs
) -> CorrectionPage:
    """What the page of an entry shows for what was posted; ``Refusal`` when the entry cannot be corrected.

    ``member`` is who corrects it, where that is known.
    """
    found = find_entry(battle, number)
    form, targets = asked_again(found, posted)
    again = set_up_again(found, posted)
    try:
        amendment = _wanted(found, posted, again, not_theirs)
        problem = ""
    except Refusal as refusal:
        amendment, problem = Amendment(Decided(How.AGAIN, found.line.entry.record)), str(refusal)
    foreseen = found.foreseen(amendment)
    is_whole = foreseen.lacking is None
    # What still lacks an answer is not what will be stored.
    problem = problem or (why_not_stored(found, foreseen) if is_whole else "")
    amended = foreseen.amended
    how, hows = _of_itself(found.line.entry, amendment.wanted)
    # What would come of half an answer to the entry itself is nobody's business.
    later = () if amended.lacks else foreseen.later
    told = {one.entry.number: _later(found.game, one, amendment) for one in later if one.fate is not Fate.AS_IT_WAS}
    fates = [_fate(one, told.get(one.entry.number)) for one in later]
    why_not = why_not_agreed(battle, found.line.event, member) if foreseen.strikes_app_dice else ""
    unasked = foreseen.strikes_app_dice and not amendment.agreed
    ready = not (problem or why_not or unasked) and is_whole and foreseen.is_another
    return CorrectionPage(
        number=number,
        headline=found.line.entry.headline,
        now=amended.headline if amended.headline != found.line.entry.headline else "",
        how=how.value,
        hows=hows,
        asks=_asks(found, amended) if how is How.AGAIN else (),
        holds=differences(found.game, found.before, found.line.entry.changes) if how is How.KEPT else (),
        pieces=again.pieces,
        form=again.form,
        why_not_built=again.why_not,
        questions=form.asked() if form else (),
        targets=targets,
        problem=problem,
        lacks=amended.lacks,
        is_assumed=any(one.lacks for one in later[:-1]),
        strikes_app_dice=foreseen.strikes_app_dice,
        why_not_agreed=why_not,
        agreed=amendment.agreed,
        why=amendment.why,
        same=tuple(
            Stays(one.headline, line.undone, line.became)
            for line, one, fate in zip(foreseen.lines[1:], later, fates, strict=False)
            if fate is Fate.AS_IT_WAS
        ),
        different=_those(Fate.DIFFERENT, later, fates, told),
        misfits=_those(Fate.MISFIT, later, fates, told),
        used=told_of_uses(battle) if foreseen.changes or foreseen.parts else "",
        board=_board(found, foreseen) if is_whole and not problem else None,
        is_another=foreseen.is_another,
        is_whole=is_whole,
        ready=ready,
        below=None if problem else _below(foreseen, fates),
    )


def wanted(found: Found, posted: Mapping[str, str], not_theirs: NotTheirs = theirs) -> Amendment:
    """What is posted of an entry; ``Refusal`` where that is nothing that the rules know, or not theirs to say."""
    return _wanted(found, posted, set_up_again(found, posted), not_theirs)


def _wanted(found: Found, posted: Mapping[str, str], again: SetUpAgain, not_theirs: NotTheirs) -> Amendment:
    if problem := again.problem or not_theirs(again.sides):
        raise Refusal(problem)
    return amendment_of(found, posted, again.built)


def _those(
    wanted: Fate, later: Sequence[Folded], fates: Sequence[Fate], told: Mapping[int, LaterEntry]
) -> tuple[LaterEntry, ...]:
    return tuple(told[one.entry.number] for one, fate in zip(later, fates, strict=True) if fate is wanted)


def _fate(one: Folded, told: LaterEntry | None) -> Fate:
    """What players see become of a later entry: nothing where only what no page tells is another, such as who acted."""
    restored = one.entry.how is How.STRUCK is not one.how
    if one.fate is Fate.DIFFERENT and told and not (told.now or told.before or told.after or restored):
        return Fate.AS_IT_WAS
    return one.fate


def _of_itself(entry: Entry, wanted: Decided) -> tuple[How, tuple[Offered, ...]]:
    """How an entry is to stand, and how it may: as it was kept only where it was."""
    words = {How.AGAIN: "It happened"}
    if not entry.opens:
        words[How.STRUCK] = "It did not happen"
    if entry.how is How.KEPT and entry.record is not None:
        words[How.KEPT] = WORDS[How.KEPT]
    chosen = wanted.how if wanted.how in words else How.AGAIN
    return chosen, tuple(Offered(how.value, said, how is chosen) for how, said in words.items())


def _below(foreseen: Foreseen, fates: Sequence[Fate]) -> Below | None:
    """What is missing first, or else what becomes of all that came later; nothing before anything is another."""
    lacking = foreseen.lacking
    if lacking is foreseen.amended:
        return Below(foreseen.amended.lacks, "entry")
    if lacking:
        return Below(f"Entry {lacking.entry.number}: {lacking.lacks}", f"later-{lacking.entry.number}")
    if not foreseen.is_another:
        return None
    counts = Counter(fates)
    told = [f"{counts[fate]} {noun(counts[fate], *verbs)}" for fate, verbs in BECOME.items() if counts[fate]]
    return Below(f"Later: {listed(told)}." if told else "Nothing came after it.", "changes")


def _asks(found: Found, amended: Folded) -> tuple[AskField, ...]:
    """What was asked; where the rules do not allow it any more, as it was asked at first."""
    if amended.fit is not None:
        return ask_fields(amended)
    record = found.line.entry.record
    if record is None:
        return ()
    return ask_fields(found.amended(Decided(How.AGAIN, record)))


def _later(game: Game[Any], one: Folded, amendment: Amendment) -> LaterEntry:
    hows = _hows(one)
    decided = amendment.decided.get(one.entry.number)
    chosen = decided.how if decided and decided.how in hows else hows[0]
    before, after = (differences(game, one.before, changes) for changes in (one.entry.changes, one.changes))
    return LaterEntry(
        number=one.entry.number,
        was=one.entry.headline,
        now=one.headline if one.headline != one.entry.headline else "",
        before=tuple(each for each in before if each not in after),
        after=tuple(each for each in after if each not in before),
        reason=one.reason or "",
        choices=tuple(Offered(how.value, WORDS[how], how is chosen) for how in hows),
        asks=ask_fields(one) if one.fate is Fate.MISFIT and chosen is How.AGAIN else (),
        lacks=one.lacks,
        struck=one.fate is Fate.MISFIT and chosen is How.STRUCK,
    )


def _hows(one: Folded) -> tuple[How, ...]:
    """How an entry that does not fit any more may stand, first the way that the fold goes where nothing is decided."""
    if one.entry.record is None:
        return (How.KEPT, How.STRUCK)
    if one.entry.older:
        return (How.KEPT, How.AGAIN, How.STRUCK)
    return (How.AGAIN, How.KEPT, How.STRUCK) if one.fit is not None else (How.STRUCK, How.KEPT)


def _board(found: Found, foreseen: Foreseen) -> BoardThen | None:
    if not (foreseen.changes or foreseen.parts):
        return None
    return board_then(found.game, foreseen.sheet, foreseen.changes, looks_in(found.stored), foreseen.parts)
