"""The only code that changes play data: one transaction each, under the battle's lock, with its event."""
