"""What "Second edition 7" has right: what an attack spent or gained on its attack dice is gone or there afterwards."""

from dataclasses import replace
from functools import partial

import pytest

from rules.game import Illegal
from rules.odds import odds
from rules.play import Resolved, Waiting, play
from rules.x_wing.attack import resolve
from rules.x_wing.odds import after_options, before_roll, chances
from rules.x_wing.outlook import USUAL_PLAY, outlook
from rules.x_wing.samples import LASERS, green, on_green, on_red, red, reroll
from rules.x_wing.ship import Arc
from rules.x_wing.steps_2_to_4 import met, roll_and_modify, shown
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, PLAIN, after, asked, declare, hands, offered, with_ids

FEROPH, CAPTAIN = "Captain Feroph", replace(PLAIN, pilot="captainferoph")
TURNS = "Captain Feroph: change 1 blank or focus to evade"
R2C4 = "R2-C4: change 1 focus to hit"
LANDO = "Lando Calrissian"
BLANKS = f"{LANDO}: reroll 9 blank"
ZUCKUSS = "Zuckuss (crew)"
ESCAPE = replace(with_ids(BARE, "zuckuss"), pilot="landocalrissian-escapecraft")
LOCKED = replace(with_ids(BARE, "instigator", "r4b11"), lock="howlrunner")
TWO, ANY = "Instigator: reroll 2 dice", "R4-B11: reroll 9 dice"


def options(declared, *replies):
    return play(resolve, declared, replies).ask.options


def again(short):
    """The only dice that can be rerolled, as they fall."""
    return reroll("2b", "", short)[1]


def openly(hands, table):
    return table.play_rest(roll_and_modify, hands.attack, partial(shown, hands), met)


def test_a_green_token_that_a_card_of_the_attacker_takes_is_gone():
    droid = with_ids(BARE, "r2c4", evade=1)
    assert FEROPH in offered("defender", droid, CAPTAIN)
    assert FEROPH not in offered("defender", replace(droid, evade=2), CAPTAIN)
    assert FEROPH not in offered("defender", replace(with_ids(BARE), evade=1), CAPTAIN)
    declared = declare(droid, CAPTAIN, by_attacker=["R2-C4"], by_defender=[FEROPH])
    assert options(declared, red("HHF"), *on_red(R2C4), green("FB")) == (TURNS, "done")
    assert isinstance(play(resolve, declared, (red("HHF"), *on_red("done"), green("FB"))), Resolved)
    unused = declare(droid, CAPTAIN, by_defender=[FEROPH])
    assert isinstance(play(resolve, unused, (red("HHF"), green("FB"))), Resolved)


@pytest.mark.parametrize("more", [{"evade": 1}, {"evade": 1, "focus": 1}, {"evade": 1, "calculate": 2}])
def test_odds_know_whether_it_was_taken(more):
    declared = declare(with_ids(BARE, "r2c4", **more), CAPTAIN, by_attacker=["R2-C4"], by_defender=[FEROPH])
    now = hands(declared)
    assert now.if_bare
    assert chances(now) == odds(openly, now)


@pytest.mark.parametrize("token", ["evade", "reinforce_fore", "reinforce_aft"])
def test_so_is_one_that_pays_for_a_crew(token):
    crew = with_ids(BARE, "landocalrissian-crew", **{token: 1})
    (name,) = (name for name in offered("attacker", crew) if name.startswith(LANDO))
    declared = declare(crew, CAPTAIN, by_attacker=[name], by_defender=[FEROPH])
    used = (*on_red(f"{name}: reroll 2 dice"), *reroll("2b", "2 blank", "HH"))
    assert options(declared, red("HBB"), *used, green("FB")) == (TURNS, "done")
    assert isinstance(play(resolve, declared, (red("HBB"), *on_red("done"), green("FB"))), Resolved)
    assert after(declared, red("HBB"), *used, green("FB"), *on_green("done"))["wedge", token] == 0


def test_juke_needs_the_evade_token_that_a_card_took():
    juke = with_ids(BARE, "juke", "r2c4", evade=1)
    turns = "Juke: change 1 evade to focus"
    for tokens, spent, left in ((1, True, False), (1, False, True), (2, True, True)):
        declared = declare(replace(juke, evade=tokens), PLAIN, by_attacker=["Juke", "R2-C4"])
        now = play(resolve, declared, (red("HHF"), *on_red(R2C4 if spent else "done"), green("EB")))
        assert (isinstance(now, Waiting) and turns in now.ask.options) is left
    now = hands(declare(juke, PLAIN, by_attacker=["Juke", "R2-C4"]))
    assert chances(now) == odds(openly, now)


def test_who_is_stressed_by_one_card_uses_none_for_ships_that_are_not():
    declared = declare(ESCAPE, PLAIN, by_attacker=[LANDO, ZUCKUSS])
    used = (red("HHB"), *on_red(BLANKS), again("H"))
    now = play(resolve, declared, (*used, green("EB")))
    assert isinstance(now, Resolved)
    stress = {(c.piece, c.track): c.after for c in now.outcome.changes}
    assert stress["wedge", "stress"] == 1
    unused = (red("HHB"), *on_red("done"), green("EB"))
    assert options(declared, *unused) == (f"{ZUCKUSS}: reroll 1 die", "done")


