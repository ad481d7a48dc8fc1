"""Taking the last thing back: a new event with the opposite changes."""

from __future__ import annotations

from typing import Any

from companion.models import Battle, Declaration, Event
from companion.services.declaring import check_seen
from companion.services.locking import locked
from companion.services.refusals import Refusal, Stale
from companion.services.writing import SET_UP, fits, with_left, with_scores, write_changes, write_event
from companion.sheets import stored
from rules.changes import Change, apply, undo
from rules.following import Following
from rules.game import Game, Illegal
from rules.games import GAMES
from rules.records import from_json


def undoable(battle: Battle) -> Event | None:
    """The event that undo would take back now, if there is one."""
    return (
        Event.objects.filter(battle=battle, undoes=None, undone_by=None)
        .exclude(changes=[])
        .exclude(kind=SET_UP)
        .order_by("-number")
        .first()
    )


def undo_last(*, key: str, event: int, seen: int, who: str) -> None:
    """Take the battle's last event back; ``Stale`` when another one has become the last.

    Where pieces were put on the board or taken out since, it leads to a battle that there never was, and what follows
    of itself comes with it.
    """
    with locked(key) as battle:
        target = Event.objects.filter(battle=battle, number=event).first()
        if target is None:
            raise Refusal("There is no such event in this battle.")
        if Event.objects.filter(undoes=target).exists():
            return
        check_seen(battle, seen)
        if Declaration.objects.filter(battle=battle, status=Declaration.Status.OPEN).exists():
            raise Refusal("Something is under way: finish it or call it off first.")
        if undoable(battle) != target:
            raise Stale("It is not the last thing that happened any more. Nothing was undone.")
        read = stored(battle)
        back = undo(from_json(Change, change) for change in target.changes)
        possible = tuple(change for change in back if fits(read, change))
        game = GAMES[battle.game]
        changes = with_scores(read, game, possible)
        follows = _following(game, read.sheet, changes) if _set_up_since(battle, target) else Following()
        changes = with_scores(read, game, (*changes, *follows.changes))
        write_changes(read, changes)
        undone = "Undone" if possible == back else "Undone, but for what is no longer in the battle"
        write_event(
            battle,
            kind="undo",
            headline=with_left(f"{undone}: {target.headline}", follows.left),
            who=who,
            changes=changes,
            undoes=target,
        )


def _set_up_since(battle: Battle, event: Event) -> bool:
    since = Event.objects.filter(battle=battle, number__gt=event.number, kind=SET_UP)
    return event.number < battle.last_event and since.exists()


def _following(game: Game[Any], sheet: Any, changes: tuple[Change, ...]) -> Following:
    try:
        return game.follows(sheet, apply(sheet, changes))
    except Illegal as problem:
        raise Refusal(f"{problem} Nothing was undone.") from problem
