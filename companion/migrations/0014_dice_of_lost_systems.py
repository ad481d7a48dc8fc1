from django.db import migrations, models


def settle_losses(apps, schema_editor):
    systems = apps.get_model('companion', 'System').objects
    systems.filter(lost=True, frame__acted=False).update(dice_gone=True)
    # Of a frame that has acted in the round under way the log tells which came first. Where it does not, what is lost
    # counts until that round ends, as it did so far.
    events = apps.get_model('companion', 'Event').objects.filter(undoes=None, undone_by=None).order_by('number')
    for system in systems.filter(lost=True, frame__acted=True).select_related('frame').iterator():
        changes = events.filter(battle=system.frame.battle_id).values_list('number', 'changes')
        lost = last(changes, f'system-{system.pk}', 'lost')
        if lost and lost < last(changes, f'frame-{system.frame_id}', 'acted'):
            systems.filter(pk=system.pk).update(dice_gone=True)


def last(events, piece, track):
    """The number of the last event that made the track true; 0 when none did."""
    set_by = [
        number
        for number, changes in events
        if any((c['piece'], c['track'], c['after']) == (piece, track, True) for c in changes)
    ]
    return max(set_by, default=0)


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0013_added_rows'),
    ]

    operations = [
        migrations.AddField(
            model_name='system',
            name='dice_gone',
            field=models.BooleanField(default=False, verbose_name='lost before its frame acted this round'),
        ),
        migrations.RunPython(settle_losses, migrations.RunPython.noop),
    ]