def test_odds_count_one_of_them():
    declared = declare(ESCAPE, PLAIN, by_attacker=[LANDO, ZUCKUSS])
    now = hands(declared)
    assert chances(now) == odds(openly, now)
    assert USUAL_PLAY in outlook(declared).more
    ask = play(resolve, declared, (red("HHB"),)).ask
    kept = after_options(now, ask)["done"]
    roll = play(resolve, declared, (red("HHB"), *on_red("done"))).ask
    assert before_roll(now, roll) == kept
    gone = play(resolve, declared, (red("HHB"), *on_red(BLANKS), again("H"))).ask
    without = hands(declare(ESCAPE, PLAIN))
    assert before_roll(now, gone) == before_roll(without, play(resolve, declare(ESCAPE, PLAIN), (red("HHH"),)).ask)


def test_one_that_stresses_before_the_dice_bars_the_others():
    scorch = replace(with_ids(BARE, "zuckuss"), pilot="scorch")
    (name,) = (name for name in offered("attacker", scorch) if "Scorch" in name)
    with pytest.raises(Illegal, match="stress, with which Zuckuss"):
        hands(declare(scorch, PLAIN, by_attacker=[name, ZUCKUSS]))
    hands(declare(scorch, PLAIN, by_attacker=[name]))


def test_a_lock_that_was_spent_is_no_red_token_any_more():
    declared = declare(LOCKED, PLAIN, by_attacker=["Instigator", "R4-B11"])
    spent = (red("HBB"), *on_red("lock"), *reroll("2b", "2 blank", "HB"))
    now = play(resolve, declared, (*spent, green("EB")))
    assert isinstance(now, Resolved), "neither is left"
    kept = (red("HBB"), *on_red(TWO), *reroll("2b", "2 blank", "HH"))
    assert "lock" in options(declared, *kept)
    assert options(declared, *kept, *on_red("done"), green("EB")) == (ANY, "done")


@pytest.mark.parametrize(
    ("defender", "others"),
    [(replace(PLAIN, deplete=1), ()), (PLAIN, (replace(FRIEND, lock="howlrunner", weapons=()),))],
)
def test_another_red_or_orange_token_or_lock_stays(defender, others):
    declared = declare(LOCKED, defender, *others, by_attacker=["Instigator", "R4-B11"])
    spent = (red("HBB"), *on_red("lock"), *reroll("2b", "2 blank", "HB"))
    assert ANY in options(declared, *spent, *on_red("done"), green("EB"))


def test_odds_count_the_lock_once():
    for cards in (["R4-B11"], ["Instigator"], ["Instigator", "R4-B11"]):
        now = hands(declare(LOCKED, PLAIN, by_attacker=cards))
        assert chances(now) == odds(openly, now)
    assert USUAL_PLAY in outlook(declare(LOCKED, PLAIN, by_attacker=["R4-B11"])).more


def test_odds_between_the_defence_dice_know_what_their_owner_has_by_then():
    attacker = with_ids(BARE, "zuckuss", focus=1)
    declared = declare(attacker, CAPTAIN, by_attacker=[ZUCKUSS], by_defender=[FEROPH])
    for option, left in (("focus", 1), ("done", 1)):
        dice = red("HHF"), *on_red(option), green("EF")
        now = after_options(hands(declared), play(resolve, declared, dice).ask)
        assert sum(found.total * chance for found, chance in now["done"].items()) == left


def test_one_red_or_orange_token_is_taken_once():
    gunner = with_ids(BARE, "garsaxon-gunner", "r4b11")
    for tokens in (1, 2):
        defender = replace(PLAIN, deplete=tokens)
        cards = [name for name in offered("attacker", gunner, defender) if "Saxon" in name or name == "R4-B11"]
        assert len(cards) == 2
        declared = declare(gunner, defender, by_attacker=cards)
        if tokens > 1:
            hands(declared)
            continue
        with pytest.raises(Illegal, match="no red or orange token left for"):
            hands(declared)


def test_klick_keeps_the_lock_for_which_no_bonus_is_applied():
    klick = replace(BARE, pilot="klick", lock="howlrunner", charges=1, most_charges=1)
    (row,) = asked(klick, PLAIN, range=3)["attacker_abilities"].offered
    assert "it keeps its lock" in row.leads_to
    declared = declare(klick, PLAIN, by_attacker=[row.name], distance=3)
    assert hands(declared).defence.dice == 2
    assert isinstance(play(resolve, declared, (red("HBB"), green("BB"))), Resolved)
    assert ("wedge", "lock") not in after(declared, red("HBB"), green("BB"))


def test_odds_know_that_a_reroll_may_cost_what_converts_focus_results():
    cards = ("predator", "landocalrissian-crew")
    three = replace(with_ids(BARE, *cards, focus=1, force=1, most_force=1), weapons=(replace(LASERS, dice=3),))
    declared = declare(three, PLAIN, by_attacker=["Predator", f"{LANDO} (focus)"], arc=Arc.BULLSEYE)
    now = hands(declared)
    assert chances(now) == odds(openly, now)
