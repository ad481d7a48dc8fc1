"""A file brought in: a battle, a campaign or a roster as it was, or a sentence that says why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import DatabaseError, transaction
from django.utils import timezone

from companion.files import format_1
from companion.files.bringing_group import BringingGroup, Row
from companion.files.bringing_log import (
    store_declarations,
    store_disputes,
    store_events,
)
from companion.files.bringing_rows import Bringing
from companion.files.bringing_rows import check as check_row
from companion.files.checks import check, check_played
from companion.files.envelope import BATTLE, CAMPAIGN, ROSTER, VERSION, Envelope, canonical, read
from companion.files.exporting import battle_content, campaign_content
from companion.files.keys import Places, Renaming, places_of
from companion.files.log import renamed_declaration, renamed_event
from companion.files.reading import LIST, OBJECT, TEXT, fields_of, of_kind, time_of
from companion.files.reading_log import read_declarations, read_events
from companion.files.rows import battle_table, tables
from companion.models import Battle, Campaign, Member, Roster
from companion.own import own
from companion.services.catching_up import note_luck
from companion.services.locking import hold_campaign
from companion.services.once import made_before
from companion.services.open_pages import tell
from companion.services.refusals import Refusal
from companion.services.results import keep_results
from companion.services.rosters import new_roster
from companion.sheets import battle_model, key_of, reserved_ids, stored
from rules.games import GAMES
from rules.records import BadRecord, brief
from rules.words import capitalised, shortened

MOST_BYTES = 4_000_000
"""The largest file that a page takes: a season of 25 battles has half of that."""

MOST_BATTLES = 200
"""How many a page takes at once; by the command a campaign of any number comes back."""

LONGEST_SENTENCE = 400

CAMPAIGN_FIELDS = {"name": TEXT, "created": TEXT, "battles": LIST}
OF_GROUPS = {"rosters": LIST, "group": OBJECT}
"""What files of earlier versions do not have."""
BATTLE_FIELDS = {
    "name": TEXT,
    "game": TEXT,
    "created": TEXT,
    "battle": OBJECT,
    "tables": OBJECT,
    "declarations": LIST,
    "events": LIST,
    "disputes": LIST,
}


@dataclass(frozen=True)
class Brought:
    """What came of a file: the campaign, and the battles that are in it now."""

    campaign: Campaign
    battles: tuple[Battle, ...]


def bring_in(data: bytes, *, campaign: Campaign | None = None, once: str = "", most: int | None = None) -> Brought:
    """Store the battles of a file: in a campaign, or in one of their own where none is given.

    Into a campaign that is there come only the battles: who belongs to it, and with which rosters, it says itself.
    Raises ``Refusal``, with nothing stored, where the file is not as the app wrote it. ``once`` is a form's own number:
    a second tap finds what the first one stored. ``most`` is how many battles are taken at once, if not any number.
    """
    with _refusing():
        envelope = read(data)
        if envelope.kind == ROSTER:
            raise BadRecord("That is the file of a roster: it is brought in on the page of rosters.")
        contents = [envelope.content] if envelope.kind == BATTLE else _of_campaign(envelope.content, most)
        rosters = envelope.content.get("rosters", []) if campaign is None and envelope.kind == CAMPAIGN else []
        # Outside of the transaction: nobody waits for it.
        for content in (*contents, *rosters):
            _check(content)
        with transaction.atomic():
            home = campaign or _campaign(envelope.content, of_battle=envelope.kind == BATTLE)
            hold_campaign(home)
            if once and (first := made_before(Battle.objects.all(), once, campaign_id=home.pk)):
                return Brought(home, (first,))
            if campaign is not None:
                _check_new(campaign, contents)
            if campaign is None and "group" in envelope.content:
                battles = _with_group(home, envelope, contents, rosters)
            else:
                battles = tuple(_battle(content, home, envelope.version).battle for content in contents)
            if once and battles:
                Battle.objects.filter(pk=battles[0].pk).update(once=once)
            tell(home)
    return Brought(home, battles)


def _check_new(campaign: Campaign, contents: Sequence[Any]) -> None:
    """Refuse a battle that is in the campaign already: it would count twice."""
    there = set(Battle.objects.filter(campaign=campaign, deleted=None).values_list("game", "created"))
    for said in contents:
        if (said["game"], time_of(said["created"], "The time of the battle")) in there:
            raise BadRecord(f"{brief(said['name'])} is in this campaign already, and would count twice.")


def _with_group(campaign: Campaign, file: Envelope, contents: Sequence[Any], held: Sequence[Any]) -> tuple[Battle, ...]:
    """The battles of a whole campaign, with its people and what is theirs."""
    said = file.content
    group = BringingGroup(campaign, said["group"])
    group.people()
    rosters = [_held(content, row) for content, row in zip(held, group.rosters(held), strict=True)]
    brought = [_battle(content, campaign, file.version) for content in contents]
    group.rest(brought, rosters)
    campaign.refresh_from_db()
    now = campaign_content(campaign, of_today=False)
    told = [_as_today(one, other, file.version) for one, other in zip(contents, now["battles"], strict=True)]
    if canonical(now) != canonical({**said, "battles": told}):
        raise BadRecord("The file is not as the app writes it: once stored, the campaign would be another.")
    return tuple(one.battle for one in brought)


def bring_roster(data: bytes, *, campaign: Campaign, owner: Member | None, once: str) -> Roster:
    """Store the roster of a file in a campaign; refused like a battle, and found by a second tap like one."""
    with _refusing():
        envelope = read(data)
        if envelope.kind != ROSTER:
            raise BadRecord(f"That is the file of a {envelope.kind}: it is brought in on the page of the campaign.")
        _check(envelope.content)
        said = envelope.content
        with transaction.atomic():
            roster, made = new_roster(campaign, said["game"], said["name"], owner, once)
            if made:
                check_row(roster, "The roster")
                _held(said, roster)
    return roster


def _held(content: Any, roster: Roster) -> Row:
    """What holds a roster, stored."""
    held = _battle(content, roster, VERSION)
    sheet = stored(held.battle).sheet
    if sheet.started or sheet.over or len(sheet.sides) != 1:
        raise BadRecord("That is no roster: a roster is one side that no battle was started with.")
    return held


@contextmanager
def _refusing() -> Iterator[None]:
    """Say with one sentence why a file is not stored."""
    try:
        yield
    except (BadRecord, RecursionError) as problem:
        raise Refusal(f"{shortened(capitalised(str(problem)), LONGEST_SENTENCE)} Nothing was stored.") from problem
    except DatabaseError as problem:
        raise Refusal("What the file says does not fit together. Nothing was stored.") from problem


def _of_campaign(content: Any, most: int | None) -> list[Any]:
    here = OF_GROUPS if "group" in content or "rosters" in content else {}
    battles: list[Any] = fields_of(content, "The campaign", CAMPAIGN_FIELDS | here)["battles"]
    if most is not None and len(battles) > most:
        told = f"The campaign has {len(battles)} battles; this page takes {most} at most."
        raise BadRecord(f"{told} The person who runs the app can bring it in.")
    return battles


def _campaign(content: Mapping[str, Any], *, of_battle: bool) -> Campaign:
    """A campaign for what is brought in: as it was, or of the battle's name."""
    campaign = Campaign(name=str(content.get("name")))
    if not of_battle:
        campaign.created = time_of(content["created"], "The time of the campaign")
    check_row(campaign, "The campaign")
    campaign.save()
    return campaign


