"""Numbers with their nouns, and names in a row, as sentences have them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import count

NICKNAME = re.compile(r"[“\"]([^”\"]{3,})[”\"]")
"""A name in quotes, by which everybody knows its bearer."""

STEP = re.compile(r"^(\d\w?|[A-Z]{3}\.\d+) ")
"""The number of a step before the name of what is done in it."""

HYPHEN_OF_A_NUMBER = re.compile(r"(?<![\w)-])-(?=\d)")
"""What stands before a number below zero; not what joins a word to a number, or two numbers."""

LONGEST_HEADLINE = 500
"""The most letters of a headline that a log has room for."""


def noun(number: int, one: str, many: str = "") -> str:
    """The noun as it stands with a number; ``one`` is its singular, and ``many`` its plural where that is irregular."""
    if number == 1:
        return one
    if one.endswith("die"):
        return f"{one.removesuffix('die')}dice"
    return many or f"{one}s"


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 wound, 2 wounds, 1 attack die, 2 attack dice."""
    return f"{number} {noun(number, one, many)}"


def count_or_no(number: int, one: str, many: str = "") -> str:
    """A number with its noun, and “no” for none: no dice, 1 die, 2 dice."""
    return f"{number or 'no'} {noun(number, one, many)}"


def with_minus(told: object) -> str:
    """A number, or a text with numbers, as players read it: before one below zero stands a minus, and no hyphen."""
    return HYPHEN_OF_A_NUMBER.sub("\N{MINUS SIGN}", str(told))


def capitalised(text: str) -> str:
    """The text with a capital to begin with, and all that follows as it stands."""
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str]) -> str:
    """Some names as a list of words, at least one: the last is joined with “and”."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def next_name(name: str, taken: Container[str], longest: int) -> str:
    """The name, or if it is taken the same with the next free number after it."""
    if name not in taken:
        return name
    first = re.sub(r" \d+$", "", name)
    names = (f"{first[: longest - len(end)]}{end}" for number in count(2) if (end := f" {number}"))
    return next(free for free in names if free not in taken)


def without_step(label: str) -> str:
    """What a roll or a decision is called, without the number that its step has in the rules."""
    return STEP.sub("", label)


def shortened(text: str, longest: int) -> str:
    """The text, cut with a mark where it is too long."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def as_many(told: Sequence[str], longest: int) -> str:
    """What changed, at least one thing: as much of it as there is room for, and how many more changes there are."""
    texts = (_first(told, shown) for shown in range(len(told), 0, -1))
    if fitting := next((text for text in texts if len(text) <= longest), ""):
        return fitting
    more = len(_first(told, 1)) - len(told[0])
    return _first([shortened(told[0], longest - more), *told[1:]], 1)


def _first(told: Sequence[str], shown: int) -> str:
    more = len(told) - shown
    return "; ".join(told[:shown]) + (f" and {counted(more, 'more change')}" if more else "")


def cut(headline: str, longest: int) -> str:
    """The headline; one that is too long ends with a mark, and after a whole change where it tells several."""
    if len(headline) <= longest:
        return headline
    whole = headline.rfind("; ", 0, longest - 1)
    return f"{headline[:whole]}; …" if whole > longest // 2 else shortened(headline, longest)


def few(names: Sequence[str], last: str = "and") -> str:
    """Some names as a list of words, at least one; of more than three the first two, and how many more there are."""
    if len(names) > 3:
        return f"{names[0]}, {names[1]} {last} {len(names) - 2} more"
    *first, only = names
    return f"{', '.join(first)} {last} {only}" if first else only


def owners(name: str) -> str:
    """A name as that of an owner: Joshua's, Vipers'."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def without_rank(name: str) -> str:
    """A name without what stands before its comma: “ST-10 Osprey, Captain Kader” is Captain Kader."""
    return name.rpartition(", ")[2] or name


def short_names(names: Mapping[str, str]) -> dict[str, str]:
    """A name of one word for each key where one tells it from all others, else the whole one."""
    words = {key: tuple(_words(name)) for key, name in names.items()}
    uses = Counter(word for found in words.values() for word in set(found))
    return {
        key: next((word for word in words[key] if uses[word] == 1), without_rank(name)) for key, name in names.items()
    }


def _words(name: str) -> Iterator[str]:
    """The words that a name could be cut to, the best first: a nickname, a proper name at its end, its first word."""
    if nickname := NICKNAME.search(name):
        yield nickname.group(1)
    words = without_rank(name).split()
    for word in (*words[-1:], *words[:1]):
        if len(word) > 2 and word[0].isupper():
            yield word
