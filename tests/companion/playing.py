"""What the tests of the pages share: a device that taps, any sheet as rows, and everything that is stored."""

import re
from dataclasses import fields, is_dataclass, replace
from html import unescape
from secrets import token_urlsafe

from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from companion import sheets
from companion.models import Battle, Campaign, Declaration, Event
from companion.services.under_way import record_of
from rules.changes import keyed

UNDER_THE_LOCK = int(connection.vendor == "postgresql")
"""How many queries more a tap takes there: the battle is read once more under its lock."""


def store(sheet, campaign=None, name="A battle"):
    """Store any sheet as rows; returns the battle and the stored key of each of the sheet's keys."""
    campaign = campaign or Campaign.objects.create(name="A campaign")
    battle = sheets.store(sheet, campaign=campaign, name=name)
    return battle, dict(zip(keyed(sheet), keyed(sheet_of(battle)), strict=True))


def everything():
    """Every stored row of the app as its table has it, to see that nothing changed."""
    found, name = {}, connection.ops.quote_name
    with connection.cursor() as cursor:
        for model in apps.get_app_config("companion").get_models(include_auto_created=True):
            cursor.execute(f"SELECT * FROM {name(model._meta.db_table)} ORDER BY {name(model._meta.pk.column)}")
            found[model.__name__] = cursor.fetchall()
    return found


def sheet_of(battle):
    """The battle's stored sheet as it is now."""
    return sheets.stored(Battle.objects.get(pk=battle.pk)).sheet


NAMES = ("name", "pilot", "ability", "xws")
"""What names a part for its readers, and may be written like a key."""


def renamed(sheet):
    """The sheet with the number of each part for its key, wherever that stands but in a name or the id of a card."""
    return _renamed(sheet, {key: f"part {number}" for number, key in enumerate(keyed(sheet))})


def _renamed(value, names):
    if isinstance(value, tuple):
        return tuple(_renamed(item, names) for item in value)
    if is_dataclass(value):
        others = {field.name: getattr(value, field.name) for field in fields(value) if field.name not in NAMES}
        return replace(value, **{field: _renamed(shown, names) for field, shown in others.items()})
    if isinstance(value, frozenset):
        return frozenset(_renamed(name, names) for name in value)
    if type(value) is str:
        return names.get(value, value)
    return value


class Device:
    """One tablet at a battle: it taps with real requests, and knows what its page shows."""

    def __init__(self, battle, client=None, name=""):
        self.battle = battle
        self.client = client or Client()
        self.keys = {}
        if name:
            self.client.post(reverse("who"), {"who": name})

    @property
    def sheet(self):
        return sheet_of(self.battle)

    @property
    def seen(self):
        return Battle.objects.get(pk=self.battle.pk).last_event

    @property
    def open(self):
        """What is under way."""
        return Declaration.objects.get(battle=self.battle, status="open")

    @property
    def last(self):
        """The last event."""
        return Event.objects.filter(battle=self.battle).order_by("-number").first()

    def key(self, name, of=None):
        """The key of the piece with that name, or of that system of a piece."""
        if (name, of) not in self.keys:
            among = keyed(self.sheet.frame(self.key(of)) if of else self.sheet)
            (self.keys[name, of],) = (key for key, part in among.items() if getattr(part, "name", "") == name)
        return self.keys[name, of]

    def piece(self, name):
        return keyed(self.sheet)[self.key(name)]

    def get(self, page="battle", *args, **query):
        return self.client.get(reverse(page, args=[self.battle.key, *args]), query)

    def post(self, page, *args, **data):
        return self.client.post(reverse(page, args=[self.battle.key, *args]), data)

    def declare(self, do, actor="", target="", *, seen=None, once=None, **answers):
        """Post a declaration; ``q_range`` stands for the field ``q-range``."""
        data = {name.replace("_", "-", 1): value for name, value in answers.items()}
        return self.post(
            "declare",
            do=do,
            attacker=actor,
            target=target,
            seen=self.seen if seen is None else seen,
            once=token_urlsafe(9) if once is None else once,
            **data,
        )

    def _tap(self, page, declaration, answer, **data):
        """Tap on a page that shows these answers, by default all there are."""
        declaration = declaration or self.open
        return self.post(page, declaration.pk, answer=latest(declaration) if answer is None else answer, **data)

    def dice(self, *pools, answer=None, declaration=None, **more):
        typed = {f"pool-{place}": text for place, text in enumerate(pools)}
        return self._tap("dice", declaration, answer, **typed, **more)

    def roll(self, **more):
        return self.dice(roll="1", **more)

    def choose(self, option, answer=None, declaration=None):
        return self._tap("choice", declaration, answer, option=option)

    def take_back(self, answer=None, declaration=None):
        return self._tap("back", declaration, answer)

    def call_off(self, declaration=None):
        return self.post("off", (declaration or self.open).pk)

    def apply(self, declaration=None, answer=None):
        return self._tap("apply", declaration, answer)

    def undo(self, event=None, seen=None):
        event = self.last if event is None else event
        return self.post("undo", event=getattr(event, "number", event), seen=self.seen if seen is None else seen)

    def played(self):
        """What is under way, played as far as its replies go."""
        declaration = self.open
        declaration.battle = self.battle
        return record_of(declaration, list(declaration.replies.all())).play()


