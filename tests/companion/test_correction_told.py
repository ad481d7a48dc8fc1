"""What the preview of a correction says of each later entry is what a player can see of it."""

import pytest

from companion.management.fuzzing import declared
from companion.queries.correction import correction_page
from rules.games import GAMES
from tests.companion.playing import Device
from tests.companion.test_consequences import entries
from tests.companion.test_correcting import correction, filled

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

STRUCK = {"how": "struck", "agreed": "on"}


def previews(device):
    """The pages of a battle's entries, each about to be struck out."""
    for number, entry in entries(device).items():
        if entry.record and number < device.seen:
            yield correction_page(device.battle, number, STRUCK)


@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_what_comes_out_differently_says_what_is_different(game, first):
    """What only the app's bookkeeping tells apart, as who acted last of all, stays as it was."""
    device, seen = Device(declared(game, first, 20).battle, name="Anna"), 0
    for page in previews(device):
        later = [*page.misfits, *page.different]
        for one in page.different:
            assert one.now or one.before or one.after, one.was
        seen += len(page.different)
        assert len(page.same) + len(later) == sum(number > page.number for number in entries(device))
        if page.is_whole and page.different:
            assert f"{len(page.different)} come" in page.below.text, page.below
        if page.is_whole:
            assert f"{len(page.same)} stay" in page.below.text or not page.same
    assert seen


@pytest.mark.parametrize("game", GAMES)
def test_what_happened_after_all_is_told_so(game):
    """The line before it says of the same entry that it did not happen."""
    device = Device(declared(game, 1, 6).battle, name="Anna")
    number = max(number for number, entry in entries(device).items() if entry.record)
    said = entries(device)[number].headline
    for how, told in (("struck", "this did not happen"), ("again", "this did happen")):
        shown = filled(correction(device.get("correct", number), number)) | {"how": how, "agreed": "on"}
        assert device.post("correct", number, **shown, commit="1").status_code == 302
        assert device.last.headline == f"Corrected: {told}: {said}"
