"""The odds that players are told, held against the resolver that plays, before the dice and at every ask."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from rules.airsoft_squads import samples as airsoft
from rules.airsoft_squads.modifiers import Modifier as Skill
from rules.airsoft_squads.modifiers import Operation, Stat, While
from rules.asks import Choice, Declared, Likely, Losses, Step
from rules.changes import apply, keyed
from rules.distributions import at_least, chance_of, mapped
from rules.games import GAMES
from rules.gods_gloom.examples import parts as gloom
from rules.gods_gloom.modifiers import Modifier
from rules.gods_gloom.sheet import Kind
from rules.mobile_frame_zero import samples as frames
from rules.mobile_frame_zero.sheet import Range, Station, Terrain
from rules.odds import odds, odds_after
from rules.outlooks import WORTH_A_BAR, losses, on_average, usual_odds
from rules.play import play
from rules.table import Moment
from rules.troops_and_supplies import samples as troops
from rules.troops_and_supplies.attack import Attack as Volley
from rules.troops_and_supplies.attack import attack as troops_attack
from tests.rules.at_random import play_on

WALL = (Terrain("wall", "wall", 2),)
MATE = frames.frame("Shieldmate", "blue", "B")
WEAK = frames.frame("Osprey", "blue", "", acted=True, defence=5)
PAD = (Station("pad", "pad", "blue"),)
FRAMES = {
    "in the open": (frames.battle(), frames.attack(8)),
    "a station": (frames.battle(stations=PAD), frames.attack(8, beside="pad")),
    "behind a wall": (frames.battle(terrain=WALL), frames.attack(8, cover="wall")),
    "behind a frame": (frames.battle(frames.TARGET, MATE), frames.attack(8, cover="shieldmate")),
    "a frame beside a station": (
        frames.battle(frames.TARGET, MATE, stations=PAD),
        frames.attack(8, cover="shieldmate", cover_beside="pad"),
    ),
    "only white dice": (frames.battle(WEAK), frames.attack(8, Range.HAND)),
    "a wall itself": (frames.battle(terrain=WALL), frames.attack(3, target="wall")),
    "a spot to be decided": (
        frames.battle(replace(frames.TARGET, defence=None, spot=2)),
        frames.attack(6),
    ),
}
FIGHT, VOLLEY = troops.battle(troops.RIFLES, troops.GUARDS), Volley("rifle-squad", "guard-squad")
TROOPS = {
    "answered": (FIGHT, VOLLEY),
    "unanswered": (replace(FIGHT, units=(troops.RIFLES, replace(troops.GUARDS, supplies=0))), VOLLEY),
    "the last man": (replace(FIGHT, units=(troops.RIFLES, replace(troops.GUARDS, strength=1))), VOLLEY),
}
BERSERK = Modifier("Berserk", hits=1, own_wounds=1)
GLOOM = {
    "melee": (gloom.battle((2, 1), (1, 1), 2, 2), gloom.attack()),
    "melee of the mad": (gloom.battle((1, 0), (1, 1), 1, 3), gloom.attack(modifiers=(BERSERK,))),
    "at range": (gloom.battle((3, 0), (0, 1)), gloom.attack(Kind.RANGED)),
    "a Boost and Seals": (
        gloom.battle((2, 0), (1, 1), defender={"boost": True}, horde={"seals": 1}, host={"seals": 1}),
        gloom.attack(),
    ),
    "single dice": (gloom.battle((2, 0), (1, 1), horde={"momentum": 2}), gloom.attack()),
    "single dice of the defender": (gloom.battle((2, 1), (0, 2), host={"momentum": 2}), gloom.attack()),
}
# The die is added as long as that is worth as much as doubling: so best play is usual play.
GUNNER = replace(airsoft.ROOK, ap=6)
LUCKY = Skill("lucky", "Lucky", While.TARGET, Stat.EP, Operation.ADD, 2, "the die shows 4 or more", after_dice=True)
AIRSOFT = {
    "plain": (airsoft.battle(GUNNER), airsoft.attack()),
    "hurt": (airsoft.battle(GUNNER, replace(airsoft.VIPER, hits=3)), airsoft.attack()),
    "cards": (airsoft.battle(GUNNER, cards=(airsoft.SMOKE,)), airsoft.attack()),
}


USUAL = usual_odds(troops_attack)


def of_a_frame(before, after):
    if isinstance(before, Terrain):
        return before.hits_left - after.hits_left
    return len(before.working) - len(after.working) + before.white - after.white


def less(track):
    return lambda before, after: getattr(before, track) - getattr(after, track)


LOST = {
    "mobile_frame_zero": of_a_frame,
    "troops_and_supplies": less("strength"),
    "gods_gloom": less("current_health"),
    "airsoft_squads": lambda before, after: after.hits - before.hits,
}
CASES = [
    pytest.param(slug, Declared(*case), id=f"{slug}-{name}")
    for slug, cases in (
        ("mobile_frame_zero", FRAMES),
        ("troops_and_supplies", TROOPS),
        ("gods_gloom", GLOOM),
        ("airsoft_squads", AIRSOFT),
    )
    for name, case in cases.items()
]


UNTOLD = "mobile_frame_zero-a spot to be decided"
"""The usual answer of a frame without a defence is none, and the odds before it weigh its best die."""


def fighters(slug, battle):
    kinds = {"airsoft_squads": "operators", "mobile_frame_zero": "targets"}
    return getattr(battle, kinds.get(slug, "units"))


def out(slug, battle, piece):
    """Whether a piece is destroyed; terrain stays on the board as a ruin."""
    after = keyed(battle)[piece.key]
    if slug == "airsoft_squads":
        return not after.active
    return not after.hits_left if isinstance(after, Terrain) else not after.standing


def holds(slug, battle, told, ends):
    """The losses that are told are those of these ends, bar by bar, and the kill line is where nobody is left."""
    after = {end: apply(battle, end.changes) for end in ends}
    shown = {loss.piece: loss for loss in told.losses}
    assert len(shown) == len(told.losses)
    for piece in fighters(slug, battle):
        lost = {end: LOST[slug](piece, keyed(after[end])[piece.key]) for end in ends}
        chances = mapped(ends, lost.__getitem__)
        found = at_least({max(0, number): chance for number, chance in chances.items()})
        if not found.get(1):
            assert piece.key not in shown
            continue
        sure = [n for n in found if all(out(slug, after[end], piece) for end in ends if lost[end] >= n)]
        bars = [(f"{n}+", p) for n, p in found.items() if n == 1 or p >= WORTH_A_BAR]
        steps = shown.pop(piece.key).steps
        if not steps:
            assert len(chances) == 1 or (len(bars) == 1 and bars[0][1] == told.main.chance)
            continue
        assert [(step.label, step.chance) for step in steps] == bars
        for step in steps:
            assert step.destroys is (int(step.label[:-1]) in sure), (piece.name, step)
    assert not shown


def chance_that_matters(slug, declared, told, ends):
    battle = declared.battle
    (piece,) = (piece for piece in fighters(slug, battle) if piece.name == told.main.whom)
    after = {end: apply(battle, end.changes) for end in ends}
    if told.main.verb == "hurts":
        return chance_of(ends, lambda end: LOST[slug](piece, keyed(after[end])[piece.key]) > 0)
    if told.main.verb == "defeats":
        return chance_of(ends, lambda end: end.winner == declared.declaration.actor)
    return chance_of(ends, lambda end: out(slug, after[end], piece))


def whole_odds(slug, declared, replies=()):
    return odds_after(GAMES[slug].procedure("attack").resolve, declared, replies)


@pytest.mark.parametrize(("slug", "declared"), [case for case in CASES if case.id != UNTOLD])
def test_what_is_told_before_the_dice_is_what_the_whole_attack_does(slug, declared):
    told = GAMES[slug].procedure("attack").outlook(declared)
    ends = whole_odds(slug, declared)
    holds(slug, declared.battle, told, ends)
    assert told.main.chance == chance_that_matters(slug, declared, told, ends)
    assert told.main.whom == keyed(declared.battle)[declared.declaration.target].name
    assert told.sentence or (told.sums and all(one.words for one in told.sums))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("slug", "declared"), CASES)
def test_what_is_told_at_every_ask_is_what_the_rest_of_the_attack_does(slug, declared, seed):
    procedure = GAMES[slug].procedure("attack")
    replies, asks, _ = play_on(procedure.resolve, declared, Random(seed))
    for number, ask in enumerate(asks):
        moment = Moment(declared, replies[:number], ask)
        for option in (None, *(ask.options if isinstance(ask, Choice) else ())):
            told = procedure.odds_at(moment, option)
            if told is None or (ask.label == "defence" and option in (None, "roll")) or ask.label in BEFORE:
                continue
            ends = whole_odds(slug, declared, moment.after(option))
            holds(slug, declared.battle, told, ends)
            assert told.main.chance == chance_that_matters(slug, declared, told, ends)


BEFORE = ("named range", "rockets fired", "pool")
"""What a frame decides before its defence is known: its best die is weighed, as before the dice."""


@pytest.mark.parametrize(("slug", "declared"), CASES)
def test_there_are_odds_from_the_first_ask_on(slug, declared):
    procedure = GAMES[slug].procedure("attack")
    _, asks, _ = play_on(procedure.resolve, declared, Random(0))
    assert procedure.odds_at(Moment(declared, (), asks[0]), None).main


def test_what_is_known_after_the_dice_is_weighed_once_they_lie():
    stage = airsoft.battle(GUNNER, replace(airsoft.VIPER, hits=3, skills=(LUCKY,)))
    declared, procedure = Declared(stage, airsoft.attack()), GAMES["airsoft_squads"].procedure("attack")
    replies = (airsoft.dice(2, 3),)
    ask = play(procedure.resolve, declared, replies).ask
    lucky, unlucky = procedure.options(Moment(declared, replies, ask))
    assert (lucky.label, lucky.expected, lucky.main.chance) == ("yes", "no hits", 0)
    assert (unlucky.label, unlucky.expected, unlucky.main.chance) == ("no", "2.0 hits", 0)


def test_a_boost_is_weighed_beside_its_being_saved():
    declared = Declared(*GLOOM["a Boost and Seals"])
    procedure = GAMES["gods_gloom"].procedure("attack")
    (ask, *_) = play_on(procedure.resolve, declared, Random(0))[1]
    moment = Moment(declared, (), ask)
    save, spend = procedure.options(moment)
    assert (save.main, save.expected) == ((now := procedure.odds_at(moment, None)).main, now.expected)
    assert spend.main.chance < save.main.chance


def test_bars_are_at_least_chances_with_their_kill_line_and_none_is_too_small_to_see():
    lost = {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(245, 1000), 3: Fraction(5, 1000)}
    assert losses(troops.GUARDS, "strength", lost, 2) == (
        Losses(
            "guard-squad",
            "Guard squad",
            "strength",
            (Step(1, Fraction(3, 4)), Step(2, Fraction(1, 4), destroys=True)),
        ),
    )


@pytest.mark.parametrize(("gone", "drawn"), [(Fraction(9, 1000), []), (Fraction(1, 100), ["2+"])])
def test_the_kill_line_is_drawn_from_one_percent_on(gone, drawn):
    lost = {0: Fraction(1, 4), 1: Fraction(3, 4) - gone, 2: gone}
    (told,) = losses(troops.GUARDS, "strength", lost, 2)
    assert [(step.label, step.destroys) for step in told.steps] == [("1+", False), *((name, True) for name in drawn)]


def test_the_first_bar_is_shown_however_small():
    (told,) = losses(troops.GUARDS, "strength", {0: Fraction(999, 1000), 1: Fraction(1, 1000)})
    assert [step.chance for step in told.steps] == [Fraction(1, 1000)]


def test_there_are_no_bars_for_what_is_said_or_sure():
    half = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    (said,) = losses(troops.GUARDS, "strength", half, 1, Likely("destroys", "Guard squad", Fraction(1, 2)))
    (other,) = losses(troops.GUARDS, "strength", half, 1, Likely("destroys", "Guard squad", Fraction(1, 3)))
    (sure,) = losses(troops.GUARDS, "strength", {2: Fraction(1)})
    assert (said.steps, len(other.steps), sure.steps) == ((), 1, ())
    assert losses(troops.GUARDS, "strength", {0: Fraction(1)}) == ()


@pytest.mark.parametrize("case", TROOPS.values(), ids=TROOPS)
def test_the_usual_outlook_finds_the_same_losses_by_itself(case):
    declared = Declared(*case)
    own, usual = (
        GAMES["troops_and_supplies"].procedure("attack").outlook(declared),
        USUAL["outlook"](declared),
    )
    steps = {loss.piece: (loss.what, loss.steps) for loss in usual.losses}
    for loss in own.losses:
        if loss.steps:
            assert steps[loss.piece] == ("Troop Strength", loss.steps)
    after = odds(troops_attack, declared)
    assert usual.main.chance == chance_of(
        after, lambda end: any(c.track == "status" and c.piece == "guard-squad" for c in end.changes)
    )
    assert sum(row.chance for row in usual.table) == 1


def test_the_usual_odds_go_on_from_the_replies():
    declared = Declared(*TROOPS["answered"])
    procedure = GAMES["troops_and_supplies"].procedure("attack")
    replies, asks, _ = play_on(procedure.resolve, declared, Random(1))
    found = [USUAL["odds_at"](Moment(declared, replies[:n], ask), None) for n, ask in enumerate(asks)]
    assert found[0] == USUAL["outlook"](declared)
    assert sum(row.chance for row in found[-1].table) == 1
    assert found[-1] != found[0]


def test_the_usual_odds_are_left_out_where_they_take_too_long():
    resolve, declared = (
        GAMES["gods_gloom"].procedure("attack").resolve,
        Declared(gloom.battle((9, 9), (9, 9)), gloom.attack()),
    )
    _, asks, _ = play_on(resolve, declared, Random(1))
    assert usual_odds(resolve)["odds_at"](Moment(declared, (), asks[0]), None) is None


@pytest.mark.parametrize(
    ("chance", "told"),
    [(0, "no damage"), (1, "<0.1 damage"), (49, "<0.1 damage"), (50, "0.1 damage"), (990, "1.0 damage")],
)
def test_what_is_lost_on_average_is_never_told_as_nothing_point_nothing(chance, told):
    hit = Fraction(chance, 1000)
    assert on_average({0: 1 - hit, 1: hit}, "damage") == told
