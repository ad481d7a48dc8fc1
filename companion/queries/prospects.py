"""What an attack on each possible target would come to, before any of them is tapped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.forms.questions import settled_questions
from companion.queries.selection import Chosen
from rules.asks import Declared, Outlook
from rules.game import Illegal
from rules.questions import Answers, AnyQuestion, Question
from rules.records import BadRecord


def prospects(picked: Chosen, remembered: Mapping[str, Answers], said: Mapping[str, str]) -> Mapping[str, Outlook]:
    """The outlook of every possible target by its key, with the answers that its panel would begin with.

    ``remembered`` are the last answers by target. What was ``said`` counts for the target that is chosen, and for all
    of them while none is; what only the table knows was said of the attacker, and counts for all. Nothing is told of a
    target where the answers make nothing that the rules allow.
    """
    procedure = picked.procedure
    if procedure is None:
        return {}
    told = procedure.prospect or procedure.outlook
    if told is None:
        return {}
    found = {}
    for key in (key for key, reason in picked.targets.items() if not reason):
        pieces = {"actor": picked.attacker, "target": key}
        try:
            counts = said if picked.target in ("", key) else _of_all(procedure.questions(picked.sheet, pieces), said)
            _, answers = settled_questions(procedure, picked.sheet, pieces, counts, remembered.get(key, {}))
            declared = Declared(picked.sheet, procedure.declare(answers))
            found[key] = told(declared)
        except (Illegal, BadRecord):
            continue
    return found


def _of_all(asked: Iterable[AnyQuestion], said: Mapping[str, str]) -> Mapping[str, str]:
    """What was said that is the same whoever is the target: what can be said before one is tapped."""
    untold = {question.name for question in asked if isinstance(question, Question) and question.untold}
    return {name: answer for name, answer in said.items() if name in untold}


def counted(found: Mapping[str, Outlook]) -> Mapping[str, Outlook]:
    """Those that are counted: of none it is told before it is said what only the table knows."""
    return {key: outlook for key, outlook in found.items() if outlook.main}
