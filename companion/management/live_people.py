"""People at battles that are measured: one organises, each side has its player, others play or look on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from companion.devices import Secret
from companion.models import Battle, Member
from companion.services.members import add_member, group, know
from companion.services.seating import choose_taps, give_seat

MOST = 50
"""People at one battle; where there are more devices, some have several."""

WHO = "The bench"


def people_at(battle: Battle, devices: int) -> Sequence[Secret]:
    """Give a battle that many people, as far as so many come, and let each side be tapped only by its player.

    What each is known by comes back, the organiser first, who taps for all sides.
    """
    roles = [Member.Role.ORGANISER]
    while len(roles) < min(devices, MOST):
        roles.append(Member.Role.PLAYER if len(roles) % 2 else Member.Role.SPECTATOR)
    known = [Secret(secrets.token_urlsafe(9), secrets.token_urlsafe(32)) for _ in roles]
    with group(battle.home):
        people = [add_member(battle.home, f"Number {place}", role) for place, role in enumerate(roles)]
        for member, secret in zip(people, known, strict=True):
            know(member, secret)
    players = [member for member in people if member.role == Member.Role.PLAYER] or people[:1]
    for side, player in zip(battle.sides.order_by("pk"), players, strict=False):
        give_seat(key=battle.key, side=side.pk, member=player.pk, who=WHO)
    choose_taps(key=battle.key, seated=True, who=WHO)
    return known
