"""What the demo season knows of the game."""

ENDED_BY = "finish"
"""What is declared to end a battle."""
