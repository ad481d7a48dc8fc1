"""What is about to change is seen where it stands, on the cards and on the board; and where a unit fell is marked."""

import re

import pytest

from companion.models import TroopUnit
from companion.queries.fallen import fell_on
from rules.asks import Roll
from rules.changes import apply
from rules.play import Waiting
from tests.companion.demo import demo_of
from tests.companion.playing import Device, form_to, text_of
from tests.companion.test_correcting import correction, filled

pytestmark = pytest.mark.any_database

MINI = re.compile(r'(?s)<(?:a|div) class="mini([^"]*)"[^>]*>(.*?)</(?:a|div)>')
CARD = re.compile(r'(?s)<article class="piece([^"]*)" id="([^"]+)".*?</article>')


def plain(html):
    """What is read of some markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def card(device, name, page=None):
    """The card of a piece as it is written."""
    page = page or device.get()
    (found,) = (one[0] for one in CARD.finditer(page.content.decode()) if one[2] == device.key(name))
    return found


def counter(device, name, page=None):
    """The classes and the words of a unit's counter on the board."""
    page = page or device.get()
    (found,) = ((one[1], plain(one[2])) for one in MINI.finditer(page.content.decode()) if name in one[2])
    return found


@pytest.fixture
def crossing(db):
    return Device(demo_of("troops_and_supplies"), name="Anna")


def declare(device, attacker, target):
    """Declare an attack as its page is filled in; what only the table knows is the first of what is offered."""
    form = form_to(device.get(attacker=device.key(attacker), target=device.key(target), do="attack"), "/declare/")
    untold = {name: offered[0] for name, offered in form["offered"].items() if name not in form["fields"]}
    assert device.client.post(form["action"], form["fields"] | untold).status_code == 302


def attack(device, *pools):
    """Riflemen attack guards, and these dice fall."""
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    device.dice(*pools)


def test_the_counters_show_what_attack_and_counterattack_leave(crossing):
    attack(crossing, "6 5 2", "5 3 1")
    fights_back = next(str(one) for one in crossing.played().ask.options if one)
    assert crossing.choose(fights_back).status_code == 302
    counts = [pool.count for pool in crossing.played().ask.pools]
    assert crossing.dice(*(" ".join(face * count) for face, count in zip("61", counts, strict=True))).status_code == 302
    page = crossing.get()
    for name, left in (("Guard squad", 2), ("Rifle squad", 3 - min(counts))):
        assert crossing.piece(name).strength == 3, "nothing is stored yet"
        assert f"3 → becomes {left} d6" in plain(card(crossing, name, page))
        assert counter(crossing, name, page)[1].startswith(f"3 → becomes {left} ")
    assert "5 → becomes 3 pays" in plain(card(crossing, "Rifle squad", page))
    assert 'class="becomes"' not in page.content.decode(), "nothing is told twice on a card"


def test_a_unit_that_falls_breaks_on_the_board_and_leaves_a_mark_there(crossing):
    TroopUnit.objects.filter(name="Guard squad").first().tokens.filter(kind="strength").update(value=1)
    attack(crossing, "6 5 2", "1")
    classes, words = counter(crossing, "Guard squad")
    assert "is-wreck" in classes
    assert words.startswith("destroyed")
    crossing.apply()
    page = text_of(crossing.get())
    assert page.count("Guard squad fell here") == 2, "its title, and its words for screen readers"
    crossing.undo()
    assert "fell here" not in text_of(crossing.get())


@pytest.fixture
def wall(db):
    return Device(demo_of("mobile_frame_zero"), name="Anna")


