"""Steps 2 to 4 of an attack in the order of their chapter: attack dice, defence dice, neutralize results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import NamedTuple

from rules.asks import Declared, Roll, Side
from rules.dice import Bands, Face, Pool, Reading, Tally
from rules.table import Table, end
from rules.words import counted
from rules.x_wing.declaration import Attack
from rules.x_wing.dice import ATTACK, BLANK, COUNTS, CRIT, DICE, FACES, FOCUS, HIT, Alike, Lying, Results, bands, rolled
from rules.x_wing.hands import Hand, Hands
from rules.x_wing.means import Means, focus_as, usual_die
from rules.x_wing.modification import Modification
from rules.x_wing.modify import modify
from rules.x_wing.modifying import Modified, Modifying
from rules.x_wing.sheet import Battle
from rules.x_wing.usual_play import last_of

MANY = 4
"""More dice than some players have of a colour."""


@dataclass(frozen=True, slots=True)
class HandRolled(Roll[Battle, Attack]):
    """The attack dice or the defence dice of an attack."""

    hand: Hand

    @property
    def label(self) -> str:
        """The step."""
        return "2a attack dice" if self.hand.kind == ATTACK else "3a defence dice"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Who rolls how many dice, and where they come from."""
        hand = self.hand
        ship = declared.battle.ship(declared.declaration.roller(hand.kind))
        few = " Too few dice? Roll some of them again for the rest."
        told = f"{ship.name} rolls {counted(hand.dice, f'{hand.kind} die')}"
        why = "" if hand.alone else f": {hand.reasons}"
        return f"{told}{why}.{few if hand.dice >= MANY else ''}"

    def owners(self, declared: Declared[Battle, Attack]) -> tuple[Side, ...]:
        """The squad of the ship that rolls them."""
        return (declared.battle.ship(declared.declaration.roller(self.hand.kind)).squad,)

    def worth(self, face: Face) -> int:
        """Whether it is a hit, a crit or an evade before anything modifies it."""
        return int(face in COUNTS)


class DiceOutcome(NamedTuple):
    """What steps 2 to 4 leave: the results uncancelled, and how the dice of both sides ended."""

    left: Results
    attack: Modified
    defence: Modified

    def used(self, hands: Hands) -> tuple[tuple[Side, str], ...]:
        """The abilities with a price that were used while dice were modified, each as the side and its name there."""
        own = ((hands.attack, self.attack), (hands.defence, self.defence))
        return tuple(
            (side, name)
            for hand, ended in own
            for side, names in (
                (hand.other_side, ended.used),
                (hand.side, used_of(hand.means.abilities, ended.means)),
            )
            for name in names
        )


def steps_2_to_4(hands: Hands, table: Table) -> DiceOutcome:
    """Roll both hands and let them meet."""
    red = attack_dice(hands, table)
    green = defence_dice(meeting(hands, red), red.results, table)
    return DiceOutcome(neutralise(hands, red.results, green.evades, table), red, green)


def attack_dice(hands: Hands, table: Table) -> Modified:
    """2. The attack dice are rolled, and modified by the defender, then by the attacker."""
    table.note("2a roll attack dice", hands.attack.reasons)
    red = table.play(roll_and_modify, hands.attack)
    if hands.tamed:
        red = red._replace(dice=red.dice.turned(CRIT, HIT, red.results.crits))
        table.note("2b crits become hits", red.results)
    if hands.sharpened:
        red = red._replace(dice=red.dice.turned(HIT, CRIT, red.results.hits))
        table.note("2b hits become crits", red.results)
    return red


def meeting(hands: Hands, red: Modified) -> Hands:
    """The hands as the defence dice meet them: all with which the attacker modified attack dice is gone then."""
    return hands.meeting(red.means)


def defence_dice(hands: Hands, against: Results, table: Table) -> Modified:
    """3. The defence dice are rolled, and modified by the attacker, then by the defender."""
    table.note("3a roll defence dice", hands.defence.reasons)
    return table.play(roll_and_modify, replace(hands.defence, against=against))


def neutralise(hands: Hands, results: Results, evades: int, table: Table) -> Results:
    """4. Evades cancel hits, then crits; then reinforce does (the other way round for Plasma Torpedoes)."""
    shown, shown_evades = results, evades
    results, evades = hands.after_cards(shown, shown_evades)
    if (results, evades) != (shown, shown_evades):
        table.note("4 cards cancel", f"{shown.total - results.total} of the results, {shown_evades - evades} evades")
    paired = hands.paired(results, evades)
    steps = [("evades cancel hits", results.hits - paired.hits), ("evades cancel crits", results.crits - paired.crits)]
    for letter, (name, count) in zip("ab", reversed(steps) if hands.crits_first else steps, strict=True):
        table.note(f"4{letter} {name}", count)
    left = hands.reinforced(paired)
    if hands.reinforce:
        table.note("4 reinforce cancels", paired.total - left.total)
    table.note("4 uncancelled", left)
    return left


def roll_and_modify(hand: Hand, table: Table) -> Modified:
    """Roll one side's dice and let the players modify them, the other player first."""
    if hand.others:
        return table.play_rest(_others_modify, hand, partial(_handed_on, hand), modify)
    if hand.usual and not hand.guessed and (die := usual_die(hand.kind, hand.dice, hand.means)):
        return table.roll_rest(HandRolled((Pool(die, hand.dice),), hand), _ended(hand), end)
    return table.roll_rest(_dice_of(hand), _reading(hand, owners_turn), modify)


