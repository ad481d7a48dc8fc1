"""The questions of a declaration as a form: segmented buttons for options, a number field for counts, rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from companion.forms.rows import AskedRows, RowsField, answered_rows, asked_rows, read_rows, whole, with_last
from rules.asks import Answer, Option
from rules.game import Procedure
from rules.questions import Answers, AnyQuestion, Count, Question, Rows

PREFIX = "q"


@dataclass(frozen=True)
class Segment:
    """One button of a question: its text, where it leads, and whether it is chosen or refused."""

    value: str
    option: Option
    checked: bool


@dataclass(frozen=True)
class AskedQuestion:
    """One question as the page shows it: rows, else segments, else a number field.

    One that is ``rare`` stands on a quiet line, which is ``open`` where its answer is not the usual one.
    """

    name: str
    label: str
    help: str
    segments: tuple[Segment, ...]
    number: Count | None
    value: str
    error: str
    rows: AskedRows | None = None
    rare: bool = False
    open: bool = False


class QuestionForm(forms.Form):
    """Parses the answers to a procedure's questions; only what is on offer is taken."""

    def __init__(self, questions: Sequence[AnyQuestion], data: Mapping[str, Any] | None, answers: Answers) -> None:
        super().__init__(data, prefix=PREFIX)
        self.questions = tuple(questions)
        for question in self.questions:
            self.fields[question.name] = _field(question)
            self.initial[question.name] = _initial(question, answers)

    @property
    def tells_all(self) -> bool:
        """Whether an answer is told of every target: what only the table knows is the same for all of them."""
        return any(isinstance(question, Question) and question.untold for question in self.questions)

    def answers(self) -> dict[str, Any]:
        """The parsed answers; only for a valid form."""
        return {question.name: self.cleaned_data[question.name] for question in self.questions}

    def asked(self) -> tuple[AskedQuestion, ...]:
        """The questions as the page shows them."""
        return tuple(self._asked(question) for question in self.questions)

    def _asked(self, question: AnyQuestion) -> AskedQuestion:
        bound = self[question.name]
        value = str(bound.value())
        options = question.options if isinstance(question, Question) else ()
        return AskedQuestion(
            name=bound.html_name,
            label=question.label,
            help=question.help,
            segments=tuple(Segment(str(o.value), o, str(o.value) == value) for o in options),
            number=question if isinstance(question, Count) else None,
            value=value,
            error=" ".join(map(str, bound.errors)),
            rows=asked_rows(question, bound.html_name, bound.value()) if isinstance(question, Rows) else None,
            rare=isinstance(question, Question) and question.rare,
            open=bool(bound.errors) or value != str(question.usual if isinstance(question, Question) else value),
        )


def settled_questions(
    procedure: Procedure[Any, Any], sheet: Any, chosen: Answers, said: Mapping[str, str], remembered: Answers
) -> tuple[tuple[AnyQuestion, ...], dict[str, Any]]:
    """The questions that matter for what was said so far, and an answer to each: said, remembered or usual.

    One that is untold has none before it is said. An answer can bring a question with it (a covering frame brings its
    station), so this runs until nothing changes.
    """
    answers = dict(chosen)
    questions: tuple[AnyQuestion, ...] = ()
    for _ in range(4):
        asked = procedure.questions(sheet, answers)
        questions = tuple(with_last(q, remembered.get(q.name, ())) if isinstance(q, Rows) else q for q in asked)
        before = answers
        answers = {**chosen, **{q.name: _answer(q, said, remembered) for q in questions if not left_open(q, said)}}
        # What is usual is asked for already: every game asks for the same before and after it.
        if answers == before or not (said or remembered):
            break
    return questions, answers


def left_open(question: AnyQuestion, said: Mapping[str, str]) -> bool:
    """Whether a question that only the players can answer has no answer on offer yet."""
    if not isinstance(question, Question) or not question.untold:
        return False
    return said.get(question.name, "") not in {str(option.value) for option in question.options if not option.refused}


def _answer(question: AnyQuestion, said: Mapping[str, str], remembered: Answers) -> Any:
    if isinstance(question, Rows):
        rows, _ = read_rows(question, question.name, said)
        return rows
    if isinstance(question, Count):
        number = whole(said.get(question.name, ""), question.usual)
        return number if question.least <= number <= question.most else question.usual
    offered = {str(option.value): option.value for option in question.options if not option.refused}
    for text in (
        said.get(question.name, ""),
        str(remembered.get(question.name, question.usual)),
        str(question.usual),
    ):
        if text in offered:
            return offered[text]
    return next(iter(offered.values()), question.usual)


def _initial(question: AnyQuestion, answers: Answers) -> Any:
    value = answers.get(question.name)
    return answered_rows(question, value or []) if isinstance(question, Rows) else str(value)


def _field(question: AnyQuestion) -> forms.Field:
    if isinstance(question, Rows):
        return RowsField(question)
    if isinstance(question, Count):
        return forms.IntegerField(min_value=question.least, max_value=question.most, label=question.label)
    offered = [option for option in question.options if not option.refused]
    refused = {str(option.value): option.refused for option in question.options if option.refused}
    return _OfferedField(
        choices=[(str(option.value), option.label) for option in offered],
        coerce=_coerce({str(option.value): option.value for option in offered}),
        refused=refused,
        label=question.label,
        error_messages={"required": f"{question.label}: choose one of the buttons."},
    )


class _OfferedField(forms.TypedChoiceField):
    """A choice that says why a refused option cannot be taken."""

    def __init__(self, *, refused: Mapping[str, str], **options: Any) -> None:
        super().__init__(**options)
        self.refused = refused

    def validate(self, value: Any) -> None:
        """Only what is on offer, with the reason where it is not."""
        if value in self.refused:
            raise forms.ValidationError(self.refused[value])
        if value not in (None, "") and not self.valid_value(value):
            raise forms.ValidationError(f"{self.label}: “{value}” is not one of the buttons.")
        super().validate(value)


def _coerce(values: Mapping[str, Answer]) -> Callable[[str], Answer]:
    return lambda text: values[text]
