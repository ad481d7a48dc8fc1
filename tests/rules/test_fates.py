"""What became of each die, in every game: told for each of them, and as the resolver counted it."""

import re
from random import Random

import pytest

from companion.at_random import declaration
from rules.fates import Became
from rules.games import GAMES
from rules.replay import Record, of_example
from tests.rules.at_random import play_on

EXAMPLES = [
    pytest.param(game, example, id=f"{game.slug} {example.slug}")
    for game in GAMES.values()
    for example in game.examples
    if not example.refused
]


def became(record):
    """What is told of the dice: a line of words for each pool."""
    return [
        " ".join(f"{face}:{fate.became if fate else '-'}" for face, fate in faces)
        for roll in record.rolled()
        for _, faces in roll.dice
    ]


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_each_die_of_an_example_keeps_its_place_and_has_at_most_one_fate(game, example):
    record = of_example(game, example)
    for length in range(len(record.replies) + 1):
        part = Record(game, record.procedure, record.battle, record.declaration, record.replies[:length])
        for roll in part.rolled():
            assert [[face for face, _ in faces] for _, faces in roll.dice] == [list(f) for f in roll.faces if f]


def example_of(game, slug):
    (example,) = (example for example in GAMES[game].examples if example.slug == slug)
    return of_example(GAMES[game], example)


@pytest.mark.parametrize(
    ("game", "slug", "dice"),
    [
        ("mobile_frame_zero", "M1", ["1:nothing 4:cancelled 5:counts"]),
        (
            "troops_and_supplies",
            "attack-22-declined",
            ["6:counts 5:cancelled 2:cancelled", "5:spent 3:spent 1:nothing"],
        ),
        (
            "gods_gloom",
            "v01",
            [
                "6:cancelled 4:cancelled 3:counts 1:nothing",
                "5:spent 2:nothing",
                "3:cancelled 2:nothing",
                "4:spent 4:spent 1:nothing",
            ],
        ),
        (
            "x_wing",
            "lock-and-focus",
            [
                "hit:counts focus:cancelled blank:rerolled blank:rerolled",
                "crit:counts blank:nothing",
                "evade:spent blank:nothing",
            ],
        ),
    ],
)
def test_the_dice_of_an_example_end_as_it_tells(game, slug, dice):
    assert became(example_of(game, slug))[: len(dice)] == dice


def counted_in(game, lines):
    """How many dice get through by the trace; ``None`` where more than dice counts."""
    if game == "mobile_frame_zero":
        hits = " ".join(re.findall(r"([\d, and]+) hits? the target", "; ".join(lines.values())))
        return len(re.findall(r"\d", hits))
    if game == "troops_and_supplies":
        return int(lines.get("losses", 0)) + int(lines.get("losses of the counterattack", 0))
    if game == "gods_gloom":
        through = [lines[label] for label in ("ATC.50 Cancel", "ATC.50 Cancel, the other way") if label in lines]
        added = "ATC.40 attacker" in lines or "ATC.40 defender" in lines
        return None if added else sum(int(line.rpartition(" = ")[2]) for line in through)
    return sum(int(number) for number in re.findall(r"\d+", lines.get("4 uncancelled", "")))


@pytest.mark.parametrize("game", [game for game in GAMES if game != "airsoft_squads"])
def test_as_many_dice_count_as_get_through_by_the_trace(game):
    held = 0
    for seed in range(60):
        random = Random(seed)
        procedure, declared = declaration(GAMES[game], random)
        replies, _, end = play_on(procedure.resolve, declared, random)
        record = Record(GAMES[game], procedure, declared.battle, declared.declaration, replies)
        lines = {step.label: step.value for step in record.steps(end.trace)}
        rolls = [roll for roll in record.rolled() if roll.fates and roll.label != "pool"]
        expected = counted_in(game, lines)
        if expected is None or not rolls:
            continue
        told = [fate.became for roll in rolls for _, faces in roll.dice for _, fate in faces if fate]
        lying = sum(became is not Became.REROLLED for became in told)
        if told.count(Became.COUNTS) != expected:
            # A card added a result that lies on no die.
            assert game == "x_wing", (seed, lines, became(record))
            assert (
                lying < sum(len(pool) for roll in rolls for pool in roll.faces) or told.count(Became.COUNTS) < expected
            )
            continue
        held += 1
    assert held > 10


@pytest.mark.parametrize("game", ["troops_and_supplies", "gods_gloom", "x_wing"])
def test_each_die_that_cancels_another_is_paired_with_it_and_with_no_third(game):
    held = 0
    for example in GAMES[game].examples:
        rolls = [] if example.refused else of_example(GAMES[game], example).rolled()
        # Attack and counterattack are two rolls of both armies, while other games roll for each side.
        for together in [[roll] for roll in rolls] if game == "troops_and_supplies" else [rolls]:
            fates = [fate for roll in together for _, faces in roll.dice for _, fate in faces if fate and fate.pair]
            gone = sorted(fate.pair for fate in fates if fate.became is Became.CANCELLED)
            used = sorted(fate.pair for fate in fates if fate.became is Became.SPENT)
            assert gone == used == list(range(1, len(gone) + 1)), example.slug
            assert len(fates) == 2 * len(gone)
            held += bool(gone)
    assert held > 3


def test_the_smaller_die_that_goes_is_paired_with_the_smallest_that_removes_it():
    record = example_of("troops_and_supplies", "attack-22")
    (roll, *_) = record.rolled()
    attack, defence = ({fate.pair: face for face, fate in faces if fate.pair} for _, faces in roll.dice)
    assert attack.keys() == defence.keys()
    assert all(attack[pair] <= defence[pair] for pair in attack)
    assert sorted(attack.items()) == sorted(attack.items(), key=lambda one: one[1])


@pytest.mark.parametrize("game", ["troops_and_supplies", "airsoft_squads"])
def test_each_side_of_a_roll_has_its_own_tray(game):
    example = next(one for one in GAMES[game].examples if one.procedure == "attack" and not one.refused)
    (first, *_) = of_example(GAMES[game], example).rolled()
    sides = [side for side, _ in first.by_side]
    assert len(sides) == 2
    assert set(sides) == {side.key for side in example.battle.sides}
