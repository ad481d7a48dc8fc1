"""What the table tells is not asked: who stands there, where the attack's own ships are, and whose pilots they are."""

from dataclasses import replace

import pytest

from rules.x_wing.declaration import Facing
from rules.x_wing.known.cards import PILOTS
from rules.x_wing.known.limited import LIMITED, NOT_LIMITED
from rules.x_wing.samples import LASERS
from rules.x_wing.ship import Arc, Status
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, NOBODY, PLAIN, asked, usual, with_ids

WING = replace(PLAIN, key="wing", name="Wing", weapons=())
HELP = replace(FRIEND, pilot=NOBODY, weapons=())
ASKED = "if "


def of(side, *ships, **answers):
    return [row.leads_to for row in asked(*ships, **answers)[f"{side}_abilities"].offered]


def told(side, *ships, **answers):
    """Nothing where the card is not on offer, else whether something of it is asked."""
    return [words.startswith(ASKED) for words in of(side, *ships, **answers)]


ALONE = [
    ("attacker", replace(BARE, pilot="ndrusuhlak")),
    ("attacker", with_ids(BARE, "lonewolf")),
    ("defender", replace(PLAIN, pilot="bobafett-separatistalliance")),
]


@pytest.mark.parametrize(("side", "ship"), ALONE)
def test_who_has_no_friend_on_the_table_is_alone(side, ship):
    pair = (ship, PLAIN) if side == "attacker" else (BARE, ship)
    friend = HELP if side == "attacker" else WING
    assert told(side, *pair) == [False]
    assert told(side, *pair, friend) == [True]
    gone = replace(friend, status=Status.REMOVED, destroyed_by="fleeing")
    assert told(side, *pair, gone) == [False]


NEEDS_FRIENDS = [
    ("attacker", "lieutenantblount"),
    ("attacker", "clanwrenvolunteer"),
    ("attacker", "wedgeantilles-battleofyavin"),
    ("defender", "dextiree-battleofyavin"),
]


@pytest.mark.parametrize(("side", "pilot"), NEEDS_FRIENDS)
def test_who_has_no_friend_on_the_table_has_none_near(side, pilot):
    pair = (replace(BARE, pilot=pilot), PLAIN) if side == "attacker" else (BARE, replace(PLAIN, pilot=pilot))
    friend = HELP if side == "attacker" else WING
    assert told(side, *pair, range=1) == []
    assert told(side, *pair, friend, range=1) == [True]


def test_there_are_as_many_rows_as_ships_and_the_one_in_the_attack_is_seen():
    boba = replace(BARE, pilot="bobafett")
    assert told("attacker", boba, range=1) == [False]
    assert told("attacker", boba, range=2) == [True]
    assert told("attacker", boba, PLAIN, WING, range=1) == [False, True]
    assert usual("attacker", boba, PLAIN, WING, range=1) == ("Boba Fett",)
    assert told("attacker", replace(BARE, pilot="jessikapava", most_charges=1, charges=1), PLAIN, HELP) == [True]


def test_tokens_in_the_attack_arc_are_the_defenders_and_perhaps_others():
    gunner, deflection = with_ids(BARE, "dt798"), with_ids(PLAIN, "graviticdeflection")
    assert told("attacker", gunner) == []
    assert told("attacker", gunner, replace(PLAIN, stress=1)) == [False]
    assert told("attacker", gunner, PLAIN, replace(WING, jam=1)) == [True]
    assert told("attacker", gunner, replace(PLAIN, stress=1), replace(WING, jam=1)) == [False, True]
    assert told("attacker", replace(gunner, stress=1)) == []
    assert told("defender", BARE, deflection) == []
    assert told("defender", BARE, replace(deflection, tractor=1), replace(WING, tractor=1)) == [False, True]


def test_a_bullseye_counts_for_r6_d8():
    droid = with_ids(BARE, "r6d8")
    assert told("attacker", droid, arc="front") == []
    assert told("attacker", droid, arc="bullseye") == [False]
    assert told("attacker", droid, PLAIN, HELP, arc="bullseye") == [False, True]


