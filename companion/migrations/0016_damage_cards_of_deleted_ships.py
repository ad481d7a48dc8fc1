from django.db import migrations, models

import companion.models.ships


def put_back(apps, schema_editor):
    """A card whose ship was deleted lies in the deck, and no card in a deck is faceup."""
    apps.get_model("companion", "DamageCard").objects.filter(ship=None, faceup=True).update(faceup=False)


class Migration(migrations.Migration):

    dependencies = [
        ('companion', "0015_who_stands_behind_an_event"),
    ]

    operations = [
        migrations.AlterField(
            model_name='damagecard',
            name='ship',
            field=models.ForeignKey(blank=True, null=True, on_delete=companion.models.ships.back_in_the_deck, related_name='cards', to='companion.ship'),
        ),
        migrations.RunPython(put_back, migrations.RunPython.noop),
    ]
