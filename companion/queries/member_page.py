"""What a member has played in a campaign: by game, head to head, of late, with which pieces, the best and the worst.

The best hour is won by the most, where the rules give points, and the best roll went the most against the odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, QuerySet
from django.utils import timezone

from companion.models import Campaign, Member, Result
from companion.queries.luck_view import LuckView, luck_of_member
from companion.queries.rare_rolls import RareRoll, rare_rolls
from rules.games import GAMES
from rules.results import How, SideResult
from rules.standings.tallies import Tally, tallied

LATEST = 10
MOST_PIECES = 5


@dataclass(frozen=True)
class Against:
    """What a member has against somebody: the name, the id of that member if it is one, and the battles added up."""

    name: str
    member: int | None
    tally: Tally


@dataclass(frozen=True)
class Played:
    """A battle of a member: its result, its game's name, whom it was against, and whether its rules give points."""

    result: Result
    game: str
    against: tuple[str, ...]
    has_points: bool


@dataclass(frozen=True)
class MemberPage:
    """Everything that the page of a member shows."""

    member: Member
    by_game: tuple[tuple[str, Tally, bool], ...]
    against: tuple[Against, ...]
    latest: tuple[Played, ...]
    pieces: tuple[tuple[str, str, int], ...]
    best: Played | None
    worst: Played | None
    best_roll: RareRoll | None
    worst_roll: RareRoll | None
    luck: tuple[LuckView, ...]


def member_page(campaign: Campaign, member: Member) -> MemberPage:
    """Read what a member has played, in the same few queries however much that is."""
    counts = Result.counting(campaign.accepted_after, timezone.now())
    own = Result.objects.filter(counts, campaign=campaign, player=member).order_by("-ended", "-pk")
    latest = list(own.select_related("battle")[:LATEST])
    margin = own.filter(game__in=[slug for slug, game in GAMES.items() if game.has_points]).annotate(
        margin=F("score") - F("rival")
    )
    best = margin.filter(how=How.WON).order_by("-margin", "-ended").select_related("battle").first()
    worst = margin.filter(how=How.LOST).order_by("margin", "-ended").select_related("battle").first()
    best_roll, worst_roll = rare_rolls(own)
    others = _others([*latest, *(one for one in (best, worst) if one)])
    return MemberPage(
        member=member,
        by_game=_by_game(own),
        against=_against(own, member),
        latest=tuple(_played(result, others) for result in latest),
        pieces=_pieces(own),
        best=_played(best, others) if best else None,
        worst=_played(worst, others) if worst else None,
        best_roll=best_roll,
        worst_roll=worst_roll,
        luck=luck_of_member(campaign, member),
    )


def _by_game(own: QuerySet[Result]) -> tuple[tuple[str, Tally, bool], ...]:
    rows = own.values_list("game", "how", "score", "rival")
    found = tallied((game, SideResult("", How(how), score, rival)) for game, how, score, rival in rows)
    return tuple((game.name, found[slug], game.has_points) for slug, game in GAMES.items() if slug in found)


def between(own: How, other: How) -> How:
    """How a battle of several sides ended between two of them: who have both lost have not beaten each other."""
    if own is other is How.LOST:
        return How.ENDED
    return How.WON if own is How.TIED and other is How.LOST else own


def _against(own: QuerySet[Result], member: Member) -> tuple[Against, ...]:
    """Head to head: those whom a member has met most often first; nobody meets themselves."""
    other = "battle__results__"
    rows = own.values_list(
        f"{other}how", f"{other}player", f"{other}player__name", f"{other}name", "how", "score", "rival"
    )
    # The own side, which is among them, is played by the member too.
    pairs = [
        ((player, name if player else side), SideResult("", between(How(how), How(theirs)), score, rival))
        for theirs, player, name, side, how, score, rival in rows
        if player != member.pk
    ]
    found = tallied(pairs)
    return tuple(
        Against(name, player, tally)
        for (player, name), tally in sorted(found.items(), key=lambda one: (-one[1].played, one[0][1].casefold()))
    )


def _others(results: Iterable[Result]) -> dict[int, list[Result]]:
    """All results of the battles of some, by the ids of the battles."""
    found: dict[int, list[Result]] = {}
    for row in Result.objects.filter(battle__in={one.battle_id for one in results}).select_related("player"):
        found.setdefault(row.battle_id, []).append(row)
    return found


def _played(result: Result, others: dict[int, list[Result]]) -> Played:
    against = (one for one in others.get(result.battle_id, ()) if one.pk != result.pk)
    game = GAMES[result.game]
    names = tuple(one.player.name if one.player else one.name for one in against)
    return Played(result, game.name, names, game.has_points)


def _pieces(own: QuerySet[Result]) -> tuple[tuple[str, str, int], ...]:
    """The pieces that were brought to most battles: their names, their games, and to how many."""
    rows = own.values_list("game", "pieces").iterator()
    found = Counter((game, name) for game, pieces in rows for name in dict.fromkeys(pieces))
    return tuple((name, GAMES[game].name, battles) for (game, name), battles in found.most_common(MOST_PIECES))
