"""Troops and Supplies, as its one known text and the readings in RULINGS.md have it."""

from rules.correction import correction
from rules.ending import ending
from rules.game import Game, OfBattle, OfPiece
from rules.guards import is_under_way
from rules.starting import starting
from rules.troops_and_supplies import correct, questions
from rules.troops_and_supplies.armies import army_problems, left
from rules.troops_and_supplies.attack import Attack, CallIn, attack, call_in
from rules.troops_and_supplies.demo import DEMO
from rules.troops_and_supplies.examples import EXAMPLES
from rules.troops_and_supplies.hand import Move, Resupply, move, resupply
from rules.troops_and_supplies.outlook import answer_odds, attack_outlook, call_in_outlook
from rules.troops_and_supplies.sheet import Battle, Turns
from rules.troops_and_supplies.turn import EndBattle, EndTurn, begin, close, end_turn
from rules.troops_and_supplies.vocabulary import VOCABULARY


def status(battle: Battle) -> tuple[tuple[str, str], ...]:
    """The round and whose turn it is, as pairs of name and value."""
    if battle.over:
        return (("Round", str(battle.round)), ("Battle", "over"))
    turn = battle.army(battle.turn).name if battle.turn and battle.settings.turns is Turns.BY_ARMY else "everybody's"
    return (("Round", str(battle.round)), ("Turn", turn))


GAME = Game(
    slug="troops_and_supplies",
    name="Troops and Supplies",
    edition="Attacking 1",
    battle=Battle,
    procedures=(
        OfPiece(
            "attack",
            "Attack",
            Attack,
            attack,
            actors=questions.attackers,
            targets=questions.targets,
            outlook=attack_outlook,
            odds_after=answer_odds,
        ),
        OfPiece(
            "call-in",
            "Call In",
            CallIn,
            call_in,
            actors=questions.spotters,
            targets=questions.spotted,
            questions=questions.call_in_questions,
            outlook=call_in_outlook,
        ),
        OfPiece("move", "Move", Move, move, actors=questions.present, questions=questions.move_questions),
        OfPiece(
            "resupply",
            "Change its supplies",
            Resupply,
            resupply,
            actors=questions.present,
            questions=questions.supply_questions,
        ),
        correction(questions=correct.questions, settle=correct.settle),
        OfBattle("turn", "End turn", EndTurn, end_turn, offered=is_under_way),
        ending("end", EndBattle, close),
        starting(army_problems, begin, sides="armies"),
    ),
    status=status,
    problems=army_problems,
    examples=EXAMPLES,
    demo=DEMO,
    follows=correct.follows,
    left=left,
    board=questions.board,
    vocabulary=VOCABULARY,
)
