from itertools import zip_longest

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


def part_upgrades(apps, schema_editor):
    """Upgrades were names, and all ids of a ship's cards stood together, that of its pilot first."""
    Ship, Upgrade = apps.get_model('companion', 'Ship'), apps.get_model('companion', 'Upgrade')
    for pk, names, ids in list(Ship.objects.values_list('pk', 'names', 'ids')):
        pilot, *others = ids or ['']
        Ship.objects.filter(pk=pk).update(pilot=pilot)
        Upgrade.objects.bulk_create(
            Upgrade(ship_id=pk, name=name or xws, xws=xws or '') for name, xws in zip_longest(names, others)
        )
    # What PostgreSQL has yet to check of the new rows would keep it from changing tables.
    schema_editor.connection.check_constraints()


def name_upgrades(apps, schema_editor):
    Ship, Upgrade = apps.get_model('companion', 'Ship'), apps.get_model('companion', 'Upgrade')
    for pk, pilot in list(Ship.objects.values_list('pk', 'pilot')):
        worn = list(Upgrade.objects.filter(ship_id=pk).values_list('name', 'xws'))
        ids = [pilot, *(xws for _, xws in worn if xws)]
        Ship.objects.filter(pk=pk).update(names=[name for name, _ in worn], ids=ids if any(ids) else [])
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0028_history'),
    ]

    operations = [
        migrations.RenameField(model_name='ship', old_name='upgrades', new_name='names'),
        migrations.AddField(
            model_name='ship',
            name='pilot',
            field=models.CharField(blank=True, max_length=120, verbose_name='id of its pilot (XWS)'),
        ),
        migrations.CreateModel(
            name='Upgrade',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=300)),
                ('xws', models.CharField(blank=True, max_length=120, verbose_name='id (XWS)')),
                ('charges', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(99)], verbose_name='charges left')),
                ('most_charges', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(99)], verbose_name='charges')),
                ('recovers', models.SmallIntegerField(default=0, validators=[django.core.validators.MinValueValidator(-9), django.core.validators.MaxValueValidator(9)], verbose_name='charges that come back')),
                ('ship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='upgrades', to='companion.ship')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.RunPython(part_upgrades, name_upgrades),
        migrations.RemoveField(model_name='ship', name='ids'),
        migrations.RemoveField(model_name='ship', name='names'),
    ]
