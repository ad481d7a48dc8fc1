"""`manage.py bench`."""

import io
import json
from contextlib import nullcontext
from cProfile import Profile
from random import Random

import pytest
from django.core.management import call_command

from companion.at_random import MUCH, declaration, played, with_any_cards
from companion.management import bench_history, bench_standings
from companion.management.bench_pages import address_of, aimed_at_most
from companion.management.commands import bench
from companion.management.commands.bench import at, cases_of, forget, timed
from companion.management.fuzzing import begun
from companion.models import Campaign
from companion.sheets import store, stored
from rules.airsoft_squads.modify import modified
from rules.bounds import all_bounds
from rules.dice import D6, Pool, distribution, tally
from rules.games import GAMES
from rules.play import play
from rules.replay import read
from rules.table import Moment
from rules.troops_and_supplies.sheet import DICE
from rules.x_wing.abilities import is_by_name
from rules.x_wing.known.cards import cards_of
from tests.beside_icepool import BESIDE


def test_it_prints_a_line_for_every_case_of_every_game():
    out = io.StringIO()
    call_command("bench", "--runs", "1", stdout=out)
    told, beside = out.getvalue().split("\n\n")
    head, *lines = told.splitlines()
    assert "cold ms" in head
    assert len(lines) == sum(len(cases_of(slug)) for slug in GAMES)
    for line in lines:
        cold, warm = map(float, line.split()[-2:])
        assert cold > 0
        assert warm > 0
    assert len(beside.splitlines()) == 1 + len(BESIDE)


@pytest.mark.django_db
def test_pages_are_timed_with_the_odds_on_all_cards_of_every_game(monkeypatch):
    # The tests have a database of their own already.
    monkeypatch.setattr("companion.management.commands.bench.own_database", nullcontext)
    out = io.StringIO()
    call_command("bench", "--pages", "--runs", "1", stdout=out)
    head, *lines = out.getvalue().splitlines()
    assert head.startswith("median and p95 of 4 pages")
    assert [line.split(":")[0] for line in lines] == [slug for slug in GAMES for _ in range(2)]
    for line in lines:
        cold, cold_p95, warm, warm_p95 = map(float, line.split()[-4:])
        assert 0 < cold <= cold_p95
        assert 0 < warm <= warm_p95
    assert not Campaign.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_the_page_that_is_timed_shows_the_odds_on_every_card_that_can_be_attacked(client, game):
    battle = store(game.demo.battle, campaign=Campaign.objects.create(name="Thursdays"), name="A battle")
    aimed = aimed_at_most(game, stored(battle).sheet)
    page = client.get(address_of(game, battle)).content.decode()
    assert page.count('class="chance') == sum(not reason for reason in aimed.targets.values()) > 0


@pytest.mark.parametrize("beside", BESIDE, ids=lambda beside: beside.name)
def test_icepool_and_what_is_beside_it_find_the_same_odds(beside):
    theirs = possible(beside.theirs())
    assert len(theirs) > 1
    assert possible(beside.ours()) == theirs


def possible(odds):
    return {outcome: chance for outcome, chance in odds.items() if chance}


def test_worst_declares_at_random_and_names_the_slowest_for_resolve():
    out = io.StringIO()
    call_command("bench", "--worst", "--count", "5", stdout=out)
    told, *slowest = out.getvalue().split("\n\nThe slowest of ")
    head, *lines = told.splitlines()
    assert "slowest" in head
    assert {line.split(":")[0] for line in lines} == set(GAMES)
    for line in lines:
        half, nearly, last = map(float, line.split()[-3:])
        assert 0 <= half <= nearly <= last
    assert len(slowest) == len(lines)
    for one in slowest:
        record = read(json.loads(one.split("\n")[1]), GAMES)
        assert record.procedure.outlook
        assert record.play()


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(20))
def test_what_is_declared_at_random_is_allowed_and_the_same_again(slug, seed):
    game = GAMES[slug]
    procedure, declared = declaration(game, Random(seed))
    assert play(procedure.resolve, declared, ())
    assert declaration(game, Random(seed)) == (procedure, declared)


@pytest.mark.parametrize("slug", GAMES)
def test_the_cases_of_a_game_run(slug):
    for case in cases_of(slug).values():
        assert case()


def test_cold_means_that_nothing_is_counted_yet_by_rules_that_a_server_has_read():
    distribution((Pool(D6, 2),), tally)
    bounds = all_bounds(type(GAMES["x_wing"].demo.battle))
    assert distribution.cache_info().currsize
    forget()
    assert not distribution.cache_info().currsize
    assert all_bounds(type(GAMES["x_wing"].demo.battle)) is bounds


def test_every_run_is_timed_and_prepared_for():
    done = []
    seconds = list(timed(lambda: done.append("run"), 3, before=lambda: done.append("forget")))
    assert len(seconds) == 3
    assert done == ["forget", "run"] * 3


@pytest.mark.parametrize(
    ("seconds", "runs", "told"), [((0.001,), 1, 0.001), ((0.3, 0.04, 0.1), 3, 0.04), ((0.3, 0.01), 2, 0.01)]
)
def test_what_takes_long_cold_is_measured_again_and_the_least_is_told(monkeypatch, seconds, runs, told):
    left = list(seconds)
    monkeypatch.setattr(bench, "processor", lambda work, *given: left.pop(0))
    assert bench.cold(list) == told
    assert len(seconds) - len(left) == runs


