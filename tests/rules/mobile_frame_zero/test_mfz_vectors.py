"""Known answers, each by its number, and the rulebook's worked example."""

import pytest

from rules.asks import Declared
from rules.changes import apply, keyed
from rules.dice import Pool
from rules.mobile_frame_zero import GAME
from rules.mobile_frame_zero.attack import resolve
from rules.mobile_frame_zero.pool import DICE, pool
from rules.mobile_frame_zero.samples import attack, battle, damage, frame, lost
from rules.mobile_frame_zero.sheet import Range, Terrain
from rules.play import play
from rules.replay import of_example, report

EXAMPLES = {example.slug: example for example in GAME.examples}
VECTORS = (
    "M1", "M2", "M4", "M5", "M7", "M8", "M10", "M11", "M13", "M14", "M16", "M17", "M19", "M20", "M22", "M23", "M25",
)  # fmt: skip


def told(slug):
    return report(of_example(GAME, EXAMPLES[slug]))


def after(slug):
    example = EXAMPLES[slug]
    played = play(
        GAME.procedure(example.procedure).resolve, Declared(example.battle, example.declaration), example.replies
    )
    return played.outcome, keyed(apply(example.battle, played.outcome.changes))


def left(pieces, key):
    """The systems and white dice that a frame has left."""
    return len(pieces[key].working), pieces[key].white


@pytest.mark.parametrize("vector", VECTORS)
def test_every_vector_is_a_worked_example(vector):
    assert any(slug.split("-")[0] == vector for slug in EXAMPLES)


def test_m1_the_rulebooks_example_three_dice_on_chart_3_ruin_the_wall_and_cost_the_shield():
    outcome, pieces = after("M1")
    assert (outcome.dice, outcome.chart[0], outcome.cover_damage, outcome.damage) == (3, "3", 1, 1)
    assert left(pieces, "kader") == (3, 2)
    assert pieces["kader-shield"].lost
    assert pieces["kader"].spot is None
    assert pieces["wall"].hits_left == 0


def test_m2_an_equal_defence_is_a_miss_without_dice():
    outcome, pieces = after("M2")
    assert outcome.dice == 0
    assert left(pieces, "osprey") == (4, 2)


def test_m4_five_dice_in_the_open_three_damage():
    outcome, pieces = after("M4")
    assert (outcome.dice, outcome.chart[0], outcome.damage) == (5, "2", 3)
    assert left(pieces, "osprey") == (1, 2)


def test_m5_twelve_dice_four_damage_and_it_still_stands():
    outcome, pieces = after("M5")
    assert (outcome.dice, outcome.damage) == (12, 4)
    assert left(pieces, "osprey") == (0, 2)
    assert pieces["osprey"].standing


def test_m7_hand_to_hand_ignores_the_terrain():
    outcome, pieces = after("M7")
    assert (outcome.chart[0], outcome.damage, outcome.cover_damage) == ("1", 2, 0)
    assert left(pieces, "osprey") == (1, 2)
    assert pieces["ruin"].hits_left == 3


def test_m8_cover_that_holds_takes_the_4_and_the_5():
    outcome, pieces = after("M8")
    assert (outcome.cover_damage, outcome.damage) == (2, 1)
    assert pieces["ruin"].hits_left == 1
    assert left(pieces, "osprey") == (2, 2)
    assert "loses 12 pieces" in outcome.headline


def test_m9_a_4_left_over_when_the_cover_is_ruined_misses():
    stage = battle(frame("Osprey", "blue", "Rd Y B", acted=True, defence=0), terrain=(Terrain("ruin", "ruin", 1),))
    played = play(resolve, Declared(stage, attack(3, cover="ruin")), (damage(4, 4, 5), *lost("osprey-1")))
    assert (played.outcome.cover_damage, played.outcome.damage) == (1, 1)


def test_m10_a_covering_frame_is_destroyed_and_the_rest_goes_through():
    outcome, pieces = after("M10")
    assert (outcome.dice, outcome.chart[0], outcome.cover_damage, outcome.damage) == (5, "4", 3, 2)
    assert outcome.destroyed == ("shieldmate",)
    assert left(pieces, "shieldmate") == (0, 0)
    assert left(pieces, "osprey") == (2, 2)
    assert (EXAMPLES["M10"].battle.company("blue").score, pieces["blue"].score) == (10, 5)


def test_m11_two_blue_systems_absorb_the_5s():
    outcome, pieces = after("M11")
    assert (outcome.dice, outcome.cover_damage, outcome.damage) == (3, 0, 1)
    assert left(pieces, "shieldmate") == (2, 2)
    assert left(pieces, "osprey") == (3, 2)


def test_m13_terrain_loses_18_pieces():
    outcome, pieces = after("M13")
    assert (outcome.dice, outcome.chart[0], outcome.damage) == (5, "5", 3)
    assert pieces["tower"].hits_left == 1


def test_m14_damage_beyond_the_last_white_die_is_wasted_and_the_score_falls():
    outcome, pieces = after("M14")
    assert (outcome.dice, outcome.damage) == (4, 3)
    assert not pieces["osprey"].standing
    assert (EXAMPLES["M14"].battle.company("blue").score, pieces["blue"].score) == (42, 36)


def test_m16_a_4_misses_in_the_open():
    outcome, pieces = after("M16")
    assert (outcome.dice, outcome.chart[0], outcome.damage) == (1, "2", 0)
    assert left(pieces, "osprey") == (4, 2)


@pytest.mark.parametrize(
    ("reach", "rockets", "dice"),
    [
        (Range.DIRECT, 1, {"W": 2, "R": 2, "R8": 2, "B": 1, "G": 1}),
        (Range.HAND, 0, {"W": 2, "B": 1, "G": 1}),
    ],
)
def test_m17_the_pool_of_two_rifles_and_a_rocket(reach, rockets, dice):
    rolled = pool(frame("Raider", "red", "Rd Rd B G", rockets=1), reach, rockets)
    assert rolled == tuple(Pool(DICE[code], count) for code, count in dice.items())


def test_m17_is_what_the_table_asks_for():
    assert told("M17-direct")["waiting"]["dice"] == [
        {"die": "white d6", "count": 2},
        {"die": "red d6", "count": 2},
        {"die": "red d8", "count": 2},
        {"die": "blue d6", "count": 1},
        {"die": "green d6", "count": 1},
    ]


def test_m19_without_a_ranged_weapon_the_next_pool_has_a_green_d8():
    dice = [pool["die"] for pool in told("M19")["waiting"]["dice"]]
    assert dice == ["white d6", "blue d6", "green d6", "green d8"]


def test_m20_and_m22_points_per_asset_and_scores_at_the_start():
    assert told("M20")["scores"] == {"p1": 56, "p2": 27}
    assert told("M22")["scores"] == {"p1": 42, "p2": 35, "p3": 21}
    assert [company["points_per_asset"] for company in told("M20")["pieces"]["companies"]] == [7, 3]
    assert [company["points_per_asset"] for company in told("M22")["pieces"]["companies"]] == [7, 5, 3]


def test_m23_a_station_is_worth_the_winners_points_to_the_winner_and_the_losers_to_the_loser():
    before = {company.key: company.score for company in EXAMPLES["M23"].battle.companies}
    scores = told("M23")["scores"]
    assert {key: scores[key] - before[key] for key in scores} == {"p1": 7, "p2": -3}


def test_m25_spotting_by_yellow_systems():
    allowed = {slug: not example.refused for slug, example in EXAMPLES.items() if slug.startswith("M25")}
    assert allowed == {"M25-cover": False, "M25-one": True, "M25-far": False, "M25-two": True}
