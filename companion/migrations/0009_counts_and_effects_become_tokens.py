from django.db import migrations

LONGEST = 40
LONGEST_TOGETHER = 300


def names_in(text):
    return {name[:LONGEST] for part in (text or '').split(',') if (name := part.strip())}


def lay_tokens(apps, schema_editor):
    Token = apps.get_model('companion', 'Token')
    for unit in apps.get_model('companion', 'TroopUnit').objects.iterator():
        Token.objects.create(piece_id=unit.pk, kind='strength', value=unit.strength)
        Token.objects.create(piece_id=unit.pk, kind='supplies', value=unit.supplies)
    for unit in apps.get_model('companion', 'GloomUnit').objects.exclude(effects='').iterator():
        for name in sorted(names_in(unit.effects)):
            Token.objects.create(piece_id=unit.pk, kind='effects', name=name, value=1)


def count_tokens(apps, schema_editor):
    tokens = apps.get_model('companion', 'Token').objects
    for unit in apps.get_model('companion', 'TroopUnit').objects.iterator():
        lying = dict(tokens.filter(piece_id=unit.pk).values_list('kind', 'value'))
        unit.strength, unit.supplies = lying.get('strength', 0), lying.get('supplies', 0)
        unit.save(update_fields=['strength', 'supplies'])
    for unit in apps.get_model('companion', 'GloomUnit').objects.iterator():
        names = tokens.filter(piece_id=unit.pk, kind='effects', value__gt=0).values_list('name', flat=True)
        unit.effects = ', '.join(sorted(names))[:LONGEST_TOGETHER]
        unit.save(update_fields=['effects'])
    tokens.filter(kind__in=('strength', 'supplies')).delete()
    tokens.exclude(name='').delete()


def name_effects_in_the_log(apps, schema_editor):
    for event in apps.get_model('companion', 'Event').objects.filter(battle__game='gods_gloom').iterator():
        changes = [each for change in event.changes for each in one_for_each_effect(change)]
        if changes != event.changes:
            event.changes = changes
            event.save(update_fields=['changes'])


def one_for_each_effect(change):
    if change['track'] != 'effects':
        return [change]
    before, after = names_in(change['before']), names_in(change['after'])
    return [
        {**change, 'track': f'effects.{name}', 'before': name in before, 'after': name in after}
        for name in sorted(before ^ after)
    ]


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0008_names_of_tokens'),
    ]

    operations = [
        migrations.RunPython(lay_tokens, count_tokens),
        # Backwards the log keeps single names: the whole text that stood there is not known, and the older app refuses
        # to undo such an event.
        migrations.RunPython(name_effects_in_the_log, migrations.RunPython.noop),
    ]
