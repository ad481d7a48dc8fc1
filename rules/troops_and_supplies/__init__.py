"""Troops and Supplies, as its one known text and the dossier's decided readings have it."""

from rules.game import Game, Procedure
from rules.troops_and_supplies import asking, correct, telling
from rules.troops_and_supplies.attack import Attack, CallIn, attack, call_in
from rules.troops_and_supplies.examples import EXAMPLES
from rules.troops_and_supplies.hand import Move, Resupply, move, resupply
from rules.troops_and_supplies.outlook import attack_outlook, call_in_outlook
from rules.troops_and_supplies.sheet import Battle, Turns
from rules.troops_and_supplies.standing import standing
from rules.troops_and_supplies.turn import EndBattle, EndTurn, Start, end_battle, end_turn, start


def status(battle: Battle) -> tuple[tuple[str, str], ...]:
    """The round and whose turn it is, as pairs of name and value."""
    if battle.over:
        return (("Round", str(battle.round)), ("Battle", "over"))
    turn = battle.army(battle.turn).name if battle.turn and battle.settings.turns is Turns.BY_ARMY else "everybody's"
    return (("Round", str(battle.round)), ("Turn", turn))


def under_way(battle: Battle) -> bool:
    """Whether the battle has started and not ended."""
    return battle.started and not battle.over


GAME = Game(
    slug="troops_and_supplies",
    name="Troops and Supplies",
    edition="Attacking 1",
    battle=Battle,
    procedures=(
        Procedure(
            "attack",
            "Attack",
            Attack,
            attack,
            actors=asking.attackers,
            targets=asking.targets,
            outlook=attack_outlook,
            sentence=telling.sentence,
            option=telling.option,
        ),
        Procedure(
            "call-in",
            "Call In",
            CallIn,
            call_in,
            actors=asking.spotters,
            targets=asking.spotted,
            questions=asking.call_in_questions,
            outlook=call_in_outlook,
            sentence=telling.sentence,
        ),
        Procedure(
            "move",
            "Move",
            Move,
            move,
            actors=asking.present,
            questions=asking.move_questions,
        ),
        Procedure(
            "resupply",
            "Change its supplies",
            Resupply,
            resupply,
            actors=asking.present,
            questions=asking.supply_questions,
        ),
        Procedure(
            "correction",
            "Correct by hand",
            correct.Correction,
            correct.correct,
            actors=asking.correctable,
            questions=correct.questions,
            make=correct.make,
        ),
        Procedure("turn", "End turn", EndTurn, end_turn, offered=under_way),
        Procedure("end", "End the battle", EndBattle, end_battle, offered=under_way),
        Procedure("start", "Start the battle", Start, start, offered=lambda battle: not battle.started),
    ),
    status=status,
    examples=EXAMPLES,
    follows=correct.follows,
    standing=standing,
    board=asking.board,
    tell=telling.tell,
)
