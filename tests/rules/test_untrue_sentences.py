"""What is said of a number fits it, and what is said of a battle is true of it."""

import re
from dataclasses import replace

import pytest

from rules.airsoft_squads.modifiers import Modifier, Operation, Stat, While
from rules.asks import Choice, Declared
from rules.game import Illegal
from rules.games import GAMES
from rules.mobile_frame_zero import GAME as FRAMES
from rules.mobile_frame_zero.limits import company_problems
from rules.mobile_frame_zero.round import EndRound
from rules.mobile_frame_zero.samples import battle, frame
from rules.mobile_frame_zero.sheet import Range, Size, Station
from rules.mobile_frame_zero.turn import Activation
from rules.play import Resolved, Waiting, play
from rules.table import Moment

ONE_OF_MANY = re.compile(r"(?<![\d.,/-])\b1 (?:[a-z]+ )?(?:dice|frames|stations|rockets|points|systems|ships|units)\b")
MANY_OF_ONE = re.compile(r"\b(?!1 )\d+ (?:die|frame|station|rocket|system|ship|unit)\b")


def said(game, example):
    """Everything that an example says to its players."""
    procedure, declared = game.procedure(example.procedure), Declared(example.battle, example.declaration)
    yield from (f"{name} {value}" for name, value in game.status(example.battle))
    yield from (why for known in game.of_pieces for why in known.actors(example.battle).values())
    if example.refused:
        yield example.refused
        return
    for answered in range(len(example.replies) + 1):
        played = play(procedure.resolve, declared, example.replies[:answered])
        yield from (f"{step.label}: {step.value}" for step in played.trace)
        if isinstance(played, Resolved):
            yield from (played.outcome.headline, *played.outcome.checklist)
            continue
        yield played.ask.sentence(declared)
        for value in played.ask.options if isinstance(played.ask, Choice) else ():
            option = procedure.option(Moment(declared, example.replies[:answered], played.ask), value)
            yield from (option.label, option.leads_to, option.refused)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nothing_counts_one_as_many_or_many_as_one(game):
    wrong = {
        line
        for example in game.examples
        for line in said(game, example)
        if ONE_OF_MANY.search(line.replace(" and 1 ", " ")) or MANY_OF_ONE.search(line)
    }
    # A sum of colours is of several dice, though the last colour may be one.
    assert {line for line in wrong if not re.search(r"\d red and 1 blue dice", line)} == set()


def problems(*frames, stations=(), size=Size.SKIRMISH):
    stage = replace(battle(*frames, stations=stations), started=False, size=size)
    return list(company_problems(stage, "blue"))


def test_a_company_of_one_frame_one_rocket_and_one_station_is_told_so_in_the_singular():
    assert problems(frame("Osprey", "blue", "Rd", rockets=1), stations=(Station("hill", "Hill", "blue"),)) == [
        "Blue company has 1 frame. With 2 players a skirmish takes 4 to 6 frames each.",
        "Blue company has 1 station. With 2 players each company has 3.",
        "Blue company has 1 rocket. A company has exactly 3.",
    ]


def test_the_rockets_that_a_frame_has_are_counted_in_words():
    stage = battle(attacker=frame("Raider", "red", "Rd", rockets=1))
    with pytest.raises(Illegal, match=r"Raider has 1 rocket, not 2\."):
        play(FRAMES.procedure("activation").resolve, Declared(stage, Activation("raider", Range.DIRECT, 2)), ())


def ended(stage):
    played = play(FRAMES.procedure("round").resolve, Declared(replace(stage, doomsday=1), EndRound()), ())
    assert not isinstance(played, Waiting)
    return played.outcome.headline


def test_who_wins_is_told_with_as_many_points_as_there_are():
    stage = battle(frame("Osprey", "blue", "Rd", white=0))
    worth = tuple(replace(company, points_per_asset=1) for company in stage.companies)
    assert ended(replace(stage, companies=worth)) == "The doomsday clock is at 0: Red company wins with 1 point."


def test_three_that_tie_are_listed_as_a_friend_would():
    stage = battle(frame("Osprey", "blue", "Rd"))
    third = replace(stage.companies[0], key="green", name="Green company")
    stage = replace(stage, companies=(*stage.companies, third), frames=(*stage.frames, frame("Heron", "green", "Rd")))
    assert ended(stage).endswith("Red company, Blue company and Green company tie with 5 points.")


def test_a_battle_that_was_ended_by_hand_shows_its_clock_as_it_stands():
    assert dict(FRAMES.status(replace(battle(), over=True, doomsday=4)))["Doomsday clock"] == "4"


@pytest.mark.parametrize(
    ("stat", "operation", "amount", "words"),
    [
        (Stat.ATTACK_DICE, Operation.ADD, 1, "+1 attack die"),
        (Stat.ATTACK_DICE, Operation.ADD, 2, "+2 attack dice"),
        (Stat.AP, Operation.ADD, 1, "+1 AP"),
    ],
)
def test_one_die_more_is_a_die(stat, operation, amount, words):
    assert Modifier("m", "Two shots", While.ATTACKER, stat, operation, amount).effect == words
