"""Whatever happens: nobody stays up with a counter at its DP, and no operator bears two cards."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from rules.airsoft_squads import GAME
from rules.airsoft_squads.attack import Attack
from rules.airsoft_squads.bonus import Grant
from rules.airsoft_squads.correct import Correction
from rules.airsoft_squads.effects import current
from rules.airsoft_squads.handling import Attaching, Handling
from rules.airsoft_squads.medic import Medic
from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While
from rules.airsoft_squads.move import Move
from rules.airsoft_squads.pieces import Bonus, Card, Kind, Lies
from rules.airsoft_squads.samples import RECKLESS, battle, operator
from rules.airsoft_squads.settings import Medicine, Revealed, Settings
from rules.airsoft_squads.strategy import Strategy
from rules.airsoft_squads.support import Support
from rules.changes import apply, undo
from rules.game import Declared, Illegal
from tests.rules.at_random import play_on

TRIES = 60


def dp(key, operation, amount, reach=Reach.ITSELF):
    return Modifier(key, key, While.ALWAYS, Stat.DP, operation, amount, reach=reach)


def stage_of(chance):
    """Two squads whose operators give each other DP, with cards that do so too, somewhere in a TURN."""
    operators = [
        operator(
            f"{squad} {n}",
            squad,
            n if n < 4 else None,
            dp=chance.randint(3, 7),
            hits=chance.randint(0, 2),
            ap=chance.randint(2, 9),
            team="Hawks",
            skills=tuple(
                chance.sample(
                    (
                        dp(f"{squad} {n} near", Operation.ADD, 2, Reach.IN_RANGE),
                        dp(f"{squad} {n} all", Operation.ADD, 1, Reach.OTHERS),
                        dp(f"{squad} {n} own", Operation.MULTIPLY, 2),
                        replace(RECKLESS, key=f"{squad} {n} wild"),
                    ),
                    k=chance.randint(0, 2),
                )
            ),
        )
        for squad in ("red", "blue")
        for n in range(1, 6)
    ]
    cards = tuple(
        Card(f"{squad} {kind}", f"{squad} {kind}", squad, kind, (dp(f"{squad} {kind} dp", operation, 3),))
        for squad in ("red", "blue")
        for kind, operation in (
            (Kind.ATTACK, Operation.SUBTRACT),
            (Kind.DEFENCE, Operation.ADD),
            (Kind.ITEM, Operation.ADD),
            (Kind.STRATEGY, Operation.SUBTRACT),
        )
    )
    agreed = Settings(medicine=chance.choice(list(Medicine)), revealed=chance.choice(list(Revealed)))
    return battle(*operators, cards=cards, settings=agreed, teamwork=(dp("mates", Operation.ADD, 1),))


def something(chance, stage):
    one, other = (chance.choice(stage.operators).key for _ in range(2))
    card = chance.choice(stage.cards).key
    return chance.choice(
        [
            ("attack", Attack(one, other)),
            ("attack", Attack(one, other)),
            ("move", Move(one, chance.choice((None, other)))),
            ("medic", Medic(one, other)),
            ("bonus", Grant(one, Bonus.ANY)),
            ("handling", Handling(card, chance.choice(list(Lies)))),
            ("attaching", Attaching(card, one)),
            ("correction", Correction(one, (("hits", chance.randint(0, 9)),))),
            ("strategy", Strategy()),
            ("support", Support()),
        ]
    )


@pytest.mark.parametrize("seed", range(40))
def test_nobody_stays_up_with_a_counter_at_its_dp(seed):
    chance = Random(seed)
    stage = stage_of(chance)
    for _ in range(TRIES):
        slug, declared = something(chance, stage)
        try:
            *_, played = play_on(GAME.procedure(slug).resolve, Declared(stage, declared), chance)
        except Illegal:
            continue
        before, stage = stage, apply(stage, played.outcome.changes)
        standing = [o for o in stage.operators if o.active and o.hits >= current(stage, o, Stat.DP)]
        assert not standing, (slug, declared)
        assert max(Counter(card.bearer for card in stage.cards if card.bearer).values(), default=0) <= 1
        assert apply(stage, undo(played.outcome.changes)) == before
