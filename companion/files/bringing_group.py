"""The people of a campaign from a file, with their seats, rosters and results, stored in a campaign that is new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from companion.files.bringing_rows import check
from companion.files.group import SETTINGS
from companion.files.keys import Renaming
from companion.files.reading import LIST, MAYBE, NUMBER, OBJECT, TEXT, TRUTH, all_of, fields_of, of_kind, time_of
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
from companion.models.member import LONGEST_NAME
from companion.services.members import MOST_MEMBERS
from companion.services.results import keep_results
from companion.services.rosters import MOST_ROSTERS
from companion.who import has_unseen
from rules.games import GAMES
from rules.records import BadRecord

GROUP = {
    "settings": OBJECT,
    **dict.fromkeys(("members", "owners", "seats", "deployments", "homecomings"), LIST),
}
SETTING = {"comes_home": TEXT, "scheme": TEXT, "accepted_after": NUMBER}
MEMBER = {"name": TEXT, "role": TEXT, "since": TEXT, "forgotten": TEXT + MAYBE}
OWNER = {"owner": NUMBER + MAYBE, "created": TEXT, "put_away": TEXT + MAYBE}
SEATS = {
    "seated": TRUTH,
    "players": LIST,
    "ended_by": NUMBER + MAYBE,
    "archived": TEXT + MAYBE,
    "verdicts": LIST,
}
VERDICT = {
    "ending": NUMBER,
    "seen": NUMBER,
    "agrees": TRUTH,
    "settles": TRUTH,
    "member": NUMBER + MAYBE,
    **dict.fromkeys(("note", "who", "by", "when"), TEXT),
}
DEPLOYMENT = {"battle": NUMBER, "roster": NUMBER, "side": NUMBER + MAYBE, "keys": OBJECT, "since": TEXT}
TAKING = {"of": NUMBER, **dict.fromkeys(("side", "battle", "roster"), NUMBER + MAYBE)}
HOMECOMING = {
    "deployment": NUMBER,
    "usual": TEXT,
    "fates": OBJECT,
    "was": OBJECT,
    "gave": OBJECT,
    "shape": NUMBER,
    "who": TEXT,
    "since": TEXT,
    "again": TEXT + MAYBE,
}

One = TypeVar("One")


@dataclass(frozen=True)
class Row:
    """A battle, or what holds a roster, with how its keys are called now."""

    battle: Battle
    names: Renaming


class BringingGroup:
    """What a file says of a campaign's people."""

    def __init__(self, campaign: Campaign, data: Any) -> None:
        # Only a campaign in which something was taken from a battle tells of that.
        taken = {"takings": LIST} if "takings" in of_kind(data, "The group", OBJECT) else {}
        self._said = fields_of(data, "The group", GROUP | taken)
        self._campaign = campaign
        self._members: list[Member] = []

    def people(self) -> None:
        """Store the settings and the members."""
        said = of_kind(self._said["settings"], "The settings", OBJECT)
        # Only a campaign into which only members come tells of that.
        only = {"members_only": TRUTH} if "members_only" in said else {}
        for name, value in fields_of(said, "The settings", SETTING | only).items():
            setattr(self._campaign, name, value)
        check(self._campaign, "The campaign")
        self._campaign.save(update_fields=(*SETTINGS, "members_only"))
        for said in _few(_people(self._said["members"]), MOST_MEMBERS, "members", but="forgotten"):
            row = Member(campaign=self._campaign, **{**said, "since": time_of(said["since"], "The time of a member")})
            row.forgotten = _time(said["forgotten"], "The time of a member")
            _check_seen(row.name, *row.former)
            check(row, f"Member {row.name[:20]}")
            row.save()
            self._members.append(row)

    def rosters(self, contents: Sequence[Any]) -> list[Roster]:
        """The rows of the rosters, which hold nothing yet."""
        made = []
        owners = _few(all_of(self._said["owners"], "Roster", OWNER), MOST_ROSTERS, "rosters", but="put_away")
        if len(owners) != len(contents):
            raise BadRecord("The file has other rosters than it names.")
        for said, content in zip(owners, contents, strict=True):
            row = Roster(
                campaign=self._campaign,
                owner=self._member(said["owner"]),
                name=of_kind(content.get("name"), "The name of a roster", TEXT),
                game=content["game"],
                created=time_of(said["created"], "The time of a roster"),
                put_away=_time(said["put_away"], "The time of a roster"),
            )
            check(row, "A roster")
            row.save()
            made.append(row)
        return made

    def rest(self, battles: Sequence[Row], rosters: Sequence[Row]) -> None:
        """Store seats, results, and which roster was where and came home how."""
        seats = list(_seats(self._said["seats"]))
        if len(seats) != len(battles):
            raise BadRecord("The file has the seats of other battles than it has.")
        for said, brought in zip(seats, battles, strict=True):
            self._seats(brought.battle, said)
        deployments = [
            self._deployment(said, battles, rosters)
            for said in all_of(self._said["deployments"], "Deployment", DEPLOYMENT)
        ]
        names = {one.battle.roster_id: one.names for one in rosters}
        for said in _homecomings(self._said["homecomings"]):
            row = _at(deployments, said["deployment"], "deployment")
            _homecoming(row, said, names[row.roster_id])
        for said in all_of(self._said.get("takings", []), "Taking", TAKING):
            _taking(said, battles, rosters)

    def _seats(self, battle: Battle, said: Mapping[str, Any]) -> None:
        sides = list(Side.objects.filter(battle=battle).order_by("pk"))
        if len(said["players"]) != len(sides):
            raise BadRecord(f"{battle} has other sides than seats.")
        for side, player in zip(sides, said["players"], strict=True):
            Side.objects.filter(pk=side.pk).update(player=self._member(of_kind(player, "A player", NUMBER + MAYBE)))
        row = Battle.objects.get(pk=battle.pk)
        row.seated, row.ended_by = said["seated"], self._member(said["ended_by"])
        row.archived = _time(said["archived"], "The time of the archive")
        row.save(update_fields=["seated", "ended_by", "archived"])
        for one in all_of(said["verdicts"], "Verdict", VERDICT):
            when = time_of(one["when"], "The time of a verdict")
            verdict = Verdict(battle=battle, **{**one, "member": self._member(one["member"]), "when": when})
            _check_seen(verdict.who, verdict.note)
            check(verdict, "A verdict")
            verdict.save()
        if "doubters" in said:
            self._doubters(battle, said["doubters"])
        keep_results(row)

    def _doubters(self, battle: Battle, places: Sequence[Any]) -> None:
        disputes = list(Dispute.objects.filter(event__battle=battle).order_by("pk"))
        if len(places) != len(disputes):
            raise BadRecord(f"{battle} has other disputes than people who dispute.")
        for dispute, place in zip(disputes, places, strict=True):
            dispute.member = self._member(of_kind(place, "Who disputes an entry", NUMBER + MAYBE))
            dispute.save(update_fields=["member"])

    def _deployment(self, said: Mapping[str, Any], battles: Sequence[Row], rosters: Sequence[Row]) -> Deployment:
        there = _at(battles, said["battle"], "battle")
        here = _at(rosters, said["roster"], "roster")
        sides = list(Side.objects.filter(battle=there.battle).order_by("pk"))
        for own, key in said["keys"].items():
            of_kind(key, f"What {own[:20]} is in a battle", TEXT)
        assert here.battle.roster
        return Deployment.objects.create(
            battle=there.battle,
            roster=here.battle.roster,
            side=None if said["side"] is None else _at(sides, said["side"], "side"),
            keys={here.names.key(own): there.names.key(key) for own, key in said["keys"].items()},
            since=time_of(said["since"], "The time of a roster"),
        )

    def _member(self, place: int | None) -> Member | None:
        return None if place is None else _at(self._members, place, "member")


