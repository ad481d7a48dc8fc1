"""What the rules may import and name, read from their source."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

from rules.games import GAMES

RULES = Path(__file__).parents[2] / "rules"
FILES = sorted(RULES.rglob("*.py"))
CORE = sorted(RULES.glob("*.py"))
LUCK_CLOCK_AND_FILES = {
    "random", "secrets", "uuid", "time", "datetime", "os", "sys", "io", "pathlib", "logging", "threading",
    "asyncio", "socket", "subprocess", "sqlite3", "tempfile", "pickle", "importlib",
}  # fmt: skip


@cache
def nodes_of(path):
    """Everything that a file says, as Python reads it."""
    return tuple(ast.walk(ast.parse(path.read_text())))


def imports_of(path):
    """Every module that a file imports, by its full name."""
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by a relative name"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def short(path):
    return str(path.relative_to(RULES))


def test_there_are_files_to_read():
    assert len(CORE) > 5
    assert len(FILES) > len(CORE)


@pytest.mark.parametrize("path", FILES, ids=short)
def test_the_rules_import_only_themselves_and_the_standard_library(path):
    for name in imports_of(path):
        top = name.split(".")[0]
        assert top == "rules" or top in sys.stdlib_module_names, f"{short(path)} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=short)
def test_the_rules_know_no_luck_no_clock_and_no_files(path):
    # The list of the games loads them by their names.
    known = {"importlib"} if path == RULES / "games.py" else set()
    for name in imports_of(path):
        assert name.split(".")[0] not in LUCK_CLOCK_AND_FILES - known, f"{short(path)} imports {name}"
    called = {node.func.id for node in nodes_of(path) if isinstance(node, ast.Call)
              and isinstance(node.func, ast.Name)}  # fmt: skip
    assert not called & {"open", "input", "print", "exec", "eval", "__import__"}


@pytest.mark.parametrize("path", [path for path in CORE if path.name != "games.py"], ids=short)
def test_the_core_imports_and_names_no_game(path):
    source = path.read_text().lower()
    for slug, game in GAMES.items():
        assert slug not in source
        assert game.name.lower() not in source
    folders = {folder.name for folder in RULES.iterdir() if folder.is_dir()}
    assert not {name.split(".")[1] for name in imports_of(path) if name.startswith("rules.")} & folders


@pytest.mark.parametrize("path", [path for path in FILES if path.parent != RULES], ids=short)
def test_a_game_imports_the_core_and_itself_and_never_the_list_of_games(path):
    core = {file.stem for file in CORE} - {"games", "__init__"}
    own = path.relative_to(RULES).parts[0]
    for name in imports_of(path):
        if name.startswith("rules."):
            assert name.split(".")[1] in {*core, own}, f"{short(path)} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=short)
def test_every_value_is_frozen(path):
    for node in nodes_of(path):
        if isinstance(node, ast.ClassDef):
            for decorator in node.decorator_list:
                if "dataclass" in ast.unparse(decorator):
                    said = {keyword.arg: ast.unparse(keyword.value) for keyword in decorator.keywords}
                    assert (said.get("frozen"), said.get("slots")) == ("True", "True"), node.name


@pytest.mark.parametrize("path", FILES, ids=short)
def test_no_rule_swallows_every_exception(path):
    for node in nodes_of(path):
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, f"{short(path)}:{node.lineno}"
            assert "Exception" not in ast.unparse(node.type).split("."), f"{short(path)}:{node.lineno}"


def test_every_game_is_named_in_one_line_of_the_list():
    lines = (RULES / "games.py").read_text().splitlines()
    for slug in GAMES:
        assert sum(f'"{slug}"' in line for line in lines) == 1
