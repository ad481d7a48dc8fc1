"""The demo battle of X-Wing: two squads of the starter table in the middle of an Engagement Phase."""

from __future__ import annotations

from companion.models import Battle, Campaign, DamageCard, Ship, XWingBattle, XWingSquad
from companion.services.ships import store_ships
from rules.x_wing.building import build
from rules.x_wing.cards import Title
from rules.x_wing.sheet import Phase
from rules.x_wing.starter import starter_data

SQUADS: dict[str, tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    "Rebel Alliance": (
        "rebelalliance",
        (
            ("wedgeantilles", ("protontorpedoes",)),
            ("lukeskywalker", ()),
            ("graysquadronbomber", ("ioncannonturret",)),
        ),
    ),
    "Galactic Empire": (
        "galacticempire",
        (
            ("soontirfel", ()),
            ("maulermithel", ("hullupgrade",)),
            ("tempestsquadronpilot", ("shieldupgrade",)),
            ("academypilot", ()),
        ),
    ),
}
"""The squads: the faction, and each pilot with its upgrades by the ids of the starter table."""

TOKENS: dict[str, dict[str, int]] = {
    "wedgeantilles": {"focus": 1},
    "lukeskywalker": {"force": 1},
    "graysquadronbomber": {"stress": 1, "reinforce_fore": 1},
    "soontirfel": {"focus": 1, "evade": 1},
    "maulermithel": {"focus": 1},
    "tempestsquadronpilot": {"evade": 1, "shields": 2},
}
"""What lies by the ships."""

LOCKS = (("wedgeantilles", "soontirfel"), ("tempestsquadronpilot", "wedgeantilles"))


def demo_battle(campaign: Campaign) -> Battle:
    """Set the demo battle up: ships of initiative 6 engage, and one ship is damaged."""
    battle = XWingBattle.objects.create(
        campaign=campaign,
        name="The convoy",
        game="x_wing",
        started=True,
        round=2,
        phase=Phase.ENGAGEMENT.value,
        initiative=6,
    )
    data = starter_data()
    rows: dict[str, Ship] = {}
    for seat, (name, (faction, pilots)) in enumerate(SQUADS.items(), start=1):
        squad = XWingSquad.objects.create(battle=battle, name=name, seat=seat, faction=faction)
        battle.first = battle.first or squad
        known = [data.pilots[pilot] for pilot, _ in pilots]
        worn = [[data.upgrades[upgrade] for upgrade in upgrades] for _, upgrades in pilots]
        built = [
            build("ship", "squad", pilot, data.ships[pilot.faction, pilot.ship], upgrades)
            for pilot, upgrades in zip(known, worn, strict=True)
        ]
        rows |= {pilot.xws: row for pilot, row in zip(known, store_ships(squad, built), strict=True)}
    for pilot, lying in TOKENS.items():
        Ship.objects.filter(pk=rows[pilot].pk).update(**lying)
    for locker, locked in LOCKS:
        Ship.objects.filter(pk=rows[locker].pk).update(lock=rows[locked])
    mauler = rows["maulermithel"]
    card = DamageCard.objects.filter(squad=mauler.squad, title=Title.WEAPONS_FAILURE.value).earliest("pk")
    DamageCard.objects.filter(pk=card.pk).update(ship=mauler, faceup=True)
    battle.save(update_fields=["first"])
    return battle
