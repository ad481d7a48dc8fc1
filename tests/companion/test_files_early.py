"""Dice that one side entered beforehand on its own device go with the battle's file, and wait on where it comes in."""

import json
from hashlib import sha256

import pytest

from companion.files.envelope import canonical
from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.models import Declaration, Reply
from companion.services.refusals import Refusal
from tests.companion.playing import Device, everything
from tests.companion.test_dice_of_both_sides import ATTACK, DEFENCE, skirmish
from tests.companion.test_files import brought

pytestmark = pytest.mark.django_db


def signed(content, like):
    return json.dumps({**like, "content": content, "sha256": sha256(canonical(content).encode()).hexdigest()}).encode()


def test_they_come_with_it_and_the_other_side_enters_its_own_after():
    _, ben = skirmish()
    ben.dice("", DEFENCE)
    (waiting,) = Declaration.objects.get().early
    again = Device(brought(ben.battle), name="Carol")
    (there,) = Declaration.objects.get(battle=again.battle).early
    assert (there["who"], there["faces"], there["label"]) == ("Ben", waiting["faces"], waiting["label"])
    assert there["by"] != waiting["by"]
    again.dice(ATTACK, "")
    assert Reply.objects.filter(declaration__battle=again.battle).count() == 1
    assert Declaration.objects.get(battle=again.battle).early == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"faces": [["7", 3, 1]]},
        {"faces": [[5, 3]]},
        {"faces": [[5, 3, 1], []]},
        {"by": "nobody"},
        {"label": "another roll"},
        {"who": "x" * 61},
        {"who": "B\u200ben"},
        {"faces": [[[5], 3, 1]]},
    ],
    ids=str,
)
def test_what_nobody_could_have_entered_is_refused(wrong):
    _, ben = skirmish()
    ben.dice("", DEFENCE)
    file = json.loads(battle_file(ben.battle))
    file["content"]["declarations"][0]["early"][0].update(wrong)
    before = everything()
    with pytest.raises(Refusal, match="Nothing was stored"):
        bring_in(signed(file["content"], file))
    assert everything() == before


def test_none_are_not_said_and_all_of_them_wait_for_nobody():
    anna, ben = skirmish()
    ben.dice("", DEFENCE)
    file = json.loads(battle_file(ben.battle))
    (declared,) = file["content"]["declarations"]
    other = {**declared["early"][0], "by": next(r for r in ("side-1", "side-2") if r != declared["early"][0]["by"])}
    for early in ([], [*declared["early"], {**other, "faces": [[6, 5, 2]]}], declared["early"] * 2):
        declared["early"] = early
        with pytest.raises(Refusal):
            bring_in(signed(file["content"], file))
    anna.dice(ATTACK, "")
    (declared,) = json.loads(battle_file(anna.battle))["content"]["declarations"]
    assert "early" not in declared
