"""HIT by an edit in the admin: counters, DP and states, in the same event, and what is left to the players."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from companion.models import Event, Operator, OperatorBattle, Squad, SquadCard, SquadModifier
from companion.services.writing import with_left
from companion.sheets import key_of
from rules.airsoft_squads.modifiers import Stat, While
from rules.airsoft_squads.samples import IN_THE_DARK, ROOK, VIPER, battle
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, store
from tests.companion.test_admin import address, fields_of, inline, save


@pytest.fixture
def depot(db):
    """Anna's tablet at the demo battle."""
    return Device(demo_of("airsoft_squads"), name="Anna")


def saved(answer):
    return "was changed successfully" in answer.content.decode()


def operator(name):
    return Operator.objects.get(name=name)


def test_a_hit_counter_at_the_dp_puts_its_operator_hit_and_the_log_says_what_is_left(depot, admin_client):
    before = depot.sheet
    assert saved(save(admin_client, operator("Kite"), hits="6"))
    kite = depot.piece("Kite")
    assert (kite.state, kite.destroyed_by, depot.piece("Hawks").fallen) == ("HIT", "a correction", 1)
    assert (depot.last.kind, Event.objects.filter(battle=depot.battle).count()) == ("edit", 2)
    assert depot.last.headline == (
        "Edited in the admin: Kite: hit counter 0 → 6; Kite: state NORMAL → HIT. "
        "Left to the players: PERFORMANCE of Vipers for Kite."
    )
    assert not any(card.bearer for card in depot.sheet.cards)
    depot.undo()
    assert depot.sheet == before


@pytest.mark.parametrize(("hits", "state"), [("5", "NORMAL"), ("6", "HIT"), ("40", "HIT")])
def test_hit_comes_at_the_dp_and_not_before(depot, admin_client, hits, state):
    save(admin_client, operator("Kite"), hits=hits)
    assert depot.piece("Kite").state == state
    assert ("PERFORMANCE" in depot.last.headline) is (state == "HIT")


def test_less_dp_put_an_operator_hit(depot, admin_client):
    Operator.objects.filter(name="Kite").update(hits=4)
    save(admin_client, operator("Kite"), dp="4")
    assert depot.piece("Kite").state == "HIT"


def test_a_mate_that_lost_the_dp_of_another_goes_hit_with_it(depot, admin_client):
    guard = {"side": "always", "stat": "DP", "operation": "add", "amount": 2, "reach": "in range"}
    SquadModifier.objects.create(operator=operator("Kite"), name="Guard", **guard)
    Operator.objects.filter(name="Rook").update(hits=8)
    save(admin_client, operator("Kite"), hits="6")
    assert [depot.piece(name).state for name in ("Kite", "Rook", "Merlin")] == ["HIT", "HIT", "NORMAL"]
    assert depot.piece("Hawks").fallen == 2
    assert depot.last.headline.endswith(
        "Left to the players: PERFORMANCE of Vipers for Kite. PERFORMANCE of Vipers for Rook."
    )


def test_a_mate_whose_guard_is_taken_out_goes_hit(depot, admin_client):
    guard = {"side": "always", "stat": "DP", "operation": "add", "amount": 2, "reach": "in range"}
    SquadModifier.objects.create(operator=operator("Kite"), name="Guard", **guard)
    Operator.objects.filter(name="Rook").update(hits=8)
    admin_client.post(address(operator("Kite"), "delete"), {"post": "yes"})
    assert depot.piece("Rook").state == "HIT"
    assert depot.last.headline.startswith("Edited in the admin: Kite taken out;")


def test_a_skill_that_takes_dp_puts_its_operator_hit(depot, admin_client):
    Operator.objects.filter(name="Kite").update(hits=4)
    fields = fields_of(admin_client.get(address(operator("Kite"))))
    weak = {"name": "Weak knees", "side": "always", "stat": "DP", "operation": "subtract", "amount": "2"}
    number = int(fields["skills-TOTAL_FORMS"])
    added = {f"skills-{number}-{name}": value for name, value in {**weak, "reach": "itself", "dice": "0"}.items()}
    assert saved(save(admin_client, operator("Kite"), fields, **added, **{"skills-TOTAL_FORMS": number + 1}))
    assert depot.piece("Kite").state == "HIT"
    assert "Weak knees added" in depot.last.headline


def test_an_item_that_is_put_away_takes_its_dp_along(depot, admin_client):
    vest = SquadCard.objects.get(name="Sample vest")
    SquadCard.objects.filter(pk=vest.pk).update(lies="attached", bearer=operator("Kite"))
    Operator.objects.filter(name="Kite").update(hits=7)
    save(admin_client, vest, lies="discarded", bearer="")
    assert depot.piece("Kite").state == "HIT"


