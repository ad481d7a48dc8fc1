"""Who has to agree before dice that the app threw are struck out: nobody throws them again alone."""

from __future__ import annotations

from companion.models import Battle, Dispute, Member, Side
from rules.words import listed, noun


def why_not_agreed(battle: Battle, event: int, member: Member | None) -> str:
    """Why this member, or nobody known, cannot say for an entry that all agree; empty where that takes only a tick.

    An organiser can, and so can anybody where nobody has a seat. Else all who have one agree: those who dispute the
    entry, and the one who then strikes it out.
    """
    if member and member.role == Member.Role.ORGANISER:
        return ""
    seats = Side.objects.filter(battle=battle, player__isnull=False).select_related("player")
    players = {side.player for side in seats if side.player and side.player.plays}
    if not players:
        return ""
    if member not in players:
        agree = noun(len(players), "agrees", "agree")
        names = listed(sorted(map(str, players)))
        return f"The app rolled dice for what is struck out: {names} {agree}, or an organiser."
    asked = Dispute.objects.filter(Dispute.OPEN, event=event, member__in=players).values_list("member", flat=True)
    missing = sorted(player.name for player in players - {member} if player.pk not in asked)
    if not missing:
        return ""
    return (
        "The app rolled dice for what is struck out. Both sides agree to that, or an organiser: "
        f"{listed(missing)} {noun(len(missing), 'disputes', 'dispute')} the entry, and then you strike it out."
    )
