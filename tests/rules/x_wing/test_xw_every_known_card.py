"""Every known card is offered somewhere, can be used there, and an attack with it can be played to its end."""

from dataclasses import replace
from itertools import product

import pytest

from rules.asks import Choice, Declared
from rules.changes import apply
from rules.play import Waiting, play
from rules.table import Dice, Pick
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import resolve
from rules.x_wing.cards import Title
from rules.x_wing.declaration import Facing, Obstruction
from rules.x_wing.known.cards import PILOTS, UPGRADES
from rules.x_wing.known.uses import offered
from rules.x_wing.samples import HOWLRUNNER, LASERS, TORPEDOES, WEDGE, attack, battle, with_cards
from rules.x_wing.sheet import Battle, Ruleset, Settings
from rules.x_wing.ship import Arc, Needs, Size

RICH = {"most_force": 3, "force": 3, "most_charges": 3, "charges": 2, "most_energy": 3, "energy": 3}
SHIELDS = {"most_shields": 9, "shields": 8}
AT_THE_START = {"initiative": 4, "lock": "wedge"}
TOKENS = {"calculate": 2, "evade": 1, "focus": 2}
STATES = (
    {**TOKENS, "stress": 1, "strain": 1, "tractor": 1, "disarm": 0, "reinforce_fore": 1},
    {"lock": None},
    {"shields": 0},
)
OF_THE_DEFENDER = (*STATES, {"initiative": 6, "disarm": 1, "lock": None}, {"initiative": 2})
WAYS = tuple(product(Arc, (1, 2, 3), (Obstruction.CLEAR, Obstruction.OBSTACLE), Ruleset, (False, True)))


def scenes(known, pilots):
    """Battles in which the owner of a card is the attacker, its friend, the defender or its friend."""
    card = known.ids.split()[0]
    ids = (card,) if pilots else ("somebody", card)
    for own, foe, size in product(STATES, OF_THE_DEFENDER, (Size.SMALL, Size.LARGE)):
        weapons = (LASERS, replace(TORPEDOES, needs=Needs.NOTHING, nearest=1))
        one = replace(WEDGE, weapons=weapons, initiative=4, **({"lock": "howlrunner"} | RICH | SHIELDS | own))
        other = replace(HOWLRUNNER, size=size, **(AT_THE_START | RICH | SHIELDS | foe))
        friends = (
            replace(one, key="friend", name="Friend", weapons=(), size=Size.HUGE, initiative=6),
            replace(other, key="wing", name="Wing", weapons=(), size=Size.HUGE, initiative=6, lock="wedge"),
        )
        ships = (one, other, *friends)
        for place in range(4):
            placed = tuple(replace(s, ids=ids) if n == place else s for n, s in enumerate(ships))
            yield battle(*placed, decks=True)


def ways(sheet, arc, distance, between, rules, bonus):
    for turret in (LASERS.arc, arc):
        armed = replace(sheet.ship("wedge"), weapons=(replace(LASERS, arc=turret), *sheet.ship("wedge").weapons[1:]))
        ships = tuple(armed if ship.key == "wedge" else ship for ship in sheet.ships)
        now = replace(sheet, ships=ships, settings=Settings(ruleset=rules))
        damaged = with_cards(with_cards(now, "wedge", Title.PANICKED_PILOT), "howlrunner", Title.PANICKED_PILOT)
        told = {"arc": arc, "obstruction": between, "bonus": bonus, "facing": Facing.BOTH}
        for hurt, weapon in product((now, damaged), armed.weapons):
            yield hurt, weapon, attack(weapon.key, distance, **told)


def first_use(known, pilots) -> tuple[Battle, object]:
    """The first attack found in which a card can be used, and paid for."""
    for sheet in scenes(known, pilots):
        for way in WAYS:
            for now, weapon, declared in ways(sheet, *way):
                for side, attacking in (("attacker_abilities", True), ("defender_abilities", False)):
                    wanted = known.on_own_dice(attacking=attacking)
                    for use in offered(now, declared, weapon, attacking=attacking):
                        if use.known == wanted and not use.refused:
                            return now, replace(declared, **{side: (Ability(use.name),)})
    raise AssertionError(f"{known.name} is never offered")


@pytest.mark.parametrize(
    ("known", "pilots"),
    [*((known, True) for known in PILOTS), *((known, False) for known in UPGRADES)],
    ids=lambda value: f"{value.id} {value.role.name}" if hasattr(value, "role") else str(value),
)
def test_an_attack_with_it_is_played_to_its_end(known, pilots):
    sheet, declared = first_use(known, pilots)
    replies = ()
    while isinstance(now := play(resolve, Declared(sheet, declared), replies), Waiting):
        ask = now.ask
        wanted = [option for option in getattr(ask, "options", ()) if str(option).startswith(known.name)]
        if isinstance(ask, Choice):
            replies += (Pick(ask.label, (wanted or ask.options)[0]),)
            continue
        faces = tuple(tuple(pool.die.faces[n % 5] for n in range(pool.count)) for pool in ask.pools)
        replies += (Dice(ask.label, faces),)
    assert apply(sheet, now.outcome.changes) != sheet
