from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0009_counts_and_effects_become_tokens'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='gloomunit',
            name='effects',
        ),
        migrations.RemoveField(
            model_name='troopunit',
            name='strength',
        ),
        migrations.RemoveField(
            model_name='troopunit',
            name='supplies',
        ),
    ]
