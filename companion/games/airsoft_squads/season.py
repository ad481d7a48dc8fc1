"""What the demo season knows of the game."""

FIRST = 6
"""The number that the random ones begin with: the players say who has won, and by the usual one all draw."""
