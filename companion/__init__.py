"""The web companion: pages, storage and administration around the rules."""
