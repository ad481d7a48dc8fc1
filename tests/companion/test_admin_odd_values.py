"""Whatever staff type into a field of the admin: a sentence and nothing stored, or the value read back; all pages open.

The fields are those that the admin's pages show, so that a new one is tried as well.
"""

from contextlib import contextmanager, suppress
from functools import cache, partial
from itertools import chain, cycle, islice, zip_longest
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME as CHOSEN
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.contrib.messages import get_messages
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.forms import CharField, IntegerField
from django.test import Client
from django.urls import reverse

from companion.admin.log import ReadOnly
from companion.models import Battle, Campaign, DamageCard, Declaration, Event, Member, Piece, Side
from companion.services.results import keep_results
from companion.services.writing import write_event
from companion.sheets import battle_model, stored
from companion.watching import proof_of
from rules.asks import Choice
from rules.games import GAMES
from rules.parts import opening
from rules.play import Waiting
from tests.companion.odd_values import (
    HALF,
    KEYS,
    ODD,
    errors_of,
    is_full,
    is_tried_here,
    leave_the_fullest,
    places_further_down,
    places_of,
    places_of_new_rows,
    plain,
    shown_value,
)
from tests.companion.playing import Device, everything, forms_of, store
from tests.companion.test_admin import address, fields_of

OLDER = {"HX-Request": "true", "Battle-Version": "older"}
FORM = "application/x-www-form-urlencoded"
GAME_OF = {battle_model(slug).__module__: slug for slug in GAMES}

# Where an attack would leave no other to be made, this is done before it.
AFTER_WHICH_AN_ATTACK_CAN_BE = {"mobile_frame_zero": ["activation"]}

TEXTS = (CharField,)
NUMBERS = (IntegerField,)
PAGES = [model for model, page in admin.site._registry.items() if not isinstance(page, ReadOnly)]


@contextmanager
def forgotten():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def small_battle(campaign, game):
    """The demo battle of a game with few pieces, for quick pages: those that are tapped, and the fullest."""
    battle = Battle.objects.get(pk=store(GAMES[game].demo.battle, campaign=campaign)[0].pk)
    keys = [piece.key for piece in stored(battle).sheet.pieces]
    kept_too = [keys[place] for place in places_tapped(game)]
    for model in Piece.__subclasses__():
        leave_the_fullest(model.objects.filter(battle=battle), kept_too)
    DamageCard.objects.filter(squad__battle=battle, ship=None).exclude(title="Panicked Pilot").delete()
    for key, points in GAMES[game].score(stored(battle).sheet).items():
        Side.objects.filter(pk=int(key.rsplit("-", 1)[1])).update(score=points)
    write_event(battle, kind="set-up", headline="It is set up.", who="the app", parts=opening(stored(battle).sheet))
    return Battle.objects.get(pk=battle.pk)


@cache
def places_tapped(game):
    """The places among the demo's pieces of those that are tapped when something is done and something under way."""
    with forgotten():
        device = Device(store(GAMES[game].demo.battle)[0])
        keys = [piece.key for piece in device.sheet.pieces]
        tapped = settle_something(device), something_under_way(device)
        return frozenset(keys.index(one[role]) for one in tapped for role in ("attacker", "target") if one[role])


def something_under_way(device, *, of_two=True, only=()):
    """Declare the first thing of two pieces, or of one, that asks for an answer; returns what was tapped."""
    keys = [piece.key for piece in device.sheet.pieces]
    pairs = [(one, other) for one in keys for other in (keys if of_two else [""]) if one != other]
    for do in only or [procedure.slug for procedure in GAMES[device.battle.game].procedures]:
        for attacker, target in pairs:
            tapped = {"attacker": attacker, "target": target, "do": do}
            for form in forms_of(device.get(**tapped)):
                if form["action"].endswith("/declare/") and tapped.items() <= form["fields"].items():
                    # Some answers only the table knows: none of them is chosen on the page.
                    answers = {name: offered[0] for name, offered in form["offered"].items()} | form["fields"]
                    device.client.post(form["action"], answers)
                    if Declaration.objects.filter(battle=device.battle, status="open").exists():
                        return tapped | {name: answers[name] for name in form["offered"]}
    raise AssertionError("nothing can be declared")


