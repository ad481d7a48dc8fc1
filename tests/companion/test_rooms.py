"""The order of the rooms of the app: each is built of those before it, and of nothing behind it."""

import ast
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = (
    "formats",
    "sqlite",
    "models",
    "sheets",
    "line",
    "live",
    "outside",
    "copies",
    "services",
    "forms",
    "setups",
    "queries",
    "files",
    "admin",
    "views",
    "games",
    "management",
)
LONGEST = 300
"""Lines of a file."""

PATHS = [
    path for part in ("companion", "rules") for path in (ROOT / part).rglob("*.py") if path.parent.name != "migrations"
]
NAMES = {
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__") for path in PATHS
}


def name_of(path):
    return path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")


def imports_of(path):
    """The files that a file imports from, by their names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (of if (of := f"{node.module}.{alias.name}") in NAMES else node.module for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def room_of(name):
    """The room that a file of the app is in; a file beside the rooms is one of its own."""
    return name.split(".")[1] if name.count(".") else ""


def test_every_room_is_in_the_order():
    folders = {path.parent.name for path in (ROOT / "companion").glob("*/__init__.py")} - {"migrations", "templatetags"}
    assert set(ROOMS) == folders


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_from_rooms_before_it(room):
    behind = ROOMS[ROOMS.index(room) + 1 :]
    for path in (ROOT / "companion" / room).rglob("*.py"):
        for name in imports_of(path):
            if name.startswith("companion."):
                assert room_of(name) not in behind, f"{name_of(path)} imports {name}"


def test_no_rooms_and_no_files_import_in_a_circle():
    rooms, files = defaultdict(set), defaultdict(set)
    for path in PATHS:
        name = name_of(path)
        for other in imports_of(path):
            # A package that re-exports what its files say is named by them as the place that they are in.
            if other in NAMES and other != name and not name.startswith(f"{other}."):
                files[name].add(other)
                if other.startswith("companion.") and name.startswith("companion.") and room_of(name) != room_of(other):
                    rooms[room_of(name)].add(room_of(other))
    for graph in (rooms, files):
        assert list(TopologicalSorter(graph).static_order())


def test_no_game_of_the_app_imports_from_another():
    for path in (ROOT / "companion" / "games").rglob("*.py"):
        for name in imports_of(path):
            if name.startswith("companion.games."):
                assert name.split(".")[2] == path.parent.name, f"{name_of(path)} imports {name}"


def test_no_file_is_long():
    lines = {path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in PATHS}
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}
