"""What the demo season knows of the game."""

STEPS = 56
"""How often a battle goes on: ships have shields and hull to lose first."""