def _people(data: Any) -> Iterator[dict[str, Any]]:
    """What a file says of each member; only one who had other names before has them."""
    for number, said in enumerate(of_kind(data, "The members", LIST), start=1):
        place = f"Member {number}"
        had = {"former": LIST} if "former" in of_kind(said, place, OBJECT) else {}
        found = fields_of(said, place, MEMBER | had)
        for name in found.get("former", ()):
            if not 0 < len(of_kind(name, f"A former name of {place.lower()}", TEXT)) <= LONGEST_NAME:
                raise BadRecord(f"{place} had a name that nobody can have.")
        yield found


def _seats(data: Any) -> Iterator[dict[str, Any]]:
    """What a file says of the seats of each battle; only one in which a member disputes something tells who does."""
    for number, said in enumerate(of_kind(data, "The seats", LIST), start=1):
        place = f"Battle {number}"
        told = {"doubters": LIST} if "doubters" in of_kind(said, place, OBJECT) else {}
        yield fields_of(said, place, SEATS | told)


def _homecomings(data: Any) -> Iterator[dict[str, Any]]:
    """What a file says of each homecoming; only one of somebody who is marked as something tells as what."""
    for number, said in enumerate(of_kind(data, "The homecomings", LIST), start=1):
        place = f"Homecoming {number}"
        marked = {"by": TEXT} if "by" in of_kind(said, place, OBJECT) else {}
        yield {"by": Event.By.DEVICE, **fields_of(said, place, HOMECOMING | marked)}


