"""The standings of a campaign: its results added up by the database, and put in order by the rules' own schemes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from companion.models import Battle, Campaign, Member, Result
from companion.queries.games import OfferedGame, offered_games
from companion.queries.of_late import NOT_OF_LATE, OfLate, Player, Sides, of_late
from rules.games import GAMES
from rules.results import How
from rules.standings.schemes import scheme_of
from rules.standings.tallies import Scheme, Tally, ranked

LEADERS = 4
"""How many lines the page of the campaign shows."""


class Line(NamedTuple):
    """One line of the standings: a place, who has it, the id of that member if it is one, with what, and of late.

    A page has hundreds, and takes each apart once: that is quicker than to ask it for one part after the other.
    """

    place: int
    name: str
    member: int | None
    tally: Tally
    late: OfLate = NOT_OF_LATE


@dataclass(frozen=True)
class Leaders:
    """The first lines of the standings of a game in a campaign, or all."""

    game: OfferedGame
    scheme: Scheme
    has_points: bool
    has_winners: bool
    lines: tuple[Line, ...]

    @property
    def has_members(self) -> bool:
        """Whether a member stands in it: then others are told apart."""
        return any(line.member for line in self.lines)


@dataclass(frozen=True)
class Standings(Leaders):
    """The standings of a game in a campaign; so many battles are ``waiting`` until their results are settled."""

    waiting: int


def standings_of(campaign: Campaign) -> tuple[Standings, ...]:
    """The standings of all games in which a battle of the campaign is over, in five queries."""
    tallies, waiting = season(campaign)
    late = of_late(_counting(campaign))
    names = names_of(campaign)
    games = {game.slug: game for game in offered_games()}
    return tuple(
        Standings(
            games[slug],
            scheme_in(campaign, slug),
            GAMES[slug].has_points,
            GAMES[slug].has_winners,
            lines(tallies.get(slug, {}), scheme_in(campaign, slug), names, late.get(slug, {})),
            waiting.get(slug, 0),
        )
        for slug in GAMES
        if slug in tallies or slug in waiting
    )


def leaders(campaign: Campaign, known: Sides = MappingProxyType({})) -> Leaders | None:
    """The first lines of the standings in the game that is played most, of those that know winners.

    ``known`` are the sides of the battles on the page, which are not read again.
    """
    counted = _counting(campaign)
    played: dict[str, int] = dict(counted.values_list("game").annotate(Count("pk")))
    told = [slug for slug in GAMES if slug in played and GAMES[slug].has_winners]
    if not told:
        return None
    most = max(told, key=lambda slug: played[slug])
    of_most = counted.filter(game=most)
    tallies, late = _summed(of_most).get(most, {}), of_late(of_most, known).get(most, {})
    game, scheme = next(game for game in offered_games() if game.slug == most), scheme_in(campaign, most)
    first = lines(tallies, scheme, names_of(campaign), late)[:LEADERS]
    return Leaders(game, scheme, GAMES[most].has_points, GAMES[most].has_winners, first)


def season(campaign: Campaign) -> tuple[Mapping[str, dict[Player, Tally]], Mapping[str, int]]:
    """What everybody has in each game, and how many battles are not settled, by the games, in two queries."""
    counts = Result.counting(campaign.accepted_after, timezone.now())
    all_results = Result.objects.filter(campaign=campaign).order_by()
    waiting = all_results.exclude(counts).values("game").annotate(battles=Count("battle", distinct=True))
    return _summed(all_results.filter(counts)), {row["game"]: row["battles"] for row in waiting}


def season_without(battle: Battle) -> dict[Player, Tally]:
    """What everybody has in a battle's game without that battle, in one query."""
    campaign = battle.home
    others = _counting(campaign).filter(game=battle.game).exclude(battle=battle.pk)
    return _summed(others).get(battle.game, {})


def scheme_in(campaign: Campaign, game: str) -> Scheme:
    """What puts the players of a game in order in a campaign."""
    return scheme_of(campaign.scheme, has_points=GAMES[game].has_points)


def names_of(campaign: Campaign) -> Mapping[int, str]:
    """The names of a campaign's members by their ids."""
    return dict(Member.objects.filter(campaign=campaign).values_list("pk", "name"))


def lines(
    tallies: Mapping[Player, Tally],
    scheme: Scheme,
    names: Mapping[int, str],
    late: Mapping[Player, OfLate] = MappingProxyType({}),
) -> tuple[Line, ...]:
    """The lines of the standings; who is even stands in the order of the names."""
    named = {who: names.get(who[0], who[1]) if who[0] else who[1] for who in tallies}
    ordered = {who: tallies[who] for who in sorted(tallies, key=lambda who: (named[who].casefold(), who[0] or 0))}
    return tuple(
        Line(one.place, named[one.who], one.who[0], one.tally, late.get(one.who, NOT_OF_LATE))
        for one in ranked(ordered, scheme)
    )


def _counting(campaign: Campaign) -> QuerySet[Result]:
    """The results of a campaign that count now."""
    counts = Result.counting(campaign.accepted_after, timezone.now())
    return Result.objects.filter(counts, campaign=campaign).order_by()


def _summed(results: QuerySet[Result]) -> dict[str, dict[Player, Tally]]:
    """What everybody has in each game.

    The database adds up what stands together in the index of a campaign, which takes it no sorting.
    """
    won, tied, lost = (Count("how", filter=Q(how=how)) for how in (How.WON, How.TIED, How.LOST))
    rows = results.values_list("game", "player", "name").annotate(
        played=Count("*"), won=won, tied=tied, lost=lost, points=Sum("score"), against=Sum("rival")
    )
    found: dict[str, dict[Player, Tally]] = {}
    for game, player, name, *sums in rows:
        of_game, who, tally = found.setdefault(game, {}), (player, "" if player else name), Tally(*sums)
        of_game[who] = of_game[who] + tally if who in of_game else tally
    return found
