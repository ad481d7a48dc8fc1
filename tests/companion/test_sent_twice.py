"""What nginx may send a second time, to another process, when the first has not answered: a tap, without any harm."""

import re
from random import Random

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve

from companion.bootstrap import ROOT
from companion.management.live_taps import next_tap
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything
from tests.companion.test_attack_path import play_the_seed
from tests.companion.test_correcting import corrected

(AGAIN,) = re.findall(
    r"location ~ (\S+) \{\n +proxy_next_upstream [^\n]* non_idempotent;", (ROOT / "nginx.conf").read_text()
)
STEPS = 20


class SentTwice(Client):
    """A device behind a proxy that sends each tap twice; the second changes nothing, and is answered like the first."""

    def __init__(self):
        super().__init__()
        self.sent = set()

    def post(self, path, *args, **more):
        answer = super().post(path, *args, **more)
        if re.match(AGAIN, path):
            self.sent.add(resolve(path).url_name)
            stored = everything()
            second = super().post(path, *args, **more)
            assert (second.status_code, second.get("Location")) == (answer.status_code, answer.get("Location")), path
            assert everything() == stored, path
        return answer


def addresses():
    """An address of each page, with ones for what is variable in it."""
    for found in get_resolver().url_patterns:
        if isinstance(found, URLPattern):
            yield found.name, "/" + re.sub(r"<[^>]*>", "1", str(found.pattern))


def test_these_taps_and_no_others_are_sent_again():
    again = {name for name, address in addresses() if re.match(AGAIN, address)}
    assert again == {"declare", "undo", "redo", "correct", "dice", "choice", "back", "off", "apply"}


@pytest.mark.django_db
def test_each_of_them_may_come_twice():
    client = SentTwice()
    device = Device(demo_of("mobile_frame_zero"), client, name="Anna")
    play_the_seed(device)
    device.apply()
    number, events = device.last.number, device.seen
    _, wanted = corrected(device, number)
    assert device.post("correct", number, **wanted, commit="1").status_code == 302
    assert device.seen == events + 1
    device.undo()
    assert device.undo(number).status_code == 302
    assert device.post("redo", event=device.last.number, seen=device.seen).status_code == 302
    device.undo()
    play_the_seed(device)
    assert device.take_back().status_code == 302
    assert device.call_off().status_code == 302
    assert client.sent == {name for name, address in addresses() if re.match(AGAIN, address)}


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_so_may_whatever_is_tapped(game):
    client, random = SentTwice(), Random(7)
    address = demo_of(game).get_absolute_url()
    page = client.get(address).content.decode()
    for _ in range(STEPS):
        tap = next_tap(page, address, random)
        if tap.fields is not None:
            assert client.post(tap.path, dict(tap.fields)).status_code in (302, 409, 422)
        page = client.get(address if tap.fields else tap.path).content.decode()
    assert len(client.sent) > 1
