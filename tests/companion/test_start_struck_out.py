"""A start that did not happen: nobody has points, whatever was done after it."""

import pytest

from companion.management.fuzzing import begun
from companion.services.auditing import audited
from tests.companion.playing import Device, form_to
from tests.companion.test_correcting import strike_out


@pytest.mark.django_db
@pytest.mark.any_database
def test_armies_are_corrected_only_after_the_start():
    device = Device(begun("gods_gloom", 4, unbuilt=True).battle, name="Anna")
    declare(device, "start")
    start = device.seen
    declare(device, "armies", **{f"q-{device.sheet.armies[0].key}.soulshards": "3"})
    assert [army.score for army in device.sheet.armies] == [3, 0]
    strike_out(device, start)
    assert [army.score for army in device.sheet.armies] == [0, 0]
    found = audited(device.battle)
    assert (found.differs, found.cannot_run) == ((), ())
    assert not device.sheet.started


def declare(device, do, **said):
    """Declare what the battle's page offers a form for."""
    form = form_to(device.get(do=do), "/declare/", do=do)
    assert device.client.post(form["action"], form["fields"] | said).status_code == 302
