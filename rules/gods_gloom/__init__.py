"""Gods Gloom, as its online rulebook and the readings in RULINGS.md have it."""

from rules.correction import correction
from rules.game import Game, OfBattle, OfPiece
from rules.gods_gloom import action, correct, ending, questions
from rules.gods_gloom.attack import Attack, resolve
from rules.gods_gloom.demo import DEMO
from rules.gods_gloom.examples import EXAMPLES
from rules.gods_gloom.outlook import odds_after, outlook
from rules.gods_gloom.score import left, score, status
from rules.gods_gloom.sheet import Battle
from rules.gods_gloom.start import army_problems, begin
from rules.gods_gloom.vocabulary import VOCABULARY
from rules.guards import is_under_way
from rules.starting import starting

GAME = Game(
    slug="gods_gloom",
    name="Gods Gloom",
    edition="Part V",
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
            odds_after=odds_after,
        ),
        OfPiece("action", "Act", action.Action, action.act, actors=questions.actors, questions=action.questions),
        OfPiece("stand", "Stand its ground (1 Morale)", action.Stand, action.stand, actors=questions.pressed),
        correction(
            questions=correct.questions,
            settle=correct.settle,
            upgrade=correct.upgraded,
        ),
        OfBattle(
            "round",
            "End the round",
            ending.EndRound,
            ending.end_round,
            questions=ending.questions,
            make=ending.make,
            offered=is_under_way,
        ),
        OfBattle(
            "armies",
            "Correct the armies",
            correct.ArmiesCorrection,
            correct.correct_armies,
            questions=correct.army_questions,
            make=correct.make_armies,
            offered=lambda battle: battle.started,
        ),
        starting(army_problems, begin, sides="armies"),
    ),
    score=score,
    point="Soulshard",
    left=left,
    status=status,
    problems=army_problems,
    examples=EXAMPLES,
    demo=DEMO,
    follows=correct.follows,
    vocabulary=VOCABULARY,
)
