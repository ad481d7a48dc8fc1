"""Rosters: sides that are built once, without a battle."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeAlias

from django.db import transaction
from django.utils import timezone

from companion.models import Battle, Campaign, ComesHome, Event, Member, Roster, Side
from companion.models.roster import LONGEST_NAME
from companion.services.building import building
from companion.services.joining import Coming, Store, join
from companion.services.locking import hold_campaign, locked, locked_with_campaign
from companion.services.members import group
from companion.services.once import made_before
from companion.services.open_pages import tell
from companion.services.refusals import Refusal
from companion.services.rematch import take_after
from companion.services.taking import note_taking
from companion.services.writing import SET_UP, write_event
from companion.sheets import Stored, battle_model, plan_of, side_model, store, stored
from rules.games import GAMES
from rules.parts import opening
from rules.words import next_name

Kept: TypeAlias = Callable[[Battle, Battle, Stored], Coming]

ROSTER = "roster"
"""The kind of an event that changes no piece of a roster."""

MOST_ROSTERS = 200
"""How many a campaign may have: whoever has its link makes them."""


def make_roster(*, campaign: Campaign, game: str, name: str, owner: Member | None, once: str, who: str) -> Roster:
    """Make an empty roster of a game; a second tap on the same form finds the first one's."""
    with transaction.atomic():
        roster, made = new_roster(campaign, game, name, owner, once)
        if made:
            holder = battle_model(game)._default_manager.create(roster=roster, game=game, name=name)
            side_model(game)._default_manager.create(battle=holder, name=name)
            _begin(holder, f"{name} is a new roster.", who)
        return roster


def keep_side(
    *,
    key: str,
    side: int,
    owner: Member | None,
    once: str,
    as_it_stood: bool,
    who: str,
    pieces: Kept,
    store: Store,
    told: str,
) -> Roster:
    """Make a roster of a side of a battle that is set up or over; a second tap finds the first one's.

    ``pieces`` says which, by the battle under its lock and by what holds the roster, as it is stored.
    """
    with locked_with_campaign(key) as battle:
        if battle.started and not battle.over:
            raise Refusal(
                "The battle is under way: a side can be kept before the start, or when it is over. Nothing was kept."
            )
        old = side_model(battle.game)._default_manager.filter(battle=battle, pk=side).first()
        if old is None:
            raise Refusal("That side is not in this battle. Nothing was kept.")
        roster, made = new_roster(battle.home, battle.game, _free_name(battle.home, old.name), owner, once)
        if made:
            holder = _holder(roster, old)
            _begin(holder, f"{roster} is a new roster, {old} of {battle}.", who)
            join(
                key=holder.key,
                who=who,
                seen=holder.last_event,
                pieces=lambda holder, read: _some(pieces(battle, holder, read), old),
                store=store,
                told=f" as in {battle}, {told}",
            )
            if as_it_stood:
                note_taking(battle, old, holder)
        return roster


def duplicate_roster(*, roster: Roster, owner: Member | None, once: str, who: str) -> Roster:
    """Make another roster of the same pieces, as they are; a second tap finds the first one's."""
    with transaction.atomic():
        name = _free_name(roster.campaign, roster.name)
        again, made = new_roster(roster.campaign, roster.game, name, owner, once)
        if made:
            with locked(roster.holder.key) as holder:
                copy = store(stored(holder).sheet, roster=again, name=name)
                take_after(_side(holder), _side(copy))
            Side.objects.filter(battle=copy).update(name=name)
            _begin(copy, f"{name} is a copy of {roster}.", who)
        return again


def rename_roster(*, roster: Roster, name: str, who: str) -> None:
    """Call a roster something else; under its own name nothing is done."""
    with locked(roster.holder.key) as holder:
        roster.refresh_from_db(fields=["name"])
        if roster.name == name:
            return
        with building(holder.key, who, holder.last_event, f"{roster} is called {name} now."):
            Side.objects.filter(battle=holder).update(name=name)
            Battle.objects.filter(pk=holder.pk).update(name=name)
        roster.name = name
        roster.save(update_fields=["name"])


