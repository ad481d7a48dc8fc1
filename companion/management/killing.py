"""Players at a server that is killed in the middle of their requests, and what must be stored when it is back."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from random import Random
from secrets import token_urlsafe
from threading import Event as Signal
from urllib.parse import urlencode

from django.db import connection

from companion.at_random import reply as any_reply
from companion.forms.declared_again import said_for
from companion.forms.questions import PREFIX
from companion.management.broken import Broken
from companion.management.fuzzing import declarable
from companion.models import Battle, Declaration, Event, Reply
from companion.services.auditing import audited
from companion.services.under_way import replayed
from companion.services.undoing import undoable
from companion.sheets import stored
from rules.games import GAMES
from rules.play import Waiting
from rules.table import Dice

LINE = 60
"""Seconds after which an answer is given up."""

DONE, STALE, REFUSED = 200, 409, 422


@dataclass(frozen=True)
class Held:
    """How much is stored of a battle."""

    declarations: int
    replies: int
    events: int

    def plus(self, other: Held) -> Held:
        """Both together."""
        return Held(self.declarations + other.declarations, self.replies + other.replies, self.events + other.events)


NOTHING = Held(0, 0, 0)


@dataclass(frozen=True)
class Tap:
    """One request of a player, and what it adds when it is done; nobody may do it twice."""

    page: str
    fields: Mapping[str, str]
    adds: Callable[[], Held]


@dataclass
class Player:
    """Somebody who plays a battle at random over the network, and notes what was acknowledged."""

    battle: Battle
    random: Random
    held: Held = NOTHING
    flying: Tap | None = None
    acknowledged: int = 0
    cookies: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Note what is there before the first tap."""
        self.held = held_of(self.battle)

    def play(self, port: int, killed: Signal) -> None:
        """Tap until the server is killed; what is on its way then stays noted as ``flying``."""
        try:
            while not killed.is_set() and (tap := self.next_tap()):
                self.flying = tap
                self.note(tap, self.post(port, tap))
        except (OSError, http.client.HTTPException):
            return
        finally:
            connection.close()

    def note(self, tap: Tap, status: int) -> None:
        """Note how a tap was answered."""
        self.flying = None
        if status == DONE:
            self.held = self.held.plus(tap.adds())
            self.acknowledged += 1
        elif status not in (STALE, REFUSED):
            raise Broken(f"{self.battle}: {tap.page} was answered with {status}")

    def recover(self, port: int) -> bool:
        """Check what is stored, send again what was on its way, and check once more; whether it had been stored."""
        tap, before = self.flying, held_of(self.battle)
        if tap is None:
            self._check(before, self.held)
            return False
        was_stored = before != self.held
        self._check(before, self.held.plus(tap.adds()) if was_stored else self.held)
        try:
            status = self.post(port, tap)
        except (OSError, http.client.HTTPException) as problem:
            raise Broken(f"{self.battle}: the server that is back did not answer {tap.page}: {problem!r}") from problem
        done = was_stored or status == DONE
        self.held = self.held.plus(tap.adds()) if done else self.held
        self._check(held_of(self.battle), self.held)
        self.flying = None
        return was_stored

    def next_tap(self) -> Tap | None:
        """Anything that can be done now; ``None`` where nothing can."""
        row = Declaration.objects.filter(battle=self.battle, status=Declaration.Status.OPEN).first()
        if row:
            return self._answer(row)
        battle = Battle.objects.get(pk=self.battle.pk)
        sheet, game = stored(battle).sheet, GAMES[battle.game]
        found = None if self.random.random() < 0.1 else declarable(game, sheet, self.random)
        if found is None:
            last = undoable(battle)
            fields = {"event": str(last.number), "seen": str(battle.last_event)} if last else {}
            return Tap("undo/", fields, lambda: Held(0, 0, 1)) if last else None
        procedure, answers = found
        said = dict(said_for(procedure.questions(sheet, answers), answers))
        once = token_urlsafe(9)
        fields = {
            "do": procedure.slug,
            "attacker": answers.get("actor", ""),
            "target": answers.get("target", ""),
            "seen": str(battle.last_event),
            "once": once,
            **{f"{PREFIX}-{name}": text for name, text in said.items()},
        }
        return Tap("declare/", fields, lambda: _declared(once))

    def post(self, port: int, tap: Tap) -> int:
        """Send a tap; the status that it was answered with."""
        if "csrftoken" not in self.cookies:
            self.ask(port, "GET", "/who/")
        body = urlencode({"csrfmiddlewaretoken": self.cookies["csrftoken"], **tap.fields})
        return self.ask(port, "POST", self.battle.get_absolute_url() + tap.page, body)

    def _answer(self, row: Declaration) -> Tap:
        row.battle = self.battle
        given = list(row.replies.all())
        _, now = replayed(row, given)
        where, shown = f"d/{row.pk}/", {"answer": str(given[-1].pk if given else 0)}
        if not isinstance(now, Waiting):
            return Tap(f"{where}apply/", shown, lambda: Held(0, 0, 1))
        answer = any_reply(now.ask, self.random)
        if not isinstance(answer, Dice):
            return Tap(f"{where}choice/", {**shown, "option": str(answer.option)}, lambda: Held(0, 1, 0))
        faces = {f"pool-{place}": " ".join(map(str, pool)) for place, pool in enumerate(answer.faces)}
        return Tap(f"{where}dice/", {**shown, **faces}, lambda: Held(0, 1, 0))

    def _check(self, found: Held, wanted: Held) -> None:
        if found != wanted:
            raise Broken(f"{self.battle}: {found} is stored, and it should be {wanted}")
        for finding in audited(Battle.objects.get(pk=self.battle.pk)).differs:
            raise Broken(f"{self.battle}, entry {finding.number}: {finding.sentence}")

    def ask(self, port: int, method: str, path: str, body: str = "") -> int:
        """One request on a line of its own, with the cookies of this device."""
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
            # As the page asks: the answer is the next page, so there is time between the writing and the answer.
            "HX-Request": "true",
        }
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=LINE)) as line:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            answer.read()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookies |= {key: morsel.value for key, morsel in SimpleCookie(value).items()}
        return answer.status


def held_of(battle: Battle) -> Held:
    """How much is stored of a battle now."""
    return Held(
        Declaration.objects.filter(battle=battle).count(),
        Reply.objects.filter(declaration__battle=battle).count(),
        Event.objects.filter(battle=battle).count(),
    )


def _declared(once: str) -> Held:
    """What a declaration adds: the event too, where nothing is asked of it."""
    settled = Declaration.objects.filter(once=once, status=Declaration.Status.SETTLED).exists()
    return Held(1, 0, int(settled))
