"""Whatever happens: nobody stays up with a counter at the DP that its card shows, and no operator bears two cards."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from rules.airsoft_squads import GAME
from rules.airsoft_squads.attack import Attack
from rules.airsoft_squads.bonus import Grant
from rules.airsoft_squads.effects import current
from rules.airsoft_squads.handling import Attaching, Handling
from rules.airsoft_squads.medic import Medic
from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While
from rules.airsoft_squads.modify import conditional
from rules.airsoft_squads.move import Move
from rules.airsoft_squads.pieces import Bonus, Card, Kind, Lies
from rules.airsoft_squads.samples import RECKLESS, battle, operator
from rules.airsoft_squads.settings import Medicine, Revealed, Settings
from rules.airsoft_squads.strategy import Strategy
from rules.airsoft_squads.support import Support
from rules.asks import Declared
from rules.changes import apply, undo
from rules.correction import Correction
from rules.game import Illegal
from tests.rules.at_random import play_on

TRIES = 50


def dp(key, operation, amount, reach=Reach.ITSELF, side=While.ALWAYS):
    condition = "" if side is While.ALWAYS else "it lies down"
    return Modifier(key, key, side, Stat.DP, operation, amount, condition, reach)


def stage_of(chance):
    """Two squads whose operators give each other DP, with cards that do so too, somewhere in a TURN."""
    operators = [
        operator(
            f"{squad} {n}",
            squad,
            n if n < 4 else None,
            dp=chance.randint(4, 9),
            hits=chance.randint(0, 2),
            ap=chance.randint(5, 9),
            team="Hawks",
            skills=(
                dp(f"{squad} {n} low", Operation.ADD, 9, side=While.TARGET),
                *chance.sample(
                    (
                        dp(f"{squad} {n} near", Operation.ADD, 2, Reach.IN_RANGE),
                        dp(f"{squad} {n} all", Operation.ADD, 1, Reach.OTHERS),
                        dp(f"{squad} {n} own", Operation.MULTIPLY, 2),
                        dp(f"{squad} {n} fears", Operation.SUBTRACT, 2, Reach.ENEMIES),
                        dp(f"{squad} {n} cover", Operation.ADD, 3, Reach.IN_RANGE, While.TARGET),
                        dp(f"{squad} {n} bare", Operation.SUBTRACT, 2, Reach.ENEMIES, While.TARGET),
                        dp(f"{squad} {n} spares", Operation.ADD, 3, side=While.ATTACKER),
                        replace(RECKLESS, key=f"{squad} {n} wild"),
                    ),
                    k=chance.randint(0, 4),
                ),
            ),
        )
        for squad in ("red", "blue")
        for n in range(1, 6)
    ]
    cards = tuple(
        Card(f"{squad} {key}", f"{squad} {key}", squad, kind, (dp(f"{squad} {key} dp", operation, 3, side=side),))
        for squad in ("red", "blue")
        for key, kind, operation, side in (
            ("attack", Kind.ATTACK, Operation.SUBTRACT, While.ALWAYS),
            ("aim", Kind.ATTACK, Operation.ADD, While.ATTACKER),
            ("defence", Kind.DEFENCE, Operation.ADD, While.ALWAYS),
            ("duck", Kind.DEFENCE, Operation.ADD, While.TARGET),
            ("item", Kind.ITEM, Operation.ADD, While.ALWAYS),
            ("strategy", Kind.STRATEGY, Operation.SUBTRACT, While.ALWAYS),
        )
    )
    agreed = Settings(medicine=chance.choice(list(Medicine)), revealed=chance.choice(list(Revealed)))
    return battle(*operators, cards=cards, settings=agreed, teamwork=(dp("mates", Operation.ADD, 1),))


def something(chance, stage):
    one, other = (chance.choice(stage.operators).key for _ in range(2))
    card = chance.choice(stage.cards).key
    return chance.choice(
        [
            ("attack", attack(chance, stage)),
            ("attack", attack(chance, stage)),
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


def attack(chance, stage):
    """An attack of anybody on an enemy; most of the conditions that are asked hold."""
    attacker = chance.choice(stage.operators)
    target = chance.choice([operator for operator in stage.operators if operator.squad != attacker.squad])
    asked = [effect.modifier.key for effect in conditional(stage, attacker, target)]
    return Attack(attacker.key, target.key, tuple(key for key in asked if chance.random() < 0.8))


@pytest.mark.parametrize("seed", range(40))
def test_nobody_stays_up_with_a_counter_at_the_dp_that_its_card_shows(seed):
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
        assert slug != "support" or not any(operator.held for operator in stage.operators)
        assert max(Counter(card.bearer for card in stage.cards if card.bearer).values(), default=0) <= 1
        assert apply(stage, undo(played.outcome.changes)) == before
