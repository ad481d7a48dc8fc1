"""Why a text is no squad: what players paste instead of one, told apart by its form alone (XWS)."""

from __future__ import annotations

import json
import re

NO_SQUAD = "That is not a squad: paste the XWS text of your builder, which starts with “{”."
LINK = "That is a link to a squad, not the squad: open it, choose XWS in the builder, and paste the text that it gives."
PAGE = "That is a web page, not a squad: choose XWS in the builder, and paste the text that it gives."
NO_END = "The end of the squad is missing: copy all of it again, from the first “{” to the last “}”."
NO_BEGINNING = "The beginning of the squad is missing: copy all of it again, from the first “{” to the last “}”."
BESIDE = "There is more beside the squad, in braces too: paste the squad alone, from its “{” to the “}” that ends it."
BROKEN = "The squad is broken somewhere inside: export it again, and copy all of it."

ADDRESS = re.compile(r"https?://|^www\.|^[\w-]+(?:\.[\w-]+)+/\S*$", re.IGNORECASE)
MARKUP = re.compile(r"<\s*[!?/a-z]", re.IGNORECASE)
QUOTED = re.compile(r'"(?:[^"\\]+|\\.)*("|\\?\Z)', re.DOTALL)
"""A text in quotes, or the rest of a text that ends inside them."""

MOST_TRIED = 5
"""At how many braces a squad may begin that has other text before it."""


def why_no_squad(text: str) -> str:
    """The sentence for a text that is no JSON."""
    said = text.strip("\ufeff \t\r\n")
    if is_page(said):
        return PAGE
    if any(_whole_squad(said)):
        return BESIDE
    before, brace, rest = said.partition("{")
    if brace and (not before or ('"' not in before and '":' in rest)):
        return _where_cut(brace + rest)
    if '":' in said or said.endswith("}"):
        return NO_BEGINNING
    return LINK if ADDRESS.search(said) else NO_SQUAD


def is_page(text: str) -> bool:
    """Whether a text is the source of a web page, or a part of one."""
    return bool(MARKUP.match(text.lstrip("\ufeff \t\r\n")))


def only_squad_in(text: str) -> str:
    """The squad in a text that says more besides; empty where none is whole, or where braces leave a doubt which."""
    start, end = _whole_squad(text)
    besides = text[:start] + text[end:]
    return "" if is_page(text) or "{" in besides or "}" in besides else text[start:end]


def _whole_squad(text: str) -> tuple[int, int]:
    """Where the first whole squad of a text begins and ends, at the same place where there is none."""
    start = -1
    for _ in range(MOST_TRIED):
        start = text.find("{", start + 1)
        if start < 0:
            break
        try:
            found, end = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if "pilots" in found:
            return start, end
    return 0, 0


def _where_cut(text: str) -> str:
    """What is missing of a text in braces, by the brackets that it opens and closes; those in quotes are none."""
    bare = QUOTED.sub(lambda quoted: "" if quoted[1] == '"' else '"', text)
    opened = [bare.count(opens) - bare.count(closes) for opens, closes in ("{}", "[]")]
    if '"' in bare or max(opened) > 0:
        return NO_END
    return NO_BEGINNING if min(opened) < 0 else BROKEN