def choose_usual(*, campaign: Campaign, usual: str) -> None:
    """Choose what usually becomes of pieces after a battle; what was said before stays as it was."""
    if usual not in ComesHome.values:
        raise Refusal("That answer is not on offer. Nothing was changed.")
    with group(campaign):
        Campaign.objects.filter(pk=campaign.pk).update(comes_home=usual)
        tell(campaign)


def put_away(*, roster: Roster, who: str) -> None:
    """Put a roster away, from where it can be brought back; a second tap does nothing."""
    with locked(roster.holder.key) as holder:
        roster.refresh_from_db(fields=["put_away"])
        if roster.put_away is None:
            _shelve(roster, holder, timezone.now(), f"{roster} is put away.", who)


def bring_back(*, roster: Roster, who: str) -> None:
    """Bring a roster back that was put away; a second tap does nothing."""
    with locked(roster.holder.key) as holder:
        roster.refresh_from_db(fields=["put_away"])
        if roster.put_away:
            _check_room(roster.campaign)
            _shelve(roster, holder, None, f"{roster} is brought back.", who)


def leave_to_the_table(*, roster: Roster, who: str) -> None:
    """Take the owner from a roster, by whoever runs the server; a second tap does nothing."""
    with locked(roster.holder.key) as holder:
        if Roster.objects.filter(pk=roster.pk).exclude(owner=None).update(owner=None):
            write_event(holder, kind=ROSTER, headline=f"{roster} is left to the table.", who=who)


def _shelve(roster: Roster, holder: Battle, since: datetime | None, told: str, who: str) -> None:
    roster.put_away = since
    roster.save(update_fields=["put_away"])
    write_event(holder, kind=ROSTER, headline=told, who=who)


def new_roster(campaign: Campaign, game: str, name: str, owner: Member | None, once: str) -> tuple[Roster, bool]:
    """A roster that nothing holds yet, and whether it is new; the caller holds the transaction."""
    hold_campaign(campaign)
    found = made_before(Roster.objects.all(), once, campaign_id=campaign.pk, game=game)
    if found:
        return found, False
    _check_room(campaign)
    return Roster.objects.create(campaign=campaign, game=game, name=name, owner=owner, once=once), True


def _free_name(campaign: Campaign, name: str) -> str:
    taken = set(Roster.objects.filter(campaign=campaign).values_list("name", flat=True))
    return next_name(name, taken, LONGEST_NAME)


def _holder(roster: Roster, old: Side) -> Battle:
    """What holds a roster of a side: with what that battle's players agree on, and all texts of the side."""
    battle, model = old.battle, battle_model(roster.game)
    row: Any = model._default_manager.get(pk=battle.pk)
    agreed = [
        name for plan in plan_of(GAMES[roster.game].battle).settings.values() for name in (*plan.plain, *plan.enums)
    ]
    given = {name: getattr(row, name) for name in agreed}
    holder = model._default_manager.create(roster=roster, game=roster.game, name=roster.name, **given)
    new = type(old)._default_manager.create(battle=holder, name=roster.name)
    take_after(old, new)
    texts = [name for name in plan_of(vars(type(old))["SHEET"]).plain if isinstance(getattr(old, name), str)]
    for name in texts:
        setattr(new, name, getattr(old, name))
    new.name, new.player = roster.name, None
    new.save()
    return holder


def _some(coming: Coming, side: Side) -> Coming:
    if not coming.pieces:
        raise Refusal(f"{side} has no piece to keep. Nothing was kept.")
    return coming


def _check_room(campaign: Campaign) -> None:
    if Roster.objects.filter(campaign=campaign, put_away=None).count() >= MOST_ROSTERS:
        raise Refusal(f"A campaign has {MOST_ROSTERS} rosters at most: put one away first. Nothing was changed.")


def _side(battle: Battle) -> Side:
    side: Side = side_model(battle.game)._default_manager.get(battle=battle)
    return side


def _begin(holder: Battle, told: str, who: str) -> Event:
    return write_event(holder, kind=SET_UP, headline=told, who=who, parts=opening(stored(holder).sheet))
