"""The chance to destroy a ship, held against every draw of the damage that is played."""

from dataclasses import replace
from random import Random

import pytest

from rules.odds import odds
from rules.x_wing.cards import COPIES, MATTERS, Title
from rules.x_wing.chance_destroyed import Draws, chance_destroyed, danger_of, destroyed
from rules.x_wing.dice import Results
from rules.x_wing.wounds import TITLES, Damage, Wounds, suffer

FULL_DECK = tuple(COPIES[title] for title in TITLES)
NONE = (0,) * len(TITLES)


def deck_of(*titles):
    return tuple(titles.count(title) for title in TITLES)


def played(wounds, left):
    """The chance by playing the damage with every card that could be drawn."""
    ends = odds(suffer, Damage(wounds, left.hits, left.crits))
    return sum(chance for end, chance in ends.items() if end.destroyed)


def wounds_at_random(random):
    cards = [*MATTERS, *MATTERS, Title.STUNNED_PILOT, Title.CONSOLE_FIRE]
    random.shuffle(cards)
    deck, discards = cards[: random.randint(0, 5)], random.sample(cards, random.randint(0, 3))
    up = tuple(sorted(random.sample([*MATTERS, Title.FUEL_LEAK, Title.PANICKED_PILOT], random.randint(0, 3))))
    unseen = random.randint(0, len(deck))
    buried = random.randint(0, len(deck) - unseen)
    return Wounds(
        hull=random.randint(1, 9),
        shields=random.randint(0, 2),
        unseen=unseen,
        faceup=tuple(title for title in up if title is not Title.DIRECT_HIT),
        facedown=tuple(random.sample(cards, random.randint(0, 1))),
        deck=deck_of(*deck),
        discards=deck_of(*discards),
        buried=buried,
        buried_discards=random.randint(0, len(deck) - unseen - buried),
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_chance_is_that_of_the_damage_that_is_played(seed):
    random = Random(seed)
    wounds = wounds_at_random(random)
    for hits in range(3):
        for crits in range(4):
            left = Results(hits, crits)
            assert chance_destroyed(wounds, left) == played(wounds, left), (wounds, left)


def test_a_whole_deck_is_counted_like_the_damage_that_is_played():
    others = (Title.STUNNED_PILOT,) * (sum(FULL_DECK) - sum(COPIES[title] for title in MATTERS))
    deck = deck_of(*others, *(title for title in MATTERS for _ in range(COPIES[title])))
    wounds = Wounds(4, 1, faceup=(Title.FUEL_LEAK,), deck=deck, discards=NONE)
    assert destroyed(wounds, {Results(1, 3): 1}) == destroyed(replace(wounds, deck=FULL_DECK), {Results(1, 3): 1})
    for left in (Results(0, 2), Results(1, 2), Results(2, 2)):
        assert chance_destroyed(wounds, left) == played(wounds, left)


def test_ten_dice_against_a_whole_deck_are_few_cases():
    wounds = Wounds(13, 2, deck=FULL_DECK, discards=NONE)
    chances = {Results(hits, crits): 1 for hits in range(11) for crits in range(11 - hits)}
    draws = Draws(danger_of(wounds).deck, danger_of(wounds).discards)
    assert 0 < destroyed(wounds, chances) < len(chances)
    dangers = [danger_of(wounds)._replace(shields=0, crits=crits) for crits in range(11)]
    assert 0 < sum(map(draws.destroying, dangers)) < len(dangers) * draws.all
    assert len(draws.known) < 10_000