def settle_something(device):
    """Declare something and apply it, with the first face and option of all; returns what was tapped."""
    others = AFTER_WHICH_AN_ATTACK_CAN_BE.get(device.battle.game)
    tapped = something_under_way(device, of_two=not others, only=others or ())
    while isinstance(played := device.played(), Waiting):
        if isinstance(played.ask, Choice):
            device.choose(played.ask.options[0])
        else:
            device.dice(*(" ".join([str(pool.die.symbols[0])] * pool.count) for pool in played.ask.pools))
    device.apply()
    assert device.last.declaration, "it is an entry of the log"
    return tapped


@pytest.fixture
def table(db, request):
    """A tablet at a small battle where things are done and under way, another battle beside it, and what was tapped."""
    game = GAME_OF.get(request.param.__module__, "mobile_frame_zero")
    campaign = Campaign.objects.create(name="A campaign")
    device = Device(small_battle(campaign, game), name="Anna")
    # The second may have any role: the first organises.
    for name in ("Olga", "Ben"):
        Member.objects.create(campaign=campaign, name=name, role="organiser")
    small_battle(Campaign.objects.create(name="Another campaign"), game)
    settle_something(device)
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
    # What was said before and read by nobody would be said again.
    staff.cookies.pop("messages", None)
    body = urlencode(data, errors="surrogatepass")
    return staff.post(address(row), body, content_type=FORM)


def refused_and_taken(page, places):
    """The values that the form of each field refuses, and those that are left to be stored one by one."""
    refused, taken = [], []
    for place in places:
        known = {repr(plain(shown_value(page, place)))} if place.form.instance.pk else set()
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
        if accepted and is_tried_here(place, page, PAGES):
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

    if connection.vendor != "sqlite":
        # What is stored reads as it was typed, which is seen there: the pages are made of that on every database.
        return {"fragment": lambda: device.client.get(device.battle.get_absolute_url(), headers=OLDER)}, {}

    def without_what_is_under_way(**selection):
        with forgotten():
            Declaration.objects.update(status="cancelled")
            return device.get(**selection)

    def once_over(page):
        with forgotten():
            Battle.objects.filter(pk=device.battle.pk).update(over=True)
            with suppress(ValueError):
                keep_results(Battle.objects.get(pk=device.battle.pk))
            return page()

    def of_campaign(page):
        return device.client.get(reverse(page, args=[device.battle.campaign.key]))

    def by_its_proof(page, *more):
        battle = Battle.objects.get(pk=device.battle.pk)
        return device.client.get(reverse(page, args=[battle.pk, proof_of(battle), *more]))

    settled = Event.objects.filter(battle=device.battle, declaration__isnull=False).earliest("number").number
    reading = {
        "idle": without_what_is_under_way,
        "list": lambda: staff.get(address_of_list(row)),
        "selected": lambda: without_what_is_under_way(attacker=tapped["attacker"]),
        "fragment": lambda: device.client.get(device.battle.get_absolute_url(), headers=OLDER),
        "set-up": lambda: device.get("setup"),
        "aimed": lambda: without_what_is_under_way(**tapped),
        "entry": lambda: device.get("event", device.seen),
        "replay": lambda: device.get("replay"),
        "beginning": lambda: device.get("replay-step", 1),
        "correction": lambda: device.get("correct", settled),
        "struck out": lambda: device.post("correct", settled, how="struck", agreed="on"),
    }
    others = {
        "history": lambda: staff.get(address(row, "history")),
        "campaign": lambda: device.client.get(device.battle.campaign.get_absolute_url()),
        "log": lambda: device.get("log"),
        "record": lambda: device.get("record", Declaration.objects.latest("pk").pk),
        "homecoming": lambda: device.get("homecoming"),
        "file": lambda: device.get("battle-file"),
        "share": lambda: device.get("share"),
        "screen": partial(by_its_proof, "screen"),
        "watched": partial(by_its_proof, "watch"),
        "over": lambda: once_over(device.get),
    }
    if GAMES[device.battle.game].has_points:
        side = device.sheet.sides[0].key
        others["score"] = lambda: device.get("score", side)
    if isinstance(row, Campaign):
        others |= {page: partial(of_campaign, page) for page in ("standings", "people", "rosters", "shelf")}
        others["standings once over"] = lambda: once_over(partial(of_campaign, "standings"))
        others["kept"] = lambda: device.get("keep")
    return reading, others


