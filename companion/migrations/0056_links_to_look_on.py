from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('companion', '0055_consequences'),
    ]

    operations = [
        migrations.AddField(
            model_name='battle',
            name='watched_anew',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
    ]
