"""What the demo season knows of the game."""

ENDED_BY = "round"
"""What is declared to end a battle."""
