"""Who plays, at random, and how both sides agree to strike out what the app threw dice for."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from random import Random

from companion.management.broken import WHO
from companion.management.seeing_through import last_event
from companion.models import Battle, Dispute, Member, Side
from companion.services.disputing import dispute
from companion.services.looking import choose_look
from companion.services.members import add_by_name
from companion.services.refusals import Refusal
from companion.services.seating import choose_taps, free_seat, give_seat
from companion.services.shelving import rename

NAMES = ("Ada", "Ben", "Cleo")
"""Two who may play, and one who is only at the table."""


@dataclass(frozen=True)
class Seats:
    """The seats of a battle, and what else is entered that is no entry of it."""

    battle: Battle
    random: Random

    def change(self) -> None:
        """Give a seat, free one, say who taps, or call or colour something otherwise."""
        key, side = self.battle.key, self.random.choice(self._sides())
        player = self.random.choice(self._members()[:2])
        ways = [
            lambda: give_seat(key=key, side=side.pk, member=player.pk, who=WHO),
            lambda: free_seat(key=key, side=side.pk, who=WHO),
            lambda: choose_taps(key=key, seated=self.random.random() < 0.5, who=WHO),
            lambda: rename(key=key, name=f"Battle {self.random.randrange(100)}", who=WHO),
            lambda: choose_look(key=key, side=side.pk, colour=self.random.choice(["teal", ""]), emblem="", who=WHO),
        ]
        with suppress(Refusal):
            self.random.choice(ways)()

    def alone(self) -> Member | None:
        """Who plays a side, but not all of them, where nobody disputes anything."""
        players = {side.player for side in self._sides()}
        is_disputed = Dispute.objects.filter(event__battle=self.battle).exists()
        return next((player for player in players if player), None) if len(players) > 1 and not is_disputed else None

    def agreed(self, number: int) -> Member | None:
        """Who strikes an entry out for both sides, after the other has disputed it; nobody known without a player."""
        players = list({side.player.pk: side.player for side in self._sides() if side.player}.values())
        if not players:
            return None
        strikes, *others = players
        if not others and not all(side.player for side in self._sides()):
            others = [self._members()[-1]]
        for other in others:
            dispute(key=self.battle.key, number=number, note="", seen=last_event(self.battle), who=WHO, member=other)
        return strikes

    def _sides(self) -> list[Side]:
        return list(Side.objects.filter(battle=self.battle).select_related("player").order_by("pk"))

    def _members(self) -> list[Member]:
        campaign = self.battle.campaign
        assert campaign
        there = {member.name: member for member in Member.objects.filter(campaign=campaign)}
        for name in NAMES:
            if name not in there:
                there[name] = add_by_name(campaign=campaign, name=name, role=Member.Role.PLAYER)
        return [there[name] for name in NAMES]
