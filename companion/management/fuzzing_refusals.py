"""What stale and broken pages ask for, at random: it is refused, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from secrets import token_urlsafe
from typing import Any

from companion.management.broken import WHO, Broken
from companion.management.seeing_through import last_event
from companion.models import Battle, Declaration, Event, Reply
from companion.services.amending import amend
from companion.services.building import remove_piece
from companion.services.declaring import call_off, declare, settle, take_back
from companion.services.foreseeing import Amendment
from companion.services.refusals import Refusal
from companion.services.replying import choose, enter_dice, roll_dice
from companion.services.undoing import latest_events, redo_last, redoable, undo_last, undoable
from companion.sheets import stored
from rules.folding import Decided
from rules.games import GAMES
from rules.timeline import How


def refused(battle: Battle, random: Random) -> None:
    """Ask for one thing that must not be; ``Broken`` where it is done, or where doing something again changes it."""
    _ask_for(battle, *random.choice(_impossible(battle, random)))


def refused_under_way(battle: Battle, where: dict[str, Any], random: Random) -> None:
    """Ask for one thing that must not be while an ask waits at that place; ``Broken`` as above."""
    _ask_for(battle, *random.choice(_too_early(battle, where)))


def _ask_for(battle: Battle, name: str, ask: Callable[[], object]) -> None:
    before = _everything(battle)
    try:
        ask()
    except Refusal:
        pass
    else:
        if name != "again":
            raise Broken(f"after event {last_event(battle)}: {name} was taken")
    if _everything(battle) != before:
        raise Broken(f"after event {last_event(battle)}: {name} changed something")


def _impossible(battle: Battle, random: Random) -> list[tuple[str, Callable[[], object]]]:
    """Names of what must not be, and how to ask for it."""
    key, seen = battle.key, last_event(battle)
    by: dict[str, Any] = {"key": key, "who": WHO}
    procedure = random.choice(GAMES[battle.game].procedures).slug
    rubbish: dict[str, Any] = {"actor": "nobody", "target": "nobody", "range": "99", "values": "x"}
    found: list[tuple[str, Callable[[], object]]] = [
        ("a stale declaration", lambda: _declare(key, procedure, {}, seen - 1)),
        ("a declaration of nobody", lambda: _declare(key, procedure, rubbish, seen + 1)),
        ("an unknown procedure", lambda: _declare(key, "nothing", {}, seen)),
        ("an undo of nothing", lambda: undo_last(event=0, seen=seen, **by)),
        ("a redo of nothing", lambda: redo_last(event=seen + 9, seen=seen, **by)),
        ("no piece taken out", lambda: remove_piece(piece=0, **by)),
        ("no entry corrected", lambda: amend(number=0, wanted=_struck, seen=seen, **by)),
    ]
    last = undoable(battle)
    if last:
        found.append(("a stale undo", lambda: undo_last(event=last.number, seen=seen - 1, **by)))
        found.append(("a stale correction", lambda: amend(number=last.number, wanted=_struck, seen=seen - 1, **by)))
    older = Event.objects.filter(battle=battle, number__lt=last.number if last else 0, undone_by=None).exclude(
        kind="undo"
    )
    row = older.order_by("?").first()
    if row:
        found.append(("an undo out of turn", lambda: undo_last(event=row.number, seen=seen, **by)))
    if redoable(battle, latest_events(battle)) is None and last:
        found.append(("a redo of what stands", lambda: redo_last(event=last.number, seen=seen, **by)))
    done = list(Declaration.objects.filter(battle=battle).exclude(status=Declaration.Status.OPEN))
    if done:
        found += _too_late(random.choice(done), by)
    return found


def _too_early(battle: Battle, where: dict[str, Any]) -> list[tuple[str, Callable[[], object]]]:
    """What cannot be done while something is asked, and what does not answer it."""
    by: dict[str, Any] = {"key": battle.key, "who": WHO}
    seen, last, other = last_event(battle), undoable(battle), {**where, "answer": where["answer"] + 1_000_000}
    procedure = GAMES[battle.game].procedures[0].slug
    found: list[tuple[str, Callable[[], object]]] = [
        ("dice that nobody has", lambda: enter_dice(**where, faces=[[99, "x"]])),
        ("an option that is not there", lambda: choose(**where, options=["no such option"])),
        ("dice on another page", lambda: enter_dice(**other, faces=[[1]])),
        ("a roll on another page", lambda: roll_dice(**other)),
        ("an end before the answer", lambda: settle(**where)),
        ("a second declaration", lambda: _declare(battle.key, procedure, {}, seen)),
    ]
    if last:
        found.append(("an undo under way", lambda: undo_last(event=last.number, seen=seen, **by)))
        found.append(("a correction under way", lambda: amend(number=last.number, wanted=_struck, seen=seen, **by)))
    return found


def _too_late(settled: Declaration, by: dict[str, Any]) -> list[tuple[str, Callable[[], object]]]:
    """What cannot be done any more to what was settled or called off."""
    where: dict[str, Any] = {"declaration": settled.pk, **by}
    back = {name: value for name, value in where.items() if name != "who"}
    return [
        ("again", lambda: enter_dice(answer=0, faces=[[1, 2, 3]], **where)),
        ("again", lambda: roll_dice(answer=0, **where)),
        ("again", lambda: choose(answer=0, options=["x"], **where)),
        ("again", lambda: take_back(answer=0, **back)),
        ("again", lambda: settle(answer=0, **where)),
        ("again", lambda: call_off(**where)),
    ]


def _declare(key: str, procedure: str, answers: dict[str, Any], seen: int) -> object:
    return declare(key=key, procedure=procedure, answers=lambda _: answers, seen=seen, once=token_urlsafe(9), who=WHO)


def _struck(found: object) -> Amendment:
    return Amendment(Decided(How.STRUCK), agreed=True)


def _everything(battle: Battle) -> tuple[Any, ...]:
    declarations = Declaration.objects.filter(battle=battle)
    return (
        stored(battle).sheet,
        last_event(battle),
        Event.objects.filter(battle=battle).count(),
        list(declarations.values_list("pk", "status", "early")),
        Reply.objects.filter(declaration__battle=battle).count(),
    )
