"""The kinds of panel that the battle page shows, each with its template."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.forms.questions import QuestionForm
from companion.models import Declaration
from companion.queries.adding import Adding
from companion.queries.choices import Passing
from companion.queries.explained import Line
from companion.queries.laying import LaidPlace
from companion.queries.pad import Pads
from companion.queries.preview import Preview
from companion.queries.selection import Chosen
from companion.services.whose import UnderWay
from rules.asks import Option, Outlook
from rules.game import no_odds
from rules.replay import Rolled
from rules.vocabulary import ChangeInWords
from rules.words import short_names

LEFT, RIGHT = "left", "right"


@dataclass(frozen=True)
class Action:
    """Something else to declare, for the chosen piece by its URL or for the battle, and why it cannot be."""

    label: str
    slug: str
    url: str
    refused: str


@dataclass(frozen=True, kw_only=True)
class Panel:
    """What every panel shows.

    ``seat`` is the place of the main action, which never lies where that of the state before lay: what declares sits
    right, what starts left, each ask and what stores on the other side than what was tapped before it.
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
    def mode(self) -> str:
        """What is being done, from the first tap on: the procedure's name, empty where none is chosen."""
        return self.chosen.procedure.name if self.chosen.procedure else ""

    @property
    def template(self) -> str:
        """What draws it."""
        return f"battle/_panel_{self.kind}.html"

    @property
    def is_fight(self) -> bool:
        """Whether it is about pieces that are chosen, so that the others draw back where there is little room."""
        return self.kind in ("declare", "ask", "result")

    @property
    def is_read(self) -> bool:
        """Whether it is only read and answered by a tap, with no dice to enter and none to lay."""
        return self.kind == "result"


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
class ReplayPanel(Panel):
    """A battle as it stood is only looked at."""

    kind = "replay"
    tappable = False


@dataclass(frozen=True, kw_only=True)
class IdlePanel(Panel):
    """Nothing is chosen: tap the attacker."""

    kind = "idle"


@dataclass(frozen=True, kw_only=True)
class AnywayPanel(Panel):
    """Going on would pass somebody over, as the sentence says: who may act first, or going on all the same.

    ``step`` goes on at once, or by its URL where something is asked before.
    """

    kind = "anyway"
    first: tuple[Action, ...]
    step: Action
    once: str


@dataclass(frozen=True, kw_only=True)
class MenuPanel(Panel):
    """A piece is chosen: what it can do."""

    kind = "menu"
    actions: tuple[Action, ...]

    @property
    def possible(self) -> tuple[Action, ...]:
        """What can be declared instead."""
        return tuple(action for action in self.actions if not action.refused)

    @property
    def refusals(self) -> tuple[tuple[str, str], ...]:
        """Why the other things cannot be, each reason once, after the names of what it refuses."""
        reasons = dict.fromkeys(action.refused for action in self.actions if action.refused)
        return tuple((", ".join(a.label for a in self.actions if a.refused == reason), reason) for reason in reasons)


@dataclass(frozen=True)
class Answer:
    """An answer that leads to a page, and whether it is given already."""

    label: str
    url: str
    given: bool


@dataclass(frozen=True)
class Beforehand:
    """What only the table knows, asked before the target is chosen: without it there are no odds."""

    label: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, kw_only=True)
class AimedPanel(MenuPanel):
    """A piece and what it does are chosen: each target has its odds by its key."""

    prospects: Mapping[str, Outlook] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class TargetPanel(AimedPanel):
    """The target is tapped next."""

    kind = "target"
    beforehand: tuple[Beforehand, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DeclarePanel(AimedPanel):
    """Everything is chosen: the questions, and what follows; another target can still be tapped instead."""

    kind = "declare"
    named: tuple[str, ...]
    """The short names of those who act and are aimed at, in this order."""
    form: QuestionForm
    outlook: Outlook | None
    once: str
    anyway: bool = False
    """Whether it was to go on although somebody may still act: its questions, asked anew, go on too."""

    @property
    def has_dice(self) -> bool:
        """Whether dice decide what comes of it."""
        return self.chosen.procedure is not None and self.chosen.procedure.odds_at is not no_odds


@dataclass(frozen=True, kw_only=True)
class UnderWayPanel(Panel):
    """What every panel of something under way shows; ``answer`` is the id of the last reply that the page shows.

    ``rolls`` tells that the app rolls all dice.
    """

    tappable = False
    declaration: Declaration
    answer: int = 0
    trace: tuple[Line, ...] = ()
    rolled: tuple[Rolled, ...] = ()
    landed: tuple[Rolled, ...] = ()
    """Those of them that came with the last tap."""
    stayed: str = ""
    """Why dice lie there that were not thrown for it."""
    can_take_back: bool = False
    rolls: bool = False
    waiting: int = 0
    """How many sides have entered dice that wait for those of others."""
    adding: Adding | None = None
    sides: UnderWay | None = None
    """Whose it is, where each side has its player and it can go on."""

    @property
    def fighters(self) -> tuple[str, ...]:
        """Who acts and who is aimed at, in as few words as tell them from others; empty where nobody is aimed at."""
        names = short_names({piece.key: piece.name for piece in self.chosen.sheet.pieces})
        pair = (self.chosen.attacker, self.chosen.target)
        return tuple(names[key] for key in pair) if names.keys() >= set(pair) else ()


@dataclass(frozen=True, kw_only=True)
class AskPanel(UnderWayPanel):
    """Dice or a decision are asked for; neither, where what is under way cannot go on."""

    kind = "ask"
    whose: str = ""
    pads: Pads | None = None
    options: tuple[Option, ...] = ()
    field: str = "option"
    """The name under which an option is posted: another one where it answers several choices at once."""
    has_usual: bool = True
    best: Option | None = None
    """The option with the best odds for whoever decides."""
    passing: Passing | None = None
    places: tuple[LaidPlace, ...] = ()
    outlook: Outlook | None = None

    @property
    def is_read(self) -> bool:
        """Whether it is only read and answered by a tap, with no dice to enter and none to lay."""
        return not self.pads and not self.places

    @property
    def usual(self) -> Option | None:
        """The option that is usually taken, if there is one."""
        return self.options[0] if self.options and self.has_usual else None

    @property
    def others(self) -> tuple[Option, ...]:
        """All the other options."""
        return self.options[1:] if self.usual else self.options

    @property
    def in_numbers(self) -> bool:
        """Whether most options read as a number, so that several have room side by side."""
        return sum(option.label.isdecimal() for option in self.options) * 2 > len(self.options)


@dataclass(frozen=True, kw_only=True)
class ResultPanel(UnderWayPanel):
    """Everything is answered: what will change."""

    kind = "result"
    differences: tuple[ChangeInWords, ...]
    preview: Preview
    checklist: tuple[str, ...]
    also: tuple[str, ...]
