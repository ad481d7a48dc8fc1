"""`manage.py pictures`: a picture of a state in every size and theme, of a battle that nobody else ever sees."""

import struct
from importlib.util import find_spec

import pytest
from django.core.management import CommandError, call_command

from companion.management import season as season_of
from companion.management.commands import pictures
from companion.models import Battle
from companion.services.inviting import let_organiser_in
from companion.tour import Tour
from companion.tour_of_pages import NEW
from companion.tour_of_season import SEASON, TourOfSeason
from rules.games import GAMES
from tests.companion.serving import manage

SIZES = {(1024, 768), (1024, 660), (768, 1024), (390, 844)}


def size_of(path):
    """The width and height that stand at the beginning of a PNG."""
    return struct.unpack(">II", path.read_bytes()[16:24])


@pytest.mark.usefixtures("browser")
def test_one_state_of_a_game_is_taken_in_every_size_light_and_dark(tmp_path):
    ran = manage(tmp_path / "data", "pictures", tmp_path / "pictures", "--game", "gods_gloom", "--only", "target")
    assert ran.returncode == 0, ran.stderr
    taken = sorted((tmp_path / "pictures").iterdir())
    assert {size_of(path) for path in taken} == SIZES
    assert {path.name.split("-")[3] for path in taken} == {"light.png", "dark.png"}
    assert len({path.read_bytes() for path in taken}) == len(taken) == 8
    kept = tmp_path / "data" / "companion.sqlite3"
    assert not kept.exists(), "the pictures are of a battle of their own"


def test_pages_of_a_battle_that_goes_on_and_of_one_from_nothing_are_come_by(transactional_db, tablet, site):
    page = tablet()
    tour = Tour(page, site)
    assert not list(tour.states("gods_gloom", ()))
    shown = {name: page.inner_text("main") for name in tour.pages(("people", *NEW))}
    assert list(shown) == [*NEW, "people"]
    assert "Invite people" in shown["people"]
    assert "Change Tusk Reavers" in shown["change"]
    assert "Change Tusk Reavers" not in shown["builder"]
    assert "has not started" in shown["start"]


IN_SIGHT = """
part => {
  const { top, bottom } = part.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
"""


def test_every_picture_shows_the_part_of_a_page_that_was_gone_on_to(
    transactional_db, tablet, site, tmp_path, monkeypatch
):
    page, seen = tablet(), []
    tour, part = Tour(page, site), page.get_by_role("heading", name="Change Tusk Reavers")
    assert not list(tour.states("gods_gloom", ()))
    monkeypatch.setattr(page, "screenshot", lambda path: seen.append(part.evaluate(IN_SIGHT)))
    for name in tour.pages(("change",)):
        assert pictures.take(page, tmp_path, name) == len(seen) == 8
    assert all(seen), seen


def test_what_came_home_to_rosters_is_shown_and_the_standings_with_a_member(
    transactional_db, tablet, site, monkeypatch
):
    monkeypatch.setattr(season_of, "GAMES", {"gods_gloom": GAMES["gods_gloom"]})
    row, secret = let_organiser_in(season_of.load_season())
    page = tablet()
    tour = TourOfSeason(page, site, row.path(secret))
    assert set(SEASON) <= set(pictures.ALL)
    shown = {name: page.inner_text("main") for name in tour.pages(["gods_gloom"])}
    assert list(shown) == ["gods_gloom-over", "gods_gloom-came-home", *SEASON[1:]]
    assert " wins" in shown["gods_gloom-over"]
    assert "No roster" not in shown["gods_gloom-came-home"]
    assert "and friends" in shown["gods_gloom-came-home"]
    assert "The ridge" in shown["season"]
    assert all(name in shown["season-standings"] for name in season_of.MEMBERS[:2])
    assert "Head to head" in shown["season-member"]


def test_it_says_what_is_missing(monkeypatch, tmp_path, db):
    monkeypatch.setattr(pictures, "find_browser", lambda: None)
    with pytest.raises(CommandError, match="apt install chromium"):
        call_command("pictures", str(tmp_path))
    monkeypatch.setattr(pictures, "find_spec", lambda name: None if name == "playwright" else find_spec(name))
    with pytest.raises(CommandError, match="Playwright, which is no part of what is played with"):
        call_command("pictures", str(tmp_path))
    assert not Battle.objects.exists()
