"""Who has to agree before dice that the app threw are struck out: nobody throws them again alone."""

from __future__ import annotations

from companion.models import Battle, Dispute, Event, Member, Side
from companion.permissions import Stake, Thing, disposes
from companion.services.roles import SEAT
from rules.words import listed, noun

BOTH = "The app rolled dice for what is struck out. Both sides agree to that, or an organiser: "


def why_not_agreed(battle: Battle, event: int, member: Member | None) -> str:
    """Why this member, or nobody known, cannot say for an entry that all agree; empty where that takes only a tick.

    An organiser can, and so can anybody where nobody has a seat. Else each side agrees, those who dispute the entry and
    the one who then strikes it out: a side whose seat is taken by its player, and one whose seat is free by somebody
    who has none, as whoever is at the table plays it. So one player alone never agrees for a free seat as well, nor by
    standing up or by taking that too: where a seat was taken or left since, another member disputes the entry.
    """
    role = member.role if member else ""
    if disposes(Thing.DICE, role, Stake.OTHERS):
        return ""
    sides = list(Side.objects.filter(battle=battle).select_related("player").order_by("pk"))
    players = {side.player for side in sides if side.player and side.player.plays}
    free = [str(side) for side in sides if side.player is None]
    asked = set(Dispute.objects.filter(Dispute.OPEN, event=event).values_list("member", flat=True))
    plays_all = all(side.player == member for side in sides)
    alone = plays_all if players else disposes(Thing.DICE, role, Stake.FREE)
    if alone and asked <= {None, member and member.pk} and _moved_since(battle, event):
        return f"{BOTH}another member disputes the entry, and then you strike it out."
    if alone and not players:
        return ""
    if member not in players and not free:
        agree = noun(len(players), "agrees", "agree")
        names = listed(sorted(map(str, players)))
        return f"The app rolled dice for what is struck out: {names} {agree}, or an organiser."
    missing = sorted(player.name for player in players - {member} if player.pk not in asked)
    if member in players and free and asked <= {player.pk for player in players}:
        # Where each side is tapped only by its player, nobody else could dispute it.
        missing.append(f"{'whoever takes the seat of' if battle.seated else 'somebody else for'} {listed(free)}")
    if not missing and disposes(Thing.DICE, role, Stake.OWN):
        return ""
    if member and member.pk in asked and len(missing) == 1:
        return f"{BOTH}you dispute the entry already, and {missing[0]} strikes it out."
    disputes = noun(len(missing), "disputes", "dispute")
    return f"{BOTH}{listed(missing)} {disputes} the entry, and then you strike it out."


def _moved_since(battle: Battle, event: int) -> bool:
    """Whether a seat was taken or left since an entry was made at first, where there are members to say more."""
    if not Member.objects.filter(campaign=battle.campaign_id, forgotten=None).exists():
        return False
    first = Event.objects.filter(declaration__events=event).order_by("pk").values("pk")[:1]
    return Event.objects.filter(battle=battle, kind=SEAT, pk__gt=first).exists()