class InTurn:
    """Pages of which some are opened each time, in turn: the whole battle always, with those that come next."""

    AT_ONCE = 3

    def __init__(self, pages):
        self.always = {name: page for name, page in pages.items() if name == "fragment"}
        self.next = cycle([pair for pair in pages.items() if pair[0] not in self.always])

    def items(self):
        """Those that are opened now, by name."""
        return (self.always | dict(islice(self.next, self.AT_ONCE))).items()


def address_of_list(row_or_model):
    meta = row_or_model._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")


def tried(staff, row, fields, given, pages, new, anyway):
    """Post values that their fields take: they are refused with a sentence, or stored, read back, and all pages open.

    Those that are refused together are tried apart, down to each alone or to those of a row that is refused so
    ``anyway``, without any odd value. ``new`` is what else is posted for the places of new rows.
    """
    data = dict(fields)
    for place, _ in given:
        data |= new.get(place, {})
    for place, value in given:
        data |= place.data(value)
    with forgotten():
        before = rows(row)
        answer = save(staff, row, data)
        if rows(row) != before:
            wrong = [*opened(pages), *unlike(answer, staff.get(address(row)), given)]
            yield from (f"{in_short(given)}: {what}" for what in wrong)
            return
        said = sentences(answer)
        if not said:
            yield f"{in_short(given)}: nothing was stored, and nothing said: {answer.status_code}"
    is_anyway = {place.form for place, _ in given} == {given[0][0].form} and said == anyway.get(given[0][0].form)
    if len(given) > 1 and not is_anyway:
        for part in apart(given, errors_of(answer)):
            yield from tried(staff, row, fields, part, pages, new, anyway)


def apart(given, errors):
    """Some values that were refused together: those of each row, or else of each half; each that is named alone."""
    named = [pair for pair in given if pair[0].posted in errors]
    by_row = {}
    for pair in given:
        if pair not in named:
            by_row.setdefault(pair[0].form, []).append(pair)
    parts = [*([pair] for pair in named), *by_row.values()]
    middle = len(given) // 2
    return parts if len(parts) > 1 else [given[:middle], given[middle:]]


def unlike(answer, shown, given):
    """What a page that is shown after a post has otherwise than it was posted."""
    if (answer.status_code, shown.status_code) != (302, 200):
        yield f"{answer.status_code} when posted and {shown.status_code} when read back"
        return
    for place, value in given:
        if place.form.instance.pk and (now := shown_value(shown, place)) != (wanted := plain(place.cleaned(value))):
            yield f"{now!r} was stored in {place.posted} instead of {wanted!r}"


def in_short(given):
    return ", ".join(f"{place.posted} = {value[:60]!r}" for place, value in given)


def rows(row):
    """Every stored row of the game that a row belongs to, and of what games share."""
    modules = {
        row.__module__,
        *(f"companion.models.{name}" for name in ("battle", "campaign", "event", "member", "piece")),
    }
    models = [model for model in apps.get_models(include_auto_created=True) if model.__module__ in modules]
    return [list(model.objects.order_by("pk").values_list()) for model in models]


def faults(staff, row, page, device, tapped):
    """What goes wrong with any odd value in any field of an admin page.

    The texts of all fields are tried together, and the row's own numbers; then all else of the row one value at a
    time, and of the rows by it one value of a field, after which some pages are opened, in turn. Then rows are taken
    out, each alone and all of a kind together.
    """
    fields = fields_of(page)
    refused, taken = refused_and_taken(page, places_of(page))
    yield from refused_together(staff, row, fields, refused)
    reading, others = pages_of(staff, row, device, tapped)
    own = page.context["adminform"].form
    pairs = [[(place, value) for value in values] for place, values in taken]
    texts = [of_field for of_field in pairs if type(of_field[0][0].field) in TEXTS]
    left = [of_field for of_field in pairs if of_field not in texts]
    of_others = [of_field for of_field in left if of_field[0][0].form is not own]
    numbers = [of_field for of_field in left if of_field not in of_others and type(of_field[0][0].field) in NUMBERS]
    # What the row itself becomes, such as destroyed, can hide what lies by it.
    alone = chain.from_iterable(of_field for of_field in left if of_field not in of_others + numbers)
    for given in [*together(texts), *together(numbers)]:
        yield from tried(staff, row, fields, given, reading | others, {}, {})
    in_turn = InTurn(reading | others)
    for given in [*([pair] for pair in alone), *spread(of_others)]:
        yield from tried(staff, row, fields, given, in_turn, {}, {})
    # Some others are of what was taken out.
    in_turn = InTurn(reading)
    for ticked in taken_out(page):
        with forgotten():
            save(staff, row, fields | dict.fromkeys(ticked, "on"))
            yield from (f"{ticked}: {what}" for what in opened(in_turn))


