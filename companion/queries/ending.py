"""What a battle came to: the score by rounds, what fell and by whom, and where it turned, read from its log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.looks import NOBODY, Look
from companion.models import Battle, Event, Version
from companion.services.history import versions_of
from companion.services.lucking import rated_again
from companion.services.writing import AMENDED, SET_UP, UNDO
from rules.changes import read_changes, rewound
from rules.game import Game
from rules.luck import rarest
from rules.results import winners_of
from rules.words import listed

OVER, ENDS = "The battle is over", "The battle ends"
RESULT = r"(?:.+ \d+ \w+, )*{who} (?:wins(?: the battle)?|(?:wins|tie) with \d+ points?)\."
"""What entries that end a battle say of its result, and no more."""

MOST_MOMENTS = 4
MOST_AGAINST = 2
"""How many entries are told because they went against the odds, whatever they moved."""


@dataclass(frozen=True)
class Against:
    """A roll that went against the odds: only one in so many is as good for a side, or as bad."""

    side: str
    one_in: int
    good: bool


@dataclass(frozen=True)
class Moment:
    """An entry of the log that moved much: its number, its round, its headline, and how many points it moved.

    ``against`` is its rarest roll, where one of them went against the odds.
    """

    number: int
    round: int
    headline: str
    points: int
    against: Against | None


@dataclass(frozen=True)
class Tally:
    """One side: its key, name and look, and its score at the end of each round."""

    key: str
    name: str
    look: Look
    scores: tuple[int, ...]


def have_moved(tallies: Sequence[Tally]) -> bool:
    """Whether any score is another at the end of one round than at that of another."""
    return any(len(set(tally.scores)) > 1 for tally in tallies)


@dataclass(frozen=True)
class Left:
    """What a side had left at the end of each round: its name and look, what it is, and how much of it."""

    name: str
    look: Look
    what: str
    amounts: tuple[str, ...]


@dataclass(frozen=True)
class Fallen:
    """A piece that fell: its name, the look of its side, and who destroyed it, if that is known."""

    name: str
    look: Look
    by: str


@dataclass(frozen=True)
class Ending:
    """Everything that the page of a battle that is over tells of it.

    ``said`` is how it ended, ``won`` the names of those who won it, ``look`` that of the only one, and ``even`` the
    looks of those who tie, or of all where nobody has won. ``left`` takes the place of ``tallies`` in a game without
    points.
    """

    said: str
    won: tuple[str, ...]
    look: Look
    even: tuple[Look, ...]
    rounds: tuple[int, ...]
    tallies: tuple[Tally, ...]
    left: tuple[Left, ...]
    fallen: tuple[Fallen, ...]
    moments: tuple[Moment, ...]

    @property
    def is_drawn(self) -> bool:
        """Whether there is a picture of the score by rounds that tells anything."""
        return have_moved(self.tallies)

    @property
    def heading(self) -> str:
        """Who has won, or who ties; that it is over where nobody has."""
        if len(self.won) > 1:
            return f"{listed(self.won)} tie"
        return f"{self.won[0]} won" if self.won else OVER

    @property
    def why(self) -> str:
        """How it ended, without what the heading says anyway, and the score beside it or what is left below it."""
        if self.left and self.said.startswith((f"{ENDS}.", f"{ENDS}: ")):
            return ""
        reason, _, result = self.said.rpartition(": ")
        who = listed(self.won) if self.won else ""
        if not who or not re.fullmatch(RESULT.format(who=re.escape(who)), result):
            return self.said
        return "" if reason in ("", OVER, ENDS) else f"{reason}."


@dataclass(frozen=True)
class Told:
    """An entry of a log as it stands since it was corrected."""

    number: int
    kind: str
    headline: str
    changes: Sequence[dict[str, Any]]
    luck: Sequence[Sequence[Any]]


def logs_of(*battles: Battle) -> Mapping[int, Sequence[Told]]:
    """What stands in the logs of battles, by their ids, in two queries for all of them."""
    rows = Event.objects.filter(battle__in=battles, undone_by=None).exclude(kind__in=(UNDO, AMENDED)).order_by("number")
    versions = versions_of(*battles)
    found: dict[int, list[Told]] = {battle.pk: [] for battle in battles}
    told = rows.values_list("battle", "pk", "number", "kind", "headline", "changes", "declaration__luck")
    for battle, pk, number, kind, headline, changes, luck in told:
        found[battle].append(_stands(number, kind, headline, changes, luck, versions.get(pk)))
    return found


def _stands(number: int, kind: str, headline: str, changes: Any, luck: Any, version: Version | None) -> Told:
    if version is None:
        return Told(number, kind, headline, changes, luck or ())
    again = luck if version.luck is None else version.luck
    return Told(number, kind, version.headline, version.changes, again or ())


def ending_of(battle: Battle, game: Game[Any], sheet: Any, looks: Mapping[str, Look]) -> Ending:
    """What the log of a battle and its pieces tell of its end, in two queries."""
    return ending_by(logs_of(battle)[battle.pk], game, sheet, looks)


def ending_by(events: Sequence[Told], game: Game[Any], sheet: Any, looks: Mapping[str, Look]) -> Ending:
    """What the entries of a log and the pieces tell."""
    began = next((turns[0]["before"] for event in events if (turns := _turns(sheet, event.changes))), sheet.round)
    reader = _Reader(sheet, began)
    for event in events:
        reader.read(event)
    won = winners_of(game, sheet)
    # Who edits may have set the battle back to a round before that of its first entry.
    rounds = tuple(range(min(began, sheet.round), sheet.round + 1))
    return Ending(
        said=next((event.headline for event in reversed(events) if _ends(sheet, event.changes)), ""),
        won=tuple(side.name for side in sheet.sides if side.key in won),
        look=looks[won[0]] if len(won) == 1 else NOBODY,
        even=() if len(won) == 1 else tuple(looks[side.key] for side in sheet.sides if side.key in won or not won),
        rounds=rounds,
        tallies=tuple(
            Tally(side.key, side.name, looks[side.key], reader.scores(side.key, rounds, side.score))
            for side in sheet.sides
        )
        if game.has_points
        else (),
        left=() if game.has_points else tuple(_left(game, reader.as_it_was(rounds), looks)),
        fallen=tuple(
            Fallen(piece.name, looks.get(piece.side or "", NOBODY), getattr(piece, "destroyed_by", ""))
            for piece in sheet.pieces
            if not piece.standing
        ),
        moments=reader.moments(),
    )


def _left(game: Game[Any], by_round: Sequence[Any], looks: Mapping[str, Look]) -> Iterator[Left]:
    """What each side had left at the end of each round, by its names, without what nobody ever had."""
    for side in by_round[-1].sides:
        found = [dict(game.left(sheet, side.key)) for sheet in by_round]
        for what in found[-1]:
            had = tuple(left[what] for left in found)
            if set(had) != {"0"}:
                yield Left(side.name, looks[side.key], what, had)


class _Reader:
    """The scores after each round and the entries that moved something, as the log is read from its beginning."""

    def __init__(self, sheet: Any, began: int) -> None:
        self.sheet = sheet
        self.sides = {side.key: side.name for side in sheet.sides}
        self.round = began
        self.by_round: dict[int, dict[str, int]] = {}
        self.first: dict[str, int] = {}
        self.moved: list[tuple[int, bool, Moment]] = []
        self.rare: list[tuple[Fraction, Moment]] = []
        self.changes: list[tuple[int, Sequence[dict[str, Any]]]] = []

    def read(self, event: Told) -> None:
        """Take one event in."""
        changes = event.changes
        turns = _turns(self.sheet, changes)
        now = self.round
        self.changes.append((now, changes))
        moved = 0
        for change in changes:
            if change["track"] == "score" and change["piece"] in self.sides:
                self.first.setdefault(change["piece"], change["before"])
                self.by_round.setdefault(now, {})[change["piece"]] = change["after"]
                moved += abs(change["after"] - change["before"])
        falls = any(change["track"] == "destroyed_by" and change["after"] for change in changes)
        starts = any(change["track"] == "started" and change["piece"] == self.sheet.key for change in changes)
        if event.kind != SET_UP and not turns and not starts:
            self._note(event, now, moved, falls)
        if turns:
            self.round = turns[-1]["after"]

    def _note(self, event: Told, now: int, moved: int, falls: bool) -> None:
        roll = rarest(one for one in rated_again(event.luck) if one.side in self.sides)
        against = Against(self.sides[roll.side], int(1 / roll.rarity), roll.went_well) if roll else None
        moment = Moment(event.number, now, event.headline, moved, against)
        if moved or falls:
            self.moved.append((moved, falls, moment))
        if roll:
            self.rare.append((roll.rarity, moment))

    def as_it_was(self, rounds: tuple[int, ...]) -> tuple[Any, ...]:
        """The battle at the end of each round: with all that came after it taken back."""
        return tuple(
            rewound(self.sheet, read_changes(one for now, changes in self.changes if now > number for one in changes))
            for number in rounds
        )

    def scores(self, side: str, rounds: tuple[int, ...], last: int) -> tuple[int, ...]:
        """The score of a side at the end of each round."""
        found, now = [], self.first.get(side, last)
        for number in rounds:
            now = self.by_round.get(number, {}).get(side, now)
            found.append(now)
        return tuple(found)

    def moments(self) -> tuple[Moment, ...]:
        """The entries that moved the score or the odds the most, in the order in which they came."""
        most = sorted(self.moved, key=lambda entry: (-entry[0], not entry[1]))[:MOST_MOMENTS]
        rare = sorted(self.rare, key=lambda entry: entry[0])[:MOST_AGAINST]
        told = (*(moment for _, _, moment in most), *(moment for _, moment in rare))
        found = {moment.number: moment for moment in told}
        return tuple(found[number] for number in sorted(found))


def _turns(sheet: Any, changes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [change for change in changes if change["track"] == "round" and change["piece"] == sheet.key]


def _ends(sheet: Any, changes: Sequence[dict[str, Any]]) -> bool:
    return any(change["piece"] == sheet.key and change["track"] == "over" and change["after"] for change in changes)
