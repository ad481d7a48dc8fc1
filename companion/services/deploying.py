"""Taking a roster into a battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from django.utils import timezone

from companion.models import Battle, Deployment, Roster
from companion.services.joining import Coming, Store, join
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.sheets import Stored, stored
from rules.changes import keyed

Deployed: TypeAlias = Callable[[Battle, Stored, Stored], Coming]
"""The pieces that come of a roster into a battle, both as they are stored under their locks."""

STARTED = "The battle has started: rosters join before the start. Nothing was added."
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
        # What was taken in before is there no more: the battle uses the roster since now.
        taken = {"side_id": side_id, "keys": keys, "since": timezone.now()}
        Deployment.objects.update_or_create(roster=found, battle=battle, defaults=taken)


def deploy_again(battle: Battle, again: Battle, began: Any) -> None:
    """Keep in mind what came of which roster in a battle that is played again as it began.

    What a roster has lost since does not come home from there.
    """
    found = list(Deployment.objects.filter(battle=battle, roster__put_away=None).select_related("roster__holder"))
    if not found:
        return
    read = stored(again)
    keys = dict(zip(keyed(began), keyed(read.sheet), strict=True))
    sides = {old.key: read.rows[keys[old.key]].pk for old in began.sides}
    for row in found:
        left = {key for piece in stored(row.roster.holder).sheet.pieces if piece.standing for key in keyed(piece)}
        kept = {here: keys[there] for here, there in row.keys.items() if here in left and there in keys}
        side = next((pk for old, pk in sides.items() if old.endswith(f"-{row.side_id}")), None)
        Deployment.objects.create(roster=row.roster, battle=again, side_id=side, keys=kept)
