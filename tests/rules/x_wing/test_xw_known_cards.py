"""Known cards in an attack: when they are offered and ticked, what they do to dice, what they cost."""

from contextlib import nullcontext
from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.distributions import mean
from rules.game import Illegal
from rules.odds import odds
from rules.play import play
from rules.x_wing import GAME
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import resolve
from rules.x_wing.declaration import Obstruction, check
from rules.x_wing.hands import hands_of
from rules.x_wing.known.card import in_words
from rules.x_wing.known.cards import OF_PILOTS, OF_UPGRADES
from rules.x_wing.known.uses import offered as uses
from rules.x_wing.outlook import outlook
from rules.x_wing.samples import HOWLRUNNER, LASERS, WEDGE, attack, battle, green, on_green, on_red, red, reroll
from rules.x_wing.sheet import Phase, Ruleset, Settings
from rules.x_wing.ship import Arc
from rules.x_wing.steps_2_to_4 import uncancelled
from tests.rules.x_wing.carrying import carrying

NOBODY = "redsquadronveteran"
BARE = replace(WEDGE, weapons=(LASERS,), upgrades=())
PLAIN = replace(HOWLRUNNER, agility=2, most_shields=9, shields=9)
FRIEND = replace(BARE, key="friend", name="Friend", weapons=(replace(LASERS, key="friend-lasers"),))
EVERY = [known for cards in (OF_PILOTS, OF_UPGRADES) for same in cards.values() for known in same]


def with_ids(ship, *ids, pilot=NOBODY, **more):
    return replace(carrying(ship, *ids, pilot=pilot), **more)


def asked(attacker=BARE, defender=PLAIN, *others, **answers):
    sheet = battle(attacker, defender, *others)
    found = GAME.procedure("attack").questions(sheet, {"actor": "wedge", "target": "howlrunner"} | answers)
    return {question.name: question for question in found}


def offered(side, *ships, **answers):
    return [row.name for row in asked(*ships, **answers)[f"{side}_abilities"].offered]


def usual(side, *ships, **answers):
    return asked(*ships, **answers)[f"{side}_abilities"].usual


def declare(*ships, by_attacker=(), by_defender=(), **more):
    named = {
        "attacker_abilities": tuple(Ability(name) for name in by_attacker),
        "defender_abilities": tuple(Ability(name) for name in by_defender),
    }
    return Declared(battle(*ships), attack(**named, **more))


def hands(declared):
    return hands_of(declared.battle, declared.declaration, check(declared.battle, declared.declaration))


def after(declared, *replies):
    changed = play(resolve, declared, replies).outcome.changes
    return {(change.piece, change.track): change.after for change in changed}


def test_a_card_is_offered_and_ticked_where_the_app_sees_that_it_can_be_used():
    predator = with_ids(BARE, "predator")
    assert offered("attacker", predator, arc="front") == []
    assert offered("attacker", predator, arc="bullseye") == ["Predator"]
    assert usual("attacker", predator, arc="bullseye") == ("Predator",)


def test_what_only_the_players_see_is_asked_and_not_ticked():
    outmaneuver = with_ids(BARE, "outmaneuver")
    (row,) = asked(outmaneuver)["attacker_abilities"].offered
    assert row.leads_to == "if it is not in the defender's firing arc: 1 die fewer for defence"
    assert usual("attacker", outmaneuver) == ()


def test_what_has_a_price_is_not_ticked_and_refused_where_it_cannot_be_paid():
    vader = replace(BARE, pilot="darthvader-battleofyavin", most_force=3, force=1, recovers_force=1)
    assert offered("attacker", vader) == ["Darth Vader"]
    assert usual("attacker", vader) == ()
    (row,) = asked(replace(vader, force=0))["attacker_abilities"].offered
    assert row.refused == "Darth Vader costs 1 Force: Wedge Antilles has fewer."
    with pytest.raises(Illegal, match="costs 1 Force"):
        hands(declare(replace(vader, force=0), PLAIN, by_attacker=["Darth Vader"]))


