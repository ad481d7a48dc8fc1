"""What the battle page says of its version, and where it says that a stream is."""

import re

import pytest

from companion.live.access import ADDRESS, OFFERED, shown_to
from companion.live.versions import versions
from companion.models import Frame, Token
from companion.services.declaring import take_back
from companion.services.editing import editing
from tests.companion.live import AS_GUEST
from tests.companion.playing import latest
from tests.companion.test_attack_path import KADER, declare

pytestmark = pytest.mark.any_database


def shown(device, **query):
    """The version that the battle page shows."""
    return re.search(r'data-version="([^"]+)"', device.get(**query).content.decode())[1]


def test_every_write_of_play_data_makes_another_version(device):
    """And the page shows the one that the stream tells."""
    told = []

    def step():
        (version,) = versions([device.battle.key]).values()
        assert shown(device) == version
        assert version not in told
        told.append(version)

    step()
    declare(device)
    step()
    device.dice("1 4 5")
    step()
    device.choose(device.key("shield", of=KADER))
    step()
    chosen = told.pop()
    take_back(key=device.battle.key, declaration=device.open.pk, answer=latest(device.open))
    assert shown(device) == told[-1], "what was taken back shows what stood before"
    device.choose(device.key("shield", of=KADER))
    assert shown(device) != chosen, "another answer is another version"
    step()
    device.apply()
    step()
    device.undo()
    step()
    declare(device)
    step()
    device.call_off()
    assert shown(device) == told[-2], "what was called off before the dice shows what stood before"
    declare(device)
    step()
    device.dice("1 4 5")
    step()
    device.call_off()
    step()
    with editing(key=device.battle.key, who="staff"):
        Token.objects.filter(piece=Frame.objects.get(name=KADER), kind="spot").delete()
    step()


def test_a_page_that_is_up_to_date_is_answered_with_nothing(device):
    address, version = device.battle.get_absolute_url(), shown(device)
    assert device.client.get(address, headers={"Battle-Version": version}).status_code == 204
    declare(device)
    answer = device.client.get(address, headers={"Battle-Version": version})
    assert answer.status_code == 200
    assert "damage dice" in answer.content.decode()


def test_only_a_page_that_has_a_stream_says_where_it_is(device):
    assert "data-live" not in device.get().content.decode()
    assert "live.js" not in device.get().content.decode()
    page = device.client.get(device.battle.get_absolute_url(), **{OFFERED: True}).content.decode()
    assert "live.js" in page
    path, _, token = re.search(r'data-live="([^"]+)"', page)[1].partition("?")
    assert shown_to(ADDRESS.fullmatch(path)[1], token) == AS_GUEST
