"""A piece of one sheet made ready for another: whose it is, and what it still refers to."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace
from typing import Any, TypeVar

from companion.models import Side
from companion.sheets.plan import Plan, plan_of

P = TypeVar("P")


def belongs(piece: Any, side: str) -> bool:
    """Whether a piece is a side's, by its key, or in its hands."""
    references = plan_of(type(piece)).references.items()
    return any(getattr(piece, name) == side for name, field in references if issubclass(field.related_model, Side))


def of_side(piece: P, side: str) -> P:
    """The piece with that side in place of its own, where it has one."""

    def change(plan: Plan, part: Any) -> dict[str, Any]:
        named = (name for name, field in plan.references.items() if issubclass(field.related_model, Side))
        return {name: side for name in named if getattr(part, name) is not None}

    return _rewritten(piece, change)


def letting_go(piece: P, gone: Set[str]) -> P:
    """The piece without what leads to any of these keys."""

    def change(plan: Plan, part: Any) -> dict[str, Any]:
        lost = {name: None for name in plan.references if getattr(part, name) in gone}
        sets = (name for name, kind in plan.tokens.items() if kind is frozenset)
        return lost | {name: getattr(part, name) - gone for name in sets if getattr(part, name) & gone}

    return _rewritten(piece, change)


def _rewritten(part: P, change: Callable[[Plan, Any], dict[str, Any]]) -> P:
    plan = plan_of(type(part))
    given = change(plan, part)
    for name in plan.parts:
        parts = getattr(part, name)
        inner = tuple(_rewritten(one, change) for one in parts)
        if inner != parts:
            given[name] = inner
    sheet: Any = part
    changed: P = replace(sheet, **given) if given else part
    return changed
