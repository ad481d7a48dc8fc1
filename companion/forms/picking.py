"""The options that were posted for what is asked: one, or those of a whole screen."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

MOST_PLACES = 8
MOST_OPTIONS = 12
"""More than any button or screen of the app posts."""


APPLIED = "applied"
"""The name of options with which the outcome is applied."""


def several(options: Sequence[object]) -> str:
    """Some options as the value of one button."""
    return json.dumps([str(option) for option in options])


def picked_options(posted: Mapping[str, str]) -> tuple[str, ...]:
    """The options in their order: of the button that was tapped, or of the places that dice were laid on."""
    for name in ("options", APPLIED):
        if name in posted:
            return _listed(posted[name])
    if "option" in posted:
        return (posted["option"],)
    laid = [place for place in range(MOST_PLACES) if f"place-{place}" in posted]
    return tuple(posted.get(f"place-{place}", "") for place in range(max(laid, default=0) + 1))


def _listed(text: str) -> tuple[str, ...]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        return (text,)
    if not isinstance(options, list) or not options or not all(isinstance(option, str) for option in options):
        return (text,)
    return tuple(options[:MOST_OPTIONS])
