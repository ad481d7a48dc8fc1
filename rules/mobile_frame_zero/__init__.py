"""Mobile Frame Zero: Rapid Attack, as its rulebook has it and RULINGS.md reads it."""

from rules.game import Game, Procedure
from rules.mobile_frame_zero import asking, correct, telling
from rules.mobile_frame_zero.attack import Attack, resolve
from rules.mobile_frame_zero.examples import EXAMPLES
from rules.mobile_frame_zero.outlook import outlook
from rules.mobile_frame_zero.round import EndRound, end_round
from rules.mobile_frame_zero.score import next_to_act, score
from rules.mobile_frame_zero.sheet import Battle
from rules.mobile_frame_zero.spot import Spot, place
from rules.mobile_frame_zero.start import Start, start
from rules.mobile_frame_zero.stations import Holding, hold
from rules.mobile_frame_zero.told import tell
from rules.mobile_frame_zero.turn import Activation, Assignment, activate, assign
from rules.mobile_frame_zero.values import Values, type_values


def status(battle: Battle) -> tuple[tuple[str, str], ...]:
    """The round, the doomsday clock and whose turn it is, as pairs of name and value."""
    if battle.over:
        return (("Round", str(battle.round)), ("Doomsday clock", "0"), ("Battle", "over"))
    company = next_to_act(battle)
    turn = company.name if company else "everybody has acted"
    return (("Round", str(battle.round)), ("Doomsday clock", str(battle.doomsday)), ("Next to act", turn))


GAME = Game(
    slug="mobile_frame_zero",
    name="Mobile Frame Zero",
    edition="Rapid Attack 1",
    battle=Battle,
    procedures=(
        Procedure(
            "attack",
            "Attack",
            Attack,
            resolve,
            actors=asking.attackers,
            targets=asking.targets,
            questions=asking.attack_questions,
            outlook=outlook,
            sentence=telling.attack_sentence,
            option=telling.option,
        ),
        Procedure(
            "activation",
            "Roll its pool",
            Activation,
            activate,
            actors=asking.idle,
            questions=asking.activation_questions,
            sentence=telling.turn_sentence,
            option=telling.option,
        ),
        Procedure(
            "assignment",
            "Assign its dice",
            Assignment,
            assign,
            actors=asking.unassigned,
            sentence=telling.turn_sentence,
            option=telling.option,
        ),
        Procedure(
            "values",
            "Enter its values",
            Values,
            type_values,
            actors=asking.standing,
            questions=asking.value_questions,
        ),
        Procedure(
            "spot",
            "Spot",
            Spot,
            place,
            actors=asking.spotters,
            targets=asking.spotted,
            questions=asking.spot_questions,
        ),
        Procedure(
            "holding",
            "Take the station",
            Holding,
            hold,
            actors=asking.stations,
            questions=asking.holding_questions,
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
        Procedure(
            "round",
            "End the round",
            EndRound,
            end_round,
            sentence=telling.round_sentence,
            option=telling.option,
            offered=lambda battle: battle.started and not battle.over,
        ),
        Procedure("start", "Start the battle", Start, start, offered=lambda battle: not battle.started),
    ),
    score=score,
    status=status,
    examples=EXAMPLES,
    follows=correct.follows,
    tell=tell,
)
