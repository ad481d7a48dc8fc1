"""`manage.py load_xwing_data`: what is loaded, that nothing changes a second time, and what it refuses."""

import io
import json
import os
import shutil
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import IntegrityError, OperationalError
from django.test import Client
from django.urls import reverse

from companion.games.x_wing import storing_data as service
from companion.games.x_wing.data_rows import loaded_data
from companion.management.commands import load_xwing_data as command
from companion.models import DataSet, PilotCard, ShipType, UpgradeCard
from rules.x_wing.ship import Arc
from tests.companion.playing import everything

CHECKOUT = Path(__file__).parent.parent / "data" / "x_wing" / "checkout"
DATA = os.environ.get("XWING_DATA")
"""A folder with two checkouts of the data set, ``2.0`` and ``2.5``."""

MANIFEST = "data/manifest.json"
DART = "data/pilots/rebels/dart.json"
RULER = "data/pilots/empire/dart.json"
CANNON = "data/upgrades/cannon.json"

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def load(path=CHECKOUT):
    said, progress = io.StringIO(), io.StringIO()
    call_command("load_xwing_data", str(path), stdout=said, stderr=progress)
    return said.getvalue(), progress.getvalue()


@pytest.fixture
def checkout(tmp_path):
    """A checkout of one's own, to be changed."""
    return Path(shutil.copytree(CHECKOUT, tmp_path / "checkout"))


def rewrite(checkout, path, change):
    place = checkout / path
    content = json.loads(place.read_text(encoding="utf-8"))
    change(content)
    place.write_text(json.dumps(content), encoding="utf-8")


def as_second_edition(checkout):
    rewrite(checkout, MANIFEST, lambda manifest: manifest.update(version="3.0.0"))


def test_a_checkout_is_loaded_with_its_counts():
    said, progress = load()
    assert said.splitlines() == [
        "X-Wing 2.0, version 2.0.1 of the data set: 3 files of ships, 2 types of ships, 5 pilots, 4 upgrades.",
        "Loaded.",
    ]
    assert progress == "5 of 5 files read\n"
    data_set = DataSet.objects.get()
    assert (data_set.ruleset, data_set.version, data_set.files) == ("2.0", "2.0.1", 3)
    barge = ShipType.objects.get(xws="inkbarge")
    assert (barge.name, barge.size, barge.hull, barge.shields) == ("Ink Barge", "large", 9, 0)
    assert barge.attacks == [["double turret", 3], ["rear", 2]]
    quill = PilotCard.objects.get(xws="oldquill-spilledink")
    assert (quill.cost, quill.own_hull, quill.own_shields, quill.loadout) == (None, 7, 0, ["thickerpaper"])
    squirter = UpgradeCard.objects.get(xws="inksquirter")
    assert (squirter.arc, squirter.dice, squirter.ordnance, squirter.by) == ("bullseye", 4, True, "size")
    assert UpgradeCard.objects.get(xws="sharperfold").agility == -1


def test_what_is_stored_is_read_back_as_the_rules_know_it():
    load()
    data = loaded_data(DataSet.objects.get())
    assert data.ships["galacticempire", "paperdart"].stats.attacks == ((Arc.FRONT, 2),)
    assert data.pilots["firstfolder"].force.recovers == 1
    assert data.pilots["oldquill-spilledink"].stats.attacks == ((Arc.FRONT, 4),)
    assert data.upgrades["inksquirter"].costs == (("small", 3), ("large", 6))


def test_loading_it_again_changes_nothing_and_says_so():
    load()
    before = everything()
    said, _ = load()
    assert said.endswith("It was loaded already: nothing changed.\n")
    assert everything() == before


def test_a_newer_checkout_replaces_the_older_one_whole(checkout):
    load()
    rewrite(checkout, MANIFEST, lambda manifest: manifest.update(version="2.0.2"))
    rewrite(checkout, DART, lambda ship: ship.update(pilots=[], stats=[]))
    assert load(checkout)[0].endswith("Loaded.\n")
    assert DataSet.objects.get().version == "2.0.2"
    assert not PilotCard.objects.filter(xws="firstfolder").exists()
    assert ShipType.objects.get(xws="paperdart", faction="rebelalliance").hull == 0


