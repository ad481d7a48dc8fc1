"""Two tablets at one battle, served as `play` serves them: each shows what the other does, and loses nothing."""

import re
import socket
import threading

import pytest
import uvicorn
from django.core.wsgi import get_wsgi_application
from playwright.sync_api import Page, expect

from companion.asgi import served
from companion.live.stream import Live
from companion.models import Battle, Event, Frame, Reply, Ship, Side, System, Token
from companion.server import Server
from companion.services.editing import editing
from companion.services.locking import all_locked
from companion.services.shelving import rename
from rules.words import without_rank
from tests.browser.finger import Finger
from tests.browser.test_frames_by_touch import ATTACKER, TARGET, aim, answer, undo
from tests.browser.test_odds_in_view import HIDDEN
from tests.browser.test_x_wing_adding_by_touch import type_in, unfold
from tests.companion.demo import demo_of

LONG = 8
"""Seconds after which the server is given up."""

TABLET, UPRIGHT = {"width": 1024, "height": 768}, {"width": 768, "height": 1024}

OFFLINE = "net::ERR_INTERNET_DISCONNECTED"


@pytest.fixture
def app(transactional_db, settings):
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    return served(get_wsgi_application())


@pytest.fixture
def site(app: Live):
    server = Server(uvicorn.Config(app, log_config=None, log_level="warning"), app)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join(LONG)
        assert not thread.is_alive(), "the server does not stop"
        app.watcher.join()


@pytest.fixture
def battle(app):
    return demo_of("mobile_frame_zero")


@pytest.fixture
def sit_down(battle, tablet):
    """Opens a tablet at a battle, once it listens."""

    def sit(at: Battle = battle, **more: object) -> Finger:
        page = tablet(**more)
        with page.expect_response(re.compile("/live/")):
            page.goto(at.get_absolute_url())
        return Finger(page)

    return sit


@pytest.fixture
def anna(sit_down) -> Finger:
    return sit_down()


@pytest.fixture
def ben(sit_down) -> Finger:
    return sit_down(width=768, height=1024)


def attack(finger: Finger) -> None:
    aim(finger)
    answer(finger, "Attack die", "^\\s*3\\s*$")
    answer(finger, "Cover", "ragged wall")
    expect(finger.page.locator(".outlook")).to_contain_text("3 damage dice.")
    finger.button("^Attack$")
    finger.says("takes 3 damage dice")


def news(finger: Finger):
    return finger.page.locator(".live-news")


def not_connected(page: Page):
    return page.locator(".live-lost", has_text="Not connected")


def edited(battle, name=TARGET, **values) -> None:
    with editing(key=battle.key, who="staff"):
        Frame.objects.get(name=name).systems.filter(**values).update(lost=True)


def test_one_declares_the_other_rolls_and_both_see_it_through(anna, ben, look):
    attack(anna)
    ben.says("takes 3 damage dice")
    look(ben.page, "live-1-the-ask-has-come")
    ben.dice(1, 4, 5)
    ben.says("Which system does it lose?")
    anna.says("Which system does it lose?")
    anna.button("lose shield")
    ben.says("which loses shield")
    ben.button("Apply")
    expect(anna.page.locator(".panel .headline")).to_have_count(0)
    expect(undo(anna)).to_contain_text("which loses shield")
    assert System.objects.get(lost=True).name == "shield"
    anna.tap(undo(anna))
    expect(undo(ben)).to_have_count(0)


def test_dice_that_are_half_entered_stay_until_their_player_lets_go(anna, ben, look):
    attack(anna)
    ben.says("takes 3 damage dice")
    ben.dice(1, 4)
    anna.dice(1, 4, 5)
    told = "Changed on another device: Captain Kader is hit."
    expect(news(ben)).to_contain_text(told)
    expect(ben.page.locator("#said")).to_contain_text(told)
    look(ben.page, "live-2-half-entered")
    expect(ben.page.locator(".tray .die")).to_have_count(2)
    ben.says("takes 3 damage dice")
    ben.button("^Show$")
    ben.says("Which system does it lose?")
    expect(news(ben)).to_have_count(0)


