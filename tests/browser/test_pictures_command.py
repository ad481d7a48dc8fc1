"""`manage.py pictures`: a picture of a state in every size and theme, of a battle that nobody else ever sees."""

import struct
from importlib.util import find_spec

import pytest
from django.core.management import CommandError, call_command

from companion.management.commands import pictures
from companion.models import Battle
from companion.tour import Tour
from companion.tour_of_pages import NEW
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


def test_it_says_what_is_missing(monkeypatch, tmp_path, db):
    monkeypatch.setattr(pictures, "find_browser", lambda: None)
    with pytest.raises(CommandError, match="apt install chromium"):
        call_command("pictures", str(tmp_path))
    monkeypatch.setattr(pictures, "find_spec", lambda name: None if name == "playwright" else find_spec(name))
    with pytest.raises(CommandError, match="Playwright, which is no part of what is played with"):
        call_command("pictures", str(tmp_path))
    assert not Battle.objects.exists()
