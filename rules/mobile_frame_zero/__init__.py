"""Mobile Frame Zero: Rapid Attack, as its rulebook has it and RULINGS.md reads it."""

from rules.correction import correction
from rules.game import Game, OfBattle, OfPiece
from rules.guards import is_under_way
from rules.mobile_frame_zero import correct, questions
from rules.mobile_frame_zero.attack import Attack, resolve
from rules.mobile_frame_zero.demo import DEMO
from rules.mobile_frame_zero.examples import EXAMPLES
from rules.mobile_frame_zero.fates import fates
from rules.mobile_frame_zero.limits import company_problems
from rules.mobile_frame_zero.origins import ORIGINS
from rules.mobile_frame_zero.outlook import odds_at, outlook
from rules.mobile_frame_zero.round import EndRound, end_round, ending_questions, winners
from rules.mobile_frame_zero.score import score
from rules.mobile_frame_zero.sheet import Battle
from rules.mobile_frame_zero.spot import Spot, place
from rules.mobile_frame_zero.start import begin
from rules.mobile_frame_zero.stations import Holding, hold
from rules.mobile_frame_zero.turn import Activation, Assignment, activate, assign
from rules.mobile_frame_zero.values import Values, type_values
from rules.mobile_frame_zero.vocabulary import VOCABULARY
from rules.mobile_frame_zero.whose_turn import turn
from rules.shapes import unchanged
from rules.starting import starting


def status(battle: Battle) -> tuple[tuple[str, str], ...]:
    """The round and the doomsday clock, as pairs of name and value."""
    over = (("Battle", "over"),) if battle.over else ()
    return (("Round", str(battle.round)), ("Doomsday clock", str(battle.doomsday)), *over)


def has_attack_die(battle: Battle, actor: str) -> bool:
    """Whether a frame has assigned an attack die that it has not used yet."""
    return any(frame.key == actor and frame.attack is not None for frame in battle.frames)


GAME = Game(
    slug="mobile_frame_zero",
    name="Mobile Frame Zero",
    edition="Rapid Attack 1",
    introduction=(
        "Each company has frames made of systems, and every system gives it dice. A frame acts once a round: it rolls "
        "all its dice and assigns one each to attack, defence, movement and spot. The company with the highest score "
        "acts first. Attack and spot against defence give the damage dice; each hit costs a system, and the die it "
        "gives. Score counts frames and stations. The doomsday clock goes down each round, and at 0 the highest score "
        "wins."
    ),
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
            odds_at=odds_at,
            fates=fates,
        ),
        OfPiece(
            "activation",
            "Roll its pool",
            Activation,
            activate,
            actors=questions.idle,
            questions=questions.activation_questions,
            fates=fates,
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
        OfBattle("round", "End the round", EndRound, end_round, questions=ending_questions, offered=is_under_way),
        starting(company_problems, begin, sides="companies"),
    ),
    score=score,
    winners=winners,
    turns=turn,
    status=status,
    problems=company_problems,
    examples=EXAMPLES,
    demo=DEMO,
    follows=correct.follows,
    is_due=has_attack_die,
    vocabulary=VOCABULARY,
    origins=ORIGINS,
    # More is said where something is declared.
    earlier=(unchanged,),
)
