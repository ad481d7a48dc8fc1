"""What of a battle's page somebody may tap, where each side is tapped only by its player."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.members import Rights
from companion.models import Battle, Event
from companion.queries.battle_page import BattlePage
from companion.queries.meant import Meant, entered
from companion.queries.panels import UnderWayPanel
from companion.services.whose import Taps, UnderWay, sides_of, under_way


@dataclass(frozen=True)
class PageTaps:
    """What somebody may tap of what a page offers; ``waits_for`` says who taps what is asked instead."""

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

    def enters(self, name: str) -> bool:
        """Whether they may enter the dice of the pool with this name."""
        place = int(name.rpartition("-")[2])
        return self.pools[place] if place < len(self.pools) else True


ALL = PageTaps()


def page_taps(battle: Battle, page: BattlePage, rights: Rights) -> PageTaps:
    """What somebody may tap of a page."""
    if not rights.seated:
        bound = page.result is not None and page.result.is_members and rights.is_guest
        return replace(ALL, undoes=False, redoes=False) if bound else ALL
    taps = rights.taps_for
    whose = _whose(page)
    waited = Meant(whose.acting if page.panel.kind == "result" else whose.answers)
    return PageTaps(
        declares=taps(whose.acting),
        acts=taps(whose.acting),
        answers=taps(whose.answers),
        throws=taps(whose.throws),
        adds=taps(whose.concerned),
        takes_back=taps(whose.gave),
        undoes=_enters(battle, page, page.undo, taps),
        redoes=_enters(battle, page, page.redo, taps),
        waits_for="" if waited.is_taken(taps) else who_taps(rights, waited),
        pools=tuple(taps((side,) if side else ()) for side in whose.pools),
    )


def _whose(page: BattlePage) -> UnderWay:
    """Whose what a page shows is: what is under way, or what is chosen to act."""
    panel = page.panel
    if isinstance(panel, UnderWayPanel):
        return panel.sides or under_way(panel.declaration, list(panel.declaration.replies.all()), panel.waiting)
    acting = sides_of(panel.chosen.sheet, {panel.chosen.attacker} - {""})
    return UnderWay(acting, (), acting)


def _enters(battle: Battle, page: BattlePage, event: Event | None, taps: Taps) -> bool:
    """Whether an entry of the log is taken back, or done again, of somebody."""
    return event is not None and entered(battle, event, lambda: page.panel.chosen.sheet).is_taken(taps)


def who_taps(rights: Rights, meant: Meant) -> str:
    """Who taps for the sides that a tap means: their players, or those of any, where it concerns the battle itself."""
    if not meant.sides:
        return "Its players and the organisers tap here"
    players = {rights.player_of(side) for side in meant.sides}
    if meant.every and len(players) > 1:
        return "It is of several sides, and an organiser taps here"
    names = sorted(player.name for player in players if player and player.plays)
    return f"{' or '.join([*names, 'an organiser'])} taps here" if names else "An organiser taps here"
