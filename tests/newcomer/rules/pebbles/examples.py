"""A battle to try Pebbles with, and worked examples."""

from rules.examples import Demo, Example
from rules.pebbles.sheet import Battle, Team, Thrower
from rules.pebbles.throw import Throw
from rules.table import Dice

BATTLE = Battle(
    (Team("pond", "Pond"), Team("wood", "Wood")),
    (Thrower("ada", "Ada", "pond", 3), Thrower("bo", "Bo", "pond"), Thrower("cy", "Cy", "wood", 2, 2)),
)
DEMO = Demo("By the pond", BATTLE)


def _thrown(slug: str, title: str, faces: tuple[int, ...], headline: str, left: int) -> Example[Battle]:
    replies = (Dice("pebbles", (faces,)),)
    expected = (("cy", "strength", left), ("ada", "threw", True))
    throw = Throw("ada", "cy")
    return Example(slug, title, "attack", BATTLE, throw, replies, headline, expected, story=f"{title}.")


EXAMPLES = (
    _thrown("one-hit", "One of three pebbles hits", (1, 4, 5), "Ada hits Cy 1 times.", 1),
    _thrown("out", "Two hits are enough", (5, 6, 2), "Ada hits Cy 2 times, who is out.", 0),
    Example(
        "friend", "A friend", "attack", BATTLE, Throw("ada", "bo"), (), refused="Bo is on the same side.", story="No."
    ),
)
