"""What an attack may be, and what it does beyond the vectors."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply, keyed
from rules.game import Illegal
from rules.mobile_frame_zero import questions
from rules.mobile_frame_zero.attack import LEAVE, USE, SpotUsed, resolve
from rules.mobile_frame_zero.damage import ABANDON, HOLD, SystemLost
from rules.mobile_frame_zero.forced import DEFENCES, ROLL, Defence
from rules.mobile_frame_zero.pool import Action
from rules.mobile_frame_zero.samples import ATTACKER, TARGET, attack, battle, damage, frame, lost
from rules.mobile_frame_zero.sheet import Abandoning, Kind, Range, Settings, Station, System, Terrain
from rules.mobile_frame_zero.turn import DieAssigned
from rules.play import Resolved, Waiting, play
from rules.sheets import Status
from rules.table import Dice, Pick

HILL = (Station("hill", "Hill", "blue"), Station("mast", "Mast", "red"))
RUIN = (Terrain("ruin", "ruin", 2), Terrain("rubble", "rubble", 0))
MATE = frame("Shieldmate", "blue", "B")
UNACTED = frame("Osprey", "blue", "Rd Y B B", rockets=2)


def attacked(stage, declared, *replies):
    played = play(resolve, Declared(stage, declared), replies)
    assert isinstance(played, Resolved), played
    return played.outcome, keyed(apply(stage, played.outcome.changes))


def asked(stage, declared, *replies):
    played = play(resolve, Declared(stage, declared), replies)
    assert isinstance(played, Waiting), played
    return played.ask


def refusal(stage, declared):
    with pytest.raises(Illegal) as refused:
        play(resolve, Declared(stage, declared), ())
    assert str(refused.value).endswith(".")
    return str(refused.value)


def picked(label, *options):
    return tuple(Pick(label, option) for option in options)


# Legality


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"actor": "nobody"}, "That frame is not in this battle."),
        ({"actor": "ruin"}, "That frame is not in this battle."),
        ({"target": "nobody"}, "Only frames and terrain can be attacked."),
        ({"target": "hill"}, "Only frames and terrain can be attacked."),
        ({"target": "raider"}, "Raider is on the same side."),
        ({"value": 0}, "An attack die shows 1 to 8. You entered 0."),
        ({"value": 9}, "An attack die shows 1 to 8. You entered 9."),
        ({"rockets": 1}, "Raider has 0 rockets, not 1."),
        ({"rockets": -1}, "Raider has 0 rockets, not -1."),
        ({"use_spot": True}, "There is no spot on Osprey."),
        ({"target": "ruin", "use_spot": True}, "There is no spot on ruin."),
        ({"target": "ruin", "cover": "shieldmate"}, "Terrain has no cover."),
        ({"cover": "nobody"}, "That piece is not in this battle."),
        ({"cover": "hill"}, "That piece is not in this battle."),
        ({"cover": "raider"}, "Raider cannot be the cover."),
        ({"cover": "osprey"}, "Osprey cannot be the cover."),
        ({"cover": "rubble"}, "rubble is ruined and covers nobody."),
        ({"cover": "wreck"}, "Wreck is destroyed and covers nobody."),
        ({"target": "wreck"}, "Wreck is destroyed."),
        ({"beside": "nowhere"}, "That station is not in this battle."),
        ({"cover_beside": "raider"}, "That station is not in this battle."),
    ],
)
def test_an_attack_that_cannot_be_is_refused_in_words(more, sentence):
    wreck = frame("Wreck", "blue", "", status=Status.DESTROYED, white=0)
    assert refusal(battle(TARGET, MATE, wreck, terrain=RUIN, stations=HILL), replace(attack(5), **more)) == sentence


@pytest.mark.parametrize(
    ("state", "declared", "sentence"),
    [
        ({"attacked": True}, attack(5), "Raider has used its attack this round."),
        ({"has_spotted": True}, attack(5), "Raider has placed its spot, which ends its turn."),
        ({"rolled": "W:4"}, attack(5), "Raider has rolled its pool: assign its dice first."),
        ({"attack": 4}, attack(5), "Raider assigned an attack die of 4, not 5."),
        ({"white": 0}, attack(5), "Raider is destroyed."),
        ({"status": Status.REMOVED}, attack(5), "Raider is destroyed."),
        ({"range": Range.HAND}, attack(5), "Raider named hand-to-hand for this turn."),
        (
            {"range": Range.DIRECT, "rockets": 1},
            attack(5, rockets=1),
            "Raider has rolled its pool: rockets are fired with it.",
        ),
        ({"rockets": 1}, attack(5, Range.HAND, rockets=1), "Rockets are direct fire."),
        ({"systems": ()}, attack(5, Range.ARTILLERY), "Raider has no artillery weapon left."),
        ({"systems": ()}, attack(5), "Raider has no direct fire weapon left."),
        ({"systems": (), "rockets": 1}, attack(5), "Raider has no direct fire weapon left: it must fire a rocket."),
    ],
)
def test_an_attacker_that_cannot_attack_so_is_refused_in_words(state, declared, sentence):
    assert refusal(battle(attacker=replace(ATTACKER, **state)), declared) == sentence


@pytest.mark.parametrize(
    ("state", "sentence"),
    [({"over": True}, "The battle is over."), ({"started": False}, "The battle has not started.")],
)
def test_nobody_attacks_before_or_after_the_battle(state, sentence):
    assert refusal(replace(battle(), **state), attack(5)) == sentence


def test_a_frame_without_weapons_can_attack_hand_to_hand():
    outcome, _ = attacked(battle(attacker=frame("Raider", "red", "")), attack(5, Range.HAND))
    assert outcome.headline == "Raider misses Osprey: attack 5 against defence 5."


def test_a_rocket_is_spent_even_on_a_miss():
    _, pieces = attacked(battle(attacker=frame("Raider", "red", "", rockets=2)), attack(5, rockets=1))
    assert pieces["raider"].rockets == 1
    assert pieces["raider"].attacked


def test_a_range_that_was_named_holds_when_its_weapon_is_lost():
    disarmed = replace(ATTACKER, systems=(), range=Range.ARTILLERY, attack=8)
    outcome, pieces = attacked(battle(attacker=disarmed), attack(8, Range.ARTILLERY), damage(1, 1, 1))
    assert outcome.dice == 3
    assert pieces["raider"].attack is None


def test_dice_rolled_without_the_app_outlast_the_weapon_until_the_round_ends():
    lost_rifle = (System("rifle", "rifle", Range.DIRECT, lost=True),)
    acted = replace(ATTACKER, systems=lost_rifle)
    attacked(battle(attacker=acted), attack(6), damage(1))
    fresh = replace(acted, acted=False)
    assert refusal(battle(attacker=fresh), attack(6)) == "Raider has no direct fire weapon left."


# The spot


def test_a_spot_is_gone_even_when_the_attack_misses():
    outcome, pieces = attacked(battle(replace(TARGET, spot=2)), attack(3, use_spot=True))
    assert "attack 5 against defence 5" in outcome.headline
    assert pieces["osprey"].spot is None


def test_a_spot_that_is_not_used_stays():
    _, pieces = attacked(battle(replace(TARGET, spot=2)), attack(3))
    assert pieces["osprey"].spot == 2


def test_the_spot_on_a_frame_that_has_yet_to_act_is_decided_when_its_defence_is_known():
    stage = battle(replace(UNACTED, spot=2))
    assert refusal(stage, attack(3, use_spot=True)) == (
        "The defence of Osprey is not known yet: the spot is decided when it is."
    )
    told = picked("defence", "4")
    assert decided(asked(stage, attack(3), *told)) == ("spot", "red", (USE, LEAVE))
    used, pieces = attacked(stage, attack(3), *told, *picked("spot", USE), damage(1))
    assert (used.dice, pieces["osprey"].spot) == (1, None)
    saved, pieces = attacked(stage, attack(3), *told, *picked("spot", LEAVE))
    assert (saved.dice, pieces["osprey"].spot) == (0, 2)


def test_the_spot_is_a_question_only_when_it_can_be_declared():
    def names(stage):
        return {
            question.name for question in questions.attack_questions(stage, {"actor": "raider", "target": "osprey"})
        }

    assert "use_spot" in names(battle(replace(TARGET, spot=2)))
    assert "use_spot" not in names(battle(replace(UNACTED, spot=2)))
    assert "use_spot" not in names(battle())


# Attacked before it has acted


def test_a_typed_defence_is_its_turn():
    outcome, pieces = attacked(battle(UNACTED), attack(5), *picked("defence", "5"))
    assert outcome.dice == 0
    assert (pieces["osprey"].acted, pieces["osprey"].defence, pieces["osprey"].rolled) == (True, 5, "")


def test_the_whole_pool_is_rolled_inside_the_attack_and_the_rest_is_kept():
    pool = Dice("pool", ((2, 4), (3, 5), (8, 7), (1, 4), (6,)))
    replies = (*picked("defence", ROLL), *picked("named range", "direct fire"), *picked("rockets fired", 2), pool)
    ask = asked(battle(UNACTED), attack(5), *replies)
    assert (ask.label, ask.options) == ("defence die", ("B:4", "B:1", "W:4", "W:2", "none"))
    _, pieces = attacked(battle(UNACTED), attack(5), *replies, *picked("defence die", "none"), damage(1, 1, 1, 1, 1))
    osprey = pieces["osprey"]
    assert (osprey.acted, osprey.defence, osprey.range, osprey.rockets) == (True, 0, Range.DIRECT, 0)
    assert osprey.rolled == "W:4 W:2 R:5 R:3 R8:8 R8:7 B:4 B:1 Y:6"


def decided(ask):
    """What is stored of a decision, and what is on offer."""
    return ask.label, ask.by, ask.options


def test_a_frame_with_only_rockets_must_fire_one_to_name_direct_fire():
    rocketeer = frame("Osprey", "blue", "G", rockets=2)
    named = (*picked("defence", ROLL), *picked("named range", "direct fire"))
    assert asked(battle(rocketeer), attack(5), *named).options == (1, 2)


def test_a_frame_that_has_acted_tells_its_defence_and_does_not_roll_again():
    stage = battle(replace(UNACTED, acted=True))
    ask = asked(stage, attack(5))
    assert ask.options == ("0", "1", "2", "3", "4", "5", "6")
    assert ask.sentence(Declared(stage, attack(5))) == "Osprey has acted. What is its defence?"


def test_a_destroyed_frame_keeps_no_dice_no_markers_and_no_rockets():
    lone = frame("Osprey", "blue", "", rockets=3, white=1, spot=1, movement=3, spotting=2)
    pool = Dice("pool", ((3,), (2,)))
    replies = (*picked("defence", ROLL), *picked("named range", "hand-to-hand"), pool, *picked("defence die", "W:3"))
    outcome, pieces = attacked(battle(lone), attack(4), *replies, *picked("spot", LEAVE), damage(6))
    assert outcome.headline == "Raider hits Osprey, which is destroyed."
    osprey = pieces["osprey"]
    assert (osprey.white, osprey.rockets, osprey.rolled) == (0, 0, "")
    assert (osprey.defence, osprey.movement, osprey.spotting, osprey.spot) == (None, None, None, None)
    assert (osprey.status, osprey.destroyed_by) == (Status.DESTROYED, "Raider")


def test_dice_already_rolled_stay_with_a_damaged_frame():
    waiting = replace(TARGET, rolled="R:6 Y:2", range=Range.DIRECT)
    _, pieces = attacked(battle(waiting), attack(6), damage(6), *lost("osprey-1"))
    assert pieces["osprey"].rolled == "R:6 Y:2"


# Damage


def test_systems_go_before_white_dice_and_alike_systems_are_one_option():
    ask = asked(battle(), attack(6), damage(6))
    assert decided(ask) == ("system lost", "blue", ("osprey-1", "osprey-2", "osprey-3"))
    _, pieces = attacked(battle(frame("Osprey", "blue", "Y", acted=True, defence=4)), attack(6), damage(5, 6))
    assert (pieces["osprey-1"].lost, pieces["osprey"].white) == (True, 1)


def test_one_white_die_and_no_system_dies_of_one_damage():
    _, pieces = attacked(battle(frame("Osprey", "blue", "", white=1, acted=True, defence=4)), attack(5), damage(6))
    assert not pieces["osprey"].standing


def test_the_attackers_own_frame_can_be_the_cover_and_its_owner_chooses():
    own = frame("Comrade", "red", "B Y")
    ask = asked(battle(TARGET, own), attack(6, cover="comrade"), damage(5))
    assert decided(ask) == ("system lost", "red", ("comrade-1", "comrade-2"))
    assert ask.sentence(Declared(battle(TARGET, own), attack(6, cover="comrade"))).startswith("Comrade ")


def test_two_blue_systems_count_only_while_they_work():
    one_lost = replace(
        frame("Shieldmate", "blue", "B B"), systems=(System("a", "a", Kind.BLUE), System("b", "b", Kind.BLUE, True))
    )
    outcome, pieces = attacked(battle(TARGET, one_lost), attack(6, cover="shieldmate"), damage(5))
    assert outcome.cover_damage == 1
    assert pieces["a"].lost


def test_a_cover_that_absorbs_is_told_in_the_trace():
    stage = battle(TARGET, frame("Shieldmate", "blue", "B B"))
    played = play(resolve, Declared(stage, attack(6, cover="shieldmate")), (damage(5),))
    assert any(step.label == "absorbed" for step in played.trace)
    assert "Shieldmate" not in {change.piece for change in played.outcome.changes}


def test_damage_to_terrain_beyond_its_ruin_still_breaks_pieces_off():
    stage = battle(terrain=RUIN)
    outcome, pieces = attacked(stage, attack(4, Range.ARTILLERY, target="ruin"), damage(4, 5, 6, 4))
    assert outcome.headline == "Raider attacks ruin: ruin loses 24 pieces and is ruined."
    assert pieces["ruin"].hits_left == 0
    assert pieces["raider"].attacked


def test_ruined_terrain_is_attacked_on_chart_5_and_goes_on_losing_pieces():
    outcome, pieces = attacked(battle(terrain=RUIN), attack(4, target="rubble"), damage(3, 4, 5, 6))
    assert outcome.headline == "Raider attacks rubble: rubble loses 18 pieces."
    assert (outcome.chart, outcome.damage) == ("5, against terrain", 3)
    assert (pieces["rubble"].hits_left, pieces["raider"].attacked) == (0, True)


# Abandoning a station


def test_the_owner_beside_a_station_may_ignore_one_damage_and_leave():
    stage = battle(stations=HILL)
    declared = attack(8, beside="mast")
    assert decided(asked(stage, declared, damage(5, 5, 1))) == ("target's position", "blue", (HOLD, ABANDON))
    outcome, _ = attacked(stage, declared, damage(5, 5, 1), *picked("target's position", ABANDON), *lost("osprey-1"))
    assert outcome.headline == "Raider hits Osprey, which abandons its position and loses rifle."
    held, _ = attacked(stage, declared, damage(5, 1, 1), *picked("target's position", HOLD), *lost("osprey-1"))
    assert held.damage == 1
    gone, pieces = attacked(stage, declared, damage(5, 1, 1), *picked("target's position", ABANDON))
    assert gone.headline == "Raider hits Osprey, which abandons its position and takes no damage."
    assert pieces["osprey"].working == TARGET.systems


def test_nobody_is_asked_without_damage_or_a_station():
    attacked(battle(stations=HILL), attack(6, beside="mast"), damage(1))
    attacked(battle(stations=HILL), attack(6), damage(6), *lost("osprey-1"))


def test_the_setting_own_asks_only_beside_a_station_of_its_own():
    stage = replace(battle(stations=HILL), settings=Settings(abandoning=Abandoning.OWN))
    assert asked(stage, attack(6, beside="hill"), damage(6)).label == "target's position"
    assert asked(stage, attack(6, beside="mast"), damage(6)).label == "system lost"


def test_a_covering_frame_beside_a_station_is_asked_before_it_is_damaged():
    stage = battle(TARGET, MATE, stations=HILL)
    declared = attack(8, cover="shieldmate", cover_beside="hill")
    assert decided(asked(stage, declared, damage(5, 5, 5))) == ("covering frame's position", "blue", (HOLD, ABANDON))
    outcome, pieces = attacked(stage, declared, damage(5, 5, 5), *picked("covering frame's position", ABANDON))
    assert outcome.headline == (
        "Raider does no damage to Osprey; Shieldmate abandons its position and loses shield and 1 white die."
    )
    assert pieces["shieldmate"].white == 1
    spared, _ = attacked(stage, declared, damage(5, 1, 1), *picked("covering frame's position", ABANDON))
    assert spared.headline == "Raider does no damage to Osprey; Shieldmate abandons its position."


def test_both_frames_may_leave_in_one_attack():
    stage = battle(TARGET, MATE, stations=HILL)
    declared = attack(8, cover="shieldmate", cover_beside="hill", beside="mast")
    outcome, _ = attacked(
        stage,
        declared,
        damage(5, 6, 1),
        *picked("covering frame's position", ABANDON),
        *picked("target's position", ABANDON),
    )
    assert (outcome.damage, outcome.cover_damage) == (0, 0)


# The panel


def test_the_panel_offers_only_targets_and_tells_why_not_the_others():
    stage = battle(TARGET, frame("Comrade", "red", "B"), terrain=RUIN)
    assert questions.targets(stage, "raider") == {
        "osprey": "",
        "comrade": "Comrade is on the same side.",
        "ruin": "",
        "rubble": "",
    }


def test_cover_is_not_asked_hand_to_hand_or_against_terrain():
    stage = battle(TARGET, MATE, terrain=RUIN, stations=HILL)

    def names(**answers):
        return [question.name for question in questions.attack_questions(stage, {"actor": "raider", **answers})]

    assert names(target="osprey") == ["range", "value", "cover", "beside"]
    assert names(target="osprey", cover="shieldmate") == ["range", "value", "cover", "beside", "cover_beside"]
    assert names(target="osprey", range="hand-to-hand") == ["range", "value", "beside"]
    assert names(target="ruin") == ["range", "value"]


def test_rockets_are_asked_only_when_they_can_be_fired():
    def least(short, **state):
        stage = battle(attacker=frame("Raider", "red", short, **state))
        asked = questions.attack_questions(stage, {"actor": "raider", "target": "osprey", "range": "direct fire"})
        return [question.options[0].value for question in asked if question.name == "rockets"]

    assert least("Rd", rockets=2) == [0]
    assert least("", rockets=2) == [1]
    assert least("Rd") == []
    assert least("Rd", rockets=2, range=Range.DIRECT) == []


@pytest.mark.parametrize(
    ("weapons", "gone"), [("Rd", "its direct-fire dice gone"), ("Rd Rd", "one direct-fire die gone")]
)
def test_only_the_last_weapon_of_a_range_takes_all_its_dice(weapons, gone):
    hit = frame("Osprey", "blue", weapons)
    ask = SystemLost("blue", tuple(system.key for system in hit.systems), "osprey")
    assert ask.option(Declared(battle(hit), attack(3)), hit.systems[0].key).leads_to == gone


def test_options_read_at_the_table():
    stage = battle(replace(UNACTED, spot=2))
    declared = Declared(stage, attack(3))

    def read(ask, value):
        option = ask.option(declared, value)
        return option.label, option.leads_to

    lost = SystemLost("blue", ("osprey-3",), "osprey")
    assert read(lost, "osprey-3") == ("lose shield", "a defence die gone")
    assert read(SpotUsed("red", (USE, LEAVE)), USE) == ("use it", "attack 5")
    assert read(SpotUsed("red", (USE, LEAVE)), LEAVE) == ("leave it", "attack 3")
    assert read(Defence("blue", DEFENCES, "osprey"), "0") == ("0", "no die assigned")
    die = DieAssigned("blue", ("R8:7", "none"), "osprey", Action.DEFENCE)
    assert read(die, "R8:7") == ("red d8 showing 7", "")
    assert read(die, "none") == ("no die", "")
    assert read(Defence("blue", (ROLL,), "osprey"), ROLL)[0] == "roll its pool"