def _check(content: Any) -> None:
    """Refuse what is no battle, or does not play as it says."""
    of_kind(content, "A battle", OBJECT)
    ends = {"ending": OBJECT} if "ending" in content else {}
    said = fields_of(content, "The battle", BATTLE_FIELDS | ends)
    if said["game"] not in GAMES:
        raise BadRecord(f"No game is called {brief(said['game'])}.")
    check_played(GAMES[said["game"]], read_declarations(said["declarations"]), read_events(said["events"]))


def _battle(content: Any, home: Campaign | Roster, version: int) -> Row:
    """One battle, or what holds a roster, stored as it was; ``BadRecord`` where it cannot be, or is then another."""
    said: dict[str, Any] = content
    places = places_of(said["game"])
    battle = battle_model(said["game"])(
        campaign=home if isinstance(home, Campaign) else None,
        roster=home if isinstance(home, Roster) else None,
        name=said["name"],
        game=said["game"],
        created=time_of(said["created"], "The time of the battle"),
    )
    bringing = Bringing(battle, places)
    bringing.battle_row(battle_table(said["game"]), said["battle"])
    of_game = tables(said["game"])
    found = fields_of(said["tables"], "The tables", {table.name: OBJECT for table in of_game})
    for table in of_game:
        bringing.table(table, found[table.name])
    names = _names(said, bringing, places)
    bringing.finish(names.token)
    declared = store_declarations(battle, read_declarations(said["declarations"]), names, bringing.rows)
    events = store_events(battle, read_events(said["events"]), names, declared)
    store_disputes(said["disputes"], events)
    disputed = len(said["disputes"])
    Battle.objects.filter(pk=battle.pk).update(last_event=len(events), told=disputed, brought=timezone.now())
    battle.refresh_from_db()
    # What cannot be read is told of by the check.
    with suppress(ValueError):
        note_luck(battle)
        keep_results(battle)
    check(battle)
    now = battle_content(battle, of_today=False)
    if canonical(now) != canonical(_as_today(content, now, version)):
        raise BadRecord("The file is not as the app writes it: once stored, the battle would be another.")
    return Row(battle, names)


def _as_today(said: Any, now: Mapping[str, Any], version: int) -> Any:
    """What a file of that format says of a battle, as one of today says it."""
    today = said if version == VERSION else format_1.as_today(said, now)
    module = own(today["game"], "file")
    if module is None or not ("ending" in today and "ending" in now):
        return today
    return {**today, "ending": module.as_today(today["ending"], now["ending"])}


def _names(said: Mapping[str, Any], bringing: Bringing, places: Places) -> Renaming:
    """The keys in the file by the rows that they have now; those of parts that are gone get some that no row has."""
    known: dict[str, str] = {key: key_of(row) for key, row in bringing.rows.items() if row is not bringing.battle}

    ids = {model: reserved_ids(apps.get_model(Battle._meta.app_label, model)) for model in places.models}

    def noted(key: str) -> str:
        if key not in known:
            model = key.rpartition("-")[0]
            known[key] = f"{model}-{next(ids[model])}"
        return known[key]

    noting = Renaming(places, noted, ())
    for declaration in read_declarations(said["declarations"]):
        renamed_declaration(declaration, noting)
    for event in read_events(said["events"]):
        renamed_event(event, noting)
    return Renaming(places, noted, known)
