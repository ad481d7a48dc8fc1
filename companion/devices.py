"""What is remembered of a device: its name and the campaigns that were opened on it, in a cookie that it keeps itself.

Nothing of it is stored here: a page that is looked at then writes nothing, waits for no writer and needs no free disk.
A second cookie holds the secret that a member is known by: no answer to another request writes over it.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.crypto import constant_time_compare, salted_hmac

COOKIE = "device"
SALT = "companion.device"
KNOWN_BY = "known"
SECRET = re.compile(r"([-\w]{12})\.([-\w]{43})", re.ASCII)
DAY = 24 * 60 * 60
YEAR = 365 * DAY

MOST_CAMPAIGNS = 100
"""How many campaigns a device remembers, those that were opened last: a browser keeps 4096 bytes of a cookie."""

READ = "companion.device"
"""Where a request carries the device once it was read."""
CHANGED = "companion.device.changed"
MADE = "companion.device.secret"
"""Where a request carries the secret that the device is about to get."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device: its name in the log, and the keys of its campaigns with the last opened one last."""

    who: str = ""
    campaigns: tuple[str, ...] = ()
    day: int = 0
    """When the cookie was written, in days."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What a device keeps and nobody else knows, and the name that its rows are found by."""

    ident: str
    secret: str

    @classmethod
    def new(cls) -> Secret:
        """One that nobody can guess, which tells this server when it was made."""
        ident = secrets.token_urlsafe(9)
        told = int(time.time()).to_bytes(4) + secrets.token_bytes(16)
        return cls(ident, urlsafe_b64encode(told + _seal(ident, told)).decode().rstrip("="))

    @property
    def proof(self) -> str:
        """The hash of the secret, all that is ever stored of it."""
        return hashed(self.secret)

    @property
    def age(self) -> float:
        """How many seconds ago this server has made it; 0 where it has not."""
        held = urlsafe_b64decode(f"{self.secret}=")
        told, seal = held[:20], held[20:]
        is_ours = constant_time_compare(seal, _seal(self.ident, told))
        return max(time.time() - int.from_bytes(told[:4]), 0) if is_ours else 0


def _seal(ident: str, told: bytes) -> bytes:
    """What only this server puts to what a secret tells."""
    return salted_hmac("companion.device.secret", f"{ident}.{told.hex()}", algorithm="sha256").digest()[:12]


def hashed(secret: str) -> str:
    """The hash of a long random secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def secret_of(request: HttpRequest) -> Secret | None:
    """The secret of the device that asks, if it has one."""
    made: Secret | None = request.META.get(MADE)
    kept = SECRET.fullmatch(request.COOKIES.get(KNOWN_BY, ""))
    return made or (Secret(kept[1], kept[2]) if kept else None)


def own_secret(request: HttpRequest) -> Secret:
    """The secret of the device that asks; one that has none gets it with the answer."""
    known = secret_of(request)
    if known:
        return known
    made = request.META[MADE] = Secret.new()
    return made


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


def forget_campaigns(request: HttpRequest, keys: Collection[str]) -> None:
    """Forget that campaigns were opened on the device."""
    device = device_of(request)
    kept = tuple(known for known in device.campaigns if known not in keys)
    if kept != device.campaigns:
        _change(request, Device(device.who, kept))


def remembered(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that hands the device its cookie when something in it is new, and once on every day of use."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if READ in request.META:
            patch_vary_headers(response, ["Cookie"])
        hands_over = request.META.get(CHANGED) or _from_another_day(request)
        if hands_over:
            kept = {"who": device_of(request).who, "campaigns": device_of(request).campaigns, "day": _today()}
            _keep(response, COOKIE, signing.dumps(kept, salt=SALT, compress=True))
        secret = secret_of(request)
        if secret and (hands_over or MADE in request.META):
            _keep(response, KNOWN_BY, f"{secret.ident}.{secret.secret}")
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


def _keep(response: HttpResponse, name: str, value: Any) -> None:
    response.set_cookie(name, value, max_age=YEAR, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax")
