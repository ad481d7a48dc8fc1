"""Worked examples of the other ACTIONS, of ranges and limits, and of the end of a TURN."""

from __future__ import annotations

from dataclasses import replace

from rules.airsoft_squads.attack import Attack
from rules.airsoft_squads.medic import Medic
from rules.airsoft_squads.move import Move
from rules.airsoft_squads.pieces import Aim, State
from rules.airsoft_squads.samples import KITE, RECKLESS, ROOK, VIPER, battle, dice, operator, row
from rules.airsoft_squads.sheet import Battle, Squad
from rules.airsoft_squads.support import Support
from rules.examples import Example
from rules.table import Dice, Pick

RAVEN = operator("Raven", "red", 1)
ADDER = operator("Adder", "blue", 1)
COBRA = operator("Cobra", "blue", 3)
ROWS = battle(ROOK, VIPER, RAVEN, operator("Kite", "red", 3), ADDER, COBRA)
HURT = battle(replace(ROOK, hits=1), VIPER, replace(RAVEN, hits=1), operator("Kite", "red", 3, hits=1))


def _limits(moves: int, medics: int) -> Battle:
    squads = (Squad("red", "Red squad", moves=moves, medics=medics), Squad("blue", "Blue squad"))
    return battle(ROOK, VIPER, replace(KITE, hits=2), squads=squads)


def _objective(counter: int, aim: Aim = Aim.OPEN) -> Battle:
    positions = tuple(replace(p, aim=aim) if p.key == "red-2" else p for p in (*row("red"), *row("blue")))
    return battle(replace(ROOK, objective=counter), positions=positions)


def _range(slug: str, title: str, attacker: str, target: str, refused: str = "") -> Example[Battle]:
    story = "Range is the opposite position and its neighbours."
    waits = "" if refused else "6 dice"
    return Example(
        slug, title, "attack", ROWS, Attack(attacker, target), (), waits_for=waits, refused=refused, story=story
    )


def _own(slug: str, title: str, medic: str, patient: str, refused: str = "") -> Example[Battle]:
    story = "In the own row range is the neighbours."
    expected = () if refused else ((patient, "medics", 1), (medic, "state", "EXHAUSTED"))
    return Example(
        slug, title, "medic", HURT, Medic(medic, patient), (), expected=expected, refused=refused, story=story
    )


