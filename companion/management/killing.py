"""Players at a server that is killed in the middle of their requests, and what must be stored when it is back."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import astuple, dataclass, field, replace
from http.cookies import SimpleCookie
from random import Random
from secrets import token_urlsafe
from threading import Event as Signal
from urllib.parse import urlencode

from django.db import connection

from companion.at_random import reply as any_reply
from companion.forms.correcting import amendment_of
from companion.forms.declared_again import said_for
from companion.forms.questions import PREFIX
from companion.management.broken import Broken
from companion.management.fuzzing_corrections import Correcting
from companion.management.fuzzing_picks import declarable
from companion.management.posted_corrections import posted_correction
from companion.models import Battle, Declaration, Event, Reply, Version
from companion.services.amending import others
from companion.services.auditing import audited
from companion.services.history import traces_of
from companion.services.refusals import Refusal
from companion.services.under_way import replayed
from companion.services.undoing import latest_events, redoable, undoable
from companion.sheets import stored
from rules.games import GAMES
from rules.play import Waiting
from rules.table import Dice

LINE = 60
"""Seconds after which an answer is given up."""

DONE, LEADS_BACK, STALE, REFUSED = 200, 302, 409, 422


@dataclass(frozen=True)
class Held:
    """How much is stored of a battle."""

    declarations: int
    replies: int
    events: int
    versions: int = 0

    def plus(self, other: Held) -> Held:
        """Both together."""
        return Held(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))


NOTHING = Held(0, 0, 0)

WHY = "Read wrongly."


@dataclass(frozen=True)
class Tap:
    """One request of a player, what it adds when it is done, and the status that says so; nobody may do it twice."""

    page: str
    fields: Mapping[str, str]
    adds: Callable[[], Held]
    done: int = DONE


@dataclass
class Player:
    """Somebody who plays a battle at random over the network, and notes what was acknowledged."""

    battle: Battle
    random: Random
    held: Held = NOTHING
    flying: Tap | None = None
    cut: Exception | None = None
    acknowledged: int = 0
    cookies: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Note what is there before the first tap."""
        self.held = held_of(self.battle)

    def play(self, port: int, killed: Signal) -> None:
        """Tap until the server is killed; what is on its way then stays noted as ``flying``, and why as ``cut``."""
        try:
            while not killed.is_set() and (tap := self.next_tap()):
                self.flying = tap
                self.note(tap, self.post(port, tap))
        except (OSError, http.client.HTTPException) as problem:
            self.cut = problem
        finally:
            connection.close()

    def note(self, tap: Tap, status: int) -> None:
        """Note how a tap was answered."""
        self.flying = None
        if status == tap.done:
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
        done = was_stored or status == tap.done
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
        weights = {self._declare: 12, self._undo: 2, self._redo: 4, self._correct: 2}
        (first,) = self.random.choices(list(weights), list(weights.values()))
        return first(battle) or self._declare(battle) or self._undo(battle)

    def _undo(self, battle: Battle) -> Tap | None:
        last = undoable(battle)
        fields = {"event": str(last.number), "seen": str(battle.last_event)} if last else {}
        return Tap("undo/", fields, lambda: Held(0, 0, 1)) if last else None

    def _redo(self, battle: Battle) -> Tap | None:
        last = redoable(battle, latest_events(battle))
        if last is None or last.undoes is None:
            return None
        # A correction that is done again has all its versions once more.
        versions = last.undoes.versions.count()
        fields = {"event": str(last.number), "seen": str(battle.last_event)}
        return Tap("redo/", fields, lambda: Held(0, 0, 1, versions))

    def _correct(self, battle: Battle) -> Tap | None:
        with suppress(Refusal):
            found, amendment = Correcting(battle, self.random).drawn() or (None, None)
            if found is None or amendment is None:
                return None
            fields = posted_correction(found, replace(amendment, why=WHY))
            foreseen = found.foreseen(amendment_of(found, fields))
            if foreseen.is_another and foreseen.lacking is None:
                versions = len(others(foreseen, traces_of(battle, foreseen.lines)))
                fields |= {"seen": str(battle.last_event), "once": token_urlsafe(9), "commit": "1"}
                page = f"log/{found.line.entry.number}/correct/"
                return Tap(page, fields, lambda: Held(0, 0, 1, versions), LEADS_BACK)
        return None

    def _declare(self, battle: Battle) -> Tap | None:
        sheet, game = stored(battle).sheet, GAMES[battle.game]
        found = declarable(game, sheet, self.random)
        if found is None:
            return None
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
        audit = audited(Battle.objects.get(pk=self.battle.pk))
        for finding in (*audit.differs, *audit.cannot_run):
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
        Version.objects.filter(amendment__battle=battle).count(),
    )


def _declared(once: str) -> Held:
    """What a declaration adds: the event too, where nothing is asked of it."""
    settled = Declaration.objects.filter(once=once, status=Declaration.Status.SETTLED).exists()
    return Held(1, 0, int(settled))
