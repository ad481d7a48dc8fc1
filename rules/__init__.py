"""The rules of the games, as plain values.

A game is a folder: frozen sheets of its pieces, procedures a player can declare, and resolvers that read like its
rulebook. A resolver sees the world only through a ``Table``: it asks for rolls and choices and returns an outcome whose
changes can be applied and undone. The same resolver is played with recorded replies (``rules.play``) and enumerated for
exact odds (``rules.odds``). Nothing in here knows the web, a clock, a file or luck.
"""
