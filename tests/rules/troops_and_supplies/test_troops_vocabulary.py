"""What a change is told as."""

from rules.changes import Change
from rules.troops_and_supplies.samples import GUARDS, RIFLES, battle
from rules.troops_and_supplies.vocabulary import VOCABULARY
from rules.vocabulary import ChangeInWords


def test_a_unit_that_fires_is_told_as_its_card_tells_it():
    told = VOCABULARY.tell(battle(RIFLES, GUARDS), Change(RIFLES.key, "fired", False, True))
    assert told == ChangeInWords(RIFLES.name, "shot", "not fired", "fired")