def test_a_frame_shows_the_system_that_goes_and_the_die_that_is_spent(wall):
    attacker, target = "Ghanat Ekauechihé", "ST-10 Osprey, Captain Kader"
    declare(wall, attacker, target)
    while hasattr(played := wall.played(), "ask"):
        if isinstance(played.ask, Roll):
            wall.dice(" ".join("6" * played.ask.pools[0].count))
        else:
            wall.choose(str(played.ask.options[0]))
    changes = played.outcome.changes
    going = re.findall(r'(?s)class="(system|set|white-die)[^"]*is-going', card(wall, target))
    lost = [change for change in changes if change.track == "lost" and change.after]
    assert 0 < len(lost) == going.count("system")
    spent = [change for change in changes if change.piece == wall.key(target) and change.track == "spot"]
    assert 0 < len(spent) == going.count("set")
    wall.apply()
    assert "is-going" not in card(wall, target)


def test_a_ship_shows_the_tokens_that_go_and_the_hull_that_is_lost(db):
    convoy = Device(demo_of("x_wing"), name="Anna")
    declare(convoy, "Wedge Antilles", "Soontir Fel")
    while hasattr(played := convoy.played(), "ask"):
        if isinstance(played.ask, Roll) and played.ask.pools[0].die.symbols[0] in ("hit", "evade", "blank", "focus"):
            attacks = "hit" in played.ask.pools[0].die.symbols
            convoy.dice(" ".join(["hit" if attacks else "blank"] * played.ask.pools[0].count))
        elif isinstance(played.ask, Roll):
            convoy.roll()
        else:
            convoy.choose(str(played.ask.options[0]))
    target = card(convoy, "Soontir Fel")
    before = convoy.sheet.hull_left(convoy.piece("Soontir Fel"))
    page = plain(target)
    assert "is-going" in target
    after = apply(convoy.sheet, played.outcome.changes)
    left = after.hull_left(after.ship(convoy.key("Soontir Fel")))
    assert left < before
    assert f"{before} → becomes {left}" in page


def set_right(device, **values):
    """Set the guards right by hand."""
    form = form_to(device.get(attacker=device.key("Guard squad"), do="correction"), "/declare/")
    values = {f"q-{name}": str(value) for name, value in values.items()}
    assert device.client.post(form["action"], form["fields"] | values).status_code == 302


def amend(device, number, **values):
    """Correct an entry."""
    form = correction(device.get("correct", number), number)
    assert device.post("correct", number, **filled(form) | values, commit="1").status_code == 302


def test_the_mark_of_a_unit_is_where_it_fell_and_not_where_it_went_before_that_was_corrected(crossing):
    guards, stood = crossing.key("Guard squad"), crossing.piece("Guard squad").square
    set_right(crossing, strength=2)
    number = crossing.last.number
    set_right(crossing, column=stood.column + 1)
    amend(crossing, number, **{"q-strength": "0"})
    assert crossing.piece("Guard squad").standing, "it was set right again after that"
    amend(crossing, number + 1, how="struck")
    assert fell_on(crossing.battle, crossing.sheet.pieces) == {guards: stood}
    crossing.undo()
    crossing.undo()
    assert not fell_on(crossing.battle, crossing.sheet.pieces)


def left_of_sides(page):
    """What the plates say that each side has left."""
    return [plain(one) for one in re.findall(r'(?s)<p class="left-over.*?</p>', page.content.decode())]


def test_the_plates_show_the_momentum_that_a_side_is_about_to_have(db):
    device = Device(demo_of("gods_gloom"), name="Anna")
    declare(device, "Tusk Reavers", "Bound Soldiers")
    while isinstance(waiting := device.played(), Waiting):
        assert not any("becomes" in left for left in left_of_sides(device.get())), "nothing is known yet"
        if isinstance(waiting.ask, Roll):
            device.dice(*(" ".join([str(pool.die.symbols[0])] * pool.count) for pool in waiting.ask.pools))
        else:
            device.choose(str(waiting.ask.options[0]))
    assert left_of_sides(device.get()) == ["Seals 2 · Momentum 0", "Seals 2 · Momentum 0 → becomes 1"]


def test_the_plates_show_the_strength_that_a_side_is_about_to_have(crossing):
    attack(crossing, "6 5 2", "5 3 1")
    crossing.choose("0")
    assert left_of_sides(crossing.get()) == ["Units 4 · Strength 23", "Units 4 · Strength 21 → becomes 20"]
