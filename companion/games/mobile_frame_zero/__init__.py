"""What Mobile Frame Zero has of its own in the app."""
