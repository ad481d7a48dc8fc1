"""What is tapped on the battle page: attacker, target and procedure, as the URL says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from companion.forms.questions import PREFIX
from companion.forms.selection import Selection
from companion.models import Declaration
from companion.services.under_way import shown_to
from rules.board import Square
from rules.changes import Change, apply, keyed
from rules.game import Game, OfPiece, Procedure, WhyNot
from rules.games import GAMES
from rules.records import from_json


@dataclass(frozen=True)
class Chosen:
    """A selection that fits the battle: the procedure if one is chosen, and the pieces chosen for it.

    ``said`` is what was answered before the target is chosen; it goes along to its page.
    """

    game: Game[Any]
    sheet: Any
    procedure: Procedure[Any, Any] | None = None
    attacker: str = ""
    target: str = ""
    said: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def targets(self) -> Mapping[str, str]:
        """What the procedure can be aimed at, with the reason where it cannot."""
        if not isinstance(self.procedure, OfPiece) or not self.attacker:
            return {}
        return self.procedure.targets(self.sheet, self.attacker)

    @cached_property
    def _actors(self) -> Sequence[tuple[Procedure[Any, Any], WhyNot]]:
        """What pieces can declare, each with all that could and the reason why one cannot now."""
        return [(procedure, procedure.actors(self.sheet)) for procedure in self.game.of_pieces]

    def actions(self, key: str) -> list[tuple[Procedure[Any, Any], str]]:
        """What a piece could declare, each with the reason why it cannot now (empty when it can)."""
        return [(procedure, actors[key]) for procedure, actors in self._actors if key in actors]

    @property
    def needs_target(self) -> bool:
        """Whether the next tap is the target."""
        return bool(self.targets) and not self.target

    def role(self, key: str) -> str:
        """Whether a piece is the attacker, the target or neither."""
        return "attacker" if key == self.attacker else "target" if key == self.target else ""

    def tap(self, key: str) -> str:
        """Where a tap on a piece leads, as a query string."""
        if key == self.attacker:
            return "?"
        if key == self.target:
            return self._query(attacker=self.attacker, do=self._do)
        if self.targets.get(key) == "" and self.procedure:
            return self._query(attacker=self.attacker, target=key, do=self.procedure.slug, **_prefixed(self.said))
        if not self.why_not(key):
            return self._query(attacker=key)
        return self._query(attacker=self.attacker, target=self.target, do=self._do, why=key)

    def why_not(self, key: str) -> str:
        """Why a piece cannot be chosen with the next tap; empty when it can."""
        if key == self.attacker or self.targets.get(key) == "":
            return ""
        if key in self.targets and not self._may_act_instead(key):
            return self.targets[key]
        reasons = [reason for _, reason in self.actions(key)]
        return "" if "" in reasons else next(iter(reasons), "It can do nothing now.")

    def url_of(self, procedure: Procedure[Any, Any]) -> str:
        """Where choosing a procedure for the attacker leads, as a query string."""
        return self._query(attacker=self.attacker, do=procedure.slug)

    def saying(self, name: str, text: str) -> str:
        """Where answering a question before the target is chosen leads, as a query string."""
        return self._query(attacker=self.attacker, do=self._do, **_prefixed({**self.said, name: text}))

    def putting(self, do: str) -> Callable[[Square], str]:
        """Where putting the attacker on each square leads, as a query string."""
        begun = self._query(attacker=self.attacker, do=do)
        return lambda square: f"{begun}&{PREFIX}-column={square.column}&{PREFIX}-row={square.row}"

    @property
    def _do(self) -> str:
        return self.procedure.slug if self.procedure else ""

    def _may_act_instead(self, key: str) -> bool:
        """Whether a piece is of the attacker's side: the next tap then means it; one of another side says why not."""
        named = keyed(self.sheet)
        side = named[self.attacker].side
        return side is not None and getattr(named[key], "side", None) == side

    def _query(self, **values: str) -> str:
        return "?" + urlencode({name: value for name, value in values.items() if value})


def chosen(game: Game[Any], sheet: Any, selection: Selection) -> Chosen:
    """What of a selection fits the battle; what does not fit is left out."""
    actions = Chosen(game, sheet).actions(selection.attacker)
    if not actions:
        return Chosen(game, sheet, _of_the_battle(game, sheet, selection.do))
    possible = [procedure for procedure, reason in actions if not reason]
    named = [procedure for procedure in possible if procedure.slug == selection.do]
    usual = [p for p in possible if len(actions) == 1 or p.slug == game.usual]
    procedure = next(iter(named or usual), None)
    picked = Chosen(game, sheet, procedure, selection.attacker, said=selection.said)
    if picked.targets.get(selection.target) == "":
        return Chosen(game, sheet, procedure, selection.attacker, selection.target)
    return picked


def _prefixed(said: Mapping[str, str]) -> dict[str, str]:
    return {f"{PREFIX}-{name}": text for name, text in said.items()}


def attack_is_due(settled: Declaration, attacker: str) -> bool:
    """Whether what was settled left a piece, by its key, with an attack that must come next."""
    game = GAMES[settled.battle.game]
    assert settled.outcome is not None
    changes = [from_json(Change, change) for change in settled.outcome["changes"]]
    try:
        return game.is_due(apply(shown_to(settled), changes), attacker)
    except (KeyError, ValueError):
        # A second tap on something that was settled long ago, when sheets were others.
        return False


def _of_the_battle(game: Game[Any], sheet: Any, slug: str) -> Procedure[Any, Any] | None:
    """The procedure that is declared for the battle itself and asks something first."""
    asking = (p for p in game.of_the_battle if p.slug == slug and p.offered(sheet) and p.questions(sheet, {}))
    return next(asking, None)
