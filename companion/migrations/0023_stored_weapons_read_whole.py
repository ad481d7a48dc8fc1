from django.db import migrations

UNREAD = {"needs": "nothing", "cost": 0, "effect": "none"}
"""What stored weapons show whose requirement, cost and effect were not known, unless somebody set them by hand."""

EFFECTS = {
    "Homing Torpedoes": "homing, crit",
    "Concussion Missiles": "concussion",
    "Cluster Missiles": "cluster",
    "Mag-Pulse Warheads": "mag-pulse",
    "Barrage Rockets": "barrage",
}
"""Of weapons whose requirement and cost were known, and whose effect was not."""

TERMS = {
    "Synced Laser Cannons": {"effect": "synced"},
    "Snap Shot": {"effect": "dice not modified"},
    "Foresight": {"effect": "only a focus to a hit", "force_cost": 1},
    "Underslung Blaster Cannon": {"needs": "lock", "effect": "only a lock modifies"},
    "Energy-Shell Charges": {"needs": "calculate", "cost": 1, "effect": "calculate for a crit"},
    "Multi-Missile Pods": {"needs": "calculate or lock", "cost": 1, "effect": "charges for dice"},
    "XX-23 S-Thread Tracers": {"needs": "focus, calculate or lock", "cost": 1, "effect": "locks, no damage"},
    "Diamond-Boron Missiles": {"needs": "lock", "cost": 1, "effect": "boron"},
    "Proton Cannons": {"cost": 2, "effect": "focus or hit to a crit"},
    "Precision-Tuned Cannons": {"effect": "a focus in the bullseye"},
    "Hotshot Tail Blaster": {"cost": 1},
    "Seeker Missiles": {"needs": "lock", "cost": 1, "effect": "charges for hits"},
    "Saturation Rockets": {"cost": 2, "effect": "saturation"},
    "Heavy Plasma Missiles": {"needs": "lock", "cost": 1, "effect": "a hit costs a shield"},
    "Vectored Cannons (RZ-1)": {"more": True},
    # Their ships were stored without energy, so that they cost none here.
    "Ion Cannon Battery": {"more": True, "effect": "ion battery"},
    "Point-Defense Battery": {"more": True},
    "Targeting Battery": {"more": True},
    "Turbolaser Battery": {"needs": "lock", "more": True, "effect": "three hits more"},
    "Tractor Tentacles": {"more": True},
    "Proton Cannon Battery": {"more": True, "effect": "one hit to a crit"},
    "Drill Beak": {"more": True},
}


def read_whole(apps, schema_editor):
    """The weapons of stored battles get what is known of them by now; what was set by hand stays."""
    weapons = apps.get_model("companion", "Weapon").objects.filter(special=True)
    weapons.filter(name="Autoblasters", effect="one more die in the bullseye").update(effect="autoblasters")
    for name, effect in EFFECTS.items():
        weapons.filter(name=name, effect="none").update(effect=effect)
    for name, terms in TERMS.items():
        weapons.filter(name=name, **UNREAD).update(**terms)


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0022_weapons_read_whole'),
    ]

    operations = [
        migrations.RunPython(read_whole, migrations.RunPython.noop, elidable=True),
    ]
