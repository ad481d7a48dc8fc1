"""Taking a roster into a battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from companion.models import Battle, Deployment, Roster
from companion.services.joining import Coming, Store, join
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.sheets import Stored, stored
from rules.changes import keyed

Deployed: TypeAlias = Callable[[Battle, Stored, Stored], Coming]
"""The pieces that come of a roster into a battle, both as they are stored under their locks."""

STARTED = "The battle has started: a roster comes in before. Nothing was added."
NO_ROSTER = "That roster is not there any more. Nothing was added."


def deploy(*, key: str, roster: int, side: str, who: str, seen: int, pieces: Deployed, store: Store) -> None:
    """Copy the pieces of a roster into a side of a battle that is set up, and keep in mind what came of which.

    A roster that is there already comes home once: more of its copies are like any other pieces.
    """
    with locked(key) as battle:
        if battle.started:
            raise Refusal(STARTED)
        found = Roster.objects.filter(campaign=battle.campaign_id, game=battle.game, pk=roster, put_away=None).first()
        if found is None:
            raise Refusal(NO_ROSTER)
        with locked(found.holder.key) as holder:
            source = stored(holder)
            keys = join(
                key=key,
                who=who,
                seen=seen,
                pieces=lambda battle, read: pieces(battle, read, source),
                store=store,
                told=f" from the roster {found}",
            )
        earlier = Deployment.objects.filter(roster=found, battle=battle).first()
        if earlier and keyed(stored(battle).sheet).keys() & set(earlier.keys.values()):
            return
        side_id = int(side.rpartition("-")[2])
        Deployment.objects.update_or_create(roster=found, battle=battle, defaults={"side_id": side_id, "keys": keys})
