import hashlib

from django.db import migrations

LONGEST_KEY = 40
"""How much of a hash the table has room for; what a browser keeps is shorter."""


def store_hashes(apps, schema_editor):
    """Have those who are signed in stay so: the key in their cookie finds its hash."""
    session = apps.get_model("sessions", "Session")
    for row in session.objects.all():
        if len(row.pk) < LONGEST_KEY:
            stored = hashlib.sha256(row.pk.encode()).hexdigest()[:LONGEST_KEY]
            session.objects.filter(pk=row.pk).update(session_key=stored)


class Migration(migrations.Migration):
    dependencies = [
        ("companion", "0056_links_to_look_on"),
        ("sessions", "0001_initial"),
    ]

    operations = [migrations.RunPython(store_hashes, migrations.RunPython.noop)]
