"""Airsoft Squads, as its English rules have it, read as RULINGS.md says."""

from rules.airsoft_squads import correct, questions
from rules.airsoft_squads.attack import Attack, resolve
from rules.airsoft_squads.bonus import Grant, grant
from rules.airsoft_squads.demo import DEMO
from rules.airsoft_squads.examples import EXAMPLES
from rules.airsoft_squads.fates import fates
from rules.airsoft_squads.finish import Finish, close, winners
from rules.airsoft_squads.handling import Attaching, Handling, attach_by_hand, handle
from rules.airsoft_squads.medic import Medic, medic
from rules.airsoft_squads.move import Move, move
from rules.airsoft_squads.origins import ORIGINS
from rules.airsoft_squads.outlook import odds_at, outlook
from rules.airsoft_squads.outlook_of_actions import medic_outlook, move_outlook
from rules.airsoft_squads.sheet import SQUADS, Battle, Phase
from rules.airsoft_squads.start import begin, squad_problems
from rules.airsoft_squads.status import left, status
from rules.airsoft_squads.strategy import Strategy, strategy
from rules.airsoft_squads.support import Support, support
from rules.airsoft_squads.vocabulary import VOCABULARY
from rules.airsoft_squads.whose_turn import turn
from rules.correction import correction
from rules.ending import ending
from rules.game import Game, OfBattle, OfPiece
from rules.guards import is_under_way
from rules.starting import starting

GAME = Game(
    slug="airsoft_squads",
    name="Airsoft Squads",
    most_sides=SQUADS,
    edition="English rules 3",
    earlier_editions=("English rules 1", "English rules 2"),
    introduction=(
        "Two squads face each other in rows. Operators act in turns: they attack, move towards their objective, or "
        "help one that was hit. Both sides play cards, then each rolls a die. What AP is above EP goes on the "
        "target's hit counter, and an operator that reaches its DP is HIT. A TURN begins with the STRATEGY phase and "
        "ends when everybody has acted."
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
            make=questions.make_attack,
        ),
        OfPiece(
            "move",
            "MOVE",
            Move,
            move,
            actors=questions.movers,
            questions=questions.move_questions,
            outlook=move_outlook,
        ),
        OfPiece(
            "medic", "MEDIC", Medic, medic, actors=questions.medics, targets=questions.patients, outlook=medic_outlook
        ),
        OfPiece("bonus", "Bonus action", Grant, grant, actors=questions.exhausted, questions=questions.grant_questions),
        OfPiece(
            "handling",
            "Put the card",
            Handling,
            handle,
            actors=questions.handled,
            questions=questions.handling_questions,
        ),
        OfPiece(
            "attaching", "Attach it", Attaching, attach_by_hand, actors=questions.attachable, targets=questions.carriers
        ),
        correction(correctable=correct.correctable, questions=correct.questions, settle=correct.settle),
        OfBattle(
            "strategy",
            "Strategy phase",
            Strategy,
            strategy,
            offered=lambda battle: is_under_way(battle) and battle.phase is Phase.STRATEGY,
        ),
        OfBattle("support", "End the TURN", Support, support, offered=is_under_way),
        ending("finish", Finish, close),
        starting(squad_problems, begin, sides="squads"),
    ),
    turns=turn,
    status=status,
    left=left,
    winners=winners,
    draws=True,
    problems=squad_problems,
    examples=EXAMPLES,
    demo=DEMO,
    follows=correct.follows,
    vocabulary=VOCABULARY,
    origins=ORIGINS,
)
