"""A battle to try the game with: sample operators, skills and cards, since no printed ones are known.

Rows of three, cards to play, and the COMBAT phase of the first squad's TURN.
"""

from __future__ import annotations

from dataclasses import replace

from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While
from rules.airsoft_squads.pieces import Card, Kind, Lies, Operator, Position
from rules.airsoft_squads.sheet import Battle, Squad
from rules.examples import Demo


def _operator(
    name: str,
    squad: str,
    team: str,
    points: int,
    printed: tuple[int, int, int, int],
    place: int | None,
    *skill: Modifier,
) -> Operator:
    """An operator with its AP, EP, DP and MP."""
    return Operator(name.lower(), name, squad, *printed, team, points, skill, place)


def _card(title: str, squad: str, kind: Kind, side: While, stat: Stat, amount: int) -> Card:
    """A card that adds to one number."""
    key = title.lower().replace(" ", "-")
    return Card(key, title, squad, kind, (Modifier(f"{key}-effect", title, side, stat, Operation.ADD, amount),))


SPOTTER = Modifier("spotter", "Sample spotter", While.ATTACKER, Stat.AP, Operation.ADD, 1, reach=Reach.IN_RANGE)
SECOND_SHOT = Modifier("second-shot", "Sample second shot", While.ATTACKER, Stat.ATTACK_DICE, Operation.ADD, 1)
COVER = Modifier(
    *("cover", "Sample cover", While.TARGET, Stat.EP, Operation.ADD, 2), condition="it has not moved this TURN"
)
SHARP_EYE = Modifier("sharp-eye", "Sample sharp eye", While.ATTACKER, Stat.CRITICAL, Operation.FIX, 5)

DEMO = Demo(
    "The sample depot",
    Battle(
        squads=(Squad("hawks", "Hawks"), Squad("vipers", "Vipers")),
        operators=(
            _operator("Rook", "hawks", "Falcons", 12, (7, 3, 7, 2), 1),
            _operator("Kite", "hawks", "Falcons", 10, (4, 4, 6, 2), 2, SPOTTER),
            _operator("Merlin", "hawks", "Falcons", 14, (5, 3, 8, 1), 3, SECOND_SHOT),
            _operator("Jay", "hawks", "Larks", 8, (3, 5, 5, 3), None),
            _operator("Adder", "vipers", "Snakes", 12, (5, 3, 9, 2), 1, COVER),
            _operator("Boa", "vipers", "Snakes", 11, (4, 4, 8, 2), 2),
            _operator("Cobra", "vipers", "Snakes", 13, (6, 2, 7, 2), 3, SHARP_EYE),
            _operator("Mamba", "vipers", "Snakes", 9, (4, 5, 5, 3), None),
        ),
        positions=tuple(
            Position(f"{squad}-{place}", f"Position {place}", squad, place, 4)
            for squad in ("hawks", "vipers")
            for place in (1, 2, 3)
        ),
        cards=(
            _card("Sample focus", "hawks", Kind.ATTACK, While.ATTACKER, Stat.AP, 2),
            _card("Sample vest", "hawks", Kind.ITEM, While.ALWAYS, Stat.DP, 2),
            _card("Sample push", "hawks", Kind.STRATEGY, While.ATTACKER, Stat.AP, 1),
            _card("Sample smoke", "vipers", Kind.DEFENCE, While.TARGET, Stat.EP, 2),
            _card("Sample radio", "vipers", Kind.ITEM, While.ALWAYS, Stat.MP, 1),
            replace(_card("Sample ditch", "vipers", Kind.STRATEGY, While.TARGET, Stat.EP, 1), lies=Lies.LAID),
        ),
        teamwork=(Modifier("teamwork", "Sample teamwork", While.ATTACKER, Stat.AP, Operation.ADD, 1),),
    ),
)
