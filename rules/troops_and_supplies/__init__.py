"""Troops and Supplies, as its one known text and the readings in RULINGS.md have it."""

from rules.correction import correction
from rules.ending import usual_ending
from rules.game import Game, OfBattle, OfPiece
from rules.guards import is_under_way
from rules.shapes import unchanged
from rules.starting import starting
from rules.troops_and_supplies import correct, questions
from rules.troops_and_supplies.armies import army_problems, left
from rules.troops_and_supplies.attack import Attack, CallIn, attack, call_in
from rules.troops_and_supplies.demo import DEMO
from rules.troops_and_supplies.examples import EXAMPLES
from rules.troops_and_supplies.fates import fates
from rules.troops_and_supplies.hand import Move, Resupply, move, resupply
from rules.troops_and_supplies.origins import ORIGINS
from rules.troops_and_supplies.outlook import attack_odds_at, attack_outlook, call_in_odds_at, call_in_outlook
from rules.troops_and_supplies.sheet import Battle
from rules.troops_and_supplies.turn import EndTurn, begin, end_turn, left_of_all
from rules.troops_and_supplies.vocabulary import VOCABULARY
from rules.troops_and_supplies.whose_turn import turn

GAME = Game(
    slug="troops_and_supplies",
    name="Troops and Supplies",
    edition="Attacking 1",
    introduction=(
        "Two armies of units stand on squares. A unit attacks with as many dice as it has strength, and pays for it "
        "with supplies. A defence die takes out an attack die that it meets or beats; the others are losses, and "
        "the target may strike back. Units with indirect fire can be called in by others. In its turn each unit of an "
        "army attacks once; the players say who has won."
    ),
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
            odds_at=attack_odds_at,
            fates=fates,
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
            odds_at=call_in_odds_at,
            fates=fates,
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
        usual_ending(left_of_all),
        starting(army_problems, begin, sides="armies"),
    ),
    turns=turn,
    problems=army_problems,
    examples=EXAMPLES,
    demo=DEMO,
    follows=correct.follows,
    left=left,
    board=questions.board,
    vocabulary=VOCABULARY,
    origins=ORIGINS,
    # More is said where something is declared.
    earlier=(unchanged,),
)
