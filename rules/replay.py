"""Attack records: a battle, what was declared in it and the replies, as one JSON object for anybody to resolve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.asks import Ask, Choice, Declared, Roll, Side
from rules.changes import apply
from rules.dice import Face, Pool
from rules.examples import Example
from rules.fates import Fate, Fates
from rules.game import B, Game, Illegal, Outcome, Procedure
from rules.play import BadReply, Recorded, Resolved, Waiting, answered, play, played
from rules.records import BadRecord, brief, from_json, to_json
from rules.table import Dice, Moment, Pick, Reply, Step, Taken, Trace

FIELDS = ("title", "game", "edition", "shape", "procedure", "settings", "pieces", "declaration", "replies")


Laid: TypeAlias = tuple[str, tuple[tuple[Face, Fate | None], ...]]
"""The name of a pool's die, and each face that it shows with its fate."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that were rolled together: what the roll is called, its pools, what each of them shows, and the fates.

    ``sides`` are the keys of the sides that rolled each pool, where that is told.
    """

    label: str
    pools: tuple[Pool, ...]
    faces: tuple[tuple[Face, ...], ...]
    fates: Fates = ()
    sides: tuple[Side, ...] = ()

    @property
    def dice(self) -> tuple[Laid, ...]:
        """The name of each pool's die with its faces and their fates."""
        return tuple(laid for _, of_side in self.by_side for laid in of_side)

    @property
    def by_side(self) -> tuple[tuple[Side, tuple[Laid, ...]], ...]:
        """The dice of each side apart, as they lie in its tray."""
        fates = self.fates or tuple((None,) * len(shown) for shown in self.faces)
        sides = self.sides or ("",) * len(self.pools)
        laid = tuple(
            (side, (pool.die.name, tuple(zip(shown, became, strict=True))))
            for pool, shown, became, side in zip(self.pools, self.faces, fates, sides, strict=True)
            if shown
        )
        return tuple(
            (side, tuple(one for of, one in laid if of == side)) for side in dict.fromkeys(of for of, _ in laid)
        )


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that was declared, with all that resolves it, and a title for its readers."""

    game: Game[Any]
    procedure: Procedure[Any, Any]
    battle: Any
    declaration: Any
    replies: tuple[Reply, ...]
    title: str = ""

    @property
    def declared(self) -> Declared[Any, Any]:
        """What the procedure resolves."""
        return Declared(self.battle, self.declaration)

    @property
    def is_usual(self) -> bool:
        """Whether it is what is done most in its game, such as an attack."""
        return self.procedure.slug == self.game.usual

    def play(self) -> Waiting | Resolved[Outcome]:
        """Resolve it as far as its replies go; ``BadReply`` or ``Illegal`` where it does not fit."""
        return play(self.procedure.resolve, self.declared, self.replies)

    def rolled(self) -> tuple[Rolled, ...]:
        """The dice that lie on the table, in the order of their rolls."""
        table = Recorded(self.replies)
        ended = played(self.procedure.resolve, self.declared, table)
        laid = tuple(zip(table.answered, self.replies, strict=True))
        fates = self.procedure.fates(self.declared, laid, over=isinstance(ended, Resolved))
        rolls = [(ask, reply) for ask, reply in laid if isinstance(ask, Roll) and isinstance(reply, Dice)]
        return tuple(
            Rolled(ask.label, ask.pools, reply.faces, became, ask.owners(self.declared))
            for (ask, reply), became in zip(rolls, fates or ((),) * len(rolls), strict=True)
        )

    def before_the_dice(self) -> Moment[Any, Any] | None:
        """Where it had come to before the dice that fell last; ``None`` where none have fallen."""
        asks = tuple(answered(self.procedure.resolve, self.declared, self.replies))
        fallen = [place for place, ask in enumerate(asks) if isinstance(ask, Roll)]
        if not fallen:
            return None
        return Moment(self.declared, self.replies[: fallen[-1]], asks[fallen[-1]])

    def words_of(self, pick: Pick) -> str:
        """What was chosen, in the words of the ask that it answered; empty where it answered none."""
        try:
            asks = answered(self.procedure.resolve, self.declared, self.replies)
        except (BadReply, Illegal):
            return ""
        for ask, reply in zip(asks, self.replies, strict=False):
            if reply == pick and isinstance(ask, Choice):
                return ask.option(self.declared, pick.option).label
        return ""

    def steps(self, trace: Trace) -> tuple[Step, ...]:
        """The trace with every option in the players' words instead of its value."""
        return tuple(step.step(self.declared) if isinstance(step, Taken) else step for step in trace)


