"""A lost system gives no dice in any turn after its loss; dice rolled before it stay to the end of the turn."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.asks import Declared
from rules.changes import apply
from rules.correction import Correction
from rules.game import Illegal
from rules.mobile_frame_zero import GAME, questions
from rules.mobile_frame_zero.attack import Attack
from rules.mobile_frame_zero.correct import follows
from rules.mobile_frame_zero.forced import ROLL
from rules.mobile_frame_zero.outlook import outlook
from rules.mobile_frame_zero.pool import LARGEST_WHITE, pool, usable_ranges
from rules.mobile_frame_zero.round import LEAVE, EndRound
from rules.mobile_frame_zero.samples import ATTACKER, TARGET, attack, battle, damage, frame, lost
from rules.mobile_frame_zero.sheet import Kind, Range, Terrain
from rules.mobile_frame_zero.spot import Spot
from rules.mobile_frame_zero.turn import Activation
from rules.mobile_frame_zero.values import Values
from rules.play import Resolved, Waiting, play
from rules.table import Pick
from tests.rules.at_random import play_on

NO_RIFLE = "Osprey has no direct fire weapon left."


def after(stage, slug, declared, *replies):
    """The battle after something was declared and answered."""
    played = play(GAME.procedure(slug).resolve, Declared(stage, declared), replies)
    assert isinstance(played, Resolved), played
    return apply(stage, played.outcome.changes)


def next_round(stage):
    return after(stage, "round", EndRound(), *(Pick("doomsday clock", LEAVE) for _ in stage.companies))


def why_not(stage, slug, declared):
    with pytest.raises(Illegal) as refused:
        play(GAME.procedure(slug).resolve, Declared(stage, declared), ())
    return str(refused.value)


def shoots_back(reach=Range.DIRECT, value=5, **more):
    return replace(Attack("osprey", "raider", reach, value), **more)


def hit(stage):
    """The raider hits the osprey, which has told its defence, and its rifle is lost."""
    return after(stage, "attack", attack(6), damage(6), *lost("osprey-1"))


STAGE = battle(TARGET, attacker=replace(ATTACKER, defence=2))


def unacted(target=TARGET):
    return battle(replace(target, acted=False, defence=None), attacker=replace(ATTACKER, defence=2))


# What was rolled before the loss


def test_dice_rolled_before_the_loss_are_used_in_the_same_round():
    assert after(hit(STAGE), "attack", shoots_back(), damage(1, 1, 1)).frame("osprey").attacked


def test_a_frame_that_tells_its_defence_when_it_is_attacked_has_rolled_before_it_is_hit():
    stage = after(unacted(), "attack", attack(6), Pick("defence", "5"), damage(6), *lost("osprey-1"))
    assert after(stage, "attack", shoots_back(), damage(1, 1, 1)).frame("osprey").attacked


# What was lost before the roll


@pytest.mark.parametrize(
    "acts",
    [
        lambda stage: after(stage, "values", Values("osprey", attack=5)),
        lambda stage: after(stage, "spot", Spot("osprey", "raider", 4)),
        lambda stage: after(stage, "attack", attack(1), Pick("defence", "5")),
        lambda stage: after(stage, "correction", Correction("osprey", (("acted", True),))),
        lambda stage: after(stage, "correction", Correction("osprey", (("acted", True), ("defence", 3)))),
    ],
    ids=["values are typed in", "a spot is placed", "forced to act", "corrected", "corrected with its defence"],
)
def test_a_weapon_that_was_lost_in_an_earlier_round_cannot_be_used_again(acts):
    stage = acts(next_round(hit(STAGE)))
    osprey = stage.frame("osprey")
    assert osprey.acted
    assert Range.DIRECT not in usable_ranges(osprey)
    unspotted = apply(stage, ()).frames[1]
    again = replace(stage, frames=(stage.frames[0], replace(unspotted, has_spotted=False)))
    assert why_not(again, "attack", shoots_back()) == NO_RIFLE
    (question,) = (
        q for q in questions.attack_questions(again, {"actor": "osprey", "target": "raider"}) if q.name == "range"
    )
    assert next(o for o in question.options if o.value == Range.DIRECT).refused == NO_RIFLE


def test_a_weapon_lost_two_rounds_ago_stays_lost():
    stage = after(next_round(next_round(hit(STAGE))), "values", Values("osprey", attack=5))
    assert why_not(stage, "attack", shoots_back()) == NO_RIFLE


def test_a_weapon_lost_in_this_round_before_its_frame_acted_cannot_be_used_either():
    mate = frame("Shieldmate", "blue", "Rd")
    stage = battle(TARGET, mate, attacker=replace(ATTACKER, defence=2))
    stage = after(stage, "attack", attack(7, cover="shieldmate"), damage(5, 1))
    stage = after(stage, "values", Values("shieldmate", attack=5))
    declared = Attack("shieldmate", "raider", Range.DIRECT, 5)
    assert why_not(stage, "attack", declared) == "Shieldmate has no direct fire weapon left."


def test_a_covering_frame_that_had_acted_keeps_the_dice_that_it_rolled():
    mate = frame("Shieldmate", "blue", "Rd", acted=True)
    stage = battle(TARGET, mate, attacker=replace(ATTACKER, defence=2))
    stage = after(stage, "attack", attack(7, cover="shieldmate"), damage(5, 1))
    assert after(stage, "attack", Attack("shieldmate", "raider", Range.DIRECT, 2)).frame("shieldmate").attacked


def test_a_frame_that_is_forced_to_roll_rolls_nothing_of_what_it_has_lost():
    stage = next_round(hit(STAGE))
    resolve = GAME.procedure("attack").resolve
    waiting = play(resolve, Declared(stage, attack(6)), (Pick("defence", ROLL),))
    assert isinstance(waiting, Waiting)
    assert ", ".join(map(str, waiting.ask.pools)) == "2 white d6, 2 blue d6, 1 yellow d6, 1 green d8"


# By hand


def correct(stage, *values):
    return after(stage, "correction", Correction("osprey", values))


def edited(before, changed):
    """The battle after an edit of the osprey by staff, with what follows of itself."""
    stage = replace(before, frames=(before.frames[0], changed(before.frames[1])))
    return apply(stage, follows(before, stage).changes)


def without_rifle(osprey):
    return replace(osprey, systems=(replace(osprey.systems[0], lost=True), *osprey.systems[1:]))


@pytest.mark.parametrize(
    "loses",
    [lambda stage: correct(stage, ("osprey-1", True)), lambda stage: edited(stage, without_rifle)],
    ids=["corrected", "edited"],
)
def test_a_loss_set_by_hand_counts_from_now_on(loses):
    stage = after(loses(unacted()), "values", Values("osprey", attack=5))
    assert why_not(stage, "attack", shoots_back()) == NO_RIFLE
    assert after(loses(STAGE), "attack", shoots_back(), damage(1, 1, 1)).frame("osprey").attacked


@pytest.mark.parametrize(
    "rests",
    [
        lambda stage: correct(stage, ("acted", False)),
        lambda stage: edited(stage, lambda osprey: replace(osprey, acted=False)),
    ],
    ids=["corrected", "edited"],
)
def test_a_frame_that_has_not_acted_after_all_has_rolled_nothing_before_the_loss(rests):
    stage = after(rests(hit(STAGE)), "values", Values("osprey", attack=5))
    assert why_not(stage, "attack", shoots_back()) == NO_RIFLE


@pytest.mark.parametrize(
    "mended",
    [
        lambda stage: correct(stage, ("osprey-1", False)),
        lambda stage: edited(
            stage,
            lambda o: replace(o, systems=(replace(o.systems[0], lost=False), *o.systems[1:])),
        ),
    ],
    ids=["corrected", "edited"],
)
def test_a_weapon_put_back_by_hand_fires_again_and_can_be_lost_again(mended):
    stage = after(mended(next_round(hit(STAGE))), "values", Values("osprey", defence=5, attack=5))
    replies = (Pick("defence", "2"), damage(1, 1, 1))
    assert after(stage, "attack", shoots_back(), *replies).frame("osprey").attacked
    assert after(hit(stage), "attack", shoots_back(), *replies).frame("osprey").attacked


def test_how_long_the_dice_of_a_lost_system_stay_is_not_told_at_the_table():
    stage = hit(STAGE)
    played = play(GAME.procedure("round").resolve, Declared(stage, EndRound()), (Pick("doomsday clock", LEAVE),) * 2)
    told = [line for change in played.outcome.changes if (line := GAME.tell(stage, change))]
    assert "rifle" not in {line.what for line in told}
    assert all("gone" not in line.what for line in told)


# Every other place where systems are counted

GONE = {
    "defence": "B B",
    "communications": "Y Y",
    "movement": "G G",
    "hand-to-hand": "Rh Rh",
    "direct fire": "Rd Rd",
    "artillery": "Ra Ra",
}


def wrecked(short, **more):
    """A frame that lost all these systems before this round, and the same frame built without them."""
    built = frame("Osprey", "blue", short, **more)
    return replace(built, systems=tuple(replace(s, lost=True, dice_gone=True) for s in built.systems)), replace(
        built, systems=()
    )


@pytest.mark.parametrize("short", GONE.values(), ids=GONE)
@pytest.mark.parametrize("acted", [False, True])
def test_what_was_lost_counts_nowhere(short, acted):
    hurt, bare = wrecked(short, acted=acted)
    assert usable_ranges(hurt) == usable_ranges(bare)
    for reach in Range:
        assert pool(hurt, reach) == pool(bare, reach)
        assert hurt.weapons(reach) == 0
    for declared in (attack(6), attack(6, cover="shieldmate"), attack(6, Range.HAND)):
        mate = frame("Shieldmate", "blue", "")
        assert outlook(Declared(battle(hurt, mate), declared)) == outlook(Declared(battle(bare, mate), declared))
    target = frame("Wingmate", "blue", "", defence=1, acted=True)
    behind = replace(attack(6, cover="osprey"), target="wingmate")
    assert outlook(Declared(battle(hurt, target), behind)) == outlook(Declared(battle(bare, target), behind))
    for beyond, in_cover in ((False, True), (True, False)):
        declared = Spot("osprey", "raider", 4, beyond_direct_fire=beyond, in_cover=in_cover)
        assert why_not(battle(hurt), "spot", declared) == why_not(battle(bare), "spot", declared)
    for values in ({"attack": 7}, {"attack": 6, "defence": 6}):
        asked = [questions.value_questions(battle(target), {"actor": "osprey"}) for target in (hurt, bare)]
        assert asked[0] == asked[1]
        results = [_typed(battle(target), values) for target in (hurt, bare)]
        assert results[0] == results[1]


def _typed(stage, values):
    try:
        return after(stage, "values", Values("osprey", **values)).frame("osprey").attack
    except Illegal as refused:
        return str(refused)


def test_a_frame_without_any_weapon_attacks_with_a_white_die():
    hurt, _ = wrecked("Rd Rh Ra", acted=True)
    stage = battle(hurt)
    sentence = "Osprey has no weapon left: its white dice show at most 6. You entered 7."
    assert why_not(stage, "values", Values("osprey", attack=7)) == sentence
    assert why_not(stage, "attack", shoots_back(Range.HAND, 7)) == sentence
    (question,) = (
        q for q in questions.attack_questions(stage, {"actor": "osprey", "target": "raider"}) if q.name == "value"
    )
    assert [option.value for option in question.options] == [1, 2, 3, 4, 5, 6]
    armed = battle(replace(hurt, rockets=1))
    assert after(armed, "values", Values("osprey", attack=7)).frame("osprey").attack == 7


# Whatever happens

SYSTEMS = st.lists(st.sampled_from(["Rh", "Rd", "Ra", "B", "Y", "G"]), max_size=3).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(SYSTEMS, SYSTEMS, st.integers(0, 1), st.integers(0, 2**32))
def test_no_attack_gets_the_dice_of_weapons_that_were_lost_before_the_round(red, blue, rockets, seed):
    random = Random(seed)
    stage = battle(
        frame("Osprey", "blue", blue, rockets=rockets),
        frame("Shieldmate", "blue", red),
        attacker=frame("Raider", "red", red, rockets=rockets),
        terrain=(Terrain("ruin", "ruin", 99),),
    )
    lacking = _lacking(stage)
    for _ in range(30):
        slug, what = _something(stage, random)
        try:
            _, asks, played = play_on(GAME.procedure(slug).resolve, Declared(stage, what), random)
        except Illegal:
            continue
        for pools in (ask.pools for ask in asks if ask.label == "pool"):
            actor = what.actor if slug == "activation" else what.target
            assert "red d6" not in {pool.die.name for pool in pools} or len(lacking[actor]) < len(Range)
        stage = apply(stage, played.outcome.changes)
        if stage.over or not any(f.standing for f in stage.frames):
            return
        if slug == "round":
            lacking = _lacking(stage)
        for attacker in stage.frames:
            for reach in lacking[attacker.key]:
                _check(stage, attacker, reach, len(lacking[attacker.key]))


def _lacking(stage):
    """The ranges for which each frame has no weapon now, when a round begins."""
    return {f.key: [reach for reach in Range if not f.count(Kind(reach.value))] for f in stage.frames}


def _check(stage, attacker, reach, lacking):
    """At a range without a weapon a frame attacks only with rockets, or hand-to-hand with what a white die shows."""
    if attacker.range is not None:
        assert attacker.range is not Range.ARTILLERY or reach is not Range.ARTILLERY
        return
    value = attacker.attack or 7
    bare = lacking == len(Range) and not attacker.rockets
    if reach is not Range.HAND or (bare and value > LARGEST_WHITE):
        assert why_not(stage, "attack", Attack(attacker.key, "ruin", reach, value))


def _something(stage, random):
    """Anything that a page could post, legal or not."""
    keys = [f.key for f in stage.frames]
    actor, target = random.choice(keys), random.choice([*keys, "ruin"])
    made = {
        "attack": lambda: Attack(
            actor,
            target,
            random.choice(list(Range)),
            stage.frame(actor).attack or random.randint(1, 8),
            cover=random.choice([None, None, "ruin", *keys]),
            rockets=random.choice([0, 0, 1]),
        ),
        "values": lambda: Values(actor, attack=random.randint(1, 8), defence=random.choice([None, 0, 1])),
        "spot": lambda: Spot(actor, target, random.randint(1, 6)),
        "activation": lambda: Activation(actor, random.choice(list(Range)), random.choice([0, 0, 1])),
        "round": EndRound,
    }
    slug = random.choice(["attack", "attack", "attack", "attack", "values", "spot", "activation", "round"])
    return slug, made[slug]()
