"""Whatever staff type into a field of the admin: a sentence and nothing stored, or the value read back; all pages open.

The fields are those that the admin's pages show, so that a new one is tried as well.
"""

from contextlib import contextmanager
from itertools import chain, zip_longest
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.contrib.messages import get_messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import CharField
from django.test import Client
from django.urls import reverse

from companion.admin.choices import NamesField
from companion.admin.log import ReadOnly
from companion.models import Battle, Campaign, DamageCard, Declaration, Piece, Side
from companion.services.writing import write_event
from companion.sheets import battle_model, stored
from rules.games import GAMES
from tests.companion.odd_values import (
    errors_of,
    is_full,
    is_tried_here,
    leave_the_fullest,
    places_of,
    plain,
    shown_value,
)
from tests.companion.playing import Device, forms_of, store
from tests.companion.test_admin import address, fields_of

OLDER = {"HX-Request": "true", "Battle-Version": "older"}
FORM = "application/x-www-form-urlencoded"
GAME_OF = {battle_model(slug).__module__: slug for slug in GAMES}

TEXTS = (CharField, NamesField)
PAGES = [model for model, page in admin.site._registry.items() if not isinstance(page, ReadOnly)]


@contextmanager
def forgotten():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def small_battle(campaign, game):
    """The demo battle of a game, with few pieces for pages that come quickly, and what can be tapped there."""
    battle = Battle.objects.get(pk=store(GAMES[game].demo.battle, campaign=campaign)[0].pk)
    write_event(battle, kind="set-up", headline="It is set up.", who="the app")
    with forgotten():
        tapped = something_under_way(Device(battle))
    for model in Piece.__subclasses__():
        leave_the_fullest(model.objects.filter(battle=battle), [tapped["attacker"], tapped["target"]])
    DamageCard.objects.filter(squad__battle=battle, ship=None).exclude(title="Panicked Pilot").delete()
    for key, points in GAMES[game].score(stored(battle).sheet).items():
        Side.objects.filter(pk=int(key.rsplit("-", 1)[1])).update(score=points)
    return battle


def something_under_way(device):
    """Declare the first thing of two pieces that asks for an answer; returns what was tapped."""
    keys = [piece.key for piece in device.sheet.pieces]
    for procedure in GAMES[device.battle.game].procedures:
        for attacker, target in ((one, other) for one in keys for other in keys if one != other):
            tapped = {"attacker": attacker, "target": target, "do": procedure.slug}
            for form in forms_of(device.get(**tapped)):
                if form["action"].endswith("/declare/") and tapped.items() <= form["fields"].items():
                    device.client.post(form["action"], form["fields"])
                    if Declaration.objects.filter(battle=device.battle, status="open").exists():
                        return tapped
    raise AssertionError("nothing can be declared")


@pytest.fixture
def table(db, request):
    """A tablet at a small battle of a game with something under way, another battle beside it, and what was tapped."""
    game = GAME_OF.get(request.param.__module__, "mobile_frame_zero")
    battle = small_battle(Campaign.objects.create(name="A campaign"), game)
    small_battle(Campaign.objects.create(name="Another campaign"), game)
    device = Device(battle, name="Anna")
    get_user_model().objects.create_user("helper").groups.add(Group.objects.create(name="Referees"))
    return request.param, device, something_under_way(device)


@pytest.fixture
def staff(db):
    client = Client(raise_request_exception=False)
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


def full_page(staff, model):
    """The admin page of the first row that has some of everything."""
    for row in model.objects.order_by("pk"):
        page = staff.get(address(row))
        if is_full(page):
            return row, page
    raise AssertionError(f"no {model.__name__} has a row in each inline")


def save(staff, row, data):
    """Post as a browser does, but for half characters, which no browser has."""
    body = urlencode(data, errors="surrogatepass")
    return staff.post(address(row), body, content_type=FORM)


def refused_and_taken(page, admin_pages):
    """The values that the form of each field refuses, and those that are left to be stored one by one."""
    refused, taken = [], []
    for place in places_of(page):
        known = {repr(plain(shown_value(page, place)))}
        sayings, accepted = [], []
        for value in place.odd():
            try:
                clean = repr(plain(place.cleaned(value)))
            except ValidationError:
                sayings.append(value)
                continue
            except Exception as problem:  # noqa: BLE001 - whatever fails here fails on the page as well
                clean = repr(problem)
            if clean not in known:
                accepted.append(value)
            known.add(clean)
        refused.append((place, sayings))
        if accepted and is_tried_here(place, page, admin_pages):
            taken.append((place, accepted))
    return refused, taken