def test_a_pilot_and_an_upgrade_of_one_id_are_told_apart():
    assert offered("attacker", with_ids(BARE, "zuckuss")) == ["Zuckuss (crew)"]
    assert offered("attacker", replace(BARE, pilot="zuckuss")) == ["Zuckuss"]


def test_wedge_takes_a_defence_die_by_himself():
    wedge = replace(BARE, pilot="wedgeantilles")
    assert usual("attacker", wedge) == ("Wedge Antilles",)
    now = hands(declare(wedge, PLAIN, by_attacker=["Wedge Antilles"]))
    assert (now.defence.dice, now.defence.reasons) == (1, "2 agility −1 Wedge Antilles = 1")  # noqa: RUF001


def test_a_friend_helps_where_it_is_measured_to_be_near():
    howlrunner = replace(FRIEND, name="Her", pilot="howlrunner")
    ships = (BARE, PLAIN, howlrunner)
    (row,) = asked(*ships)["attacker_abilities"].offered
    assert row.leads_to == "if Her is at range 0-1 of the attacker: reroll 1 die (attack dice)"
    assert usual("attacker", *ships) == ()
    assert usual("attacker", replace(BARE, pilot="howlrunner")) == ("Howlrunner",)
    assert offered("defender", *ships) == []


def test_kanan_jarrus_is_in_no_firing_arc_of_his_own_ghost():
    kanan = replace(PLAIN, pilot="kananjarrus", most_force=2, force=2)
    helper = replace(kanan, key="ghost", name="Ghost", weapons=())
    assert offered("defender", BARE, kanan) == []
    assert offered("defender", BARE, PLAIN, helper) == ["Kanan Jarrus"]
    assert offered("defender", BARE, replace(kanan, pilot="kananjarrus-hwk290lightfreighter")) == ["Kanan Jarrus"]


def test_a_card_is_offered_as_often_as_it_may_act():
    names = ["Horton Salm", "Horton Salm 2", "Horton Salm 3"]
    horton = replace(BARE, pilot="hortonsalm")
    friends = [replace(FRIEND, key=f"friend-{number}", weapons=()) for number in range(4)]
    assert offered("attacker", horton, PLAIN, *friends) == names
    assert offered("attacker", horton, PLAIN, *friends[:2]) == names[:2]
    both = hands(declare(horton, PLAIN, *friends, by_attacker=names[:2]))
    assert [str(ability) for ability in both.attack.means.abilities] == ["Horton Salm: reroll 2 dice"]


def test_a_card_that_cannot_be_used_in_this_attack_is_refused():
    with pytest.raises(Illegal, match="Predator cannot be used in this attack"):
        hands(declare(with_ids(BARE, "predator"), PLAIN, by_attacker=["Predator"], arc=Arc.FRONT))


def test_a_typed_row_is_no_card_whatever_its_name():
    typed = (Ability("Wedge Antilles", typed=True),)
    declared = Declared(battle(replace(BARE, pilot="wedgeantilles"), PLAIN), attack(attacker_abilities=typed))
    assert hands(declared).defence.dice == 2


def test_a_reroll_of_blanks_leaves_other_dice():
    hunter = declare(replace(BARE, pilot="precisehunter"), PLAIN, by_attacker=["Precise Hunter"], arc=Arc.BULLSEYE)
    rerolled = play(resolve, hunter, (red("FFB"), *on_red("Precise Hunter: reroll 1 blank"))).ask
    assert (rerolled.label, rerolled.pools[0].count) == ("2b reroll", 1)
    assert play(resolve, hunter, (red("HFC"),)).ask.label == "3a defence dice"


def test_heroic_rerolls_only_when_every_die_is_blank():
    heroic = declare(with_ids(BARE, "heroic"), PLAIN, by_attacker=["Heroic"])
    assert play(resolve, heroic, (red("BBB"),)).ask.options[0] == "Heroic: reroll 9 dice, all blank"
    assert play(resolve, heroic, (red("BBF"),)).ask.label == "3a defence dice"


