"""Cards of squads folded again after an amendment: what was written by hand later still finds a battle."""

from dataclasses import replace

from rules.airsoft_squads.pieces import Lies
from rules.airsoft_squads.samples import KITE, ROOK, VEST, VIPER, battle
from rules.changes import difference
from rules.folding import Decided, Fate, fold
from rules.games import GAMES
from rules.parts import parted
from rules.timeline import Entry, How, Timeline

GAME = GAMES["airsoft_squads"]
APART = replace(VEST, lies=Lies.APART, bearer=None)
DISCARDED = replace(APART, lies=Lies.DISCARDED)


def edit(number, before, after):
    """What somebody wrote by hand that leads from one battle to another."""
    return Entry(number, "By hand.", difference(before, after), parts=parted(before, after))


def struck(*entries, before):
    """What becomes of entries when the first one did not happen."""
    return [*fold(GAME, Timeline(before, entries), {1: Decided(How.STRUCK)})]


def test_a_card_whose_bearer_leaves_lies_apart_when_it_was_never_taken_off():
    carried = battle(ROOK, VIPER, KITE, cards=(VEST,))
    taken_off = replace(carried, cards=(APART,))
    without = replace(taken_off, operators=(VIPER, KITE))
    _, left = struck(edit(1, carried, taken_off), edit(2, taken_off, without), before=carried)
    assert left.fate is Fate.AS_IT_WAS
    assert left.after == without


def test_a_card_that_is_kept_with_its_bearer_goes_there_from_wherever_it_lies_now():
    discarded = battle(ROOK, VIPER, KITE, cards=(DISCARDED,))
    apart, carried = (replace(discarded, cards=(card,)) for card in (APART, VEST))
    _, kept = struck(edit(1, discarded, apart), edit(2, apart, carried), before=discarded)
    assert kept.fate is Fate.MISFIT
    assert kept.after == carried


def test_what_one_part_cannot_show_any_more_leaves_the_rest_of_what_is_kept():
    burdened = battle(ROOK, VIPER, KITE, cards=(VEST, replace(APART, key="second", name="Second vest")))
    free = replace(burdened, cards=(APART, burdened.cards[1]))
    second = replace(burdened.cards[1], lies=Lies.ATTACHED, bearer="rook")
    given = replace(free, cards=(APART, second), operators=(replace(ROOK, hits=2), VIPER, KITE))
    _, kept = struck(edit(1, burdened, free), edit(2, free, given), before=burdened)
    assert kept.fate is Fate.MISFIT
    assert kept.after == replace(burdened, operators=given.operators)


def test_two_who_swapped_places_by_hand_swap_them_all_the_same_where_that_is_kept():
    apart = battle(ROOK, VIPER, KITE, cards=(APART,))
    discarded = replace(apart, cards=(DISCARDED,))
    swapped = (replace(ROOK, place=KITE.place), VIPER, replace(KITE, place=ROOK.place))
    carried = replace(apart, cards=(VEST,), operators=swapped)
    _, kept = struck(edit(1, discarded, apart), edit(2, apart, carried), before=discarded)
    assert kept.fate is Fate.MISFIT
    assert kept.after == carried


def test_what_was_undone_late_brings_nothing_back_that_names_what_has_left():
    begun = battle(replace(ROOK, held=frozenset({VIPER.key})), VIPER, KITE)
    moved = replace(begun, operators=(replace(begun.operators[0], moved=1), VIPER, KITE))
    ended = replace(begun, operators=(ROOK, VIPER, KITE))
    gone, undone = (replace(begun, operators=(replace(ROOK, moved=moves), KITE)) for moves in (0, 1))
    undo = replace(edit(4, gone, undone), undoes=2)
    *_, last = struck(edit(1, begun, moved), edit(2, moved, ended), edit(3, ended, gone), undo, before=begun)
    assert last.after == gone
