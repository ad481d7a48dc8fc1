from django.db import migrations


def keep_names_only(apps, schema_editor):
    """The admin took any JSON here, and a battle with some of it could not be opened any more."""
    ships = apps.get_model("companion", "Ship").objects
    for pk, upgrades in ships.values_list("pk", "upgrades").iterator():
        names = [name for name in upgrades if is_a_name(name)] if isinstance(upgrades, list) else []
        if names != upgrades:
            ships.filter(pk=pk).update(upgrades=names)


def is_a_name(value):
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0016_damage_cards_of_deleted_ships'),
    ]

    operations = [
        migrations.RunPython(keep_names_only, migrations.RunPython.noop, elidable=True),
    ]
