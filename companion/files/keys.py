"""Keys of parts wherever a battle's log names them: found by the place where they stand, and given other names.

A key is ``ship-12``: the model and the id of a row. A file numbers rows anew, and so does the database that it comes
to. What players type may read like a key, so that a text alone tells nothing. In sheets and changes the fields that
hold keys are known. In what was declared and answered a text is a key when it reads like one that the log knows as
such, unless it stands where names are typed, or in a list beside rows of that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from companion.sheets import plan_of
from companion.sheets.plan import Plan
from rules.changes import NAMED
from rules.games import GAMES
from rules.sheets import key_sets

Rename: TypeAlias = Callable[[str], str]
"""Another name for a key."""

TYPED = "name"
"""The field of a row in an answer that players type."""

WORDS = ("headline", "checklist", "also")
"""What an outcome says to its readers."""


@dataclass(frozen=True)
class Places:
    """Where the sheets of a game hold keys: fields with one, and sets of them; and what a key of its looks like."""

    fields: frozenset[str]
    sets: frozenset[str]
    models: tuple[str, ...]
    like_a_key: re.Pattern[str]

    def key_in(self, text: str) -> str:
        """The key that a text is or begins with, such as ``gloomarmy-1`` of ``gloomarmy-1.seals``; else empty."""
        found = self.like_a_key.match(text)
        return found[1] if found else ""


@cache
def places_of(game: str) -> Places:
    """Where the sheets of a game hold keys."""
    plans = list(dict.fromkeys(_plans(plan_of(GAMES[game].battle))))
    models = tuple(dict.fromkeys(str(plan.model._meta.model_name) for plan in plans))
    names = "|".join(sorted(models))
    return Places(
        fields=frozenset({"key", *(name for plan in plans for name in plan.references)}),
        sets=frozenset(name for plan in plans for name in plan.tokens if name in key_sets(plan.sheet)),
        models=models,
        like_a_key=re.compile(rf"((?:{names})-[0-9]+)(?=\Z|[ .-])", re.ASCII),
    )


class Renaming:
    """Gives all keys in a battle's log other names.

    ``known`` are those that the log certainly knows as keys: what else reads like one is a text of the players.
    """

    def __init__(self, places: Places, rename: Rename, known: Iterable[str]) -> None:
        self._places = places
        self._rename = rename
        self._known = frozenset(known)
        self._found: dict[str, str] = {}

    def key(self, text: str) -> str:
        """What stands where a key stands."""
        if text not in self._found:
            key = self._places.key_in(text)
            self._found[text] = self._rename(key) + text[len(key) :] if key else text
        return self._found[text]

    def token(self, kind: str, name: str) -> str:
        """The name of a token of that kind."""
        return self.key(name) if kind in self._places.sets else name

    def sheet(self, value: Any, field: str = "") -> Any:
        """A sheet, or a part of one, as plain JSON values."""
        if isinstance(value, dict):
            return {name: self.sheet(value[name], name) for name in sorted(value)}
        if isinstance(value, list):
            renamed = [self.sheet(item, field) for item in value]
            # A set is stored in the order of its keys, which is another for other keys.
            return sorted(renamed, key=_in_order) if field in self._places.sets else renamed
        holds = isinstance(value, str) and (field in self._places.fields or field in self._places.sets)
        return self.key(value) if holds else value

    def parts(self, parts: Any) -> Any:
        """The parts that joined or left; ``None`` where they are not told."""
        return parts and [{**part, "was": self._part(part, "was"), "now": self._part(part, "now")} for part in parts]

    def changes(self, changes: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Changes as plain JSON values."""
        return [self._change(change) for change in changes]

    def outcome(self, outcome: Any, typed: frozenset[str]) -> Any:
        """How something ended: what it changed, and what else a game tells of it, but for its words."""
        if outcome is None:
            return None
        others = {name: value for name, value in outcome.items() if name not in (*WORDS, "changes")}
        return {**outcome, **self.loose(others, typed), "changes": self.changes(outcome["changes"])}

    def loose(self, value: Any, typed: frozenset[str] = frozenset(), *, listed: bool = False) -> Any:
        """What was declared or answered; ``typed`` are the names of its rows, which are no keys in a list."""
        if isinstance(value, dict):
            return {
                self._name(name): value[name] if name == TYPED else self.loose(value[name], typed, listed=listed)
                for name in sorted(value)
            }
        if isinstance(value, list):
            return [self.loose(item, typed, listed=True) for item in value]
        if not isinstance(value, str) or (listed and value in typed):
            return value
        return self._known_key(value)

    def _part(self, part: Mapping[str, Any], name: str) -> Any:
        value, field = part[name], part["field"]
        return self.sheet(value, field) if isinstance(field, str) else value

    def _change(self, change: Mapping[str, Any]) -> dict[str, Any]:
        field, dot, name = change["track"].partition(NAMED)
        shown = {when: change[when] for when in ("before", "after")}
        if field in self._places.fields:
            shown = {when: self.key(value) if isinstance(value, str) else value for when, value in shown.items()}
        track = f"{field}{dot}{self.key(name)}" if field in self._places.sets else change["track"]
        return {"piece": self.key(change["piece"]), "track": track, **shown}

    def _name(self, name: str) -> str:
        """The name of an answer, which is a key or may end with one: ``met-squadmodifier-4``."""
        what, dash, key = name.partition("-")
        renamed = self._known_key(name)
        return f"{what}{dash}{self._known_key(key)}" if renamed == name and key else renamed

    def _known_key(self, text: str) -> str:
        key = self._places.key_in(text)
        return self._rename(key) + text[len(key) :] if key in self._known else text


def _in_order(key: str) -> tuple[str, int, str]:
    name, _, number = key.partition("-")
    return (name, int(number), "") if number.isdigit() else (name, 0, number)


def typed_in(*answers: Any) -> frozenset[str]:
    """The names of all rows in what was answered."""
    return frozenset(name for answer in answers for name in _names(answer))


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get(TYPED), str):
            yield value[TYPED]
        for inner in value.values():
            yield from _names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)


def _plans(plan: Plan) -> Iterator[Plan]:
    yield plan
    for part in plan.parts.values():
        yield from _plans(part.plan)
    for inner in plan.settings.values():
        yield from _plans(inner)
