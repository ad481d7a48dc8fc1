"""What the tests of the pages share: a device that taps, any sheet as rows, and everything that is stored."""

from dataclasses import fields
from html.parser import HTMLParser
from secrets import token_urlsafe

from django.apps import apps
from django.test import Client
from django.urls import reverse

from companion.adapters import ADAPTERS, stored
from companion.adapters.adapter import key_of
from companion.models import (
    Army,
    Battle,
    Campaign,
    Company,
    DamageCard,
    Declaration,
    Event,
    FieldPosition,
    Frame,
    GloomArmy,
    GloomUnit,
    Operator,
    Ship,
    Squad,
    SquadCard,
    SquadModifier,
    Station,
    System,
    Terrain,
    Token,
    TroopUnit,
    Weapon,
    XWingSquad,
)
from companion.services.under_way import record_of
from rules.airsoft_squads import modifiers
from rules.airsoft_squads import pieces as operators
from rules.airsoft_squads import sheet as squads
from rules.changes import keyed
from rules.games import GAMES
from rules.gods_gloom import sheet as gloom
from rules.mobile_frame_zero import sheet as frames
from rules.troops_and_supplies import sheet as troops
from rules.x_wing import cards, ship
from rules.x_wing import sheet as ships

MODELS = {
    gloom.Army: GloomArmy,
    gloom.Unit: GloomUnit,
    frames.Company: Company,
    frames.Frame: Frame,
    frames.Station: Station,
    frames.System: System,
    frames.Terrain: Terrain,
    troops.Army: Army,
    troops.Unit: TroopUnit,
    squads.Squad: Squad,
    operators.Operator: Operator,
    operators.Position: FieldPosition,
    operators.Card: SquadCard,
    modifiers.Modifier: SquadModifier,
    ships.Squad: XWingSquad,
    ship.Ship: Ship,
    ship.Weapon: Weapon,
    cards.Card: DamageCard,
}
"""The model of every part of a sheet."""


def store(sheet, campaign=None, name="A battle"):
    """Store any sheet as rows; returns the battle and the stored key of each of the sheet's keys."""
    (game,) = (game for game in GAMES.values() if game.battle is type(sheet))
    model = ADAPTERS[game.slug].battle
    campaign = campaign or Campaign.objects.create(name="A campaign")
    given = {**_fields_of(model, sheet, {}), **_fields_of(model, sheet.settings, {})}
    battle = model.objects.create(campaign=campaign, name=name, game=game.slug, **given)
    rows = {sheet.key: battle}
    for seat, side in enumerate(sheet.sides, start=1):
        rows[side.key] = _stored(side, rows, battle=battle, seat=seat)
    for piece in sheet.pieces:
        rows[piece.key] = _stored(piece, rows, battle=battle)
    for owner in (*sheet.pieces, *sheet.sides):
        for part in keyed(owner).values():
            if part is not owner:
                (parent,) = (f.name for f in MODELS[type(part)]._meta.fields if f.related_model is MODELS[type(owner)])
                rows[part.key] = _stored(part, rows, **{parent: rows[owner.key]})
    for part in (*sheet.pieces, sheet):
        row = rows[part.key]
        for field, key in _keys_of(type(row), part).items():
            setattr(row, field, rows[key])
        row.save()
    return battle, {key: "battle" if row is battle else key_of(row) for key, row in rows.items()}


def _stored(part, rows, **more):
    """One part of a sheet as a row, what is no field of it as tokens."""
    model = MODELS[type(part)]
    row = model.objects.create(**_fields_of(model, part, rows), **more)
    known = {field.name for field in model._meta.fields}
    tokens = [field.name for field in fields(part) if field.name not in {"key", *known}]
    for kind in tokens:
        shown = getattr(part, kind)
        if isinstance(shown, int):
            Token.objects.create(piece=row, kind=kind, value=shown)
        for name in sorted(shown) if isinstance(shown, frozenset) else ():
            Token.objects.create(piece=row, kind=kind, name=name, value=1)
    return row


def _fields_of(model, part, rows):
    """What a part of a sheet shows for the fields of its model; its keys lead to rows that are stored already."""
    known = {field.name: field for field in model._meta.fields}
    values = {field.name: getattr(part, field.name) for field in fields(part) if field.name in known}
    values.pop("key", None)
    related = {name: rows.get(value) for name, value in values.items() if known[name].is_relation}
    return {**values, **related}


def _keys_of(model, part):
    known = {field.name: field for field in model._meta.fields}
    values = {name: getattr(part, name, None) for name, field in known.items() if field.is_relation}
    return {name: value for name, value in values.items() if isinstance(value, str)}


def everything():
    """Every stored row of the app, to see that nothing changed."""
    models = apps.get_app_config("companion").get_models()
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}


def sheet_of(battle):
    """The battle's stored sheet as it is now."""
    return stored(Battle.objects.get(pk=battle.pk)).sheet


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


class _Forms(HTMLParser):
    """The forms of a page as a browser without scripts would send them."""

    def __init__(self):
        super().__init__()
        self.forms = []
        self.form = None
        self.select = ""

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "form":
            self.form = {
                "action": attributes.get("action", ""),
                "fields": {},
                "buttons": [],
                "offered": {},
                "boxes": [],
            }
            self.forms.append(self.form)
        elif self.form is None:
            return
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

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None


def forms_of(response):
    """The forms on a page: action, what they would send, their buttons, and what their radio buttons offer."""
    parser = _Forms()
    parser.feed(response.content.decode())
    return parser.forms


def form_to(response, action, **fields):
    """The only form on a page that posts to an address ending like that and sends those fields."""
    (form,) = (
        form
        for form in forms_of(response)
        if form["action"].endswith(action) and fields.items() <= form["fields"].items()
    )
    return form
