"""Cards that depend on how many attack dice are rolled: the app counts them, with all that is chosen besides."""

from dataclasses import replace

import pytest

from rules.distributions import mean
from rules.game import Illegal
from rules.odds import odds
from rules.play import play
from rules.x_wing.attack import resolve
from rules.x_wing.odds import chances
from rules.x_wing.samples import LASERS, green, red
from rules.x_wing.ship import Arc
from rules.x_wing.steps_2_to_4 import uncancelled
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, PLAIN, asked, declare, hands, with_ids

GAR = with_ids(BARE, "garsaxon-gunner")
STRESSED = replace(PLAIN, stress=1)
SEVENTH = with_ids(FRIEND, "seventhfleetgunner", charges=0)
TV_94 = with_ids(FRIEND, "tv94")
HASK = replace(FRIEND, pilot="gideonhask-xiclasslightshuttle")
WAMPA = {"pilot": "wampa", "most_charges": 1, "charges": 1}


def firing(dice, **more):
    return replace(BARE, weapons=(replace(LASERS, dice=dice),), calculate=1, **more)


def row(name, *ships, **answers):
    return next(each for each in asked(*ships, **answers)["attacker_abilities"].offered if each.name == name)


def refused(name, *ships, **answers):
    return row(name, *ships, **answers).refused


@pytest.mark.parametrize(("dice", "distance", "fits"), [(3, 2, True), (4, 2, False), (2, 1, True), (3, 1, False)])
def test_gar_saxon_rolls_no_fifth_die(dice, distance, fits):
    ship = replace(GAR, weapons=(replace(LASERS, dice=dice),))
    assert refused("Gar Saxon (gunner)", ship, STRESSED, range=distance) is not fits
    declared = declare(ship, STRESSED, by_attacker=["Gar Saxon (gunner)"], distance=distance)
    if fits:
        assert hands(declared).attack.dice == 4
        return
    with pytest.raises(Illegal, match="needs fewer than 4 attack dice: 4 are rolled without it"):
        hands(declared)


def test_nothing_of_the_number_is_asked():
    hurt = replace(PLAIN, stress=1, unseen=1)
    told = [
        row("Gar Saxon (gunner)", GAR, STRESSED).leads_to,
        row("Seventh Fleet Gunner", BARE, PLAIN, SEVENTH).leads_to,
        row("Gideon Hask", BARE, hurt, HASK).leads_to,
        row("TV-94", firing(2), PLAIN, TV_94, arc="bullseye").leads_to,
    ]
    assert not any("dice are rolled" in words or "attack dice or" in words or "fewer than" in words for words in told)
    assert told[0].startswith("1 die more for attack")
    assert told[1].startswith("if the defender is in its firing arc: 1 die more")


def test_a_die_that_is_ticked_or_typed_counts_and_one_that_is_not_does_not():
    wampa = with_ids(BARE, "garsaxon-gunner", **WAMPA)
    assert refused("Gar Saxon (gunner)", wampa, STRESSED, attacker_abilities=[]) == ""
    named = [{"name": "“Wampa”"}, {"name": "Gar Saxon (gunner)"}]
    assert "4 are rolled without it" in refused("Gar Saxon (gunner)", wampa, STRESSED, attacker_abilities=named)
    typed = [{"name": "more", "typed": True, "attack_dice": 1}]
    assert "4 are rolled without it" in refused("Gar Saxon (gunner)", GAR, STRESSED, attacker_abilities=typed)
    kanan = replace(PLAIN, stress=1, pilot="kananjarrus-hwk290lightfreighter", most_force=1, force=1)
    fewer = {"attacker_abilities": typed, "defender_abilities": [{"name": "Kanan Jarrus"}]}
    assert refused("Gar Saxon (gunner)", GAR, kanan, **fewer) == ""


def test_the_second_of_two_counts_the_die_of_the_first():
    ships = (GAR, STRESSED, SEVENTH)
    both = ["Gar Saxon (gunner)", "Seventh Fleet Gunner"]
    assert hands(declare(*ships, by_attacker=both[:1])).attack.dice == 4
    with pytest.raises(Illegal, match="Seventh Fleet Gunner needs fewer than 4 attack dice"):
        hands(declare(*ships, by_attacker=both))
    two = replace(GAR, weapons=(replace(LASERS, dice=2),))
    assert hands(declare(two, *ships[1:], by_attacker=both)).attack.dice == 4


def test_gideon_hask_comes_after_cards_that_allow_more_dice():
    ships = (replace(GAR, weapons=(replace(LASERS, dice=2),)), replace(STRESSED, unseen=1), HASK)
    assert hands(declare(*ships, by_attacker=["Gideon Hask"])).attack.dice == 3
    with pytest.raises(Illegal, match="Gideon Hask needs fewer than 3 attack dice: 3 are rolled"):
        hands(declare(*ships, by_attacker=["Gideon Hask", "Gar Saxon (gunner)"]))


def test_tv_94_adds_a_hit_to_two_dice_and_pays_the_attackers_token():
    ships = (firing(2), PLAIN, TV_94)
    declared = declare(*ships, by_attacker=["TV-94"], arc=Arc.BULLSEYE)
    ask = play(resolve, declared, (red("BB"),)).ask
    assert ask.options[0] == "TV-94: add 1 hit"
    assert "3 are rolled" in refused("TV-94", firing(3), PLAIN, TV_94, arc="bullseye")


def test_odds_count_the_die_that_the_app_allows():
    declared = declare(GAR, STRESSED, by_attacker=["Gar Saxon (gunner)"])
    with_it, without = hands(declared), hands(declare(GAR, STRESSED))
    assert mean(chances(with_it), lambda left: left.total) > mean(chances(without), lambda left: left.total)
    assert chances(with_it) == odds(uncancelled, with_it)


def test_the_charge_of_the_gunner_is_paid():
    gunner = replace(SEVENTH, upgrades=(replace(SEVENTH.upgrades[0], charges=1, most_charges=1),))
    outcome = play(
        resolve, declare(BARE, PLAIN, gunner, by_attacker=["Seventh Fleet Gunner"]), (red("BBBB"), green("EE"))
    ).outcome
    assert [change.after for change in outcome.changes if change.piece == gunner.upgrades[0].key] == [0]
