"""The log says what was edited or set right, from what to what, in every game and for every column of every row."""

import pytest
from django.core.validators import MaxValueValidator
from django.db import IntegrityError, models, transaction

from companion.models import Battle, Event, Side
from companion.services.editing import editing
from companion.services.refusals import Refusal
from companion.sheets import stored
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, form_to, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)

NOT_EDITED = ("seat", "battle", "campaign", "source", "score")
"""Which row belongs to what, its place among others, and what is always recalculated."""


def columns(battle):
    """A row and a column for every column of every kind of row that staff may edit."""
    seen = set()
    for row in stored(battle).rows.values():
        for field in row._meta.concrete_fields:
            known = (type(row), field.name) in seen or field.primary_key or not field.editable
            if not known and field.name not in NOT_EDITED:
                seen.add((type(row), field.name))
                yield row, field


def others(battle, row, field):
    """Other values that the column may show."""
    now = getattr(row, field.attname)
    if field.is_relation:
        found = field.related_model._default_manager.filter(battle=battle)
        return [other.pk for other in found if other.pk != now][:3]
    if field.choices:
        return [value for value, _ in field.choices if value != now]
    if isinstance(field, models.BooleanField):
        return [not now]
    if isinstance(field, models.IntegerField):
        most = [validator.limit_value for validator in field.validators if isinstance(validator, MaxValueValidator)]
        return [value for value in ((now or 0) + 1, (now or 0) - 1) if 0 <= value <= min(most, default=9)]
    return ["another", "2"]


def told(battle, row, field, value):
    """What the log says of an edit, and nothing where it was refused or set back; all is as it was afterwards."""
    model, before, sheet = type(row), Battle.objects.get(pk=battle.pk).last_event, stored(battle).sheet
    with transaction.atomic():
        try:
            with editing(key=battle.key, who="staff"):
                model._default_manager.filter(pk=row.pk).update(**{field.attname: value})
            events = Event.objects.filter(battle=battle, number__gt=before)
            said = "".join(event.headline for event in events)
            assert said or stored(battle).sheet == sheet, "what is not set back at once is told"
        except (Refusal, IntegrityError):
            said = ""
        transaction.set_rollback(True)
    return said


@games
def test_every_edit_of_staff_says_what_changed_from_what_to_what(game):
    battle = demo_of(game)
    unsaid, refused, count = [], set(), 0
    for row, field in columns(battle):
        line = next((line for value in others(battle, row, field) if (line := told(battle, row, field, value))), "")
        count += bool(line)
        if line and " → " not in line and not line.endswith("taken out."):
            unsaid.append((type(row).__name__, field.name, line))
        if not line:
            refused.add((type(row).__name__, field.name))
    assert unsaid == []
    assert count > 20
    assert len(refused) < count / 3, refused


@games
def test_what_the_players_agreed_on_is_told_in_their_words(game):
    """Never by the name of a column: as the set-up asks for it."""
    battle = demo_of(game)
    row = stored(battle).rows["battle"]
    settings = [f for f in row._meta.concrete_fields if hasattr(stored(battle).sheet.settings, f.name)]
    assert settings
    for field in settings:
        line = told(battle, row, field, others(battle, row, field)[0])
        assert f"the battle: {field.verbose_name} " in line
        for value, name in field.choices or ():
            if value != name and value == getattr(row, field.name):
                assert f" {name} → " in line


def test_a_battle_that_is_renamed_says_so_and_nothing_can_be_undone_by_that(device):
    with editing(key=device.battle.key, who="staff"):
        Battle.objects.filter(pk=device.battle.pk).update(name="The other wall")
    assert device.last.headline == "Edited in the admin: the battle: name The ragged wall → The other wall."
    assert device.last.kind == "edit"
    assert "Nothing to undo yet." in text_of(device.get())


def test_a_score_that_is_recalculated_at_once_is_no_edit(device):
    events = Event.objects.count()
    with editing(key=device.battle.key, who="staff"):
        Side.objects.filter(battle=device.battle).update(score=7)
    assert Event.objects.count() == events
    assert {side.score for side in device.sheet.sides} == {20}


def test_a_long_text_is_cut_and_the_rest_is_told(device):
    with editing(key=device.battle.key, who="staff"):
        Battle.objects.filter(pk=device.battle.pk).update(name="x" * 80)
    assert device.last.headline.endswith("x….")


@games
def test_a_correction_by_hand_is_told_in_the_log(game):
    device = Device(demo_of(game), name="Anna")
    reasons = GAMES[game].procedure("correction").actors(device.sheet)
    piece = next(key for key, why in reasons.items() if not why)
    form = form_to(device.get(attacker=piece, do="correction"), "/declare/", do="correction")
    for name, value in answers(form):
        device.client.post(form["action"], {**form["fields"], name: value})
        if device.last.kind == "correction":
            break
    line = text_of(device.get("log")).partition("is corrected by hand")[2].partition("</a>")[0]
    assert " → " in line


def answers(form):
    """Every other answer to one of the questions."""
    for name, value in form["fields"].items():
        if name.startswith("q-"):
            near = [str(int(value) + 1), str(int(value) - 1)] if value.isdigit() else []
            yield from ((name, other) for other in form["offered"].get(name, near) if other != value)
