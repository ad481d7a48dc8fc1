"""A season of a campaign group, made by playing it: members, rosters, and battles of all games in every state."""

from __future__ import annotations

import secrets
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from companion.devices import Secret
from companion.management.playing import Play, member_as
from companion.management.set_back import days_ago
from companion.models import Battle, Campaign, Deployment, Member, Result, Roster, Side
from companion.models.campaign import new_key
from companion.own import own
from companion.services.answering import answer_result
from companion.services.building import start_battle, start_campaign
from companion.services.deploying import deploy
from companion.services.homecoming import bring_home
from companion.services.joining import Coming, join
from companion.services.leaving import leaving_of
from companion.services.members import add_by_name
from companion.services.results import asked
from companion.services.rosters import make_roster
from companion.services.seating import take_seat
from companion.setups.joining import deployed, joining
from companion.setups.usual import setup_of
from companion.sheets import Stored, belongs, stored
from rules.game import Game
from rules.games import GAMES
from rules.results import How

NAME = "A season of five games"
MEMBERS = ("Anna", "Ben", "Cleo", "Dora")
PAIRS = ((0, 1), (2, 3), (2, 1), (0, 3), (0, 1))
"""Who meets: the first of each pair brings what the demo's first side has, the other that of the second."""

PLACES = ("The ford", "The old mill", "The bridge", "The ridge", "The harbour")
DISPUTED, WAITS = 2, 3
"""Which battle of each game is disputed, and which waits: those before are confirmed, and the last goes on."""
LAID = 3
"""How many a side has of what belongs to the table."""
STEPS = 16
"""How often each battle goes on before it is ended, where a game does not say more."""
FOUNDED = 35
PLAYED = (33, 21, 8, 1, 0)
APART = (2, 2, 1, 0, 0)
"""How many days ago the group came together, and each pair met in the first game; after how many more in the next."""
BY_THE_APP = (0, 0.5, 0.75, 0.75, 0.5)
"""How often the app rolls where each pair meets; otherwise they type what they rolled."""
FIRST = 1
"""The number that the random ones begin with, where a game does not say another."""
NOT_RIGHT = "We counted the last attack twice."


def load_season() -> Campaign:
    """Make the season, the same each time, or find the one that was made."""
    with transaction.atomic():
        found = Campaign.objects.filter(name=NAME, deleted=None).first()
        return found or _made()


def _made() -> Campaign:
    # Nobody has this device: the command that makes the season gives out a link of the organiser's own.
    nobody = Secret(secrets.token_urlsafe(9), secrets.token_urlsafe(32))
    began = timezone.now()
    campaign = start_campaign(name=NAME, once=new_key(), who=MEMBERS[0], secret=nobody)
    with days_ago(campaign, FOUNDED, since=began):
        members = [Member.objects.get(campaign=campaign, name=MEMBERS[0])]
        members += [add_by_name(campaign=campaign, name=name, role=Member.Role.PLAYER) for name in MEMBERS[1:]]
    campaign.refresh_from_db()
    for number, game in enumerate(GAMES.values()):
        with days_ago(campaign, FOUNDED):
            rosters = [_roster(campaign, game, place % 2, member) for place, member in enumerate(members)]
        for at, (first, second) in enumerate(PAIRS):
            with days_ago(campaign, PLAYED[at] - number * APART[at]):
                _play(campaign, number, at, rosters[first], rosters[second])
    return campaign


def _play(campaign: Campaign, number: int, at: int, *rosters: Roster) -> None:
    """Play a battle of the game with this number, by this pair."""
    game = list(GAMES.values())[number]
    first = getattr(own(game.slug, "season"), "FIRST", FIRST)
    random = Random(first + 10 * number + at)  # noqa: S311  (the same battles each time)
    play = Play(_set_up(campaign, game, PLACES[at], *rosters), random, BY_THE_APP[at])
    play.start()
    play.fight(getattr(own(game.slug, "season"), "STEPS", STEPS))
    if at == len(PAIRS) - 1:
        return
    play.end()
    if at != WAITS:
        _settle(play.battle, disputed=at == DISPUTED)


def _roster(campaign: Campaign, game: Game[Any], side: int, owner: Member) -> Roster:
    """A roster of the pieces that a side of the demo has."""
    name, who = f"{owner.name} and friends", member_as(owner)
    roster = make_roster(campaign=campaign, game=game.slug, name=name, owner=owner, once=new_key(), who=who)
    rested = leaving_of(game.slug).rested
    pieces = [rested(piece) for piece in _of_side(game, side) if piece.side]
    twice = getattr(own(game.slug, "season"), "TWICE", 0)
    _join(roster.holder, 0, who, pieces[:twice] + pieces)
    return roster


def _of_side(game: Game[Any], side: int) -> tuple[Any, ...]:
    demo = game.demo.beginning
    return tuple(piece for piece in demo.pieces if belongs(piece, demo.sides[side].key))


def _set_up(campaign: Campaign, game: Game[Any], name: str, *rosters: Roster) -> Battle:
    """A battle of two rosters, with their owners in its seats."""
    owners = [roster.owner for roster in rosters if roster.owner]
    sides = [f"{owner.name}’s side" for owner in owners]  # noqa: RUF001  (as it stands on pages)
    who = member_as(owners[0])
    battle = start_battle(campaign=campaign, game=game.slug, name=name, sides=sides, once=new_key(), who=who)
    seats = list(Side.objects.filter(battle=battle))
    for roster, side, owner in zip(rosters, seats, owners, strict=True):
        who = member_as(owner)
        take_seat(key=battle.key, side=side.pk, member=owner.pk, by=owner, who=who)
        _deploy(battle, roster, side, who)
    for place, owner in enumerate(owners):
        laid = [piece for piece in _of_side(GAMES[game.slug], place) if piece.side is None]
        if laid:
            _join(battle, place, member_as(owner), laid * LAID)
    return battle


def _deploy(battle: Battle, roster: Roster, side: Side, who: str) -> None:
    battle.refresh_from_db()
    key = next(one.key for one in stored(battle).sheet.sides if one.key.endswith(f"-{side.pk}"))
    deploy(
        key=battle.key,
        roster=roster.pk,
        side=key,
        who=who,
        seen=battle.last_event,
        pieces=lambda battle, read, source: deployed(battle, read.sheet, source.sheet, key),
        store=setup_of(battle.game).join,
    )


def _join(holder: Battle, place: int, who: str, pieces: list[Any]) -> None:
    holder.refresh_from_db()

    def coming(battle: Battle, read: Stored) -> Coming:
        demo = GAMES[battle.game].demo.beginning
        return joining(battle, read.sheet, demo, pieces, read.sheet.sides[place].key)

    join(key=holder.key, who=who, seen=holder.last_event, pieces=coming, store=setup_of(holder.game).join)


def _settle(battle: Battle, *, disputed: bool) -> None:
    """Those who are asked say whether the result is right, and where it is, the pieces come home."""
    battle.refresh_from_db()
    results = Result.objects.filter(battle=battle).select_related("player")
    awaited = asked(battle, [(result.player, How(result.how)) for result in results])
    for member in Member.objects.filter(pk__in=awaited).order_by("pk"):
        note = NOT_RIGHT if disputed else ""
        answer_result(
            key=battle.key, agrees=not disputed, note=note, seen=battle.last_event, who=member_as(member), member=member
        )
    if not disputed:
        for deployment in Deployment.objects.filter(battle=battle).select_related("roster__owner"):
            owner = deployment.roster.owner
            assert owner
            bring_home(key=battle.key, said={deployment.pk: {}}, seen=battle.last_event, who=member_as(owner))
