"""Pieces of a roster come home from a battle that is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from companion.models import Battle, Deployment, Homecoming
from companion.models.event import by_of
from companion.services.declaring import check_seen
from companion.services.locking import locked
from companion.services.open_pages import tell
from companion.services.reckoning import SAID, SAID_OF_SEVERAL, Fate, fate_of, returns, work_out
from companion.services.refusals import Refusal, Stale
from companion.sheets import stored
from rules.words import capitalised, listed

NOT_OVER = "The battle goes on: you choose who comes home when it is over. Nothing was stored."


def bring_home(
    *, key: str, said: Mapping[int, Mapping[str, str]], seen: int, who: str, shown: Mapping[int, str] | None = None
) -> None:
    """Store what becomes of pieces after a battle, by the ids of deployments and the pieces' keys in the rosters.

    What is said again takes the place of what was said before; said once more, it changes nothing. ``shown`` is as
    what the page showed each roster that it asked for: ``Stale`` where somebody has said otherwise since.
    """
    with locked(key) as battle:
        check_seen(battle, seen)
        if not battle.over:
            raise Refusal(NOT_OVER)
        found = Deployment.objects.filter(battle=battle, pk__in=said).select_related(
            "roster__campaign", "roster__holder"
        )
        end = stored(battle).sheet
        # Whoever locks several rosters takes them in the same order, so that no two wait for each other.
        told = False
        for deployment in found.order_by("roster_id"):
            with locked(deployment.roster.holder.key) as holder:
                as_shown = (shown or {}).get(deployment.pk)
                told |= _bring(deployment, stored(holder).sheet, end, said[deployment.pk], who, as_shown)
        Battle.objects.filter(pk=battle.pk).update(came_home=True)
        if told:
            # The battle's page says who has said it.
            tell(battle)


def homecoming_of(deployment: Deployment) -> Homecoming:
    """What was said after a battle, or what is usual in the campaign as long as nothing was."""
    found: Homecoming | None = getattr(deployment, "homecoming", None)
    return found or Homecoming(deployment=deployment, usual=deployment.roster.campaign.comes_home)


def said_as(homecoming: Homecoming) -> str:
    """What was said after a battle, in a few signs that tell it from what is said later; empty before anything is."""
    if not homecoming.pk:
        return ""
    return sha256(repr(sorted(homecoming.fates.items())).encode()).hexdigest()[:16]


def _bring(
    deployment: Deployment, roster: Any, battle: Any, said: Mapping[str, str], who: str, shown: str | None
) -> bool:
    """Store what becomes of the pieces of one roster; whether that is another than what was said before."""
    if deployment.roster.put_away:
        raise Refusal(f"{deployment.roster} is put away: bring it back first. Nothing was stored.")
    homecoming = homecoming_of(deployment)
    found = list(returns(deployment, roster, battle, homecoming.usual))
    before, now = homecoming.fates, said_as(homecoming)
    homecoming.fates = {}
    for one in found:
        fate = said.get(one.own.key, one.usual)
        if fate not in one.offered:
            raise Refusal(f"{one.own.name} cannot come home like that. Nothing was stored.")
        if fate != one.usual:
            homecoming.fates[one.own.key] = str(fate)
    if homecoming.pk and homecoming.fates == before:
        return False
    is_others = (homecoming.who, homecoming.by) != (str(who), by_of(who))
    if shown is not None and shown != now and is_others:
        # Nobody takes back unseen what somebody else has said meanwhile; their own they may, by the back button.
        told_by = f"{homecoming.who} has said since who comes home to {deployment.roster}"
        raise Stale(f"{told_by}. Look at it again: nothing was stored.")
    told = _told([(one.own.name, fate_of(homecoming, one)) for one in found])
    headline = f"Home from {deployment.battle}: {told}." if told else f"Home from {deployment.battle}."
    # Since when it is home stays: what has used the roster between the two is told of after both.
    homecoming.who, homecoming.by = who, by_of(who)
    try:
        if homecoming.pk:
            homecoming.save(update_fields=["fates", "who", "by"])
            work_out(deployment.roster, who=who, said=headline)
        else:
            work_out(deployment.roster, who=who, said=headline, latest=homecoming)
    except ValueError as problem:
        raise Refusal(f"{capitalised(str(problem))}. Nothing was stored.") from problem
    return True


def _told(pairs: Sequence[tuple[str, Fate]]) -> str:
    """What becomes of all, those of one fate together."""
    groups = {fate: [name for name, found in pairs if found is fate] for fate in Fate}
    return "; ".join(
        f"{listed(names)} {(SAID if len(names) == 1 else SAID_OF_SEVERAL)[fate]}"
        for fate, names in groups.items()
        if names
    )
