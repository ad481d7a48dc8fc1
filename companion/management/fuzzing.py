"""Battles played at random through the services, with corrections, undo and redo, and what must hold then."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from secrets import token_urlsafe
from typing import Any

from companion.at_random import answer, answers_at_random, reply, with_any_cards
from companion.management.broken import WHO, Broken
from companion.management.fuzzing_corrections import Correcting
from companion.management.fuzzing_picks import SELDOM, declarable, screen_at_random
from companion.management.fuzzing_refusals import refused, refused_under_way
from companion.management.fuzzing_seats import Seats
from companion.management.fuzzing_set_ups import SettingUp, Staff
from companion.management.seeing_through import last_event, take
from companion.models import Battle, Campaign, Declaration
from companion.services.adding import RowsOf, add
from companion.services.auditing import audited
from companion.services.building import remove_piece
from companion.services.declaring import call_off, take_back
from companion.services.demo import load_demo_battle
from companion.services.editing import editing
from companion.services.joining import Coming, join
from companion.services.refusals import Refusal, Stale
from companion.services.replying import choose, enter_dice, roll_dice
from companion.services.undoing import latest_events, redo_last, redoable, undo_last, undoable
from companion.setups.joining import joining
from companion.setups.usual import setup_of
from companion.sheets import Stored, stored
from rules.asks import Ask, Roll
from rules.bounds import all_bounds, bounds_of
from rules.changes import apply
from rules.game import Game, Procedure
from rules.games import GAMES
from rules.replay import Record
from rules.scores import right_scores
from rules.table import Moment, Pick

MOST_ROUNDS = 300


@dataclass
class Fuzz:
    """One battle of a game, played at random."""

    game: Game[Any]
    random: Random
    campaign: Campaign
    steps: int = 0
    anything: bool = False
    """Whether it may end, pieces are set right by hand, and staff edit or answers are taken back while it is asked."""

    unbuilt: bool = False
    """Whether it is still set up at first."""

    def __post_init__(self) -> None:
        """Set the battle up."""
        demo = self.game.demo
        first = unbuilt(self.game) if self.unbuilt else demo.battle
        dealt = replace(demo, battle=with_any_cards(self.game, first, self.random))
        self.battle = load_demo_battle(self.campaign, replace(self.game, demo=dealt))

    @property
    def seen(self) -> int:
        """The last event."""
        return last_event(self.battle)

    def play(self, steps: int) -> None:
        """Take so many steps, and check after each."""
        self.anything = True
        for _ in range(steps):
            self.step()
            self.check()
            self.steps += 1

    def step(self) -> None:
        """Do one thing that players do."""
        done: dict[Callable[[], None], int] = {
            self.declare: 12,
            self.undo: 2,
            self.redo: 2,
            self.correct: 3,
            self.there_and_back: 1,
            self.edit: 1,
            self.edit_parts: 2,
            self.set_up: 2 if stored(self.battle).sheet.started else 12,
            self.join: 1,
            self.leave: 1,
            self.seat: 1,
            self.refuse: 2,
        }
        (chosen,) = self.random.choices(list(done), list(done.values()))
        chosen()

    def declare(self) -> None:
        """Declare anything that can be, answer all that is asked, and apply it or call it off."""
        found = declarable(self.game, stored(self.battle).sheet, self.random, anything=self.anything)
        if found:
            self.take(*found)

    def take(self, procedure: Procedure[Any, Any], answers: dict[str, Any]) -> None:
        """Declare one thing, answer all that is asked, and apply it or call it off."""
        try:
            take(self.battle, procedure, answers, once=token_urlsafe(9), who=WHO, answer=self._reply)
        except Stale:
            # Staff have edited what it was declared in, so that it can only be called off.
            row = Declaration.objects.get(battle=self.battle, status=Declaration.Status.OPEN)
            call_off(key=self.battle.key, declaration=row.pk, who=WHO)

    def undo(self) -> None:
        """Take the last thing back."""
        last = undoable(self.battle)
        if last:
            with suppress(Refusal):
                undo_last(key=self.battle.key, event=last.number, seen=self.seen, who=WHO)

    def redo(self) -> None:
        """Do it again."""
        last = redoable(self.battle, latest_events(self.battle))
        if last:
            redo_last(key=self.battle.key, event=last.number, seen=self.seen, who=WHO)

    def edit(self) -> None:
        """Change a number of a piece as staff do, where the rules know the battle then."""
        read = stored(self.battle)
        piece = self.random.choice(read.sheet.pieces)
        row = read.rows[piece.key]
        columns = {field.name for field in row._meta.concrete_fields}
        kind: Any = type(piece)
        numbers = [n for n in all_bounds(kind) if n in columns and getattr(piece, n) is not None]
        with suppress(Refusal), editing(key=self.battle.key, who=WHO):
            row.name = f"{piece.name[:20]} {self.random.randrange(100)}"  # type: ignore[attr-defined]
            if numbers:
                name = self.random.choice(numbers)
                bounds = bounds_of(piece, name)
                setattr(row, name, self.random.randint(bounds.least, min(bounds.most, bounds.least + 9)))
            row.save()

    def there_and_back(self) -> None:
        """Take some of the last things back and do them again: it is the battle that it was."""
        before, taken = stored(self.battle).sheet, 0
        for _ in range(self.random.randint(1, 4)):
            seen = self.seen
            self.undo()
            taken += self.seen > seen
        for _ in range(taken):
            self.redo()
        if stored(self.battle).sheet != before:
            raise Broken(f"after event {self.seen}: {taken} undone and done again, the battle is another")

    def set_up(self) -> None:
        """Set something up by a form, before the start and after it."""
        SettingUp(self.battle, self.random).set_up()

    def edit_parts(self) -> None:
        """Add, take off or set otherwise a part of a piece as staff do; seldom they end the battle."""
        staff = Staff(self.battle, self.random)
        (staff.end if self.random.random() < SELDOM / 5 else staff.edit)()

    def seat(self) -> None:
        """Give a side a player, or none."""
        Seats(self.battle, self.random).change()

    def join(self) -> None:
        """Have a piece join that is like another one."""
        piece = self.random.choice(stored(self.battle).sheet.pieces)

        def same(battle: Battle, read: Stored) -> Coming:
            return joining(battle, read.sheet, read.sheet, [piece])

        with suppress(Refusal):
            join(key=self.battle.key, who=WHO, seen=self.seen, pieces=same, store=setup_of(self.game.slug).join)

    def leave(self) -> None:
        """Take a piece out."""
        read = stored(self.battle)
        piece = self.random.choice(read.sheet.pieces)
        if len(read.sheet.pieces) > 4:
            with suppress(Refusal):
                remove_piece(key=self.battle.key, piece=read.rows[piece.key].pk, who=WHO)

    def correct(self) -> None:
        """Correct any entry, sometimes there and back again."""
        Correcting(self.battle, self.random).correct()

    def refuse(self) -> None:
        """Do what a stale or a broken page asks for."""
        refused(self.battle, self.random)

    def check(self) -> None:
        """What is stored is what the entries lead to, as it is stored, with the scores; and so it is when corrected."""
        found = audited(self.battle)
        for finding in (*found.differs, *found.cannot_run):
            raise Broken(f"after event {self.seen}, entry {finding.number}: {finding.sentence}")
        Correcting(self.battle, self.random).hold()

    def _reply(self, where: dict[str, Any], record: Record, ask: Ask) -> bool:
        where = {**where, "who": WHO}
        if self.random.random() < 0.02:
            call_off(key=self.battle.key, declaration=where["declaration"], who=WHO)
            return False
        if self.anything and self.random.random() < 0.03:
            self.edit()
        if self.random.random() < 0.1:
            refused_under_way(self.battle, where, self.random)
        if self.anything and self.random.random() < 0.1:
            with suppress(Refusal):
                self._otherwise(where)
            return True
        given = reply(ask, self.random)
        if isinstance(ask, Roll) and self.random.random() < 0.3:
            roll_dice(**where)
        elif isinstance(given, Pick):
            moment = Moment(record.declared, record.replies, ask)
            choose(**where, options=screen_at_random(record, moment, self.random) or [str(given.option)])
        else:
            words = [[str(face).split() for face in faces] for faces in given.faces]
            enter_dice(**where, faces=[[_face(w) for face in pool for w in face] for pool in words])
        return True

    def _otherwise(self, where: dict[str, Any]) -> None:
        """Take the last answer back, or add rows to what was declared."""
        if self.random.random() < 0.5:
            take_back(**{name: value for name, value in where.items() if name != "who"})
        else:
            add(**where, rows=self._rows)

    def _rows(self, record: Record) -> RowsOf:
        asked = record.procedure.addable(record.declared, record.replies)
        found = {question.name: answer(question, self.random) for question in asked}
        if not any(found.values()):
            raise Refusal("Nothing was added.")
        return {name: rows for name, rows in found.items() if rows}


def _face(word: str) -> int | str:
    return int(word) if word.isdigit() else word


def unbuilt(game: Game[Any]) -> Any:
    """The demo of a game as it is set up before its start."""
    sheet = replace(game.demo.beginning, started=False)
    return apply(sheet, right_scores(sheet, game.score))


def begun(game: str, first: int, *, unbuilt: bool = False) -> Fuzz:
    """A battle of a game to be played at random from a number, ``unbuilt`` where it is still set up at first."""
    random = Random(first)  # noqa: S311  (dice of a test: the same again from the same number)
    return Fuzz(GAMES[game], random, Campaign.objects.create(name=f"Fuzz {first}"), unbuilt=unbuilt)


def is_unbuilt(number: int) -> bool:
    """Whether the battle of a number is still set up at first: every third one of each game."""
    return number % 3 == 0


def declared(game: str, first: int, steps: int) -> Fuzz:
    """A battle of a game in which so much was declared at random, and nothing taken back."""
    fuzz = begun(game, first)
    for _ in range(steps):
        fuzz.declare()
    return fuzz


def finished(game: str, first: int, steps: int) -> Fuzz:
    """A battle of a game in which so much was declared at random, and which then went on until it was over."""
    fuzz = declared(game, first, steps)
    for _ in range(MOST_ROUNDS):
        sheet = stored(fuzz.battle).sheet
        if sheet.over:
            return fuzz
        procedure = fuzz.random.choice([p for p in fuzz.game.of_the_battle if p.offered(sheet)])
        fuzz.take(procedure, answers_at_random(procedure, sheet, fuzz.random))
    raise Broken(f"not over after {MOST_ROUNDS} rounds")


def fuzzed(game: str, first: int, steps: int) -> Fuzz:
    """A battle of a game played at random from a number; ``Broken`` where something does not hold."""
    fuzz = begun(game, first, unbuilt=is_unbuilt(first))
    fuzz.play(steps)
    return fuzz
