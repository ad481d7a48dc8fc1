"""What has to hold of a battle from a file before it stays: it reads, plays and folds to what the file says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.files import early
from companion.files.envelope import canonical
from companion.models import Battle, Declaration, Event, Reply, Version
from companion.models.campaign import new_key
from companion.services.auditing import audited
from companion.services.refusals import Stale
from companion.services.under_way import record_of, still_plays
from companion.sheets import stored
from rules.changes import read_changes
from rules.game import Game, Illegal, Outcome, Procedure
from rules.games import GAMES
from rules.parts import WHOLE
from rules.parts_as_json import parts_from_json, parts_to_json
from rules.play import Resolved
from rules.records import BadRecord, from_json, to_json
from rules.replay import Record
from rules.timeline import moved


def check_played(game: Game[Any], declarations: Iterable[dict[str, Any]], events: Iterable[dict[str, Any]]) -> None:
    """Raise ``BadRecord`` where what was declared does not play as the file says: before anything of it is stored."""
    log = ((number, said["changes"], said["parts"], said["shape"]) for number, said in enumerate(events, start=1))
    stood = frozenset(_chain(game, log))
    for number, said in enumerate(declarations, start=1):
        known = {name: said[name] for name in ("procedure", "edition", "answers", "declared", "pieces", "shape")}
        came = {name: said[name] for name in ("status", "outcome", "trace")}
        waiting = said.get("early", [])
        row = Declaration(battle=Battle(game=game.slug), once=new_key(), early=waiting, **known, **came)
        replies = [Reply(label=one["label"], value=one["value"], source=one["source"]) for one in said["replies"]]
        _check_declaration(row, replies, f"Declaration {number} ({row.procedure[:20]}) in the file", stood)


def check(battle: Battle) -> None:
    """Raise ``BadRecord`` with one sentence where what is stored of a file is not what its log leads to."""
    try:
        sheet = stored(battle).sheet
    except ValueError as problem:
        raise BadRecord(f"The pieces in the file make no battle: {problem}.") from problem
    game, events = GAMES[battle.game], Event.objects.filter(battle=battle).order_by("number")
    *_, now = _chain(game, events.values_list("number", "changes", "parts", "shape"))
    if now != sheet:
        raise BadRecord("The log in the file leads to another battle than the pieces in it.")
    for version in Version.objects.filter(amendment__battle=battle).select_related("of__declaration"):
        _check_version(game, version)
    found = audited(battle)
    of_today = (one for one in found.cannot_run if one.edition == game.edition)
    for finding in (*found.differs, *of_today):
        place = f"Entry {finding.number} of its log" if finding.number else "The battle"
        raise BadRecord(f"{place} is not as the file says: {finding.sentence}")


def _chain(game: Game[Any], events: Iterable[tuple[int, Any, Any, int]]) -> Iterator[Any]:
    """The battle after each event; refuses a log that does not tell its beginning, or goes on from something else."""
    now = None
    for number, changes, told, shape in events:
        parts = parts_from_json(game, told, shape)
        if shape == game.shape:
            _check_whole(parts_to_json(parts), told, f"Event {number}")
        if now is None and not any(part.field == WHOLE for part in parts):
            break
        try:
            now = moved(now, parts, read_changes(changes))
        except (KeyError, ValueError) as problem:
            raise BadRecord(f"Event {number} of its log does not follow from those before it.") from problem
        yield now
    if now is None:
        raise BadRecord("The log in the file does not tell how the battle began, so it cannot be checked.")


def _check_declaration(declaration: Declaration, replies: Sequence[Reply], what: str, stood: frozenset[Any]) -> None:
    """Refuse what does not play as the file says it did, where it was declared under the rules of today."""
    game = GAMES[declaration.battle.game]
    _check_edition(game, declaration.edition, what)
    if declaration.edition != game.edition:
        return
    try:
        record = record_of(declaration, replies)
        played = still_plays(record)
    except Stale:
        raise BadRecord(f"{what} cannot be played by the rules, with what was answered.") from None
    if record.battle not in stood:
        raise BadRecord(f"{what} was made in a battle that this one never was.")
    if declaration.shape == game.shape:
        _check_whole(to_json(record.battle), declaration.pieces, what)
    _check_answers(declaration, what, record)
    early.check(declaration, record, what)
    if declaration.status == Declaration.Status.SETTLED:
        _check_settled(declaration, what, record, played)
    elif declaration.outcome is not None or declaration.trace is not None:
        raise BadRecord(f"{what} has an outcome, though it was not settled.")


def _check_edition(game: Game[Any], edition: str, what: str) -> None:
    """Refuse an edition that the rules never had: what it led to could not be told from anything else."""
    if edition not in (game.edition, *game.earlier_editions):
        raise BadRecord(f"{what} was resolved under an edition of {game.name} that this app does not know.")


def _check_whole(read: Any, said: Any, what: str) -> None:
    """Refuse what leaves out what is usual: the app writes everything."""
    if _count(read) != _count(said):
        raise BadRecord(f"{what} does not say everything.")


def _count(value: Any) -> int:
    """How many names there are in plain JSON values."""
    if isinstance(value, dict):
        return len(value) + sum(map(_count, value.values()))
    return sum(map(_count, value)) if isinstance(value, list) else 0


def _check_answers(declaration: Declaration, what: str, record: Record) -> None:
    """Refuse a declaration that is not what its answers make."""
    if not _makes(record.procedure, declaration.answers, declaration.declared):
        raise BadRecord(f"{what} is another than what was answered makes.")
    if declaration.shape == record.game.shape:
        _check_whole(to_json(record.procedure.read(declaration.declared)), declaration.declared, what)


def _makes(procedure: Procedure[Any, Any], answers: Any, declared: Any) -> bool:
    """Whether the answers make what was declared."""
    try:
        made = to_json(procedure.declare(answers))
        # A database may give the names of answers back in another order, and what they make then has it too.
        return bool(_in_any_order(made) == _in_any_order(to_json(procedure.read(declared))))
    except (BadRecord, Illegal):
        return False


def _in_any_order(value: Any) -> Any:
    """The value with each list in an order of its own."""
    if isinstance(value, dict):
        return {name: _in_any_order(inner) for name, inner in value.items()}
    return sorted(map(_in_any_order, value), key=canonical) if isinstance(value, list) else value


def _check_version(game: Game[Any], version: Version) -> None:
    """Refuse a version that says of an entry what no version says, though it may stand no more."""
    of, declaration = version.of, version.of.declaration
    what = f"A version of event {of.number} in the file"
    parts = parts_from_json(game, version.parts, version.shape)
    if version.shape == game.shape:
        _check_whole(parts_to_json(parts), version.parts, what)
    if (version.declared is None) is not (version.replies is None):
        raise BadRecord(f"{what} tells only a half of what was declared and answered.")
    if version.outcome is not None and version.outcome["changes"] != version.changes:
        raise BadRecord(f"{what} changes other things than its outcome says.")
    if declaration is None:
        return
    edition = version.edition or declaration.edition
    _check_edition(game, edition, what)
    if edition != game.edition:
        return
    if version.outcome is not None and not any(_is_one(kind, version.outcome) for kind in _outcomes(Outcome)):
        raise BadRecord(f"{what} has an outcome that is none.")
    if version.answers is not None and version.declared is not None:
        procedure = game.procedure(declaration.procedure)
        if not _makes(procedure, version.answers, version.declared):
            raise BadRecord(f"{what} is another than what was answered makes.")
        if version.shape == game.shape:
            _check_whole(to_json(procedure.read(version.declared)), version.declared, what)


def _outcomes(kind: type[Outcome]) -> Iterator[type[Outcome]]:
    """What games tell of what something came to."""
    yield kind
    for more in kind.__subclasses__():
        yield from _outcomes(more)


def _is_one(kind: type[Outcome], outcome: Any) -> bool:
    try:
        return bool(to_json(from_json(kind, outcome)) == outcome)
    except BadRecord:
        return False


def _check_settled(declaration: Declaration, what: str, record: Any, played: Any) -> None:
    if not isinstance(played, Resolved):
        raise BadRecord(f"{what} is settled, though something is not answered.")
    if to_json(played.outcome) != declaration.outcome:
        raise BadRecord(f"{what} comes out otherwise than the file says.")
    if [to_json(step) for step in record.steps(played.trace)] != declaration.trace:
        raise BadRecord(f"{what} came about in another way than the file says.")