def test_dice_entered_too_late_are_refused_with_the_reason(anna, ben):
    attack(anna)
    ben.says("takes 3 damage dice")
    ben.dice(1, 4)
    anna.dice(1, 4, 5)
    expect(news(ben)).to_be_visible()
    ben.dice(6)
    expect(ben.page.locator(".notice")).to_contain_text(re.compile("Guest .. has answered"))
    expect(news(ben)).to_have_count(0)


def test_dice_taken_out_again_make_room_for_what_has_happened(anna, ben):
    attack(anna)
    ben.says("takes 3 damage dice")
    ben.dice(6)
    anna.dice(1, 4, 5)
    expect(news(ben)).to_be_visible()
    ben.tap(ben.page.locator(".tray .die"))
    ben.says("Which system does it lose?")
    expect(news(ben)).to_have_count(0)


def test_answers_given_so_far_stay_through_the_attack_of_another(anna, ben, look):
    aim(ben)
    answer(ben, "Attack die", "^\\s*8\\s*$")
    expect(ben.page.locator(".outlook")).to_contain_text("8 damage dice")
    attack(anna)
    expect(news(ben)).to_contain_text("takes 3 damage dice")
    look(ben.page, "live-3-answers-so-far")
    ben.says(f"{ATTACKER} → {without_rank(TARGET)}")
    ben.button("^Show$")
    ben.says("takes 3 damage dice")
    anna.button("Call it off")
    ben.says(f"{ATTACKER} → {without_rank(TARGET)}")
    expect(ben.page.get_by_role("radio", name="8", exact=True)).to_be_checked()


def test_a_card_is_not_taken_from_under_the_finger(anna, ben, battle):
    card = ben.page.locator(".piece-name a", has_text=ATTACKER).bounding_box()
    ben.page.mouse.move(card["x"] + 5, card["y"] + 5)
    ben.page.mouse.down()
    held = ben.page.locator("#battle").element_handle()
    edited(battle, kind="blue")
    expect(anna.page.locator(".tab-changed").first).to_be_visible()
    assert held.evaluate("held => held.isConnected"), "nothing moves under the finger"
    ben.page.mouse.up()
    ben.says(f"{ATTACKER}: tap the target")
    expect(ben.page.locator(".last")).to_contain_text("Edited in the admin")


def test_a_chosen_attacker_stays_chosen_and_the_cards_move_on(ben, battle):
    ben.card(ATTACKER)
    ben.says("tap the target")
    edited(battle, kind="blue")
    expect(ben.page.locator(".last")).to_contain_text("Edited in the admin")
    ben.says(f"{ATTACKER}: tap the target")
    expect(ben.page.locator(".piece.is-changed")).to_contain_text(TARGET)
    ben.card(TARGET)
    expect(ben.page.locator(".piece.is-changed")).to_have_count(0)


@pytest.mark.parametrize("chosen", [False, True])
def test_what_others_changed_stays_lit_until_the_next_tap(ben, battle, look, chosen):
    first, second = Frame.objects.exclude(name__in=(ATTACKER, TARGET)).order_by("pk")[:2]
    lit = ben.page.locator(".piece.is-changed")
    if chosen:
        ben.card(ATTACKER)
        ben.says("tap the target")
    edited(battle, first.name, pk=first.systems.first().pk)
    expect(lit).to_have_count(1)
    edited(battle, second.name, pk=second.systems.first().pk)
    expect(lit).to_have_count(2)
    expect(ben.page.locator(".tab-changed")).to_have_text(["changed", "changed"])
    look(ben.page, f"live-lit-by-two-{chosen}")
    ben.card(TARGET if chosen else ATTACKER)
    ben.says(without_rank(TARGET) if chosen else "tap the target")
    expect(lit).to_have_count(0)
    edited(battle, kind="blue")
    expect(ben.page.locator(".piece.is-changed, .piece.is-target")).to_have_count(1)


