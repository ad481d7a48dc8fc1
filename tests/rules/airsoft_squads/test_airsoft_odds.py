"""Odds against the resolver by best play, and against every roll."""

from collections import Counter
from cProfile import Profile
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from math import factorial, prod
from operator import le

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.management.commands.bench import forget
from rules.airsoft_squads import GAME
from rules.airsoft_squads.criticals import NEVER, Criticals
from rules.airsoft_squads.medic import Medic
from rules.airsoft_squads.modifiers import Modifier, Operation, Reckoning, Stat, While
from rules.airsoft_squads.move import Move
from rules.airsoft_squads.odds import best_attack, doubling_pays, excesses, in_a_row
from rules.airsoft_squads.outlook import outlook
from rules.airsoft_squads.outlook_of_actions import medic_outlook, move_outlook
from rules.airsoft_squads.pieces import Bonus, State
from rules.airsoft_squads.samples import DOUBLE_SHOT, FOCUS, IN_THE_DARK, KITE, ROOK, VIPER, attack, battle
from rules.airsoft_squads.settings import Basis, Doublings, Rounding, Settings
from rules.airsoft_squads.sheet import Phase
from rules.airsoft_squads.shot import Shot, shoot
from rules.asks import Declared
from rules.best_odds import best_odds
from rules.game import Illegal
from rules.odds import odds, percent
from rules.play import play
from rules.table import Moment

FACES = range(1, 7)
ONE = Shot("red", Reckoning(4, 1, 1, 0), 3)

shots = st.builds(
    Shot,
    by=st.just("red"),
    power=st.builds(Reckoning, st.integers(0, 9), st.integers(1, 2), st.integers(1, 4), st.integers(-3, 5)),
    evasion=st.integers(-2, 8),
    attack_dice=st.integers(0, 2),
    defence_dice=st.integers(0, 2),
    criticals=st.builds(
        Criticals,
        st.integers(4, 7),
        st.lists(st.tuples(st.integers(2, 6), st.integers(1, 2)), max_size=2).map(sorted).map(tuple),
    ),
    settings=st.builds(
        Settings, st.sampled_from(list(Rounding)), st.sampled_from(list(Basis)), st.sampled_from(list(Doublings))
    ),
)


def are_critical(faces, criticals):
    """Whether every die has something that makes it critical, and no two dice the same place of what is for some."""
    short = [face for face in faces if face < criticals.all_from]
    places = [least for least, count in criticals.some for _ in range(count)]
    return any(all(map(le, taken, short)) for taken in permutations(places, len(short)))


def every_roll(shot):
    """The excess of every roll, each set of critical dice doubled that gives the most."""
    found = Counter()
    for attack_faces in product(FACES, repeat=shot.attack_dice):
        best = max(
            shot.ap(doubled) + sum(face for n, face in enumerate(attack_faces) if n not in chosen)
            for doubled in range(shot.attack_dice + 1)
            for chosen in combinations(range(shot.attack_dice), doubled)
            if are_critical([attack_faces[n] for n in chosen], shot.criticals)
        )
        for defence_faces in product(FACES, repeat=shot.defence_dice):
            found[max(0, best - shot.evasion - sum(defence_faces))] += 1
    return {excess: Fraction(ways, found.total()) for excess, ways in found.items()}


@given(shots)
def test_the_excesses_equal_every_roll(shot):
    assert excesses(shot) == every_roll(shot)


@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize(
    "criticals",
    [
        Criticals(5),
        Criticals(0),
        Criticals(6),
        Criticals(6, ((3, 1),)),
        Criticals(6, ((0, 9),)),
        Criticals(7, ((2, 1), (4, 1))),
    ],
    ids=str,
)
@pytest.mark.parametrize("value", [2, 4, 5, 7])
def test_the_excesses_equal_the_resolver_by_best_play(value, criticals, dice):
    shot = replace(ONE, power=Reckoning(value, 1, 1, 1), criticals=criticals, attack_dice=dice)
    resolved = Counter()
    for totals, chance in best_odds(shoot, shot, side="red", worth=lambda totals: totals.excess).items():
        resolved[totals.excess] += chance
    assert excesses(shot) == resolved


@given(st.lists(st.tuples(shots, st.integers(1, 12)), max_size=3), st.integers(0, 12))
def test_several_attacks_on_one_counter_equal_every_sequence(several, start):
    expected = [Fraction(0)] * len(several)
    for outcome in product(*(excesses(shot).items() for shot, _ in several)):
        counter, hit = start, None
        for number, ((excess, _), (_, dp)) in enumerate(zip(outcome, several, strict=True)):
            counter += excess
            hit = number if hit is None and counter >= dp else hit
        if hit is not None:
            for number in range(hit, len(several)):
                expected[number] += prod(part for _, part in outcome)
    assert in_a_row(several, start) == tuple(expected)


