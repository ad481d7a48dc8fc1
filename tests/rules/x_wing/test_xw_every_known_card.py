"""Every known card is offered somewhere, can be used there, and an attack with it can be played to its end."""

from dataclasses import replace
from functools import cache
from itertools import chain, islice, product

import pytest

from rules.asks import Choice, Declared
from rules.changes import apply
from rules.game import Illegal
from rules.play import Waiting, play
from rules.table import Dice, Pick
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import resolve
from rules.x_wing.cards import Title
from rules.x_wing.declaration import Facing, Obstruction, check
from rules.x_wing.hands import hands_of
from rules.x_wing.known.cards import PILOTS, UPGRADES
from rules.x_wing.known.uses import offered
from rules.x_wing.outlook import USUAL_PLAY, outlook
from rules.x_wing.samples import HOWLRUNNER, LASERS, TORPEDOES, WEDGE, attack, battle, with_cards
from rules.x_wing.sheet import Battle, Ruleset, Settings
from rules.x_wing.ship import Arc, Needs, Size
from tests.rules.x_wing.carrying import carrying

RICH = {"most_force": 3, "force": 3, "most_charges": 3, "charges": 2, "most_energy": 3, "energy": 3}
SHIELDS = {"most_shields": 9, "shields": 8}
AT_THE_START = {"initiative": 4, "lock": "wedge"}
TOKENS = {"calculate": 2, "evade": 1, "focus": 2}
STATES = (
    {**TOKENS, "stress": 1, "strain": 1, "tractor": 1, "disarm": 0, "reinforce_fore": 1, "reinforce_aft": 1},
    {"lock": None},
    {"shields": 0},
)
FOCUSED = {"focus": 1}
OF_THE_DEFENDER = (*STATES, {"initiative": 6, "disarm": 1, "lock": None}, {"initiative": 2})
FEW = replace(LASERS, dice=2)
SELDOM = 23
"""Of all battles first one way in so many is tried: what can be used in a late one is not looked for long."""
WAYS = tuple(product(Arc, (1, 2, 3), (Obstruction.CLEAR, Obstruction.OBSTACLE), Ruleset, (False, True)))


def turrets(key):
    return (replace(LASERS, key=f"{key}-turret", arc=Arc.SINGLE_TURRET),)


def can_be_declared(sheet, declared, weapon):
    try:
        return bool(check(sheet, declared) and hands_of(sheet, declared, weapon))
    except Illegal:
        return False


def scenes(known, pilots):
    """Battles in which the owner of a card is the attacker, its friend, the defender or its friend."""
    card = known.ids.split()[0]
    for own, foe, size in product((*STATES, FOCUSED), OF_THE_DEFENDER, (Size.SMALL, Size.LARGE)):
        weapons = (FEW, replace(TORPEDOES, needs=Needs.NOTHING, nearest=1))
        one = replace(
            WEDGE, weapons=weapons, initiative=4, attacked=True, **({"lock": "howlrunner"} | RICH | SHIELDS | own)
        )
        other = replace(HOWLRUNNER, size=size, **(AT_THE_START | RICH | SHIELDS | foe))
        friends = (
            replace(one, key="friend", name="Friend", weapons=turrets("f"), upgrades=(), size=Size.HUGE, initiative=6),
            replace(
                other, key="wing", name="Wing", weapons=turrets("w"), size=Size.HUGE, initiative=6, lock="wedge", jam=1
            ),
        )
        ships = (one, other, *friends)

        def owning(ship):
            return replace(ship, pilot=card) if pilots else carrying(ship, card)

        for place in range(4):
            placed = tuple(owning(s) if n == place else s for n, s in enumerate(ships))
            yield battle(*placed, decks=True)


def ways(sheet):
    """Every way to attack in a battle, with the ships as they are and then damaged."""

    @cache
    def armed(turret, rules):
        wedge = sheet.ship("wedge")
        one = replace(wedge, weapons=(replace(FEW, arc=turret), *wedge.weapons[1:]))
        ships = tuple(one if ship.key == "wedge" else ship for ship in sheet.ships)
        now = replace(sheet, ships=ships, settings=Settings(ruleset=rules))
        return now, with_cards(with_cards(now, "wedge", Title.PANICKED_PILOT), "howlrunner", Title.PANICKED_PILOT)

    for arc, distance, between, rules, bonus in WAYS:
        told = {"arc": arc, "obstruction": between, "bonus": bonus, "facing": Facing.BOTH}
        declared = {weapon.key: attack(weapon.key, distance, **told) for weapon in sheet.ship("wedge").weapons}
        for turret in (FEW.arc, arc):
            for hurt, weapon in product(armed(turret, rules), armed(turret, rules)[0].ship("wedge").weapons):
                yield hurt, weapon, declared[weapon.key]


def tried(known, pilots):
    """Every way to attack in every battle, some of each battle before the others."""
    some = (islice(ways(sheet), 0, None, SELDOM) for sheet in scenes(known, pilots))
    return chain.from_iterable(chain(some, map(ways, scenes(known, pilots))))


def first_use(known, pilots) -> tuple[Battle, object]:
    """The first attack found in which a card can be used, and paid for."""
    sides = tuple(
        (side, attacking, known.on_own_dice(attacking=attacking))
        for side, attacking in (("attacker_abilities", True), ("defender_abilities", False))
    )
    for now, weapon, declared in tried(known, pilots):
        for side, attacking, wanted in sides:
            for use in offered(now, declared, weapon, attacking=attacking):
                using = replace(declared, **{side: (Ability(use.name),)})
                if use.known == wanted and not use.refused and can_be_declared(now, using, weapon):
                    return now, using
    raise AssertionError(f"{known.name} is never offered")


def best_is_unknown(known, sheet, declared):
    """Whether best play would have to tell crits from hits, to foresee spent tokens, or what comes before the lock."""
    now = hands_of(sheet, declared, check(sheet, declared))
    locked = now.attack.means.lock and any(
        one.while_has == "lock" and one.before == "focus" for one in now.attack.means.abilities
    )
    return bool(known.fewer_hits or known.fewer_crits or now.if_bare or locked)


@pytest.mark.parametrize(
    ("known", "pilots"),
    [*((known, True) for known in PILOTS), *((known, False) for known in UPGRADES)],
    ids=lambda value: f"{value.id} {value.role.name}" if hasattr(value, "role") else str(value),
)
def test_an_attack_with_it_tells_best_play_and_is_played_to_its_end(known, pilots):
    sheet, declared = first_use(known, pilots)
    assert (USUAL_PLAY in outlook(Declared(sheet, declared)).more) is best_is_unknown(known, sheet, declared)
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
