"""Seats: a side of a battle belongs to a member, and a battle may let each side be tapped only by its player."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.models import Battle, Event, Frame, Ship, Side
from companion.permissions import ADDRESSES, Command
from companion.services.auditing import audited
from companion.services.editing import editing
from companion.services.undoing import latest_events, redoable, undoable
from tests.companion.demo import demo_of
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, form_to, forms_of, text_of
from tests.companion.test_attack_path import EKAUECHIHE, KADER, declare, play_the_seed
from tests.companion.test_no_store import addresses
from tests.companion.test_undo import values


@pytest.fixture
def group(demo):
    """Olga organises, Anna and Ben play, Sam looks on; the tablet is nobody's."""
    campaign = demo.campaign
    olga = organise(campaign, name="Olga")
    devices = {
        "Olga": olga,
        "Anna": invited(campaign, "Anna"),
        "Ben": invited(campaign, "Ben"),
        "Sam": invited(campaign, "Sam", "spectator"),
        "tablet": Client(),
    }
    return {name: Device(demo, client) for name, client in devices.items()}


def side_of(device, piece):
    return Side.objects.get(pk=device.piece(piece).side.partition("-")[2])


def sit(device, side, whom):
    return device.post("seat", side.pk, member=member(whom).pk if whom else "")


def seated(group):
    """Anna has the side of the attacker, Ben that of the target, and each is tapped only by its player."""
    sit(group["Anna"], side_of(group["Anna"], EKAUECHIHE), "Anna")
    sit(group["Ben"], side_of(group["Ben"], KADER), "Ben")
    assert group["Olga"].post("seats", seated="1").status_code == 302
    assert Battle.objects.get(pk=group["Olga"].battle.pk).seated
    return group


def test_a_free_seat_is_taken_by_a_tap_on_the_set_up_page_and_left_again(group):
    anna = group["Anna"]
    side = side_of(anna, EKAUECHIHE)
    form = form_to(anna.get("setup", side=f"company-{side.pk}"), f"/seats/{side.pk}/")
    ((_, value),) = form["buttons"]
    assert anna.client.post(form["action"], {**form["fields"], "member": value}).status_code == 302
    side.refresh_from_db()
    assert side.player.name == "Anna"
    assert anna.last.headline == f"Anna plays {side}."
    assert '<small class="player">Anna</small>' in text_of(anna.get())
    assert sit(anna, side, "").status_code == 302
    side.refresh_from_db()
    assert side.player is None


