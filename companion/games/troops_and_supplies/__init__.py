"""What Troops and Supplies has of its own in the app."""
