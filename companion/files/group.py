"""What a campaign's file has besides its battles: settings, members, rosters, seats, results and who came home."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Model

from companion.files.keys import Renaming
from companion.files.rows import shown
from companion.models import (
    Battle,
    Campaign,
    Deployment,
    Dispute,
    Event,
    Homecoming,
    Member,
    Roster,
    Side,
    Taking,
    Verdict,
)

SETTINGS = ("comes_home", "scheme", "accepted_after")
"""What every file has; that only members come in is told where it is so, as files of earlier versions have it not."""
VERDICT = ("ending", "seen", "agrees", "note", "settles", "who", "by", "when")

Names = Mapping[int, Renaming]
"""How keys are called in the file, by the ids of battles and of what holds rosters."""

Places = Mapping[int, int]
"""Where rows stand in their lists, by their ids."""


class Group:
    """A campaign's people and what is theirs, by places in lists: no id of a row is in a file, and no secret."""

    def __init__(self, campaign: Campaign, battles: Sequence[Battle], rosters: Sequence[Roster], names: Names) -> None:
        self._campaign = campaign
        self._battles = battles
        self._rosters = rosters
        self._names = names
        self._members = list(Member.objects.filter(campaign=campaign).order_by("pk"))
        self._places = _places(self._members)
        self._sides: defaultdict[int, list[Side]] = defaultdict(list)
        for side in Side.objects.filter(battle__campaign=campaign).order_by("pk"):
            self._sides[side.battle_id].append(side)
        self._verdicts: defaultdict[int, list[Verdict]] = defaultdict(list)
        for verdict in Verdict.objects.filter(battle__campaign=campaign).order_by("pk"):
            self._verdicts[verdict.battle_id].append(verdict)
        self._doubters: defaultdict[int, list[int | None]] = defaultdict(list)
        disputes = Dispute.objects.filter(event__battle__campaign=campaign).order_by("pk")
        for of, member in disputes.values_list("event__battle", "member"):
            self._doubters[of].append(self._place(member))

    def content(self) -> dict[str, Any]:
        """All of it as plain JSON values, but for what is in the rosters."""
        battles, rosters = _places(self._battles), _places(self._rosters)
        found = Deployment.objects.filter(battle__campaign=self._campaign, roster__campaign=self._campaign)
        found = found.filter(battle__deleted=None).select_related("roster__holder").order_by("pk")
        deployments = list(found)
        return {
            "settings": shown(self._campaign, *SETTINGS, *(("members_only",) if self._campaign.members_only else ())),
            "members": list(map(_person, self._members)),
            "owners": [
                {**shown(row, "created", "put_away"), "owner": self._place(row.owner_id)} for row in self._rosters
            ],
            "seats": [self._seats(battle) for battle in self._battles],
            "deployments": [self._deployment(row, battles, rosters) for row in deployments],
            "homecomings": list(self._homecomings(_places(deployments))),
            # Nothing is said where nothing was taken, as files of earlier versions do.
            **({"takings": takings} if (takings := list(self._takings(battles, rosters))) else {}),
        }

    def _seats(self, battle: Battle) -> dict[str, Any]:
        verdicts, doubters = self._verdicts[battle.pk], self._doubters[battle.pk]
        # Nothing is said where nobody is known who disputes anything, as files of earlier versions do.
        known = {"doubters": doubters} if any(one is not None for one in doubters) else {}
        return {
            **known,
            **shown(battle, "seated", "archived"),
            "players": [self._place(side.player_id) for side in self._sides[battle.pk]],
            "ended_by": self._place(battle.ended_by_id),
            "verdicts": [{**shown(row, *VERDICT), "member": self._place(row.member_id)} for row in verdicts],
        }

    def _deployment(self, row: Deployment, battles: Places, rosters: Places) -> dict[str, Any]:
        sides = _places(self._sides[row.battle_id])
        here, there = self._names[row.roster.holder.pk], self._names[row.battle_id]
        return {
            "battle": battles[row.battle_id],
            "roster": rosters[row.roster_id],
            "side": None if row.side_id is None else sides[row.side_id],
            "keys": {here.key(own): there.key(key) for own, key in row.keys.items()},
            **shown(row, "since"),
        }

    def _homecomings(self, deployments: Places) -> Iterator[dict[str, Any]]:
        found = Homecoming.objects.filter(deployment__battle__campaign=self._campaign)
        found = found.filter(deployment__battle__deleted=None, deployment__roster__campaign=self._campaign)
        for row in found.select_related("deployment__roster__holder").order_by("pk"):
            names = self._names[row.deployment.roster.holder.pk]
            # Nothing is said of what somebody typed on a device, as files of earlier versions do.
            yield {
                **shown(row, "usual", "shape", "who", "since", "again"),
                **({} if row.by == Event.By.DEVICE else shown(row, "by")),
                "deployment": deployments[row.deployment_id],
                "fates": {names.key(key): fate for key, fate in row.fates.items()},
                "was": names.sheet(row.was),
                "gave": names.sheet(row.gave),
            }

    def _takings(self, battles: Places, rosters: Places) -> Iterator[dict[str, Any]]:
        found = Taking.objects.filter(of__campaign=self._campaign, of__deleted=None, by__deleted=None)
        for row in found.select_related("by").order_by("pk"):
            yield {
                "of": battles[row.of_id],
                "side": None if row.side_id is None else _places(self._sides[row.of_id])[row.side_id],
                "battle": battles.get(row.by_id),
                "roster": None if row.by.roster_id is None else rosters[row.by.roster_id],
            }

    def _place(self, member: int | None) -> int | None:
        return None if member is None else self._places[member]


def _person(row: Member) -> dict[str, Any]:
    """What the file says of a member; of former names nothing where there are none, as files of earlier versions do."""
    former = {"former": row.former} if row.former else {}
    return {**shown(row, "name", "role", "since", "forgotten"), **former}


def _places(rows: Iterable[Model]) -> Places:
    return {row.pk: place for place, row in enumerate(rows)}
