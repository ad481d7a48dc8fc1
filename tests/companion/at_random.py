"""Battles at random for what is seen of them at their end: the battles of test_fuzz are checked after every step."""

from companion.management.fuzzing import begun, is_unbuilt


def at_random(game, number, steps):
    """A battle of a game played at random from a number."""
    fuzz = begun(game, number, unbuilt=is_unbuilt(number))
    play_on(fuzz, steps)
    return fuzz


def play_on(fuzz, steps):
    """Take so many steps, and check once, after the last: what goes wrong in one does not come right by itself."""
    fuzz.anything = True
    for _ in range(steps):
        fuzz.step()
    fuzz.check()
