"""Known cards that spend a hit for something else, and those that lend tokens or a lock to another ship's dice."""

import re
from dataclasses import replace

import pytest

from rules.game import Illegal
from rules.play import play
from rules.x_wing.attack import resolve
from rules.x_wing.best_with_abilities import best_with_abilities
from rules.x_wing.dice import ATTACK, DEFENCE, HIT, Lying
from rules.x_wing.known.card import in_words
from rules.x_wing.known.dice import spend
from rules.x_wing.modification import changes, made
from rules.x_wing.odds import chances
from rules.x_wing.samples import green, on_green, on_red, red, reroll
from rules.x_wing.ship import Size
from tests.rules.x_wing.test_xw_known_cards import BARE, EVERY, FRIEND, PLAIN, after, declare, hands, offered, with_ids

CORSAIRS = with_ids(BARE, "corsaircrew")
SPENT = "Corsair Crew: spend 1 hit"
WING = replace(PLAIN, key="wing", name="Wing", weapons=())


def test_corsair_crew_spend_a_hit_and_its_die_comes_to_nothing_else():
    declared = declare(CORSAIRS, PLAIN, by_attacker=["Corsair Crew"])
    ask = play(resolve, declared, (red("HHB"),)).ask
    assert ask.options == ("done", SPENT)
    found = play(resolve, declared, (red("HHB"), *on_red(SPENT), green("BB"))).outcome
    assert (found.hits, found.crits) == (1, 0)
    assert play(resolve, declared, (red("CFB"), green("BB"))).outcome.crits == 1, "there is no hit to spend"


def test_corsair_crew_are_not_offered_against_a_huge_ship():
    assert offered("attacker", CORSAIRS, PLAIN) == ["Corsair Crew"]
    assert offered("attacker", CORSAIRS, replace(PLAIN, size=Size.HUGE)) == []


def test_a_hit_that_may_be_spent_is_kept_in_usual_and_in_best_play():
    now = hands(declare(CORSAIRS, PLAIN, by_attacker=["Corsair Crew"]))
    without = hands(declare(BARE, PLAIN))
    assert chances(now) == chances(without)
    assert best_with_abilities(now) == best_with_abilities(without)


@pytest.mark.parametrize(
    ("dice", "left"),
    [
        (Lying((2, 0, 0, 1), (0, 0, 0, 0)), Lying((1, 0, 0, 1), (0, 0, 0, 0))),
        (Lying((1, 0, 0, 0), (1, 1, 0, 0)), Lying((1, 0, 0, 0), (0, 1, 0, 0))),
    ],
)
def test_a_die_that_is_spent_is_gone_the_one_that_cannot_be_rerolled_first(dice, left):
    (one,) = spend(HIT)
    assert dict(changes(one, dice, own=True)) == {"hit": (HIT, "")}
    assert made(one, dice, HIT, "") == left


def test_scorch_helps_a_primary_attack_near_him():
    scorch = replace(FRIEND, pilot="scorch-tiesebomber")
    assert offered("attacker", BARE, PLAIN, scorch) == ["“Scorch”"]
    assert offered("attacker", replace(BARE, pilot="scorch-tiesebomber"), PLAIN) == ["“Scorch”"]


@pytest.mark.parametrize(
    ("pilot", "name"), [("esegetuketu", "Esege Tuketu"), ("herasyndulla-rz1awing", "Hera Syndulla (focus)")]
)
def test_a_friend_lends_its_focus_token_to_the_dice_of_another(pilot, name):
    lender = replace(FRIEND, pilot=pilot, focus=1)
    assert name in offered("attacker", BARE, PLAIN, lender)
    declared = declare(BARE, PLAIN, lender, by_attacker=[name])
    used = after(declared, red("FFB"), *on_red(f"{name}: change 9 focus to hit"), green("BB"))
    assert (used["friend", "focus"], used["howlrunner", "shields"]) == (0, 7)
    assert ("friend", "focus") not in after(declared, red("HBB"), green("BB")), "there was no focus result"
    guarded = declare(BARE, PLAIN, replace(WING, pilot=pilot, focus=1), by_defender=[name])
    replies = (red("HBB"), green("FB"), *on_green(f"{name}: change 9 focus to evade"))
    assert after(guarded, *replies)["wing", "focus"] == 0
    assert offered("attacker", BARE, PLAIN, replace(lender, focus=0)) == []