def test_a_jammed_ship_is_seen():
    suite = with_ids(PLAIN, "enhancedjammingsuite")
    green = replace(BARE, evade=1)
    assert told("defender", green, suite) == []
    assert told("defender", green, replace(suite, jam=1)) == [False]
    assert told("defender", green, suite, replace(WING, jam=1)) == [True]


def test_boba_fett_sees_that_there_is_no_other_ship_and_treacherous_that_one_is_needed():
    gunner, traitor = with_ids(BARE, "bobafett-gunner"), with_ids(PLAIN, "treacherous")
    assert told("attacker", gunner) == [False]
    assert told("attacker", gunner, PLAIN, WING) == [True]
    assert told("defender", BARE, traitor) == []
    assert told("defender", BARE, traitor, WING) == [True]


@pytest.mark.parametrize(("pilot", "is_offered"), [("darthvader", True), ("maulermithel", True), (NOBODY, False)])
def test_a_friend_of_a_name_is_on_the_table(pilot, is_offered):
    backstabber = replace(BARE, pilot="backstabber-battleofyavin")
    assert told("attacker", backstabber) == []
    assert told("attacker", backstabber, PLAIN, replace(HELP, pilot=pilot)) == [True] * is_offered
    assert told("attacker", backstabber, PLAIN, replace(HELP, pilot="")) == [True]


def test_more_friends_than_enemies():
    escape, trap = with_ids(BARE, "noescape-battleoverendor"), with_ids(PLAIN, "itsatrap-battleoverendor")
    assert told("attacker", escape, range=1) == [False]
    assert told("attacker", escape, range=2) == [True]
    assert told("attacker", escape, PLAIN, WING, range=1) == [True]
    assert told("defender", BARE, trap) == []
    assert told("defender", BARE, trap, WING, range=2) == [True]
    assert told("defender", BARE, trap, WING, range=1) == []


def test_two_enemies_have_to_be_there_for_the_mandalorian_and_two_friends_for_teza_nasz():
    mando, teza = replace(BARE, pilot="themandalorian"), replace(BARE, pilot="tezanasz")
    assert told("attacker", mando) == []
    assert told("attacker", mando, PLAIN, WING) == [True]
    assert told("attacker", teza) == []
    assert told("attacker", teza, PLAIN, HELP) == [True]


def test_a_turret_has_to_be_there_for_vennie():
    vennie = replace(PLAIN, pilot="vennie")
    assert told("defender", BARE, vennie) == []
    turret = replace(LASERS, key="turret", arc=Arc.DOUBLE_TURRET)
    assert told("defender", BARE, vennie, replace(WING, weapons=(turret,))) == [True]


REINFORCED = replace(PLAIN, reinforce_fore=1)
FULL_FRONT, FULL_REAR, BOTH = (facing.value for facing in (Facing.FRONT, Facing.REAR, Facing.BOTH))


@pytest.mark.parametrize(
    ("facing", "slave", "hope", "fearless", "tantive"),
    [
        (FULL_FRONT, [], [False], [True], []),
        (FULL_REAR, [False], [], [], [True]),
        (BOTH, [False], [False], [True], [True]),
    ],
)
def test_where_the_defender_is_reinforced_its_full_arcs_are_seen(facing, slave, hope, fearless, tantive):
    where = {"facing": facing, "range": 1}
    assert told("attacker", with_ids(BARE, "slavei-swz82"), REINFORCED, **where) == slave
    assert told("defender", BARE, with_ids(REINFORCED, "brighthope"), **where) == hope
    assert told("attacker", with_ids(BARE, "fearless"), REINFORCED, **where) == fearless
    assert told("defender", BARE, with_ids(REINFORCED, "tantiveiv"), **where) == tantive


def test_where_nobody_is_reinforced_full_arcs_are_asked():
    assert told("attacker", with_ids(BARE, "slavei-swz82"), PLAIN) == [True]
    assert told("attacker", with_ids(BARE, "fearless"), PLAIN, range=1) == [True]


