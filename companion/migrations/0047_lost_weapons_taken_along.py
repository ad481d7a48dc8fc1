from django.db import migrations

TOLD = 'Put right by an update: systems that were lost before this battle give no dice in it.'


def settle_losses(apps, schema_editor):
    """Frames that an earlier version took along as they ended could fire what they had lost in the battle before.

    The log says what became another, as of an edit, so a battle still folds to its rows; nothing in it is changed.
    """
    systems = apps.get_model('companion', 'System').objects
    events = apps.get_model('companion', 'Event').objects
    found = {}
    for system in systems.filter(lost=True, dice_gone=False).select_related('frame').order_by('pk'):
        frame = system.frame
        if not frame.acted or came_lost(events.filter(battle=frame.battle_id), f'system-{system.pk}'):
            found.setdefault(frame.battle_id, []).append(system.pk)
    for battle in apps.get_model('companion', 'Battle').objects.filter(pk__in=found).order_by('pk'):
        systems.filter(pk__in=found[battle.pk]).update(dice_gone=True)
        battle.last_event += 1
        battle.save(update_fields=['last_event'])
        events.create(
            battle=battle,
            number=battle.last_event,
            kind='edit',
            headline=TOLD,
            changes=[
                {'piece': f'system-{pk}', 'track': 'dice_gone', 'before': False, 'after': True}
                for pk in found[battle.pk]
            ],
            parts=[],
            shape=events.filter(battle=battle).latest('number').shape,
            who='the app',
            by='app',
        )


def came_lost(events, key):
    """Whether a system joined its battle as one that was lost."""
    return any(
        part['key'] == key and part['lost'] and not part.get('dice_gone')
        for parts in events.exclude(parts=None).values_list('parts', flat=True)
        for part in inside([entry['now'] for entry in parts])
    )


def inside(value):
    """All systems of frames in what joined."""
    if isinstance(value, list):
        for one in value:
            yield from inside(one)
    elif isinstance(value, dict):
        if {'key', 'lost'} <= value.keys():
            yield value
        yield from inside(list(value.values()))


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0046_forgotten_members'),
    ]

    operations = [migrations.RunPython(settle_losses, migrations.RunPython.noop)]
