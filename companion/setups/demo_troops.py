"""The demo battle of Troops and Supplies: three dice against three, a counterattack and a Call In within reach."""

from __future__ import annotations

from companion.models import Army, Battle, Campaign, TroopBattle, TroopUnit

CARDS = ("battle_die", "ammunition_cost", "attack_range", "column", "row", "indirect_fire")

UNITS = {
    "Hill army": (
        ("Rifle squad", (6, 2, 1, 4, 4, False), 3, 5),
        ("Scout section", (6, 1, 2, 5, 3, False), 4, 0),
        ("Gun battery", (10, 3, 6, 3, 1, True), 6, 4),
        ("Tank platoon", (12, 2, 2, 2, 3, False), 10, 6),
    ),
    "River army": (
        ("Guard squad", (6, 1, 1, 4, 5, False), 3, 4),
        ("Lancer troop", (8, 1, 2, 6, 4, False), 5, 5),
        ("Mortar team", (8, 2, 5, 7, 7, True), 4, 6),
        ("Militia", (4, 1, 1, 3, 6, False), 9, 3),
    ),
}
"""The units of each army: name, what ``CARDS`` names, Troop Strength and supplies."""


def demo_battle(campaign: Campaign) -> Battle:
    """Set the demo battle up, in the turn of the first army."""
    battle = TroopBattle.objects.create(
        campaign=campaign, name="The river crossing", game="troops_and_supplies", started=True
    )
    for seat, (name, units) in enumerate(UNITS.items(), start=1):
        army = Army.objects.create(battle=battle, name=name, seat=seat)
        for unit, card, strength, supplies in units:
            row = TroopUnit.objects.create(battle=battle, army=army, name=unit, **dict(zip(CARDS, card, strict=True)))
            row.lay(strength=strength, supplies=supplies)
    TroopBattle.objects.filter(pk=battle.pk).update(turn=Army.objects.get(battle=battle, seat=1))
    return battle
