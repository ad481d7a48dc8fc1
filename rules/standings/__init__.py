"""Standings of a season: the results of each player added up, and the schemes that put players in order."""
