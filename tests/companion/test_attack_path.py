"""An attack from its declaration to the stored pieces and back, by the buttons of the battle page."""

import json

import pytest
from django.db.models.signals import post_save, pre_save

from companion.admin.edits import editing
from companion.models import Declaration, Event, Frame, Reply, System, Terrain, Token
from companion.services.under_way import record_of
from tests.companion.playing import everything, form_to, latest, text_of

pytestmark = pytest.mark.any_database

EKAUECHIHE = "Ghanat Ekauechihé"
KADER = "ST-10 Osprey, Captain Kader"


def declare(device, **more):
    given = {
        "q_range": "direct fire",
        "q_value": "3",
        "q_use_spot": "True",
        "q_cover": device.key("ragged wall"),
        "q_beside": "None",
    }
    return device.declare("attack", device.key(EKAUECHIHE), device.key(KADER), **{**given, **more})


def declare_in_the_open(device, **more):
    return declare(device, q_cover="None", **more)


def play_the_seed(device):
    """Declare the worked attack, enter its dice, and let the owner choose the shield."""
    assert declare(device).status_code == 302
    assert device.dice("1 4 5").status_code == 302
    assert device.choose(device.key("shield", of=KADER)).status_code == 302


def destroy_kader(device):
    """Three hits in the open on a frame that has only one system and one white die left."""
    frame = Frame.objects.get(name=KADER)
    System.objects.filter(frame=frame).exclude(name="shield").update(lost=True)
    Frame.objects.filter(pk=frame.pk).update(white=1)
    declare_in_the_open(device)
    device.dice("6 6 6")
    return device.apply()


def test_the_seeds_attack_ruins_the_wall_and_costs_the_shield(device):
    play_the_seed(device)
    assert device.apply().status_code == 302
    kader = device.piece(KADER)
    assert [system.name for system in kader.systems if system.lost] == ["shield"]
    assert kader.spot is None
    assert kader.white == 2
    assert device.piece("ragged wall").hits_left == 0
    assert device.piece(EKAUECHIHE).attacked


def test_the_stored_rows_themselves_change(device):
    play_the_seed(device)
    device.apply()
    assert System.objects.get(frame__name=KADER, name="shield").lost
    assert Terrain.objects.get(name="ragged wall").hits_left == 0
    assert not Token.objects.filter(piece__name=KADER, kind="spot").exists()
    assert Token.objects.get(piece__name=KADER, kind="defence").value == 5


def test_nothing_is_written_to_the_pieces_before_apply(device):
    before = device.sheet
    play_the_seed(device)
    assert device.sheet == before
    assert device.last.kind == "set-up"


def test_outcome_and_event_are_written_together(device):
    play_the_seed(device)
    declaration = device.open
    device.apply()
    declaration.refresh_from_db()
    event = device.last
    assert declaration.status == "settled"
    assert event.declaration == declaration
    assert event.kind == "attack"
    assert event.who == "Anna"
    assert event.headline == declaration.outcome["headline"]
    assert event.changes == declaration.outcome["changes"]
    assert event.number == device.seen


@pytest.mark.parametrize(
    ("signal", "model"),
    [(pre_save, Event), (post_save, Declaration), (post_save, Event)],
    ids=["before the event", "after the declaration", "after the event"],
)
def test_the_outcome_is_rolled_back_whole_when_anything_fails_midway(device, signal, model):
    play_the_seed(device)
    before = everything()

    def fail(**kwargs):
        raise RuntimeError("the power went")

    signal.connect(fail, sender=model)
    try:
        with pytest.raises(RuntimeError, match="the power went"):
            device.apply()
    finally:
        signal.disconnect(fail, sender=model)
    assert everything() == before
    assert device.apply().status_code == 302


def test_a_destroyed_frame_leaves_the_board_with_who_did_it_and_the_score_falls_at_once(device):
    (before,) = (side.score for side in device.sheet.sides if side.name == "Joshua")
    destroy_kader(device)
    kader = device.piece(KADER)
    assert (kader.status, kader.destroyed_by, kader.standing) == ("destroyed", EKAUECHIHE, False)
    (after,) = (side.score for side in device.sheet.sides if side.name == "Joshua")
    assert after == before - 5
    page = device.get().content.decode()
    assert "destroyed (1)" in page
    assert f"by {EKAUECHIHE}" in page


