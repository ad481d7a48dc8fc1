"""The sheet of a battle of Airsoft Squads, and of its squads."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from rules.airsoft_squads.modifiers import Modifier, check_without_range
from rules.airsoft_squads.pieces import MOST_COUNTED, Card, Operator, Position
from rules.airsoft_squads.settings import USUAL, Settings
from rules.bounds import Bounded, Bounds, check_bounds
from rules.checks import found, known, unique


class Phase(StrEnum):
    """Where a TURN has come to; its PREPARATION goes with the STRATEGY phase, and the SUPPORT phase ends it."""

    STRATEGY = "STRATEGY"
    COMBAT = "COMBAT"


SQUADS = 2
"""How many squads fight."""


@dataclass(frozen=True, slots=True)
class Squad(Bounded):
    """One player's side: its MOVEs and MEDICs this TURN, and how often its operators went HIT in this battle."""

    key: str
    name: str
    moves: Annotated[int, Bounds(0, MOST_COUNTED, "MOVEs this TURN")] = 0
    medics: Annotated[int, Bounds(0, MOST_COUNTED, "MEDICs this TURN")] = 0
    fallen: Annotated[int, Bounds(0, MOST_COUNTED, "operators gone HIT")] = 0


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle as the rules see it; ``teamwork`` is what the game mode gives team mates in range of each other.

    ``turn`` is 1 or 2 within the round and names the active squad; ``acted`` is the squad that acted last this TURN.
    """

    squads: tuple[Squad, ...]
    operators: tuple[Operator, ...]
    positions: tuple[Position, ...] = ()
    cards: tuple[Card, ...] = ()
    teamwork: tuple[Modifier, ...] = ()
    settings: Settings = USUAL
    round: Annotated[int, Bounds(1, MOST_COUNTED)] = 1
    turn: Annotated[int, Bounds(1, 2)] = 1
    phase: Phase = Phase.COMBAT
    acted: str | None = None
    winner: str | None = None
    started: bool = True
    over: bool = False
    key: str = "battle"

    def __post_init__(self) -> None:
        """Refuse keys that are not unique or lead nowhere, two things in one place, and a battle without a rival."""
        check_bounds(self)
        unique((self.key, *[s.key for s in self.squads], *[p.key for p in self.pieces], *self._modifier_keys()))
        if self.started and len(self.squads) != SQUADS:
            raise ValueError("a battle that has started has two squads")
        known({*[piece.squad for piece in self.pieces], self.acted, self.winner}, self.squads, "squad")
        _one_each([(p.squad, p.place) for p in self.positions], "two positions have the same place in a row")
        _one_each([(o.squad, o.place) for o in self.operators if o.place], "two operators stand on one position")
        _one_each([card.bearer for card in self.cards if card.bearer], "an operator never has two cards attached")
        check_without_range(self.teamwork)
        operators = {operator.key: operator.squad for operator in self.operators}
        for card in self.cards:
            if card.bearer is not None and operators.get(card.bearer) != card.squad:
                raise ValueError(f"{card.name} is attached to an operator of its own squad")

    @property
    def sides(self) -> tuple[Squad, ...]:
        """The squads."""
        return self.squads

    @property
    def pieces(self) -> tuple[Operator | Position | Card, ...]:
        """Everything that can be tapped."""
        return (*self.operators, *self.positions, *self.cards)

    @property
    def active_squad(self) -> Squad:
        """The squad whose TURN it is."""
        return self.squads[self.turn - 1]

    def operator(self, key: str) -> Operator:
        """The operator with that key; ``Illegal`` if there is none."""
        return found(self.operators, key, "operator")

    def squad(self, key: str) -> Squad:
        """The squad with that key; ``Illegal`` if there is none."""
        return found(self.squads, key, "squad")

    def rival(self, key: str) -> Squad:
        """The other squad."""
        return next(squad for squad in self.squads if squad.key != key)

    def card(self, key: str) -> Card:
        """The card with that key; ``Illegal`` if there is none."""
        return found(self.cards, key, "card")

    def position_of(self, operator: Operator) -> Position | None:
        """The position that an operator stands on."""
        return next((p for p in self.positions if (p.squad, p.place) == (operator.squad, operator.place)), None)

    def attached(self, operator: Operator) -> Card | None:
        """The card that is attached to an operator."""
        return next((card for card in self.cards if card.bearer == operator.key), None)

    def _modifier_keys(self) -> list[str]:
        keys = [modifier.key for modifier in self.teamwork]
        for modifiers in (*[bearer.skills for bearer in self.operators], *[card.modifiers for card in self.cards]):
            # Most cards have none.
            if modifiers:
                keys += [modifier.key for modifier in modifiers]
        return keys


def _one_each(things: list[object], problem: str) -> None:
    if len(set(things)) < len(things):
        raise ValueError(problem)