@pytest.mark.django_db
def test_history_is_printed_with_its_budgets_and_the_queries_of_five_and_five_thousand_events(monkeypatch):
    own = []
    database = "companion.management.commands.bench.own_database"
    monkeypatch.setattr(database, lambda folder: nullcontext(own.append(folder)))
    monkeypatch.setattr(bench_history, "ENTRIES", 10)
    monkeypatch.setattr(bench_history, "AUDITED", 20)
    out = io.StringIO()
    call_command("bench", "--history", "--runs", "1", stdout=out)
    (head, *timed), (counted, *pages) = (told.splitlines() for told in out.getvalue().split("\n\n"))
    assert head.split()[-3:] == ["ms", "budget", "ms"]
    assert [line.split(":")[0] for line in timed] == [slug for slug in GAMES for _ in range(4)]
    assert all(float(line.split()[-2]) > 0 for line in timed)
    assert [line.split()[-1] for line in timed] == ["0.300", "150.000", "150.000", "2000.000"] * len(GAMES)
    assert counted.split()[-2:] == ["5", "5,000"]
    assert len(pages) == 5 * len(GAMES)
    for line in pages:
        few, many = line.split()[-2:]
        assert few == many, line
    assert len(own) == 1, "what is played goes with a database of its own"


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["--history", "--pages"])
def test_only_the_game_that_is_asked_for_is_timed(monkeypatch, what):
    monkeypatch.setattr("companion.management.commands.bench.own_database", nullcontext)
    monkeypatch.setattr(bench_history, "ENTRIES", 5)
    monkeypatch.setattr(bench_history, "AUDITED", 5)
    out = io.StringIO()
    call_command("bench", what, "--runs", "1", "--game", "troops_and_supplies", stdout=out)
    found = {game for game in GAMES if f"{game}: " in out.getvalue()}
    assert found == {"troops_and_supplies"}


@pytest.mark.django_db
def test_the_pages_of_a_long_season_are_timed_and_leave_nothing_behind(monkeypatch):
    monkeypatch.setattr(bench_standings, "BATTLES", 12)
    lines = list(bench_standings.standings(1))
    assert [name.partition(",")[0] for name, _, _ in lines] == ["campaign", "standings", "member"]
    assert all(milliseconds > 0 and queries > 0 for _, milliseconds, queries in lines)
    assert not Campaign.objects.exists()


def test_known_cards_are_among_what_is_declared_at_random():
    used = {True: set(), False: set()}
    for seed in range(60):
        _, declared = declaration(GAMES["x_wing"], Random(seed))
        attack = declared.declaration
        for attacking, rows in ((True, attack.attacker_abilities), (False, attack.defender_abilities)):
            used[attacking] |= {row.name for row in rows if is_by_name(row)}
    assert len(used[True]) > 10
    assert len(used[False]) > 10


def test_battles_played_at_random_have_known_cards_on_most_ships(db):
    cards = [
        tuple(cards_of(ship)) for number in range(4) for ship in stored(begun("x_wing", number).battle).sheet.ships
    ]
    assert sum(map(bool, cards)) > len(cards) / 2


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "x_wing"])
def test_a_game_without_known_cards_is_played_as_it_stands(slug):
    battle, random = GAMES[slug].demo.battle, Random(1)
    before = random.getstate()
    assert with_any_cards(GAMES[slug], battle, random) is battle
    assert random.getstate() == before


def test_ninety_nine_ways_to_reroll_dice_are_counted_with_few_calls():
    game = GAMES["x_wing"]
    random = at(525)
    procedure, declared = declaration(game, random)
    moments = (Moment(declared, replies, now.ask) for replies, now in played(procedure.resolve, declared, random))
    moment = next(each for each in moments if len(getattr(each.ask, "options", ())) == 99)
    forget()
    calls = Profile()
    calls.runcall(procedure.options, moment)
    assert sum(each.callcount for each in calls.getstats()) < 200_000


def test_any_modifiers_of_dice_and_criticals_are_among_what_the_worst_is_looked_for_in():
    shots = set()
    for seed in range(150):
        procedure, declared = declaration(GAMES["airsoft_squads"], Random(seed), anything=True)
        if procedure.slug == "attack":
            battle, attack = declared.battle, declared.declaration
            pair = battle.operator(attack.actor), battle.operator(attack.target)
            shots.add(modified(battle, *pair, attack.met).shot)
    assert {shot.attack_dice for shot in shots} >= {0, 1, 10}
    assert len({shot.defence_dice for shot in shots}) > 2
    assert len({shot.criticals.all_from for shot in shots}) > 3
    assert any(shot.criticals.some for shot in shots)


def test_any_battle_dice_are_among_it_too():
    dice = set()
    for seed in range(60):
        _, declared = declaration(GAMES["troops_and_supplies"], Random(seed), anything=True)
        dice |= {unit.battle_die for unit in declared.battle.units}
    assert dice == set(DICE)


def test_so_are_large_units_with_any_traits():
    traits, most = set(), 0
    for seed in range(100):
        procedure, declared = declaration(GAMES["gods_gloom"], Random(seed), anything=True)
        if procedure.slug == "attack":
            unit = declared.battle.unit(declared.declaration.target)
            traits |= set(unit.trait_names)
            most = max(most, unit.current_health)
    assert {"Death Curse", "Demoralizing", "Bloodlust"} <= traits
    assert most > MUCH


@pytest.mark.parametrize("slug", GAMES)
def test_with_anything_what_is_declared_is_allowed_and_the_same_again(slug):
    for seed in range(5):
        procedure, declared = declaration(GAMES[slug], Random(seed), anything=True)
        assert play(procedure.resolve, declared, ())
        assert declaration(GAMES[slug], Random(seed), anything=True) == (procedure, declared)
