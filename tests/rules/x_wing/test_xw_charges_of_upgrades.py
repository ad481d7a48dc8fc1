"""Charges on upgrades: spent by the known abilities that cost them, back in the End Phase, set right by hand."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply, undo
from rules.correction import Correction
from rules.game import Illegal
from rules.play import play
from rules.records import from_json, to_json
from rules.table import Pick
from rules.x_wing import GAME
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import resolve
from rules.x_wing.building import build
from rules.x_wing.phases import GoOn, go_on
from rules.x_wing.samples import HOWLRUNNER, LASERS, TORPEDOES, WEDGE, attack, battle, green, on_red, red, reroll
from rules.x_wing.sheet import Battle, Phase
from rules.x_wing.ship import Arc
from rules.x_wing.ship_rows import Pool, UpgradeRow, UpgradeWeapon
from rules.x_wing.starter import starter_data
from rules.x_wing.upgrade import Upgrade
from tests.rules.x_wing.carrying import carrying

PLAIN = replace(HOWLRUNNER, agility=2, most_shields=9, shields=9)
CRACK = "wedge-upgrade-1"
SHOT = (red("HBB"), green("EB"))


def shooter(*ids, **more):
    return carrying(replace(WEDGE, weapons=(LASERS,)), *ids, **more)


def declare(ship, *names, target=PLAIN, by_defender=(), **more):
    rows = tuple(Ability(name) for name in names)
    defending = tuple(Ability(name) for name in by_defender)
    made = attack(attacker_abilities=rows, defender_abilities=defending, arc=Arc.BULLSEYE, **more)
    return Declared(battle(ship, target), made)


def settled(declared, *replies):
    return apply(declared.battle, play(resolve, declared, replies).outcome.changes)


def charges(sheet, ship="wedge"):
    return [upgrade.charges for upgrade in sheet.ship(ship).upgrades]


def rows(ship, target=PLAIN, side="attacker"):
    given = {"actor": "wedge", "target": "howlrunner", "arc": "bullseye"}
    found = GAME.procedure("attack").questions(battle(ship, target), given)
    (question,) = (question for question in found if question.name == f"{side}_abilities")
    return {row.name: row.refused for row in question.offered}


def test_an_ability_spends_a_charge_of_its_card_and_is_refused_without_one():
    declared = declare(shooter("crackshot", charges=1), "Crack Shot")
    outcome = play(resolve, declared, SHOT).outcome
    after = apply(declared.battle, outcome.changes)
    assert outcome.hits == 1
    assert charges(after) == [0]
    assert apply(after, undo(outcome.changes)) == declared.battle
    assert rows(after.ship("wedge")) == {"Crack Shot": "Crack Shot costs 1 charge: 0 left."}
    with pytest.raises(Illegal, match=r"^Crack Shot costs 1 charge: 0 left\.$"):
        play(resolve, declare(replace(declared.battle.ships[0], upgrades=after.ships[0].upgrades), "Crack Shot"), ())


def test_an_ability_that_finds_nothing_to_do_keeps_its_charge():
    declared = declare(shooter("crackshot", charges=1), "Crack Shot")
    assert charges(settled(declared, red("HBB"), green("BB"))) == [1]


def test_the_charges_of_a_card_that_was_typed_by_its_name_are_the_players_to_keep():
    bare = shooter("crackshot")
    assert rows(bare) == {"Crack Shot": ""}
    assert charges(settled(declare(bare, "Crack Shot"), *SHOT)) == [0]


def test_each_of_two_copies_pays_for_itself():
    two = shooter("crackshot", "crackshot", charges=1)
    both = declare(two, "Crack Shot", "Crack Shot 2")
    assert charges(settled(both, red("HHB"), green("EE"))) == [0, 0]
    assert charges(settled(both, red("HBB"), green("EB"))) == [0, 1]
    spent = replace(two, upgrades=(replace(two.upgrades[0], charges=0), two.upgrades[1]))
    assert rows(spent) == {"Crack Shot": "Crack Shot costs 1 charge: 0 left.", "Crack Shot 2": ""}


def test_a_card_that_costs_two_charges_needs_both():
    chewbacca = shooter("chewbacca-crew-swz19", charges=2)
    declared = declare(chewbacca, "Chewbacca (crew)")
    took = "Chewbacca (crew): change 1 focus to crit"
    assert charges(settled(declared, red("FBB"), *on_red(took), green("BB"))) == [0]
    one = replace(chewbacca, upgrades=(replace(chewbacca.upgrades[0], charges=1),))
    assert rows(one) == {"Chewbacca (crew)": "Chewbacca (crew) costs 2 charges: 1 left."}


def test_a_card_that_is_used_once_a_round_is_so_by_its_charge_which_comes_back():
    replies = (red("HHB"), *on_red("Lone Wolf: reroll 1 die"), *reroll("2b", "1 blank", "B"), green("EE"))
    wolf = settled(declare(shooter("lonewolf", charges=1, recovers=1), "Lone Wolf"), *replies).ship("wedge")
    assert ([upgrade.charges for upgrade in wolf.upgrades], wolf.used) == ([0], "")
    assert rows(wolf) == {"Lone Wolf": "Lone Wolf costs 1 charge: 0 left."}
    noted = settled(declare(shooter("lonewolf"), "Lone Wolf"), *replies).ship("wedge")
    assert noted.used == "lonewolf"
    assert rows(noted) == {"Lone Wolf": "Lone Wolf was used this round."}


@pytest.mark.parametrize(("left", "recovers", "then"), [(0, 1, 1), (0, 0, 0), (2, 1, 2), (1, -1, 0), (0, -1, 0)])
def test_charges_come_back_in_the_end_phase_as_far_as_the_card_says(left, recovers, then):
    ship = shooter("crackshot", charges=2, recovers=recovers)
    spent = replace(ship, upgrades=(replace(ship.upgrades[0], charges=left),))
    sheet = battle(spent, PLAIN, phase=Phase.END, initiative=None)
    assert charges(apply(sheet, play(go_on, Declared(sheet, GoOn()), ()).outcome.changes)) == [then]


@pytest.mark.parametrize("phase", [Phase.PLANNING, Phase.SYSTEM, Phase.ACTIVATION, Phase.ENGAGEMENT])
def test_no_charge_comes_back_in_another_phase(phase):
    ship = shooter("crackshot", charges=1, recovers=1)
    spent = replace(ship, upgrades=(replace(ship.upgrades[0], charges=0),))
    sheet = battle(spent, PLAIN, phase=phase)
    assert charges(apply(sheet, play(go_on, Declared(sheet, GoOn()), ()).outcome.changes)) == [0]


def test_charges_are_set_right_by_hand_and_told_by_the_name_of_the_card():
    sheet = battle(shooter("crackshot", "heroic", charges=2), PLAIN)
    correction = GAME.procedure("correction")
    asked = {question.name: question for question in correction.questions(sheet, {"actor": "wedge"})}
    assert (asked[CRACK].label, asked[CRACK].least, asked[CRACK].most) == ("Charges of card crackshot", 0, 2)
    made = Correction("wedge", ((CRACK, 0),))
    (change,) = play(correction.resolve, Declared(sheet, made), ()).outcome.changes
    told = GAME.tell(sheet, change)
    assert (told.piece, told.what, told.before, told.after) == (WEDGE.name, "charges left of card crackshot", "2", "0")
    with pytest.raises(Illegal):
        play(correction.resolve, Declared(sheet, Correction("wedge", ((CRACK, 3),))), ())


def test_charges_travel_in_records_and_are_bounded():
    sheet = battle(shooter("crackshot", charges=2, recovers=1), PLAIN)
    assert from_json(Battle, to_json(sheet)) == sheet
    for wrong in ({"charges": 3, "most_charges": 2}, {"most_charges": 100}, {"recovers": 10}):
        with pytest.raises(ValueError, match="must be"):
            Upgrade("k", "n", **wrong)
    with pytest.raises(ValueError, match="is used 2 times"):
        battle(replace(WEDGE, upgrades=(Upgrade("wedge", "Doubled"),)), PLAIN)


def test_the_charges_of_a_weapon_lie_on_the_weapon():
    data = starter_data()
    pilot = data.pilots["wedgeantilles"]
    crack = UpgradeRow("crackshot", "Crack Shot", ("Talent",), charges=Pool(1, 1))
    torpedoes = UpgradeRow(
        "protontorpedoes", "Proton Torpedoes", weapon=UpgradeWeapon(Arc.FRONT, 4, 2, 3), charges=Pool(2)
    )
    built = build("w", "s", pilot, data.ships[pilot.faction, pilot.ship], [crack, torpedoes])
    assert [(u.xws, u.charges, u.most_charges, u.recovers) for u in built.upgrades] == [
        ("crackshot", 1, 1, 1),
        ("protontorpedoes", 0, 0, 0),
    ]
    assert [(weapon.charges, weapon.most_charges) for weapon in built.weapons] == [(0, 0), (2, 2)]
    assert [upgrade.name for upgrade in built.other_upgrades] == ["Crack Shot"]
    assert TORPEDOES.most_charges


def test_what_is_lost_at_the_set_up_is_not_there_at_the_start():
    data = starter_data()
    wedge = data.pilots["wedgeantilles"]
    flown = data.ships[wedge.faction, wedge.ship]
    chewbacca = UpgradeRow("chewbacca-crew-swz19", "Chewbacca", ("Crew",), charges=Pool(2))
    crack = UpgradeRow("crackshot", "Crack Shot", ("Talent",), charges=Pool(1))
    built = build("wedge", "rebels", wedge, flown, [chewbacca, crack])
    assert [(card.charges, card.most_charges) for card in built.upgrades] == [(1, 2), (1, 1)]
    told = rows(replace(built, initiative=5))
    assert told["Chewbacca (crew)"] == "Chewbacca (crew) costs 2 charges: 1 left."
    zam = build("zam", "rebels", replace(wedge, xws="zamwesell", charges=Pool(4)), flown, [])
    assert (zam.charges, zam.most_charges) == (2, 4)


@pytest.mark.parametrize("user", ["attacker", "defender", "nobody"])
def test_a_card_of_the_other_side_with_the_same_name_is_not_paid(user):
    declared = declare(
        shooter("lonewolf", charges=1),
        "Lone Wolf",
        target=carrying(PLAIN, "lonewolf", charges=1),
        by_defender=("Lone Wolf",),
    )
    reroll_one = "Lone Wolf: reroll 1 die"
    on_attack = [*on_red(reroll_one), *reroll("2b", "1 blank", "B")] if user == "attacker" else on_red("done")
    on_defence = [Pick("3b modify", reroll_one), *reroll("3b", "1 blank", "B")]
    on_defence = on_defence if user == "defender" else [Pick("3b modify", "done")]
    after = settled(declared, red("HHB"), *on_attack, green("EB"), *on_defence)
    assert (charges(after), charges(after, "howlrunner")) == ([user != "attacker"], [user != "defender"])
