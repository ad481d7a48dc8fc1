"""A battle that members play: what is declared, rolled and chosen comes from a random number generator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.at_random import aims, reply
from companion.forms.questions import settled_questions
from companion.luck import thrown_by
from companion.management.seeing_through import take
from companion.models import Battle, Event, Member, Side, Who
from companion.services.replying import choose, enter_dice, roll_dice
from companion.sheets import stored
from rules.asks import Ask
from rules.game import Game, Procedure
from rules.games import GAMES
from rules.questions import Count
from rules.replay import Record
from rules.table import Pick

LAST = {"last": True, "sure": True}
"""What is answered to what ends a battle."""

MOST_STEPS = 60
MOST_GAINED = 4
TRIES = 6


def member_as(member: Member) -> Who:
    """Somebody as the log names them."""
    return Who(member.name, Event.By.DEVICE, member)


@dataclass
class Play:
    """A battle with players, and the random numbers that it is played with."""

    battle: Battle
    random: Random
    app: float = 0
    """How often the app rolls; the players type the other dice."""

    @property
    def game(self) -> Game[Any]:
        """Its game."""
        return GAMES[self.battle.game]

    def start(self) -> None:
        """The first player starts it."""
        self._take(self.game.procedure("start"), {})
        assert stored(self.battle).sheet.started, self.battle

    def fight(self, steps: int) -> None:
        """Attack with whom there is, or else go on, so many times; a battle may be over before."""
        for _ in range(steps):
            sheet = stored(self.battle).sheet
            if sheet.over:
                return
            attack = self.game.procedure("attack")
            able = aims(attack, sheet)  # type: ignore[arg-type]
            if able and self.random.random() < 0.85:
                actor, target = self.random.choice(able)
                if self._take(attack, {"actor": actor, "target": target}):
                    continue
            self._go_on(sheet)

    def end(self) -> None:
        """Play on until it is over, by what ends it where it does not end by itself."""
        ends = next((procedure for procedure in self.game.of_the_battle if procedure.ends), None)
        for _ in range(MOST_STEPS):
            sheet = stored(self.battle).sheet
            if sheet.over:
                return
            if ends:
                self._take(ends, {}, LAST)
            else:
                self._go_on(sheet, LAST)
        raise AssertionError(f"{self.battle} is not over after {MOST_STEPS} steps")

    def _go_on(self, sheet: Any, said: Mapping[str, Any] = {}) -> None:
        turns = self.game.turns
        following = turns(sheet).next if turns else ""
        if following:
            self._take(self.game.procedure(following), {}, said)

    def _take(self, procedure: Procedure[Any, Any], chosen: dict[str, str], said: Mapping[str, Any] = {}) -> bool:
        """Declare something with the usual answers, and see it through; whether the rules let it happen."""
        questions, answers = settled_questions(procedure, stored(self.battle).sheet, chosen, {}, {})
        for question in questions:
            if isinstance(question, Count) and question.least < 0:
                answers[question.name] = self.random.randint(0, MOST_GAINED)
            elif question.name in said:
                answers[question.name] = said[question.name]
            elif question.name not in answers and hasattr(question, "options"):
                answers[question.name] = self.random.choice([o.value for o in question.options if not o.refused])
        once = f"{self.random.getrandbits(96):024x}"
        who = self._who(chosen.get("actor", ""))
        return take(self.battle, procedure, answers, once=once, who=who, answer=self._reply)

    def _reply(self, where: dict[str, Any], record: Record, ask: Ask) -> bool:
        answer, by = reply(ask, self.random), self._who(getattr(ask, "by", ""))
        if isinstance(answer, Pick):
            choose(**where, options=[str(answer.option)], who=by)
        elif self.app and self.random.random() < self.app:
            with thrown_by(self.random):
                roll_dice(**where, who=by)
        else:
            enter_dice(**where, faces=answer.faces, who=by)
        return True

    def _who(self, key: str) -> Who:
        """Who plays the side with a key, or that of a piece; else the first player."""
        sheet = stored(self.battle).sheet
        side = next((piece.side for piece in sheet.pieces if piece.key == key), key)
        players = {row.pk: row.player for row in Side.objects.filter(battle=self.battle).select_related("player")}
        number = str(side or "").rpartition("-")[2]
        found = players.get(int(number)) if number.isdigit() else None
        member = found or next(player for player in players.values() if player)
        return member_as(member)