def test_a_correction_brings_a_destroyed_frame_back(device):
    destroy_kader(device)
    key = device.key(KADER)
    page = device.get(attacker=key, do="correction")
    form = form_to(page, "/declare/", do="correction")
    answer = device.client.post(form["action"], {**form["fields"], "q-white": "2"})
    assert answer.status_code == 302
    kader = device.piece(KADER)
    assert (kader.white, kader.status, kader.destroyed_by) == (2, "active", "")
    assert [side.score for side in device.sheet.sides] == [20, 20]
    assert device.last.headline == f"{KADER} is corrected by hand."


def test_what_asks_nothing_is_settled_with_the_declaration(device):
    declare(device, q_value="1", q_use_spot="False")
    assert not Declaration.objects.filter(status="open").exists()
    assert device.piece(EKAUECHIHE).attacked
    assert "misses" in device.last.headline


def test_a_double_tap_on_attack_declares_once(device):
    for _ in range(2):
        assert declare(device, once="one-form-one-attack").status_code == 302
    assert Declaration.objects.count() == 1


def test_a_double_tap_on_an_attack_that_asks_nothing_is_one_attack(device):
    seen = device.seen
    for _ in range(2):
        answer = declare(device, q_value="1", q_use_spot="False", once="one-form-one-attack", seen=seen)
        assert answer.status_code == 302
    assert Event.objects.filter(kind="attack").count() == 1


def test_the_same_dice_twice_are_one_reply(device):
    declare(device)
    for _ in range(2):
        assert device.dice("1 4 5", answer=0).status_code == 302
    assert Reply.objects.count() == 1


def test_the_same_choice_twice_is_one_reply(device):
    declare(device)
    device.dice("1 4 5")
    dice = latest(device.open)
    for _ in range(2):
        assert device.choose(device.key("shield", of=KADER), answer=dice).status_code == 302
    assert Reply.objects.count() == 2


def test_a_double_tap_on_roll_for_me_rolls_once(device):
    declare(device)
    for _ in range(2):
        assert device.roll(answer=0).status_code == 302
    (reply,) = Reply.objects.all()
    assert reply.source == "rolled"


def test_a_double_tap_on_apply_applies_once(device):
    play_the_seed(device)
    declaration = device.open
    for _ in range(2):
        assert device.apply(declaration).status_code == 302
    assert Event.objects.filter(kind="attack").count() == 1


def test_other_dice_for_an_answered_roll_are_stale_and_named(device, other):
    declare(device)
    other.dice("1 4 5")
    before = everything()
    answer = device.dice("6 6 6", answer=0)
    assert answer.status_code == 409
    assert "Ben has answered" in answer.content.decode()
    assert everything() == before


def test_dice_for_a_roll_that_the_app_rolled_are_stale(device):
    declare(device)
    device.roll()
    assert device.dice("1 4 5", answer=0).status_code == 409
    assert Reply.objects.get().source == "rolled"


def test_a_stale_page_is_told_what_happened_and_by_whom(device, other):
    seen = device.seen
    destroyed = other.declare(
        "values", other.key("Ghanat Tishihé"), q_defence="2", q_attack="None", q_movement="None", q_spotting="None"
    )
    assert destroyed.status_code == 302
    before = everything()
    answer = declare(device, seen=seen)
    assert answer.status_code == 409
    said = answer.content.decode()
    assert "Ben: Ghanat Tishihé assigns defence 2." in said
    assert "Your tap was not stored" in said
    assert everything() == before


def test_a_second_attack_waits_for_the_first(device, other):
    declare(other)
    before = everything()
    answer = declare(device)
    assert answer.status_code == 409
    assert "Ben has declared something that is still under way" in answer.content.decode()
    assert everything() == before


