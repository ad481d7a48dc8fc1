"""What the demo season knows of the game."""

ENDED_BY = "finish"
"""What is declared to end a battle."""

STEPS = 40
"""How often a battle goes on: ships have shields and hull to lose first."""
