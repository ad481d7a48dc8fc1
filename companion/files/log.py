"""The log of a battle as plain JSON values: what was declared and answered, the events, and what was said of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.files import early
from companion.files.gathering import Gathered
from companion.files.keys import Renaming, typed_in
from companion.files.rows import shown
from companion.files.today import declared_today, parts_today
from companion.models import Reply, Version
from rules.game import Game
from rules.games import GAMES
from rules.table import Source


def declarations_of(read: Gathered, pieces: Mapping[int, str]) -> Iterator[dict[str, Any]]:
    """What was declared, with its replies, in order; the keys are the database's, those of ``pieces`` by their ids."""
    game = GAMES[read.battle.game]
    for row in read.declarations:
        yield {
            **shown(row, "procedure", "edition", "answers", "pieces", "shape", "status", "outcome", "trace"),
            **shown(row, "who", "when"),
            "actor": row.actor_id and pieces[row.actor_id],
            "target": row.target_id and pieces[row.target_id],
            "declared": declared_today(game, row.procedure, row.shape, row.declared),
            "replies": [
                shown(reply, "label", "value", "source", "who", "when") for reply in read.replies.get(row.pk, ())
            ],
            **early.told(row),
        }


def events_of(read: Gathered) -> Iterator[dict[str, Any]]:
    """The events, in order, with the versions of entries that corrections made; the keys are the database's."""
    game = GAMES[read.battle.game]
    numbers = {row.pk: number for number, row in enumerate(read.declarations, start=1)}
    for row in read.events:
        yield {
            **shown(row, "kind", "headline", "changes", "shape", "who", "by", "when"),
            "parts": parts_today(game, row.shape, row.parts),
            "declaration": row.declaration_id and numbers[row.declaration_id],
            "undoes": row.undoes and row.undoes.number,
            "versions": [_version(game, version) for version in read.versions.get(row.pk, ())],
        }


def disputes_of(read: Gathered) -> Iterator[dict[str, Any]]:
    """What was disputed, in order."""
    for row in read.disputes:
        yield {
            **shown(row, "note", "who", "by", "when", "ruling", "ruled_who", "ruled_by", "ruled_when"),
            "event": row.event.number,
            "correction": row.correction and row.correction.number,
        }


def renamed_declaration(said: Mapping[str, Any], names: Renaming) -> dict[str, Any]:
    """What was declared, with other keys."""
    return renamed_beside({**said, "pieces": names.sheet(said["pieces"])}, names)


def renamed_beside(said: Mapping[str, Any], names: Renaming) -> dict[str, Any]:
    """The same of all but the battle that it was declared in."""
    added = [reply["value"] for reply in said["replies"] if reply["source"] == Reply.ADDED]
    typed = typed_in(said["answers"], *added)
    return {
        **said,
        "actor": said["actor"] and names.key(said["actor"]),
        "target": said["target"] and names.key(said["target"]),
        "outcome": names.outcome(said["outcome"], typed),
        "answers": names.loose(said["answers"], typed),
        "declared": names.loose(said["declared"], typed),
        "replies": [_renamed_reply(reply, names, typed) for reply in said["replies"]],
        **early.renamed(said, names),
    }


def renamed_event(said: Mapping[str, Any], names: Renaming) -> dict[str, Any]:
    """An event, with other keys."""
    return {
        **said,
        "changes": names.changes(said["changes"]),
        "parts": names.parts(said["parts"]),
        "versions": [_renamed_version(version, names) for version in said["versions"]],
    }


def _version(game: Game[Any], row: Version) -> dict[str, Any]:
    of = row.of.declaration
    return {
        **shown(row, "how", "headline", "changes", "shape", "edition", "answers", "replies", "outcome", "trace"),
        "of": row.of.number,
        "parts": parts_today(game, row.shape, row.parts),
        "declared": declared_today(game, of.procedure, row.shape, row.declared) if of else row.declared,
        # Nothing is said where it is none, as files of earlier versions do.
        **({"consequence": True} if row.consequence else {}),
    }


def _renamed_reply(reply: Mapping[str, Any], names: Renaming, typed: frozenset[str]) -> dict[str, Any]:
    if reply["source"] not in (Source.CHOSEN, Reply.ADDED):
        return dict(reply)
    return {**reply, "value": names.loose(reply["value"], typed, listed=True)}


def _renamed_version(said: Mapping[str, Any], names: Renaming) -> dict[str, Any]:
    typed = typed_in(said["answers"])
    return {
        **said,
        "changes": names.changes(said["changes"]),
        "parts": names.parts(said["parts"]),
        "answers": names.loose(said["answers"], typed),
        "declared": names.loose(said["declared"], typed),
        "replies": said["replies"] and [_renamed_option(reply, names, typed) for reply in said["replies"]],
        "outcome": names.outcome(said["outcome"], typed),
    }


def _renamed_option(reply: Mapping[str, Any], names: Renaming, typed: frozenset[str]) -> dict[str, Any]:
    taken = {"option": names.loose(reply["option"], typed, listed=True)} if "option" in reply else {}
    return {**reply, **taken}
