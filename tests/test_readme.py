"""The README tells the truth."""

import doctest
import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_engine_example_runs_as_it_is_printed() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


def test_every_picture_and_every_environment_variable_in_it_exists() -> None:
    text = README.read_text(encoding="utf-8")
    for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text):
        assert (README.parent / picture).is_file()
    settings = (README.parent / "companion" / "settings.py").read_text(encoding="utf-8")
    for name in re.findall(r"export ([A-Z_]+)=", text):
        assert f'"{name}"' in settings
