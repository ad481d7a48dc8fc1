"""Mobile Frame Zero: Rapid Attack, as its rulebook has it and RULINGS.md reads it."""

from rules.correction import correction
from rules.game import Game, OfBattle, OfPiece
from rules.guards import is_under_way
from rules.mobile_frame_zero import correct, questions
from rules.mobile_frame_zero.attack import Attack, resolve
from rules.mobile_frame_zero.demo import DEMO
from rules.mobile_frame_zero.examples import EXAMPLES
from rules.mobile_frame_zero.limits import company_problems
from rules.mobile_frame_zero.outlook import outlook
from rules.mobile_frame_zero.round import EndRound, end_round
from rules.mobile_frame_zero.score import next_to_act, score
from rules.mobile_frame_zero.sheet import Battle
from rules.mobile_frame_zero.spot import Spot, place
from rules.mobile_frame_zero.start import begin
from rules.mobile_frame_zero.stations import Holding, hold
from rules.mobile_frame_zero.turn import Activation, Assignment, activate, assign
from rules.mobile_frame_zero.values import Values, type_values
from rules.mobile_frame_zero.vocabulary import VOCABULARY
from rules.starting import starting


def status(battle: Battle) -> tuple[tuple[str, str], ...]:
    """The round, the doomsday clock and whose turn it is, as pairs of name and value."""
    if battle.over:
        return (("Round", str(battle.round)), ("Doomsday clock", str(battle.doomsday)), ("Battle", "over"))
    company = next_to_act(battle)
    turn = company.name if company else "everybody has acted"
    return (("Round", str(battle.round)), ("Doomsday clock", str(battle.doomsday)), ("Next to act", turn))


def has_attack_die(battle: Battle, actor: str) -> bool:
    """Whether a frame has assigned an attack die that it has not used yet."""
    return any(frame.key == actor and frame.attack is not None for frame in battle.frames)


GAME = Game(
    slug="mobile_frame_zero",
    name="Mobile Frame Zero",
    edition="Rapid Attack 1",
    battle=Battle,
    procedures=(
        OfPiece(
            "attack",
            "Attack",
            Attack,
            resolve,
            actors=questions.attackers,
            targets=questions.targets,
            questions=questions.attack_questions,
            outlook=outlook,
        ),
        OfPiece(
            "activation",
            "Roll its pool",
            Activation,
            activate,
            actors=questions.idle,
            questions=questions.activation_questions,
        ),
        OfPiece("assignment", "Assign its dice", Assignment, assign, actors=questions.unassigned),
        OfPiece(
            "values",
            "Enter its values",
            Values,
            type_values,
            actors=questions.on_board,
            questions=questions.value_questions,
        ),
        OfPiece(
            "spot",
            "Spot",
            Spot,
            place,
            actors=questions.spotters,
            targets=questions.spotted,
            questions=questions.spot_questions,
        ),
        OfPiece(
            "holding",
            "Take the station",
            Holding,
            hold,
            actors=questions.stations,
            questions=questions.holding_questions,
        ),
        correction(
            correctable=questions.correctable, questions=correct.questions, said=correct.said, settle=correct.settle
        ),
        OfBattle("round", "End the round", EndRound, end_round, offered=is_under_way),
        starting(company_problems, begin, sides="companies"),
    ),
    score=score,
    status=status,
    problems=company_problems,
    examples=EXAMPLES,
    demo=DEMO,
    follows=correct.follows,
    is_due=has_attack_die,
    vocabulary=VOCABULARY,
)
