"""`manage.py audit` by several processes at once finds what it finds by itself."""

import os
import shutil
import sqlite3
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command

from companion.management import audits as auditing
from companion.management.fuzzing import declared
from companion.models import Upkeep
from tests.companion.serving import manage

BY_OTHERS = """
import os
from companion.management import audits
from companion.models import Battle
audits.audited = lambda battle: (battle.pk, os.getpid())
battles = list(Battle.objects.order_by("pk").values_list("pk", flat=True))
found = list(audits.audits(battles, 2))
assert [pk for pk, _ in found] == battles, found
assert os.getpid() not in {process for _, process in found}, found
print(Battle.objects.count(), "still here")
"""

DEMOS = """
from companion.models import Campaign
from companion.services.demo import load_demo_battle
from rules.games import GAMES
campaign = Campaign.objects.create(name="Demos")
for game in GAMES.values():
    load_demo_battle(campaign, game)
"""
"""One battle of each game: a season is played for half a minute."""


def test_two_processes_find_what_one_finds(migrated, tmp_path):
    data = shutil.copytree(migrated, tmp_path / "data")
    manage(data, "shell", "-c", DEMOS, check=True)
    with closing(sqlite3.connect(data / "companion.sqlite3", timeout=30)) as database, database:
        database.execute("UPDATE companion_side SET score = score + 1")
    one, two = (manage(data, "audit", "--processes", str(number)) for number in (1, 2))
    assert one.returncode == two.returncode == 1, (one.stderr, two.stderr)
    assert one.stdout == two.stdout
    assert "5 battles audited." in one.stdout
    assert " stored, and " in one.stdout
    assert "5 still here" in manage(data, "shell", "-c", BY_OTHERS, check=True).stdout


@pytest.mark.django_db
def test_what_no_other_process_sees_is_audited_by_this_one(monkeypatch):
    battle = declared("troops_and_supplies", 3, 4).battle
    monkeypatch.setattr(auditing, "audited", lambda found: (found.pk, os.getpid()))
    assert list(auditing.audits([battle.pk] * 3, 2)) == [(battle.pk, os.getpid())] * 3


@pytest.mark.django_db
@pytest.mark.parametrize("number", ["0", "-1"])
def test_fewer_processes_than_one_are_refused(number):
    with pytest.raises(CommandError, match=f"--processes is at least 1, and not {number}: "):
        call_command("audit", "--processes", number)
    assert not Upkeep.objects.exists()
