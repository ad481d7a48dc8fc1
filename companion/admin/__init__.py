"""The admin: staff see and mend everything that is stored."""

from companion.admin import campaigns, frames, gloom, log, operators, ship_data, ships, troops

__all__ = ["campaigns", "frames", "gloom", "log", "operators", "ship_data", "ships", "troops"]
