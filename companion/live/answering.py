"""Which battles a tap is being answered for in this process: what others fetch of them next is being rendered."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

LOOKS = 50
PAUSE = 0.01
"""How often whoever fetches looks whether it is there by now, and the seconds in between; then it is rendered anew."""

_answering: Counter[str] = Counter()
_lock = Lock()


@contextmanager
def answering(key: str) -> Iterator[None]:
    """Say that a tap on a battle is being answered."""
    with _lock:
        _answering[key] += 1
    try:
        yield
    finally:
        with _lock:
            _answering[key] -= 1
            # Without the zeros: each battle would leave one.
            if not _answering[key]:
                del _answering[key]


async def answered(key: str) -> None:
    """Wait for a moment until no tap on a battle is being answered."""
    for _ in range(LOOKS):
        if key not in _answering:
            return
        await asyncio.sleep(PAUSE)
