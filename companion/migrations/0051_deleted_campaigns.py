from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0050_battles_of_a_campaign'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='deleted',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
