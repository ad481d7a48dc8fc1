"""Why this number: each line of a trace opens to where it comes from, and each score to the entries that made it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.management.fuzzing import declared
from companion.models import Battle, Declaration, Event
from companion.queries.score_page import score_page
from companion.sheets import stored
from rules.airsoft_squads.asks import BY_HAND
from rules.games import GAMES
from rules.words import with_minus
from tests.companion.at_random import at_random, play_on
from tests.companion.playing import Device, everything, store, text_of
from tests.companion.test_attack_path import declare, play_the_seed
from tests.companion.test_undo import edit, holding, values

pytestmark = pytest.mark.any_database

games = pytest.mark.parametrize("game", GAMES)
with_points = pytest.mark.parametrize("game", [slug for slug, game in GAMES.items() if game.has_points])


@pytest.mark.django_db
@pytest.mark.any_database
@games
def test_no_line_of_random_battles_is_without_its_origin(game):
    for first in (5, 6, 7):
        declared(game, first, 20)
    rows = Declaration.objects.filter(battle__game=game, trace__isnull=False)
    lines = {(row.procedure, step["label"], step["value"]) for row in rows for step in row.trace}
    assert lines
    assert {line for line in lines if GAMES[game].origin(*line) is None} == set()


def test_a_line_opens_to_its_rule_what_went_in_what_was_decided_and_its_place(device):
    play_the_seed(device)
    device.apply()
    page = text_of(device.get("event", device.last.number))
    assert "As many dice as the attack is above the defence" in page
    assert "From <b>attack</b> 3 + spot 5 = 8 · <b>defence</b> 5" in page
    assert "<dt>An attack as high as the defence</dt> <dd>It misses.</dd>" in page
    assert 'rulebook, "How Much Damage?", pp. 119-123' in page
    assert '<th scope="row">4-5</th><td>hits the cover</td>' in page
    assert reverse("help", args=["mobile_frame_zero"]) in page
    assert '<h2 id="sources">' in text_of(device.client.get(reverse("help", args=["mobile_frame_zero"])))


def test_the_battles_page_tells_it_before_the_attack_is_applied(device):
    declare(device)
    assert "As many dice as the attack is above the defence" in text_of(device.get())
    device.dice("1 4 5")
    page = text_of(device.get())
    assert "The damage dice as they fell." in page
    assert "Its defence is 0." not in page, "what was decided is on the page of the entry"


def test_names_with_signs_of_patterns_are_names(db):
    """Labels hold names that players give; only the origins' own stars stand for anything."""
    from rules.gods_gloom.examples import EXAMPLES

    example = next(example for example in EXAMPLES if example.slug == "v01")
    pool = "Guard 2 red, 3 blue = 2 red, 3 blue"
    for name in ("[x]*", "?", "attacker's dice", "defender's Boost", "<b>"):
        found = GAMES["gods_gloom"].origin("attack", f"ATC.10 {name}", pool)
        assert found.says.startswith("Red and blue dice"), name
    for name in ("HIT", "winner", "PREPARATION", "Sample trick"):
        found = GAMES["airsoft_squads"].origin("strategy", name, BY_HAND)
        assert found.says == "What an EFFECT card does is set right by hand.", name
    battle, _ = store(example.battle)
    assert Device(battle).get().status_code == 200


def made_by(battle):
    """The score of each side by the entries that made it."""
    return {side.key: score_page(battle, side.key) for side in stored(battle).sheet.sides}


@pytest.mark.django_db
@with_points
@pytest.mark.parametrize("first", range(2))
def test_the_entries_lead_to_the_stored_score(game, first):
    """In random battles with corrections, undo, redo, edits, and pieces that come and go, after every few steps."""
    fuzz = at_random(game, 100 + first, 8)
    for _ in range(4):
        play_on(fuzz, 3)
        battle = Battle.objects.get(pk=fuzz.battle.pk)
        for side in stored(battle).sheet.sides:
            page = score_page(battle, side.key)
            steps = [page.first, *(entry.after for entry in page.entries)]
            assert steps[-1] == page.score == side.score
            assert [entry.before for entry in page.entries] == steps[:-1]
            assert all(entry.before != entry.after for entry in page.entries)
            stand = Event.objects.filter(battle=battle, undone_by=None).values_list("number", flat=True)
            assert {entry.number for entry in page.entries if not entry.undone} <= set(stand)


@pytest.mark.django_db
@with_points
def test_its_page_opens_from_the_board(game):
    fuzz = declared(game, 3, 14)
    device = Device(fuzz.battle)
    for key, page in made_by(fuzz.battle).items():
        address = reverse("score", args=[fuzz.battle.key, key])
        assert address in text_of(device.get())
        before = everything()
        shown = device.client.get(address)
        assert shown.status_code == 200
        assert f"{page.side}: {with_minus(page.score)} " in text_of(shown)
        for entry in page.entries:
            assert f"{entry.number}. {with_minus(entry.headline)}" in text_of(shown)
        assert everything() == before


def test_a_score_tells_what_was_corrected_and_leaves_out_what_was_undone(device):
    holding(device)
    number, joshua = device.last.number, device.key("Joshua")
    (entry,) = made_by(device.battle)[joshua].entries
    assert (entry.number, entry.after - entry.before) == (number, 5)
    device.undo()
    assert made_by(device.battle)[joshua].entries == ()
    edit(device)
    values(device)
    assert made_by(device.battle)[joshua].entries == ()


def test_the_end_leads_to_the_scores(device):
    Battle.objects.filter(pk=device.battle.pk).update(over=True)
    page = text_of(device.get())
    assert page.count(reverse("score", args=[device.battle.key, device.key("Joshua")])) == 2


def test_the_page_takes_as_many_queries_for_one_entry_as_for_many(device):
    address = reverse("score", args=[device.battle.key, device.key("Joshua")])
    counts = set()
    for _ in range(3):
        holding(device)
        device.declare("holding", device.key("relay mast"), q_owner="None")
        with CaptureQueriesContext(connection) as asked:
            assert device.client.get(address).status_code == 200
        counts.add(len(asked))
    assert len(counts) == 1


@pytest.mark.parametrize("side", ["company-0", "x", "frame-1", "company-999999999999999999999", "battle"])
def test_there_is_no_score_of_what_is_no_side(device, side):
    assert device.get("score", side).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("game", [slug for slug, game in GAMES.items() if not game.has_points])
def test_a_game_without_points_has_no_such_page(game):
    battle, _ = store(GAMES[game].demo.battle)
    for side in stored(battle).sheet.sides:
        assert Device(battle).get("score", side.key).status_code == 404
        assert "/score/" not in text_of(Device(battle).get())
