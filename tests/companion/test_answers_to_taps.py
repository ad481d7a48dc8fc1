"""What a tap is answered with: only what it swaps, where a whole page begins with a head."""

import pytest

from tests.companion.demo import demo_of

pytestmark = pytest.mark.any_database

TAP = {"HX-Request": "true", "HX-Target": "battle"}


@pytest.mark.parametrize(
    ("headers", "whole"), [({}, True), (TAP, False), ({**TAP, "HX-History-Restore-Request": "true"}, True)]
)
def test_only_who_has_no_page_yet_gets_a_whole_one(client, db, headers, whole):
    answer = client.get(demo_of("x_wing").get_absolute_url(), headers=headers).content.decode()
    assert 'id="battle"' in answer
    assert answer.count("<title>") == 1
    for part in ("<!doctype html>", "<head>", "<body", "</html>", "table.css", 'id="said"'):
        assert (part in answer) == whole
