"""What happened may take more words than a row of the log has room for: it is held against what was cut."""

import pytest

from companion.queries.correction import correction_page
from companion.services.auditing import audited
from rules.airsoft_squads.pieces import Card, Kind
from rules.airsoft_squads.samples import KITE, ROOK, VIPER, battle
from rules.airsoft_squads.sheet import Phase
from tests.companion.playing import Device, store, text_of
from tests.companion.test_corrected_back import shown

pytestmark = pytest.mark.django_db

CARDS = tuple(Card(f"card-{number}", f"{number}{'x' * 59}", "red", Kind.EFFECT) for number in range(1, 10))


def test_an_entry_with_more_words_than_there_is_room_for_is_as_it_was():
    device = Device(store(battle(ROOK, VIPER, KITE, cards=CARDS, phase=Phase.STRATEGY))[0], name="Anna")
    assert device.declare("strategy").status_code == 302
    for card in CARDS:
        assert device.choose(device.key(card.name)).status_code == 302
    assert device.apply().status_code == 302
    number = device.last.number
    assert len(device.last.headline) == 500
    assert device.last.headline.endswith("…")
    assert audited(device.battle).is_clean
    assert not correction_page(device.battle, number, {}).is_another
    answer = device.post("correct", number, **shown(device, number), commit="1")
    assert "That changes nothing: it is as it was." in text_of(answer)
