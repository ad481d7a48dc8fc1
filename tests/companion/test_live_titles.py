"""A page that updates itself keeps a title of its own: its script takes it from what is put there."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from companion.live.access import OFFERED
from companion.watching import proof_of

pytestmark = pytest.mark.django_db

TITLE = re.compile(r"<title>([^<]*)</title>")
SHOWN = re.compile(r'id="battle"[^>]* data-title="([^"]*)"')


@pytest.mark.parametrize("name", ["battle", "share", "screen"])
def test_what_is_put_there_tells_the_title(demo, name):
    given = [demo.pk, proof_of(demo)] if name == "screen" else [demo.key]
    page = Client().get(reverse(name, args=given), **{OFFERED: True}).content.decode()
    assert "data-live=" in page
    assert SHOWN.search(page)[1] == TITLE.search(page)[1]
