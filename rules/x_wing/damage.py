"""From a ship's wounds to the changes of its battle: cards, shields, destruction and removal (rules reference)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.changes import Change, apply, merged
from rules.x_wing.cards import Card, Title
from rules.x_wing.sheet import Battle, Phase, Squad
from rules.x_wing.ship import FLEEING, Ship, Status
from rules.x_wing.tokens import ALL, CLOAK
from rules.x_wing.upgrade import LOST_BY_DAMAGE
from rules.x_wing.wounds import TITLES, Wounds


def wounds_of(battle: Battle, ship: Ship) -> Wounds:
    """A ship's wounds before it suffers."""
    squad = battle.squad(ship.squad)
    known = battle.cards(ship)
    others = [other for other in battle.ships if other.squad == ship.squad and other.key != ship.key]
    gone = {other.key for other in others if not other.standing}
    return Wounds(
        hull=ship.hull,
        shields=ship.shields,
        unseen=ship.unseen,
        faceup=tuple(sorted(card.title for card in known if card.faceup)),
        facedown=tuple(sorted(card.title for card in known if not card.faceup)),
        deck=_counted(card for card in squad.deck if card.ship is None and not card.discarded),
        discards=_counted(card for card in squad.deck if card.discarded or card.ship in gone),
        buried=sum(other.unseen for other in others if other.standing),
        buried_discards=squad.unseen_discarded + sum(other.unseen for other in others if not other.standing),
    )


def wound_changes(battle: Battle, ship: Ship, after: Wounds) -> tuple[Change, ...]:
    """What becomes of the ship and of its squad's damage deck."""
    squad = battle.squad(ship.squad)
    changes = [
        Change(ship.key, "shields", ship.shields, after.shields),
        Change(ship.key, "unseen", ship.unseen, after.unseen),
        Change(ship.key, "stress", ship.stress, ship.stress + after.stress),
    ]
    if after.shields < ship.shields or after.cards > battle.damage(ship):
        changes += _charges_lost(ship)
    if after.shuffled:
        changes += _shuffled(battle, squad)
        squad = apply(battle, changes).squad(squad.key)
    lying = Counter((card.title, card.faceup) for card in squad.deck if card.ship == ship.key)
    wanted = Counter([*((title, True) for title in after.faceup), *((title, False) for title in after.facedown)])
    others = {title for title, _ in (lying - wanted) + (wanted - lying)}
    for title in (title for title in TITLES if title in others):
        changes += _dealt([card for card in squad.deck if card.title is title], ship, title, after)
    return tuple(change for change in changes if change.before != change.after)


def _charges_lost(ship: Ship) -> Iterator[Change]:
    """The charges that cards of a ship lose after it suffered damage."""
    for card in ship.upgrades:
        if card.xws in LOST_BY_DAMAGE and card.charges:
            yield Change(card.key, "charges", card.charges, card.charges - 1)


def _shuffled(battle: Battle, squad: Squad) -> Iterator[Change]:
    """The discarded cards, and those of ships that are gone, come back into the deck."""
    gone = {ship.key: ship for ship in battle.ships if ship.squad == squad.key and not ship.standing}
    for card in squad.deck:
        if card.discarded:
            yield Change(card.key, "discarded", True, False)
        if card.ship in gone:
            yield Change(card.key, "faceup", card.faceup, False)
            yield Change(card.key, "ship", card.ship, None)
    yield Change(squad.key, "unseen_discarded", squad.unseen_discarded, 0)
    yield from (Change(ship.key, "unseen", ship.unseen, 0) for ship in gone.values() if ship.unseen)


def destruction_after(
    battle: Battle, changes: tuple[Change, ...], ship: Ship, wounds: Wounds, destroyer: str
) -> tuple[Change, ...]:
    """What comes of it, after these changes, when the wounds destroy a ship that was not destroyed before."""
    if not wounds.destroyed or ship.status is not Status.ACTIVE:
        return ()
    now = apply(battle, merged(changes))
    return tuple(destruction(now, now.ship(ship.key), destroyer))


def destruction(battle: Battle, ship: Ship, destroyer: str) -> Iterator[Change]:
    """A ship is destroyed; outside the Engagement Phase it is removed at once."""
    # A ship may be called like what took one off the board that was not destroyed.
    by = f"“{destroyer}”" if destroyer == FLEEING else destroyer
    yield Change(ship.key, "destroyed_by", ship.destroyed_by, by)
    if battle.phase is Phase.ENGAGEMENT:
        yield Change(ship.key, "status", ship.status, Status.DESTROYED)
    else:
        yield from removal(battle, ship)


def removal(battle: Battle, ship: Ship) -> Iterator[Change]:
    """A ship leaves the board with its tokens, and locks on it are gone."""
    yield Change(ship.key, "status", ship.status, Status.REMOVED)
    for track in (*ALL, CLOAK):
        yield Change(ship.key, track, getattr(ship, track), 0)
    yield Change(ship.key, "lock", ship.lock, None)
    for other in battle.ships:
        if other.lock == ship.key:
            yield Change(other.key, "lock", ship.key, None)


def _counted(cards: Iterator[Card]) -> tuple[int, ...]:
    titles = [card.title for card in cards]
    return tuple(titles.count(title) for title in TITLES)


def _dealt(copies: list[Card], ship: Ship, title: Title, after: Wounds) -> Iterator[Change]:
    """The cards of one title that come to the ship or turn over; the first ones of the deck are taken."""
    up = [card for card in copies if card.ship == ship.key and card.faceup]
    down = [card for card in copies if card.ship == ship.key and not card.faceup]
    free = [card for card in copies if card.ship is None and not card.discarded]
    wanted_up, wanted_down = after.faceup.count(title), after.facedown.count(title)
    for card in up[wanted_up:]:
        yield Change(card.key, "faceup", True, False)
    turned_up = down[: max(0, min(len(down) - wanted_down, wanted_up - len(up)))]
    for card in turned_up:
        yield Change(card.key, "faceup", False, True)
    dealt_up = max(0, wanted_up - len(up) - len(turned_up))
    dealt_down = max(0, wanted_down - (len(down) - len(turned_up)) - len(up[wanted_up:]))
    for number, card in enumerate(free[: dealt_up + dealt_down]):
        yield Change(card.key, "ship", None, ship.key)
        if number < dealt_up:
            yield Change(card.key, "faceup", False, True)
