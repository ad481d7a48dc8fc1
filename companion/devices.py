"""What is remembered of a device: its name and the campaigns that were opened on it, in a cookie that it keeps itself.

Nothing of it is stored here: a page that is looked at then writes nothing, waits for no writer and needs no free disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

COOKIE = "device"
SALT = "companion.device"
DAY = 24 * 60 * 60
YEAR = 365 * DAY

MOST_CAMPAIGNS = 100
"""How many campaigns a device remembers, those that were opened last: a browser keeps 4096 bytes of a cookie."""

READ = "companion.device"
"""Where a request carries the device once it was read."""
CHANGED = "companion.device.changed"


@dataclass(frozen=True, slots=True)
class Device:
    """A device: its name in the log, and the keys of its campaigns with the last opened one last."""

    who: str = ""
    campaigns: tuple[str, ...] = ()
    day: int = 0
    """When the cookie was written, in days."""


def device_of(request: HttpRequest) -> Device:
    """The device that asks, as far as it is known."""
    if READ not in request.META:
        token = request.COOKIES.get(COOKIE)
        request.META[READ] = _from_session(request) if token is None else _signed(token)
    device: Device = request.META[READ]
    return device


def name_device(request: HttpRequest, who: str) -> None:
    """Give the device a name."""
    _change(request, Device(who, device_of(request).campaigns))


def remember_campaign(request: HttpRequest, key: str) -> None:
    """Remember that a campaign was opened on the device."""
    device = device_of(request)
    if device.campaigns[-1:] == (key,):
        return
    others = tuple(known for known in device.campaigns if known != key)
    _change(request, Device(device.who, (*others, key)[-MOST_CAMPAIGNS:]))


def remembered(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that hands the device its cookie when something in it is new, and once on every day of use."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if READ in request.META:
            patch_vary_headers(response, ["Cookie"])
        if request.META.get(CHANGED) or _from_another_day(request):
            _hand_over(device_of(request), response)
        return response

    return middleware


def _change(request: HttpRequest, device: Device) -> None:
    request.META[READ] = device
    request.META[CHANGED] = True


def _signed(token: str) -> Device:
    try:
        kept = signing.loads(token, salt=SALT, max_age=YEAR)
    except signing.BadSignature:
        return Device()
    return Device(kept["who"], tuple(kept["campaigns"]), kept["day"])


def _from_session(request: HttpRequest) -> Device:
    """What a session of an earlier version remembered; no session, no query."""
    device = Device(request.session.get("who", ""), tuple(request.session.get("campaigns", ()))[-MOST_CAMPAIGNS:])
    if device != Device():
        _change(request, device)
    return device


def _from_another_day(request: HttpRequest) -> bool:
    return COOKIE in request.COOKIES and 0 < device_of(request).day != _today()


def _today() -> int:
    return int(time.time()) // DAY


def _hand_over(device: Device, response: HttpResponse) -> None:
    kept = {"who": device.who, "campaigns": device.campaigns, "day": _today()}
    response.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=SALT, compress=True),
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