def test_what_others_changed_stays_lit_while_they_declare_and_call_off(anna, ben, battle):
    edited(battle, kind="blue")
    lit = ben.page.locator(".piece.is-changed")
    expect(lit).to_have_count(1)
    aim(anna)
    answer(anna, "Attack die", "^\\s*3\\s*$")
    answer(anna, "Cover", "ragged wall")
    anna.button("^Attack$")
    ben.says("takes 3 damage dice")
    expect(lit).to_have_count(1)
    anna.button("Call it off")
    expect(ben.page.locator(".battle-ask")).to_have_count(0)
    expect(lit).to_have_count(1)
    expect(ben.page.locator(".score.is-changed")).to_have_count(0)


def test_counters_on_squares_stay_lit_while_dice_are_asked_for(sit_down, look):
    crossing = demo_of("troops_and_supplies")
    anna, ben = sit_down(crossing), sit_down(crossing)
    with editing(key=crossing.key, who="staff"):
        Token.objects.filter(piece__name="Militia", kind="strength").update(value=7)
    lit = ben.page.locator(".mini.is-changed")
    expect(lit).to_have_count(1)
    anna.tap(anna.page.locator("a.mini", has_text="Rifle squad"), "tap the target")
    anna.tap(anna.page.locator("a.mini", has_text="Guard squad"), "→")
    anna.button("^Attack$")
    ben.says("attacks with 3 d6")
    look(ben.page, "live-lit-counters")
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text("Militia")


def test_what_was_unfolded_scrolled_and_in_focus_is_so_again(ben, battle):
    frame = Frame.objects.exclude(name__in=(ATTACKER, TARGET)).first()
    Frame.objects.filter(pk=frame.pk).update(status="destroyed")
    ben.page.set_viewport_size({"width": 768, "height": 600})
    ben.page.reload()
    ben.tap(ben.page.locator(".destroyed summary"))
    ben.page.locator(".piece-name a", has_text=TARGET).focus()
    ben.page.evaluate("scrollTo(0, 90)")
    top = ben.page.evaluate("scrollY")
    assert top > 0
    edited(battle, kind="blue")
    expect(ben.page.locator(".latest li").first).to_contain_text("Edited in the admin")
    expect(ben.page.locator(".destroyed")).to_have_attribute("open", "")
    expect(ben.page.locator(".piece-name a", has_text=TARGET)).to_be_focused()
    assert ben.page.evaluate("scrollY") == top


def test_a_score_that_moves_is_seen_and_said(ben, battle):
    with editing(key=battle.key, who="staff"):
        Frame.objects.filter(name=TARGET).update(status="destroyed")
    for side in Side.objects.filter(battle=battle):
        expect(ben.page.locator(".plate", has_text=side.name).locator(".score")).to_contain_text(str(side.score))
    expect(ben.page.locator("#said")).to_contain_text("Edited in the admin")


def test_an_ability_typed_in_on_one_tablet_is_offered_on_the_other(sit_down, look):
    convoy = demo_of("x_wing")
    Ship.objects.filter(name="Wedge Antilles").update(focus=0, lock=None)
    anna, ben = sit_down(convoy), sit_down(convoy, width=768, height=1024)
    anna.card("Wedge", "tap the target")
    anna.card("Soontir", "Wedge Antilles → Soontir Fel")
    anna.button("^Attack$", "rolls 3 attack dice")
    anna.dice("hit", "focus", "blank")
    ben.says("Soontir Fel rolls 2 defence dice: 3 agility −1 Wedge Antilles = 2.")  # noqa: RUF001
    # The other tablet may have it sooner; a tap while the own answer is under way is dropped.
    anna.says("Soontir Fel rolls 2 defence dice")
    type_in(anna, "Predator", "attacker", "reroll_attack")
    ben.says("Rebel Alliance modifies the attack dice.")
    look(ben.page, "live-5-an-ability-has-come")
    ben.button("^Predator: reroll 1 die", "which attack dice are rerolled?")
    anna.says("which attack dice are rerolled?")


