"""What is tapped on the battle page, as an address or a posted form says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.forms.questions import PREFIX

ROLLS = "rolls"
"""Says in an address or a form that the app rolls all dice of what is under way."""

ANYWAY = "anyway"
"""Says in an address that the players were told whom they pass over."""


@dataclass(frozen=True)
class Selection:
    """What the URL says; nothing in it is trusted before ``chosen`` has held it against the battle.

    ``anyway`` is whether the players go on although somebody is passed over; ``rolls`` whether the app rolls all dice.
    """

    attacker: str = ""
    target: str = ""
    do: str = ""
    why: str = ""
    said: Mapping[str, str] = field(default_factory=dict)
    anyway: bool = False
    rolls: bool = False

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Selection:
        """Read a query string or a posted form."""
        lead = f"{PREFIX}-"
        said = {name.removeprefix(lead): text for name, text in query.items() if name.startswith(lead)}
        return cls(
            query.get("attacker", ""),
            query.get("target", ""),
            query.get("do", ""),
            query.get("why", ""),
            said,
            anyway=ANYWAY in query,
            rolls=ROLLS in query,
        )