def faults_further_down(staff, row, page, device, tapped):
    """What goes wrong with any odd value in the further rows of an admin page, and in one that is added.

    The rows of a kind take turns with what is stored, after which pages that read the whole battle are opened in turn.
    """
    fields = fields_of(page)
    refused, taken = refused_and_taken(page, places_further_down(page))
    new = dict(places_of_new_rows(page))
    added = {name: text for like_the_first in new.values() for name, text in like_the_first.items()}
    refused_new, taken_new = refused_and_taken(page, new)
    # A row that is left empty is no row.
    filled = [(place, [value for value in values if value]) for place, values in refused_new]
    yield from refused_together(staff, row, fields | added, [*refused, *filled])
    reading, _ = pages_of(staff, row, device, tapped)
    in_turn = InTurn(reading)
    anyway = {}
    for place, like_the_first in new.items():
        if place.form not in anyway:
            anyway[place.form] = refusal(staff, row, fields | like_the_first)
    for given in spread([*by_field(taken), *by_field(taken_new)]):
        yield from tried(staff, row, fields, given, in_turn, new, anyway)


def refusal(staff, row, data):
    """What is said where something is not stored; nothing where it is."""
    with forgotten():
        before = rows(row)
        answer = save(staff, row, data)
        return sentences(answer) if rows(row) == before else set()


def sentences(answer):
    """What an admin page says that does not tell of a success."""
    said = [*map(str, get_messages(answer.wsgi_request)), *chain.from_iterable(errors_of(answer).values())]
    return {sentence for sentence in said if "was changed successfully" not in sentence}


def by_field(taken):
    """The values of each field of a kind of rows, each with the row whose turn it is."""
    found = {}
    for place, value in in_turns(taken):
        found.setdefault((type(place.form), place.name), []).append((place, value))
    return [*found.values()]


def together(lists):
    """The first of each list together, the second of each, and so on."""
    return [[pair for pair in pairs if pair] for pairs in zip_longest(*lists)]


def spread(lists):
    """All pairs in as few groups as the longest list has, one of a list in each and about as many in all of them.

    So hardly any value lies by another that could hide it.
    """
    groups = [[] for _ in range(max(map(len, lists), default=0))]
    begun = 0
    for pairs in lists:
        for place, pair in enumerate(pairs, begun):
            groups[place % len(groups)].append(pair)
        begun += len(pairs)
    return groups


def in_turns(taken):
    """Every value once for each field of a kind of rows, each in the next of the rows that take it."""
    kinds = {}
    for place, values in taken:
        tried = kinds.setdefault((type(place.form), place.name), {})
        for value in values:
            tried.setdefault(value, []).append(place)
    for tried in kinds.values():
        for turn, (value, places) in enumerate(tried.items()):
            yield places[turn % len(places)], value


def taken_out(page):
    """The boxes that take rows out with the page: each row alone, and all of a kind."""
    boxes = [name for form in forms_of(page) for name in form["boxes"] if name.endswith("-DELETE")]
    kinds = {name.rsplit("-", 2)[0]: [] for name in boxes}
    for name in boxes:
        kinds[name.rsplit("-", 2)[0]].append(name)
    yield from ([name] for name in boxes)
    yield from kinds.values()


def actions_of(staff, model):
    """What the list of a model offers to do with several rows."""
    return [
        name for name, _ in staff.get(address_of_list(model)).context["action_form"].fields["action"].choices if name
    ]


SHOWN_ONCE = {"organisers_link"}
"""Actions that answer with a page: a message would keep the secret that they show."""


def do(staff, model, data):
    """Post to the list of a model as a browser does; returns the answer and what is said of this alone."""
    staff.cookies.pop("messages", None)
    answer = staff.post(address_of_list(model), urlencode(data, doseq=True, errors="surrogatepass"), content_type=FORM)
    return answer, [str(sentence) for sentence in get_messages(answer.wsgi_request)]


