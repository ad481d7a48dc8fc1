"""Reads for pages: what a page shows, as frozen values."""
