"""What a game has of its own in the app, in a folder named after it; everything else is the same for all games."""