def test_a_piece_that_was_changed_meanwhile_is_a_conflict_and_nothing_is_written(device):
    play_the_seed(device)
    wall = Terrain.objects.get(name="ragged wall")
    with editing(key=device.battle.key, who="the referee"):
        Terrain.objects.filter(pk=wall.pk).update(hits_left=5)
    before = everything()
    answer = device.apply()
    assert answer.status_code == 409
    said = answer.content.decode()
    assert "ragged wall was changed meanwhile (hits until it is ruined is 5, and was 1)" in said
    assert "Nothing was written" in said
    assert everything() == before


def test_a_piece_that_was_taken_out_meanwhile_is_a_conflict(device):
    play_the_seed(device)
    with editing(key=device.battle.key, who="the referee"):
        Terrain.objects.get(name="ragged wall").delete()
    before = everything()
    assert device.apply().status_code == 409
    assert everything() == before


def test_entered_dice_can_be_taken_back(device):
    declare(device)
    device.dice("1 4 5")
    assert device.take_back().status_code == 302
    assert not Reply.objects.exists()
    assert device.dice("6 6 6").status_code == 302


def test_a_double_tap_on_take_back_takes_one_answer_back(device):
    declare(device)
    device.dice("1 4 5")
    device.choose(device.key("shield", of=KADER))
    choice = latest(device.open)
    for _ in range(2):
        assert device.take_back(choice).status_code == 302
    assert [reply.number for reply in Reply.objects.all()] == [0]


def test_the_apps_dice_stay_as_they_fell(device):
    declare(device)
    device.roll()
    before = everything()
    answer = device.take_back()
    assert answer.status_code == 422
    assert "dice stay as they fell" in answer.content.decode()
    assert everything() == before


def test_a_decision_after_the_apps_dice_can_be_taken_back_but_the_dice_cannot(device):
    declare(device, q_value="8")
    device.roll()
    while hasattr(device.played(), "ask"):
        device.choose(str(device.played().ask.options[0]))
    chosen = Reply.objects.filter(source="chosen").count()
    for _ in range(chosen):
        assert device.take_back().status_code == 302
    assert device.take_back().status_code == 422
    assert [reply.source for reply in Reply.objects.all()] == ["rolled"]


def test_calling_off_leaves_the_pieces_alone_and_says_so(device):
    before = device.sheet
    play_the_seed(device)
    declaration = device.open
    for _ in range(2):
        assert device.call_off(declaration).status_code == 302
    assert device.sheet == before
    assert device.last.headline == f"“Attack” of {EKAUECHIHE} was called off."
    assert Event.objects.filter(kind="called off").count() == 1
    assert declare(device).status_code == 302


def test_calling_off_before_any_die_fell_leaves_no_line(device):
    declare(device)
    before, seen = device.sheet, device.seen
    assert device.call_off().status_code == 302
    assert (device.sheet, device.seen) == (before, seen)
    assert not Event.objects.filter(kind="called off").exists()
    assert "called off" not in text_of(device.get("log"))
    assert declare(device).status_code == 302


def test_what_was_applied_cannot_be_called_off_and_the_other_way_round(device):
    play_the_seed(device)
    declaration = device.open
    device.apply()
    before = everything()
    assert device.call_off(declaration).status_code == 409
    assert everything() == before
    device.undo()
    play_the_seed(device)
    declaration = device.open
    device.call_off()
    before = everything()
    assert device.apply(declaration).status_code == 409
    assert device.dice("1 4 5", declaration=declaration).status_code == 409
    assert device.take_back(declaration=declaration).status_code == 409
    assert everything() == before


def test_apply_before_the_last_answer_is_refused(device):
    declare(device)
    before = everything()
    answer = device.apply()
    assert answer.status_code == 422
    assert "has not been answered yet" in answer.content.decode()
    assert everything() == before


def test_apply_from_a_page_that_showed_other_dice_is_stale(device, other):
    declare(device)
    device.dice("1 1 1")
    shown = Reply.objects.get().pk
    other.take_back()
    other.dice("2 2 2")
    before = everything()
    answer = device.apply(answer=shown)
    assert answer.status_code == 409
    assert everything() == before


