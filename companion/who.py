"""Whom the log names."""

from __future__ import annotations

import re
import secrets
from functools import lru_cache
from unicodedata import category, combining, normalize
from unicodedata import name as name_of

from confusable_homoglyphs.confusables import is_confusable, is_dangerous
from django.contrib.auth import get_user_model
from django.http import HttpRequest

from companion.devices import device_of, name_device
from companion.members import RIGHTS, Rights
from companion.models import Event, Who

LONGEST_NAME = 60
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"

STAFF = {"admin", "administrator", "staff", "superuser", "sysadmin"}
"""What nobody calls himself."""
FOR_LETTERS = str.maketrans("01345|", "oieasi")
"""Signs that are written for letters."""
UNNAMED = re.compile(r"Guest [A-Z]{2}")
"""What the app calls a device that nobody has given a name."""
TAKEN = "That name belongs to an account here. Choose another one."
UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
"""Kinds of signs that are no letters, or turn those around them."""
JOINERS = "\u200c\u200d"
"""Signs that nobody sees, but which some languages and pictures need."""


def who_of(request: HttpRequest) -> str:
    """The name that the log shows: the member's, or that of a signed-in user or the device, marked as what they are.

    Whoever is a member there has that name, signed in or not; staff have their own.
    """
    user, rights = request.user, request.META.get(RIGHTS)
    member = rights.member if isinstance(rights, Rights) else None
    if user.is_authenticated and user.is_staff:
        return Who(user.get_username()[:LONGEST_NAME], Event.By.STAFF, member)
    if member:
        return Who(member.name, Event.By.DEVICE, member)
    name = user.get_username()[:LONGEST_NAME] if user.is_authenticated else name_of_device(request)
    # A device may be given the name of somebody who is known, and an account that of somebody who has none.
    if isinstance(rights, Rights) and rights.is_guest:
        return Who(name, Event.By.GUEST)
    return Who(name, Event.By.ACCOUNT) if user.is_authenticated else name


def name_of_device(request: HttpRequest) -> str:
    """The name that the device was given, or one that it gets now."""
    named = device_of(request).who
    # A name may have been taken before such names were refused.
    if not named or why_not_read(named):
        name_device(request, "Guest " + "".join(secrets.choice(LETTERS) for _ in range(2)))
    return device_of(request).who


def why_not_called(name: str) -> str:
    """Why nobody can give that name to a device: others would take it for somebody who signs in; empty otherwise."""
    taken = _names_of_staff()
    return why_not_read(name) or (TAKEN if any(reads_as(name, known) for known in taken) else "")


@lru_cache(maxsize=1024)
def why_not_read(name: str) -> str:
    """Why a name cannot be read as what it is, whoever signs in here; empty otherwise."""
    if has_unseen(name):
        return "A name needs letters that can be seen."
    # In letters that look like others, as in Cyrillic, it would pass for a name in those.
    if is_dangerous(name):
        return "A name takes its letters from one alphabet."
    bare = "".join(letter for letter in normalize("NFKD", _plain(name)) if not combining(letter))
    words = re.split(r"[\W_\d]+", bare)
    words += ["".join(words), *re.split(r"[\W_\d]+", bare.translate(FOR_LETTERS))]
    return TAKEN if any(_reads_like(word, taken) for word in words for taken in STAFF) else ""


def has_unseen(text: str) -> bool:
    """Whether a text has signs that nobody sees, or half a one."""
    return any(category(letter) in UNSEEN and letter not in JOINERS for letter in text)


def reads_as(name: str, other: str) -> bool:
    """Whether others would take a name for that one, whichever of the two was there first."""
    one, two = _plain(name), _plain(other)
    return _reads_like(one, two) or _reads_like(two, one)


def _reads_like(word: str, taken: str) -> bool:
    """Whether a word is that one, or each of its letters is or passes for the other's."""
    return len(word) == len(taken) and all(map(_passes_for, word, taken))


def _passes_for(letter: str, other: str) -> bool:
    if letter == other or name_of(letter, "").endswith(f" SMALL CAPITAL {other.upper()}"):
        return True
    found = is_confusable(letter, greedy=True) or [{"homoglyphs": []}]
    # A small L passes for a large I.
    return any(homoglyph["c"].casefold() == other for homoglyph in found[0]["homoglyphs"])


def _names_of_staff() -> set[str]:
    accounts = get_user_model()._default_manager.filter(is_staff=True).values_list("username", flat=True)
    return set(accounts)


def _plain(name: str) -> str:
    return normalize("NFKC", name.translate(dict.fromkeys(map(ord, JOINERS)))).casefold()
