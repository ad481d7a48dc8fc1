"""Who plays which side of a battle, and whether only they tap for it."""

from __future__ import annotations

from companion.models import Battle, Member, Side
from companion.permissions import Stake, Thing, disposes
from companion.services.locking import locked
from companion.services.members import member_in, organisers_of
from companion.services.refusals import Refusal
from companion.services.roles import SEAT
from companion.services.writing import write_event

SEATED = "Each player taps only for their own side, organisers for all."
OPEN = "Anyone at the table taps for every side."
PLAYED = "The battle is over: only an organiser changes who has played it. Nothing was changed."


def take_seat(*, key: str, side: int, member: int | None, by: Member | None, who: str) -> None:
    """Give a side its player, or none: a free one to oneself, an own one to anybody, and an organiser any to any.

    After the end only an organiser does: its result stays with who played it, and with whom it has to be confirmed.
    """
    with locked(key) as battle:
        row = Side.objects.filter(battle=battle, pk=side).select_related("player").first()
        if row is None:
            raise Refusal("That side is not in this battle.")
        if by is None:
            raise Refusal("Nobody has a name in this campaign yet. Add names first, on its page of people.")
        taken = member_in(battle.home, member) if member is not None else None
        _check(battle, row, taken, by)
        if row.player == taken:
            return
        _give(battle, row, taken, who)


def free_seat(*, key: str, side: int, who: str) -> None:
    """Leave a side without a player, by whoever runs the server; a second tap changes nothing."""
    with locked(key) as battle:
        row = Side.objects.filter(battle=battle, pk=side, player__isnull=False).first()
        if row:
            _give(battle, row, None, who)


def give_seat(*, key: str, side: int, member: int, who: str) -> None:
    """Give a side to a member, by whoever runs the server; a second tap changes nothing."""
    with locked(key) as battle:
        row = Side.objects.filter(battle=battle, pk=side).select_related("player").first()
        if row is None:
            raise Refusal("That side is not in this battle.")
        taken = member_in(battle.home, member)
        _check_plays(taken)
        if row.player != taken:
            _give(battle, row, taken, who)


def choose_taps(*, key: str, seated: bool, who: str) -> None:
    """Let only its player tap for each side, or everybody for all; a second tap changes nothing."""
    with locked(key) as battle:
        if battle.seated == seated:
            return
        sides = Side.objects.filter(battle=battle).select_related("player")
        if seated and not any(side.player and side.player.plays for side in sides):
            raise Refusal("Nobody has a seat yet: somebody has to take one first.")
        battle.seated = seated
        Battle.objects.filter(pk=battle.pk).update(seated=seated)
        write_event(battle, kind=SEAT, headline=SEATED if seated else OPEN, who=who)


def _give(battle: Battle, row: Side, taken: Member | None, who: str) -> None:
    row.player = taken
    row.save(update_fields=["player"])
    told = f"{taken} plays {row}." if taken else f"Nobody has the seat of {row} any more."
    write_event(battle, kind=SEAT, headline=told, who=who)


def _check(battle: Battle, row: Side, taken: Member | None, by: Member) -> None:
    _check_plays(taken)
    if by.leads:
        return
    # Where nobody organises, nobody is shut out.
    if battle.over and organisers_of(battle.home).exists():
        raise Refusal(PLAYED)
    free = row.player is None or not row.player.plays
    stake = Stake.OWN if row.player == by else Stake.FREE if free else Stake.OTHERS
    if not disposes(Thing.SEAT, by.role, stake):
        raise Refusal(f"{row.player} has that seat. {row.player} or an organiser can hand it over.")
    if stake is Stake.FREE and taken != by:
        raise Refusal("A free seat is taken by the person who plays it, or given by an organiser.")


def _check_plays(taken: Member | None) -> None:
    if taken and not taken.plays:
        raise Refusal(f"{taken} looks on in this campaign. An organiser can make {taken} a player first.")
