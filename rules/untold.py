"""What only the table knows: no answer to it is the usual one."""

from __future__ import annotations


class Untold:
    """A decision of which pages show no option as the usual one, such as who has won."""

    __slots__ = ()
