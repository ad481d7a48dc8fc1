"""Whom the log names."""

from __future__ import annotations

import secrets

from django.http import HttpRequest

from companion.devices import device_of, name_device
from companion.models import Event, Who

LONGEST_NAME = 60
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def who_of(request: HttpRequest) -> str:
    """The name that the log shows: a signed-in user's, marked as such, or the device's."""
    user = request.user
    if user.is_authenticated:
        return Who(user.get_username()[:LONGEST_NAME], Event.By.STAFF if user.is_staff else Event.By.ACCOUNT)
    if not device_of(request).who:
        name_device(request, "Guest " + "".join(secrets.choice(LETTERS) for _ in range(2)))
    return device_of(request).who
