"""What Airsoft Squads has of its own in the app."""