def test_force_is_paid_when_the_card_is_used_and_only_then():
    vader = replace(BARE, pilot="darthvader-battleofyavin", most_force=3, force=2)
    declared = declare(vader, PLAIN, by_attacker=["Darth Vader"])
    used = "Darth Vader: change 1 blank to hit"
    assert after(declared, red("HHB"), *on_red(used), green("BB"))["wedge", "force"] == 1
    assert ("wedge", "force") not in after(declared, red("HHH"), green("BB"))
    assert used in play(resolve, declared, (red("HFB"),)).ask.options
    broke = declare(replace(vader, force=1), PLAIN, by_attacker=["Darth Vader"])
    spent = play(resolve, broke, (red("HFB"), *on_red("force"))).ask
    assert spent.label == "3a defence dice"


def test_charges_for_dice_are_paid_before_the_roll():
    wampa = replace(BARE, pilot="wampa", most_charges=1, charges=1, recovers_charges=1)
    declared = declare(wampa, PLAIN, by_attacker=["“Wampa”"])
    assert hands(declared).attack.dice == 4
    assert after(declared, red("BBBB"), green("EE"))["wedge", "charges"] == 0


def barriss(force):
    helper = replace(carrying(FRIEND, "emperorpalpatine", pilot="barrissoffee"), most_force=2, force=force)
    rows = ["Barriss Offee", "Barriss Offee (crit)", "Emperor Palpatine"]
    return declare(BARE, PLAIN, helper, by_attacker=rows, arc=Arc.BULLSEYE)


def test_a_friend_pays_for_each_of_its_cards():
    both = ("Barriss Offee (crit): change 1 hit to crit", "Emperor Palpatine: change 1 focus to hit")
    assert after(barriss(2), red("HFB"), *on_red(*both), green("BB"))["friend", "force"] == 0
    assert after(barriss(2), red("HFB"), *on_red(both[0], "done"), green("BB"))["friend", "force"] == 1


def test_more_than_a_ship_can_pay_is_refused():
    with pytest.raises(Illegal, match="Friend cannot pay for all of these cards"):
        hands(replace(barriss(1)))


def test_crack_shot_cancels_an_evade():
    declared = declare(with_ids(BARE, "crackshot"), PLAIN, by_attacker=["Crack Shot"], arc=Arc.BULLSEYE)
    assert play(resolve, declared, (red("HBB"), green("EB"))).outcome.hits == 1


@pytest.mark.parametrize(("ruleset", "evades_count"), [(Ruleset.FIRST, False), (Ruleset.SECOND, True)])
def test_no_evade_is_cancelled_by_a_card_at_range_0_of_2_5(ruleset, evades_count):
    sheet = battle(with_ids(BARE, "crackshot"), PLAIN, settings=Settings(ruleset=ruleset))
    declared = attack(distance=0, arc=Arc.BULLSEYE, allowed=True)
    names = [use.name for use in uses(sheet, declared, LASERS, attacking=True)]
    assert names == ([] if evades_count else ["Crack Shot"])
    with pytest.raises(Illegal, match="Crack Shot cannot be used") if evades_count else nullcontext():
        hands(Declared(sheet, replace(declared, attacker_abilities=(Ability("Crack Shot"),))))


def test_seventh_sister_keeps_her_force_for_it_and_pays_when_there_is_an_evade():
    sister = replace(BARE, pilot="seventhsister", most_force=2, force=2)
    declared = declare(sister, PLAIN, by_attacker=["Seventh Sister"])
    assert hands(declared).attack.means.force == 0
    assert after(declared, red("HBB"), green("EB"))["wedge", "force"] == 0
    assert ("wedge", "force") not in after(declared, red("HBB"), green("BB"))


def test_crits_are_cancelled_first_against_zeb():
    zeb = replace(PLAIN, pilot="zeborrelios")
    outcome = play(resolve, declare(BARE, zeb, by_defender=["“Zeb” Orrelios"]), (red("HCB"), green("EB"))).outcome
    assert (outcome.hits, outcome.crits) == (1, 0)


def test_biggs_cancels_a_crit_before_evades():
    biggs = replace(PLAIN, key="biggs", name="Biggs", weapons=(), pilot="biggsdarklighter")
    declared = declare(BARE, PLAIN, biggs, by_defender=["Biggs Darklighter"])
    outcome = play(resolve, declared, (red("HCB"), green("BB"))).outcome
    assert (outcome.hits, outcome.crits) == (1, 0)


