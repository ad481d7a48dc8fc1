"""Every question of the battle itself reads as what it asks."""

import pytest

from rules.asks import Declared
from rules.play import play
from rules.x_wing import GAME
from rules.x_wing.examples import EXAMPLES

ASKED = {
    "mission": ("Who has scored in the scenario?", "How many points has Imperials scored?"),
    "start": ("Imperials chooses: who is the first player?",),
    "draw-order": ("Who is the first player this round? It is random.",),
}


@pytest.mark.parametrize("slug", ASKED)
def test_a_question_asks_what_its_answer_is_for(slug):
    (example,) = (e for e in EXAMPLES if e.slug == slug)
    procedure = GAME.procedure(example.procedure)
    declared = Declared(example.battle, example.declaration)
    read = []
    for answered in range(len(example.replies)):
        waiting = play(procedure.resolve, declared, example.replies[:answered])
        read.append(waiting.ask.sentence(declared))
    assert tuple(read) == ASKED[slug]


def test_a_side_that_scored_is_offered_by_its_name():
    (example,) = (e for e in EXAMPLES if e.slug == "mission")
    procedure = GAME.procedure("mission")
    declared = Declared(example.battle, example.declaration)
    ask = play(procedure.resolve, declared, ()).ask
    assert [ask.option(declared, key).label for key in ask.options] == ["Rebels", "Imperials"]
