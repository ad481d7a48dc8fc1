"""How long history takes: an entry folded, an old attack corrected, a long log audited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from companion.management.audits import audits
from companion.management.fuzzing import Fuzz
from companion.models import Battle, Campaign
from companion.queries.correction import correction_page
from companion.services.foreseeing import Amendment, Found, find_entry
from companion.services.history import History, history_of
from companion.sheets import stored
from rules.folding import Decided
from rules.game import Game
from rules.timeline import How

ENTRIES = 200
AUDITED = 5000

FOLDED, SHOWN, WHOLE_AUDIT = 0.3, 150.0, 2000.0
"""The milliseconds that an entry folded, a preview and an audit may take."""


def figures(games: Iterable[Game[Any]], runs: int) -> Iterator[tuple[str, float, float]]:
    """What is measured, in milliseconds, and how many it may take; the battles stay in the database.

    Audits are timed by the clock, since they wait for the database and for each other; all else is time of the
    processor.
    """
    for game in games:
        fuzz = Fuzz(game, Random(1), Campaign.objects.create(name="Bench"))  # noqa: S311  (no secret)
        several = max(1, runs // 10)
        history = _long(fuzz)
        entries = len(history.entries)
        played = [entry for entry in history.entries if entry.record and entry.record.replies]
        found = find_entry(fuzz.battle, played[0].number)
        number = played[0].number
        folded = _timed(partial(_struck, found), several) / entries
        yield f"{game.slug}: an entry of {entries} folded again", folded, FOLDED
        shown = _timed(partial(correction_page, fuzz.battle, number, {"how": How.STRUCK.value}), several)
        yield f"{game.slug}: entry {number} of {entries} corrected, the page's preview", shown, SHOWN
        posted = _named_otherwise(fuzz.battle)
        built = _timed(partial(correction_page, fuzz.battle, 1, posted), several)
        yield f"{game.slug}: what set {entries} entries up corrected, the page's preview", built, SHOWN
        battles = AUDITED // entries
        name = f"{game.slug}: {battles * entries} entries of {battles} battles audited"
        yield name, 1000 * _took(partial(_audited, [fuzz.battle.pk] * battles), perf_counter), WHOLE_AUDIT


def _long(fuzz: Fuzz) -> History:
    """A battle with that many entries that stand; what ends it, or takes a piece off the board, is taken back."""
    while True:
        sheet = stored(fuzz.battle).sheet
        history = history_of(fuzz.battle, sheet)
        if len(history.entries) >= ENTRIES:
            return history
        for _ in range(10):
            fuzz.declare()
            now = stored(fuzz.battle).sheet
            if now.over or _standing(now) < _standing(sheet):
                fuzz.undo()


def _standing(sheet: Any) -> int:
    return sum(piece.standing for piece in sheet.pieces)


def _struck(found: Found) -> object:
    """Everything after an entry, folded without it."""
    return found.foreseen(Amendment(Decided(How.STRUCK)))


def _named_otherwise(battle: Battle) -> dict[str, str]:
    """What the page posts where the first piece is called otherwise than it was from the beginning."""
    form = correction_page(battle, 1, {}).form
    posted = {field.html_name: str(field.value() or "") for field in form}
    return posted | {form.add_prefix("name"): "Another"}


def _audited(battles: Sequence[int]) -> None:
    """As many battles as long as this one are audited: nothing that is read for one is kept for the next."""
    for _ in audits(battles):
        pass


def _timed(case: Callable[[], object], runs: int) -> float:
    """The milliseconds of the processor that a case takes."""
    return 1000 * median(_took(case, process_time) for _ in range(runs))


def _took(case: Callable[[], object], clock: Callable[[], float]) -> float:
    began = clock()
    case()
    return clock() - began