def test_what_was_loaded_without_the_abilities_of_ships_gets_them_when_it_is_loaded_again(checkout):
    able = {"name": "Sharp Edges", "text": "While you attack, nothing happens."}
    rewrite(checkout, DART, lambda ship: ship["pilots"][0].update(shipAbility=able))
    load(checkout)
    assert PilotCard.objects.get(xws="firstfolder").ability == "Sharp Edges"
    PilotCard.objects.update(ability="")
    assert load(checkout)[0].endswith("Loaded.\n")
    assert loaded_data(DataSet.objects.get()).pilots["firstfolder"].ability == "Sharp Edges"


def test_changed_numbers_of_the_same_version_are_loaded(checkout):
    load()
    rewrite(checkout, RULER, lambda ship: ship["pilots"][0].update(cost=26))
    assert load(checkout)[0].endswith("Loaded.\n")
    assert PilotCard.objects.get(xws="ruler").cost == 26


def test_both_snapshots_lie_side_by_side(checkout):
    as_second_edition(checkout)
    rewrite(checkout, RULER, lambda ship: ship["pilots"][0].update(cost=3))
    load()
    load(checkout)
    costs = {pilot.data_set.ruleset: pilot.cost for pilot in PilotCard.objects.filter(xws="ruler")}
    assert costs == {"2.0": 25, "2.5": 3}


