from django.db import migrations

from companion.sessions import stored_as


def store_hashes(apps, schema_editor):
    """Have those who are signed in stay so: the key in their cookie finds its hash."""
    session = apps.get_model("sessions", "Session")
    for row in session.objects.all():
        session.objects.filter(pk=row.pk).update(session_key=stored_as(row.pk))


class Migration(migrations.Migration):
    dependencies = [
        ("companion", "0056_links_to_look_on"),
        ("sessions", "0001_initial"),
    ]

    operations = [migrations.RunPython(store_hashes, migrations.RunPython.noop)]
