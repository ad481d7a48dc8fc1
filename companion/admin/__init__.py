"""The admin: staff see and mend everything that is stored."""

from companion.admin import campaigns, frames, log, operators

__all__ = ["campaigns", "frames", "log", "operators"]
