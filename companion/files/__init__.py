"""Battles and campaigns as files: everything that is in them, to take away and to bring in again."""
