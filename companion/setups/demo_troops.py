"""The demo battle of Troops and Supplies: three dice against three, a counterattack and a Call In within reach."""

from __future__ import annotations

from companion.models import Army, Battle, Campaign, TroopBattle, TroopUnit

CARDS = ("battle_die", "ammunition_cost", "attack_range", "strength", "supplies", "column", "row", "indirect_fire")

UNITS = {
    "Hill army": (
        ("Rifle squad", (6, 2, 1, 3, 5, 4, 4, False)),
        ("Scout section", (6, 1, 2, 4, 0, 5, 3, False)),
        ("Gun battery", (10, 3, 6, 6, 4, 3, 1, True)),
        ("Tank platoon", (12, 2, 2, 10, 6, 2, 3, False)),
    ),
    "River army": (
        ("Guard squad", (6, 1, 1, 3, 4, 4, 5, False)),
        ("Lancer troop", (8, 1, 2, 5, 5, 6, 4, False)),
        ("Mortar team", (8, 2, 5, 4, 6, 7, 7, True)),
        ("Militia", (4, 1, 1, 9, 3, 3, 6, False)),
    ),
}
"""The units of each army: the name, and what ``CARDS`` names."""


def demo_battle(campaign: Campaign) -> Battle:
    """Set the demo battle up, in the turn of the first army."""
    battle = TroopBattle.objects.create(
        campaign=campaign, name="The river crossing", game="troops_and_supplies", started=True
    )
    for seat, (name, units) in enumerate(UNITS.items(), start=1):
        army = Army.objects.create(battle=battle, name=name, seat=seat)
        for unit, card in units:
            TroopUnit.objects.create(battle=battle, army=army, name=unit, **dict(zip(CARDS, card, strict=True)))
    TroopBattle.objects.filter(pk=battle.pk).update(turn=Army.objects.get(battle=battle, seat=1))
    return battle
