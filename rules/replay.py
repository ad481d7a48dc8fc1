"""Attack records: a battle, what was declared in it and the replies, as one JSON object that can be resolved anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.changes import apply
from rules.game import Declared, Game, Illegal, Outcome, Procedure
from rules.play import BadReply, Resolved, Waiting, play
from rules.records import BadRecord, from_json, to_json
from rules.table import Choice, Dice, Pick, Reply, Step

FIELDS = ("game", "edition", "procedure", "settings", "pieces", "declaration", "replies")


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that was declared, with all that resolves it."""

    game: Game
    procedure: Procedure
    battle: Any
    declaration: Any
    replies: tuple[Reply, ...]

    @property
    def declared(self) -> Declared[Any, Any]:
        """What the procedure resolves."""
        return Declared(self.battle, self.declaration)

    def play(self) -> Waiting | Resolved[Outcome]:
        """Resolve it as far as its replies go; ``BadReply`` or ``Illegal`` where it does not fit."""
        return play(self.procedure.resolve, self.declared, self.replies)

    def told(self, trace: tuple[Step, ...]) -> tuple[Step, ...]:
        """The trace with every option in the players' words instead of its value."""
        return tuple(replace(step, value=self._option(step)) if step.is_option else step for step in trace)

    def _option(self, step: Step) -> str:
        return self.procedure.option(self.declared, Choice(step.label, "", (step.value,)), step.value).label


def write(record: Record) -> dict[str, Any]:
    """The record as plain JSON values."""
    pieces = to_json(record.battle)
    return {
        "game": record.game.slug,
        "edition": record.game.edition,
        "procedure": record.procedure.slug,
        "settings": pieces.pop("settings"),
        "pieces": pieces,
        "declaration": to_json(record.declaration),
        "replies": [to_json(reply) for reply in record.replies],
    }


def read(data: object, games: Mapping[str, Game]) -> Record:
    """The record that ``data`` describes; ``BadRecord`` with one sentence where it does not fit."""
    if not isinstance(data, dict):
        raise BadRecord("A record is a JSON object.")
    unknown = sorted(set(data) - set(FIELDS))
    if unknown:
        raise BadRecord(f"The record has “{unknown[0]}”, which is not known (known: {', '.join(FIELDS)}).")
    for field in ("game", "pieces", "declaration"):
        if field not in data:
            raise BadRecord(f"The record lacks “{field}”.")
    game = games.get(data["game"]) if isinstance(data["game"], str) else None
    if game is None:
        raise BadRecord(f"No game is called {data['game']!r} (known: {', '.join(games)}).")
    if data.get("edition", game.edition) != game.edition:
        raise BadRecord(f"The record is of edition {data['edition']!r}; this is {game.edition!r}.")
    try:
        procedure = game.procedure(data.get("procedure", "attack"))
    except KeyError:
        known = ", ".join(procedure.slug for procedure in game.procedures)
        raise BadRecord(f"{game.name} has no procedure {data['procedure']!r} (known: {known}).") from None
    battle = from_json(game.battle, _with_settings(data), "pieces")
    declaration = from_json(procedure.declaration, data["declaration"], "declaration")
    return Record(game, procedure, battle, declaration, read_replies(data.get("replies", [])))


def read_replies(data: object) -> tuple[Reply, ...]:
    """The replies that a list of JSON objects describes; ``BadRecord`` where one does not fit."""
    if not isinstance(data, list):
        raise BadRecord("replies should be a list.")
    return tuple(_read_reply(item, f"replies[{number}]") for number, item in enumerate(data))


def report(record: Record) -> dict[str, Any]:
    """What became of a record: the outcome, its changes, the pieces and scores afterwards and the trace, or the ask

    that it waits for; ``BadRecord`` with one sentence where it does not fit.
    """
    try:
        played = record.play()
        if isinstance(played, Waiting):
            return {"waiting": _ask(played), "trace": [to_json(step) for step in record.told(played.trace)]}
        after = apply(record.battle, played.outcome.changes)
    except (BadReply, Illegal) as problem:
        raise BadRecord(str(problem)) from problem
    outcome = to_json(played.outcome)
    changes = outcome.pop("changes")
    return {
        "outcome": outcome,
        "changes": changes,
        "pieces": to_json(after),
        "scores": dict(record.game.score(after)),
        "trace": [to_json(step) for step in record.told(played.trace)],
    }


def _with_settings(data: dict[str, Any]) -> object:
    pieces = data["pieces"]
    if not isinstance(pieces, dict) or "settings" not in data:
        return pieces
    if "settings" in pieces:
        raise BadRecord("The settings stand beside the pieces, not among them.")
    return {**pieces, "settings": data["settings"]}


def _read_reply(data: object, place: str) -> Reply:
    if isinstance(data, dict) and "faces" in data:
        return from_json(Dice, data, place)
    return from_json(Pick, data, place)


def _ask(waiting: Waiting) -> dict[str, Any]:
    ask = waiting.ask
    if isinstance(ask, Choice):
        return to_json(ask)  # type: ignore[no-any-return]
    return {"label": ask.label, "dice": [{"die": p.die.name, "count": p.count} for p in ask.pools]}