def refused_together(staff, row, fields, refused):
    """Post one refused value of every field at a time: each field says why, and nothing is stored."""
    before = rows(row)
    for values in zip_longest(*([(place, value) for value in values] for place, values in refused)):
        given = dict(pair for pair in values if pair)
        data = {name: text for place, value in given.items() for name, text in place.data(value).items()}
        answer = save(staff, row, {**fields, **data})
        if answer.status_code != 200:
            yield f"{answer.status_code} for {data}"
            continue
        said = errors_of(answer)
        yield from (f"{place.posted} took {value[:40]!r}" for place, value in given.items() if place.posted not in said)
    if rows(row) != before:
        yield "something was stored that had been refused"


def pages_of(staff, row, device, tapped):
    """Every page of a row and of its battle: first those that read the whole battle."""

    def without_what_is_under_way(**selection):
        with forgotten():
            Declaration.objects.update(status="cancelled")
            return device.get(**selection)

    reading = {
        "idle": without_what_is_under_way,
        "list": lambda: staff.get(address_of_list(row)),
        "selected": lambda: without_what_is_under_way(attacker=tapped["attacker"]),
        "fragment": lambda: device.client.get(device.battle.get_absolute_url(), headers=OLDER),
        "set-up": lambda: device.get("setup"),
        "aimed": lambda: without_what_is_under_way(**tapped),
        "entry": lambda: device.get("event", device.seen),
    }
    others = {
        "history": lambda: staff.get(address(row, "history")),
        "campaign": lambda: device.client.get(device.battle.campaign.get_absolute_url()),
        "log": lambda: device.get("log"),
        "record": lambda: device.get("record", Declaration.objects.get().pk),
    }
    return reading, others


def address_of_list(row):
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")


def taken_alone(staff, row, fields, place, value):
    """Post one value that its field takes: it is refused with a sentence, or stored and read back."""
    before = rows(row)
    answer = save(staff, row, {**fields, **place.data(value)})
    said = [*map(str, get_messages(answer.wsgi_request)), *chain.from_iterable(errors_of(answer).values())]
    if rows(row) == before:
        if not any("was changed successfully" not in sentence for sentence in said):
            yield f"nothing was stored, and nothing said: {answer.status_code} {said}"
        return
    shown = staff.get(address(row))
    if (answer.status_code, shown.status_code) != (302, 200):
        yield f"{answer.status_code} when posted and {shown.status_code} when read back"
    elif (now := shown_value(shown, place)) != (wanted := plain(place.cleaned(value))):
        yield f"{now!r} was stored instead of {wanted!r}"


def rows(row):
    """Every stored row of the game that a row belongs to."""
    modules = {row.__module__, *(f"companion.models.{name}" for name in ("battle", "campaign", "event", "piece"))}
    models = [model for model in apps.get_models(include_auto_created=True) if model.__module__ in modules]
    return [list(model.objects.order_by("pk").values_list()) for model in models]


def faults(staff, row, page, device, tapped):
    """What goes wrong with any odd value in any field of an admin page.

    After every value all pages are opened, one value at a time and the texts of all fields together. Then rows are
    taken out, each alone and all of a kind together.
    """
    fields = fields_of(page)
    refused, taken = refused_and_taken(page, PAGES)
    yield from refused_together(staff, row, fields, refused)
    reading, others = pages_of(staff, row, device, tapped)
    for place, value in ((place, value) for place, values in taken for value in values):
        with forgotten():
            wrong = [*taken_alone(staff, row, fields, place, value), *opened(reading | others)]
            yield from (f"{place.posted} = {value[:60]!r}: {what}" for what in wrong)
    texts = [[(place, value) for value in values] for place, values in taken if type(place.field) in TEXTS]
    for values in zip_longest(*texts):
        with forgotten():
            given = [pair for pair in values if pair]
            save(
                staff, row, fields | {name: text for place, value in given for name, text in place.data(value).items()}
            )
            yield from (f"{given[0][1][:60]!r} everywhere: {what}" for what in opened(reading | others))
    for ticked in taken_out(page):
        with forgotten():
            save(staff, row, fields | dict.fromkeys(ticked, "on"))
            yield from (f"{ticked}: {what}" for what in opened(reading))


def taken_out(page):
    """The boxes that take rows out with the page: each row alone, and all of a kind."""
    boxes = [name for form in forms_of(page) for name in form["boxes"] if name.endswith("-DELETE")]
    kinds = {name.rsplit("-", 2)[0]: [] for name in boxes}
    for name in boxes:
        kinds[name.rsplit("-", 2)[0]].append(name)
    yield from ([name] for name in boxes)
    yield from kinds.values()


def opened(pages):
    for name, page in pages.items():
        if (status := page().status_code) != 200:
            yield f"{status} for the page {name!r}"


@pytest.mark.parametrize("table", PAGES, ids=lambda model: model.__name__, indirect=True)
def test_whatever_staff_type_is_refused_with_a_sentence_or_read_back_and_all_pages_open(staff, table):
    model, device, tapped = table
    row, page = full_page(staff, model)
    if errors := list(faults(staff, row, page, device, tapped)):
        pytest.fail("\n".join(errors), pytrace=False)
