"""Ships that leave a battle, with the damage cards that lie by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.services.leaving import Leaving, has_fallen
from rules.changes import Change, difference
from rules.x_wing import ship
from rules.x_wing.sheet import Battle
from rules.x_wing.tokens import IN_END_PHASE


def rested(built: ship.Ship) -> ship.Ship:
    """The ship as it comes out of a battle: it has done nothing in the next one's round.

    What the End Phase removes lies by it no more, though the battle may have ended before that.
    """
    weapons = tuple(replace(weapon, fired=0) for weapon in built.weapons)
    undone = replace(built, weapons=weapons, engaged=False, attacked=False, bonus_attacked=False, used="")
    gone: dict[str, Any] = dict.fromkeys(IN_END_PHASE, 0)
    return replace(undone, attacked_ships=frozenset(), hunted=False, **gone)


def fell(built: ship.Ship) -> bool:
    """Whether a ship was destroyed; one that fled comes home."""
    return has_fallen(built) and not built.fled


def cards_beside(roster: Battle, battle: Battle, names: Mapping[str, str]) -> tuple[Change, ...]:
    """The damage cards of a roster's deck as they lie by ships at the end of a battle.

    One of which the deck has none left is a card that nobody saw.
    """
    dealt = [card for squad in battle.squads for card in squad.deck if card.ship in names]
    (squad,) = roster.squads
    deck = [card.without(frozenset(names.values())) for card in squad.deck]
    unseen: Counter[str] = Counter()
    for card in dealt:
        own, wanted = names[card.ship or ""], (card.title, None, False)
        at = next((at for at, one in enumerate(deck) if (one.title, one.ship, one.discarded) == wanted), None)
        if at is None:
            unseen[own] += 1
        else:
            deck[at] = replace(deck[at], ship=own, faceup=card.faceup)
    more = [
        Change(built.key, "unseen", built.unseen, built.unseen + unseen[built.key])
        for built in roster.ships
        if unseen[built.key]
    ]
    return (*difference(squad, replace(squad, deck=tuple(deck))), *more)


LEAVING = Leaving(rested, fell, beside=cards_beside)
