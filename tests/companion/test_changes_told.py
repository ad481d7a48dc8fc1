"""What a line of the log says of many changes, and what the page of a correction or of an undo lists of them."""

import re

import pytest

from companion.models import Ship
from companion.services.editing import editing
from companion.sheets import stored
from rules.changes import keyed
from rules.games import GAMES
from rules.words import as_many, cut, with_minus
from tests.companion.playing import text_of
from tests.companion.test_correcting_set_up import AGREED, commit, correction, fought, joined
from tests.companion.test_corrections_undone_late import corrected_and_joined

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def page_of(device, number=None):
    """What the page of an entry says, by default of the last, as plain words."""
    page = text_of(device.get("event", number or device.last.number))
    said = page[page.index("What it changed") :] if "What it changed" in page else ""
    return " ".join(re.sub(r"<[^>]+>", " ", said).split()).replace("→ becomes ", "→ ")


def test_a_list_is_cut_at_a_whole_change_and_says_how_many_more_there_are():
    told = ["a: 1 → 2", "b: 1 → 2", "c: 1 → 2"]
    assert as_many(told, 100) == "a: 1 → 2; b: 1 → 2; c: 1 → 2"
    assert as_many(told, 27) == "a: 1 → 2 and 2 more changes"
    wider = [*told, "d: a change that is longer"]
    assert as_many(wider, 40) == "a: 1 → 2; b: 1 → 2 and 2 more changes"
    assert as_many(wider, 50) == "a: 1 → 2; b: 1 → 2; c: 1 → 2 and 1 more change"
    assert as_many(["x" * 50], 20) == "x" * 19 + "…"
    assert as_many(["x" * 50, "y"], 30) == "x" * 11 + "… and 1 more change"


def test_a_headline_ends_after_a_whole_change_where_it_is_cut():
    assert cut("Undone: a; b", 20) == "Undone: a; b"
    assert cut("Undone: first; second; third", 24) == "Undone: first; second; …"
    assert cut("Undone: one word", 8) == "Undone:…"


def renumbered(device):
    """A ship with a long name becomes another one in all its numbers, from the start."""
    key = device.sheet.ships[0].key
    shown = correction(device, 1, piece=key)
    lead = f"again-{key}-"
    numbers = {name: str(int(value) + 1) for name, value in shown.items() if name.startswith(lead) and value.isdigit()}
    numbers = {name: value for name, value in numbers.items() if not name.endswith(("squad", "type"))}
    worn = ", ".join(f"An upgrade with the number {number}" for number in range(8))
    posted = {"piece": key, f"{lead}name": "A ship with a name that takes some room " + "x" * 19, **numbers}
    commit(device, 1, **posted, **{f"{lead}worn": worn})
    return keyed(device.sheet)[key]


def test_a_correction_with_many_changes_says_how_many_more_there_are_and_its_page_lists_all():
    device = fought("x_wing", steps=0)
    ship = renumbered(device)
    headline = device.last.headline
    assert len(headline) <= 500
    (more,) = re.findall(r" and (\d+) more changes\.$", headline)
    said = headline.removesuffix(f" and {more} more changes.").partition(" is set up for you to try. ")[2].split("; ")
    assert all(one.endswith((" added", " taken out")) or " → " in one for one in said)
    page = page_of(device)
    assert all(upgrade.name in page for upgrade in ship.upgrades)
    assert page.count("→") >= int(more) + len(said)


def test_a_correction_for_which_there_is_room_says_all_of_it_and_why():
    device = fought("troops_and_supplies", steps=0)
    commit(device, 1, piece="battle", **{"again-battle-rows": "9"}, why="We measured")
    assert device.last.headline.endswith("the battle: rows 8 → 9. Why: We measured")


def test_an_edit_with_many_changes_says_how_many_more_there_are_and_its_page_lists_all():
    device = fought("troops_and_supplies", steps=0)
    units, rows = device.sheet.units, stored(device.battle).rows
    with editing(key=device.battle.key, who="Staff"):
        for number, unit in enumerate(units):
            row = rows[unit.key]
            row.name = f"A unit with a name that takes a lot of room, number {number}"
            row.save()
    headline = device.last.headline
    assert len(headline) <= 500
    assert re.search(r" → A unit with [^;]*, number \d+ and \d+ more changes?\.$", headline)
    assert all(f"number {number}" in page_of(device) for number in range(len(units)))


@games
def test_the_page_of_an_undo_lists_who_comes_back_and_which_entries_stand_again(game):
    device = fought(game, 2)
    key, number = joined(device)
    name = keyed(device.sheet)[key].name
    assert f"{name} not in the battle → in the battle" in page_of(device)
    commit(device, number, how="struck")
    assert f"{name} in the battle → not in the battle" in page_of(device)
    device.undo()
    page = page_of(device)
    assert f"{name} not in the battle → in the battle" in page
    assert "Entries that it changed" in page
    assert f"{number}. After the start: {name} joins" in page


@games
def test_the_page_of_a_late_undo_lists_the_entries_that_stand_again(game):
    device, correction_, before = corrected_and_joined(game)
    of = correction_.versions.select_related("of").order_by("of__number").first().of
    assert device.undo(correction_).status_code == 302
    assert device.last.changes
    page = page_of(device)
    assert "Entries that it changed" in page
    assert f"{of.number}. {with_minus(before[of.number].headline)}" in page
    assert " → " in page.partition("Entries that it changed")[0]


@games
def test_what_is_agreed_on_otherwise_is_told_in_its_own_words(game):
    device = fought(game, 0)
    name, other = AGREED[game]
    commit(device, 1, piece="battle", **{f"again-battle-{name}": other})
    told = {"on": "yes"}.get(other, other)
    assert device.last.headline.endswith(f" → {told}.")
    assert f" → {told} Entries" in page_of(device)


@games
def test_who_has_left_is_told_by_the_name_that_it_left_with(game):
    device = fought(game, 2)
    key, _ = joined(device)
    row = stored(device.battle).rows[key]
    with editing(key=device.battle.key, who="Staff"):
        row.name = "Whoever was here"
        row.save()
    edited = device.last.number
    assert device.post("setup-remove", row.pk, seen=device.seen).status_code == 302
    page = page_of(device, edited)
    assert "Whoever was here name " in page
    assert " → Whoever was here" in page
    assert "a piece" not in page


def test_a_lock_on_a_ship_that_has_left_is_told_by_its_name():
    device = fought("x_wing", steps=0)
    ship, locked = device.sheet.ships[0], device.sheet.ships[-1]
    with editing(key=device.battle.key, who="Staff"):
        Ship.objects.filter(pk=int(ship.key[5:])).update(lock=int(locked.key[5:]))
    number = device.last.number
    assert device.post("setup-remove", int(locked.key[5:]), seen=device.seen).status_code == 302
    assert f"→ {locked.name} " in page_of(device, number)
    assert f"lock on {locked.name} → nobody" in page_of(device)


def test_what_is_cut_keeps_most_of_what_there_is_room_for():
    assert len(cut(f"Undone: a; {'x' * 99}", 60)) == 60
