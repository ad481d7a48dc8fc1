"""What the screen of a battle shows."""

from __future__ import annotations

from companion.models import Battle, Pinned
from companion.services.locking import locked
from companion.services.refusals import Refusal


def pin(*, key: str, what: str) -> None:
    """Choose what the screen shows; a second tap changes nothing."""
    if what not in Pinned.values:
        raise Refusal("A screen cannot show that. Nothing was changed.")
    with locked(key) as battle:
        Battle.objects.filter(pk=battle.pk).update(pinned=what)
