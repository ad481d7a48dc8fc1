"""X-Wing, second edition: the attack as the seed has it (2.0), and 2.5 where the dossier tells it apart."""

from rules.game import Answers, Game, Procedure
from rules.records import from_json
from rules.x_wing import asking, correct, ending, gaining, leaving, mending, mission, phases, telling
from rules.x_wing.adding import addable
from rules.x_wing.attack import Attack, resolve
from rules.x_wing.dice import BLANK, CRIT, EVADE, FOCUS, HIT
from rules.x_wing.engaging import Engagement, engage
from rules.x_wing.examples import EXAMPLES
from rules.x_wing.outlook import outlook
from rules.x_wing.score import score
from rules.x_wing.sheet import Battle, Phase
from rules.x_wing.standing import prospect
from rules.x_wing.start import Start, start
from rules.x_wing.told import tell


def status(battle: Battle) -> tuple[tuple[str, str], ...]:
    """The round, the phase, who engages and who is the first player, as pairs of name and value."""
    told = [("Round", str(battle.round)), ("Phase", str(battle.phase))]
    if battle.phase is Phase.ENGAGEMENT and battle.initiative is not None:
        told.append(("Engaging", f"initiative {battle.initiative}"))
    if battle.first is not None:
        told.append(("First player", battle.squad(battle.first).name))
    if battle.over:
        told.append(("Battle", "over"))
    return tuple(told)


def _bonus(answers: Answers) -> Attack:
    return from_json(Attack, {**answers, "bonus": True}, "Bonus attack")


def _runs(battle: Battle) -> bool:
    return battle.started and not battle.over


GAME = Game(
    slug="x_wing",
    name="X-Wing",
    edition="Second edition 1",
    battle=Battle,
    procedures=(
        Procedure(
            "attack",
            "Attack",
            Attack,
            resolve,
            actors=asking.attackers,
            targets=asking.targets,
            questions=asking.questions,
            outlook=outlook,
            sentence=telling.sentence,
            option=telling.option,
            prospect=prospect,
            addable=addable,
        ),
        Procedure(
            "bonus",
            "Bonus attack",
            Attack,
            resolve,
            actors=asking.bonus_attackers,
            targets=asking.bonus_targets,
            questions=asking.bonus_questions,
            outlook=outlook,
            sentence=telling.sentence,
            option=telling.option,
            prospect=prospect,
            addable=addable,
            make=_bonus,
        ),
        Procedure("engage", "Engage without attacking", Engagement, engage, actors=asking.engaging),
        Procedure(
            "tokens",
            "Tokens and lock",
            gaining.Tokens,
            gaining.set_tokens,
            actors=asking.on_board,
            questions=gaining.questions,
            sentence=telling.sentence,
            option=telling.option,
        ),
        Procedure(
            "damage",
            "Suffer damage",
            mending.Harm,
            mending.harm,
            actors=asking.on_board,
            questions=mending.harm_questions,
            sentence=telling.sentence,
            option=telling.option,
        ),
        Procedure(
            "card",
            "Repair or turn a damage card",
            mending.Mending,
            mending.mend,
            actors=asking.mendable,
            questions=mending.mend_questions,
            sentence=telling.sentence,
            option=telling.option,
        ),
        Procedure("leave", "Leave the board", leaving.Leaving, leaving.leave, actors=leaving.who_can_leave),
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
            "advance",
            "Go on",
            phases.GoOn,
            phases.go_on,
            sentence=telling.sentence,
            option=telling.option,
            offered=_runs,
        ),
        Procedure(
            "engagement",
            "To the Engagement Phase",
            phases.ToEngagement,
            phases.to_engagement,
            sentence=telling.sentence,
            option=telling.option,
            offered=lambda battle: _runs(battle) and battle.phase not in (Phase.ENGAGEMENT, Phase.END),
        ),
        Procedure(
            "mission",
            "Scenario points",
            mission.Mission,
            mission.add_points,
            sentence=telling.sentence,
            option=telling.option,
            offered=mission.is_offered,
        ),
        Procedure(
            "start",
            "Start the battle",
            Start,
            start,
            sentence=telling.sentence,
            option=telling.option,
            offered=lambda battle: not battle.started,
        ),
        Procedure("finish", "End the battle", ending.Finish, ending.finish, offered=_runs),
    ),
    score=score,
    status=status,
    examples=EXAMPLES,
    follows=correct.follows,
    symbols=(HIT, CRIT, FOCUS, BLANK, EVADE),
    tell=tell,
)