ACTIONS = (
    _range("A22-left-1", "The first attacks the first", "raven", "adder"),
    _range("A22-left-2", "The first attacks the second", "raven", "viper"),
    _range(
        "A22-left-3",
        "The first does not reach the third",
        "raven",
        "cobra",
        "Cobra is out of range: position 3, and Raven stands on 1.",
    ),
    _range("A22-middle-1", "The second attacks the first", "rook", "adder"),
    _range("A22-middle-2", "The second attacks the second", "rook", "viper"),
    _range("A22-middle-3", "The second attacks the third", "rook", "cobra"),
    _range(
        "A22-right-1",
        "The third does not reach the first",
        "kite",
        "adder",
        "Adder is out of range: position 1, and Kite stands on 3.",
    ),
    _range("A22-right-2", "The third attacks the second", "kite", "viper"),
    _range("A22-right-3", "The third attacks the third", "kite", "cobra"),
    _own("A22-own-left-2", "The first helps the second", "raven", "rook"),
    _own(
        "A22-own",
        "A MEDIC does not reach over a neighbour",
        "raven",
        "kite",
        "Kite is out of range: position 3, and Raven stands on 1.",
    ),
    _own("A22-own-middle-1", "The second helps the first", "rook", "raven"),
    _own("A22-own-middle-3", "The second helps the third", "rook", "kite"),
    _own("A22-own-right-2", "The third helps the second", "kite", "rook"),
    _own(
        "A22-own-right-1",
        "The third does not reach the first",
        "kite",
        "raven",
        "Raven is out of range: position 1, and Kite stands on 3.",
    ),
    Example(
        "A11",
        "A MOVE that kills",
        "move",
        battle(replace(ROOK, hits=3)),
        Move("rook"),
        (),
        headline="Rook moves and goes HIT by it. PERFORMANCE of Blue squad for Rook.",
        expected=(("rook", "state", "HIT"), ("rook", "hits", 3), ("rook", "objective", 0), ("red", "fallen", 1)),
        story="The MOVE takes 3 of its 6 DP and its hit counter is 3: HIT at once; the other side has a PERFORMANCE.",
    ),
    Example(
        "A23-1",
        "On the way to the objective",
        "move",
        _objective(0),
        Move("rook"),
        (),
        headline="Rook advances on its objective: 2 of 4.",
        expected=(("rook", "objective", 2), ("red-2", "aim", "open"), ("rook", "state", "EXHAUSTED")),
        story="Its MP of 2 go to the objective counter.",
    ),
    Example(
        "A23-2",
        "The objective is reached",
        "move",
        _objective(2),
        Move("rook"),
        (),
        headline="Rook reaches the objective of Red position 2. PERFORMANCE of Red squad for Red position 2.",
        expected=(("rook", "objective", 4), ("red-2", "aim", "REACHED")),
        story="The counter comes to the value of the objective, and its side has a PERFORMANCE.",
    ),
    Example(
        "A23-3",
        "The objective is captured",
        "move",
        _objective(4, Aim.REACHED),
        Move("rook"),
        (),
        headline="Rook captures the objective of Red position 2.",
        expected=(("rook", "objective", 4), ("red-2", "aim", "CAPTURED")),
        story="A further MOVE captures it.",
    ),
    Example(
        "swap",
        "A swap",
        "move",
        battle(ROOK, VIPER, KITE),
        Move("rook", "kite"),
        (),
        headline="Rook swaps with Kite.",
        expected=(("rook", "place", 3), ("kite", "place", 2), ("rook", "moved", 1), ("kite", "moved", 0)),
        story="Two operators with 4 MP together change places; only the mover pays.",
    ),
    Example(
        "medic",
        "A MEDIC",
        "medic",
        battle(ROOK, VIPER, replace(KITE, hits=2)),
        Medic("rook", "kite"),
        (),
        headline="Rook helps Kite: DP 9 to the end of the TURN.",
        expected=(("kite", "medics", 1), ("kite", "hits", 2), ("rook", "state", "EXHAUSTED"), ("red", "medics", 1)),
        story="3 DP more; the hit counter stays, since the text that says more is lost.",
    ),
    Example(
        "A25-move",
        "A third MOVE",
        "move",
        _limits(2, 0),
        Move("rook"),
        (),
        refused="Red squad has made its 2 MOVEs this TURN.",
        story="Two MOVEs a player and TURN.",
    ),
    Example(
        "A25-medic",
        "A second MEDIC",
        "medic",
        _limits(0, 1),
        Medic("rook", "kite"),
        (),
        refused="Red squad has used its MEDIC this TURN.",
        story="One MEDIC a player and TURN.",
    ),
    *(
        Example(
            f"A26-{face}",
            f"RULEVIOLATION 4+, a {face}",
            "attack",
            battle(replace(ROOK, skills=(RECKLESS,))),
            Attack("rook", "viper"),
            (dice(1, 6), Dice("RULEVIOLATION 4+", ((face,),))),
            headline=f"Rook misses Viper: AP 5 against EP 9.{line}",
            expected=(("rook", "state", state),),
            story=f"At the end of its ACTION it rolls a {face}: {became}.",
        )
        for face, state, line, became in (
            (4, State.EXHAUSTED, "", "nothing"),
            (3, State.OUT, " Rook is OUT for a rule violation.", "below 4, so it is OUT"),
        )
    ),
    Example(
        "support",
        "The end of a TURN",
        "support",
        battle(
            replace(ROOK, state=State.HIT, hits=7),
            replace(VIPER, state=State.EXHAUSTED, moved=1),
            operator("Kite", "red", None),
            operator("Raven", "red", None),
        ),
        Support(),
        (Pick("who comes from the SAVEZONE", "kite"), Pick("who fills a free position", "nobody")),
        headline="The TURN of Red squad ends; Kite comes to the field. Round 1: TURN of Blue squad.",
        expected=(
            ("kite", "place", 2),
            ("rook", "place", None),
            ("rook", "state", "NORMAL"),
            ("rook", "hits", 0),
            ("viper", "state", "NORMAL"),
            ("viper", "moved", 0),
            ("battle", "turn", 2),
        ),
        story="The HIT operator changes places with one of the SAVEZONE and is turned face up again.",
    ),
)
