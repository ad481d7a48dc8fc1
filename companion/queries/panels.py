"""The kinds of panel that the battle page shows, each with its template."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar

from companion.forms.questions import QuestionForm
from companion.models import Declaration
from companion.queries.adding import Adding
from companion.queries.selection import Chosen
from rules.asks import Option, Outlook
from rules.dice import Face
from rules.table import Step
from rules.vocabulary import ChangeInWords

LEFT, RIGHT = "left", "right"


@dataclass(frozen=True)
class Action:
    """Something else to declare, for the chosen piece by its URL or for the battle, and why it cannot be."""

    label: str
    slug: str
    url: str
    refused: str


@dataclass(frozen=True)
class PadPool:
    """One kind of dice to enter: how many, and a key for each face."""

    name: str
    die: str
    count: int
    symbols: tuple[Face, ...]
    typed: str

    @property
    def listed(self) -> str:
        """Its symbols as a list that scripts read."""
        return json.dumps([str(symbol) for symbol in self.symbols])

    @property
    def is_drawn(self) -> bool:
        """Whether its faces have names of several words: such a die stands for cards or chits."""
        return any(" " in str(symbol) for symbol in self.symbols)


@dataclass(frozen=True, kw_only=True)
class Panel:
    """What every panel shows.

    ``seat`` is the place of the main action, which never lies where that of the state before lay: what declares sits
    right, each ask on the other side than the one before, what starts or stores left.
    """

    kind: ClassVar[str]
    """The name of its template and of its look."""
    tappable: ClassVar[bool] = True
    """Whether pieces can be tapped beside it."""

    chosen: Chosen
    sentence: str = ""
    notice: str = ""
    seat: str = RIGHT

    @property
    def template(self) -> str:
        """What draws it."""
        return f"battle/_panel_{self.kind}.html"


@dataclass(frozen=True, kw_only=True)
class StartPanel(Panel):
    """The battle has not started; the sentence says what it still needs, and ``next_step`` what to do about that."""

    kind = "start"
    tappable = False
    next_step: str
    once: str


@dataclass(frozen=True, kw_only=True)
class OverPanel(Panel):
    """The battle has ended."""

    kind = "over"
    tappable = False


@dataclass(frozen=True, kw_only=True)
class IdlePanel(Panel):
    """Nothing is chosen: tap the attacker."""

    kind = "idle"


@dataclass(frozen=True, kw_only=True)
class MenuPanel(Panel):
    """A piece is chosen: what it can do."""

    kind = "menu"
    actions: tuple[Action, ...]


@dataclass(frozen=True, kw_only=True)
class TargetPanel(MenuPanel):
    """A piece and what it does are chosen: tap the target."""

    kind = "target"


@dataclass(frozen=True, kw_only=True)
class DeclarePanel(MenuPanel):
    """Everything is chosen: the questions, and what follows."""

    kind = "declare"
    form: QuestionForm
    outlook: Outlook | None
    once: str


@dataclass(frozen=True, kw_only=True)
class UnderWayPanel(Panel):
    """What every panel of something under way shows; ``answer`` is the id of the last reply that the page shows."""

    tappable = False
    declaration: Declaration
    answer: int = 0
    trace: tuple[Step, ...] = ()
    can_take_back: bool = False
    adding: Adding | None = None


@dataclass(frozen=True, kw_only=True)
class AskPanel(UnderWayPanel):
    """Dice or a decision are asked for; neither, where what is under way cannot go on."""

    kind = "ask"
    whose: str = ""
    pools: tuple[PadPool, ...] = ()
    options: tuple[Option, ...] = ()
    outlook: Outlook | None = None


@dataclass(frozen=True, kw_only=True)
class ResultPanel(UnderWayPanel):
    """Everything is answered: what will change."""

    kind = "result"
    differences: tuple[ChangeInWords, ...]
    checklist: tuple[str, ...]