def test_a_choice_from_a_page_that_showed_other_dice_is_stale(device, other):
    declare(device)
    device.dice("1 4 5")
    form = form_to(device.get(), "/choice/")
    other.take_back()
    other.dice("6 6 6")
    before = everything()
    answer = device.client.post(form["action"], {**form["fields"], "option": form["buttons"][0][1]})
    assert answer.status_code == 409
    assert everything() == before


def test_entered_and_rolled_dice_mix_in_one_attack_and_the_log_says_which(device):
    """The target has not acted: it rolls its pool with the app, the damage dice are the table's own."""
    vane = device.key("ST-10 Osprey, Lieutenant Vane")
    device.declare(
        "attack", device.key(EKAUECHIHE), vane, q_range="direct fire", q_value="8", q_cover="None", q_beside="None"
    )
    device.choose("roll")
    while device.played().ask.label != "pool":
        device.choose(str(device.played().ask.options[0]))
    device.roll()
    device.choose("none")
    assert device.played().ask.label == "damage"
    device.dice(" ".join("1" * device.played().ask.pools[0].count))
    device.apply()
    trace = {step["label"]: step["source"] for step in device.last.declaration.trace}
    assert trace["pool"] == "rolled"
    assert trace["damage"] == "entered"
    page = device.get("event", device.last.number).content.decode()
    assert "<small>rolled</small>" in page
    assert "<small>entered</small>" in page


def test_rolled_dice_are_faces_that_the_dice_can_show(device):
    declare(device)
    device.roll()
    (faces,) = Reply.objects.get().value
    assert len(faces) == 3
    assert set(faces) <= {1, 2, 3, 4, 5, 6}


def test_the_declaration_keeps_what_it_was_made_from(device):
    play_the_seed(device)
    declaration = device.open
    assert declaration.edition == "Rapid Attack 1"
    assert declaration.actor.name == EKAUECHIHE
    assert declaration.target.name == KADER
    assert declaration.answers["value"] == 3
    assert json.dumps(declaration.pieces)
    replayed = record_of(declaration, list(declaration.replies.all()))
    assert replayed.battle == device.sheet


def test_the_last_answers_of_a_pair_are_offered_again_but_not_the_die(device):
    play_the_seed(device)
    device.apply()
    device.undo()
    page = device.get(attacker=device.key(EKAUECHIHE), target=device.key(KADER))
    fields = form_to(page, "/declare/", do="attack")["fields"]
    assert "q-value" not in fields, "a new attack has a new die"
    assert fields["q-cover"] == device.key("ragged wall")


def test_what_was_declared_under_rules_that_have_changed_can_only_be_called_off(device):
    play_the_seed(device)
    declaration = device.open
    for changed in ({"edition": "older"}, {"declared": {"actor": "x"}}, {"pieces": {}}, {"procedure": "parley"}):
        Declaration.objects.filter(pk=declaration.pk).update(**changed)
        page = device.get()
        assert page.status_code == 200
        assert "The rules of the app have changed since it was declared" in page.content.decode()
        before = everything()
        for answer in (device.apply(), device.dice("1 4 5"), device.choose("x")):
            assert answer.status_code == 409
        assert everything() == before
        assert device.get("record", declaration.pk).status_code == 404
        kept = {"edition": "Rapid Attack 1", "procedure": "attack"}
        kept |= {"declared": declaration.declared, "pieces": declaration.pieces}
        Declaration.objects.filter(pk=declaration.pk).update(**kept)
    Declaration.objects.filter(pk=declaration.pk).update(procedure="parley")
    assert device.call_off().status_code == 302
    assert device.last.headline == f"“parley” of {EKAUECHIHE} was called off."
    assert declare(device).status_code == 302


def test_replies_that_no_longer_answer_what_the_rules_ask_can_only_be_called_off(device):
    declare(device)
    device.dice("1 4 5")
    Reply.objects.update(label="another name")
    assert "The rules of the app have changed since it was declared" in device.get().content.decode()
    assert device.apply().status_code == 409
    assert device.call_off().status_code == 302
