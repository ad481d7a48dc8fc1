"""What X-Wing has of its own in the app."""