def broken(checkout, path, text):
    place = checkout / path
    place.write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize(
    ("path", "text", "sentence"),
    [
        (MANIFEST, "{", "is not JSON"),
        (MANIFEST, "[]", "should be an object, not a list."),
        (MANIFEST, "{}", "only versions 2 and 3 are known."),
        (MANIFEST, '{"version": "4.0.0"}', "only versions 2 and 3 are known."),
        (MANIFEST, '{"version": 2}', "only versions 2 and 3 are known."),
        (MANIFEST, '{"version": "2.0\\u0000"}', "only versions 2 and 3 are known."),
        (MANIFEST, '{"version": "2.0.0"}', "should list the ships of each faction."),
        (MANIFEST, '{"version": "2.0.0", "pilots": [1]}', "should list the ships of each faction."),
        (MANIFEST, '{"version": "2.0.0", "pilots": [{}]}', "should list paths of files."),
        (MANIFEST, '{"version": "2.0.0", "pilots": [], "upgrades": [1]}', "should list paths of files."),
        (MANIFEST, '{"version": "2.0.0", "pilots": [], "upgrades": ["gone.json"]}', "cannot be read"),
        (MANIFEST, '{"version": "2.0.0", "pilots": [], "upgrades": ["\\u0000"]}', "cannot be read"),
        (MANIFEST, b"\xff\xfe\x00", "is not UTF-8 text."),
        (DART, "", "is not JSON"),
        (DART, "[" * 100_000, "is nested too deeply."),
        (DART, "9" * 5000, "has a number that is too large."),
        (DART, "{}", f"{DART}.xws should be text, not None."),
        (DART, '{"xws": "a", "faction": "b", "size": []}', f"{DART}.size should be text"),
        (DART, '{"xws": "a", "name": "a", "faction": "b", "size": "Small", "stats": [{"type": []}]}', "small whole"),
        (DART, '{"xws": "a\\u0000", "name": "a", "faction": "b", "size": "Small"}', "plain letters"),
        (DART, '{"xws": "a\\ud800", "name": "a", "faction": "b", "size": "Small"}', "plain letters"),
        (DART, json.dumps({"xws": "a", "name": "x" * 51, "faction": "b", "size": "Small"}), "at most 50"),
        (CANNON, '[{"xws": "a", "name": "b", "sides": [{"slots": [7]}]}]', "should be text, not 7"),
        (CANNON, "[null]", "should be an object, not None."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_one_sentence_and_nothing_changes(checkout, path, text, sentence):
    load()
    before = everything()
    broken(checkout, path, text)
    with pytest.raises(CommandError) as refusal:
        load(checkout)
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert everything() == before


def test_a_folder_that_is_no_checkout_is_told_so(tmp_path):
    with pytest.raises(CommandError, match=r"There is no data/manifest\.json in .*: give the folder of a checkout"):
        load(tmp_path)
    with pytest.raises(CommandError, match=r"There is no data/manifest\.json"):
        load(tmp_path / "nowhere")
    assert not DataSet.objects.exists()


def test_a_load_that_breaks_off_leaves_the_older_data_whole(checkout, monkeypatch):
    load()
    before = everything()
    rows_of = service.rows_of

    def half(data_set, data):
        rows = dict(rows_of(data_set, data))
        rows[UpgradeCard].append(rows[UpgradeCard][0])
        return rows

    monkeypatch.setattr(service, "rows_of", half)
    rewrite(checkout, DART, lambda ship: ship["pilots"].pop())
    with pytest.raises(IntegrityError):
        load(checkout)
    assert everything() == before


def test_a_database_without_tables_is_told_so(monkeypatch):
    def no_table(**given):
        raise OperationalError("no such table: companion_dataset")

    monkeypatch.setattr(command, "store_data", no_table)
    with pytest.raises(CommandError, match=r"companion_dataset\. Run `python3 manage\.py migrate` first"):
        load()


@pytest.mark.parametrize(
    ("page", "query", "found"),
    [
        ("dataset", "", "2.0.1"),
        ("shiptype", "q=barge", "double turret 3, rear 2"),
        ("pilotcard", "q=quill", "oldquill-spilledink"),
        ("pilotcard", "faction=galacticempire", "Ruler"),
        ("upgradecard", "q=squirter", "Cannon, Illicit"),
    ],
)
def test_the_admin_shows_it_with_search_and_changes_nothing(page, query, found):
    load()
    staff = Client()
    staff.force_login(get_user_model().objects.create_superuser("referee"))
    address = reverse(f"admin:companion_{page}_changelist")
    assert found in staff.get(f"{address}?{query}").content.decode()
    row = {"dataset": DataSet, "shiptype": ShipType, "pilotcard": PilotCard, "upgradecard": UpgradeCard}[page]
    change = reverse(f"admin:companion_{page}_change", args=[row.objects.first().pk])
    assert staff.get(change).status_code == 200
    before = everything()
    assert staff.post(change, {"name": "x"}).status_code == 403
    assert everything() == before


@pytest.mark.parametrize("page", ["dataset", "shiptype", "pilotcard", "upgradecard"])
def test_hostile_addresses_of_the_admin_are_no_error(page):
    load()
    staff = Client()
    staff.force_login(get_user_model().objects.create_superuser("referee"))
    for query in ("q=%00", "data_set__id__exact=" + "9" * 40, "size=%00", "initiative=x", "o=9.9", "nonsense=1"):
        assert staff.get(f"/admin/companion/{page}/?{query}", follow=True).status_code < 500
    for pk in ("0", "x", "9" * 40, "%00"):
        assert staff.get(f"/admin/companion/{page}/{pk}/change/", follow=True).status_code < 500


@pytest.mark.skipif(not DATA, reason="needs XWING_DATA, a folder with the whole data set")
@pytest.mark.parametrize(
    ("ruleset", "version", "counts"), [("2.0", "2.5.3", (95, 83, 496, 415)), ("2.5", "3.9.1", (108, 89, 672, 524))]
)
def test_the_whole_data_set_is_loaded_and_once(ruleset, version, counts):
    files, types, pilots, upgrades = counts
    said, _ = load(Path(DATA) / ruleset)
    assert said.startswith(
        f"X-Wing {ruleset}, version {version} of the data set: {files} files of ships, {types} types of ships, "
        f"{pilots} pilots, {upgrades} upgrades."
    )
    assert (PilotCard.objects.count(), UpgradeCard.objects.count()) == (pilots, upgrades)
    before = everything()
    assert "nothing changed" in load(Path(DATA) / ruleset)[0]
    assert everything() == before