def _others_modify(hand: Hand, table: Table) -> Modified:
    """Roll one side's dice and let the other player modify them."""
    return table.roll_rest(_dice_of(hand), _reading(hand, others_turn), modify)


def _dice_of(hand: Hand) -> HandRolled:
    return HandRolled((Pool(DICE[hand.kind], hand.dice),), hand)


def _reading(hand: Hand, turn: Callable[[Hand, Lying], Modifying]) -> Reading[Modifying]:
    """The turn in which the dice of a hand are modified first, by how they fell."""

    def read(shown: Tally) -> Modifying:
        dice = rolled(shown)
        return turn(hand, dice.added(0, 1) if hand.guessed and shown[0] == hand.guessed else dice)

    return Bands(_alike(hand), read, symbols=FACES[hand.kind]) if hand.usual else read


def _ended(hand: Hand) -> Reading[Modified]:
    """How the dice of a hand end in usual play, when none of those that fell is rerolled any more."""
    none_lies_there = rolled((0,) * len(FACES[hand.kind]))
    turn = Modifying(hand.side, none_lies_there, hand.means, against=hand.against, spare=hand.spare)
    return Bands(_alike(hand), last_of(turn), symbols=FACES[hand.kind])


def _alike(hand: Hand) -> Alike:
    """The faces of dice that fell which usual play tells apart, where nothing else is counted."""
    if not hand.usual:
        return ()
    if hand.guessed:
        # What counts is how many of them show an evade before anything is modified.
        return bands(hand.kind, FOCUS)
    face = focus_as(hand.kind, hand.dice, hand.means)
    if hand.others and (face != BLANK or _means_of_others(hand.others).held.names_bad_dice):
        # The other player tells them from the successes that it rerolls or changes.
        return bands(hand.kind, FOCUS)
    return bands(hand.kind, face)


def _handed_on(hand: Hand, ended: Modified) -> Modifying:
    """The owner's turn after the other player's."""
    return owners_turn(hand, ended.dice, () if hand.usual else used_of(hand.others, ended.means))


def others_turn(hand: Hand, dice: Lying) -> Modifying:
    """The other player's turn to modify dice that fell."""
    others = _means_of_others(hand.others)
    return Modifying(hand.other_side, dice, others, False, hand.against, hand.means, alike=_alike(hand))


@lru_cache(maxsize=1000)
def _means_of_others(abilities: tuple[Modification, ...]) -> Means:
    """What another player has: one for all ways in which the dice fall, so that what is known of it is found once."""
    return Means(abilities=abilities)


def owners_turn(hand: Hand, dice: Lying, used: tuple[str, ...] = ()) -> Modifying:
    """The owner's turn to modify its dice, when the other player has modified them and used what is named."""
    face = focus_as(hand.kind, sum(dice.total), hand.means) if hand.usual else FOCUS
    alike = bands(hand.kind, face) if hand.usual else ()
    turn = Modifying(hand.side, dice, hand.means, against=hand.against, used=used, spare=hand.spare, alike=alike)
    return turn.with_(dice.focus_as(face), hand.means)


def used_of(abilities: tuple[Modification, ...], left: Means) -> tuple[str, ...]:
    """The names of abilities with a price that are used up, when those in ``left`` are not."""
    return tuple(ability.source for ability in abilities if ability.paid and ability not in left.abilities)


def uncancelled(hands: Hands, table: Table) -> Results:
    """Steps 2 to 4 for odds, which have fewer cases to count when they ask only for what is left.

    So the defender may spend more than it needs, which changes nothing, and the dice of both sides do not touch each
    other, unless the defender's depend on what the attacker does to its own.
    """
    if hands.wait:
        # Usual play tells of what is left no more than what the attacker's means tell.
        red = hands.attack if hands.if_modified else hands.attack.in_usual_play()
        return table.play_rest(roll_and_modify, red, partial(shown, hands), met)
    return table.rest_both(results_rolled, hands, evades_rolled, hands, hands.leaving)


class Shown(NamedTuple):
    """The attack dice as they end, and the hands as the defence dice meet them."""

    hands: Hands
    results: Results


def shown(hands: Hands, red: Modified) -> Shown:
    """What the defence dice meet once nobody modifies the attack dice any more."""
    return Shown(meeting(hands, red), hands.tame(red.results))


def met(now: Shown, table: Table) -> Results:
    """What the defence dice leave of what they meet."""
    return table.rest_read(evades_rolled, now.hands, partial(now.hands.left_of, now.results))


def results_rolled(hands: Hands, table: Table) -> Results:
    """The results of the attack dice, once nobody modifies them any more."""
    return table.rest_read(roll_and_modify, hands.attack.in_usual_play(), lambda red: hands.tame(red.results))


def evades_rolled(hands: Hands, table: Table) -> int:
    """The evades of defence dice that are rolled against nothing that is known."""
    return table.rest_read(roll_and_modify, hands.defence.in_usual_play(), _evades)


def _evades(green: Modified) -> int:
    return green.evades
