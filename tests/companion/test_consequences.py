"""What a correction made of later entries is its consequence: they are tried again, as they were, by any other."""

import json

import pytest

from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.management.fuzzing import declared
from companion.models import Version
from companion.services.amending import amend
from companion.services.auditing import audited
from companion.services.foreseeing import Amendment, find_entry
from companion.services.history import history_of
from rules.folding import Decided
from rules.games import GAMES
from rules.records import to_json
from rules.timeline import How
from tests.companion.playing import Device

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)
ways = pytest.mark.parametrize("way", [How.STRUCK, How.KEPT])


def amendment_of(found, wanted, way):
    """What is wanted of an entry, with this decided of each later one that does not fit then."""
    decided = {}
    for _ in found.lines:
        misfits = [one for one in found.foreseen(Amendment(wanted, decided)).later if one.reason]
        if all(one.entry.number in decided for one in misfits):
            break
        decided |= {one.entry.number: Decided(way) for one in misfits}
    return Amendment(wanted, decided, agreed=True)


def commit(device, number, wanted, way=How.STRUCK):
    """Correct an entry; what does not fit then goes this way."""
    amendment = amendment_of(find_entry(device.battle, number), wanted, way)
    amend(key=device.battle.key, number=number, wanted=lambda _: amendment, seen=device.seen, who="Anna")


def entries(device):
    return {line.entry.number: line.entry for line in history_of(device.battle, device.sheet).lines}


def shown(device):
    return json.dumps(to_json(device.sheet))


def with_consequences(game, way):
    """A battle in which an entry was struck out and a later one with it: its device, both numbers, and as it was."""
    for first in range(60):
        device = Device(declared(game, first, 8).battle, name="Anna")
        for number in [number for number, entry in entries(device).items() if entry.record and entry.changes]:
            found = find_entry(device.battle, number)
            foreseen = found.foreseen(amendment_of(found, Decided(How.STRUCK), way))
            later = [one.entry.number for one in foreseen.later if one.how is way]
            if later:
                before = shown(device)
                commit(device, number, Decided(How.STRUCK), way)
                return device, number, later[0], found.line.entry, before
    raise LookupError(game)


@games
@ways
def test_corrected_back_they_stand_as_they_did(game, way):
    device, number, later, entry, before = with_consequences(game, way)
    commit(device, number, Decided(How.AGAIN, entry.record))
    assert shown(device) == before
    assert entries(device)[later].how is How.AGAIN
    assert audited(device.battle).is_clean


@games
def test_there_and_back_twice(game):
    device, number, _, entry, before = with_consequences(game, How.STRUCK)
    struck = shown(device)
    for _ in range(2):
        commit(device, number, Decided(How.AGAIN, entry.record))
        assert shown(device) == before
        commit(device, number, Decided(How.STRUCK))
        assert shown(device) == struck


@games
def test_what_was_struck_out_by_a_correction_of_its_own_stays_so(game):
    device, number, later, entry, _ = with_consequences(game, How.STRUCK)
    commit(device, number, Decided(How.AGAIN, entry.record))
    commit(device, later, Decided(How.STRUCK))
    commit(device, number, Decided(How.STRUCK))
    commit(device, number, Decided(How.AGAIN, entry.record))
    assert entries(device)[later].how is How.STRUCK


@games
def test_one_that_was_stored_without_that_mark_stays_as_it_was_decided(game):
    device, number, later, entry, _ = with_consequences(game, How.STRUCK)
    Version.objects.update(consequence=False)
    commit(device, number, Decided(How.AGAIN, entry.record))
    assert entries(device)[later].how is How.STRUCK


@games
def test_a_file_tells_it_only_where_it_is_so(game):
    device, number, later, _, _ = with_consequences(game, How.STRUCK)
    file = battle_file(device.battle)
    events = json.loads(file)["content"]["events"]
    versions = {version["of"]: version for event in events for version in event["versions"]}
    assert versions[later]["consequence"] is True
    assert "consequence" not in versions[number]
    (battle,) = bring_in(file).battles
    assert battle_file(battle) == file
    brought = Device(battle, name="Anna")
    (record,) = (one.record for one in entries(brought).values() if one.number == number)
    commit(brought, number, Decided(How.AGAIN, record))
    assert entries(brought)[later].how is How.AGAIN