def test_dice_that_nobody_modifies():
    curse = replace(PLAIN, pilot="darkcurse-battleofyavin")
    declared = declare(replace(BARE, focus=1), curse, by_defender=["“Dark Curse”"])
    assert play(resolve, declared, (red("FFF"),)).ask.label == "3a defence dice"
    assert not [told for told in outlook(declared).more if "of the attacker" in told]


def test_the_price_of_what_changes_the_other_sides_dice_is_paid():
    zuckuss = declare(with_ids(BARE, "zuckuss"), PLAIN, by_attacker=["Zuckuss (crew)"])
    replies = (red("HHH"), green("EB"), *on_green("Zuckuss (crew): reroll 1 die"), *reroll("3b", "1 evade", "B"))
    assert after(zuckuss, *replies)["wedge", "stress"] == 1
    assert ("wedge", "stress") not in after(zuckuss, red("HHH"), green("EB"), *on_green("done"))


def test_once_a_round_is_kept_until_the_round_ends():
    lone = with_ids(BARE, "lonewolf")
    declared = declare(lone, PLAIN, by_attacker=["Lone Wolf"])
    replies = (red("HHB"), *on_red("Lone Wolf: reroll 1 die"), *reroll("2b", "1 blank", "B"), green("EE"))
    changes = play(resolve, declared, replies).outcome.changes
    now = apply(declared.battle, changes)
    assert now.ship("wedge").used == "lonewolf"
    (row,) = asked(now.ship("wedge"))["attacker_abilities"].offered
    assert row.refused == "Lone Wolf was used this round."
    ending = Declared(replace(now, phase=Phase.END), GAME.procedure("advance").declare({}))
    ended = play(GAME.procedure("advance").resolve, ending, ()).outcome
    assert apply(ending.battle, ended.changes).ship("wedge").used == ""


@pytest.mark.parametrize(
    ("attacker", "defender", "by_attacker", "by_defender", "more"),
    [
        (with_ids(BARE, "predator", "marksmanship"), PLAIN, ["Predator", "Marksmanship"], [], {"arc": Arc.BULLSEYE}),
        (with_ids(BARE, "crackshot"), replace(PLAIN, focus=1), ["Crack Shot"], [], {"arc": Arc.BULLSEYE}),
        (with_ids(BARE, "juke", evade=1), replace(PLAIN, focus=1), ["Juke"], [], {}),
        (with_ids(BARE, "heroic"), with_ids(PLAIN, "heroic"), ["Heroic"], ["Heroic"], {}),
        (replace(BARE, pilot="blackout"), PLAIN, ["“Blackout”"], [], {"obstruction": Obstruction.OBSTACLE}),
        (BARE, replace(PLAIN, pilot="zeborrelios"), [], ["“Zeb” Orrelios"], {}),
        (replace(BARE, pilot="darthvader-tieddefender", most_force=3, force=1), PLAIN, ["Darth Vader"], [], {}),
    ],
)  # fmt: skip
def test_the_odds_are_those_of_every_roll_played_out(attacker, defender, by_attacker, by_defender, more):
    declared = declare(attacker, defender, by_attacker=by_attacker, by_defender=by_defender, **more)

    def hits(table):
        outcome = resolve(declared, table)
        return outcome.hits + outcome.crits

    of_attack = odds(lambda _, table: hits(table), None)
    expected = mean(odds(uncancelled, hands(declared)), lambda left: left.total)
    assert mean(of_attack, lambda count: count) == expected


@pytest.mark.parametrize("known", EVERY, ids=lambda known: f"{known.id} {known.role.name}")
def test_every_card_says_what_it_does(known):
    told = in_words(known, "Somebody", helps=known.role.of_others)
    assert told.strip()
    assert (
        known.attack_dice
        or known.defence_dice
        or known.modifies
        or known.cancels
        or known.crits_first
        or known.unmodified
        or known.guess
    )
    assert not known.near or known.role.of_others
