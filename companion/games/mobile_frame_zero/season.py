"""What the demo season knows of the game."""

TWICE = 1
"""How many of the first pieces a roster has twice: the demo has fewer than the rules want."""