def latest(declaration):
    """The id of the last answer to a declaration, 0 for none."""
    last = declaration.replies.last()
    return last.pk if last else 0


# A regular expression reads what Django writes ten times as fast as `html.parser`, and pages are read by the thousand.
TAG = re.compile(r"""<(/?)(form|input|select|option|button)\b((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
ATTRIBUTE = re.compile(r"""([^\s"'=/]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'=]+)))?""")


def attributes_of(tag):
    """The attributes that stand in a start tag; one without a value has an empty one."""
    return {name: unescape(quoted or single or bare) for name, quoted, single, bare in ATTRIBUTE.findall(tag)}


class _Forms:
    """The forms of a page as a browser without scripts would send them."""

    def __init__(self, page):
        self.forms = []
        self.form = None
        self.select = ""
        for end, tag, rest in TAG.findall(page):
            if not end:
                self.start(tag, rest)
            elif tag == "form":
                self.form = None

    def start(self, tag, rest):
        if tag != "form" and self.form is None:
            return
        attributes = {
            name: unescape(quoted or single or bare) for name, quoted, single, bare in ATTRIBUTE.findall(rest)
        }
        if tag == "form":
            self.form = {
                "action": attributes.get("action", ""),
                "fields": {},
                "buttons": [],
                "offered": {},
                "boxes": [],
            }
            self.forms.append(self.form)
        elif tag == "input" and attributes.get("name"):
            self._input(attributes)
        elif tag == "select":
            self.select = attributes["name"]
        elif tag == "option" and ("selected" in attributes or self.select not in self.form["fields"]):
            self.form["fields"][self.select] = attributes.get("value", "")
        elif tag == "button" and "disabled" not in attributes:
            self.form["buttons"].append((attributes.get("name"), attributes.get("value", "")))

    def _input(self, attributes):
        name, kind = attributes["name"], attributes.get("type")
        value = attributes.get("value", "on" if kind == "checkbox" else "")
        if kind == "radio" and "disabled" not in attributes:
            self.form["offered"].setdefault(name, []).append(value)
        if kind == "checkbox" and "disabled" not in attributes:
            self.form["boxes"].append(name)
        if kind not in ("radio", "checkbox") or "checked" in attributes:
            self.form["fields"][name] = value


def forms_of(response):
    """The forms on a page: action, what they would send, their buttons, and what their radio buttons offer."""
    return _Forms(response.content.decode()).forms


def text_of(answer):
    """What a page says, entities and all read."""
    return unescape(answer.content.decode())


def form_to(response, action, **fields):
    """The only form on a page that posts to an address ending like that and sends those fields."""
    (form,) = (
        form
        for form in forms_of(response)
        if form["action"].endswith(action) and fields.items() <= form["fields"].items()
    )
    return form


def dice_form_of(response):
    """The form of a page for the dice that are asked for; those that may be entered early stand before it."""
    return [form for form in forms_of(response) if form["action"].endswith("/dice/")][-1]
