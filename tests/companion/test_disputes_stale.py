"""A page that shows an entry as it is no more disputes nothing."""

import pytest

from companion.models import Dispute
from tests.companion.playing import text_of
from tests.companion.test_correcting import corrected, old_roll

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_a_stale_page_does_not_dispute_what_a_correction_made_of_an_entry_before_that_was_undone():
    device, _, number = old_roll("gods_gloom")
    _, data = corrected(device, number)
    assert device.post("correct", number, **data, commit="1").status_code == 302
    seen = device.seen
    assert device.undo().status_code == 302
    answer = device.post("dispute", number=number, seen=seen, on="log")
    assert answer.status_code == 409
    assert "Anna has undone a correction of that entry." in text_of(answer)
    assert not Dispute.objects.exists()
    assert device.post("dispute", number=number, seen=device.seen, on="log").status_code == 302