def test_hera_syndulla_lends_one_of_her_tokens_or_a_lock():
    hera = replace(FRIEND, pilot="herasyndulla-asf01bwing", focus=1, lock="howlrunner")
    names = ["Hera Syndulla (focus)", "Hera Syndulla (lock)"]
    assert offered("attacker", BARE, PLAIN, hera) == names
    with pytest.raises(Illegal, match="two ways to use one card"):
        hands(declare(BARE, PLAIN, hera, by_attacker=names))
    declared = declare(BARE, PLAIN, hera, by_attacker=names[1:])
    first = (red("FBB"), *on_red("Hera Syndulla (lock): reroll 9 dice"), *reroll("2b", "1 focus, 2 blank", "FFB"))
    used = after(declared, *first, green("BB"))
    assert used["friend", "lock"] is None
    assert ("friend", "focus") not in used
    guarded = declare(
        BARE, PLAIN, replace(WING, pilot="herasyndulla-rz1awing", evade=1), by_defender=["Hera Syndulla (evade)"]
    )
    taken = on_green("Hera Syndulla (evade): change 1 blank or focus to evade")
    assert after(guarded, red("HBB"), green("BB"), *taken)["wing", "evade"] == 0


def test_moff_gideon_keeps_the_defence_dice_as_they_fell():
    gideon = replace(FRIEND, pilot="moffgideon", most_charges=2, charges=2)
    ready = replace(PLAIN, focus=1)
    assert offered("attacker", BARE, ready, gideon) == ["Moff Gideon"]
    declared = declare(BARE, ready, gideon, by_attacker=["Moff Gideon"])
    assert hands(declared).defence.unmodified
    used = after(declared, red("HBB"), green("FB"))
    assert (used["friend", "charges"], used["howlrunner", "shields"]) == (1, 8)
    assert offered("attacker", BARE, ready, replace(gideon, charges=0)) == []


@pytest.mark.parametrize("kind", [ATTACK, DEFENCE])
def test_lando_calrissian_rerolls_two_dice_for_a_green_token(kind):
    attacks = kind == ATTACK
    lando = with_ids(BARE if attacks else PLAIN, "landocalrissian-crew", focus=1, calculate=1, reinforce_fore=1)
    ships = (lando, PLAIN) if attacks else (BARE, lando)
    names = [f"Lando Calrissian ({name})" for name in ("focus", "calculate")]
    side = "attacker" if attacks else "defender"
    found = offered(side, *ships)
    assert [name for name in found if name in names] == names
    assert ("Lando Calrissian (reinforce (fore))" in found) is attacks, "where it defends that token cancels"
    declared = declare(*ships, **{f"by_{side}": names[:1]})
    own, step = (on_red, "2b") if attacks else (on_green, "3b")
    rerolled = (*own("Lando Calrissian (focus): reroll 2 dice"), *reroll(step, "2 blank", "BB"))
    dice = (red("BBH"), *rerolled, green("BB")) if attacks else (red("HBB"), green("BB"), *rerolled)
    assert after(declared, *dice)[lando.key, "focus"] == 0


@pytest.mark.parametrize("several", ["costs 2 Force", "costs 2 energy", "costs 2 charges of the card"])
def test_several_of_what_is_spent_have_their_own_words(several):
    told = "; ".join(in_words(known, "Somebody", helps=False) for known in EVERY)
    assert re.search(rf"{several}\b", told)
