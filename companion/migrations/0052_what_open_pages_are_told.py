from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0051_deleted_campaigns'),
    ]

    operations = [
        migrations.RenameField(
            model_name='battle',
            old_name='last_dispute',
            new_name='told',
        ),
        migrations.AddField(
            model_name='campaign',
            name='regrouped',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name='campaign',
            name='told',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
    ]
