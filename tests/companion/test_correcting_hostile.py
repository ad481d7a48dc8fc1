"""Whatever is posted to a correction: an answer that a page gives, and either one event or nothing written."""

from contextlib import contextmanager

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.models import Version
from companion.services.auditing import audited
from rules.games import GAMES
from tests.companion.playing import everything, form_to
from tests.companion.test_correcting import filled, old_roll

SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
FEW = settings(max_examples=25, deadline=None, suppress_health_check=SLOW)
ODD = [
    *("", "0", "1", "6", "99", "-1", "hit", "blank", "again", "kept", "struck", "None", "[]", "\x00", "\ufffe", "٣"),
    *("9" * 30, "x" * 300, "<script>", "'; --", "frame-1", "ship-1", "commit", "on", "1.5", "1e9", "None None"),
]


@contextmanager
def forgotten():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_posted(game):
    device, _, number = old_roll(game)
    whole = filled(form_to(device.get("correct", number), f"/{number}/correct/"))
    later = [f"{name}-{number + more}" for name in ("how",) for more in (1, 2, 3)]
    names = [*whole, *later, "how", "agreed", "why", "target", "q-", "e0-0-label", f"e{number}-0-pick"]
    before, seen = everything(), device.seen

    @FEW
    @given(
        changed=st.dictionaries(st.sampled_from(names), st.sampled_from(ODD) | st.text(max_size=6), max_size=5),
        gone=st.lists(st.sampled_from(list(whole)), max_size=3),
        commit=st.booleans(),
    )
    def posted(changed, gone, commit):
        data = {name: value for name, value in (whole | changed).items() if name not in gone}
        with forgotten():
            answer = device.post("correct", number, **data, **({"commit": "1"} if commit else {}))
            assert answer.status_code in (200, 302, 409, 422)
            if answer.status_code != 302:
                assert everything() == before
                return
            assert commit
            assert device.seen == seen + 1
            assert Version.objects.filter(amendment=device.last).exists()
            assert audited(device.battle).is_clean

    posted()


@pytest.mark.django_db
def test_a_number_of_pools_that_no_page_says():
    device, _, number = old_roll("troops_and_supplies")
    whole = filled(form_to(device.get("correct", number), f"/{number}/correct/"))
    stored = everything()
    (name,) = (name for name in whole if name.endswith("-pools"))
    for odd in ("9" * 5000, "-3", "", "x", "99"):
        assert device.post("correct", number, **(whole | {name: odd}), commit="1").status_code == 422
    assert everything() == stored


@pytest.mark.django_db
def test_a_correction_of_another_battle_is_none_of_this_one():
    device, _, number = old_roll("troops_and_supplies")
    stored = everything()
    assert device.client.post(f"/b/nothing-here/log/{number}/correct/", {"commit": "1"}).status_code == 404
    assert device.client.put(f"/b/{device.battle.key}/log/{number}/correct/").status_code == 405
    assert everything() == stored
