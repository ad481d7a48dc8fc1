"""What a player taps next, read from the page alone, as a browser would."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from random import Random

FORM = re.compile(r'<form[^>]*\baction="([^"]+)"[^>]*>(.*?)</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
RADIO = re.compile(r'<input[^>]*type="radio"[^>]*>')
OPTION = re.compile(r'<button class="button option[^"]*" name="([^"]+)" value="([^"]*)"(?! disabled)')
GIVEN = re.compile(r'\b(name|value)="([^"]*)"')
CARD = re.compile(r'<a href="([^"]*)" data-piece="[^"]*" data-focus')
VERSION = re.compile(r'data-version="([^"]*)"')


@dataclass(frozen=True)
class Tap:
    """One request of a player: what it reads where there are no fields, what it stores where there are."""

    path: str
    fields: Mapping[str, str] | None = None


def version_of(page: str) -> str:
    """The version of the battle that a page shows; empty where it shows none."""
    found = VERSION.search(page)
    return found[1] if found else ""


def next_tap(page: str, address: str, random: Random) -> Tap:
    """The next tap on a battle's page: to the end of what is under way, else something new, else the last undone."""
    forms = {path.removeprefix(address): body for path, body in FORM.findall(page) if path.startswith(address)}
    for path, body in forms.items():
        if path.startswith("d/") and path.endswith(("/apply/", "/dice/", "/choice/")):
            return Tap(address + path, _filled(body, random))
    declares = forms.get("declare/", "")
    if 'name="attacker"' in declares:
        return Tap(f"{address}declare/", _filled(declares, random))
    cards = CARD.findall(page)
    if cards and random.random() > UNDONE:
        return Tap(address + unescape(random.choice(cards)))
    if declares and random.random() > UNDONE:
        return Tap(f"{address}declare/", _filled(declares, random))
    for path in ("redo/", "undo/"):
        if path in forms:
            return Tap(address + path, _filled(forms[path], random))
    return Tap(address)


UNDONE = 0.1
"""How often something is undone although there is more to do."""


def _filled(body: str, random: Random) -> dict[str, str]:
    """The fields of a form: as they stand, an answer to every question, and one of the buttons."""
    fields = {name: unescape(value) for name, value in HIDDEN.findall(body)}
    for radio in RADIO.findall(body):
        given = dict(GIVEN.findall(radio))
        if "disabled" not in radio and (given["name"] not in fields or " checked" in radio):
            fields[given["name"]] = unescape(given["value"])
    options = OPTION.findall(body)
    if options:
        name, value = random.choice(options)
        fields[name] = unescape(value)
    if 'name="roll"' in body:
        fields["roll"] = "1"
    return fields
