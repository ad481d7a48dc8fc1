"""What a browser needs to install the app, and what it keeps for when the app cannot be reached."""

import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

pytestmark = pytest.mark.django_db


def size_of(picture):
    """The width and height that a PNG says of itself."""
    head = Path(finders.find(picture.removeprefix("/static/"))).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", head[16:24])


def test_the_manifest_names_what_there_is(client):
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert client.get(told["start_url"]).status_code == 200
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        assert "x".join(map(str, size_of(icon["src"]))) == icon["sizes"]
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").content.decode()


def test_the_worker_keeps_the_page_that_stands_in_and_all_that_this_needs(client):
    worker = client.get("/worker.js")
    assert worker["Content-Type"] == "text/javascript"
    pages = {"/offline/", "/offline/?sent"}
    shown = "".join(client.get(page).content.decode() for page in pages)
    needed = set(re.findall(r'(?:href|src)="(/[^"]+)"', shown))
    kept = set(re.findall(r'"(/[^"]+)"', worker.content.decode()))
    assert needed
    assert needed | pages == kept


def test_another_page_is_another_worker(client, monkeypatch):
    before = client.get("/worker.js").content
    assert client.get("/worker.js").content == before
    monkeypatch.setattr("companion.views.installable.render_to_string", lambda name, context: "another page")
    assert client.get("/worker.js").content != before


def test_nobody_is_known_to_what_stands_in(client):
    for address in ("/offline/", "/worker.js", "/manifest.webmanifest"):
        assert not client.get(address).cookies
