"""What the panel tells before the dice, against the resolver of the whole attack."""

from collections import Counter
from cProfile import Profile
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.management.commands.bench import forget
from rules.asks import Declared, Roll
from rules.changes import apply
from rules.distributions import chances_of
from rules.gods_gloom import GAME
from rules.gods_gloom.asks import ExtraDice, SingleDie
from rules.gods_gloom.attack import SPEND, resolve
from rules.gods_gloom.ends import End, ends_of
from rules.gods_gloom.examples.parts import attack, battle
from rules.gods_gloom.modifiers import DEFENDERS_TYPED, TYPED, Modifier
from rules.gods_gloom.outlook import odds_at, outlook
from rules.gods_gloom.sheet import Kind, Opposites, Settings
from rules.odds import odds, percent
from rules.play import Waiting, play
from rules.sums import Part
from rules.table import Moment
from tests.rules.at_random import play_on


def test_the_outlook_tells_both_pools_and_a_table_that_sums_to_1():
    told = outlook(Declared(battle((4, 2), (2, 2), 4, 4), attack()))
    assert [one.words for one in told.sums] == ["Dice of Reavers: 4 red, 2 blue.", "Dice of Wardens: 2 red, 2 blue."]
    assert [(one.piece, one.total, one.of) for one in told.sums] == [("reavers", 6, "dice"), ("wardens", 4, "dice")]
    assert told.sums[0].parts == (Part("red", 4, colour="red"), Part("blue", 2, colour="blue"))
    assert (told.main.verb, told.main.whom) == ("defeats", "Wardens")
    assert [loss.piece for loss in told.losses] == ["wardens", "reavers"]
    assert sum(row.chance for row in told.table) == 1


def test_the_outlook_says_what_it_rests_on():
    fight = battle(
        (1, 0), (1, 1), defender={"boost": True, "effects": frozenset({"Brittle Bones"})}, horde={"seals": 1}
    )
    fight = replace(fight, armies=(fight.armies[0], replace(fight.armies[1], momentum=2)))
    told = outlook(Declared(fight, attack(modifiers=(Modifier("Berserk", hits=1, own_wounds=1),))))
    assert [one.words for one in told.sums] == [
        "Dice of Reavers: 1 red, 0 blue, 1 Auto-Hit.",
        "Dice of Wardens: 1 red, 1 blue.",
    ]
    assert told.sums[0].of == "die + 1 Auto-Hit"
    assert told.more[0].startswith("With its Boost: Wardens defeated ")
    assert told.more[1:] == (
        "Usual play: no Pool Reroll.",
        "Usual play: failed single dice are rerolled.",
        "Brittle Bones: each time 1 wound more for Wardens.",
    )


def test_the_outlook_tells_the_traits_that_act_by_themselves():
    fight = battle(
        (1, 0), (1, 1), attacker={"traits": "Demoralizing[2], Bloodlust"}, defender={"traits": "Death Curse"}
    )
    assert outlook(Declared(fight, attack())).more == (
        "Demoralizing: a wound takes 2 Morale from Wardens.",
        "Bloodlust: a wound gives Reavers a Boost at the end.",
        "Death Curse: destroying Wardens gives Reavers 1 wound and Weak.",
    )
    assert len(outlook(Declared(fight, attack(Kind.RANGED))).more) == 1


def ends(fight, declared):
    """How both units and the melee end by the resolver of the whole attack, in usual play."""
    found = Counter()
    for outcome, chance in odds(resolve, Declared(fight, declared)).items():
        after = apply(fight, outcome.changes)
        lost = (fight.unit(key).current_health - after.unit(key).current_health for key in ("wardens", "reavers"))
        found[End(*lost, outcome.winner == "reavers")] += chance
    return found


class Spends:
    """A table at which the defender spends its Boost."""

    def __init__(self, table):
        self.table = table

    def __getattr__(self, name):
        return getattr(self.table, name)

    def choose(self, ask):
        return SPEND if SPEND in ask.options else self.table.choose(ask)


def spending(declared, table):
    return resolve(declared, Spends(table))


def test_the_outlook_tells_the_odds_of_a_spent_boost_beside_those_without():
    fight = battle((3, 1), (1, 1), 2, 2, defender={"boost": True})
    declared = Declared(fight, attack())
    told = outlook(declared)
    wins = [
        sum(chance for outcome, chance in odds(resolver, declared).items() if outcome.winner == "reavers")
        for resolver in (resolve, spending)
    ]
    assert told.main.chance == wins[0] > wins[1]
    assert told.more[0].startswith(f"With its Boost: Wardens defeated {percent(wins[1])}, ")


TRAITS = ["", "Demoralizing[1]", "Demoralizing[2], Bloodlust", "Death Curse", "Bloodlust, Death Curse"]
BERSERK = Modifier("Berserk", hits=1, own_wounds=1)
ROWS = [
    (),
    (BERSERK,),
    (Modifier("Direct Wounds", wounds=1), Modifier("All-Out Attack", red=1, own_wounds=1)),
    (Modifier("Harass", morale=1),),
    (Modifier("Aura of Precision", rerolls=1),),
]
sides = st.fixed_dictionaries(
    {
        "traits": st.sampled_from(TRAITS),
        "effects": st.sampled_from([frozenset(), frozenset({"Brittle Bones"})]),
        "morale_tokens": st.integers(0, 2),
        "weak": st.booleans(),
    }
)


