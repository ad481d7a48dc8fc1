"""The result of a battle as its page tells it: who is asked, what they said, and what it does to the standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from companion.models import Battle, Deployment, Event, Result, Verdict
from companion.queries.luck_view import LuckView, luck_of_battle
from companion.queries.of_late import Player, player_of
from companion.queries.standings import lines, names_of, scheme_in, season_without
from companion.services.results import asked, said_of, verdicts_of
from companion.verdicts import State, doubting, ways_out
from rules.results import How, SideResult
from rules.standings.tallies import Tally, tallied, together
from rules.words import listed


@dataclass(frozen=True)
class Move:
    """What a result does to one player's standing: the places before it and with it; 0 for none."""

    name: str
    how: str
    before: int
    after: int


@dataclass(frozen=True)
class OfRoster:
    """What becomes of a roster after the battle: who has said it and what stands behind them, or else what is usual."""

    name: str
    who: str
    by: str
    usual: str

    def get_by_display(self) -> str:
        """What stands behind whoever has said it, in words."""
        return str(Event.By(self.by).label)


@dataclass(frozen=True)
class ResultView:
    """The result of a battle: ``people`` are the names of the members who say whether it is right, by their ids.

    ``asked`` are those of them who are asked, and ``ways`` who ends its dispute, alone or together. ``accepted_at`` is
    when it counts without an answer, and ``corrected`` whether the battle has become another since the last word was
    said of it.
    """

    state: State
    people: Mapping[int, str]
    asked: frozenset[int]
    ways: tuple[frozenset[int], ...]
    verdicts: tuple[Verdict, ...]
    accepted_at: datetime
    counts: bool
    corrected: bool
    moves: tuple[Move, ...]
    rosters: tuple[OfRoster, ...]
    luck: tuple[LuckView, ...]

    @property
    def ends(self) -> frozenset[int]:
        """Those by whose word its dispute may end."""
        return frozenset[int]().union(*self.ways)

    @property
    def settled_by(self) -> str:
        """Who ends its dispute, as a part of a sentence."""
        if not self.people:
            return "somebody at the table confirms it"
        alone = sorted(self.people[member] for way in self.ways if len(way) == 1 for member in way)
        together = [listed(sorted(map(self.people.__getitem__, way))) for way in self.ways if len(way) > 1]
        told = [f"{' or '.join(alone)} confirms it"] if alone else []
        told += [f"{names} together" if alone else f"{names} confirm it" for names in together]
        return ", or ".join([*told, "an organiser"])

    @property
    def names(self) -> list[str]:
        """The names of those who are awaited."""
        return sorted(self.people[member] for member in self.awaited)

    @property
    def awaited(self) -> frozenset[int]:
        """Those who are asked and have not agreed, or not again since an organiser settled it."""
        agreed: set[int | None] = set()
        for verdict in self.verdicts:
            agreed = set() if verdict.settles else agreed - {verdict.member_id}
            agreed |= {verdict.member_id} if verdict.agrees else set()
        return self.asked - agreed

    @property
    def is_open(self) -> bool:
        """Whether somebody is asked who has not answered."""
        return self.state is State.OPEN

    @property
    def is_disputed(self) -> bool:
        """Whether somebody disputes it."""
        return self.state is State.DISPUTED

    @property
    def is_confirmed(self) -> bool:
        """Whether all who are asked, or an organiser, have confirmed it."""
        return self.state is State.CONFIRMED

    @property
    def is_members(self) -> bool:
        """Whether members have confirmed it: then no guest changes it."""
        return self.is_confirmed and any(one.agrees and one.member_id for one in self.verdicts)


def result_view(battle: Battle) -> ResultView | None:
    """What the page of a battle that is over tells of its result; ``None`` where nothing is kept of it."""
    results = list(Result.objects.filter(battle=battle.pk).select_related("player"))
    if not results:
        return None
    names = names_of(battle.home)
    awaited = asked(battle, [(result.player, How(result.how)) for result in results])
    verdicts = tuple(verdicts_of(battle))
    may_say = awaited | _may_say(battle, results, awaited, verdicts)
    state = State(results[0].state)
    until = results[0].ended + timedelta(hours=battle.home.accepted_after)
    return ResultView(
        state=state,
        people={member: names[member] for member in may_say},
        asked=awaited,
        ways=ways_out(awaited, said_of(verdicts), may_say) if state is State.DISPUTED else (),
        verdicts=verdicts,
        accepted_at=until,
        counts=state in (State.ACCEPTED, State.CONFIRMED) or (state is State.OPEN and until <= timezone.now()),
        corrected=bool(verdicts) and _corrected(battle, verdicts[-1]),
        moves=_moves(battle, results, names),
        rosters=_rosters(battle),
        luck=luck_of_battle(battle),
    )


def _may_say(
    battle: Battle, results: Sequence[Result], awaited: frozenset[int], verdicts: Sequence[Verdict]
) -> frozenset[int]:
    """The members who may say something of a result though they are not asked: where nobody is, anybody may."""
    playing = {one.player_id for one in results if one.player and one.player.plays}
    seats = frozenset(pk for pk in playing if pk is not None) if battle.seated else frozenset()
    if not awaited:
        return seats
    doubts = doubting(awaited, said_of(verdicts))
    disputed = {one.member for one in verdicts if one.member and one.member_id in doubts and one.member.plays}
    players = {member.pk for member in disputed if not member.leads}
    return frozenset(players & seats if seats else players)


def _corrected(battle: Battle, last: Verdict) -> bool:
    later = Event.objects.filter(battle=battle.pk, number__gt=last.seen)
    return battle.last_event > last.seen and later.exclude(changes=[]).exists()


def _rosters(battle: Battle) -> tuple[OfRoster, ...]:
    found = Deployment.objects.filter(battle=battle.pk).values_list("roster__name", "homecoming__who", "homecoming__by")
    usual = battle.home.get_comes_home_display()
    return tuple(OfRoster(name, who or "", by or "", usual) for name, who, by in found)


def _moves(battle: Battle, results: list[Result], names: Mapping[int, str]) -> tuple[Move, ...]:
    without = season_without(battle)
    pairs = [(player_of(result), SideResult("", How(result.how), result.score, result.rival)) for result in results]
    scheme = scheme_in(battle.home, battle.game)
    own = tallied(pairs)

    def places(tallies: Mapping[Player, Tally]) -> dict[Player, int]:
        found = lines(tallies, scheme, names)
        return {(line.member, "" if line.member else line.name): line.place for line in found}

    before, after = places(without), places(together(without, own))
    told = {line[0]: result for line, result in zip(pairs, results, strict=True)}
    return tuple(
        Move(
            names.get(who[0], result.name) if who[0] else who[1],
            result.how,
            before.get(who, 0),
            after[who],
        )
        for who, result in told.items()
    )
