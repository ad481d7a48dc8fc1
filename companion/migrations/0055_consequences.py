from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('companion', '0054_former_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='version',
            name='consequence',
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
