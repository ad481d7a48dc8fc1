"""What only the table knows is asked before the target is chosen: the cards then show the odds, and it goes along."""

import re
from html import unescape

import pytest

from tests.companion.playing import form_to, text_of
from tests.companion.test_attack_path import EKAUECHIHE, KADER

pytestmark = pytest.mark.any_database


def answers_of(page):
    (asked,) = re.findall(r'(?s)aria-label="Attack die">(.*?)</div>', text_of(page))
    return {
        label: unescape(url) for url, label in re.findall(r'<a class="segment" href="([^"]+)"[^>]*>(\d)</a>', asked)
    }


def test_without_the_die_there_are_no_odds_and_with_it_every_target_has_some(device):
    page = device.get(attacker=device.key(EKAUECHIHE))
    assert list(answers_of(page)) == list("12345678")
    assert "aria-current" not in text_of(page)
    assert 'class="chance' not in text_of(page)
    page = device.client.get(device.battle.get_absolute_url() + answers_of(page)["6"])
    assert text_of(page).count('class="chance') == 5  # three frames, and two that may be shot at beside them
    assert re.findall(r'aria-current="true">(\d)<', text_of(page)) == ["6"]


def test_the_die_goes_along_to_the_target(device):
    page = device.get(attacker=device.key(EKAUECHIHE), **{"q-value": "6"})
    (card,) = re.findall(rf'href="([^"]+)" data-piece="{device.key(KADER)}"', text_of(page))
    page = device.client.get(device.battle.get_absolute_url() + unescape(card))
    assert form_to(page, "/declare/", do="attack")["fields"]["q-value"] == "6"