def test_several_attacks_on_one_counter_equal_every_roll():
    shot = replace(ONE, power=Reckoning(6, 1, 1, 0))
    hits = sum(
        max(0, max(6 + first, 12 * (first == 6)) - 3 - second) + max(0, max(6 + third, 12 * (third == 6)) - 3 - fourth)
        >= 9
        for first, second, third, fourth in product(FACES, repeat=4)
    )
    assert in_a_row([(shot, 9), (shot, 9)], 0)[1] == Fraction(hits, 6**4)


def test_one_die_against_one_die_by_hand():
    chances = excesses(ONE)
    assert sum(chances.values()) == 1
    assert chances[0] == Fraction(15, 36)  # AP 5..9, or 10 with the 6 added, against EP 4..9: equal or less
    assert max(chances) == 6


def test_the_outlook_tells_what_all_that_can_attack_make_together():
    alone = outlook(Declared(battle(), attack()))
    assert [(told.verb, told.what, told.end) for told in alone.losses] == [("take", "hits", "HIT")]
    together = outlook(Declared(battle(ROOK, VIPER, KITE), attack()))
    assert (alone.main.verb, alone.main.whom, percent(alone.main.chance)) == ("takes out", "Viper", "3 %")
    assert alone.more == ()
    assert together.more == ("In a row: HIT 8 %, then with Kite 26 %.",)
    assert sum(row.chance for row in alone.table) == 1
    assert alone.table[-1].label == "+6, HIT"


def test_a_suppressed_attack_says_so_and_how_halves_are_rounded():
    hurt = replace(ROOK, ap=5, hits=1)
    assert outlook(Declared(battle(hurt), attack())).sentence == (
        "Suppressed, 5 of 6 DP left: AP VALUE 5 halved; halves rounded down; hit counter 0 of 6."
    )
    assert [one.words for one in outlook(Declared(battle(hurt), attack())).sums] == ["AP 2 + D6", "EP 3 + D6"]


def test_what_a_move_and_a_medic_make_of_both_is_told_before_the_dice():
    stage = battle(replace(ROOK, moved=1), replace(VIPER, moved=1))
    assert outlook(Declared(stage, attack())).more == (
        "Counted: −3 DP: MOVE (Rook), −1 EP: MOVE (Viper) and −3 DP: MOVE (Viper).",  # noqa: RUF001
    )


BEST = "The odds double a critical die wherever that gives more AP."


@pytest.mark.parametrize(
    ("attacker", "told"),
    [
        (replace(ROOK, ap=6), ()),
        (replace(ROOK, ap=7), (BEST,)),
        (replace(ROOK, ap=7, hits=1), ()),
        (replace(DOUBLE_SHOT, ap=5), (BEST,)),
    ],
    ids=["as much added", "more doubled", "halved", "two doublings together"],
)
def test_odds_that_rest_on_best_play_say_so(attacker, told):
    assert outlook(Declared(battle(attacker), attack())).more == told


def test_best_play_of_those_who_follow_is_told_as_well():
    assert outlook(Declared(battle(ROOK, VIPER, replace(KITE, ap=9)), attack())).more[1:] == (BEST,)


@given(shots)
def test_doubling_pays_where_some_roll_gives_more_by_it(shot):
    added = replace(shot, criticals=Criticals(NEVER))
    assert doubling_pays(shot) is (best_sum(shot) > best_sum(added))


def best_sum(shot):
    """The sum over all rolls of the highest AP."""
    return sum(
        max(
            shot.ap(len(chosen)) + sum(face for n, face in enumerate(faces) if n not in chosen)
            for count in range(shot.attack_dice + 1)
            for chosen in combinations(range(shot.attack_dice), count)
            if are_critical([faces[n] for n in chosen], shot.criticals)
        )
        for faces in product(FACES, repeat=shot.attack_dice)
    )


def test_a_condition_of_those_who_follow_is_named():
    kite = replace(KITE, skills=(IN_THE_DARK,))
    assert outlook(Declared(battle(ROOK, VIPER, kite), attack())).more == (
        "In a row: HIT 3 %, then with Kite 17 %, if no condition holds for them.",
    )


def test_who_acts_out_of_order_is_told():
    assert outlook(Declared(battle(acted="red"), attack())).more == ("Blue squad acts next: the sides take turns.",)
    assert outlook(Declared(battle(phase=Phase.STRATEGY), attack())).more == (
        "The STRATEGY phase of Red squad comes first.",
    )
    bonus = replace(ROOK, state=State.EXHAUSTED, bonus=Bonus.ATTACK)
    assert outlook(Declared(battle(bonus, acted="red"), attack())).more == ()


def test_a_move_tells_what_it_costs_and_who_goes_hit_by_it():
    found = move_outlook(Declared(battle(), Move("rook")))
    assert found.sentence == "EP 3 → 2, DP 6 → 3 to the end of the TURN."
    assert (found.line, found.more) == ("Hit counter 0: Rook stays up.", ("One of 2 MOVEs of Red squad this TURN.",))
    fatal = move_outlook(Declared(battle(replace(ROOK, hits=3)), Move("rook")))
    assert fatal.line == "Hit counter 3: Rook goes HIT by it, and comes no further."