def test_an_ability_that_is_half_typed_stays_while_the_other_rolls(sit_down):
    convoy = demo_of("x_wing")
    Ship.objects.filter(name="Wedge Antilles").update(focus=0, lock=None)
    anna, ben = sit_down(convoy), sit_down(convoy)
    anna.card("Wedge", "tap the target")
    anna.card("Soontir", "Wedge Antilles → Soontir Fel")
    anna.button("^Attack$", "rolls 3 attack dice")
    anna.dice("hit", "focus", "blank")
    name = unfold(anna, "attacker")
    name.fill("Preda")
    ben.says("Soontir Fel rolls 2 defence dice: 3 agility −1 Wedge Antilles = 2.")  # noqa: RUF001
    ben.dice("focus", "blank")
    expect(news(anna)).to_be_visible()
    expect(name).to_have_value("Preda")


def test_a_tablet_that_was_offline_says_so_and_catches_up(anna, sit_down, look):
    ben = sit_down(expect={OFFLINE})
    ben.page.context.set_offline(True)
    expect(not_connected(ben.page)).to_be_visible()
    expect(ben.page.locator("#said")).to_contain_text("Not connected")
    look(ben.page, "live-4-not-connected")
    attack(anna)
    ben.says("Joshua's turn")
    ben.page.context.set_offline(False)
    ben.says("takes 3 damage dice")
    expect(not_connected(ben.page)).to_have_count(0)


def test_who_only_hears_the_page_is_told_that_it_is_connected_again(ben, sit_down):
    anna = sit_down(expect={OFFLINE})
    said = anna.page.locator("#said")
    anna.page.context.set_offline(True)
    expect(said).to_contain_text("Not connected")
    anna.page.context.set_offline(False)
    expect(said).to_have_text("Connected again.")
    expect(not_connected(anna.page)).to_have_count(0)


