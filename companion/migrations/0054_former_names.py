from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('companion', '0053_bonus_attacks_and_ship_abilities'),
    ]

    operations = [
        migrations.AddField(
            model_name='member',
            name='former',
            field=models.JSONField(default=list, editable=False),
        ),
    ]
