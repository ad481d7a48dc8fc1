"""What of a battle's page somebody may tap, where each side is tapped only by its player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.members import Rights
from companion.models import Battle, Event
from companion.queries.battle_page import BattlePage
from companion.queries.concerned import entered_by
from companion.queries.panels import AskPanel, UnderWayPanel
from companion.services.whose import (
    Asked,
    Sides,
    Taps,
    acting_in,
    answered_last,
    anybody,
    asked_in,
    concerned_by,
    sides_of,
)
from rules.words import listed


@dataclass(frozen=True)
class PageTaps:
    """What somebody may tap of what a page offers; ``waits_for`` says who taps what is asked instead."""

    sits: bool = True
    declares: bool = True
    acts: bool = True
    answers: bool = True
    throws: bool = True
    adds: bool = True
    takes_back: bool = True
    undoes: bool = True
    redoes: bool = True
    waits_for: str = ""
    pools: tuple[bool, ...] = ()
    """Whether they may enter the dice of each pool; empty where they may enter all."""
    enters_first: bool = True
    """Whether they may enter any dice of the roll that is asked for which do not lie there yet."""

    def enters(self, name: str) -> bool:
        """Whether they may enter the dice of the pool with this name."""
        place = int(name.rpartition("-")[2])
        return self.pools[place] if place < len(self.pools) else True


ALL = PageTaps()


def taps_in(battle: Battle, rights: Rights) -> Taps:
    """For which sides of a battle somebody taps: for all, unless each has its player."""
    return rights.taps_for if battle.seated else anybody


def page_taps(battle: Battle, page: BattlePage, rights: Rights) -> PageTaps:
    """What somebody may tap of a page."""
    if not battle.seated:
        return ALL
    taps = rights.taps_for
    acting = sides_of(page.panel.chosen.sheet, {page.panel.chosen.attacker} - {""})
    under_way = page.panel if isinstance(page.panel, UnderWayPanel) else None
    asked, concerned, last = _under_way(under_way) if under_way else (Asked(acting), (), ())
    acting = acting_in(under_way.declaration) if under_way else acting
    waited = acting if page.panel.kind == "result" else asked.answers
    pools = tuple(taps((side,) if side else ()) for side in asked.pools)
    pads = page.panel.pads if isinstance(page.panel, AskPanel) else None
    return PageTaps(
        sits=taps(()),
        declares=taps(acting),
        acts=taps(acting),
        answers=taps(asked.answers),
        throws=taps(asked.throws),
        adds=taps(concerned),
        takes_back=taps(last),
        undoes=taps(_entered(battle, page, page.undo)),
        redoes=taps(_entered(battle, page, page.redo)),
        waits_for="" if taps(waited) else who_taps(rights, waited),
        pools=pools,
        enters_first=any(own and pool.count for own, pool in zip(pools, pads.first.pools, strict=False))
        if pads
        else True,
    )


def _under_way(panel: UnderWayPanel) -> tuple[Asked, Sides, Sides]:
    row = panel.declaration
    given = list(row.replies.all())
    asked = asked_in(row, given)
    return asked, concerned_by(row), answered_last(row, given, panel.answer, panel.waiting)


def _entered(battle: Battle, page: BattlePage, event: Event | None) -> Sides:
    return entered_by(battle, event, lambda: page.panel.chosen.sheet) if event else ()


def who_taps(rights: Rights, sides: Sequence[str]) -> str:
    """Who taps for some sides of a battle: the players of these, or of any, where it concerns the battle itself."""
    names = sorted({player.name for side in sides if (player := rights.player_of(side))})
    return f"{listed(names)} or an organiser taps here" if names else "Its players and the organisers tap here"
