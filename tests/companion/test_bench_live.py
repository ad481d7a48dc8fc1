"""Real servers with devices at them: what is measured is measured, and nothing goes wrong on the way."""

import re
from random import Random

import pytest

from companion.beside import environment
from companion.management.live_taps import Tap, next_tap, version_of
from tests.companion.demo import demo_of
from tests.companion.serving import manage

LINE = re.compile(r"^6 devices at 2 battles +(.*)$", re.MULTILINE)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seats", [(), ("--seats",)])
def test_devices_hear_of_every_tap_and_nothing_goes_wrong(given_database, tmp_path, seats):
    words = ("bench_live", "--seconds", 4, "--load", 6, 2, "--processes", 2 if given_database else 1, *seats)
    ran = manage(tmp_path, *words, timeout=280, env=environment(tmp_path, **given_database))
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    *times, cores, devices, _, taps, updates, refused, errors = map(float, LINE.search(ran.stdout)[1].split())
    assert errors == 0, ran.stdout
    assert ("seats and roles" in ran.stdout) == bool(seats)
    assert taps > 2
    # Each of the three devices of a battle hears of each tap, unless the next one comes before it has fetched.
    assert taps <= updates <= 3 * (taps + refused) + 6
    assert all(times)
    assert cores > 0
    assert devices > 0


@pytest.mark.django_db
def test_a_player_reads_from_the_page_alone_what_to_tap(client):
    """The fields of the form are those that the page shows, and the taps lead through a whole attack."""
    battle = demo_of("mobile_frame_zero")
    address, random = battle.get_absolute_url(), Random(2)
    page = client.get(address).content.decode()
    assert version_of(page).startswith(f"{battle.last_event}.")
    tapped = []
    for _ in range(40):
        tap = next_tap(page, address, random)
        answer = (
            client.get(tap.path)
            if tap.fields is None
            else client.post(tap.path, tap.fields, headers={"HX-Request": "true"})
        )
        tapped.append((tap.path.removeprefix(address), answer.status_code))
        page = answer.content.decode() if answer.status_code == 200 else client.get(address).content.decode()
    done = {re.sub(r"\d+", "", path.partition("?")[0]) for path, status in tapped if status == 200}
    assert {"", "declare/", "d//dice/", "d//apply/"} <= done
    assert {status for _, status in tapped} <= {200, 409, 422}


def test_a_page_without_anything_to_tap_is_loaded_again():
    assert next_tap("<p>Nothing.</p>", "/b/x/", Random(1)) == Tap("/b/x/")