def _homecoming(deployment: Deployment, said: Mapping[str, Any], names: Renaming) -> None:
    game = GAMES[deployment.roster.game]
    sheets = {name: names.sheet(said[name]) for name in ("was", "gave")}
    for sheet in sheets.values():
        game.read(sheet, said["shape"])
    row = Homecoming(
        deployment=deployment,
        usual=said["usual"],
        fates={names.key(key): of_kind(fate, "What becomes of a piece", TEXT) for key, fate in said["fates"].items()},
        shape=said["shape"],
        who=said["who"],
        by=said["by"],
        since=time_of(said["since"], "The time of a homecoming"),
        again=_time(said["again"], "The time of a homecoming"),
        **sheets,
    )
    _check_seen(row.who)
    check(row, "A homecoming")
    row.save()
    Battle.objects.filter(pk=deployment.battle_id).update(came_home=True)


def _taking(said: Mapping[str, Any], battles: Sequence[Row], rosters: Sequence[Row]) -> None:
    of, place = _at(battles, said["of"], "battle").battle, said["battle"]
    if (place is None) == (said["roster"] is None):
        raise BadRecord("What was taken from a battle went to one battle or to one roster.")
    by = _at(rosters, said["roster"], "roster") if place is None else _at(battles, place, "battle")
    sides = list(Side.objects.filter(battle=of).order_by("pk"))
    side = None if said["side"] is None else _at(sides, said["side"], "side")
    Taking.objects.get_or_create(of=of, side=side, by=by.battle)


def _at(rows: Sequence[One], place: int, what: str) -> One:
    if not 0 <= place < len(rows):
        raise BadRecord(f"The file names a {what} that is not in it.")
    return rows[place]


def _few(found: Any, most: int, what: str, *, but: str) -> list[dict[str, Any]]:
    """All rows, of which a campaign has only so many, ``but`` those that are there no more since a time."""
    rows = list(found)
    there = sum(row[but] is None for row in rows)
    if there > most:
        raise BadRecord(f"The file has {there} {what}; a campaign has {most} at most.")
    return rows


def _time(text: str | None, place: str) -> datetime | None:
    return None if text is None else time_of(text, place)


def _check_seen(*texts: str) -> None:
    if any(has_unseen(text) for text in texts):
        raise BadRecord("The file has a name or a note with invisible letters.")
