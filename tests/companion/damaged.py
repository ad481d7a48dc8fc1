"""Files that are damaged in some way, with their checksum as it was or made to fit again."""

import json
from copy import deepcopy

from companion.files.envelope import written

OTHERS = {
    str: (7, None, [], {}, True, ""),
    int: ("7", None, [], {}, True, 10**30, 2**63, -(2**63), 2**53, -1, 10**9),
    bool: ("true", 2, None, [], {}),
    type(None): ("", -1, [], {}, False),
    list: ({}, "", 0, None),
    dict: ([], "", 0, None),
}
"""What stands where a value of some type stood."""

ODD = ("\0", "\ud800", "x" * 100_000, "frame-99999", "ship-0", "-1", "\u202e")


def cut(data, random):
    """Without its end; the last sign is the end of the line, without which it is whole."""
    return data[: random.randrange(len(data) - 1)]


def flipped(data, random):
    """With another bit somewhere."""
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def holed(data, random):
    """Without some bytes in it."""
    at = random.randrange(len(data) - 30)
    return data[:at] + data[at + random.randrange(1, 20) :]


def foreign(data, random):
    """Something else."""
    return random.choice(
        (
            b"",
            b"\xff\xfe",
            b"null",
            b"[]",
            b"{}",
            b'{"a": NaN}',
            b"<html></html>",
            b"[" * 50_000,
            b'{"format": "tabletop-companion", "version": 3}',
            b'{"format": "tabletop-companion", "version": 1, "kind": "battle"}',
            b'{"format": "tabletop-companion", "version": 1, "kind": "battle", "sha256": "", "content": {}}',
            b'{"format": "tabletop-companion", "version": 2, "kind": "battle", "sha256": "", "content": {}}',
            b'{"format": "tabletop-companion", "version": 1, "version": 1}',
            random.randbytes(random.randrange(1, 2000)),
        )
    )


def changed(data, random):
    """With a value of another type or size anywhere, and a checksum that fits."""

    def change(place, key):
        old = place[key]
        place[key] = random.choice(OTHERS[type(old)])

    return _anew(data, random, change)


def lacking(data, random):
    """Without a field or an item anywhere."""

    def change(place, key):
        del place[key]

    return _anew(data, random, change, lambda place, key: isinstance(place, dict))


def adding(data, random):
    """With a field more, or an item twice."""

    def change(place, key):
        if isinstance(place, dict):
            place[f"{key} too"] = deepcopy(place[key])
        else:
            place.insert(key, deepcopy(place[key]))

    return _anew(data, random, change)


def led_astray(data, random):
    """With a key that leads to another part, or nowhere."""
    content = json.loads(data)["content"]
    names = tuple(content["tables"])

    def is_key(place, key):
        value = place[key]
        return isinstance(value, str) and value.partition("-")[0] in names and value.partition("-")[2].isdigit()

    def change(place, key):
        name, _, number = place[key].partition("-")
        others = (
            f"{name}-{int(number) + 1}",
            f"{name}-999",
            f"{random.choice(names)}-77",
            f"{name}-0{number}",
            "battle",
        )
        place[key] = random.choice(others)

    return _anew(data, random, change, is_key)


def nested(data, random):
    """With something deep inside."""

    def change(place, key):
        value = deep = []
        for _ in range(random.choice((45, 300))):
            deep.append([])
            deep = deep[0]
        place[key] = value

    return _anew(data, random, change)


def odd(data, random):
    """With letters that nobody types, or too many of them."""

    def change(place, key):
        place[key] = random.choice(ODD)

    return _anew(data, random, change, lambda place, key: isinstance(place[key], str))


PLAIN = (cut, flipped, holed, foreign)
FITTED = (changed, lacking, adding, led_astray, nested, odd)


def _anew(data, random, change, wanted=lambda place, key: True):
    """The file with something in it changed, and its checksum made to fit."""
    found = json.loads(data)
    places = [(place, key) for place, key in _places(found["content"]) if wanted(place, key)]
    change(*random.choice(places))
    try:
        return written(found["kind"], found["content"])
    except UnicodeEncodeError:
        return json.dumps(found).encode()


def _places(value):
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from _places(value[key])
