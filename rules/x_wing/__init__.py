"""X-Wing, second edition: 2.0, and 2.5 where it is told apart; sources are cited by their names in ``RULINGS.md``."""

from collections.abc import Callable
from functools import partial

from rules.correction import correction
from rules.game import Game, OfBattle, OfPiece
from rules.guards import is_under_way
from rules.questions import Answers
from rules.records import from_json
from rules.starting import starting
from rules.x_wing import correct, ending, leaving, mending, mission, phases
from rules.x_wing.attack import Attack, resolve
from rules.x_wing.attack_questions import of_ships, questions, targets
from rules.x_wing.declaration import why_not_attack, why_not_bonus, why_not_engage, why_not_now
from rules.x_wing.demo import DEMO
from rules.x_wing.dice import BLANK, CRIT, EVADE, FOCUS, HIT
from rules.x_wing.earlier import EARLIER
from rules.x_wing.engaging import Engagement, engage
from rules.x_wing.examples import EXAMPLES
from rules.x_wing.fates import fates
from rules.x_wing.forgotten_abilities import addable
from rules.x_wing.gaining import Gains, gain, gain_questions, gains_of
from rules.x_wing.origins import ORIGINS
from rules.x_wing.outlook import odds_at, outlook, prospect
from rules.x_wing.score import score
from rules.x_wing.set_tokens import Tokens, set_tokens, token_questions
from rules.x_wing.sheet import Battle, Phase
from rules.x_wing.ship import Ship
from rules.x_wing.start import begin, squad_problems
from rules.x_wing.vocabulary import VOCABULARY
from rules.x_wing.whose_turn import turn


def status(battle: Battle) -> tuple[tuple[str, str], ...]:
    """The round, and the phase and who is the first player until it is over, as pairs of name and value."""
    now = ("Round", str(battle.round))
    if battle.over:
        return now, ("Battle", "over")
    first = (("First player", battle.squad(battle.first).name),) if battle.first is not None else ()
    return now, ("Phase", str(battle.phase)), *first


def _bonus(answers: Answers) -> Attack:
    return from_json(Attack, {**answers, "bonus": True}, "Bonus attack")


def _attack(
    slug: str, name: str, why_not: Callable[[Battle, Ship], str], *, bonus: bool = False
) -> OfPiece[Battle, Attack]:
    """The procedure of an attack, or of a bonus attack."""
    return OfPiece(
        slug,
        name,
        Attack,
        resolve,
        actors=of_ships(why_not),
        targets=partial(targets, bonus=bonus),
        questions=partial(questions, bonus=bonus),
        outlook=outlook,
        prospect=prospect,
        odds_at=odds_at,
        fates=fates,
        addable=addable,
        make=_bonus if bonus else None,
    )


GAME = Game(
    slug="x_wing",
    name="X-Wing",
    edition="Second edition 7",
    earlier_editions=tuple(f"Second edition {number}" for number in range(1, 7)),
    introduction=(
        "Two squads of ships. In the Engagement Phase they attack one initiative after the other, the highest first. "
        "Red dice hit, green dice evade, and tokens, locks and cards change both. Hits take shields, then hull, as "
        "damage cards. Tap tokens in as ships gain them; the rest of a round, dials and movement, stays on the table."
    ),
    battle=Battle,
    procedures=(
        _attack("attack", "Attack", why_not_attack),
        _attack("bonus", "Bonus attack", why_not_bonus, bonus=True),
        OfPiece("engage", "Engage without attacking", Engagement, engage, actors=of_ships(why_not_engage)),
        OfPiece(
            "tokens", "Tokens and lock", Tokens, set_tokens, actors=of_ships(why_not_now), questions=token_questions
        ),
        OfPiece(
            "damage",
            "Suffer damage",
            mending.Harm,
            mending.harm,
            actors=of_ships(why_not_now),
            questions=mending.harm_questions,
        ),
        OfPiece(
            "card",
            "Repair or turn a damage card",
            mending.Mending,
            mending.mend,
            actors=of_ships(mending.why_not_mended),
            questions=mending.mend_questions,
        ),
        OfPiece("leave", "Leave the board", leaving.Leaving, leaving.leave, actors=of_ships(leaving.why_not_leave)),
        correction(
            correctable=of_ships(lambda battle, ship: ""),
            questions=correct.questions,
            said=correct.said,
            settle=correct.settle,
        ),
        OfBattle("gains", "Tokens for all", Gains, gain, questions=gain_questions, make=gains_of, offered=is_under_way),
        OfBattle("advance", "Go on", phases.GoOn, phases.go_on, questions=phases.questions, offered=is_under_way),
        OfBattle(
            "engagement",
            "To the Engagement Phase",
            phases.ToEngagement,
            phases.to_engagement,
            offered=lambda battle: is_under_way(battle) and battle.phase not in (Phase.ENGAGEMENT, Phase.END),
        ),
        OfBattle("mission", "Scenario points", mission.Mission, mission.add_points, offered=mission.is_offered),
        starting(squad_problems, begin, sides="squads"),
        OfBattle(
            "finish",
            "End the battle",
            ending.Finish,
            ending.finish,
            questions=ending.questions,
            offered=is_under_way,
            ends=True,
        ),
    ),
    score=score,
    winners=ending.winners,
    turns=turn,
    status=status,
    problems=squad_problems,
    examples=EXAMPLES,
    demo=DEMO,
    follows=correct.follows,
    symbols=(HIT, CRIT, FOCUS, BLANK, EVADE),
    vocabulary=VOCABULARY,
    earlier=EARLIER,
    origins=ORIGINS,
)