def test_a_kept_counter_puts_its_operator_hit_as_it_comes_to_the_field(depot, admin_client):
    Operator.objects.filter(name="Jay").update(hits=5)
    Operator.objects.filter(name="Rook").update(place=None)
    save(admin_client, operator("Jay"), place="1")
    assert depot.piece("Jay").state == "HIT"


def test_an_operator_that_a_condition_keeps_up_stays_up_at_an_edit_of_something_else(admin_client):
    tough = replace(IN_THE_DARK, side=While.TARGET, stat=Stat.DP, amount=3)
    found, keys = store(battle(ROOK, replace(VIPER, hits=8, skills=(tough,))))
    operator("Viper").tokens.create(kind="held", name=keys[tough.key], value=1)
    device = Device(found, name="Anna")
    save(admin_client, operator("Viper"), objective="1")
    assert device.piece("Viper").state == "NORMAL"
    save(admin_client, operator("Rook"), hits="6")
    assert [device.piece(name).state for name in ("Rook", "Viper")] == ["HIT", "NORMAL"]


def test_what_keeps_an_operator_up_ends_with_an_edit_that_leaves_no_need_for_it(admin_client):
    tough = replace(IN_THE_DARK, side=While.TARGET, stat=Stat.DP, amount=3)
    found, keys = store(battle(ROOK, replace(VIPER, hits=7, skills=(tough,))))
    operator("Viper").tokens.create(kind="held", name=keys[tough.key], value=1)
    device = Device(found, name="Anna")
    before = device.sheet
    save(admin_client, operator("Viper"), hits="1")
    assert (device.piece("Viper").held, device.piece("Viper").state) == (frozenset(), "NORMAL")
    assert device.last.headline == (
        f"Edited in the admin: Viper: hit counter 7 → 1; Viper: stays up by {tough.name} yes → no."
    )
    device.undo()
    assert device.sheet == before
    save(admin_client, operator("Viper"), dp="8")
    assert device.piece("Viper").held == frozenset()


@pytest.mark.parametrize("state", ["started", "over"])
def test_nobody_goes_hit_before_the_start_or_after_the_end(depot, admin_client, state):
    OperatorBattle.objects.update(**{state: state == "over"})
    save(admin_client, operator("Kite"), hits="6")
    assert depot.piece("Kite").state == "NORMAL"


@pytest.mark.parametrize(("now", "by", "fallen"), [("HIT", "a correction", 1), ("OUT", "a correction", 0)])
def test_a_state_that_staff_set_is_counted_and_gives_no_performance(depot, admin_client, now, by, fallen):
    before = depot.sheet
    save(admin_client, operator("Kite"), state=now)
    assert (depot.piece("Kite").destroyed_by, depot.piece("Hawks").fallen) == (by, fallen)
    assert "PERFORMANCE" not in depot.last.headline
    depot.undo()
    assert depot.sheet == before


def test_what_staff_say_of_a_state_themselves_stays(depot, admin_client):
    save(admin_client, operator("Kite"), state="HIT", destroyed_by="Boa")
    assert depot.piece("Kite").destroyed_by == "Boa"
    fields = fields_of(admin_client.get(address(OperatorBattle.objects.get())))
    hawks, rook, merlin = (inline(fields, name) for name in ("Hawks", "Rook", "Merlin"))
    given = {f"{hawks}-fallen": "5", f"{rook}-state": "HIT", f"{merlin}-hits": "9"}
    save(admin_client, OperatorBattle.objects.get(), fields, **given)
    assert [depot.piece(name).state for name in ("Rook", "Merlin")] == ["HIT", "HIT"]
    assert depot.piece("Hawks").fallen == 5


def test_an_operator_with_its_counter_at_its_dp_is_not_turned_face_up(depot, admin_client):
    save(admin_client, operator("Kite"), hits="6")
    before = everything()
    said = save(admin_client, operator("Kite"), state="NORMAL").content.decode()
    assert "Kite would go HIT at once: its hit counter is 6, and its DP are 6. Nothing was saved." in said
    assert everything() == before
    assert saved(save(admin_client, operator("Kite"), state="NORMAL", hits="5"))
    assert (depot.piece("Kite").state, depot.piece("Hawks").fallen) == ("NORMAL", 0)


def test_what_is_left_to_the_players_is_told_however_much_was_edited(depot, admin_client):
    fields = fields_of(admin_client.get(address(OperatorBattle.objects.get())))
    kite = inline(fields, "Kite")
    longer = {
        name: text + "x" * (60 - len(text))
        for name, text in fields.items()
        if name.startswith("pieces") and name.endswith("-name")
    }
    save(admin_client, OperatorBattle.objects.get(), fields, **longer, **{f"{kite}-hits": "9"})
    assert len(depot.last.headline) <= 500
    assert re.search(r" and \d+ more changes\. Left to the players: ", depot.last.headline)
    assert f"PERFORMANCE of Vipers for {longer[f'{kite}-name']}." in depot.last.headline


