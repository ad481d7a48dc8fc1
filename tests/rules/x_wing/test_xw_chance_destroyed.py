"""The chance to destroy a ship, held against every draw of the damage that is played."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from rules.asks import Roll
from rules.dice import Die, Pool
from rules.odds import odds
from rules.x_wing.cards import COPIES, MATTERS, Title
from rules.x_wing.chance_destroyed import Draws, _chance, _draws, destroyed
from rules.x_wing.danger import Danger, Then, danger_of
from rules.x_wing.dice import ATTACK, DICE, Drawn, Results, shown_results
from rules.x_wing.wounds import TITLES, Damage, Wounds, draw, faceup, suffer

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
            assert destroyed(wounds, {left: 1}) == played(wounds, left), (wounds, left)


def exposing(damage, table):
    """Damage, after which a facedown card is exposed, as the players would do it."""
    wounds = table.play(suffer, damage)
    down = len(wounds.facedown) + wounds.unseen
    if not down or (wounds.unseen and not any(wounds.deck)):
        return wounds
    picked = table.roll(Roll((Pool(Die("facedown", tuple(map(str, range(down)))), 1),)), Drawn(tuple(range(down))))
    if picked < len(wounds.facedown):
        title = wounds.facedown[picked]
        left = (*wounds.facedown[:picked], *wounds.facedown[picked + 1 :])
        return faceup(replace(wounds, facedown=left), title, table)
    title = draw(wounds, table)
    wounds = wounds.drawn(title)
    return faceup(replace(wounds, unseen=wounds.unseen - 1), title, table)


def rolling(damage, table):
    """Damage, after which an attack die is rolled and suffered."""
    wounds = table.play(suffer, damage)
    return table.play(suffer, Damage(wounds, *table.roll(Roll((Pool(DICE[ATTACK], 1),)), shown_results)))


@pytest.mark.parametrize(("then", "resolver"), [(Then.EXPOSES, exposing), (Then.ROLLS, rolling)], ids=["card", "die"])
@pytest.mark.parametrize("seed", range(60))
def test_the_chance_counts_what_comes_after_the_damage(seed, then, resolver):
    wounds = wounds_at_random(Random(seed))
    for hits in range(3):
        for crits in range(3):
            ends = odds(resolver, Damage(wounds, hits, crits))
            told = sum(chance for end, chance in ends.items() if end.destroyed)
            assert _chance(danger_of(wounds, then), Results(hits, crits)) == told, (wounds, hits, crits)


def test_a_whole_deck_is_counted_like_the_damage_that_is_played():
    others = (Title.STUNNED_PILOT,) * (sum(FULL_DECK) - sum(COPIES[title] for title in MATTERS))
    deck = deck_of(*others, *(title for title in MATTERS for _ in range(COPIES[title])))
    wounds = Wounds(4, 1, faceup=(Title.FUEL_LEAK,), deck=deck, discards=NONE)
    assert destroyed(wounds, {Results(1, 3): 1}) == destroyed(replace(wounds, deck=FULL_DECK), {Results(1, 3): 1})
    for left in (Results(0, 2), Results(1, 2), Results(2, 2)):
        assert destroyed(wounds, {left: 1}) == played(wounds, left)


def test_ten_dice_against_a_whole_deck_are_few_cases():
    wounds = Wounds(13, 2, deck=FULL_DECK, discards=NONE)
    chances = {Results(hits, crits): 1 for hits in range(11) for crits in range(11 - hits)}
    draws = Draws(danger_of(wounds))
    assert 0 < destroyed(wounds, chances) < len(chances)
    dangers = [danger_of(wounds)._replace(shields=0, crits=crits) for crits in range(11)]
    assert 0 < sum(map(draws.destroying, dangers)) < len(dangers) * draws.all
    assert len(draws.known) < 10_000


def test_no_card_is_turned_up_twice_in_the_same_danger(monkeypatch):
    turned_up, turned = Danger.turned_up, Counter()

    def counted(danger, kind):
        turned[danger, kind] += 1
        return turned_up(danger, kind)

    monkeypatch.setattr(Danger, "turned_up", counted)
    _draws.cache_clear()
    _chance.cache_clear()
    wounds = Wounds(15, 6, deck=FULL_DECK, discards=NONE)
    assert 0 < destroyed(wounds, {Results(0, 16): Fraction(1)}) < 1
    assert set(turned.values()) == {1}


def test_exposed_titles_that_leave_a_ship_in_the_same_danger_are_counted_once():
    wounds = Wounds(8, unseen=2, deck=FULL_DECK, discards=NONE)
    _chance.cache_clear()
    _draws.cache_clear()
    assert 0 < destroyed(wounds, {Results(1, 3): 1}, Then.EXPOSES, early=True) < 1
    assert _draws.cache_info().misses == len(MATTERS) + 1
