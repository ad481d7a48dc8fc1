"""Gods Gloom, as its online rulebook and the readings in RULINGS.md have it."""

from rules.correction import correction
from rules.game import Game, OfBattle, OfPiece
from rules.gods_gloom import action, correct, ending, questions
from rules.gods_gloom.attack import Attack, resolve
from rules.gods_gloom.demo import DEMO
from rules.gods_gloom.earlier import EARLIER
from rules.gods_gloom.examples import EXAMPLES
from rules.gods_gloom.fates import fates
from rules.gods_gloom.origins import ORIGINS
from rules.gods_gloom.outlook import odds_at, outlook, prospect
from rules.gods_gloom.score import left, score
from rules.gods_gloom.sheet import Battle
from rules.gods_gloom.start import ARMIES, army_problems, begin
from rules.gods_gloom.vocabulary import VOCABULARY
from rules.gods_gloom.whose_turn import turn
from rules.guards import is_under_way
from rules.starting import starting

GAME = Game(
    slug="gods_gloom",
    name="Gods Gloom",
    most_sides=ARMIES,
    edition="Part V 2",
    earlier_editions=("Part V",),
    introduction=(
        "Two armies of units fight with red and blue dice: Offence against Guard. Traits, Charges, formations and "
        "tokens add dice or take them away, and are tapped before the roll. What gets through are wounds; the loser "
        "of a melee also loses Morale. Each unit is activated once a round. Soulshards are counted as the round ends, "
        "and the army with the most wins."
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
            prospect=prospect,
            odds_at=odds_at,
            fates=fates,
        ),
        OfPiece("action", "Act", action.Action, action.act, actors=questions.actors, questions=action.questions),
        OfPiece("stand", "Stand ground (1 Morale)", action.Stand, action.stand, actors=questions.pressed),
        correction(questions=correct.questions, settle=correct.settle, upgrade=correct.upgraded),
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
            by_hand=True,
            offered=lambda battle: battle.started,
        ),
        starting(army_problems, begin, sides="armies"),
    ),
    score=score,
    winners=ending.winners,
    point="Soulshard",
    left=left,
    turns=turn,
    problems=army_problems,
    examples=EXAMPLES,
    demo=DEMO,
    follows=correct.follows,
    vocabulary=VOCABULARY,
    earlier=EARLIER,
    origins=ORIGINS,
)
