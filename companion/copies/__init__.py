"""Copies of the whole database: made while the app runs, examined before they are trusted, and put back."""
