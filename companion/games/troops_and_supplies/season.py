"""What the demo season knows of the game."""

ENDED_BY = "end"
"""What is declared to end a battle."""