def write(record: Record) -> dict[str, Any]:
    """The record as plain JSON values."""
    settings, pieces = _apart(record.battle)
    return {
        **({"title": record.title} if record.title else {}),
        "game": record.game.slug,
        "edition": record.game.edition,
        "shape": record.game.shape,
        "procedure": record.procedure.slug,
        "settings": settings,
        "pieces": pieces,
        "declaration": to_json(record.declaration),
        "replies": [to_json(reply) for reply in record.replies],
    }


def read(data: object, games: Mapping[str, Game[Any]]) -> Record:
    """The record that ``data`` describes; ``BadRecord`` with one sentence where it does not fit."""
    if not isinstance(data, dict):
        raise BadRecord(f"A record is one JSON object, not {brief(data)}.")
    for field in data:
        if field not in FIELDS:
            raise BadRecord(f"The record has {brief(field)}, which is not known (known: {', '.join(FIELDS)}).")
    for field in ("game", "pieces", "declaration"):
        if field not in data:
            raise BadRecord(f"The record lacks “{field}”.")
    game = games.get(data["game"]) if isinstance(data["game"], str) else None
    if game is None:
        raise BadRecord(f"No game is called {brief(data['game'])} (known: {', '.join(games)}).")
    if data.get("edition", game.edition) not in (game.edition, *game.earlier_editions):
        raise BadRecord(f"The record is of edition {brief(data['edition'])}; this is {game.edition!r}.")
    try:
        procedure = game.procedure(data.get("procedure", "attack"))
    except KeyError:
        known = ", ".join(procedure.slug for procedure in game.procedures)
        raise BadRecord(f"{game.name} has no procedure {brief(data['procedure'])} (known: {known}).") from None
    return Record(
        game,
        procedure,
        # Before shapes were numbered they were told by what stands there, as the first steps still do.
        game.read(_together(data), data.get("shape", 1)),
        procedure.read(data["declaration"]),
        read_replies(data.get("replies", [])),
        from_json(str, data.get("title", ""), "title"),
    )


def of_example(game: Game[B], example: Example[B]) -> Record:
    """The record of one of a game's worked examples."""
    title = f"{example.slug}: {example.title}"
    procedure = game.procedure(example.procedure)
    return Record(game, procedure, example.battle, example.declaration, example.replies, title)


def read_replies(data: object) -> tuple[Reply, ...]:
    """The replies that a list of JSON objects describes; ``BadRecord`` where one does not fit."""
    if not isinstance(data, list):
        raise BadRecord(f"replies should be a list, not {brief(data)}.")
    return tuple(_read_reply(item, f"replies[{number}]") for number, item in enumerate(data))


def report(record: Record) -> dict[str, Any]:
    """What became of a record, as plain JSON values; ``BadRecord`` with one sentence where it does not fit.

    It tells the outcome, its changes, the settings, pieces and scores afterwards, and the trace; or, under ``waiting``,
    the ask at which the replies ran out.
    """
    try:
        played = record.play()
        if isinstance(played, Waiting):
            return {"waiting": _waiting(record, played.ask), "trace": _trace(record, played.trace)}
        after = apply(record.battle, played.outcome.changes)
    except (BadReply, Illegal) as problem:
        raise BadRecord(str(problem)) from problem
    outcome = to_json(played.outcome)
    settings, pieces = _apart(after)
    return {
        "outcome": outcome,
        "changes": outcome.pop("changes"),
        "settings": settings,
        "pieces": pieces,
        "scores": dict(record.game.score(after)),
        "trace": _trace(record, played.trace),
    }


def _apart(battle: Any) -> tuple[Any, Any]:
    """A battle's settings and the rest of it, which stand side by side in a record."""
    pieces = to_json(battle)
    return pieces.pop("settings"), pieces


def _together(data: dict[str, Any]) -> object:
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


def _trace(record: Record, trace: Trace) -> list[Any]:
    return [to_json(step) for step in record.steps(trace)]


def _waiting(record: Record, ask: Ask) -> dict[str, Any]:
    said = {"label": ask.label, "sentence": ask.sentence(record.declared)}
    if isinstance(ask, Choice):
        return {**said, "by": ask.by, "options": list(ask.options)}
    return {**said, "dice": [{"die": pool.die.name, "count": pool.count} for pool in ask.pools]}
