"""What battles at random are played by, and what is said of one in which something does not hold."""

WHO = "fuzz"


class Broken(AssertionError):
    """Something that must always hold does not."""