def test_what_is_left_of_many_hits_is_told_by_the_first_and_counted(depot, admin_client):
    on_field = list(Operator.objects.filter(place__isnull=False))
    for piece in on_field:
        Operator.objects.filter(pk=piece.pk).update(name=f"{piece.name}{'x' * 60}"[:60])
    for squad in Squad.objects.all():
        Squad.objects.filter(pk=squad.pk).update(name=f"{squad.name}{'x' * 60}"[:60])
    fields = fields_of(admin_client.get(address(OperatorBattle.objects.get())))
    hits = {f"{inline(fields, operator(row.name).name)}-hits": "40" for row in Operator.objects.filter(place__gt=0)}
    assert len(hits) == 6
    assert saved(save(admin_client, OperatorBattle.objects.get(), fields, **hits))
    edited, _, left = depot.last.headline.partition(" more changes. Left to the players: ")
    assert re.match(r"Edited in the admin: Rookx+: hit counter 0 → 40 and \d+$", edited)
    assert left.count("PERFORMANCE of ") == 2
    assert left.endswith("x. And 4 more.")
    assert len(depot.last.headline) <= 500


def test_a_long_headline_makes_room_for_what_is_left():
    assert with_left("Undone.", ()) == "Undone."
    assert with_left("Undone.", ("One.", "Two.")) == "Undone. Left to the players: One. Two."
    told = with_left("x" * 500, ("y" * 390, "Two."))
    assert len(told) == 500
    assert "x… Left to the players: yyy" in told


def test_an_item_of_a_performance_that_was_left_is_attached_by_hand(depot, admin_client):
    save(admin_client, operator("Kite"), hits="6")
    radio = SquadCard.objects.get(name="Sample radio")
    depot.declare("attaching", key_of(radio), depot.key("Boa"))
    radio.refresh_from_db()
    assert (radio.lies, radio.bearer.name) == ("attached", "Boa")


def test_what_follows_comes_with_an_undo_that_goes_past_staffs_set_up(depot, admin_client):
    Operator.objects.filter(name="Kite").update(hits=5)
    form = form_to(depot.get(attacker=depot.key("Kite"), do="correction"), "/declare/", do="correction")
    depot.client.post(form["action"], {**form["fields"], "q-medics": "1"})
    medic = depot.last
    knees = {"side": "always", "stat": "DP", "operation": "subtract", "amount": 2, "reach": "itself", "dice": 0}
    kite = operator("Kite")
    fields = fields_of(admin_client.get(address(kite)))
    place = f"skills-{fields['skills-TOTAL_FORMS']}"
    knees = {f"{place}-{name}": value for name, value in {"name": "Weak knees", **knees}.items()}
    save(admin_client, kite, fields, **knees, **{"skills-TOTAL_FORMS": int(fields["skills-TOTAL_FORMS"]) + 1})
    assert (depot.last.kind, depot.piece("Kite").state) == ("set-up", "NORMAL")
    depot.undo(medic)
    assert (depot.piece("Kite").medics, depot.piece("Kite").state) == (0, "HIT")
    assert depot.last.headline == (
        "Undone: Kite is corrected by hand. Left to the players: PERFORMANCE of Vipers for Kite."
    )


def removal(staff, row, way):
    """Delete a row on its own page, or with the list's action."""
    if way == "page":
        return staff.post(address(row, "delete"), {"post": "yes"}, follow=True)
    data = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    return staff.post(reverse("admin:companion_operator_changelist"), data, follow=True)


@pytest.mark.parametrize("way", ["page", "list"])
def test_an_operator_with_a_card_attached_is_not_deleted_and_staff_are_told_why(depot, admin_client, way):
    depot.declare("attaching", key_of(SquadCard.objects.get(name="Sample vest")), depot.key("Rook"))
    before, entries = everything(), LogEntry.objects.count()
    answer = removal(admin_client, operator("Rook"), way)
    assert answer.status_code == 200
    said = unescape(answer.content.decode())
    assert (
        "Sample vest would be attached to nobody: put it elsewhere first, or attach it to an operator. "
        "Nothing was deleted." in said
    )
    assert "successfully" not in said.lower()
    assert (everything(), LogEntry.objects.count()) == (before, entries)
    save(admin_client, SquadCard.objects.get(name="Sample vest"), lies="discarded", bearer="")
    assert "successfully" in removal(admin_client, operator("Rook"), way).content.decode().lower()
    assert not Operator.objects.filter(name="Rook").exists()


def test_a_card_that_is_attached_to_nobody_is_refused(depot, admin_client):
    before = everything()
    vest = SquadCard.objects.get(name="Sample vest")
    assert "Sample vest would be attached to nobody" in save(admin_client, vest, lies="attached").content.decode()
    said = save(admin_client, vest, lies="discarded", bearer=operator("Rook").pk).content.decode()
    assert "Sample vest is on an operator, so it is attached. Nothing was saved." in said
    assert everything() == before
