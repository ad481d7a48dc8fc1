"""What becomes of a roster by its battles: worked out from what was said after each, in their order.

A roster is what it was before its first homecoming, then in turn what each made of it, and what was built between.
So when a battle is corrected, all is worked out once more from there, and nothing is nudged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q
from django.utils import timezone

from companion.live.commits import telling
from companion.models import Battle, ComesHome, Deployment, Event, Homecoming, Roster, Who
from companion.services.leaving import leaving_of
from companion.services.writing import write_changes, write_event
from companion.sheets import as_it_stood, stored
from rules.changes import Change, apply, difference, keyed, rewound, undo
from rules.game import Game
from rules.games import GAMES
from rules.parts import joined, parted
from rules.parts_elsewhere import as_they_are
from rules.records import to_json
from rules.sheets import Status
from rules.words import listed, noun

HOME = "home"
"""The kind of an event by which pieces come home."""

THE_APP = Who("the app", Event.By.APP)

STAYS = ("column", "row", "place")
"""Where a piece stands on a board: it comes home from there."""


class Fate(StrEnum):
    """What becomes of a piece."""

    WAS = "was"
    STOOD = "stood"
    LOST = "lost"


SAID = {Fate.WAS: "as it was", Fate.STOOD: "as it stood", Fate.LOST: "lost"}
SAID_OF_SEVERAL = SAID | {Fate.WAS: "as they were", Fate.STOOD: "as they stood"}


@dataclass(frozen=True)
class Return:
    """A piece of a roster after a battle: as the roster has it, as the battle does, and what may become of it."""

    own: Any
    there: Any
    fell: bool
    usual: Fate

    @property
    def offered(self) -> tuple[Fate, ...]:
        """What may become of it; who fell does not come home as it stood."""
        return (Fate.WAS, Fate.LOST) if self.fell else (Fate.WAS, Fate.STOOD, Fate.LOST)


def returns(deployment: Deployment, roster: Any, battle: Any, usual: str) -> Iterator[Return]:
    """The pieces of a roster, by its sheet, that a battle has and that may be lost; others are as they were."""
    leaving, there = leaving_of(deployment.roster.game), keyed(battle)
    for piece in roster.pieces:
        other = there.get(deployment.keys.get(piece.key, ""))
        if other is not None and leaving.lost(piece) is not None:
            fell = leaving.fell(other)
            yield Return(piece, other, fell, _usual(usual, fell))


def fate_of(homecoming: Homecoming, found: Return) -> Fate:
    """What becomes of a piece: what was said of it, as long as that may be, or what is usual."""
    said = homecoming.fates.get(found.own.key)
    return Fate(said) if said in found.offered else found.usual


def come_home(homecoming: Homecoming, roster: Any, battle: Any) -> Any:
    """The sheet of a roster after its pieces came home; ``ValueError`` where it cannot be like that."""
    deployment = homecoming.deployment
    leaving = leaving_of(deployment.roster.game)
    names = {there: here for here, there in deployment.keys.items()}
    gone = keyed(battle).keys() - names.keys()
    changes: list[Change] = []
    stood: dict[str, str] = {}
    for found in returns(deployment, roster, battle, homecoming.usual):
        fate = fate_of(homecoming, found)
        if fate is Fate.LOST:
            changes += difference(found.own, leaving.lost(found.own))
        elif fate is Fate.STOOD:
            stood[found.there.key] = found.own.key
            changes += difference(found.own, _standing(found.own, leaving.rested(found.there), names, gone))
    after = apply(roster, changes)
    return apply(after, leaving.beside(after, battle, stood)) if stood else after


def work_out(roster: Roster, *, who: str = THE_APP, said: str, latest: Homecoming | None = None) -> None:
    """Work out what a roster is by all its homecomings, write it, and say so in its log where that changes anything.

    ``latest`` is one that is said only now, for which ``who`` stands. Raises ``ValueError``, with nothing written,
    where the roster cannot be like that.
    """
    holder = telling(Battle.objects.select_for_update()).get(roster=roster)
    game, read = GAMES[roster.game], stored(holder)
    chain = list(Homecoming.objects.filter(deployment__roster=roster).select_related("deployment__battle"))
    sheets = _folded(game, roster, chain, read.sheet, latest)
    changes = difference(read.sheet, sheets.now)
    if changes:
        write_changes(read, changes)
    if changes or latest:
        write_event(holder, kind=HOME, headline=said, who=who, changes=changes)
    for one, (was, gave) in zip((*chain, *([latest] if latest else [])), sheets.pairs, strict=True):
        one.was, one.gave, one.shape = to_json(was), to_json(gave), game.shape
        one.save()


def _used(since: Sequence[Battle]) -> str:
    """Which battles have used a roster since, as a sentence; empty where none has."""
    if not since:
        return ""
    return f" {listed([str(one) for one in since])} {noun(len(since), 'has', 'have')} used the roster since."


def work_out_again(battle: Battle) -> None:
    """Work out again what came home from a battle that has changed, once it is over; the caller holds its lock."""
    if not Battle.objects.filter(pk=battle.pk, over=True).exists():
        return
    found = Homecoming.objects.filter(deployment__battle=battle).order_by("deployment__roster_id", "pk")
    for homecoming in found.select_related("deployment__roster"):
        roster = homecoming.deployment.roster
        before = homecoming.gave
        since = used_since(homecoming)
        told = _used(since)
        try:
            work_out(roster, said=f"{battle} was corrected: what came home from it is worked out again.{told}")
        except ValueError as problem:
            holder = Battle.objects.get(roster=roster)
            failed = f"{battle} was corrected, and what came home from it cannot be worked out again: {problem}."
            write_event(holder, kind=HOME, headline=failed, who=THE_APP)
            continue
        homecoming.refresh_from_db(fields=["gave"])
        if homecoming.gave != before:
            Homecoming.objects.filter(pk=homecoming.pk).update(again=timezone.now())


def used_since(*homecomings: Homecoming) -> list[Battle]:
    """The other battles that were given the rosters after their pieces had come home from this one."""
    return list(dict.fromkeys(row.battle for row in _given_since(homecomings)))


def uses_by_roster(homecomings: Sequence[Homecoming]) -> Mapping[int, Sequence[Battle]]:
    """The same for each of the rosters, by their ids, in one query."""
    found: defaultdict[int, list[Battle]] = defaultdict(list)
    for row in _given_since(homecomings):
        found[row.roster_id].append(row.battle)
    return found


def _given_since(homecomings: Sequence[Homecoming]) -> Sequence[Deployment]:
    if not homecomings:
        return ()
    own = {one.deployment.battle_id for one in homecomings}
    after = (Q(roster=one.deployment.roster_id, since__gt=one.since) for one in homecomings)
    later = Deployment.objects.filter(reduce(or_, after), battle__deleted=None).exclude(battle__in=own)
    return list(later.select_related("battle").order_by("-battle__created", "-battle"))


@dataclass(frozen=True)
class _Sheets:
    """The sheets of a roster before and after each homecoming, and now."""

    pairs: Sequence[tuple[Any, Any]]
    now: Any


def _folded(
    game: Game[Any], roster: Roster, chain: Sequence[Homecoming], now: Any, latest: Homecoming | None
) -> _Sheets:
    sheet, gave, pairs = None, None, []
    for one in chain:
        one.deployment.roster = roster
        was = game.read(one.was, one.shape)
        sheet = was if sheet is None else _built(sheet, gave, was)
        after = come_home(one, sheet, stored(one.deployment.battle).sheet)
        pairs.append((sheet, after))
        sheet, gave = after, game.read(one.gave, one.shape)
    sheet = now if sheet is None else _built(sheet, gave, now)
    if latest:
        after = come_home(latest, sheet, stored(latest.deployment.battle).sheet)
        pairs.append((sheet, after))
        sheet = after
    return _Sheets(pairs, sheet)


def _built(sheet: Any, before: Any, after: Any) -> Any:
    """The sheet with what was built between two others: that stands, whatever came home before it."""
    if before == after:
        return sheet
    with_parts = joined(sheet, as_they_are(before, sheet, parted(before, after)))
    return rewound(with_parts, undo(difference(before, after)))


def _usual(usual: str, fell: bool) -> Fate:
    if usual == ComesHome.WAS:
        return Fate.WAS
    if fell:
        return Fate.LOST
    return Fate.STOOD if usual == ComesHome.STOOD else Fate.WAS


def _standing(own: Any, there: Any, names: Mapping[str, str], gone: Any) -> Any:
    """A piece of a roster as it stood in a battle, off the board."""
    stood = as_it_stood(own, there, names, gone)
    kept: dict[str, Any] = {name: getattr(own, name) for name in STAYS if hasattr(own, name)}
    if hasattr(own, "status"):
        kept |= {"status": Status.ACTIVE, "destroyed_by": ""}
    return replace(stood, **kept)
