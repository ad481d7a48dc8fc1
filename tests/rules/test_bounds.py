from dataclasses import dataclass
from typing import Annotated

import pytest

from rules.bounds import Bounded, Bounds, all_bounds, bounds_of, within


@dataclass(frozen=True, slots=True)
class Cart(Bounded):
    wheels: Annotated[int, Bounds(2, 4)] = 2
    most_loaded: Annotated[int, Bounds(0, 9)] = 5
    loaded: Annotated[int | None, Bounds(0, 9, "sacks on it", least_is="wheels", most_is="most_loaded")] = None
    name: str = ""


def test_a_class_tells_the_widest_bounds_of_its_numbers():
    assert set(all_bounds(Cart)) == {"wheels", "most_loaded", "loaded"}
    widest = bounds_of(Cart, "loaded")
    assert (widest.least, widest.most, widest.called) == (0, 9, "sacks on it")
    assert bounds_of(Cart, "most_loaded") == Bounds(0, 9, "most loaded")


def test_a_sheet_tells_the_bounds_that_its_other_numbers_leave():
    left = bounds_of(Cart(wheels=3, most_loaded=6), "loaded")
    assert (left.least, left.most) == (3, 6)


def test_a_field_without_bounds_has_none():
    with pytest.raises(KeyError):
        bounds_of(Cart, "name")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"wheels": 5}, r"^wheels must be 2 to 4, not 5$"),
        ({"most_loaded": -1}, r"^most loaded must be 0 to 9, not -1$"),
        ({"loaded": 6}, r"^sacks on it must be 2 to 5, not 6$"),
        ({"loaded": 1}, r"^sacks on it must be 2 to 5, not 1$"),
    ],
)
def test_a_sheet_refuses_numbers_out_of_their_bounds(values, sentence):
    with pytest.raises(ValueError, match=sentence):
        Cart(**values)


def test_none_is_no_number():
    assert Cart(loaded=None).loaded is None


def test_no_number_is_within_any_limits():
    within("speed", None, 1, 6)
    within("speed", 6, 1, 6)
    with pytest.raises(ValueError, match=r"^speed must be 1 to 6, not 7$"):
        within("speed", 7, 1, 6)
