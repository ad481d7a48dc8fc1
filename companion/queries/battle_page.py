"""The battle page: the cards of both sides, the board, the panel and the bar, as one frozen value."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.forms.selection import Selection
from companion.live.versions import version
from companion.models import Battle, Declaration, Event, Reply
from companion.prepared import Prepared
from companion.queries.disputes import OpenDisputes, disputes_in
from companion.queries.ending import Ending, ending_of
from companion.queries.pad import Pads
from companion.queries.panel import battle_actions, panel_for
from companion.queries.panels import Action, AskPanel, Panel, ResultPanel
from companion.queries.result_view import ResultView, result_view
from companion.queries.table_view import TableView, looks_in, table_fields
from companion.services.under_way import replies_to
from companion.services.undoing import latest_events, redoable, undoable
from companion.sheets import stored
from companion.sheets.plan import BATTLE
from rules.changes import read_changes
from rules.games import GAMES
from rules.words import listed

UNDER_WAY = Prepared(
    lambda battle: Declaration.objects.filter(battle=battle, status=Declaration.Status.OPEN).select_related(
        "actor", "target"
    )
)
"""What is under way in a battle."""

TELLS_LATEST = ("idle", "over")
"""The kinds of panels that list what happened last, and what of it is disputed."""


@dataclass(frozen=True, kw_only=True)
class BattlePage(TableView):
    """Everything that the battle page shows."""

    undo: Event | None
    redo: Event | None
    latest: tuple[Event, ...]
    disputes: OpenDisputes
    bar_actions: tuple[Action, ...]
    ending: Ending | None
    result: ResultView | None
    once: str
    version: str

    @property
    def strip(self) -> str:
        """What the strip above the board says: what is next, in one short sentence."""
        if isinstance(self.panel, ResultPanel):
            return "Look at the table, then apply."
        if isinstance(self.panel, AskPanel) and self.panel.whose:
            return f"{self.panel.whose} to decide."
        if isinstance(self.panel, AskPanel):
            return self._who_rolls(self.panel.pads) if self.panel.pads else self.panel.sentence
        return self.turn.sentence

    def _who_rolls(self, pads: Pads) -> str:
        names = [side.name for side in self.sides if side.key in pads.sides]
        return f"{listed(names)}: roll the dice." if names else "Roll the dice."

    @property
    def latest_besides(self) -> tuple[Event, ...]:
        """What happened last, without how the battle ended where that is told for itself."""
        said = self.ending.said if self.ending else None
        return tuple(event for event in self.latest if event.headline != said)

    @property
    def sheet_then(self) -> Any:
        """The battle as it is about to be, which a result says that waits to be applied."""
        then = self.panel.preview.sheet if isinstance(self.panel, ResultPanel) else None
        return then or super().sheet_then

    @property
    def disputed(self) -> set[int]:
        """The numbers of the entries that are disputed."""
        return {dispute.event.number for dispute in self.disputes.listed}

    @property
    def seen(self) -> int:
        """The last event that the page shows."""
        return self.battle.last_event

    @property
    def next_step(self) -> Action | None:
        """The next step of the game, where it can be taken now."""
        if self.panel.kind in ("start", "anyway"):
            return None
        return next((action for action in self.bar_actions if action.slug == self.turn.next), None)

    @property
    def other_steps(self) -> tuple[Action, ...]:
        """What else can be declared for the battle itself."""
        return tuple(action for action in self.bar_actions if action != self.next_step)


def battle_page(
    battle: Battle, selection: Selection, data: Mapping[str, Any] | None = None, seen: int | None = None
) -> BattlePage:
    """Read a battle and say what its page shows for a selection; ``data`` is a posted form that was refused.

    ``seen`` is the last event that a page has shown which others have changed under somebody's hands since.

    The battle that is given is brought up to date: a tap may have changed it since it was loaded.
    """
    game = GAMES[battle.game]
    read, was_over = stored(battle), battle.over
    for field in Battle._meta.concrete_fields:
        setattr(battle, field.attname, vars(read.rows[BATTLE])[field.attname])
    if battle.over != was_over:
        # Its whole campaign was told of that.
        battle.home.refresh_from_db(fields=["told"])
    under_way = UNDER_WAY.first(battle.pk)
    given = replies_to(under_way) if under_way else []
    latest = latest_events(battle)
    turn = game.turn(read.sheet)
    panel = panel_for(battle, game, read, turn, selection, under_way, given, data)
    new = latest[:1] if _nothing_tapped_since(panel) else _come_since(seen, latest) if panel.tappable else ()
    changes = [change for event in reversed(new) for change in read_changes(event.changes)]
    return BattlePage(
        bar_actions=battle_actions(game, read.sheet, turn) if under_way is None else (),
        ending=ending_of(battle, game, read.sheet, looks_in(read)) if read.sheet.over else None,
        result=result_view(battle) if read.sheet.over else None,
        once=secrets.token_urlsafe(9),
        undo=undoable(battle, latest) if under_way is None else None,
        redo=redoable(battle, latest) if under_way is None else None,
        latest=latest,
        disputes=disputes_in(battle) if panel.kind in TELLS_LATEST else OpenDisputes(),
        version=_version(battle, under_way, given),
        **table_fields(battle, read, read.sheet, panel, turn, changes, selection),
    )


def _nothing_tapped_since(panel: Panel) -> bool:
    """Whether a page shows what the last entry came to: nobody is chosen on it, but who must attack next."""
    picked = panel.chosen
    is_due = panel.kind == "target" and picked.game.is_due(picked.sheet, picked.attacker)
    return is_due or panel.kind in ("start", *TELLS_LATEST)


def _come_since(seen: int | None, latest: Sequence[Event]) -> Sequence[Event]:
    """The events that have come while a page lay there on which somebody is chosen: no tap has led to it."""
    return () if seen is None else [event for event in latest if event.number > seen]


def _version(battle: Battle, under_way: Declaration | None, given: Sequence[Reply]) -> str:
    shown = under_way.pk if under_way else None
    last = given[-1].pk if given else None
    early = under_way.early if under_way else None
    return version(battle.last_event, battle.told, battle.home.told, shown, last, early)