def test_the_page_that_a_script_swaps_in_shows_who_sits_now(group):
    anna = group["Anna"]
    side = side_of(anna, EKAUECHIHE)
    address = reverse("seat", args=[anna.battle.key, side.pk])
    given = {"member": member("Anna").pk, "showing": f"company-{side.pk}"}
    answer = anna.client.post(address, given, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "You do." in text_of(answer)


def test_a_seat_changes_nothing_of_the_battle(group):
    anna = group["Anna"]
    values(anna)
    battle = Battle.objects.get(pk=anna.battle.pk)
    before = undoable(battle)
    sit(anna, side_of(anna, EKAUECHIHE), "Anna")
    battle = Battle.objects.get(pk=anna.battle.pk)
    assert undoable(battle) == before
    assert redoable(battle, latest_events(battle)) is None
    assert audited(battle).is_clean


def test_nobody_takes_a_seat_that_somebody_has_or_for_somebody_else(group):
    side = side_of(group["Anna"], EKAUECHIHE)
    other = side_of(group["Anna"], KADER)
    sit(group["Anna"], side, "Anna")
    before = everything()
    for whom in ("Ben", ""):
        answer = sit(group["Ben"], side, whom)
        assert answer.status_code == 422
        assert "Anna has that seat" in text_of(answer)
    assert sit(group["Ben"], other, "Anna").status_code == 422
    assert sit(group["Olga"], other, "Sam").status_code == 422, "who looks on plays no side"
    assert group["Ben"].post("seat", other.pk, member="9" * 9).status_code == 422
    assert group["Ben"].post("seat", 10**6, member=member("Ben").pk).status_code == 422
    for name in ("Sam", "tablet"):
        assert sit(group[name], other, "Ben").status_code == 403
    assert group["Anna"].post("seats", seated="1").status_code == 403
    assert everything() == before


@pytest.mark.parametrize("by", ["Anna", "Olga"])
def test_a_seat_is_handed_over_by_its_player_or_an_organiser(group, by):
    side = side_of(group["Anna"], EKAUECHIHE)
    sit(group["Anna"], side, "Anna")
    assert sit(group[by], side, "Ben").status_code == 302
    side.refresh_from_db()
    assert side.player.name == "Ben"


def over(group):
    """Anna and Ben have played the battle to its end."""
    for name, piece in (("Anna", EKAUECHIHE), ("Ben", KADER)):
        sit(group[name], side_of(group[name], piece), name)
    Battle.objects.filter(pk=group["Anna"].battle.pk).update(over=True)
    return side_of(group["Anna"], EKAUECHIHE)


def test_after_the_end_only_an_organiser_changes_who_has_played_a_side(group):
    side = over(group)
    before = everything()
    for whom in ("", "Ben"):
        answer = sit(group["Anna"], side, whom)
        assert answer.status_code == 422
        assert "only an organiser changes who has played it" in text_of(answer)
    assert everything() == before
    page = group["Anna"].get("setup", side=f"company-{side.pk}")
    assert not [form for form in forms_of(page) if "/seats/" in form["action"]]
    assert "only an organiser changes who has played it" in text_of(page)
    assert sit(group["Olga"], side, "").status_code == 302
    before = everything()
    assert sit(group["Ben"], side, "Ben").status_code == 422, "a free side and its result are taken by nobody"
    assert everything() == before
    assert sit(group["Olga"], side, "Anna").status_code == 302


def test_after_the_end_nobody_is_shut_out_where_nobody_organises(group):
    side = over(group)
    member("Olga").delete()
    page = group["Anna"].get("setup", side=f"company-{side.pk}")
    assert [form for form in forms_of(page) if "/seats/" in form["action"]]
    assert sit(group["Anna"], side, "").status_code == 302
    assert sit(group["Anna"], side, "Anna").status_code == 302


def test_a_battle_in_which_nobody_sits_is_not_closed_to_everybody(group):
    before = everything()
    assert group["Olga"].post("seats", seated="1").status_code == 422
    assert everything() == before


def test_usually_anybody_at_the_table_taps_for_everybody(group):
    sit(group["Anna"], side_of(group["Anna"], EKAUECHIHE), "Anna")
    tablet = group["tablet"]
    declare(tablet)
    tablet.dice("1 4 5")
    tablet.choose(tablet.key("shield", of=KADER))
    assert tablet.apply().status_code == 302
    assert tablet.last.kind == "attack"


def refused(answer, whose=""):
    assert answer.status_code == 403
    assert "each player taps only for their own side" in text_of(answer)
    assert whose in text_of(answer)
    assert "no-store" in answer["Cache-Control"]
    return True


def test_an_attack_where_each_side_has_its_player(group):
    seated(group)
    anna, ben, tablet = group["Anna"], group["Ben"], group["tablet"]
    before = everything()
    for stranger in (ben, tablet):
        attack = {
            "do": "attack",
            "attacker": anna.key(EKAUECHIHE),
            "target": anna.key(KADER),
            "seen": anna.seen,
            "once": "one-form-one-attack",
        }
        assert refused(stranger.post("declare", **attack), "Anna or an organiser taps" if stranger is ben else "")
    assert everything() == before
    declare(anna)
    anna.dice("1 4 5")
    before = everything()
    declaration, shield = anna.open, anna.key("shield", of=KADER)
    for stranger in (anna, tablet):
        assert refused(
            stranger.choose(shield, declaration=declaration), "Ben or an organiser" if stranger is anna else ""
        )
    for refusing in ("roll", "take_back", "call_off", "apply"):
        assert refused(getattr(tablet, refusing)(declaration=declaration))
    assert everything() == before
    assert ben.choose(shield, declaration=declaration).status_code == 302
    assert anna.apply(declaration=declaration).status_code == 302
    assert anna.last.who == "Anna"
    before = everything()
    assert refused(tablet.undo())
    assert refused(ben.undo(), "Anna or an organiser")
    assert everything() == before
    assert anna.undo().status_code == 302


def test_the_organiser_taps_for_everybody(group):
    seated(group)
    olga = group["Olga"]
    declare(olga)
    olga.dice("1 4 5")
    olga.choose(olga.key("shield", of=KADER))
    assert olga.apply().status_code == 302


def test_the_battle_itself_is_tapped_by_whoever_has_a_seat(group):
    seated(group)
    battle = group["Anna"].battle
    Battle.objects.filter(pk=battle.pk).update(started=False)
    assert refused(group["tablet"].declare("start"))
    assert group["Ben"].declare("start").status_code == 302


def test_a_side_is_set_up_only_by_its_player(group):
    seated(group)
    anna, ben = group["Anna"], group["Ben"]
    Battle.objects.filter(pk=anna.battle.pk).update(started=False)
    side = side_of(anna, EKAUECHIHE)
    showing = f"company-{side.pk}"
    page = anna.get("setup", side=showing)
    form = form_to(page, "/setup/frame/")
    given = {**form["fields"], "name": "Newcomer"}
    piece = side.company.frames.first()
    before = everything()
    assert refused(ben.client.post(form["action"], given), "Anna")
    own = f"company-{side_of(ben, KADER).pk}"
    assert refused(ben.client.post(form["action"], {**given, "showing": own}), "Anna")
    for name in ("setup-remove", "setup-again"):
        assert refused(ben.post(name, piece.pk, showing=own), "Anna")
    assert refused(ben.post("setup-look", side.pk, colour="rose", showing=own), "Anna")
    assert refused(ben.post("setup-known", showing=showing, known="x"), "Anna")
    assert everything() == before
    assert anna.client.post(form["action"], given).status_code == 302
    assert side.company.frames.filter(name="Newcomer").exists()


def test_what_set_a_side_up_is_corrected_only_by_its_player_and_what_set_up_all_by_the_organiser(group):
    seated(group)
    anna, ben, olga = group["Anna"], group["Ben"], group["Olga"]
    pk = int(anna.key(EKAUECHIHE).rpartition("-")[2])
    assert anna.post("setup-again", pk, seen=anna.seen).status_code == 302
    number = anna.seen
    before = everything()
    struck = {"how": "struck", "commit": "1", "seen": number}
    for stranger in (ben, group["tablet"]):
        assert refused(stranger.post("correct", number, **struck))
    for one in (anna, ben):
        assert refused(one.post("correct", 1, **struck))
    assert everything() == before
    assert "Correct it" in text_of(olga.get("correct", 1))
    assert anna.post("correct", number, **struck).status_code == 302


def test_what_staff_changed_of_a_side_is_corrected_only_by_its_player(group):
    seated(group)
    anna, ben = group["Anna"], group["Ben"]
    row = Frame.objects.get(pk=int(anna.key(EKAUECHIHE).rpartition("-")[2]))
    with editing(key=anna.battle.key, who="Staff"):
        row.rockets += 1
        row.save()
    number, before = anna.seen, everything()
    struck = {"how": "struck", "commit": "1", "seen": number}
    assert refused(ben.post("correct", number, **struck))
    assert everything() == before
    assert anna.post("correct", number, **struck).status_code == 302


def test_what_concerns_one_side_is_corrected_and_undone_only_by_its_player(group):
    seated(group)
    anna, ben = group["Anna"], group["Ben"]
    values(anna)
    number = anna.seen
    assert anna.piece("Ghanat Tishihé").company == anna.piece(EKAUECHIHE).company
    before = everything()
    for stranger in (ben, group["tablet"]):
        assert refused(stranger.post("correct", number, commit="1", seen=number))
        assert refused(stranger.post("undo", event=number, seen=number))
    assert everything() == before
    assert anna.post("correct", number).status_code == 200
    assert anna.undo().status_code == 302
    before = everything()
    assert refused(ben.post("redo", event=anna.seen, seen=anna.seen), "Anna or an organiser")
    assert everything() == before
    assert anna.post("redo", event=anna.seen, seen=anna.seen).status_code == 302


@pytest.mark.django_db
def test_no_tap_of_a_battle_with_players_is_taken_of_anybody_else():
    """A walk over every address by which a battle is tapped."""
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    campaign = device.battle.campaign
    organise(campaign, name="Olga")
    anna = invited(campaign, "Anna")
    cleo = invited(campaign, "Cleo")
    play_the_seed(device)
    ways = addresses(device)
    Side.objects.filter(pk=device.battle.sides.first().pk).update(player=member("Anna"))
    Battle.objects.filter(pk=device.battle.pk).update(seated=True)
    taps = [
        name
        for name, known in ADDRESSES.items()
        if known.get("POST") is Command.PLAY and ways[name].startswith(f"/b/{device.battle.key}/")
    ]
    assert {"declare", "dice", "choice", "add", "back", "off", "apply", "undo", "redo", "correct"} <= set(taps)
    assert {"setup-add", "setup-remove", "setup-look", "setup-deploy", "rematch", "answer", "dispute"} <= set(taps)
    before = everything()
    for name in taps:
        for stranger in (cleo, Client()):
            answer = stranger.post(ways[name])
            assert answer.status_code == 403, name
            assert "taps only for their own side" in text_of(answer), name
    assert everything() == before
    assert anna.post(ways["dispute"]).status_code != 403


@pytest.mark.django_db
def test_a_squad_is_taken_only_by_its_player():
    battle = demo_of("x_wing")
    olga = organise(battle.campaign, name="Olga")
    anna, ben = invited(battle.campaign, "Anna"), invited(battle.campaign, "Ben")
    first, second = battle.sides.all()
    for client, side, name in ((anna, first, "Anna"), (ben, second, "Ben")):
        client.post(reverse("seat", args=[battle.key, side.pk]), {"member": member(name).pk})
    olga.post(reverse("seats", args=[battle.key]), {"seated": "1"})
    Battle.objects.filter(pk=battle.pk).update(started=False)
    before = everything()
    for name in ("squad", "squad-rules"):
        assert refused(ben.post(reverse(name, args=[battle.key, first.pk]), {"text": "{}"}), "Anna")
    assert everything() == before
    assert anna.post(reverse("squad", args=[battle.key, first.pk]), {"text": "{}"}).status_code == 422
    assert Ship.objects.exists()


def test_a_rematch_keeps_the_seats(group):
    seated(group)
    battle = group["Anna"].battle
    Battle.objects.filter(pk=battle.pk).update(over=True)
    group["Anna"].post("rematch", once="one-form-one-rematch")
    again = Battle.objects.get(once="one-form-one-rematch")
    assert again.seated
    assert {side.name: side.player.name for side in again.sides.all()} == {
        side.name: side.player.name for side in battle.sides.all()
    }


def test_a_rematch_leaves_the_seat_free_of_who_only_looks_on_by_now(group):
    seated(group)
    battle = group["Anna"].battle
    Battle.objects.filter(pk=battle.pk).update(over=True)
    role = reverse("people-role", args=[battle.campaign.key, member("Ben").pk])
    assert group["Olga"].client.post(role, {"role": "spectator"}).status_code == 302
    group["Anna"].post("rematch", once="one-form-one-rematch")
    again = Battle.objects.get(once="one-form-one-rematch")
    assert again.seated
    assert {side.player and side.player.name for side in again.sides.all()} == {"Anna", None}


def test_no_file_says_who_sits_and_what_is_brought_in_is_open(group):
    seated(group)
    anna = group["Anna"]
    file = anna.get("battle-file")
    assert '"player"' not in text_of(file)
    assert '"seated"' not in text_of(file)


def test_a_battle_with_seats_takes_one_query_more_for_whoever_looks(group):
    asked = {}
    for name in ("tablet", "Anna"):
        with CaptureQueriesContext(connection) as found:
            group[name].get()
        asked[name] = len(found)
    seated(group)
    for name, most in {"tablet": asked["tablet"] + 1, "Anna": asked["tablet"] + 1}.items():
        with CaptureQueriesContext(connection) as found:
            assert group[name].get().status_code == 200
        assert len(found) <= most, name


def test_who_is_forgotten_as_a_member_leaves_the_seat_free(group):
    seated(group)
    member("Anna").delete()
    assert group["Ben"].get().status_code == 200
    assert Side.objects.filter(player=None).count() == 1
    assert Event.objects.filter(kind="seat").count() == 3, "the log keeps what was said"
