"""How odds are told: what pieces may lose in "at least" steps, and all of it for a game that tells nothing more."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Any, Generic, TypedDict, TypeVar

from rules.asks import Chance, Declared, Likely, Losses, Outlook, Step
from rules.bounds import all_bounds
from rules.changes import apply, keyed
from rules.distributions import at_least, chance_of, mapped, mean
from rules.game import Outcome
from rules.odds import Counting, TooMuch, odds
from rules.sheets import BattleSheet, PieceSheet
from rules.table import Moment, Resolver

B = TypeVar("B", bound=BattleSheet)
D = TypeVar("D", bound=Hashable)

WORTH_A_BAR = Fraction(1, 100)
"""What is less likely has no bar, unless it is the first."""

HALF_A_TENTH = Fraction(1, 20)
"""What is less is not rounded to a tenth."""

MOST_STEPS = 10_000
"""The most steps that odds of whole outcomes may take at an ask: some 30 ms, since each path makes its changes."""


def losses(
    piece: PieceSheet,
    what: str,
    lost: Mapping[int, Fraction],
    kills: int | None = None,
    main: Likely | None = None,
    *,
    verb: str = "lose",
    end: str = "destroyed",
) -> tuple[Losses, ...]:
    """What a piece may lose, when ``kills`` or more of it destroy it; nothing where it loses nothing for sure.

    There are no bars for what is sure, none but the first for what is under 1 %, not even for its destruction, and no
    single one that shows the chance of ``main`` again.
    """
    found = at_least(lost, WORTH_A_BAR)
    if not found.get(1):
        return ()
    if len(lost) == 1:
        return (Losses(piece.key, piece.name, what, verb=verb, end=end),)
    steps = tuple(
        Step(number, chance, destroys=kills is not None and number >= kills) for number, chance in found.items()
    )
    if len(steps) == 1 and main and steps[0].chance == main.chance:
        steps = ()
    return (Losses(piece.key, piece.name, what, steps, verb, end),)


def losses_beside(
    piece: PieceSheet, what: str, lost: Mapping[int, Fraction], other: Mapping[int, Fraction], kills: int | None
) -> Losses:
    """What a piece may lose, and how likely each would be by the ``other`` odds; a bar for what either has."""
    now, then = at_least(lost), at_least(other)
    shown = (n for n in range(1, max(*lost, *other) + 1) if n == 1 or max(now.get(n, 0), then.get(n, 0)) >= WORTH_A_BAR)
    steps = (
        Step(n, now.get(n, Fraction(0)), kills is not None and n >= kills, then.get(n, Fraction(0))) for n in shown
    )
    return Losses(piece.key, piece.name, what, tuple(steps))


def beside(now: Outlook, before: Outlook) -> Outlook:
    """The outlook of now, with what each of its bars was before the dice that fell last."""
    were = {(lost.piece, lost.what): lost.steps for lost in before.losses}
    return replace(now, losses=tuple(_beside(lost, were.get((lost.piece, lost.what), ())) for lost in now.losses))


def _beside(now: Losses, were: tuple[Step, ...]) -> Losses:
    if not (now.steps and were):
        return now
    before = {step.least: step for step in were}
    shown = {step.least: step for step in now.steps}
    gone = [replace(step, chance=Fraction(0), before=step.chance) for step in were if step.least not in shown]
    known = [
        replace(step, before=before[least].chance if least in before else Fraction(0)) for least, step in shown.items()
    ]
    return replace(now, steps=tuple(sorted((*known, *gone), key=_place)))


def _place(step: Step) -> float:
    """Where a bar stands among its own: by its number, and one that has a word for it last."""
    return step.least if isinstance(step.least, int) else inf


def on_average(lost: Mapping[int, Fraction], what: str) -> str:
    """What is lost on average, short enough for a card: 1.0 damage, and never 0.0 of it."""
    lose = mean(lost, int)
    return f"{float(lose):.1f} {what}" if lose >= HALF_A_TENTH else f"<0.1 {what}" if lose else f"no {what}"


class Odds(TypedDict, Generic[B, D]):
    """The hooks of a procedure that tell its odds."""

    outlook: Callable[[Declared[B, D]], Outlook]
    odds_at: Callable[[Moment[B, D], int | str | None], Outlook | None]


def usual_odds(resolve: Resolver[Declared[B, D], Outcome]) -> Odds[B, D]:
    """The odds by what the changes of every outcome do to the pieces, when both sides play as usual.

    At an ask, and after an option of it, they go on from the replies; nothing is told where that takes too long.
    """

    def outlook(declared: Declared[B, D]) -> Outlook:
        return _told(declared, odds(resolve, declared))

    def odds_at(moment: Moment[B, D], option: int | str | None) -> Outlook | None:
        try:
            found = Counting(MOST_STEPS).odds_after(resolve, moment.declared, moment.after(option))
        except TooMuch:
            return None
        return _told(moment.declared, found)

    return Odds(outlook=outlook, odds_at=odds_at)


@dataclass(frozen=True, slots=True)
class _Track:
    """One number of a piece and how much of it is lost how likely; ``kills``: so much of it always destroys."""

    name: str
    lost: Mapping[int, Fraction]
    kills: int | None


def _told(declared: Declared[B, D], ends: Mapping[Outcome, Fraction]) -> Outlook:
    battle = declared.battle
    after = {end: keyed(apply(battle, end.changes)) for end in ends}
    headlines = mapped(ends, lambda end: end.headline)
    table = tuple(
        Chance(told, headlines[told]) for told in sorted(headlines, key=lambda told: (-headlines[told], told))
    )
    tracks = {piece.key: track for piece in battle.pieces if (track := _track(piece, ends, after))}
    target = next((p for p in battle.pieces if p.key == getattr(declared.declaration, "target", "")), None)
    if target is None and not tracks:
        return Outlook("What comes of it:", chances=table)
    main = _main(target, ends, after) if target else None
    aimed = tracks.get(target.key) if target else None
    return Outlook(
        "What comes of it:",
        main=main,
        expected=on_average(aimed.lost, aimed.name) if aimed else "",
        losses=tuple(
            told
            for piece in battle.pieces
            if (track := tracks.get(piece.key))
            for told in losses(piece, track.name, track.lost, track.kills, main if piece is target else None)
        ),
        table=table,
    )


def _main(target: PieceSheet, ends: Mapping[Outcome, Fraction], after: Mapping[Outcome, Mapping[str, Any]]) -> Likely:
    """That the target is destroyed; where it cannot be, that anything of it changes."""
    gone = chance_of(ends, lambda end: not after[end][target.key].standing)
    if gone or not target.standing:
        return Likely("destroys", target.name, gone)
    return Likely("hurts", target.name, chance_of(ends, lambda end: after[end][target.key] != target))


def _track(
    piece: PieceSheet, ends: Mapping[Outcome, Fraction], after: Mapping[Outcome, Mapping[str, Any]]
) -> _Track | None:
    """The number of a piece that may come to most ends, or else lose most; what is lost for sure is a price."""
    found = (_lost(piece, name, bounds.called, ends, after) for name, bounds in all_bounds(piece.__class__).items())
    return max(filter(None, found), key=lambda track: (len(track.lost), mean(track.lost, int)), default=None)


def _lost(
    piece: PieceSheet,
    name: str,
    called: str,
    ends: Mapping[Outcome, Fraction],
    after: Mapping[Outcome, Mapping[str, Any]],
) -> _Track | None:
    before = getattr(piece, name)
    if not isinstance(before, int):
        return None

    def less(end: Outcome) -> int:
        return max(0, before - (getattr(after[end][piece.key], name) or 0))

    lost = mapped(ends, less)
    if len(lost) == 1:
        return None
    survived = max((less(end) for end in ends if after[end][piece.key].standing), default=0)
    return _Track(called, lost, min((number for number in lost if number > survived), default=None))
