"""Suffering damage: shields, damage cards, and those that change how much it is (attack, step 5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from operator import add

from rules.asks import Declared, Roll
from rules.dice import Die, Pool
from rules.remaking import remade
from rules.table import Table
from rules.x_wing.cards import Title
from rules.x_wing.dice import Drawn
from rules.x_wing.sheet import Battle

TITLES = tuple(Title)


@dataclass(frozen=True, slots=True)
class Wounds:
    """A ship under damage: shields, damage cards by how they lie, and the titles that can still come from its deck.

    ``unseen`` facedown cards have no title until they are exposed: which of the cards nobody has seen lies on the ship
    and which is still in the deck makes no difference to any draw. ``deck`` and ``discards`` count cards by title, in
    the order of ``Title``; of the deck's, ``buried`` ones lie facedown on other ships and ``buried_discards`` among the
    discarded ones. ``stress`` counts the stress tokens gained.
    """

    hull: int
    shields: int = 0
    unseen: int = 0
    faceup: tuple[Title, ...] = ()
    facedown: tuple[Title, ...] = ()
    deck: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    buried: int = 0
    buried_discards: int = 0
    stress: int = 0
    shuffled: bool = False

    @property
    def cards(self) -> int:
        """All damage cards on the ship."""
        return self.unseen + len(self.faceup) + len(self.facedown)

    @property
    def destroyed(self) -> bool:
        """Whether it has as many damage cards as hull."""
        return self.cards >= self.hull

    @property
    def left(self) -> int:
        """How many cards the deck still has."""
        return sum(self.deck) - self.unseen - self.buried - self.buried_discards

    def drawn(self, title: Title) -> Wounds:
        """The same with a card of that title taken from the deck."""
        place = TITLES.index(title)
        return remade(self, deck=(*self.deck[:place], self.deck[place] - 1, *self.deck[place + 1 :]))

    def flipped(self, title: Title) -> Wounds:
        """The same with one faceup card of that title turned facedown."""
        left = list(self.faceup)
        left.remove(title)
        return remade(self, faceup=tuple(left), facedown=tuple(sorted((*self.facedown, title))))

    def without_a_shield(self) -> Wounds:
        """The same with one shield less, if it has any: losing one is not damage."""
        return remade(self, shields=max(0, self.shields - 1))


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage that a ship is about to suffer: hits first, then crits."""

    wounds: Wounds
    hits: int = 0
    crits: int = 0


def suffer(damage: Damage, table: Table) -> Wounds:
    """The ship after the damage, one point at a time; a destroyed ship is still dealt its cards."""
    if damage.hits:
        wounds = table.play(suffer_hit, damage.wounds)
        return table.rest(suffer, Damage(wounds, damage.hits - 1, damage.crits))
    if damage.crits:
        wounds = table.play(suffer_crit, damage.wounds)
        return table.rest(suffer, Damage(wounds, 0, damage.crits - 1))
    return damage.wounds


def suffer_hit(wounds: Wounds, table: Table) -> Wounds:
    """One hit damage: a shield, else a facedown card; a crit damage instead with a Hull Breach."""
    if Title.HULL_BREACH in wounds.faceup:
        table.note("5 Hull Breach", "the hit is suffered as a crit")
        return table.rest(suffer_crit, wounds)
    if wounds.shields:
        table.note("5a hit", "a shield is lost")
        return remade(wounds, shields=wounds.shields - 1)
    table.note("5a hit", "a facedown damage card")
    wounds = with_a_card(wounds, table)
    return remade(wounds, unseen=wounds.unseen + 1)


def suffer_crit(wounds: Wounds, table: Table) -> Wounds:
    """One crit damage: a shield, else a faceup card with its effect; then each Fuel Leak that was faceup before."""
    leaks = wounds.faceup.count(Title.FUEL_LEAK)
    if wounds.shields:
        table.note("5b crit", "a shield is lost")
        wounds = remade(wounds, shields=wounds.shields - 1)
    else:
        wounds = table.play(deal_faceup, wounds)
    for _ in range(leaks):
        if Title.FUEL_LEAK in wounds.faceup:
            table.note("5 Fuel Leak", "1 hit damage, and flips")
            wounds = table.play(suffer_hit, wounds.flipped(Title.FUEL_LEAK))
    return wounds


def with_a_card(wounds: Wounds, table: Table) -> Wounds:
    """The same, with the discarded cards shuffled into a deck that has run out (rules reference)."""
    if wounds.left > 0 or not (any(wounds.discards) or wounds.buried_discards):
        return wounds
    table.note("5 damage deck", "the discarded cards are shuffled in")
    deck = tuple(map(add, wounds.deck, wounds.discards))
    return remade(wounds, deck=deck, discards=(0,) * len(deck), buried_discards=0, shuffled=True)


def deal_faceup(wounds: Wounds, table: Table) -> Wounds:
    """A faceup card from the deck, with what it does at once.

    When every card of the deck is known to lie on a ship, the card is one without a title.
    """
    wounds = with_a_card(wounds, table)
    if not any(wounds.deck):
        table.note("5b crit", "a facedown damage card without a title, since the deck has none left")
        return remade(wounds, unseen=wounds.unseen + 1)
    table.note("5b crit", "a faceup damage card")
    title = draw(wounds, table)
    return faceup(wounds.drawn(title), title, table)


@dataclass(frozen=True, slots=True)
class CardDrawn(Roll[Battle, object]):
    """A faceup card from the damage deck."""

    LABEL = "5 damage card"

    def sentence(self, declared: Declared[Battle, object]) -> str:
        """How it is found."""
        return "A faceup damage card is dealt: draw one, or enter the one that was drawn."


def draw(wounds: Wounds, table: Table) -> Title:
    """The title of a card nobody has seen."""
    return table.roll(*_drawing(wounds.deck))


@lru_cache(maxsize=256)
def _drawing(deck: tuple[int, ...]) -> tuple[CardDrawn, Drawn[Title]]:
    """What is asked and what reads the answer where a card is drawn; odds and folds draw from the same decks."""
    titles = tuple(title for title, count in zip(TITLES, deck, strict=True) for _ in range(count))
    card = Die("damage card", tuple(map(str, titles)))
    return CardDrawn((Pool(card, 1),)), Drawn(tuple(dict.fromkeys(titles)))


def faceup(wounds: Wounds, title: Title, table: Table) -> Wounds:
    """A card turned faceup, with what it does at once."""
    wounds = remade(wounds, faceup=tuple(sorted((*wounds.faceup, title))))
    if title is Title.DIRECT_HIT:
        table.note("5 Direct Hit!", "1 hit damage, and flips")
        return table.play(suffer_hit, wounds.flipped(title))
    if title is Title.PANICKED_PILOT:
        table.note("5 Panicked Pilot", "2 stress tokens, and flips")
        return remade(wounds.flipped(title), stress=wounds.stress + 2)
    return wounds
