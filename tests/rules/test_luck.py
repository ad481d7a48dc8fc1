"""How lucky a roll was is exact, and many fair rolls are spread evenly."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rules.asks import Roll
from rules.games import GAMES
from rules.luck import FEW, Rated, Telling, luck_of, rarest, rated, ratings
from rules.play import Recorded, played
from rules.replay import Record
from rules.table import Dice, Source

MANY = 20_000


def records():
    for game in GAMES.values():
        for example in game.examples:
            if not example.refused:
                procedure = game.procedure(example.procedure)
                yield Record(game, procedure, example.battle, example.declaration, example.replies)


RECORDS = list(records())


def asks(record):
    """The rolls of a record with what they showed."""
    table = Recorded(record.replies)
    played(record.procedure.resolve, record.declared, table)
    return [
        (ask, reply)
        for ask, reply in zip(table.answered, record.replies, strict=False)
        if isinstance(ask, Roll) and isinstance(reply, Dice)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_rates_its_rolls(game):
    found = [one for record in RECORDS if record.game.slug == game for one in rated(record)]
    assert len(found) > 10
    sides = {side.key for record in RECORDS for side in record.battle.sides}
    for one in found:
        assert one.side in sides
        assert 0 < one.as_good < 1
        assert 0 < one.at_least <= 1
        assert one.source in (Source.ENTERED, Source.ROLLED)


def test_the_chance_of_doing_as_well_is_that_over_every_roll():
    checked = 0
    for record in RECORDS:
        for ask, reply in asks(record):
            owners = ask.owners(record.declared)
            if sum(pool.count for pool in ask.pools) > 6:
                continue
            for found in ratings(ask, record.declared, reply):
                own = [place for place, side in enumerate(owners) if side == found.side]
                pools = [ask.pools[place] for place in own]
                rolls = product(*(product(pool.die.faces, repeat=pool.count) for pool in pools))
                worths = [worth_of(ask, faces) for faces in rolls]
                had = worth_of(ask, [reply.faces[place] for place in own])
                assert found.better == Fraction(sum(one > had for one in worths), len(worths))
                assert found.as_good == Fraction(sum(one == had for one in worths), len(worths))
                checked += 1
    assert checked > 60


def worth_of(ask, faces):
    return sum(ask.worth(face) for shown in faces for face in shown)


def is_luck(record, ask):
    worths = {ask.worth(face) for pool in ask.pools for face in pool.die.faces}
    return len(worths) > 1 and bool(ask.owners(record.declared))


def thrown(random, rolls):
    """Ratings of dice that are thrown at random in the rolls of all examples."""
    rolls_of = [(record, ask) for record in RECORDS for ask, _ in asks(record)]
    kinds = [(record, ask) for record, ask in rolls_of if is_luck(record, ask)]
    found = []
    while len(found) < rolls:
        record, ask = random.choice(kinds)
        faces = tuple(tuple(random.choice(pool.die.faces) for _ in range(pool.count)) for pool in ask.pools)
        reply = Dice(ask.label, faces, Source.ROLLED)
        found += ratings(ask, record.declared, reply)
    return found[:rolls]


def test_twenty_thousand_fair_rolls_are_spread_evenly():
    found = [(one.better, one.as_good) for one in thrown(Random(20), MANY)]
    luck = luck_of(found)
    assert luck.telling is Telling.FAIR
    assert abs(luck.mean - 0.5) < 0.007
    shares = [point.share for point in luck.points]
    for low, high in zip(shares[::10], shares[10::10], strict=False):
        assert abs(high - low - 0.1) < 0.01
    assert shares == sorted(shares)
    # Each at a place at random between its two chances: the test of Kolmogorov and Smirnov at 1 in 1000.
    random = Random(21)
    places = sorted(float(better) + float(as_good) * random.random() for better, as_good in found)
    stray = max(max(abs(place - n / MANY), abs(place - (n + 1) / MANY)) for n, place in enumerate(places))
    assert stray < 1.95 / MANY**0.5


def test_fair_dice_leave_the_band_no_more_often_than_said():
    random = Random(22)
    found = [(one.better, one.as_good) for one in thrown(random, 200 * 60)]
    outside = sum(luck_of(found[at : at + 60]).telling is not Telling.FAIR for at in range(0, len(found), 60))
    assert outside <= 200 / 20


def test_dice_that_are_too_good_or_too_bad_are_told():
    best = [(Fraction(0), Fraction(1, 2))] * 60
    assert luck_of(best).telling is Telling.LUCKY
    assert luck_of(best).mean == pytest.approx(0.25)
    worst = [(Fraction(1, 2), Fraction(1, 2))] * 60
    assert luck_of(worst).telling is Telling.UNLUCKY
    assert luck_of(best + worst).telling is Telling.FAIR


def test_with_few_rolls_it_cannot_tell():
    best = [(Fraction(0), Fraction(1, 1000))]
    assert luck_of([]).telling is Telling.TOO_FEW
    assert luck_of(best * (FEW - 1)).telling is Telling.TOO_FEW
    assert luck_of(best * FEW).telling is Telling.LUCKY


def test_what_went_against_the_odds_is_the_rarest_roll_good_or_bad():
    def roll(better, as_good):
        return Rated("reds", Source.ROLLED, Fraction(better, 216), Fraction(as_good, 216))

    usual, best, worst = roll(90, 30), roll(0, 1), roll(213, 3)
    assert rarest(()) is rarest((usual,)) is None
    assert rarest((usual, worst)) == worst
    assert rarest((usual, worst, best)) == best
    assert (best.rarity, best.went_well) == (Fraction(1, 216), True)
    assert (worst.rarity, worst.went_well) == (Fraction(3, 216), False)
    assert rarest((roll(0, 11),)) is None, "eleven in 216 are more than one in twenty"


def test_what_is_no_luck_is_not_rated():
    """Which card is drawn is better for nobody."""
    drawn = [(record, ask) for record in RECORDS for ask, _ in asks(record) if "card" in ask.label]
    assert drawn
    assert not any(is_luck(record, ask) for record, ask in drawn)
