from django.db import migrations, models


def mark_edits(apps, schema_editor):
    """Events of this kind come from the admin only; of older ones of other kinds nobody can tell."""
    apps.get_model("companion", "Event").objects.filter(kind="edit").update(by="staff")


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0014_dice_of_lost_systems'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='by',
            field=models.CharField(choices=[('device', 'a device'), ('account', 'signed in'), ('staff', 'staff'), ('app', 'automatic')], default='device', max_length=8),
        ),
        migrations.RunPython(mark_edits, migrations.RunPython.noop, elidable=True),
    ]
