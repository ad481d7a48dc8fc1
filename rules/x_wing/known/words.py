"""Which cards of the data set have words that matter for the dice of an attack, and which of them are known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.x_wing.known.cards import OF_PILOTS, OF_UPGRADES, of_type
from rules.x_wing.weapon_terms import TERMS

DICE = re.compile(
    r"(attack|defense) di(c)?e|\breroll|additional di(c)?e|cancel|neutralize"
    r"|\[?(hit|crit|critical hit|focus|evade)\]? results?|blank",
    re.IGNORECASE,
)
"""Words for dice that are added, rerolled, changed or cancelled."""

ATTACK = re.compile(
    r"\b(while|before|after|when|during)\b[^.]*\b(attack(?! di)|attacks|attacking|defend|defends|defending)\b",
    re.IGNORECASE,
)
"""Words for an attack or a defence, not for an attack die that is rolled for something else."""

ROLLED = re.compile(r"\b(after|before) (you )?(re)?roll(ing)?\b[^.]*\bdi(c)?e\b", re.IGNORECASE)
"""Words for dice that are changed when they are rolled, in an attack as elsewhere."""

NUMBER = re.compile(r"\brange( \d)? bonus|\bagility\b", re.IGNORECASE)
"""Words for what makes the number of dice."""

SUFFERED = re.compile(r"would (be dealt|suffer)", re.IGNORECASE)
"""Words for what is suffered otherwise than it would be."""


OF_ATTACKS = re.compile(
    r"\battack|\bdefen|\bdie\b|\bdice\b|\bdamage|\bhit|\bcrit|\bresults?\b|\bsuffer|\bdealt\b|\bdestroy", re.IGNORECASE
)
"""Words that a card has which says anything at all of an attack."""


@dataclass(frozen=True, slots=True)
class Words:
    """A card whose words matter; ``pilot`` tells it from an upgrade of the same id.

    Of a pilot's card ``ability`` names what the type of its ship can do, where the words of that matter, and ``own``
    tells whether those of the pilot do.
    """

    xws: str
    pilot: bool
    ability: str = ""
    own: bool = True


def words_of_pilots(ship: object) -> Iterator[Words]:
    """The pilots of a ship of the data set whose words matter, or those of what the ship can do on their cards."""
    pilots = ship.get("pilots") if isinstance(ship, Mapping) else None
    for card in _objects(pilots):
        kinds = _objects([card.get("shipAbility")])
        ability = next((str(kind.get("name")) for kind in kinds if _say(kind.get("text"))), "")
        if ability or _matters(card):
            yield Words(str(card.get("xws")), pilot=True, ability=ability, own=_matters(card))


def words_of_upgrades(upgrades: object) -> Iterator[Words]:
    """The upgrades of a list of the data set whose words matter, on either side."""
    for card in _objects(upgrades):
        if any(map(_matters, _objects(card.get("sides")))):
            yield Words(str(card.get("xws")), pilot=False)


def quiet_upgrades(lists: Iterable[object]) -> tuple[str, ...]:
    """The ids of the upgrades of some lists that have words, none of which is of attacks in any of the lists."""
    silent: dict[str, bool] = {}
    for card in (card for upgrades in lists for card in _objects(upgrades)):
        xws = str(card.get("xws"))
        silent[xws] = silent.get(xws, True) and _is_quiet(tuple(_objects(card.get("sides"))))
    return tuple(sorted(xws for xws, quiet in silent.items() if quiet))


def quiet_abilities(ships: Iterable[object]) -> tuple[str, ...]:
    """The names of what types of ships can do, where the words say nothing of attacks on any of the ships."""
    silent: dict[str, bool] = {}
    for pilot in (pilot for ship in ships if isinstance(ship, Mapping) for pilot in _objects(ship.get("pilots"))):
        for ability in _objects([pilot.get("shipAbility")]):
            name, text = str(ability.get("name")), ability.get("text")
            quiet = isinstance(text, str) and bool(text.strip()) and not OF_ATTACKS.search(text)
            silent[name] = silent.get(name, True) and quiet
    return tuple(sorted(name for name, quiet in silent.items() if quiet))


def _is_quiet(sides: tuple[Mapping[str, Any], ...]) -> bool:
    texts = [side.get("ability") for side in sides]
    worded = [text for text in texts if isinstance(text, str) and text.strip()]
    armed = any("attack" in side for side in sides)
    return bool(worded) and not armed and not any(OF_ATTACKS.search(text) for text in worded)


def is_known(card: Words) -> bool:
    """Whether the app knows all that the card does; of weapons, what their attack does."""
    if card.pilot:
        return (card.xws in OF_PILOTS or not card.own) and bool(of_type(card.ability) or not card.ability)
    return card.xws in OF_UPGRADES or (card.xws in TERMS and not TERMS[card.xws].more)


def _objects(data: object) -> Iterator[Mapping[str, Any]]:
    """The objects of a list; nothing of what is none."""
    yield from (part for part in data if isinstance(part, Mapping)) if isinstance(data, list) else ()


def _matters(card: Mapping[str, Any]) -> bool:
    # The words of a few upgrades stand where others have a sentence without any effect.
    return _say(card.get("ability", card.get("text")), armed="attack" in card)


def _say(text: object, *, armed: bool = False) -> bool:
    """Whether words matter; those of a weapon are of attacks anyway."""
    if not isinstance(text, str):
        return False
    of_attack = armed or bool(ATTACK.search(text))
    of_dice = DICE.search(text) and (of_attack or ROLLED.search(text))
    return bool(SUFFERED.search(text) or of_dice or (NUMBER.search(text) and of_attack))
