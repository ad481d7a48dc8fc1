"""What a change is told as."""

from rules.changes import Change
from rules.mobile_frame_zero.samples import ATTACKER, TARGET, battle, frame
from rules.mobile_frame_zero.vocabulary import VOCABULARY
from rules.vocabulary import ChangeInWords


def test_a_lost_system_is_told_of_the_frame_that_loses_it():
    mate = frame("Shieldmate", "blue", "B Y")
    stage = battle(TARGET, mate)
    for owner in (ATTACKER, TARGET, mate):
        for system in owner.systems:
            told = VOCABULARY.tell(stage, Change(system.key, "lost", False, True))
            assert told == ChangeInWords(owner.name, system.name, "in place", "lost")
