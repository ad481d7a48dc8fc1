import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

from rules.games import GAMES

ROOT = Path(__file__).parents[2]
RULES = ROOT / "rules"
UNTOLD = re.compile(r"\b(?<!random )seeds?\b|\bdossiers?\b", re.IGNORECASE)
"""What no reader finds: a text by the name that it had while this was built."""

IN_BRACKETS = re.compile(r"\(([^()]+)\)")
LOOKS_LIKE_A_SOURCE = re.compile(r'^[A-Z]|"|\bsteps? \d|\bpp?\. ?\d|\bparagraph')

GAMES_AND_CORE = (*GAMES, "the core", "companion", "templates")


def files(part):
    if part in GAMES:
        return [*sorted((RULES / part).rglob("*.py")), RULES / part / "RULINGS.md"]
    if part == "the core":
        return sorted(RULES.glob("*.py"))
    return sorted(path for ending in ("py", "html", "md") for path in (ROOT / part).rglob(f"*.{ending}"))


def said_in(path):
    """The docstrings and comments of a file, each with its line breaks taken out."""
    code = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield " ".join(node.value.value.split())


def short_names(game):
    """The first column of the table of sources, which stands before any other table."""
    _, _, table = (RULES / game / "RULINGS.md").read_text(encoding="utf-8").partition("| short |")
    rows = re.findall(r"^\| ([^|]+) \|", table.partition("\n\n")[0], re.MULTILINE)
    return {name for row in rows for name in row.split(", ")}


def names_one(cited, names):
    return any(re.match(rf"{re.escape(name)}(?!\w)", cited) for name in names)


@pytest.mark.parametrize("part", GAMES_AND_CORE)
def test_no_file_cites_what_no_reader_can_find(part):
    found = [f"{path.relative_to(ROOT)}" for path in files(part) if UNTOLD.search(path.read_text(encoding="utf-8"))]
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_names_its_sources_first(game):
    told = (RULES / game / "RULINGS.md").read_text(encoding="utf-8")
    assert re.search(r"^\|.*", told, re.MULTILINE)[0].startswith("| short |")
    assert re.search(r"^## .*", told, re.MULTILINE)[0].lower().endswith("sources")
    assert len(short_names(game)) > 1


@pytest.mark.parametrize("game", GAMES)
def test_every_cited_source_is_in_the_rulings_of_its_game(game):
    names = short_names(game) | {"RULINGS"}
    unknown = [
        f"{path.relative_to(RULES)}: ({cited})"
        for path in sorted((RULES / game).rglob("*.py"))
        for said in said_in(path)
        for cited in IN_BRACKETS.findall(said)
        if LOOKS_LIKE_A_SOURCE.search(cited) or names_one(cited, names)
        if not all(names_one(one.strip(), names) for one in cited.split(";"))
    ]
    assert unknown == []


@pytest.mark.parametrize("game", GAMES)
def test_a_section_that_is_cited_is_there(game):
    headings = set(re.findall(r"^#+ (.+)$", (RULES / game / "RULINGS.md").read_text(encoding="utf-8"), re.MULTILINE))
    cited = {
        section
        for path in (RULES / game).rglob("*.py")
        for said in said_in(path)
        for section in re.findall(r'RULINGS, "([^"]+)"', said)
    }
    assert cited <= headings
