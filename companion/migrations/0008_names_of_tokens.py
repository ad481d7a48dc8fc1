from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0007_airsoft_phases'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='token',
            options={'ordering': ('kind', 'name')},
        ),
        migrations.RemoveConstraint(
            model_name='token',
            name='one_token_of_a_kind',
        ),
        migrations.AddField(
            model_name='token',
            name='name',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddConstraint(
            model_name='token',
            constraint=models.UniqueConstraint(fields=('piece', 'kind', 'name'), name='one_token_of_a_kind'),
        ),
    ]
