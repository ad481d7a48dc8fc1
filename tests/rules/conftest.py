"""What the tests of the rules share."""

from hypothesis import settings

# A busy machine is not a bug; bench.py measures.
settings.register_profile("rules", deadline=None)
settings.load_profile("rules")
