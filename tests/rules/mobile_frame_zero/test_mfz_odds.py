"""Odds against every roll, played and counted."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.asks import Declared, Likely
from rules.best_odds import best_odds
from rules.dice import D6, Pool, distribution
from rules.mobile_frame_zero.charts import Chart, Hits, OnChart, damage_dice
from rules.mobile_frame_zero.damage import ABANDON, HOLD, Toll, toll
from rules.mobile_frame_zero.outlook import best_defence, damage_odds, outlook
from rules.mobile_frame_zero.samples import TARGET, attack, battle, frame
from rules.mobile_frame_zero.sheet import Range, Station, Terrain
from rules.mobile_frame_zero.strike import Strike, strike
from rules.odds import odds, percent
from rules.play import play
from rules.table import Dice, Pick

OPEN_CHARTS = [(chart, 0) for chart in (Chart.HAND_TO_HAND, Chart.OPEN, Chart.AGAINST_TERRAIN)]
COVERED = [(chart, cover) for chart in (Chart.TERRAIN, Chart.FRAME) for cover in range(6)]
STATES = [*OPEN_CHARTS, *COVERED, (Chart.FRAME, None)]
NUMBERS = range(5)


def die_by_die(chart, cover, faces):
    """The charts once more, read one die at a time from the lowest, as at the table."""
    target = covered = absorbed = 0
    for face in sorted(faces):
        now = Chart.OPEN if cover is not None and covered >= cover and chart in (Chart.TERRAIN, Chart.FRAME) else chart
        result = {
            Chart.HAND_TO_HAND: "---TTT",
            Chart.OPEN: "----TT",
            Chart.TERRAIN: "---CCT",
            Chart.FRAME: "----CT",
            Chart.AGAINST_TERRAIN: "---TTT",
        }[now][face - 1]
        target += result == "T"
        if result == "C" and cover is None:
            absorbed += 1
        elif result == "C":
            covered += 1
    return Hits(target, covered, absorbed)


def counted(dice, end_of):
    """The chance of every end over all rolls."""
    ends = Counter(end_of(faces) for faces in product(D6.faces, repeat=dice))
    return {end: Fraction(ways, ends.total()) for end, ways in ends.items()}


def rolled(faces):
    return (Dice("damage", (tuple(faces),)),) if faces else ()


@pytest.mark.parametrize("dice", NUMBERS)
@pytest.mark.parametrize(("chart", "cover"), STATES)
def test_the_odds_of_a_strike_equal_every_roll_read_die_by_die(chart, cover, dice):
    assert odds(strike, Strike(dice, chart, cover)) == counted(dice, lambda faces: die_by_die(chart, cover, faces))


@pytest.mark.parametrize("dice", NUMBERS)
@pytest.mark.parametrize(("chart", "cover"), STATES)
def test_every_roll_played_ends_as_read_die_by_die(chart, cover, dice):
    for faces in product(D6.faces, repeat=dice):
        assert play(strike, Strike(dice, chart, cover), rolled(faces)).outcome == die_by_die(chart, cover, faces)


@pytest.mark.parametrize("dice", NUMBERS)
@pytest.mark.parametrize("cover", range(1, 6))
def test_a_covering_frame_that_leaves_ignores_one_damage_and_covers_the_dice_all_the_same(cover, dice):
    declared = Strike(dice, Chart.FRAME, cover, leaver="blue")
    for faces in product(D6.faces, repeat=dice):
        staying = die_by_die(Chart.FRAME, cover, faces)
        if not staying.cover:
            assert play(strike, declared, rolled(faces)).outcome == staying
            continue
        fives, sixes = faces.count(5), faces.count(6)
        left_over = max(0, fives - 1 - cover)
        held = play(strike, declared, (*rolled(faces), Pick("covering frame's position", HOLD)))
        gone = play(strike, declared, (*rolled(faces), Pick("covering frame's position", ABANDON)))
        assert held.outcome == staying
        assert gone.outcome == Hits(sixes + left_over, min(fives - 1, cover), abandoned=True)


@pytest.mark.parametrize("cover", range(1, 6))
def test_odds_let_a_covering_frame_hold_its_position(cover):
    assert odds(strike, Strike(4, Chart.FRAME, cover, "blue")) == odds(strike, Strike(4, Chart.FRAME, cover))


def test_a_side_that_abandons_when_it_helps_loses_less():
    declared = Strike(4, Chart.FRAME, 2, "blue")
    best = best_odds(strike, declared, side="blue", worth=lambda hits: -(hits.cover + hits.target))
    usual = odds(strike, declared)
    assert sum(best.values()) == 1
    assert mean(best) < mean(usual)


def mean(chances):
    return sum(chance * (hits.cover + hits.target) for hits, chance in chances.items())


@given(st.sampled_from(STATES), st.lists(st.integers(1, 6), max_size=14), st.randoms(use_true_random=False))
def test_the_order_of_damage_dice_does_not_matter_and_no_die_does_two_damage(state, faces, random):
    chart, cover = state
    declared = Strike(len(faces), chart, cover)
    hits = play(strike, declared, rolled(faces)).outcome
    assert hits == play(strike, declared, rolled(random.sample(faces, len(faces)))).outcome
    assert hits == die_by_die(chart, cover, faces)
    assert hits.target + hits.cover + hits.absorbed <= sum(face >= 4 for face in faces)
    assert hits.cover <= (cover or 0)


@given(st.sampled_from(STATES), st.integers(0, 9))
def test_the_bands_of_a_chart_read_the_same_as_full_tallies(state, dice):
    chart, cover = state
    read = damage_dice(chart, cover)

    def full(counts):
        return OnChart(chart, cover)(tuple(sum(counts[face - 1] for face in band) for band in read.bands))

    pool = Pool(D6, dice)
    assert distribution((pool,), read) == distribution((pool,), full)


@given(st.integers(0, 12), st.integers(1, 2), st.integers(0, 20))
def test_a_toll_is_never_more_than_the_damage_or_the_frame(systems, white, damage):
    cost = toll(systems, white, damage)
    assert cost.systems + cost.white == min(damage, systems + white)
    assert cost.systems == min(damage, systems)
    assert cost.destroyed == (damage >= systems + white)


@pytest.mark.parametrize(("chart", "least"), [(Chart.HAND_TO_HAND, 4), (Chart.OPEN, 5), (Chart.AGAINST_TERRAIN, 4)])
@pytest.mark.parametrize("dice", [1, 6, 14])
def test_icepool_finds_the_same_hits(chart, least, dice):
    theirs = dice @ (icepool.d6 >= least)
    assert {hits.target: chance for hits, chance in odds(strike, Strike(dice, chart)).items()} == {
        int(n): Fraction(theirs.quantity(n), theirs.denominator()) for n in theirs.outcomes()
    }


def test_icepool_finds_the_same_damage_behind_a_wall():
    def behind(dice, hits_left):
        return icepool.Die(
            [die_by_die(Chart.TERRAIN, hits_left, faces)[:2] for faces in product(D6.faces, repeat=dice)]
        )

    theirs = behind(4, 2).marginals[0]
    ours = Counter()
    for hits, chance in odds(strike, Strike(4, Chart.TERRAIN, 2)).items():
        ours[hits.target] += chance
    assert ours == {n: Fraction(theirs.quantity(n), theirs.denominator()) for n in theirs.outcomes()}


@pytest.mark.parametrize("dice", range(5))
def test_the_best_defence_is_the_highest_die_and_0_without_dice(dice):
    assert best_defence(dice) == counted(dice, lambda faces: max(faces, default=0))


WALL = (Terrain("wall", "wall", 2),)
MATE = frame("Shieldmate", "blue", "B")
STAGES = [
    (battle(), {}, (Chart.OPEN, 0)),
    (battle(), {"range": Range.HAND}, (Chart.HAND_TO_HAND, 0)),
    (battle(terrain=WALL), {"cover": "wall"}, (Chart.TERRAIN, 2)),
    (battle(TARGET, MATE), {"cover": "shieldmate"}, (Chart.FRAME, 3)),
    (battle(TARGET, frame("Shieldmate", "blue", "B B G")), {"cover": "shieldmate"}, (Chart.FRAME, None)),
    (battle(TARGET, MATE, terrain=WALL), {"cover": "wall", "range": Range.HAND}, (Chart.HAND_TO_HAND, 0)),
]


@pytest.mark.parametrize(("stage", "more", "state"), STAGES)
@pytest.mark.parametrize("defence", [4, 5, 6, 7])
def test_the_odds_of_an_attack_equal_every_roll_of_its_dice(stage, more, state, defence):
    declared = attack(7, **more)
    dice = 7 - defence
    assert damage_odds(stage, declared, defence) == counted(dice, lambda faces: die_by_die(*state, faces))


def test_the_odds_against_a_frame_that_has_yet_to_act_weigh_its_best_defence():
    unacted = battle(frame("Osprey", "blue", "Rd Y B B", spot=2))
    bars = {bar.label: bar.chance for bar in outlook(Declared(unacted, attack(3))).table}
    expected = Counter()
    for defence in range(7):
        weight = counted(4, lambda faces: max(faces)).get(defence, Fraction(0))
        for end, chance in counted(
            max(0, 5 - defence), lambda f: toll(4, 2, die_by_die(Chart.OPEN, 0, f).target)
        ).items():
            expected[end.in_words] += weight * chance
    assert bars == {label: chance for label, chance in expected.items() if chance}


@pytest.mark.parametrize(("stage", "more", "state"), STAGES)
def test_the_table_of_an_outlook_sums_to_1(stage, more, state):
    told = outlook(Declared(stage, attack(7, **more)))
    assert sum(bar.chance for bar in told.table) == 1
    assert told.sentence.startswith("Chart ")
    assert told.sums[0].words == "Attack 7 − defence 5: 2 damage dice."  # noqa: RUF001


def test_an_outlook_tells_a_miss_and_terrain():
    missed = outlook(Declared(battle(), attack(5)))
    assert missed.sentence == "Misses."
    assert (missed.sums[0].total, missed.sums[0].of) == (0, "dice")
    assert (missed.main, missed.losses) == (Likely("hurts", "Osprey", Fraction(0)), ())
    against = attack(3, target="wall")
    told = outlook(Declared(battle(terrain=WALL), against))
    assert [(lost.verb, lost.what, lost.end) for lost in told.losses] == [("take", "hits", "ruined")]
    assert told.sentence == "Chart 5, against terrain."
    assert [(one.words, one.total) for one in told.sums] == [("Attack 3: 3 damage dice.", 3)]
    assert (told.main, told.expected) == (Likely("ruins", "wall", Fraction(1, 2)), "1.4 hits")
    assert sum(bar.chance for bar in told.table) == 1


def test_an_outlook_on_ruined_terrain_does_not_ruin_it_again():
    told = outlook(Declared(battle(terrain=(Terrain("wall", "wall", 0),)), attack(1, target="wall")))
    assert (told.line, told.main.chance) == ("wall is ruined already", 0)
    assert [(bar.label, bar.chance) for bar in told.table] == [
        ("loses no pieces", Fraction(1, 2)),
        ("loses 6 pieces", Fraction(1, 2)),
    ]


def test_the_line_of_an_outlook_adds_up_what_happens():
    weak = frame("Osprey", "blue", "B", acted=True, defence=5)
    told = outlook(Declared(battle(weak, frame("Shieldmate", "blue", "", white=1)), attack(8, cover="shieldmate")))
    ends = counted(3, lambda faces: die_by_die(Chart.FRAME, 1, faces))
    dead = sum(chance for hits, chance in ends.items() if hits.target >= 3)
    cover = sum(chance for hits, chance in ends.items() if hits.cover)
    assert told.line == f"destroyed {percent(dead)}, Shieldmate destroyed {percent(cover)}"


def test_a_percentage_is_never_0_or_100_for_what_may_be():
    assert [percent(Fraction(n, 1000)) for n in (0, 1, 4, 5, 6, 500, 994, 996, 1000)] == [
        "0 %", "under 1 %", "under 1 %", "under 1 %", "1 %", "50 %", "99 %", "over 99 %", "100 %",
    ]  # fmt: skip


def test_tolls_read_as_phrases():
    assert toll(0, 2, 0) == Toll()
    assert [toll(2, 2, damage).in_words for damage in range(5)] == [
        "no damage", "1 system", "2 systems", "2 systems and 1 white die", "destroyed",
    ]  # fmt: skip


def test_a_station_does_not_change_the_odds():
    station = (Station("hill", "Hill", "blue"),)
    beside = battle(TARGET, MATE, stations=station)
    assert damage_odds(beside, attack(8, cover="shieldmate", cover_beside="hill"), 5) == damage_odds(
        beside, attack(8, cover="shieldmate"), 5
    )


@pytest.mark.parametrize("value", [3, 5, 6, 8])
@pytest.mark.parametrize(("used", "beside"), [(True, "without the spot"), (False, "with the spot")])
def test_what_the_spot_makes_of_the_odds_stands_beside_them(used, beside, value):
    stage, defence = battle(replace(TARGET, spot=4)), 5
    declared = attack(value, use_spot=used)
    told = outlook(Declared(stage, declared))
    assert told.compared == beside
    assert len(told.losses[0].steps) > 1
    for use, chances in ((used, "chance"), (not used, "before")):
        hits = damage_odds(stage, replace(declared, use_spot=use), defence)
        for step in told.losses[0].steps:
            assert getattr(step, chances) == sum(chance for each, chance in hits.items() if each.target >= step.least)


def test_without_a_spot_nothing_stands_beside_the_odds():
    assert not outlook(Declared(battle(TARGET), attack(6))).is_compared
