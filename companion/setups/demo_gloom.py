"""The demo battle of Gods Gloom: four units a side, melees and shots within reach, tokens on some of them."""

from __future__ import annotations

from companion.models import Battle, Campaign, GloomArmy, GloomBattle, GloomUnit

STATS = ("offence_red", "offence_blue", "guard_red", "guard_blue", "morale", "speed", "health", "cost")

ARMIES = {
    "Ashen Horde": {"seals": 2},
    "Unliving Host": {"seals": 2},
}

UNITS: dict[str, tuple[tuple[str, tuple[int, ...], str, dict[str, int]], ...]] = {
    "Ashen Horde": (
        ("Tusk Reavers", (4, 2, 2, 2, 3, 3, 5, 90), "Charge Bonus, Exploit Broken", {}),
        ("Cinder Slingers", (3, 1, 1, 2, 2, 2, 4, 70), "Crossfire, Move and Fire", {}),
        ("Gore Riders", (5, 1, 2, 1, 3, 4, 4, 110), "Charge Bonus, Attack Stance", {"boost": 1}),
        ("Warlord Ukra", (5, 3, 3, 3, 4, 2, 6, 160), "Commander[2], Battle Focus, Direct Wounds[1]", {}),
    ),
    "Unliving Host": (
        ("Bound Soldiers", (3, 2, 2, 2, 2, 2, 5, 80), "Charge Breaker", {}),
        ("Grave Wardens", (2, 3, 2, 4, 3, 2, 5, 95), "Circular Defence", {"slow": 1}),
        ("Bone Archers", (3, 0, 1, 1, 2, 2, 3, 65), "Close-Quarters, Easy Target", {"weak": 1}),
        ("Pale Regent", (4, 3, 3, 3, 4, 2, 6, 150), "Commander[2], Aura of Precision", {}),
    ),
}
"""The units of each army: name, what ``STATS`` names, traits, and tokens besides full Morale."""


def demo_battle(campaign: Campaign) -> Battle:
    """Set the demo battle up, at the beginning of its first round."""
    battle = GloomBattle.objects.create(campaign=campaign, name="The broken gate", game="gods_gloom", started=True)
    for seat, (name, resources) in enumerate(ARMIES.items(), start=1):
        army = GloomArmy.objects.create(battle=battle, name=name, seat=seat, **resources)
        for unit, numbers, traits, tokens in UNITS[name]:
            stats = dict(zip(STATS, numbers, strict=True))
            row = GloomUnit.objects.create(
                battle=battle, army=army, name=unit, traits=traits, current_health=stats["health"], **stats
            )
            row.lay(morale_tokens=stats["morale"], **tokens)
    return battle
