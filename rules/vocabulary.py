"""What tracks and their values are called, and a change told in these words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from rules.bounds import all_bounds
from rules.changes import NAMED, Change, Value, keyed
from rules.sheets import BattleSheet
from rules.words import with_minus

B = TypeVar("B", bound=BattleSheet)


NOTHING_GONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ChangeInWords:
    """A change in the players' words: the piece, what of it, and what it showed before and shows afterwards."""

    piece: str
    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Track:
    """What a track is called, and those of its values that do not speak for themselves."""

    name: str
    values: Mapping[Value, str] | Callable[[Value], str] | None = None

    def shown(self, value: Value, otherwise: str) -> str:
        """What a value is called."""
        if self.values is None:
            return otherwise
        return self.values(value) if callable(self.values) else self.values.get(value, otherwise)


COMMON = {
    "status": Track("on the board", {"active": "yes", "destroyed": "destroyed", "removed": "removed"}),
    "started": Track("", {False: "not started", True: "started"}),
    "over": Track("", {False: "going on", True: "ended"}),
}
"""What is called the same in every game, unless its own words say otherwise; a battle itself has no other state."""


def _as_it_is(battle: object, change: Change, words: ChangeInWords) -> ChangeInWords | None:
    return words


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary(Generic[B]):
    """The words of a game: its tracks by their names, those of which nobody is told, and what needs a look around.

    ``own`` may tell a change in another way, or not at all, by what else the battle shows.
    """

    tracks: Mapping[str, Track]
    unsaid: frozenset[str] = frozenset()
    own: Callable[[B, Change, ChangeInWords], ChangeInWords | None] = _as_it_is

    def tell(self, battle: B, change: Change) -> ChangeInWords | None:
        """A change in the game's words; ``None`` for one that players need not be told."""
        return self._tell(battle, change, keyed(battle))

    def tell_each(
        self, battle: B, changes: Iterable[Change], gone: Mapping[str, Any] = NOTHING_GONE
    ) -> Iterator[tuple[Change, ChangeInWords]]:
        """Each change beside it in the game's words, without those that players need not be told.

        ``gone`` is what is in the battle no more, by its keys.
        """
        parts = {**gone, **keyed(battle)}
        told = ((change, self._tell(battle, change, parts)) for change in changes)
        return ((change, words) for change, words in told if words is not None)

    def _tell(self, battle: B, change: Change, parts: Mapping[str, Any]) -> ChangeInWords | None:
        if change.track in self.unsaid or change.track == "destroyed_by":
            return None
        words = _plainly(parts, change)
        track = self.tracks.get(change.track) or COMMON.get(change.track) or Track(words.what)
        before, after = track.shown(change.before, words.before), track.shown(change.after, words.after)
        return self.own(battle, change, replace(words, what=track.name, before=before, after=after))


def tell_plainly(battle: object, change: Change) -> ChangeInWords:
    """The change with its track as its sheet calls it, and keys by their names."""
    return _plainly(keyed(battle), change)


def _plainly(parts: Mapping[str, Any], change: Change) -> ChangeInWords:
    def named(key: str, otherwise: str) -> str:
        return getattr(parts[key], "name", "the battle") if key in parts else otherwise

    def shown(value: Value) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        read = "none" if value in (None, "") else _as_read(value)
        return read if is_word else named(str(value), read)

    track, _, name = change.track.partition(NAMED)
    # A word of the rules may be written like a key.
    is_word = isinstance(getattr(parts.get(change.piece), track, None), Enum)
    bounds = all_bounds(parts[change.piece].__class__) if change.piece in parts else {}
    called = bounds[track].called if track in bounds else track.replace("_", " ")
    return ChangeInWords(named(change.piece, "a piece"), name or called, shown(change.before), shown(change.after))


def _as_read(value: Value) -> str:
    return with_minus(value) if isinstance(value, int) else str(value)
