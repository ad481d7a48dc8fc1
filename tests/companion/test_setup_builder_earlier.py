"""What joins a side without being typed: known pieces, the last battle's, and a whole battle played again."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.models import Battle, DamageCard, Ship, Side
from companion.models.campaign import new_key
from companion.queries import catalogue
from companion.services.building import start_battle
from companion.services.demo import load_demo
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, renamed, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def after(game, *sides):
    """A battle beside the demo of its game, whose other battles come first."""
    demo = demo_of(game)
    sides = sides or [side.name for side in demo.sides.all()]
    battle = start_battle(campaign=demo.campaign, game=game, name="Ford", sides=sides, once=new_key(), who="x")
    return Device(demo), Device(battle, name="Anna")


def known_on(answer):
    """What the catalogue offers, by name."""
    found = re.findall(r'name="known" value="([^"]*)">.*?class="known-name"><b>(.*?)</b>', text_of(answer), re.DOTALL)
    return {re.sub("<[^>]*>", "", name): place for place, name in found}


def pick(device, side, place, **given):
    fields = form_to(device.get("setup", side=side), "/setup/known/")["fields"]
    return device.post("setup-known", **{**fields, "known": place, **given})


def take(device, side, how, owner, **given):
    fields = form_to(device.get("setup", side=side), "/setup/take/")["fields"]
    return device.post("setup-take", **{**fields, "take": f"{how} {owner}", **given})


def sides_of(device):
    return [side.key for side in device.sheet.sides]


@games
def test_every_known_piece_joins_the_chosen_side_with_a_tap(game):
    device = Device(
        start_battle(campaign=load_demo(), game=game, name="Ford", sides=["Red", "Blue"], once=new_key(), who="x")
    )
    blue = sides_of(device)[1]
    for piece in GAMES[game].demo.battle.pieces:
        before = len(device.sheet.pieces)
        assert pick(device, blue, f"demo.{piece.key}").status_code in (302, 422)
        if len(device.sheet.pieces) > before:
            assert device.sheet.pieces[-1].side in (blue, None) or piece.name in device.last.headline
    names = [piece.name for piece in device.sheet.pieces]
    assert len(set(names)) == len(names)
    assert len(names) >= len({piece.name for piece in GAMES[game].demo.battle.pieces})


def test_a_few_letters_find_a_piece_and_are_marked():
    _, device = after("gods_gloom")
    everyone = known_on(device.get("setup"))
    assert len(everyone) == 8
    found = known_on(device.get("setup", find="RE"))
    assert set(found) == {name for name in everyone if "re" in name.lower()}
    assert "<mark>Re</mark>" in text_of(device.get("setup", find="re"))
    assert known_on(device.get("setup", find="zzz")) == {}
    assert "Nothing found for “zzz”" in text_of(device.get("setup", find="zzz"))


def test_words_that_begin_with_the_letters_come_first():
    _, device = after("gods_gloom")
    found = list(known_on(device.get("setup", find="ar")))
    assert found.index("Bone Archers") < found.index("Warlord Ukra")


def test_a_piece_of_an_earlier_battle_joins_as_it_began():
    earlier, device = after("gods_gloom")
    unit = earlier.sheet.units[0]
    correct(earlier, unit, q_current_health="1")
    assert earlier.piece(unit.name).current_health == 1
    place = known_on(device.get("setup"))[unit.name]
    assert place == f"{earlier.battle.pk}.{unit.key}"
    pick(device, sides_of(device)[0], place)
    assert device.piece(unit.name).current_health == unit.health


@pytest.mark.parametrize("place", ["", "demo", "demo.nobody", "0.x", "\x00", "9" * 200])
def test_what_is_not_known_is_refused(place):
    _, device = after("gods_gloom")
    before = everything()
    answer = pick(device, sides_of(device)[0], place)
    assert (answer.status_code, everything()) == (422, before)


def test_a_double_tap_on_a_known_piece_adds_one():
    _, device = after("gods_gloom")
    red, seen = sides_of(device)[0], device.seen
    assert pick(device, red, "demo.reavers", seen=seen).status_code == 302
    before = everything()
    assert (pick(device, red, "demo.reavers", seen=seen).status_code, everything()) == (409, before)


@games
def test_a_side_of_the_last_battle_is_taken_as_it_began(game):
    earlier, device = after(game)
    then = earlier.sheet
    for old, new in zip(sides_of(earlier), sides_of(device), strict=True):
        answer = take(device, new, "began", old)
        assert answer.status_code == 302, text_of(answer)
        before = [piece for piece in then.pieces if piece.side == old]
        taken = [piece for piece in device.sheet.pieces if piece.side == new]
        assert [piece.name for piece in taken] == [piece.name for piece in before]
    assert "as in" in device.last.headline


def test_a_side_of_any_earlier_battle_is_taken_not_only_of_the_last():
    first, second = after("gods_gloom")
    third = Device(
        start_battle(
            campaign=first.battle.campaign, game="gods_gloom", name="Pass", sides=["A", "B"], once=new_key(), who="x"
        )
    )
    Battle.objects.filter(pk=second.battle.pk).update(started=True)
    side = sides_of(third)[0]
    assert "From Ford" in text_of(third.get("setup", side=side))
    assert f"?side={side}&from={first.battle.pk}" in text_of(third.get("setup", side=side))
    page = third.get("setup", **{"side": side, "from": first.battle.pk})
    assert f"From {first.battle.name}" in text_of(page)
    form = form_to(page, "/setup/take/")
    assert form["fields"]["from"] == str(first.battle.pk)
    name, value = form["buttons"][0]
    third.client.post(form["action"], {**form["fields"], name: value})
    assert [unit.name for unit in third.sheet.units] == [
        unit.name for unit in first.sheet.units if unit.army == first.sheet.armies[0].key
    ]
    for strange in ("x", "999999", "-1"):
        assert "From Ford" in text_of(third.get("setup", **{"side": sides_of(third)[1], "from": strange}))


def test_battles_that_are_older_than_those_shown_at_once_are_found_page_by_page(monkeypatch):
    first, _ = after("gods_gloom")
    campaign = first.battle.campaign

    def another(name):
        given = {"game": "gods_gloom", "name": name, "sides": ["A", "B"], "who": "x"}
        return start_battle(campaign=campaign, once=new_key(), **given)

    for number in range(6):
        another(f"Pass {number}")
    last = Device(another("The last"))
    Battle.objects.exclude(pk=last.battle.pk).update(started=True)
    side = sides_of(last)[0]
    with CaptureQueriesContext(connection) as before:
        last.get("setup", side=side)
    monkeypatch.setattr(catalogue, "MOST_EARLIER", 3)
    address, seen = f"?side={side}", []
    while address:
        with CaptureQueriesContext(connection) as asked:
            page = last.client.get(reverse("setup", args=[last.battle.key]) + address)
        assert len(asked) <= len(before) + 1, "one more finds the battle that is looked at"
        seen += re.findall(r'href="\?side=[^"]*from=(\d+)">', text_of(page))
        older = re.search(r'href="([^"]*older=\d+)">older', text_of(page))
        address = older[1] if older else ""
    assert str(first.battle.pk) in seen
    assert len(seen) == len(set(seen)) == 7, "all but the last battle, from which a side is offered at once"
    page = last.get("setup", **{"side": side, "from": first.battle.pk})
    assert f"From {first.battle.name}" in text_of(page)
    for strange in ("x", "-1", "999999"):
        assert last.get("setup", side=side, older=strange).status_code == 200


def test_the_last_battles_pieces_are_offered_with_their_numbers_and_the_own_side_first():
    earlier, device = after("gods_gloom", "Unliving Host", "Others")
    horde, host = earlier.battle.sides.all()
    began = [("began", f"gloomarmy-{side.pk}", f"{side.name}'s 4") for side in (host, horde)]
    assert offers(device) == began
    correct(earlier, earlier.sheet.units[0], q_current_health="0", q_status="removed")
    assert offers(device) == [
        *began,
        ("ended", f"gloomarmy-{horde.pk}", "Ashen Horde's 3"),
    ]
    pick(device, sides_of(device)[0], known_on(device.get("setup"))["Tusk Reavers"])
    assert offers(device) == []


def offers(device):
    return re.findall(r'name="take" value="(\w+) ([\w-]+)">(.*?)<small>', text_of(device.get("setup")))


def correct(device, piece, **said):
    fields = form_to(device.get(attacker=piece.key, do="correction"), "/declare/", do="correction")["fields"]
    answers = {name.replace("-", "_", 1): value for name, value in fields.items() if name.startswith("q-")}
    device.declare("correction", piece.key, **{**answers, **said})


def test_a_side_is_taken_as_it_ended_with_its_losses():
    earlier, device = after("x_wing")
    ships = [ship for ship in earlier.sheet.ships if ship.squad == sides_of(earlier)[0]]
    hurt, gone = ships[:2]
    row = Ship.objects.get(pk=hurt.key.split("-")[1])
    card = DamageCard.objects.filter(squad=row.squad, ship=None, discarded=False).first()
    DamageCard.objects.filter(pk=card.pk).update(ship=row, faceup=True)
    Ship.objects.filter(pk=gone.key.split("-")[1]).update(status="removed")
    Ship.objects.filter(pk=row.pk).update(shields=0, engaged=True)
    answer = take(device, sides_of(device)[0], "ended", sides_of(earlier)[0])
    assert answer.status_code == 302
    names = [ship.name for ship in device.sheet.ships]
    assert gone.name not in names
    assert hurt.name in names
    now = device.piece(hurt.name)
    assert (now.shields, now.engaged) == (0, False)
    (dealt,) = (one for one in device.sheet.squads[0].deck if one.ship)
    assert (dealt.title, dealt.ship, dealt.faceup) == (card.title, now.key, True)
    assert len(device.sheet.squads[0].deck) == 33


def test_only_battles_of_the_same_campaign_and_game_lend():
    earlier, device = after("gods_gloom")
    other = demo_of("troops_and_supplies")
    fields = form_to(device.get("setup"), "/setup/take/")["fields"]
    before = everything()
    for pk in (other.pk, device.battle.pk, 99999, "x", ""):
        answer = device.post("setup-take", **{**fields, "from": pk, "take": f"began {sides_of(earlier)[0]}"})
        assert (answer.status_code, everything()) == (422, before)


def finish(device):
    Battle.objects.filter(pk=device.battle.pk).update(over=True)


@games
def test_a_battle_is_played_again_as_it_began(game):
    device = Device(demo_of(game), name="Anna")
    Side.objects.filter(pk=device.battle.sides.first().pk).update(colour="teal", emblem="hawk")
    then = renamed(device.sheet)
    finish(device)
    answer = device.post("rematch", once="once-and-no-more")
    again = Device(Battle.objects.exclude(pk=device.battle.pk).get(once="once-and-no-more"))
    assert answer.status_code == 302
    assert again.battle.key in answer.url
    assert again.battle.name == f"{device.battle.name} 2"
    assert not again.battle.over
    assert renamed(again.sheet) == then
    assert (again.battle.sides.first().colour, again.battle.sides.first().emblem) == ("teal", "hawk")
    assert again.last.headline == f"{again.battle.name} is set up as {device.battle.name} began."


def test_a_battle_that_was_set_up_is_played_again_from_its_set_up():
    _, device = after("troops_and_supplies")
    for place, side in enumerate(sides_of(device)):
        pick(device, side, f"demo.{GAMES['troops_and_supplies'].demo.battle.units[place * 4].key}")
    built = renamed(device.sheet)
    device.declare("start")
    finish(device)
    answer = device.post("rematch", once="once-and-no-more")
    again = Device(Battle.objects.get(once="once-and-no-more"))
    assert answer.url == reverse("setup", args=[again.battle.key])
    assert renamed(again.sheet) == built
    assert "Start the battle" in text_of(again.get("setup"))


def test_a_second_tap_finds_the_first_rematch_and_a_battle_that_goes_on_has_none():
    device = Device(demo_of("gods_gloom"), name="Anna")
    before = everything()
    assert (device.post("rematch", once="once-and-no-more").status_code, everything()) == (422, before)
    finish(device)
    before = everything()
    for once in ("", "x", "\x00" * 9):
        assert (device.post("rematch", once=once).status_code, everything()) == (409, before)
    first = device.post("rematch", once="once-and-no-more")
    made = everything()
    assert device.post("rematch", once="once-and-no-more").url == first.url
    assert everything() == made


def test_the_queries_do_not_grow_with_the_earlier_battles(django_assert_num_queries):
    earlier, device = after("gods_gloom")
    correct(earlier, earlier.sheet.units[0], q_current_health="1")
    finish(earlier)
    with CaptureQueriesContext(connection) as few:
        device.get("setup")
    count = len(few)
    for number in range(3):
        earlier.post("rematch", once=f"once-and-no-more-{number}")
        again = Device(Battle.objects.get(once=f"once-and-no-more-{number}"))
        correct(again, again.sheet.units[0], q_current_health="1")
    with django_assert_num_queries(count):
        device.get("setup")
