"""Who undoes and corrects an entry in a battle with seats, once it was done again or corrected."""

from random import Random

import pytest

from companion.management.playing import Play
from companion.models import Side
from companion.services.history import history_of
from rules.changes import keyed
from tests.companion.group import invited, organise
from tests.companion.playing import Device, forms_of, sheet_of, text_of
from tests.companion.test_attack_path import KADER, declare
from tests.companion.test_correcting import correction, filled
from tests.companion.test_correcting_set_up_told import fought
from tests.companion.test_seats import group, seated, sit  # noqa: F401  (a fixture)
from tests.companion.test_three_sides import NAMES, several


def corrects(device, number):
    """Whether a device is let correct an entry, as the page of the entry, that of the correction and a tap say."""
    offered = "Correct this" in text_of(device.get("event", number))
    shown = 'name="commit"' in text_of(device.get("correct", number))
    taken = device.post("correct", number, how="struck").status_code != 403
    assert offered is shown is taken
    return taken


def undoes(device):
    return any(form["action"].endswith("/undo/") for form in forms_of(device.get()))


def test_what_was_done_again_is_undone_and_corrected_by_whom_it_was_before(group):  # noqa: F811
    seated(group)
    anna, ben = group["Anna"], group["Ben"]
    declare(anna)
    anna.dice("1 4 5")
    ben.choose(ben.key("shield", of=KADER))
    assert anna.apply().status_code == 302
    before = [(undoes(device), corrects(device, device.seen)) for device in (anna, ben)]
    assert before == [(True, True), (False, True)]
    assert anna.undo().status_code == 302
    assert anna.post("redo", event=anna.seen, seen=anna.seen).status_code == 302
    assert [(undoes(device), corrects(device, device.seen)) for device in (anna, ben)] == before
    assert ben.undo().status_code == 403
    assert anna.undo().status_code == 302
    assert anna.post("redo", event=anna.seen, seen=anna.seen).status_code == 302


@pytest.mark.django_db
def test_a_player_corrects_what_a_correction_has_aimed_at_them():
    battle, devices = several("mobile_frame_zero", NAMES[:3])
    play = Play(battle, Random(3))
    play.start()
    play.fight(20)
    anna, sides = devices["Anna"], [side.key for side in sheet_of(battle).sides]
    pieces = keyed(sheet_of(battle))

    def player(key):
        side = pieces[key].side
        return NAMES[sides.index(side)] if side else ""

    lines = [line for line in history_of(battle, anna.sheet).lines if (line.answers or {}).get("target")]
    sides_of = {line.entry.number: {player(line.answers[name]) for name in ("actor", "target")} for line in lines}
    number = max(number for number, names in sides_of.items() if "Anna" in names and len(names - {""}) == 2)
    (third,) = set(NAMES[:3]) - sides_of[number]
    assert not corrects(devices[third], number)
    form = correction(anna.get("correct", number), number)
    target = next(key for key in form["offered"]["target"] if player(key) == third)
    data = filled(form) | {"target": target}
    for _ in range(5):
        data = filled(correction(anna.client.post(form["action"], data), number))
    assert anna.post("correct", number, **data, commit="1").status_code == 302
    assert all(corrects(devices[name], number) for name in NAMES[:3])
    assert anna.undo().status_code == 302
    assert not corrects(devices[third], number)


@pytest.mark.django_db
def test_whoever_was_given_a_piece_by_a_correction_corrects_how_it_joined():
    battle = fought("troops_and_supplies", steps=0).battle
    olga = Device(battle, organise(battle.campaign, name="Olga"))
    anna, ben = (Device(battle, invited(battle.campaign, name)) for name in ("Anna", "Ben"))
    own, other = Side.objects.filter(battle=battle).order_by("pk")
    sit(anna, own, "Anna")
    sit(ben, other, "Ben")
    olga.post("seats", seated="1")
    piece = next(piece for piece in anna.sheet.pieces if piece.army == f"army-{own.pk}")
    anna.post("setup-again", int(piece.key.rpartition("-")[2]), seen=anna.seen)
    number = anna.seen
    assert [corrects(device, number) for device in (anna, ben)] == [True, False]
    shown = filled(correction(olga.get("correct", number), number))
    (army,) = (name for name in shown if name.startswith("again-") and name.endswith("-army"))
    assert olga.post("correct", number, **{**shown, army: str(other.pk)}, commit="1").status_code == 302
    assert [corrects(device, number) for device in (anna, ben)] == [False, True]
