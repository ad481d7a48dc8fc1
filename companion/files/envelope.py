"""The file around a battle, a campaign or a roster: what it is, in which format, and the checksum of what is in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from companion.files.reading import LIST, NUMBER, OBJECT, TEXT, fields_of, of_kind
from rules.records import BadRecord, brief, is_kept
from rules.words import listed

FORMAT = "tabletop-companion"
VERSION = 2
"""Of the format that files are written in."""

READ = (1, VERSION)
"""The formats that can be read: a file of another one is refused."""

BATTLE, CAMPAIGN, ROSTER = "battle", "campaign", "roster"

DEEPEST = 40
"""How deep a file may be nested: a battle's is less than half of that."""

HEAD = {"format": TEXT, "version": NUMBER, "kind": TEXT, "sha256": TEXT, "content": OBJECT}

NO_FILE = "That is no file of a battle or of anything else from this app."
CUT_SHORT = f"{NO_FILE} If it was one, it is damaged or cut short: download it again."


@dataclass(frozen=True)
class Envelope:
    """What is in a file: a battle, a campaign with its battles, or a roster, and in which format."""

    kind: str
    version: int
    content: dict[str, Any]

    @property
    def battles(self) -> list[Any]:
        """The battles in it."""
        found: list[Any] = of_kind(self.content.get("battles"), "The campaign's battles", LIST)
        return found


def written(kind: str, content: Any) -> bytes:
    """The bytes of a file."""
    inside = canonical(content)
    head = {"format": FORMAT, "version": VERSION, "kind": kind, "sha256": _digest(inside)}
    return f'{json.dumps(head)[:-1]}, "content": {inside}}}\n'.encode()


def canonical(content: Any) -> str:
    """Plain JSON values as the one text that stands for them, whatever the order of their names."""
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def read(data: bytes) -> Envelope:
    """What is in the bytes of a file; ``BadRecord`` with one sentence where it is no whole one of ours."""
    found = _parsed(data)
    _check_kept(found)
    if type(found) is not dict or found.get("format") != FORMAT:
        raise BadRecord(NO_FILE)
    version = found.get("version")
    if type(version) is not int or version not in READ:
        raise BadRecord(
            f"The file is of format {brief(version)}, and this app reads formats {listed([str(one) for one in READ])}."
        )
    head = fields_of(found, "The file", HEAD)
    if head["kind"] not in (BATTLE, CAMPAIGN, ROSTER):
        raise BadRecord(f"The file is of {brief(head['kind'])}; a file is of a battle, a campaign or a roster.")
    if head["sha256"] != _digest(canonical(head["content"])):
        raise BadRecord("The file is damaged: what is in it does not fit its checksum. Download it again.")
    return Envelope(head["kind"], version, head["content"])


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode(), object_pairs_hook=_once, parse_float=_no_number, parse_constant=_no_number)
    except BadRecord:
        raise
    except RecursionError:
        raise BadRecord(f"The file is nested more than {DEEPEST} deep.") from None
    except ValueError:
        raise BadRecord(CUT_SHORT) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadRecord("The file says one thing twice in the same place.")
    return found


def _no_number(text: str) -> None:
    raise BadRecord(f"The file has {brief(text)} where a whole number should be.")


def _check_kept(data: Any) -> None:
    """Refuse what is nested too deep, and what a database would not give back as it is."""
    level = [data]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for value in level:
            if isinstance(value, list | dict):
                below += _inside(value)
            elif not is_kept(value):
                raise BadRecord("The file has a letter or a number that cannot be kept.")
        if not below:
            return
        level = below
    raise BadRecord(f"The file is nested more than {DEEPEST} deep.")


def _inside(value: list[Any] | dict[str, Any]) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value
        yield from value.values()
    else:
        yield from value