TURN = """
hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


def test_a_tablet_that_sleeps_holds_no_stream_and_catches_up(ben, sit_down, app):
    ben.page.evaluate(TURN, True)
    anna = sit_down()
    attack(anna)
    anna.dice(1, 4, 5)
    anna.says("Which system does it lose?")
    assert app.watcher.open == 1
    ben.says("Joshua's turn")
    ben.page.evaluate(TURN, False)
    ben.says("Which system does it lose?")


def test_a_battle_that_was_deleted_is_said(ben, battle):
    with all_locked(Battle.objects.filter(pk=battle.pk)):
        battle.delete()
    expect(ben.page.locator(".live-lost")).to_contain_text(
        "There is no battle behind this link any more: it was deleted, or has a new link."
    )


def test_a_new_name_of_the_battle_is_the_title_of_every_page(anna, battle):
    rename(key=battle.key, name="The last stand", who="Ben")
    expect(anna.page).to_have_title("The last stand")
    expect(anna.page.locator("h1")).to_contain_text("The last stand")


@pytest.mark.parametrize(
    ("one", "other"),
    [(TABLET, UPRIGHT | {"dark": True}), (UPRIGHT | {"dark": True}, TABLET)],
    ids=["a tablet watches", "a dark one upright watches"],
)
def test_a_correction_moves_whoever_watches_and_says_so(sit_down, battle, look, one, other):
    anna, ben = sit_down(**one), sit_down(**other)
    attack(anna)
    ben.dice(1, 4, 5)
    ben.button("lose shield", "which loses shield")
    ben.button("Apply")
    expect(undo(anna)).to_contain_text("which loses shield")
    entry = Event.objects.get(battle=battle, kind="attack")
    ben.page.goto(f"/b/{battle.key}/log/{entry.number}/correct/")
    ben.tap(ben.page.locator("label[for=how-struck]"))
    expect(ben.page.get_by_role("button", name="Correct it")).to_be_enabled()
    ben.button("Correct it")
    expect(anna.page.locator(".latest").filter(visible=True)).to_contain_text("Corrected: this did not happen:")
    expect(anna.page.locator("#said")).to_contain_text("Corrected: this did not happen:")
    look(anna.page, f"watched-corrected-{one['width']}")
    assert not System.objects.filter(lost=True).exists()


def test_a_doubt_is_seen_by_whoever_watches_and_nobody_has_to_load_the_page_again(anna, ben, battle, look):
    attack(anna)
    ben.dice(1, 4, 5)
    ben.button("lose shield", "which loses shield")
    ben.button("Apply")
    last = anna.page.locator(".latest li").first
    expect(last).to_contain_text("which loses shield")
    ben.page.goto(f"/b/{battle.key}/")
    ben.tap(ben.page.locator(".latest li a").first)
    ben.button("Dispute it")
    expect(last).to_contain_text("disputed")
    expect(anna.page.get_by_text("1 disputed")).to_be_visible()
    look(anna.page, "disputed")
    anna.tap(undo(anna))
    expect(anna.page.locator(".latest li").first).to_contain_text("Undone:")
    assert Event.objects.filter(battle=battle).count() == 3, "a doubt stands in nobody's way"


def test_each_player_enters_the_own_dice_on_the_own_device(app, sit_down, look):
    crossing = demo_of("troops_and_supplies")
    anna, ben = sit_down(crossing), sit_down(crossing, width=390, height=844, dark=True)
    anna.card("Rifle squad")
    anna.card("Guard squad")
    anna.button("^Attack$")
    for finger in (anna, ben):
        finger.says("attacks with 3 d6")
    anna.dice(6)
    ben.tap(ben.page.locator(".tray", has_text="defence d6"))
    ben.dice(5, 3)
    expect(ben.page.locator("[data-enter-hand]")).to_be_hidden()
    ben.dice(1)
    look(ben.page, "both-1-own-dice")
    ben.button("^Enter the dice of River army$")
    expect(ben.page.locator(".rolled")).to_contain_text("River army has rolled")
    look(ben.page, "both-2-waits")
    assert ben.page.evaluate(HIDDEN) == 0, "the odds stay in sight beside the dice that wait"
    expect(news(anna)).to_have_text("Changed on another device: River army has rolledShow")
    look(anna.page, "both-3-half-entered")
    anna.dice(5, 2)
    anna.button("^Enter the dice of ")
    for finger in (anna, ben):
        finger.says("Does Guard squad counterattack")
    assert Reply.objects.get().value == [[6, 5, 2], [5, 3, 1]]


def test_the_defender_rolls_while_the_attackers_dice_are_awaited(app, sit_down, look):
    gate = demo_of("gods_gloom")
    anna, ben = sit_down(gate), sit_down(gate, width=768, height=1024)
    anna.card("Tusk Reavers")
    anna.card("Bound Soldiers")
    anna.button("^Attack$")
    for finger in (anna, ben):
        finger.says("Tusk Reavers: ")
    ben.tap(ben.page.locator(".other-hand summary"))
    look(ben.page, "both-4-defender")
    keys = ben.page.locator(".other-hand .key")
    expect(ben.page.locator(".other-hand .slot")).to_have_count(4)
    for _ in range(4):
        ben.tap(keys)
    expect(ben.page.locator(".rolled")).to_contain_text("has rolled")
    expect(anna.page.locator(".rolled")).to_contain_text("has rolled")
    look(anna.page, "both-5-attacker")
    assert Reply.objects.count() == 0
    for _ in range(anna.page.locator("#dice .slot").count()):
        anna.tap(anna.page.locator("#dice .key"))
    expect(ben.page.locator(".other-hand")).to_have_count(0)
    expect(anna.page.locator(".rolled .laid-dice")).to_have_count(2)
    assert [reply.label for reply in Reply.objects.all()] == ["ATC.10 attacker's dice", "ATC.10 defender's dice"]
