from fractions import Fraction

import pytest
from plain_asks import decision, rolling

from rules.dice import D6, Fold, Pool, distribution, tally
from rules.play import BadReply, Resolved, Waiting, answered, play, still_fit
from rules.table import Dice, Pick, Source, Step, Taken

SIXES = Dice("attack", ((6, 2),), Source.ROLLED)


def duel(attack, table):
    """Two dice, a decision if one is a 6, and one more die."""
    (counts,) = table.roll(rolling("attack", Pool(D6, 2)), tally)
    table.note("sixes", counts[5])
    if counts[5]:
        taken = table.choose(decision("what to do", "red", ("press", "hold", 1)))
        if taken == "hold":
            return 0
    return table.roll(rolling("damage", Pool(D6, 1)), tally)[0].index(1) + 1


def test_without_replies_it_waits_for_the_first_roll():
    assert play(duel, 0, ()) == Waiting(rolling("attack", Pool(D6, 2)), ())


def test_replies_carry_it_to_the_next_ask():
    waiting = play(duel, 0, (SIXES,))
    assert waiting.ask == decision("what to do", "red", ("press", "hold", 1))
    assert waiting.trace == (Step("attack", "6 2", Source.ROLLED), Step("sixes", "1"))


def test_all_replies_carry_it_to_the_end():
    resolved = play(duel, 0, (SIXES, Pick("what to do", "press"), Dice("damage", ((3,),))))
    assert isinstance(resolved, Resolved)
    assert resolved.outcome == 3
    assert resolved.trace[-1] == Step("damage", "3", Source.ENTERED)


def test_the_same_replies_give_the_same_answer():
    replies = (SIXES, Pick("what to do", "press"))
    assert play(duel, 0, replies) == play(duel, 0, replies)


@pytest.mark.parametrize(
    ("replies", "sentence"),
    [
        ((Dice("damage", ((1, 1),)),), "The table asks for “attack”, and the reply is to “damage”."),
        ((Pick("attack", "hold"),), "“attack” asks for dice, not for a choice."),
        ((SIXES, Dice("what to do", ((1,),))), "“what to do” asks for a choice, not for dice."),
        ((SIXES, Pick("what to do", "flee")), "“flee” was not offered for “what to do”."),
        ((SIXES, Pick("what to do", "1")), "“1” was not offered for “what to do”."),
        ((SIXES, Pick("what to do", True)), "“True” was not offered for “what to do”."),
        ((Dice("attack", ((7, 1),)),), "A d6 shows 1 to 6. You entered 7."),
        ((Dice("attack", ((1,),)),), "2 d6 dice are needed. You entered 1."),
        ((Dice("attack", ((1, 2), ())),), "1 kind of dice is needed. You entered 2."),
        ((SIXES, Pick("what to do", "hold"), SIXES), "Nothing more was asked, but there is a reply to “attack”."),
    ],
)
def test_a_reply_that_does_not_fit_is_refused_in_words(replies, sentence):
    with pytest.raises(BadReply) as refusal:
        play(duel, 0, replies)
    assert str(refusal.value) == sentence


def test_no_dice_are_no_roll():
    def rolls_nothing(attack, table):
        return table.roll(rolling("nothing", Pool(D6, 0)), tally)

    assert play(rolls_nothing, 0, ()) == Resolved(((0, 0, 0, 0, 0, 0),), ())


def test_a_single_option_is_taken_without_asking():
    def chooses(attack, table):
        return table.choose(decision("lost", "red", ("shield",)))

    assert play(chooses, 0, ()) == Resolved(
        "shield", (Taken(decision("lost", "red", ("shield",)), "shield", Source.ONLY),)
    )


def test_the_kinds_of_a_mixed_roll_are_named_in_the_trace():
    def rolls_both(attack, table):
        return table.roll(rolling("pool", Pool(D6, 2), Pool(D6, 0)), tally)

    played = play(rolls_both, 0, (Dice("pool", ((4, 1), ())),))
    assert played.trace == (Step("pool", "d6: 4 1", Source.ENTERED),)


def test_a_rule_cannot_swallow_the_pause():
    def careless(attack, table):
        try:
            return table.roll(rolling("attack", Pool(D6, 1)), tally)
        except Exception:  # noqa: BLE001 - the mistake that this is about
            return "swallowed"

    assert isinstance(play(careless, 0, ()), Waiting)


def test_a_part_is_played_with_the_same_replies():
    def whole(attack, table):
        return table.play(duel, attack) * 10

    assert play(whole, 0, (Dice("attack", ((1, 2),)), Dice("damage", ((4,),)))).outcome == 40


def test_dice_are_entered_or_rolled():
    with pytest.raises(ValueError, match="dice are entered or rolled, not chosen"):
        Dice("attack", ((1,),), Source.CHOSEN)


def test_a_fold_may_tell_what_became_of_single_dice():
    sevens = Fold(
        0, lambda sum_, face, which, count: sum_ + face * count, lambda sum_: sum_ == 7, lambda c: [("ones", str(c[0]))]
    )
    played = play(lambda _, table: table.roll(rolling("attack", Pool(D6, 2)), sevens), 0, (SIXES,))
    assert played.outcome is False
    assert played.trace == (Step("attack", "6 2", Source.ROLLED), Step("ones", "0"))
    assert distribution((Pool(D6, 2),), sevens)[True] == Fraction(1, 6)


def sparring(attack, table):
    """As many decisions as the attack says, the sides taking turns, and a roll."""
    for number in range(attack):
        table.choose(decision("stance", ("red", "blue")[number % 2], ("high", "low")))
    return table.roll(rolling("damage", Pool(D6, 1)), tally)[0].index(1) + 1


HIGH, LOW, THREE = Pick("stance", "high"), Pick("stance", "low"), Dice("damage", ((3,),))


def test_the_asks_that_were_answered_are_told_in_order():
    asked = answered(sparring, 2, (HIGH, LOW))
    assert [(ask.label, ask.by) for ask in asked] == [("stance", "red"), ("stance", "blue")]
    assert answered(sparring, 1, ()) == ()
    with pytest.raises(BadReply, match="Nothing more was asked"):
        answered(sparring, 0, (THREE, HIGH))


@pytest.mark.parametrize(
    ("before", "after", "replies", "fit"),
    [
        (1, 2, (HIGH,), True),
        (1, 2, (HIGH, THREE), False),
        (2, 1, (HIGH, LOW), False),
        (0, 0, (THREE,), True),
    ],
)
def test_replies_still_fit_where_the_same_is_asked(before, after, replies, fit):
    assert still_fit(sparring, before, after, replies) == fit


def test_a_reply_that_another_side_would_have_to_give_does_not_fit():
    def duet(first, table):
        table.choose(decision("stance", first, ("high", "low")))

    assert still_fit(duet, "red", "red", (HIGH,))
    assert not still_fit(duet, "red", "blue", (HIGH,))
