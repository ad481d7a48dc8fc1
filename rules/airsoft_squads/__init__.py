"""Airsoft Squads, as its English rules have it, read as RULINGS.md says."""

from rules.airsoft_squads import asking, correct, telling
from rules.airsoft_squads.attack import Attack, resolve
from rules.airsoft_squads.bonus import Grant, grant
from rules.airsoft_squads.examples import EXAMPLES
from rules.airsoft_squads.finish import Finish, finish
from rules.airsoft_squads.handling import Attaching, Handling, attach_by_hand, handle
from rules.airsoft_squads.medic import Medic, medic
from rules.airsoft_squads.move import Move, move
from rules.airsoft_squads.outlook import outlook
from rules.airsoft_squads.outlook_of_actions import medic_outlook, move_outlook
from rules.airsoft_squads.sheet import Battle, Phase
from rules.airsoft_squads.standing import standing, status
from rules.airsoft_squads.start import Start, start
from rules.airsoft_squads.strategy import Strategy, strategy
from rules.airsoft_squads.support import Support, support
from rules.airsoft_squads.told import tell
from rules.game import Game, Procedure


def _under_way(battle: Battle) -> bool:
    return battle.started and not battle.over


GAME = Game(
    slug="airsoft_squads",
    name="Airsoft Squads",
    edition="English rules 1",
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
            make=asking.make_attack,
            sentence=telling.sentence,
            option=telling.option,
        ),
        Procedure(
            "move",
            "MOVE",
            Move,
            move,
            actors=asking.movers,
            questions=asking.move_questions,
            outlook=move_outlook,
            sentence=telling.sentence,
            option=telling.option,
        ),
        Procedure(
            "medic",
            "MEDIC",
            Medic,
            medic,
            actors=asking.medics,
            targets=asking.patients,
            outlook=medic_outlook,
            sentence=telling.sentence,
            option=telling.option,
        ),
        Procedure(
            "bonus",
            "Bonus action",
            Grant,
            grant,
            actors=asking.exhausted,
            questions=asking.grant_questions,
        ),
        Procedure(
            "handling",
            "Put the card",
            Handling,
            handle,
            actors=asking.handled,
            questions=asking.handling_questions,
            sentence=telling.sentence,
            option=telling.option,
        ),
        Procedure(
            "attaching",
            "Attach it",
            Attaching,
            attach_by_hand,
            actors=asking.attachable,
            targets=asking.carriers,
            sentence=telling.sentence,
            option=telling.option,
        ),
        Procedure(
            "correction",
            "Correct by hand",
            correct.Correction,
            correct.correct,
            actors=correct.correctable,
            questions=correct.questions,
            make=correct.make,
        ),
        Procedure(
            "strategy",
            "Strategy phase",
            Strategy,
            strategy,
            sentence=telling.sentence,
            option=telling.option,
            offered=lambda battle: _under_way(battle) and battle.phase is Phase.STRATEGY,
        ),
        Procedure(
            "support",
            "End the TURN",
            Support,
            support,
            sentence=telling.sentence,
            option=telling.option,
            offered=_under_way,
        ),
        Procedure(
            "finish",
            "End the battle",
            Finish,
            finish,
            sentence=telling.sentence,
            option=telling.option,
            offered=_under_way,
        ),
        Procedure("start", "Start the battle", Start, start, offered=lambda battle: not battle.started),
    ),
    status=status,
    standing=standing,
    examples=EXAMPLES,
    follows=correct.follows,
    tell=tell,
)
