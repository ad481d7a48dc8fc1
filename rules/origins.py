"""Where the lines of a trace come from: the rule that each rests on, where that stands, and what goes into it."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of every line with a label: what its rule says, in our own words, and where that stands.

    ``label`` has a ``*`` in the place of names and numbers. ``where`` names sources by the short names that RULINGS.md
    gives them, each with its place, with a semicolon between two. ``of`` are the labels of the lines before it that go
    into it, ``decided`` the questions that RULINGS.md answers, and ``chart`` the rows of a table of the rules. It is of
    lines of any procedure, or only of those of ``procedure``; ``value`` tells its lines from those that have the same
    label where a label is a name that players give.
    """

    label: str
    says: str
    where: str
    of: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()
    chart: tuple[tuple[str, str], ...] = ()
    procedure: str = ""
    value: str = "*"

    def is_of(self, procedure: str, label: str, value: str) -> bool:
        """Whether lines of that label and value come from here."""
        is_here = self.procedure in ("", procedure)
        return is_here and fnmatchcase(label, self.label) and fnmatchcase(value, self.value)

    def is_made_of(self, label: str) -> bool:
        """Whether a line of that label goes into it."""
        return any(fnmatchcase(label, each) for each in self.of)


PLAYERS = "The players decide it."
"""What is said of a decision that no rule takes."""
