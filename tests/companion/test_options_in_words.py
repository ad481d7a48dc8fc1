"""What an option changes is told against now, and not where both come to the same words."""

import re
from fractions import Fraction
from html import unescape
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string


def words(html):
    """What is read of a part of a page, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


@pytest.mark.parametrize(
    ("now", "then", "told"),
    [
        (Fraction(16, 1000), Fraction(23, 1000), "destroys 2 %, 0.9 damage"),
        (Fraction(16, 1000), Fraction(61, 1000), "destroys now 2 % →then 6 %, 0.9 damage"),
    ],
    ids=["the same in words", "another"],
)
def test_an_option_tells_what_is_now_only_where_it_reads_otherwise(now, then, told):
    outlook = SimpleNamespace(main=SimpleNamespace(chance=now))
    option = SimpleNamespace(
        value="lock", label="spend the lock", main=SimpleNamespace(verb="destroys", chance=then), expected="0.9 damage"
    )
    shown = {"option": option, "panel": SimpleNamespace(field="choice", outlook=outlook, best=None)}
    page = SimpleNamespace(game=SimpleNamespace(symbols=()))
    button = render_to_string("battle/_option.html", {**shown, "page": page})
    assert told in words(button)
