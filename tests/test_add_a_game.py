"""A game added by a stranger as the README says: a few files, one line each in two that are there, and it plays."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NEWCOMER = ROOT / "tests" / "newcomer"
FILES = [path for path in NEWCOMER.rglob("*") if path.is_file() and path.suffix != ".pyc"]
LINES = {
    "rules/games.py": ('    "x_wing",\n', '    "pebbles",\n'),
    "companion/models/__init__.py": (
        "from companion.models.piece",
        "from companion.models import pebbles as pebbles\n",
    ),
}
"""What is added to a file that is there, by the line before which it stands."""

FOR_ALL = (
    "tests/rules/test_contract.py",
    "tests/rules/test_contract_odds.py",
    "tests/rules/test_contract_procedures.py",
    "tests/rules/test_purity.py",
    "tests/rules/test_rulings.py",
    "tests/rules/test_sources.py",
    "tests/companion/test_core_names_no_game.py",
    "tests/companion/test_examples_by_page.py",
    "tests/companion/test_page_ids.py",
    "tests/companion/test_resolve.py",
    "tests/companion/test_sheets.py",
)
"""The promises of every game."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of the project to which the game is added."""
    copy = tmp_path_factory.mktemp("house") / "project"
    for name in ("companion", "rules", "static", "templates", "tests"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("manage.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(NEWCOMER, copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name, (before, line) in LINES.items():
        text = (copy / name).read_text(encoding="utf-8")
        assert text.count(before) == 1
        (copy / name).write_text(text.replace(before, line + before), encoding="utf-8")
    run(copy, "manage.py", "makemigrations", "companion")
    return copy


def run(house, *command):
    """Run a command of the house; its output, when it succeeds."""
    env = {**os.environ, "COMPANION_DATA": str(house / ".data"), "PYTHONPATH": ""}
    ran = subprocess.run([sys.executable, *command], cwd=house, env=env, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-4000:]
    return ran.stdout


def test_it_takes_few_files_and_few_lines():
    assert len(FILES) <= 8
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FILES) <= 250
    assert all(line.count("\n") == 1 for _, line in LINES.values())


def test_the_readme_names_what_it_takes():
    told = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Add a game")[2]
    assert told
    for name in LINES:
        assert f"`{name}`" in told


def test_it_keeps_the_promises_of_every_game(house):
    told = run(house, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-k", "pebbles", *FOR_ALL)
    assert " passed" in told
    assert "skipped" not in told


def test_it_has_its_pages(house):
    told = run(house, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/companion/pages_of_a_new_game.py")
    assert " passed" in told
