"""What a battle leaves to rosters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.members import Rights
from companion.models import Battle, Deployment, Homecoming
from companion.models.campaign import new_key
from companion.queries.used_since import Use, uses_of
from companion.services.earlier import began
from companion.services.homecoming import homecoming_of, said_as
from companion.services.reckoning import SAID, Fate, Return, fate_of, returns, uses_by_roster
from companion.sheets import Stored, belongs, sheets_of, stored


@dataclass(frozen=True)
class KeptSide:
    """A side that can be kept: how many pieces it began with, and how many it ended with, none where that is no news.

    ``once`` and ``twice`` are the numbers of the forms for the two.
    """

    pk: int
    name: str
    began: int
    ended: int
    once: str
    twice: str


@dataclass(frozen=True)
class Answer:
    """One thing that may become of a piece, and whether it does."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True)
class HomePiece:
    """A piece that came of a roster: its name in the form and in the battle, whether it fell, what may become of it."""

    field: str
    name: str
    fell: bool
    answers: tuple[Answer, ...]

    @property
    def said(self) -> str:
        """What becomes of it."""
        return next(answer.words for answer in self.answers if answer.chosen)


@dataclass(frozen=True)
class HomeRoster:
    """A roster in a battle: what was said of it, if anything was, and the battles that have used it since."""

    deployment: Deployment
    homecoming: Homecoming
    may_change: bool
    pieces: tuple[HomePiece, ...]
    since: tuple[Battle, ...]

    @property
    def is_said(self) -> bool:
        """Whether it is stored what becomes of them."""
        return self.homecoming.pk is not None

    @property
    def said_as(self) -> str:
        """What the form sends along, by which a later answer of somebody else is told from this one."""
        return said_as(self.homecoming)


@dataclass(frozen=True)
class HomecomingPage:
    """The page of what comes home: the rosters of a battle, the sides that can be kept, and where pieces went."""

    rosters: tuple[HomeRoster, ...]
    sides: tuple[KeptSide, ...]
    uses: tuple[Use, ...]

    @property
    def asks(self) -> bool:
        """Whether there is anything that the visitor can say."""
        return any(one.may_change and one.pieces for one in self.rosters)

    @property
    def is_said(self) -> bool:
        """Whether all of that was said before."""
        return all(one.is_said for one in self.rosters if one.may_change)


def deployments_of(battle: Battle) -> Sequence[Deployment]:
    """The rosters that were taken into a battle."""
    found = Deployment.objects.filter(battle=battle).order_by("pk")
    return list(found.select_related("roster__campaign", "roster__owner", "roster__holder", "side", "homecoming"))


def owns_of(battle: Battle, rights: Rights) -> bool:
    """Whether the visitor owns any of the rosters that were taken into a battle."""
    return rights.member is not None and battle.deployments.filter(roster__owner=rights.member).exists()


def homecoming_page(battle: Battle, rights: Rights) -> HomecomingPage:
    """Read a battle for the page."""
    read = stored(battle)
    return HomecomingPage(
        tuple(_rosters(battle, read, rights)) if battle.over else (), _sides(battle, read), uses_of(battle)
    )


def _rosters(battle: Battle, read: Stored, rights: Rights) -> Iterator[HomeRoster]:
    deployments = deployments_of(battle)
    homecomings = [homecoming_of(row) for row in deployments]
    sheets = sheets_of([row.roster.holder for row in deployments])
    since = uses_by_roster([one for one in homecomings if one.pk])
    for deployment, homecoming in zip(deployments, homecomings, strict=True):
        roster = deployment.roster
        found = returns(deployment, sheets[roster.holder.pk], read.sheet, homecoming.usual)
        yield HomeRoster(
            deployment,
            homecoming,
            rights.may_bring_home(roster) and roster.put_away is None,
            tuple(_piece(homecoming, one) for one in found),
            tuple(since.get(roster.pk, ())),
        )


def _piece(homecoming: Homecoming, found: Return) -> HomePiece:
    fate = fate_of(homecoming, found)
    answers = tuple(Answer(one.value, SAID[one], one is fate) for one in Fate if one in found.offered)
    return HomePiece(f"{homecoming.deployment.pk}-{found.own.key}", found.there.name, found.fell, answers)


def _sides(battle: Battle, read: Stored) -> tuple[KeptSide, ...]:
    if battle.started and not battle.over:
        return ()
    then = began(battle)
    found = [_kept(battle, read, then, side) for side in read.sheet.sides]
    return tuple(side for side in found if side.began or side.ended)


def _kept(battle: Battle, read: Stored, then: Any | None, side: Any) -> KeptSide:
    before = [piece for piece in then.pieces if belongs(piece, side.key)] if then else []
    after = [piece for piece in read.sheet.pieces if belongs(piece, side.key) and piece.standing]
    ended = len(after) if battle.over and before != after else 0
    return KeptSide(read.rows[side.key].pk, side.name, len(before), ended, new_key(), new_key())