@settings(max_examples=60, deadline=None)
@given(
    pools=st.tuples(*[st.integers(0, 1)] * 2, *[st.integers(0, 1)] * 2),
    health=st.tuples(*[st.integers(1, 3)] * 2),
    attacker=sides,
    defender=sides,
    boost=st.booleans(),
    momentum=st.sampled_from([(0, 0), (2, 0), (0, 2)]),
    kind=st.sampled_from(Kind),
    rows=st.sampled_from(ROWS),
    theirs=st.sampled_from([(), (Modifier("Karmic Retribution"),), (Modifier("Wall", blue=1, rerolls=1),), (BERSERK,)]),
    opposites=st.sampled_from(Opposites),
)
def test_the_outlook_ends_as_the_resolver_does(
    pools, health, attacker, defender, boost, momentum, kind, rows, theirs, opposites
):
    attacker["morale_tokens"] = max(1, attacker["morale_tokens"])
    fight = battle(
        pools[:2], pools[2:], *health, attacker=attacker, defender={**defender, "boost": boost},
        horde={"momentum": momentum[0], "seals": 1}, host={"momentum": momentum[1]},
    )  # fmt: skip
    fight = replace(fight, settings=Settings(opposites=opposites))
    declared = attack(kind, modifiers=rows, target_modifiers=theirs)
    assert chances_of(ends_of(fight, declared, boosted=False).cases) == ends(fight, declared)


@pytest.mark.parametrize("seed", range(30))
def test_whatever_can_be_declared_can_be_told_at_every_ask(seed):
    random = Random(seed)

    def some(columns):
        row = Modifier("Row", **{column.name: random.choice([0, column.least, column.most]) for column in columns})
        return (row,) if random.random() < 0.8 else ()

    unit = {"boost": True, "weak": random.random() < 0.5, "traits": "Bloodlust, Death Curse, Demoralizing[9]"}
    fight = battle((12, 12), (12, 12), attacker=unit, defender=unit, horde={"seals": 9, "momentum": 2})
    declared = Declared(
        fight, attack(random.choice(list(Kind)), modifiers=some(TYPED), target_modifiers=some(DEFENDERS_TYPED))
    )
    procedure = GAME.procedure("attack")
    replies, asks, _ = play_on(procedure.resolve, declared, random)
    assert all(one.words for one in outlook(declared).sums)
    for number, ask in enumerate(asks):
        assert ask.sentence(declared)
        assert procedure.options(Moment(declared, replies[:number], ask)) or isinstance(ask, Roll)


def test_the_odds_stay_in_sight_at_the_extra_dice_of_every_example():
    told = []
    for example in GAME.examples:
        for count in range(len(example.replies) if example.procedure == "attack" else 0):
            replies = example.replies[:count]
            asked = play(resolve, example.declared, replies)
            if isinstance(asked, Waiting) and isinstance(asked.ask, ExtraDice):
                told.append(odds_at(Moment(example.declared, replies, asked.ask), None))
    assert len(told) > 2
    assert all(odds and odds.main and any(len(lost.steps) > 1 for lost in odds.losses) for odds in told)


def calls(counted):
    """The calls that something takes when nothing was counted before."""
    forget()
    profile = Profile()
    profile.runcall(counted)
    return sum(each.callcount for each in profile.getstats())


def typed(rows, **numbers):
    return tuple(Modifier(f"Row {number}", **numbers, typed=True) for number in range(rows))


def large(health, rows, **more):
    """Both units with full pools and so much health, and the same typed rows."""
    fight = battle((12, 12), (12, 12), horde={"seals": 1}, **more)
    whole = (replace(unit, health=health, current_health=health) for unit in fight.units)
    return Declared(replace(fight, units=tuple(whole)), attack(modifiers=rows, target_modifiers=rows))


@pytest.mark.parametrize(
    ("declared", "most"),
    [
        (large(4, typed(6, rerolls=3)), 20_000),
        (large(20, typed(2, red=8, blue=8)), 80_000),
        (large(20, typed(6, rerolls=3, red=2, blue=2), defender={"boost": True}), 160_000),
    ],
    ids=["eighteen rerolls", "28 dice", "everything and a Boost"],
)
def test_many_dice_and_rerolls_are_counted_with_few_calls(declared, most):
    assert calls(lambda: outlook(declared)) < most


def test_which_of_many_dice_is_rerolled_is_counted_with_few_calls():
    declared = large(20, typed(6, rerolls=3, red=2, blue=2))
    procedure = GAME.procedure("attack")
    replies, asks, _ = play_on(procedure.resolve, declared, Random(3))
    number = next(number for number, ask in enumerate(asks) if isinstance(ask, SingleDie))
    moment = Moment(declared, replies[:number], asks[number])
    assert calls(lambda: procedure.options(moment)) < 200_000
