"""What a side looks like: the colour and the emblem that its players choose, before the start and after it."""

from __future__ import annotations

from companion.looks import COLOURS, EMBLEMS, looks_of
from companion.models import Side
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.services.writing import write_event


def choose_look(*, key: str, side: int, colour: str, emblem: str, who: str) -> None:
    """Give a side a colour, an emblem or both; an empty one stays as it is, and so does one that it has."""
    if colour not in ("", *COLOURS) or emblem not in ("", *EMBLEMS):
        raise Refusal("There is no such colour or emblem.")
    with locked(key) as battle:
        sides = list(Side.objects.filter(battle=battle))
        row = next((known for known in sides if known.pk == side), None)
        if row is None:
            raise Refusal("That side is not in this battle.")
        for other, look in zip(sides, looks_of(sides), strict=True):
            if other != row and {colour, emblem} & {look.colour, look.emblem}:
                raise Refusal(f"{other} has that already.")
        chosen = (colour or row.colour, emblem or row.emblem)
        if chosen == (row.colour, row.emblem):
            return
        row.colour, row.emblem = chosen
        row.save(update_fields=["colour", "emblem"])
        write_event(battle, kind="look", headline=f"{row}: {' and '.join(filter(None, (colour, emblem)))}.", who=who)