def faults_of_odd_actions(staff, model, some_row):
    """What goes wrong with an odd action, odd rows, or anything else that no list sends."""
    picked, actions = [some_row.pk], actions_of(staff, model)
    before = everything()
    odd = [{"action": action, CHOSEN: picked} for action in [*ODD, *KEYS, "__class__"]]
    for action in actions:
        odd += [{"action": action}, *({"action": action, CHOSEN: [key]} for key in [*ODD, *KEYS])]
        odd += [{"action": action, CHOSEN: picked, "index": key} for key in ["-1", "9" * 30, "x", HALF]]
    for data in odd:
        answer, said = do(staff, model, data)
        # What is chosen may be asked about; nothing else is a page of its own.
        if answer.status_code != 302 and answer.status_code != 200:
            yield f"{answer.status_code} for {str(data)[:80]}"
        elif answer.status_code == 302 and not said and data["action"] in actions:
            yield f"nothing said for {str(data)[:80]}"
    if everything() != before:
        yield "something was stored by an odd action"


def faults_of_actions(staff, model, device, tapped):
    """What goes wrong when something is done with one row of a list, and with all of them."""
    rows_shown = list(model.objects.order_by("pk"))
    reading, _ = pages_of(staff, rows_shown[0], device, tapped)
    in_turn, away = InTurn(reading), InTurn({name: page for name, page in reading.items() if name != "list"})
    for action in actions_of(staff, model):
        for chosen in ([rows_shown[0]], [rows_shown[-1]], rows_shown):
            with forgotten():
                data = {"action": action, CHOSEN: [row.pk for row in chosen], "post": "yes", "confirmed": "1"}
                before = everything(), list(model.objects.all())
                answer, said = do(staff, model, data)
                what = f"{action} with {len(chosen)}"
                is_file = answer.status_code == 200 and "attachment" in answer.headers.get("Content-Disposition", "")
                is_shown = action in SHOWN_ONCE and answer.status_code == 200
                if not is_file and not is_shown and (answer.status_code != 302 or not said):
                    yield f"{what}: {answer.status_code}, {said}"
                if (everything(), list(model.objects.all())) == before and any(
                    "uccess" in sentence for sentence in said
                ):
                    yield f"{what}: nothing was done, and {said}"
                battle = Battle.objects.filter(pk=device.battle.pk, key=device.battle.key).first()
                if battle and not battle.deleted and not battle.home.deleted:
                    # Whoever deletes himself is asked to sign in.
                    left = in_turn if get_user_model().objects.filter(username="referee") else away
                    yield from (f"{what}: {fault}" for fault in opened(left))
                elif (status := device.get().status_code) != (403 if battle else 404):
                    yield f"{what}: {status} for a battle that is gone"


def opened(pages):
    # Into a campaign where only members come the device does not, which is no member's.
    fine = {200, 403} if Campaign.objects.filter(members_only=True).exists() else {200}
    for name, page in pages.items():
        if (status := page().status_code) not in fine:
            yield f"{status} for the page {name!r}"


@pytest.mark.parametrize("table", PAGES, ids=lambda model: model.__name__, indirect=True)
def test_whatever_staff_type_is_refused_with_a_sentence_or_read_back_and_all_pages_open(staff, table):
    model, device, tapped = table
    row, page = full_page(staff, model)
    if errors := list(faults(staff, row, page, device, tapped)):
        pytest.fail("\n".join(errors), pytrace=False)


WITH_ROWS = [model for model in PAGES if admin.site._registry[model].inlines]


@pytest.mark.any_database  # what a field stores is tried by its first row
@pytest.mark.parametrize("table", WITH_ROWS, ids=lambda model: model.__name__, indirect=True)
def test_whatever_staff_type_into_any_row_is_refused_with_a_sentence_or_read_back_and_the_battle_opens(staff, table):
    model, device, tapped = table
    row, page = full_page(staff, model)
    if errors := list(faults_further_down(staff, row, page, device, tapped)):
        pytest.fail("\n".join(errors), pytrace=False)


@pytest.mark.any_database
@pytest.mark.parametrize("table", PAGES, ids=lambda model: model.__name__, indirect=True)
def test_whatever_staff_do_with_several_rows_is_refused_with_a_sentence_or_done_and_all_pages_open(staff, table):
    model, device, tapped = table
    errors = [
        *faults_of_odd_actions(staff, model, model.objects.latest("pk")),
        *faults_of_actions(staff, model, device, tapped),
    ]
    if errors:
        pytest.fail("\n".join(errors), pytrace=False)
