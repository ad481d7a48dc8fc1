"""What Gods Gloom has of its own in the app."""