def test_the_attackers_own_arcs_are_seen():
    graz = replace(PLAIN, pilot="graz")
    turret = replace(LASERS, arc=Arc.SINGLE_TURRET)
    assert told("defender", BARE, graz) == []
    assert told("defender", replace(BARE, weapons=(turret,)), graz, arc="single turret") == [True]
    chiraneau = replace(BARE, pilot="rearadmiralchiraneau")
    assert told("attacker", replace(chiraneau, reinforce_fore=1)) == [False]
    assert told("attacker", replace(chiraneau, reinforce_aft=1)) == [True]
    assert told("attacker", replace(BARE, pilot="gavindarklighter")) == [False]
    assert told("attacker", BARE, PLAIN, replace(HELP, pilot="gavindarklighter")) == [True]
    sabine = replace(PLAIN, pilot="sabinewren-rz1awing")
    assert told("defender", BARE, sabine, range=1) == [False]
    assert told("attacker", with_ids(replace(BARE, weapons=(turret,)), "rey-gunner"), arc="single turret") == [False]
    backdraft = replace(BARE, pilot="backdraft", weapons=(turret, replace(LASERS, key="front")))
    assert told("attacker", backdraft, weapon="wedge-lasers", arc="single turret") == [True]
    assert told("attacker", backdraft, weapon="wedge-lasers", arc="bullseye") == []


def test_ships_at_attack_range_1_are_at_range_0_1_and_farther_ones_may_be():
    bo = with_ids(BARE, "bokatankryze")
    assert [told("attacker", bo, range=distance) for distance in (1, 2, 3)] == [[False], [True], [True]]


def test_limited_pilots_are_known_by_their_ids():
    drea = replace(HELP, key="drea", name="Drea", pilot="drearenthal")
    assert of("attacker", BARE, PLAIN, drea)[0].startswith("if the attacker is not limited and ")
    rookie = replace(BARE, pilot="bluesquadronescort")
    assert of("attacker", rookie, PLAIN, drea)[0].startswith("if the defender is in Drea Renthal's firing arc: ")
    assert of("attacker", replace(BARE, pilot="garvendreis"), PLAIN, drea) == []
    assert of("attacker", replace(BARE, pilot="drearenthal")) == []


def test_malarus_and_dedicated_ask_only_what_is_left():
    crew = with_ids(HELP, "commandermalarus", pilot=NOBODY)
    rookie = replace(BARE, pilot="bluesquadronescort")
    (words,) = of("attacker", rookie, PLAIN, crew)
    assert words.startswith("if Friend is at range 0-1 of the attacker and the first side of the card is up: ")
    dedicated = with_ids(WING, "dedicated", pilot=NOBODY)
    assert of("defender", BARE, replace(PLAIN, pilot="academypilot"), dedicated) == []
    for ship in (replace(PLAIN, pilot="howlrunner"), with_ids(PLAIN, "dedicated", pilot="academypilot")):
        assert of("defender", BARE, ship, dedicated)[0].startswith("if the defender is in the left or right arc")
    (words,) = of("defender", BARE, replace(PLAIN, pilot=""), dedicated)
    assert words.startswith("if the defender is limited or Dedicated")


def test_kath_scarlet_needs_a_friend_that_is_not_limited():
    kath = replace(BARE, pilot="kathscarlet")
    assert told("attacker", kath, PLAIN, replace(HELP, pilot="drearenthal")) == []
    assert told("attacker", kath, PLAIN, replace(HELP, pilot="bluesquadronescort")) == [True]
    assert told("attacker", kath, PLAIN, replace(HELP, pilot="")) == [True]


def test_no_pilot_is_limited_and_not_and_those_with_known_cards_are_one_of_both():
    assert not LIMITED & NOT_LIMITED
    assert {xws for known in PILOTS for xws in known.ids.split()} <= LIMITED | NOT_LIMITED
