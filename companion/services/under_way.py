"""What is under way: found, held against what a page showed, and played as far as its replies go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from companion.models import Battle, Declaration, Reply
from companion.prepared import Prepared
from companion.services.refusals import Refusal, Stale
from rules.game import Game, Illegal, Outcome, Procedure
from rules.games import GAMES
from rules.play import BadReply, Resolved, Waiting
from rules.questions import Answers
from rules.records import BadRecord
from rules.replay import Record, read_replies
from rules.table import Source
from rules.words import without_step

_DECLARATION = Prepared(
    lambda battle, pk: Declaration.objects.filter(battle=battle, pk=pk).select_related("actor"), values=2
)

_REPLIES = Prepared(lambda declaration: Reply.objects.filter(declaration=declaration))

CHANGED = "The answers have changed since this page was shown. Your tap was not stored."

OTHER_RULES = "The rules of the app have changed since it was declared, so it cannot go on. Call it off."


def find_declaration(battle: Battle, pk: int) -> Declaration:
    """The declaration of a battle by its id; ``Refusal`` if there is none."""
    row = _DECLARATION.first(battle.pk, pk)
    if row is None:
        raise Refusal("There is no such attack in this battle.")
    row.battle = battle
    return row


def is_anything_under_way(battle: Battle) -> bool:
    """Whether anything was declared that is neither settled nor called off yet."""
    return Declaration.objects.filter(battle=battle, status=Declaration.Status.OPEN).exists()


def replies_to(row: Declaration) -> list[Reply]:
    """What was replied to a declaration so far, in order."""
    return _REPLIES(row.pk)


def check_open(row: Declaration) -> None:
    """Raise ``Stale`` when a declaration is not under way any more."""
    if row.status != Declaration.Status.OPEN:
        raise Stale(f"It is {row.get_status_display()} already. Your tap was not stored.")


def replies_shown(given: Sequence[Reply], answer: int) -> int | None:
    """How many replies a page showed whose last one has this id; ``None`` when that one is gone."""
    if answer == 0:
        return 0
    return next((number for number, reply in enumerate(given, start=1) if reply.pk == answer), None)


def overtaken(reply: Reply) -> Stale:
    """What is said to a page that did not know of a reply yet."""
    what = "added" if reply.source == Reply.ADDED else "answered"
    return Stale(f"{reply.who} has {what} “{without_step(reply.label)}” already. Your answer was not stored.")


def record_of(declaration: Declaration, replies: Sequence[Reply]) -> Record:
    """The stored declaration and its replies as the rules take them; ``Stale`` if those are not its rules any more."""
    if declaration.edition != GAMES[declaration.battle.game].edition:
        raise Stale(OTHER_RULES)
    return record_still_read(declaration, replies)


def record_still_read(declaration: Declaration, replies: Sequence[Reply]) -> Record:
    """The same of a declaration of an earlier edition, too, where the rules still read it; ``Stale`` elsewhere."""
    game = GAMES[declaration.battle.game]
    if declaration.edition not in (game.edition, *game.earlier_editions):
        raise Stale(OTHER_RULES)
    try:
        return record_in(game, shown_to(declaration), declaration, replies)
    except BadRecord as changed:
        raise Stale(OTHER_RULES) from changed


class Given(Protocol):
    """A reply as it is stored, be it a model or a row."""

    @property
    def label(self) -> str:
        """What was asked."""

    @property
    def value(self) -> Any:
        """Faces, an option, or what was added."""

    @property
    def source(self) -> str:
        """Where it came from."""


class Declared(Protocol):
    """A declaration as it is stored, be it a model or a row."""

    @property
    def procedure(self) -> str:
        """What was declared, by its slug."""

    @property
    def declared(self) -> Any:
        """What the rules take of it."""

    @property
    def answers(self) -> Any:
        """What was answered, by the names of the questions."""


def record_in(game: Game[Any], sheet: Any, declaration: Declared, replies: Sequence[Given]) -> Record:
    """The same in a battle as it is on this sheet, whatever edition it was declared under."""
    try:
        procedure = game.procedure(declaration.procedure)
        given = read_replies([_reply_json(reply) for reply in replies if reply.source != Reply.ADDED])
        return Record(game, procedure, sheet, _declared(procedure, declaration, replies), given)
    except (BadRecord, KeyError) as changed:
        raise Stale(OTHER_RULES) from changed


def shown_to(declaration: Declaration) -> Any:
    """The battle that a declaration was made in; ``BadRecord`` if it is none of today's rules."""
    game = declaration.battle.game
    return _battle_of(_Shown(game, declaration.shape, declaration.once, declaration.pieces))


@dataclass(frozen=True)
class _Shown:
    """The battle that a declaration was made in, as it is stored."""

    game: str
    shape: int
    once: str
    pieces: Any = field(hash=False)


@lru_cache(maxsize=64)
def _battle_of(shown: _Shown) -> Any:
    """The battle that a declaration was made in, read once for all its answers and pages."""
    return GAMES[shown.game].read(shown.pieces, shown.shape)


def replayed(declaration: Declaration, replies: Sequence[Reply]) -> tuple[Record, Waiting | Resolved[Outcome]]:
    """The record of a declaration, played as far as its replies go; ``Stale`` if the rules have changed since."""
    record = record_of(declaration, replies)
    return record, still_plays(record)


def still_plays(record: Record) -> Waiting | Resolved[Outcome]:
    """How a record plays; ``Stale`` if the rules have changed since it was declared."""
    try:
        return _played(record)
    except (BadReply, Illegal) as changed:
        raise Stale(OTHER_RULES) from changed


@lru_cache(maxsize=256)
def _played(record: Record) -> Waiting | Resolved[Outcome]:
    """How a record plays: an answer meets it as its page has played it, and the next page as the answer has."""
    return record.play()


def added_to(answers: Answers, added: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The answers of a declaration with all rows that were added to it, by the names of their questions."""
    more = dict(answers)
    for rows_of in added:
        for name, rows in rows_of.items():
            more[name] = [*more.get(name, ()), *rows]
    return more


def answers_of(declaration: Declared, replies: Sequence[Given]) -> dict[str, Any]:
    """What was declared, with all that was added to it."""
    return added_to(declaration.answers, [reply.value for reply in replies if reply.source == Reply.ADDED])


def _declared(procedure: Procedure[Any, Any], declaration: Declared, replies: Sequence[Given]) -> Any:
    if any(reply.source == Reply.ADDED for reply in replies):
        return procedure.declare(answers_of(declaration, replies))
    return procedure.read(declaration.declared)


def _reply_json(reply: Given) -> dict[str, Any]:
    if reply.source == Source.CHOSEN:
        return {"label": reply.label, "option": reply.value}
    return {"label": reply.label, "faces": reply.value, "source": reply.source}
