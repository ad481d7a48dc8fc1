"""How battles are set up: the forms of a game and what they feed."""