def test_a_medic_tells_what_it_gives():
    stage = battle(ROOK, VIPER, replace(KITE, hits=2))
    found = medic_outlook(Declared(stage, Medic("rook", "kite")))
    assert (found.sentence, found.line) == ("DP 6 → 9 to the end of the TURN.", "Hit counter 2 stays.")
    assert found.more[0] == f"The only MEDIC of {stage.squad(ROOK.squad).name} this TURN."
    with pytest.raises(Illegal):
        medic_outlook(Declared(stage, Medic("kite", "rook")))


@pytest.mark.parametrize(
    "criticals",
    [
        Criticals(),
        Criticals(4),
        Criticals(6, ((1, 2),)),
        Criticals(6, ((2, 1), (4, 1))),
        Criticals(7, ((-1, 3), (5, 1))),
    ],
)
def test_lowest_first_as_many_dice_are_critical_as_can_be_at_once(criticals):
    for shown in combinations_with_replacement(range(criticals.lowest, NEVER), 4):
        chosen, number = (), 0
        for face in shown:
            if criticals.can_double((*chosen, face)):
                chosen = (*chosen, face)
            number += number < criticals.at_most(face, len(shown))
        assert number == len(chosen), shown


def many_dice(name, place, critical_from, **more):
    """An operator with a large VALUE and ten dice that are critical from a face on."""
    skills = (
        Modifier(f"{name} dice", "Dice", While.ATTACKER, Stat.ATTACK_DICE, Operation.ADD, 9),
        Modifier(f"{name} critical", "Critical", While.ATTACKER, Stat.CRITICAL, Operation.FIX, critical_from),
        Modifier(f"{name} some", "Some", While.ATTACKER, Stat.CRITICAL, Operation.FIX, critical_from - 1, dice=3),
    )
    return replace(ROOK, key=name, name=name.capitalize(), place=place, skills=skills, **more)


GUARD = Modifier("guard", "Guard", While.TARGET, Stat.DEFENCE_DICE, Operation.ADD, 9)
THREE_TIMES_TEN = battle(
    many_dice("rook", 2, 2, ap=20),
    replace(VIPER, dp=40, ep=20, skills=(GUARD,)),
    many_dice("kite", 3, 3, ap=19),
    many_dice("owl", 1, 4, ap=3),
    cards=tuple(
        replace(FOCUS, key=f"focus-{n}", modifiers=(replace(FOCUS.modifiers[0], key=f"more-{n}", amount=n),))
        for n in range(1, 7)
    ),
)


def calls(counted):
    """The calls that something takes when nothing was counted before."""
    forget()
    profile = Profile()
    profile.runcall(counted)
    return sum(each.callcount for each in profile.getstats())


def test_ten_dice_of_three_attackers_are_counted_with_few_calls():
    declared = Declared(THREE_TIMES_TEN, attack())
    assert calls(lambda: outlook(declared)) < 100_000


def test_so_are_those_of_every_card_that_can_be_attached():
    procedure, declared = GAME.procedure("attack"), Declared(THREE_TIMES_TEN, attack())
    moment = Moment(declared, (), play(procedure.resolve, declared, ()).ask)
    assert len(moment.ask.options) == 7
    assert calls(lambda: procedure.options(moment)) < 150_000


def test_no_more_goes_to_a_hit_counter_than_it_shows():
    stage = battle(many_dice("rook", 2, 6, ap=20), replace(VIPER, dp=40, ep=20, hits=9))
    told = outlook(Declared(stage, attack()))
    assert told.losses[0].steps[-1].least == 90
    assert told.table[-1].label == "+90, HIT"
    huge = Modifier("huge", "Huge", While.ALWAYS, Stat.DP, Operation.MULTIPLY, 5)
    stage = replace(stage, operators=(stage.operators[0], replace(stage.operators[1], skills=(huge,))))
    assert outlook(Declared(stage, attack())).main.chance == 0


@given(st.builds(
    replace, shots, attack_dice=st.integers(3, 5),
    criticals=st.builds(
        Criticals, st.integers(1, 7), st.lists(st.tuples(st.integers(0, 6), st.integers(1, 3))).map(sorted).map(tuple)
    ),
))  # fmt: skip
def test_the_best_of_each_roll_is_found_face_by_face(shot):
    """As when each roll is tried with every number of its lowest dice that can be critical."""
    found = Counter()
    for faces in combinations_with_replacement(FACES, shot.attack_dice):
        doubled, added = [], [*faces]
        most = shot.ap() + sum(added)
        for face in faces:
            if shot.criticals.can_double((*doubled, face)):
                doubled, added = [*doubled, face], without(added, face)
                most = max(most, shot.ap(len(doubled)) + sum(added))
        ways = factorial(len(faces)) // prod(factorial(faces.count(face)) for face in FACES)
        found[most] += Fraction(ways, 6 ** len(faces))
    assert odds(best_attack, shot) == found


def without(faces, face):
    left = [*faces]
    left.remove(face)
    return left
