"""How many queries a page and a tap take: few, and the same however long the log and however large the board."""

import pytest

from companion.models import Battle, Company, Event, Frame, System, Token
from companion.services.demo import load_demo
from tests.companion.playing import form_to, latest
from tests.companion.rosters import built
from tests.companion.test_attack_path import EKAUECHIHE, KADER, declare, play_the_seed
from tests.companion.test_homecoming import end
from tests.companion.test_log_page import fill
from tests.companion.test_rosters_deployed import battle_of, deploy

pytestmark = pytest.mark.any_database


def start(device):
    Battle.objects.filter(pk=device.battle.pk).update(started=False)
    return {}


def idle(device):
    return {}


def menu(device):
    return {"attacker": device.key("ST-10 Osprey, Captain Kader"), "do": "attack"}


def target(device):
    return {"attacker": device.key(EKAUECHIHE)}


def questions(device):
    return {"attacker": device.key(EKAUECHIHE), "target": device.key(KADER)}


def correction(device):
    return {"attacker": device.key(KADER), "do": "correction"}


def dice(device):
    declare(device)
    return {}


def choice(device):
    declare(device)
    device.dice("1 4 5")
    return {}


def result(device):
    play_the_seed(device)
    return {}


def over(device):
    Battle.objects.filter(pk=device.battle.pk).update(over=True)
    return {}


def enlarge(device):
    """Twenty more frames, each with four systems and two markers."""
    company = Company.objects.get(name="Joshua")
    for number in range(20):
        frame = Frame.objects.create(battle=device.battle, company=company, name=f"Frame {number}")
        kinds = ("blue", "blue", "green", "yellow")
        System.objects.bulk_create(System(frame=frame, name=kind, kind=kind) for kind in kinds)
        Token.objects.bulk_create(Token(piece=frame, kind=kind, value=3) for kind in ("defence", "spot"))
    Company.objects.filter(name="Joshua").update(score=120)


def long_log(device):
    """Its last entry can be undone, as it mostly can; without one, a page looks for it further back."""
    fill(device.battle, 499)
    change = {"piece": "side-1", "track": "score", "before": 1, "after": 2}
    Event.objects.filter(headline="entry 499").update(changes=[change])


def short_log(device):
    fill(device.battle, 4)


BOARDS = pytest.mark.parametrize("board", [short_log, long_log, enlarge], ids=lambda board: board.__name__)

PAGES = {
    start: 10,
    idle: 10,
    menu: 11,
    target: 11,
    questions: 11,
    correction: 10,
    dice: 11,
    choice: 11,
    result: 11,
    over: 13,
}


@BOARDS
@pytest.mark.parametrize(("panel", "count"), PAGES.items(), ids=lambda part: getattr(part, "__name__", ""))
def test_the_battle_page(device, django_assert_num_queries, board, panel, count):
    board(device)
    query = panel(device)
    with django_assert_num_queries(count):
        assert device.get(**query).status_code == 200


@BOARDS
def test_every_tap_of_an_attack(device, django_assert_num_queries, board):
    board(device)
    wall, shield = device.key("ragged wall"), device.key("shield", of=KADER)
    declaring = {
        "do": "attack",
        "attacker": device.key(EKAUECHIHE),
        "target": device.key(KADER),
        "seen": device.seen,
        "once": "one-form-one-attack",
        "q-range": "direct fire",
        "q-value": "3",
        "q-use_spot": "True",
        "q-cover": wall,
        "q-beside": "None",
    }
    with django_assert_num_queries(14):
        device.post("declare", **declaring)
    declaration = device.open
    with django_assert_num_queries(7):
        device.dice("1 4 5", declaration=declaration, answer=0)
    answer = latest(declaration)
    with django_assert_num_queries(7):
        device.choose(shield, declaration=declaration, answer=answer)
    answer = latest(declaration)
    with django_assert_num_queries(20):
        device.apply(declaration=declaration, answer=answer)
    event, seen = device.last, device.seen
    assert event.kind == "attack"
    with django_assert_num_queries(21):
        device.undo(event, seen)
    assert device.last.undoes == event


@BOARDS
def test_the_end_of_a_round(device, django_assert_num_queries, board):
    """It changes every frame; the queries do not grow with them."""
    board(device)
    device.declare("round")
    while hasattr(device.played(), "ask"):
        device.choose(str(device.played().ask.options[0]))
    declaration = device.open
    answer = latest(declaration)
    with django_assert_num_queries(22):
        device.apply(declaration=declaration, answer=answer)
    assert device.last.kind == "round"


@BOARDS
def test_the_log_and_the_set_up(device, django_assert_num_queries, board):
    board(device)
    play_the_seed(device)
    device.apply()
    number = device.last.number
    with django_assert_num_queries(8):
        assert device.get("log").status_code == 200
    with django_assert_num_queries(12):
        assert device.get("event", number).status_code == 200
    with django_assert_num_queries(11):
        assert device.get("setup").status_code == 200


@pytest.mark.parametrize("rosters", [2, 4])
def test_the_page_of_who_comes_home(db, django_assert_num_queries, rosters):
    campaign = load_demo()
    device = battle_of(campaign, "troops_and_supplies", "Ford")
    for number in range(rosters):
        assert deploy(device, built(campaign, "troops_and_supplies"), number % 2).status_code == 302
    assert device.declare("start").status_code == 302
    end(device)
    with django_assert_num_queries(13):
        assert device.get("homecoming").status_code == 200
    form = form_to(device.get("homecoming"), "/home/")
    assert device.client.post(form["action"], form["fields"]).status_code == 302
    with django_assert_num_queries(14):
        page = device.get("homecoming")
    assert len(page.context["page"].rosters) == rosters
    assert all(one.is_said for one in page.context["page"].rosters)
