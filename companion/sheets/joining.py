"""A piece of one sheet made ready for another: whose it is, and what it still refers to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from typing import Any, TypeVar

from companion.models import Side
from companion.sheets.plan import Plan, plan_of
from rules.sheets import key_sets

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


def leads_to(piece: Any) -> frozenset[str]:
    """The keys of all that a piece and its parts refer to."""
    plan = plan_of(type(piece))
    named = frozenset(getattr(piece, name) for name in plan.references) - {None}
    sets = (getattr(piece, name) for name in key_sets(type(piece)))
    return named.union(*sets, *(leads_to(part) for name in plan.parts for part in getattr(piece, name)))


def as_it_stood(own: P, other: Any, names: Mapping[str, str], gone: Set[str]) -> P:
    """A piece that shows what another one does, which was made from it, and keeps its key, its name and its parts.

    ``names`` are the keys here of what is there, ``gone`` those of what is not here: it lets go of that.
    """
    plan = plan_of(type(own))
    given = {name: getattr(other, name) for name in (*plan.plain, *plan.enums, *plan.settings) if name != "name"}
    for name, kind in plan.tokens.items():
        value = getattr(other, name)
        given[name] = frozenset(names.get(one, one) for one in value - gone) if kind is frozenset else value
    for name, field in plan.references.items():
        if field.null:
            given[name] = names.get(getattr(other, name))
    for name in plan.parts:
        there = {names[part.key]: part for part in getattr(other, name) if part.key in names}
        parts = getattr(own, name)
        given[name] = tuple(as_it_stood(p, there[p.key], names, gone) if p.key in there else p for p in parts)
    sheet: Any = own
    stood: P = replace(sheet, **given)
    return stood


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
