"""Gods Gloom, as its online rulebook and the readings in RULINGS.md have it."""

from rules.game import Game, Procedure
from rules.gods_gloom import action, asking, correct, ending, telling
from rules.gods_gloom.attack import Attack, resolve
from rules.gods_gloom.examples import EXAMPLES
from rules.gods_gloom.outlook import outlook
from rules.gods_gloom.score import score, standing, status
from rules.gods_gloom.sheet import Battle
from rules.gods_gloom.start import Start, start
from rules.gods_gloom.told import tell

GAME = Game(
    slug="gods_gloom",
    name="Gods Gloom",
    edition="Part V",
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
            option=telling.attack_option,
        ),
        Procedure("action", "Act", action.Action, action.act, actors=asking.actors, questions=action.questions),
        Procedure("stand", "Stand its ground (1 Morale)", action.Stand, action.stand, actors=asking.pressed),
        Procedure(
            "correction",
            "Correct by hand",
            correct.Correction,
            correct.correct,
            actors=lambda battle: {unit.key: "" for unit in battle.units},
            questions=correct.questions,
            make=correct.make,
        ),
        Procedure(
            "round",
            "End the round",
            ending.EndRound,
            ending.end_round,
            questions=ending.questions,
            make=ending.make,
            offered=lambda battle: not ending.why_not(battle),
        ),
        Procedure(
            "armies",
            "Correct the armies",
            correct.ArmiesCorrection,
            correct.correct_armies,
            questions=correct.army_questions,
            make=correct.make_armies,
            offered=lambda battle: battle.started,
        ),
        Procedure("start", "Start the battle", Start, start, offered=lambda battle: not battle.started),
    ),
    score=score,
    point="Soulshard",
    standing=standing,
    status=status,
    examples=EXAMPLES,
    follows=correct.follows,
    tell=tell,
)
