"""Where each side has its player: who rolls, decides, takes back, applies and undoes, on the page and by a POST."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from companion.members import RIGHTS
from companion.models import Battle, Side, SquadCard, System
from companion.services.editing import editing
from companion.views.part import part
from rules.asks import Roll
from tests.companion.convoy import SOONTIR, WEDGE
from tests.companion.demo import demo_of, plain_convoy
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, form_to, forms_of, latest, text_of
from tests.companion.test_attack_path import EKAUECHIHE, KADER, declare

pytestmark = pytest.mark.any_database

TAPS = ("/declare/", "/dice/", "/choice/", "/add/", "/back/", "/off/", "/apply/", "/undo/", "/redo/", "/rematch/")
ROLL = 'name="roll"'

DECLARED = {
    "troops_and_supplies": ("Rifle squad", "Guard squad", {}),
    "airsoft_squads": ("Rook", "Boa", {}),
    "gods_gloom": ("Tusk Reavers", "Bound Soldiers", {"q-kind": "melee"}),
}
SHIPS = (WEDGE, SOONTIR, {})


def group_at(battle):
    """Olga organises; Anna plays the first side and Ben the second, and each is tapped only by its player."""
    olga = organise(battle.campaign, name="Olga")
    clients = {"Olga": olga, "Anna": invited(battle.campaign, "Anna"), "Ben": invited(battle.campaign, "Ben")}
    for side, name in zip(battle.sides.all(), ("Anna", "Ben"), strict=True):
        Side.objects.filter(pk=side.pk).update(player=member(name))
    Battle.objects.filter(pk=battle.pk).update(seated=True)
    return {name: Device(battle, client) for name, client in {**clients, "tablet": Client()}.items()}


@pytest.fixture
def frames(demo):
    """A battle of Mobile Frame Zero in which Anna has the attacker's side and Ben the target's."""
    found = group_at(demo)
    sides = [found["Anna"].piece(piece).side for piece in (EKAUECHIHE, KADER)]
    for side, name in zip(sides, ("Anna", "Ben"), strict=True):
        Side.objects.filter(pk=side.partition("-")[2]).update(player=member(name))
    return found


def taps_on(device):
    """The addresses of the battle to which the page of a device has something to send."""
    return {tap for form in forms_of(device.get()) for tap in TAPS if form["action"].endswith(tap)}


def refused(answer, whose):
    assert answer.status_code == 403
    assert f"{whose} or an organiser taps here" in text_of(answer)
    return True


def test_who_acts_rolls_takes_back_calls_off_and_applies_and_who_suffers_decides(frames):
    anna, ben = frames["Anna"], frames["Ben"]
    declare(anna)
    declaration = anna.open
    before = everything()
    assert refused(ben.dice("1 4 5"), "Anna")
    assert refused(ben.roll(), "Anna")
    assert refused(ben.call_off(), "Anna")
    assert everything() == before
    assert taps_on(ben) <= {"/add/"}
    assert {"/dice/", "/off/"} <= taps_on(anna)
    assert anna.dice("1 4 5").status_code == 302
    before = everything()
    assert refused(ben.take_back(), "Anna")
    assert refused(anna.choose(anna.key("shield", of=KADER)), "Ben")
    assert everything() == before
    assert "/choice/" in taps_on(ben)
    assert "/choice/" not in taps_on(anna)
    assert "Ben or an organiser taps here" in text_of(anna.get())
    assert "taps here" not in text_of(ben.get())
    assert "/back/" in taps_on(anna)
    assert "/back/" not in taps_on(ben)
    assert ben.choose(ben.key("shield", of=KADER)).status_code == 302
    before = everything()
    assert refused(anna.take_back(), "Ben")
    assert refused(ben.apply(), "Anna")
    assert everything() == before
    assert "/apply/" in taps_on(anna)
    assert "/apply/" not in taps_on(ben)
    assert anna.apply(declaration=declaration).status_code == 302
    before = everything()
    assert refused(ben.undo(), "Anna")
    assert everything() == before
    assert "/undo/" in taps_on(anna)
    assert "/undo/" not in taps_on(ben)
    correct = reverse("correct", args=[anna.battle.key, anna.last.number])
    for name, device in frames.items():
        assert (correct in text_of(device.get("event", anna.last.number))) is (name != "tablet"), name
    assert anna.undo().status_code == 302
    assert refused(ben.post("redo", event=anna.seen, seen=anna.seen), "Anna")
    assert "/redo/" in taps_on(anna)
    assert "/redo/" not in taps_on(ben)


def test_a_second_tap_of_who_might_is_not_refused_though_another_is_asked_by_now(frames):
    anna, ben = frames["Anna"], frames["Ben"]
    declare(anna)
    declaration = anna.open
    assert anna.dice("1 4 5", answer=0).status_code == 302
    shown = declaration.replies.last().pk
    assert ben.choose(ben.key("shield", of=KADER), answer=shown).status_code == 302
    before = everything()
    assert ben.choose(ben.key("shield", of=KADER), answer=shown, declaration=declaration).status_code == 302
    assert anna.dice("1 4 5", answer=0, declaration=declaration).status_code == 302
    assert everything() == before


def test_the_organiser_is_shown_everything(frames):
    olga = frames["Olga"]
    declare(olga)
    assert {"/dice/", "/off/"} <= taps_on(olga)
    olga.dice("1 4 5")
    assert {"/choice/", "/off/", "/back/"} <= taps_on(olga)
    olga.choose(olga.key("shield", of=KADER))
    assert "/apply/" in taps_on(olga)
    olga.apply()
    assert "/undo/" in taps_on(olga)


def test_who_has_no_seat_is_shown_nothing_to_tap(frames):
    assert taps_on(frames["tablet"]) == set()
    declare(frames["Anna"])
    assert taps_on(frames["tablet"]) == set()
    assert "taps here" in text_of(frames["tablet"].get())


def test_an_edit_is_undone_by_whose_piece_it_was(frames):
    anna, ben = frames["Anna"], frames["Ben"]
    with editing(key=anna.battle.key, who="staff"):
        System.objects.filter(frame__name=EKAUECHIHE).update(lost=True)
    assert anna.last.kind == "edit"
    before = everything()
    assert refused(ben.undo(), "Anna")
    assert everything() == before
    assert "/undo/" not in taps_on(ben)
    assert "/undo/" in taps_on(anna)
    assert anna.undo().status_code == 302


def test_an_edit_of_pieces_of_several_sides_is_undone_by_an_organiser_or_who_plays_them_all(frames):
    olga, anna, ben = frames["Olga"], frames["Anna"], frames["Ben"]
    with editing(key=anna.battle.key, who="staff"):
        System.objects.filter(frame__name__in=(EKAUECHIHE, KADER)).update(lost=True)
    before = everything()
    for stranger in (anna, ben):
        answer = stranger.undo()
        assert answer.status_code == 403
        assert "It is of several sides, and an organiser taps here" in text_of(answer)
        assert "/undo/" not in taps_on(stranger)
    assert everything() == before
    assert olga.undo().status_code == 302
    assert anna.post("redo", event=anna.seen, seen=anna.seen).status_code == 403
    assert "/redo/" not in taps_on(anna)
    Side.objects.filter(battle=anna.battle).update(player=member("Anna"))
    assert "/redo/" in taps_on(anna)
    assert anna.post("redo", event=anna.seen, seen=anna.seen).status_code == 302
    assert anna.undo().status_code == 302


def test_a_side_that_nobody_plays_is_tapped_by_an_organiser(frames):
    Side.objects.filter(player=member("Ben")).update(player=None)
    declare(frames["Anna"])
    frames["Anna"].dice("1 4 5")
    assert "An organiser taps here" in text_of(frames["Anna"].get())


def test_a_page_that_was_open_before_its_seat_was_given_shows_what_that_may_tap(demo):
    olga, ben = Device(demo, organise(demo.campaign, name="Olga")), Device(demo, invited(demo.campaign, "Ben"))
    seen_as = ben.get().wsgi_request.META[RIGHTS].seen_as
    side = ben.piece(EKAUECHIHE).side.partition("-")[2]
    assert olga.post("seat", side, member=member("Ben").pk).status_code == 302
    assert olga.post("seats", seated="1").status_code == 302
    declare(ben)
    assert "/dice/" in part(demo.key, seen_as, "").html
    assert "/dice/" not in part(demo.key, Device(demo).get().wsgi_request.META[RIGHTS].seen_as, "").html


@pytest.mark.django_db
@pytest.mark.parametrize("game", DECLARED)
def test_of_dice_that_both_roll_each_enters_its_own_and_who_acts_lets_the_app_roll(game):
    group = group_at(demo_of(game))
    SquadCard.objects.update(lies="discarded")
    acting, other = begin(group)
    before = everything()
    assert refused(other.roll(), acting.name)
    own, foes = pools_on(acting), pools_on(other)
    assert own
    assert foes
    assert not own & foes, "nobody is shown the dice of the other"
    for stranger, pools, whose in ((acting, foes, other.name), (other, own, acting.name)):
        typed = {f"pool-{place}": "1" if f"pool-{place}" in pools else "" for place in range(len(own | foes))}
        assert refused(stranger.post("dice", stranger.open.pk, answer=0, **typed), whose)
    assert everything() == before
    assert ROLL not in text_of(other.get())
    assert acting.roll().status_code == 302


@pytest.mark.django_db
def test_the_defender_rolls_the_green_dice_and_roll_all_stops_before_them():
    group = group_at(plain_convoy())
    acting, other = begin(group, rolls="1")
    while not isinstance(acting.played().ask, Roll):
        ask = acting.played().ask
        decider = next(one for one in (acting, other) if one.side == ask.by)
        assert decider.post("choice", decider.open.pk, answer=latest(decider.open), option="done", rolls="1")
    assert acting.played().ask.label == "3a defence dice"
    assert acting.open.replies.get(label="2a attack dice").source == "rolled"
    before = everything()
    assert refused(acting.roll(), other.name)
    assert refused(acting.dice("evade"), other.name)
    assert everything() == before
    assert "/dice/" not in taps_on(acting)
    assert "/dice/" in taps_on(other)
    assert other.roll().status_code == 302


def pools_on(device):
    """The fields for dice that the page of a device lets it fill in."""
    return set(re.findall(r'<input class="pool-text"[^>]* name="(pool-[0-9]+)"', text_of(device.get())))


def begin(group, **more):
    """An attack declared by whose side the attacker is: the devices of that player and of the other one."""
    anna, ben = group["Anna"], group["Ben"]
    actor, target, answers = DECLARED.get(anna.battle.game, SHIPS)
    for device, side in zip((anna, ben), anna.sheet.sides, strict=True):
        device.side, device.name = side.key, {anna: "Anna", ben: "Ben"}[device]
    acting, other = (anna, ben) if anna.piece(actor).side == anna.side else (ben, anna)
    page = acting.get(attacker=acting.key(actor), target=acting.key(target), do="attack")
    form = form_to(page, "/declare/", do="attack")
    answer = acting.client.post(form["action"], {**form["fields"], **answers, **more})
    assert answer.status_code == 302, text_of(answer)
    return acting, other


@pytest.mark.django_db
def test_who_passes_only_passes_where_another_applies():
    group = group_at(demo_of("troops_and_supplies"))
    acting, other = begin(group)
    acting.dice("6 5 2", "")
    other.dice("", "5 3 1")
    form = form_to(other.get(), "/choice/")
    assert ("options", '["0"]') in form["buttons"] or ("option", "0") in form["buttons"], form
    assert all(name != "applied" for name, _ in form["buttons"])
    shown = form["fields"]["answer"]
    assert other.post("choice", other.open.pk, answer=shown, applied='["0"]').status_code == 302
    assert acting.open.status == "open", "what is applied by another waits for that one"
    assert acting.apply().status_code == 302


@pytest.mark.django_db
def test_who_has_entered_its_dice_is_shown_no_pad_while_those_of_the_other_are_awaited():
    group = group_at(demo_of("troops_and_supplies"))
    acting, other = begin(group)
    acting.dice("6 5 2", "")
    before = everything()
    for waiting in ("x", "9"):
        assert acting.post("back", acting.open.pk, answer=0, waiting=waiting).status_code in (302, 409)
    assert everything() == before
    assert pools_on(acting) == set()
    assert "data-dice-pad" not in text_of(acting.get())
    assert pools_on(other) == {"pool-1"}
